"""Verb phrases for actions whose name reads as English and whose effects show every role.

The name is taken apart first: a verb, its object and prepositional phrases, with every word in
its place. Then each parameter must get a role from the name, from what the effects do to it, or
from where the preconditions need it. If a word or a parameter is left over, there is no phrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

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
from pddl2nl.verbalizers.rules.action_names import Name, parsed, role_of
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    acting_first,
    atoms,
    is_abbreviated,
    is_tool,
    things_of_action,
    walks,
)
from pddl2nl.verbalizers.rules.moves import (
    HAVING,
    HOLD,
    SOMEBODY,
    FactChange,
    Moves,
    Stay,
    changes,
    moves,
    stay_of,
    value_changes,
)
from pddl2nl.verbalizers.rules.words import with_article

_TOWARDS = {"at": "to", "in": "into", "inside": "into", "on": "onto"}
_ORDER = ("of", "from", "to", "into", "onto", "on", "in", "at", "over", "via", "with")
"""The order in which phrases follow each other; those of the name come first."""


_OBJECT_IS_GOAL = frozenset({"board", "enter", "mount"})
_OBJECT_IS_SOURCE = frozenset({"leave", "exit"})


_NEED_A_PLACE = frozenset({"put", "place", "set"})
_GIVING = frozenset(
    """award deliver feed give grant hand issue lend offer pass pay return sell send serve
    throw""".split()
)


_OWN_LEAVING = frozenset({"get down", "get off", "get out", "get up", "take off"})
_OF_PERSONS = frozenset({"dress", "undress"})
_LOADING = frozenset("board clear empty fill load pack stock stow thread unload unpack".split())
_CONTENT = {"empty": "of", "fill": "with", "clear": "of"}
_PATHS = frozenset({"over", "via", "through", "across"})


@dataclass
class PhraseDraft:
    """A verb phrase while its parameters get their roles.

    Args:
        name: the action's name taken apart.
        things: its parameters.
        moves: what it does to where they are.
        changes: its effects.
        related: those of which an effect says more than a state of their own.
        changed: those that an effect changes, but for what they hold and where they are.
        actor: the first, if it is of a kind that acts.
        left: those that have no role yet.
    """

    name: Name
    things: Mapping[str, Thing]
    moves: Moves
    changes: tuple[FactChange, ...]
    related: frozenset[str]
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
        """Give a parameter its phrase, unless it has a role."""
        if variable in self.left:
            self.left.remove(variable)
            self.roles.append((preposition, variable))

    @property
    def text(self) -> str:
        """The verb phrase."""
        who = self.who if self.subject is None else self.things[self.subject].label
        verb, particle = self.name.verb, ""
        if verb == "pick" and any(stay.preposition == HOLD for stay in self.moves.begun):
            verb = "pick up"
        ending = " ".join(filter(None, self.ending(self.things)))
        if self.object_phrase and " " in verb:
            verb, particle = verb.split()  # `drive loco A out`, `put sock A into box B`
            inside = particle == "in" and any(role == "into" for role, _ in self.roles)
            particle = "" if inside else particle
            if not inside and not w.is_motion(self.name.lemma):
                verb, particle = f"{verb} {particle}", ""
        start = ["let", who, verb] if who else [verb]
        text = " ".join(filter(None, [*start, self.object_phrase, particle, ending]))
        return text.replace(" out from ", " out of ")

    def ending(self, spoken: Iterable[str], *, labelled: bool = True) -> Iterator[str]:
        """What stands behind verb and object, of the parameters only those that are spoken of."""
        off = self.name.result == "off" and any(role == "from" for role, _ in self.roles)
        yield "" if self.name.result == "let" or off else self.name.result
        yield from self.named
        for preposition, variable in sorted(self.roles, key=lambda role: _rank(role[0])):
            if variable in spoken:
                thing = self.things[variable]
                shown = "off" if off and preposition == "from" else preposition
                shown = w.located(shown, thing.noun)
                yield f"{shown} {thing.label if labelled else thing.slot}"
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

    def mentions(self, noun: str) -> list[FactChange]:
        """The effects that speak of something that is no parameter."""
        return [
            change
            for change in self.changes
            if any(singular(noun) == singular(word) for word in change.words)
        ]


def _rank(preposition: str) -> int:
    return _ORDER.index(preposition) if preposition in _ORDER else 0


def sure_verb_phrase(action: ActionSchema, known: NamingFacts) -> PhraseDraft | None:
    """The verb phrase of an action, None where a word of its name or a parameter has no role."""
    things = things_of_action(action, known)
    moved = moves(action, things, known.words)
    places = frozenset(stay.place for stay in moved.begun)
    name = parsed(action.name, things, known.words, places)
    if name is None:
        return None
    draft = PhraseDraft(
        name,
        things,
        moved,
        changes(action, known.words),
        _related(action),
        _changed(action, things, known),
        acting_first(things, known),
        left=list(things),
    )
    if not (_is_brought_about(draft) and _say_theme(draft) and _say_named_phrases(draft)):
        return None
    _say_moves(draft)
    _say_related(draft)
    _say_whole(draft, action, known.words)
    _say_named_roles(draft)
    _say_places(draft)
    _say_actors(draft)
    _say_values(draft, action)
    return None if draft.left or not _is_sound(draft) else draft


def _related(action: ActionSchema) -> frozenset[str]:
    """The parameters of which an effect says more than a state of their own."""
    return frozenset(
        term for effect in action.effects if len(effect.atom.args) > 1 for term in effect.atom.args
    )


def _is_brought_about(draft: PhraseDraft) -> bool:
    """Whether a state in a name is what the effects make true: `twist-open`, not `slide-red`."""
    words = {word for change in draft.changes if change.added for word in change.words}
    return draft.name.result in ("", "let", *PARTICLES, *words, *map(base_form, words))


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


def _is_sound(draft: PhraseDraft) -> bool:
    return _has_what_it_needs(draft) and _is_borne_out(draft)


def _has_what_it_needs(draft: PhraseDraft) -> bool:
    """Whether a verb has the place, the receiver or the kind of object without which it is odd."""
    lemma, roles = draft.name.lemma, {preposition for preposition, _ in draft.roles}
    theme = draft.things.get(draft.theme or "")
    if lemma == "wait" and draft.object_phrase:
        return False
    person = theme is not None and theme.is_a(PERSON, ANIMAL)
    if (lemma in _OF_PERSONS and not person) or (draft.name.verb == "get" and person):
        return False
    if (lemma in _GIVING and "from" in roles) or (draft.name.verb == "hand" and "to" not in roles):
        return False
    return draft.name.verb not in _NEED_A_PLACE or any(draft.ending(draft.things))


def _is_borne_out(draft: PhraseDraft) -> bool:
    """Whether the effects are those of the verb: what does not move does not disembark."""
    lemma = draft.name.lemma
    if draft.name.result not in ("", "let") and not draft.object_phrase:
        return False
    if w.is_motion(lemma) and draft.theme and not _moves(draft, draft.theme):
        return False
    acting = draft.subject is not None or SOMEBODY in draft.moves.movers()
    carried_to = any(stay.thing == draft.theme != stay.place for stay in draft.moves.begun)
    if lemma in w.OWN_MOTION and not acting and not (carried_to and _has_scene(draft)):
        return False
    if draft.name.verb in _OWN_LEAVING and draft.subject is not None:
        return True
    if draft.object_phrase:
        return w.takes_object(lemma) or " " in draft.name.verb
    return w.takes_none(lemma) or bool(draft.moves.movers() == (SOMEBODY,) and w.is_motion(lemma))


def _has_scene(draft: PhraseDraft) -> bool:
    return any(preposition in w.LOCATIVES for preposition, _ in draft.roles)


def _moves(draft: PhraseDraft, theme: str) -> bool:
    """Whether the effects bear a verb of motion out: the theme moves, or has been what it says."""
    return theme in draft.moves.movers() or theme in draft.done_to or bool(draft.name.result)


# --- what the verb is about -----------------------------------------------------------------------


def _say_theme(draft: PhraseDraft) -> bool:
    """Find what the action is done to; False where that is unknown."""
    named = draft.name.object
    candidates = _called(draft, named) if named else []
    if named and not candidates:
        return _say_unspoken(draft, named)
    if not candidates:
        candidates = _affected(draft)
    candidates = _those_that_move(draft, candidates)
    if len(candidates) == 1 and (loaded := _what_it_holds(draft, candidates[0])):
        if draft.name.lemma in _CONTENT:  # `empty-kiln ?pot ?kiln`
            draft.say(_CONTENT[draft.name.lemma], loaded)
        else:
            candidates = [loaded]
    if len(candidates) > 1:
        return False
    if not candidates:
        scenes = all(thing.place for thing in draft.things.values())
        return scenes or draft.moves.movers() == (SOMEBODY,)
    theme = candidates[0]
    if theme == draft.actor and theme not in draft.moves.movers():
        return False  # `untie ?climber`: who does it to whom?
    _put_theme(draft, theme)
    return True


def _those_that_move(draft: PhraseDraft, candidates: list[str]) -> list[str]:
    moving = [variable for variable in candidates if variable in draft.moves.movers()]
    return moving if len(moving) == 1 else candidates


def _called(draft: PhraseDraft, words: tuple[str, ...]) -> list[str]:
    """What has no role yet and is called by words, or abbreviates them: `tighten-screw ?s`."""
    called = [v for v in draft.left if draft.things[v].is_called(words)]
    plain = [v for v in draft.left if draft.things[v].noun == OBJECT]
    return called or [variable for variable in plain if is_abbreviated(words, variable)]


def _say_unspoken(draft: PhraseDraft, named: tuple[str, ...]) -> bool:
    """An object that is no parameter, if the effects speak of it.

    What something has then is `a sawmill`; of a thing, it is a part: `the vitals of patient {?p}`.
    """
    the_noun = f"the {' '.join(named)}"
    for stay in (*draft.moves.ended, *draft.moves.begun):
        goes = draft.name.lemma in _LOADING or w.is_motion(draft.name.lemma)
        if stay.place == the_noun and stay.thing in draft.left and goes:  # `load-tank ?film`
            _put_theme(draft, stay.thing)
            if draft.subject and draft.name.lemma in _OBJECT_IS_GOAL | _OBJECT_IS_SOURCE:
                draft.object_phrase = the_noun
                return True
            way = "from" if stay in draft.moves.ended else _towards(stay)
            draft.named.append(f"{way} {the_noun}")
            return True
    spoken = draft.mentions(named[-1])
    owners = {change.atom.args for change in spoken if len(change.atom.args) == 1}
    owner = next(iter(owners))[0] if len(owners) == 1 else ""
    opening = {change.words[0] for change in spoken if change.added}
    had = bool(opening & HAVING)
    if "is" in opening or (had and owner and walks(draft.things[owner])):
        return False  # `take-ticket ?c`, which adds `(has-ticket ?c)`: by whom is unknown
    inside = any(
        {*PREPOSITIONS, *HAVING} & set(_words_before(change, named[-1])) for change in spoken
    )
    if owner in draft.left and not draft.things[owner].place and (inside or owner == draft.actor):
        return False  # `add-soap ?machine`
    if owner in draft.left and not draft.things[owner].place:
        draft.left.remove(owner)
        draft.object_phrase = f"{the_noun} of {draft.things[owner].label}"
    else:
        draft.object_phrase = with_article(named) if had or is_mass(named[-1]) else the_noun
    return bool(spoken) and w.is_noun_phrase(named) and not w.may_be_short(named[-1])


def _words_before(change: FactChange, noun: str) -> Iterator[str]:
    return takewhile(lambda word: singular(word) != singular(noun), change.words)


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
    if movers:
        return movers
    if SOMEBODY in draft.moves.movers():
        return []
    if len(draft.done_to & set(draft.things)) == 1:
        return list(draft.done_to & set(draft.things))
    states = {each.atom.args[0] for each in draft.changes if len(each.atom.args) == 1}
    # A satellite is where its instrument is switched on; a house may be what is put out.
    holders = {
        s.place for s in draft.moves.kept if s.thing in draft.things and s.preposition != "at"
    }
    changed = [variable for variable in draft.things if variable in states - holders]
    only = list(draft.things) if len(draft.things) == 1 else []
    return changed or [variable for variable in only if not draft.things[variable].place]


def _put_theme(draft: PhraseDraft, variable: str) -> None:
    """The theme as the verb's object, or, where it acts by itself, as its subject."""
    draft.left.remove(variable)
    draft.theme = variable
    thing = draft.things[variable]
    lemma = draft.name.lemma
    others = [v for v, each in draft.things.items() if v != variable and walks(each)]
    led = draft.name.object and others[:1] == list(draft.things)[:1] and w.takes_object(lemma)
    goes = thing.is_a(PERSON, ANIMAL) and w.is_motion(lemma) and not led
    carried = any(stay.preposition == HOLD for stay in draft.moves.ended if stay.thing == variable)
    moves = variable in draft.moves.movers() and not carried
    leaves = draft.name.verb in _OWN_LEAVING or (lemma == "mount" and thing.is_a(PERSON))
    goes = goes or ((lemma in w.OWN_MOTION or leaves) and moves)
    if goes or not w.takes_object(lemma) or draft.name.result == "let":
        draft.subject = variable
    else:
        draft.object_phrase = thing.label


# --- everything else ------------------------------------------------------------------------------


def _say_named_phrases(draft: PhraseDraft) -> bool:
    """The phrases in the name: `from-cart` with a parameter of type cart."""
    for preposition, words in draft.name.phrases:
        fitting = _called(draft, words)
        if len(fitting) > 1:
            fitting = [v for v in fitting if role_of(v) == preposition] or fitting
        if len(fitting) > 1:
            return False
        if fitting:
            draft.say(preposition, fitting[0])
        elif any(thing.is_called(words[-1:]) for thing in draft.things.values()):
            return False  # `pour-to-clean-shaker ?shaker`
        elif not (w.is_noun_phrase(words) or draft.mentions(words[-1])):
            return False
        else:
            draft.named.append(f"{preposition} the {' '.join(words)}")
    return True


def _say_moves(draft: PhraseDraft) -> None:
    """Where the theme, or whoever acts, leaves from and comes to."""
    movers = draft.moves.movers()
    mover = next((v for v in (draft.theme, draft.subject) if v in movers), None) or SOMEBODY
    left, reached = draft.moves.of(mover)
    travels = left is not None and left.preposition != HOLD and not _is_scene(draft, left.place)
    if left is not None:
        if left.preposition == HOLD:
            _say_holder(draft, left.place)
        elif _is_scene(draft, left.place):
            draft.say(left.preposition, left.place)
        elif draft.name.lemma in _OBJECT_IS_SOURCE:
            _as_object(draft, left.place)
        else:
            draft.say("from", left.place)
    if mover == SOMEBODY and left is not None and left.who and not draft.object_phrase:
        takes = w.takes_object(draft.name.lemma) and draft.name.lemma not in w.OWN_MOTION
        if is_of_kind(left.who, PERSON) and not w.is_machine(left.who):
            draft.who = f"the {left.who}"
        elif takes and is_a(left.who, "noun"):
            draft.object_phrase = f"the {left.who}"
    if reached is not None:
        if reached.preposition == HOLD:
            _say_holder(draft, reached.place, receives=True)
        elif draft.name.lemma in _OBJECT_IS_GOAL:
            _as_object(draft, reached.place)
        elif _is_scene(draft, reached.place) or not (
            travels or _goes_in(draft, reached) or _is_containing(draft, reached.place)
        ):
            inside = reached.preposition == "inside"
            draft.say("into" if inside else reached.preposition, reached.place)
        else:
            leaving = draft.name.lemma == "leave"
            draft.say("for" if leaving else _towards(reached), reached.place)


def _say_holder(draft: PhraseDraft, holder: str, *, receives: bool = False) -> None:
    """A hand is what it is done with; a person is who does it."""
    if holder not in draft.left or not walks(draft.things[holder]):
        draft.say("with", holder)
    elif receives and (draft.subject is not None or draft.name.lemma in _GIVING):
        draft.say("to", holder)
    else:
        _put_subject(draft, holder)


def _put_subject(draft: PhraseDraft, variable: str) -> None:
    if draft.subject is None:
        draft.subject = variable
        draft.left.remove(variable)


def _as_object(draft: PhraseDraft, variable: str) -> None:
    if variable in draft.left and not draft.object_phrase:
        draft.left.remove(variable)
        draft.object_phrase = draft.things[variable].label


def _is_scene(draft: PhraseDraft, place: str) -> bool:
    """Whether somebody else is and stays at a place: then it is where the action takes place."""
    return any(s.place == place and s.thing != draft.theme for s in draft.moves.kept)


def _goes_in(draft: PhraseDraft, reached: Stay) -> bool:
    return w.is_motion(draft.name.lemma) and reached.preposition in ("in", "inside")


def _is_containing(draft: PhraseDraft, place: str) -> bool:
    return place in draft.things and draft.things[place].is_a(CONVEYANCE, "c")


def _say_related(draft: PhraseDraft) -> None:
    """What the effects relate the theme to: `glazed-with`, `coupled`, which is `coupled to`."""
    for change in draft.changes:
        args, words = change.atom.args, change.words
        if len(args) != 2 or draft.theme not in args or not w.is_state(words[0]):
            continue
        named = len(words) == 2 and words[1] in _RELATING
        verbal = len(words) == 1 and draft.theme in draft.done_to | set(args[1:])
        other = args[1] if args[0] == draft.theme else args[0]
        # `assign-judge` adds `(assigned ?case ?judge)`; what a person has done is another matter.
        turned = other == args[0]
        if not named and w.participle_verb(words[0]) != draft.name.lemma.removeprefix("un"):
            continue
        if turned and (named or walks(draft.things[other])):
            continue
        preposition = words[1] if named else w.governed(words[0]) if verbal else None
        if verbal and not turned and draft.name.lemma in _OBJECT_IS_GOAL | _OBJECT_IS_SOURCE:
            _as_object(draft, other)
        elif preposition:
            away = not change.added and preposition in ("to", "in", "into", "on")
            draft.say("from" if away else preposition, other)


_RELATING = frozenset({"from", "with", "to", "for", "into", "onto"})


def _say_whole(draft: PhraseDraft, action: ActionSchema, own: frozenset[str]) -> None:
    """What the theme is a part of: `(tooth-of ?tooth ?patient)`."""
    for atom in atoms(action.precondition):
        *noun, last = w.words_of(atom.predicate, own)
        whole = atom.args[1:] if last == "of" and atom.args[0] == draft.theme else ()
        if len(whole) == 1 and draft.things[atom.args[0]].is_called(noun):
            draft.say("of", whole[0])


def _say_named_roles(draft: PhraseDraft) -> None:
    """Parameters whose names are prepositions, or say from or to."""
    for variable in tuple(draft.left):
        if variable[1:] in _PATHS:
            draft.say(variable[1:], variable)
            continue
        role = role_of(variable)
        stated = any(role == preposition for preposition, _ in draft.roles)
        if role and not stated and w.is_motion(draft.name.lemma):
            draft.say(role, variable)


def _say_places(draft: PhraseDraft) -> None:
    """Where somebody is and stays while the action takes place; which way it goes."""
    for stay in draft.moves.kept:
        if stay.preposition != HOLD and stay.place in draft.left:
            draft.say("in" if stay.preposition == "inside" else stay.preposition, stay.place)
    ways = [v for v in draft.left if draft.things[v].is_called(("direction",))]
    if len(ways) == 1:
        draft.say("in", ways[0])
    alone = len(draft.left) == 1 and not draft.roles and draft.theme is None
    if alone and draft.things[draft.left[0]].place:
        draft.say("at", draft.left[0])


def _say_actors(draft: PhraseDraft) -> None:
    """Who does it, and with what; only one of each kind, since two could not be distinguished."""
    # A person may as well be the one who is served, if the effects speak of them.
    first = next(iter(draft.things), "")
    if first in draft.left and walks(draft.things[first]) and first not in draft.changed:
        _put_subject(draft, first)
    held = [s.thing for s in draft.moves.kept + draft.moves.ended if s.preposition == HOLD]
    inside = {s.thing for s in draft.moves.kept if s.place == draft.theme and s.preposition != "at"}
    untouched = [v for v in draft.left if v not in draft.related | draft.changed | inside]
    tools = [
        v
        for v in untouched
        if is_tool(draft.things[v]) and (v == first or not draft.things[v].is_a(CONVEYANCE))
    ]
    tools += [v for v in draft.left if v in held and not draft.things[v].place and v not in tools]
    if len(tools) == 1:
        draft.say("with", tools[0])


def _say_values(draft: PhraseDraft, action: ActionSchema) -> None:
    """Values that are replaced: `changing the capacity from {?s1} to {?s2}`."""
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
