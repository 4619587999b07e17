"""Phrases for actions, by what their effects do and by their names.

Effects and preconditions give roles first: who acts, what moves from where to where, where it
takes place. Then the name is taken apart into a verb, its object and prepositional phrases. A
phrase is sure if no word and no parameter is left over, and if the effects are those of the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pddl2nl.english.nouns import is_mass, noun_phrase, singular
from pddl2nl.english.vocabulary import (
    ANIMAL,
    CONVEYANCE,
    PARTICLES,
    PERSON,
    PREPOSITIONS,
    base_form,
    is_a,
    is_of_kind,
)
from pddl2nl.model import ActionSchema
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.action_names import Name, parsed
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    acting_first,
    acts,
    is_abbreviated,
    is_tool,
    things_of_action,
    walks,
)
from pddl2nl.verbalizers.rules.moves import (
    HAVING,
    HOLD,
    HOLDING,
    SOMEBODY,
    FactChange,
    Moves,
    Stay,
    changes,
    ends_of_move,
    moves,
    stay_of,
    value_changes,
    verb_of,
)
from pddl2nl.verbalizers.rules.plain import plain_action
from pddl2nl.verbalizers.rules.words import with_article

_TOWARDS = {"at": "to", "in": "into", "inside": "into", "on": "onto"}
_ORDER = ("from", "to", "into", "onto", "on", "in", "at", "with")
"""The order in which phrases follow each other; those of the name come first."""

_OBJECT_IS_PLACE = frozenset({"board", "enter", "exit", "leave", "mount"})
"""Verbs whose object is where somebody comes to or goes from."""
_OWN_LEAVING = frozenset({"get down", "get off", "get out", "get up", "take off"})
_OF_PEOPLE = frozenset({"clothe", "dress", "undress"})
"""Verbs whose object is somebody: nobody dresses a costume."""
_GIVING = frozenset({"give", "hand", "lend", "pass"})
_REMOVING = frozenset("detach draw extract pluck pull remove withdraw".split())
"""Verbs that say where a thing comes from, also where somebody is there: `pull-frame ?f ?hive`."""
_RELATING = frozenset({"for", "from", "into", "onto", "to", "with"})
_CONTENT = {"empty": "of", "fill": "with", "clear": "of"}
_LOADING = frozenset("board clear empty fill load pack stock stow unload unpack".split())


@dataclass
class PhraseDraft:
    """A verb phrase while its parameters get their roles.

    Args:
        name: the action's name taken apart.
        things: its parameters.
        moves: what it does to where they are.
        changes: its effects.
        changed: those that an effect changes, but for what they hold and where they are.
        actor: the first, if it is of a kind that acts.
        left: those that have no role yet.
    """

    name: Name
    things: Mapping[str, Thing]
    moves: Moves
    changes: tuple[FactChange, ...]
    changed: frozenset[str]
    actor: str | None
    subject: str | None = None
    theme: str | None = None
    who: str = ""
    object_phrase: str = ""
    value: str = ""
    named: list[str] = field(default_factory=list)
    roles: list[tuple[str, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def say(self, preposition: str, variable: str) -> None:
        """Give a parameter its phrase, unless it has a role; a person is no place."""
        if variable in self.left and not (
            preposition in ("at", "on") and self.things[variable].is_a(PERSON)
        ):
            self.left.remove(variable)
            self.roles.append((preposition, variable))

    @property
    def text(self) -> str:
        """The verb phrase."""
        who = self.who if self.subject is None else self.things[self.subject].label
        verb, particle = self.name.verb, ""
        if verb == "pick" and any(stay.preposition == HOLD for stay in self.moves.begun):
            verb = "pick up"
        switched = verb.endswith((" on", " off"))
        inside = {role for role, _ in self.roles} & {"in", "into"}
        if (verb.endswith(" in") and "into" in inside) or (verb == "put in" and inside):
            verb = verb.removesuffix(" in")  # `plug-in`
        if self.object_phrase and " " in verb and w.is_motion(self.name.lemma) and not switched:
            verb, particle = verb.split()  # `drive loco A out`
        start = ["let", who, verb] if who else [verb]
        text = " ".join(filter(None, [*start, self.object_phrase, particle, *self._ending()]))
        return text.replace(" out from ", " out of ")

    def _ending(self) -> Iterator[str]:
        """What stands behind verb and object."""
        off = self.name.result == "off" and any(role == "from" for role, _ in self.roles)
        yield "" if off else self.name.result
        yield from self.named
        for preposition, variable in sorted(self.roles, key=lambda role: _rank(role[0])):
            thing = self.things[variable]
            shown = "off" if off and preposition == "from" else preposition
            yield f"{w.located(shown, thing.noun)} {thing.label}"
        yield self.value

    @property
    def done_to(self) -> frozenset[str]:
        """What it does its verb to, by its effects: `serve` makes `(served ?child)` true."""
        lemmas = (self.name.lemma, self.name.lemma.removeprefix("un"))
        return frozenset(
            change.atom.args[0]
            for change in self.changes
            if change.atom.args and w.participle_verb(change.words[0]) in lemmas
        )


def _rank(preposition: str) -> int:
    return _ORDER.index(preposition) if preposition in _ORDER else 0


def sure_verb_phrase(action: ActionSchema, known: NamingFacts) -> str | None:
    """The verb phrase of an action, None where a word of its name or a parameter has no role."""
    things = things_of_action(action, known)
    moved = moves(action, things, known.words)
    name = parsed(action.name, things, known.words, frozenset(s.place for s in moved.begun))
    if name is None:
        return None
    draft = PhraseDraft(
        name,
        things,
        moved,
        changes(action, known.words),
        _changed(action, things, known),
        acting_first(things, known),
        left=list(things),
    )
    if not (_is_brought_about(draft) and _say_theme(draft)):
        return None
    _say_moves(draft)
    if not _say_named_phrases(draft):
        return None
    _say_related(draft)
    _say_places(draft)
    _say_actors(draft)
    _say_values(draft, action)
    return None if draft.left or not _is_borne_out(draft) else draft.text


def plain_verb_phrase(action: ActionSchema, known: NamingFacts) -> str:
    """An action's name in quotation marks, with the roles that its schema alone gives.

    Who is listed first acts if they can and the action does not change them; something that
    stays where it is shows where the action takes place.
    """
    things = things_of_action(action, known)
    ends = ends_of_move(action, things, known.words)
    changed = {
        effect.atom.args[0]
        for effect in action.effects
        if effect.atom.args and stay_of(effect.atom, things, known.words) is None
    }
    first = next(iter(things), "")
    does = things and changed and first not in (*changed, *ends) and walks(things[first])
    actor = acting_first(things, known) or (first if does else None)
    if actor and set(things[actor].noun.split()) & set(w.words_of(action.name, known.words)):
        actor = None  # `stop-server ?server`
    scenes = {
        stay.place: w.located(stay.preposition, things[stay.place].noun)
        for stay in moves(action, things, known.words).kept
        if stay.place in things and stay.place not in (*ends, actor) and things[stay.place].place
    }
    places = scenes if len(scenes) == 1 and HOLD not in scenes.values() else {}
    return plain_action(action.name, things, {**ends, **places}, actor)


def _is_brought_about(draft: PhraseDraft) -> bool:
    """Whether a state in a name is what the effects make true: `twist-open`, not `slide-red`."""
    words = {word for change in draft.changes if change.added for word in change.words}
    return draft.name.result in ("", *PARTICLES, *words, *map(base_form, words))


def _changed(
    action: ActionSchema, things: Mapping[str, Thing], known: NamingFacts
) -> frozenset[str]:
    """What the effects change in more than where it is and what it holds."""
    return frozenset(
        term
        for effect in action.effects
        if stay_of(effect.atom, things, known.words) is None
        for term in effect.atom.args
    )


def _is_borne_out(draft: PhraseDraft) -> bool:
    """Whether the effects are those of the verb: what does not move does not disembark.

    A person is an object only where somebody else acts: `untie climber` may be who unties.
    """
    lemma, theme = draft.name.lemma, draft.theme
    if _is_incomplete(draft):
        return False
    if theme and theme == draft.subject and not _may_do(draft, draft.things[theme]):
        return False
    moving = _moves_or_is_changed(draft)
    alone = len(draft.things) == 1 and theme != draft.subject
    if w.is_motion(lemma) and theme and not (moving or alone):
        return False
    if theme and draft.subject is None and draft.things[theme].is_a(PERSON):
        return False
    if lemma in w.OWN_MOTION and draft.subject is None and SOMEBODY not in draft.moves.movers():
        return False
    if draft.object_phrase:
        return w.takes_object(lemma) or " " in draft.name.verb
    return w.takes_none(lemma) or (draft.moves.movers() == (SOMEBODY,) and w.is_motion(lemma))


def _is_incomplete(draft: PhraseDraft) -> bool:
    """Whether the verb asks for something else than its phrase has: `put ?prop`, but where?"""
    lemma, theme = draft.name.lemma, draft.theme
    if (lemma == "wait" and theme) or (draft.name.result and not draft.object_phrase):
        return True
    if lemma in _OF_PEOPLE and theme and not draft.things[theme].is_a(PERSON):
        return True
    if lemma in _GIVING and not any(role == "to" for role, _ in draft.roles):
        return True
    if lemma in _GOING and theme and draft.things[theme].place:
        return theme not in draft.moves.movers()  # no room is moved
    return draft.name.verb == "put" and not (draft.roles or draft.named or draft.name.result)


def _may_do(draft: PhraseDraft, thing: Thing) -> bool:
    """Whether what is let do the action can do it: no batch of beer hops or leaves."""
    lemma = draft.name.lemma
    if lemma == "leave" and thing.noun != OBJECT:
        return thing.is_a(PERSON, ANIMAL, CONVEYANCE)  # a parcel leaves, or somebody leaves it
    if lemma in w.OWN_MOTION:
        return draft.theme in draft.moves.movers() or acts(thing)
    return _moves_or_is_changed(draft) or acts(thing)


_GOING = frozenset("drive fly go move run sail travel walk".split())
"""Verbs of motion that no place is the object of."""


def _moves_or_is_changed(draft: PhraseDraft) -> bool:
    moves = draft.theme in draft.moves.movers()
    return moves or draft.theme in draft.done_to or bool(draft.name.result)


# --- what the verb is about -----------------------------------------------------------------------


def _say_theme(draft: PhraseDraft) -> bool:
    """Find what the action is done to; False where that is unknown."""
    named = draft.name.object
    candidates = _called(draft, named) if named else []
    if named and not candidates:
        return _say_unspoken(draft, named)
    candidates = candidates or _affected(draft)
    moving = [variable for variable in candidates if variable in draft.moves.movers()]
    candidates = moving if len(moving) == 1 else candidates
    if len(candidates) == 1 and (loaded := _what_it_holds(draft, candidates[0])):
        if draft.name.lemma in _CONTENT:  # `empty-kiln ?pot ?kiln`
            draft.say(_CONTENT[draft.name.lemma], loaded)
        else:
            candidates = [loaded]
    if not candidates:
        scenes = all(thing.place for thing in draft.things.values())
        return scenes or draft.moves.movers() == (SOMEBODY,)
    theme = candidates[0]
    if len(candidates) > 1 or (theme == draft.actor and theme not in draft.moves.movers()):
        return False  # `untie ?climber`: who does it to whom?
    _put_theme(draft, theme)
    return True


def _called(draft: PhraseDraft, words: tuple[str, ...]) -> list[str]:
    """What has no role yet and is called by words, or abbreviates them: `tighten-screw ?s`."""
    called = [v for v in draft.left if draft.things[v].is_called(words)]
    plain = [v for v in draft.left if draft.things[v].noun == OBJECT]
    return called or [variable for variable in plain if is_abbreviated(words, variable)]


def _say_unspoken(draft: PhraseDraft, named: tuple[str, ...]) -> bool:
    """An object that is no parameter, if the effects speak of it.

    What something has then is `a sawmill`; of a thing, it is a part: `the tyre of bike {?b}`.
    """
    the_noun = f"the {' '.join(named)}"
    for stay in (*draft.moves.ended, *draft.moves.begun):
        goes = draft.name.lemma in _LOADING or w.is_motion(draft.name.lemma)
        if stay.place == the_noun and stay.thing in draft.left and goes:  # `load-tank ?film`
            _put_theme(draft, stay.thing)
            if draft.subject and draft.name.lemma in _OBJECT_IS_PLACE:
                draft.object_phrase = the_noun
                return True
            way = "from" if stay in draft.moves.ended else _towards(stay)
            draft.named.append(f"{way} {the_noun}")
            return True
    spoken = [
        change
        for change in draft.changes
        if any(singular(named[-1]) == singular(word) for word in change.words)
    ]
    if not spoken or not w.is_noun_phrase(named) or w.may_be_short(named[-1]):
        return False
    owner = next((change.atom.args[0] for change in spoken if change.atom.args), "")
    had = any(change.words[0] in HAVING for change in spoken if change.added)
    if owner in draft.left and not draft.things[owner].place:
        if any({*PREPOSITIONS, *HAVING, "is"} & set(change.words) for change in spoken):
            return False  # `put-on-suit`, which adds `(suit-on ?keeper)`; `add-soap`, `has-soap`
        if owner == draft.actor or any(verb_of(change.words[0]) in HOLDING for change in spoken):
            return False  # `fetch-oil`, which adds `(carries-oil ?keeper)`
        draft.left.remove(owner)
        draft.object_phrase = f"{the_noun} of {draft.things[owner].label}"
    else:
        switched = draft.name.verb.endswith((" on", " off"))
        bare = is_mass(named[-1]) and not switched
        draft.object_phrase = with_article(named) if had or bare else the_noun
    return True


def _towards(stay: Stay) -> str:
    return _TOWARDS.get(stay.preposition, stay.preposition)


def _what_it_holds(draft: PhraseDraft, named: str) -> str | None:
    """The one thing that comes to or leaves what the name names, as in `load-truck`."""
    movers = [variable for variable in draft.moves.movers() if variable in draft.things]
    loads = draft.name.lemma in _LOADING or w.is_motion(draft.name.lemma)
    if len(movers) != 1 or movers[0] == named or not loads:
        return None
    stays = (*draft.moves.ended, *draft.moves.begun)
    return movers[0] if any(stay.place == named for stay in stays) else None


def _affected(draft: PhraseDraft) -> list[str]:
    """What changes its place; else whose state changes; else the only parameter there is."""
    movers = [variable for variable in draft.moves.movers() if variable in draft.things]
    if movers or SOMEBODY in draft.moves.movers():
        return movers
    if len(draft.done_to & set(draft.things)) == 1:
        return list(draft.done_to & set(draft.things))
    states = {each.atom.args[0] for each in draft.changes if len(each.atom.args) == 1}
    kept = [s for s in draft.moves.kept if s.thing in draft.things and s.preposition != "at"]
    # A satellite is where its instrument is switched on.
    changed = [v for v in draft.things if v in states - {stay.place for stay in kept}]
    held = {stay.thing for stay in kept if stay.preposition == HOLD}
    changed = [v for v in changed if v not in held] or changed  # the sword is what one slays with
    only = list(draft.things) if len(draft.things) == 1 else []
    return changed or [variable for variable in only if not draft.things[variable].place]


def _put_theme(draft: PhraseDraft, variable: str) -> None:
    """The theme as the verb's object, or, where it acts by itself, as its subject."""
    draft.left.remove(variable)
    draft.theme = variable
    thing, lemma = draft.things[variable], draft.name.lemma
    first = next(iter(draft.things))
    led = draft.name.object and first != variable and walks(draft.things[first])
    carried = any(stay.preposition == HOLD for stay in draft.moves.ended if stay.thing == variable)
    moves_itself = variable in draft.moves.movers() and not carried
    goes = thing.is_a(PERSON, ANIMAL) and w.is_motion(lemma) and not led
    leaves = draft.name.verb in _OWN_LEAVING and thing.is_a(PERSON, ANIMAL, CONVEYANCE)
    goes = goes or ((lemma in w.OWN_MOTION or leaves) and moves_itself)
    if goes or not w.takes_object(lemma):
        draft.subject = variable
    else:
        draft.object_phrase = thing.label


# --- everything else ------------------------------------------------------------------------------


def _say_named_phrases(draft: PhraseDraft) -> bool:
    """The phrases in the name: `from-cart` with a parameter of type cart."""
    for preposition, words in draft.name.phrases:
        fitting = _called(draft, words)
        moved = [role for role in draft.roles if draft.things[role[1]].is_called(words)]
        if any(role == preposition for role, _ in moved):
            continue
        if len(fitting) + len(moved) == 1:  # the name's own preposition: `put-fruit-in-pot`
            draft.roles = [role for role in draft.roles if role not in moved]
            draft.left = [variable for variable in draft.left if variable not in fitting]
            draft.roles.append((preposition, (*fitting, *(v for _, v in moved))[0]))
        elif any(thing.is_called(words[-1:]) for thing in draft.things.values()):
            return False  # `pour-to-clean-shaker ?shaker`
        elif not w.is_noun_phrase(words):
            return False
        else:
            draft.named.append(f"{preposition} the {' '.join(words)}")
    return True


def _say_moves(draft: PhraseDraft) -> None:
    """Where the theme, or whoever acts, leaves from and comes to."""
    movers = draft.moves.movers()
    mover = next((v for v in (draft.theme, draft.subject) if v in movers), None) or SOMEBODY
    left, reached = draft.moves.of(mover)
    scene = {s.place for s in draft.moves.kept if s.thing != draft.theme}
    travels = left is not None and left.preposition != HOLD and left.place not in scene
    if mover == SOMEBODY and left is not None:
        _say_somebody(draft, left.who)
    if left is not None:
        if left.preposition == HOLD:
            _say_holder(draft, left.place, receives=False)
        elif draft.name.lemma in ("leave", "exit"):
            _as_object(draft, left.place)
        else:
            stays = left.place in scene and draft.name.lemma not in _REMOVING
            draft.say(left.preposition if stays else "from", left.place)
    if reached is None:
        return
    place = reached.place
    inside = w.is_motion(draft.name.lemma) and reached.preposition in ("in", "inside")
    contains = place in draft.things and draft.things[place].is_a(CONVEYANCE, "c")
    if reached.preposition == HOLD:
        _say_holder(draft, place, receives=True)
    elif draft.name.lemma in _OBJECT_IS_PLACE and not draft.object_phrase:
        _as_object(draft, place)
    elif place not in scene and (travels or inside or contains or _arrives(draft, mover)):
        draft.say(_towards(reached), place)
    else:
        draft.say("into" if reached.preposition == "inside" else reached.preposition, place)


def _arrives(draft: PhraseDraft, mover: str) -> bool:
    """Whether somebody goes to the only place that is named: `(go ?to)`."""
    return mover == SOMEBODY and draft.name.lemma in _GOING


def _say_somebody(draft: PhraseDraft, who: str) -> None:
    """Who moves without being a parameter: a person goes, a machine is moved, or goes by itself."""
    takes = w.takes_object(draft.name.lemma) and draft.name.lemma not in w.OWN_MOTION
    if draft.object_phrase or not who:
        return
    if is_of_kind(who, PERSON) and not w.is_machine(who):
        draft.who = f"the {who}"
    elif takes and is_a(who, "noun"):
        draft.object_phrase = f"the {who}"
    elif w.is_machine(who) and is_a(who, "noun"):
        draft.who = f"the {who}"


def _say_holder(draft: PhraseDraft, holder: str, *, receives: bool) -> None:
    """A hand is what it is done with; a person is who does it, or who receives it."""
    if holder not in draft.left or not walks(draft.things[holder]):
        if holder not in draft.things or is_tool(draft.things[holder]):
            draft.say("with", holder)
    elif draft.subject is None:
        _put_subject(draft, holder)
    elif receives:
        draft.say("to", holder)


def _put_subject(draft: PhraseDraft, variable: str) -> None:
    if draft.subject is None:
        draft.subject = variable
        draft.left.remove(variable)


def _as_object(draft: PhraseDraft, variable: str) -> None:
    if variable in draft.left and not draft.object_phrase:
        draft.left.remove(variable)
        draft.object_phrase = draft.things[variable].label


def _say_related(draft: PhraseDraft) -> None:
    """What the effects relate the theme to: `glazed-with`, `coupled`, which is `coupled to`."""
    for change in draft.changes:
        args, (state, *behind) = change.atom.args, change.words
        if len(args) != 2 or draft.theme != args[0] or not w.is_state(state):
            continue
        if w.participle_verb(state) != draft.name.lemma.removeprefix("un") and not behind:
            continue
        preposition = behind[0] if len(behind) == 1 else None if behind else w.governed(state)
        if draft.name.lemma in _OBJECT_IS_PLACE:
            _as_object(draft, args[1])
        elif preposition in _RELATING | w.LOCATIVES:
            away = not change.added and preposition in ("to", "in", "into", "on")
            draft.say("from" if away else preposition or "", args[1])


def _say_places(draft: PhraseDraft) -> None:
    """Where somebody is and stays while the action takes place."""
    for stay in draft.moves.kept:
        if stay.preposition != HOLD and stay.place in draft.left:
            draft.say("in" if stay.preposition == "inside" else stay.preposition, stay.place)
    ways = [v for v in draft.left if draft.things[v].is_called(("direction",))]
    if len(ways) == 1:
        draft.say("in", ways[0])
    alone = len(draft.left) == 1 and not draft.roles and draft.theme is None
    # Without an object in its name, the verb may be done to the place: `fire ?kiln`.
    if alone and draft.object_phrase and draft.things[draft.left[0]].place:
        draft.say("at", draft.left[0])


def _say_actors(draft: PhraseDraft) -> None:
    """Who does it, and with what; only one of each kind, since two could not be distinguished.

    A device that is somewhere is no tool: the tube in the wheel.
    """
    # A person may as well be the one who is served, if the effects speak of them.
    first = next(iter(draft.things), "")
    unchanged = walks(draft.things[first]) and first not in draft.changed if first else False
    if first in draft.left and (unchanged or first == draft.actor):
        _put_subject(draft, first)
    held = {s.thing for s in draft.moves.kept + draft.moves.ended if s.preposition == HOLD}
    inside = {s.thing for s in draft.moves.kept if s.place in draft.things}
    tools = [
        v
        for v in draft.left
        if not draft.things[v].place
        and (v in held or (is_tool(draft.things[v]) and v not in draft.changed | inside))
    ]
    if len(tools) == 1:
        draft.say("with", tools[0])


def _say_values(draft: PhraseDraft, action: ActionSchema) -> None:
    """Values that are replaced: `with the fuel of {?v} going from {?s1} to {?s2}`."""
    for change in value_changes(action):
        words = tuple(noun_phrase(change.predicate).split())
        spoken = w.is_noun_phrase(words) and w.names_value(words)
        if {change.old, change.new} <= set(draft.left) and spoken:
            draft.left = [v for v in draft.left if v not in (change.old, change.new)]
            old, new = (draft.things[v].label for v in (change.old, change.new))
            whose = "".join(
                f" of {draft.things[v].slot}" for v in change.owners if v in draft.things
            )
            draft.value = f"with the {' '.join(words)}{whose} going from {old} to {new}"
