"""The role that each parameter of an action plays, read from the schema.

What an action deletes and adds tells where something comes from and goes to; what it only asks for tells
where and with what it is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pddl2nl.english.collocations import (
    PART_NOUNS,
    at_or_in,
    base_of,
    is_agent,
    preposition_after_adjective,
    preposition_after_verb,
    progressive,
)
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_plural, is_word, verb_lemma
from pddl2nl.english.words import split_name
from pddl2nl.model import ActionSchema, Atom, is_variable
from pddl2nl.verbalizers.phrases import adjectival, preposition_for, with_article
from pddl2nl.verbalizers.schema import OBJECT, Facts, atoms, parameter_noun

FROM_WORDS = frozenset("from source src origin prev previous old before cur current start pre".split())
TO_WORDS = frozenset("to destination dest dst next new after goal target end finish post".split())

# The order in which the phrases of a sentence follow each other.
SOURCE, GOAL, MATTER, TOOL, ATTRIBUTE, PLACE, CHANGE = range(7)


@dataclass(frozen=True, slots=True)
class Phrase:
    """How a parameter is said.

    Args:
        variable: the parameter.
        preposition: the words before its noun.
        rank: its place among the phrases.
        tail: words after it.
        owner: the parameter behind which it is said, where it belongs to that one.
    """

    variable: str
    preposition: str
    rank: float
    tail: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that an action replaces by one that differs in a single argument."""

    predicate: str
    owners: tuple[str, ...]
    old: str
    new: str


@dataclass
class Scene:
    """An action while its parameters are being given their roles."""

    action: ActionSchema
    facts: Facts
    nouns: Mapping[str, str]
    required: Sequence[Atom]
    gained: Sequence[Atom]
    lost: Sequence[Atom]
    theme: str | None = None
    phrases: dict[str, Phrase] = field(default_factory=dict)

    def free(self, variable: str) -> bool:
        """Whether a term is a parameter that has no role yet."""
        return (
            variable in self.nouns and variable != self.theme and variable not in self.phrases
        )

    def say(
        self, variable: str, preposition: str, rank: float, tail: str = "", owner: str = ""
    ) -> None:
        """Give a parameter its role, unless it has one."""
        if self.free(variable):
            self.phrases[variable] = Phrase(variable, preposition, rank, tail, owner)


def scene(action: ActionSchema, known: Facts) -> Scene:
    """An action with its atoms sorted and no roles given."""
    effects = action.effects
    gained = [effect.atom for effect in effects if effect.adds]
    return Scene(
        action=action,
        facts=known,
        nouns={p.name: parameter_noun(p, action, known.kinds) for p in action.parameters},
        required=[atom for atom in atoms(action.precondition) if atom.predicate not in known.kinds],
        gained=gained,
        lost=[e.atom for e in effects if not e.adds and e.atom not in gained],
    )


# --- what predicates mean for roles ---------------------------------------------------------------


def locative(predicate: str) -> str | None:
    """The preposition in a predicate's name that says where something is, or None."""
    words = split_name(predicate)
    if words[:2] == ("on", "board"):
        return "on"
    for word in words:
        if word in PREPOSITIONS and word not in ("of", "for", "to", "next", "with", "by", "from"):
            return word
    return None


def active_verb(predicate: str) -> str | None:
    """The verb of a predicate whose first argument acts on its second: `lifting`, `carry`."""
    words = split_name(predicate)
    if len(words) != 1:
        return None
    word = words[0]
    lemma = base_of(word)
    if lemma and verb_lemma(word, "VBG"):
        return lemma
    return lemma if word in ("carry", "carries", "hold", "holds", "grasp", "grip") else None


def handling_verb(predicate: str) -> str | None:
    """The verb of a predicate whose second argument is in the first one's hands: not `pointing at`."""
    verb = active_verb(predicate)
    return verb if verb and not preposition_after_verb(verb) else None


def changes(scene: Scene) -> list[Change]:
    """The facts that are replaced, those about places first."""
    found = [
        change
        for lost in scene.lost
        for gained in scene.gained
        if (change := _change(lost, gained)) is not None
    ]
    return sorted(found, key=lambda change: not is_move(change))


def _change(lost: Atom, gained: Atom) -> Change | None:
    """What two atoms have in common, if they differ in their last argument alone."""
    if lost.predicate != gained.predicate or not lost.args or lost.args[:-1] != gained.args[:-1]:
        return None
    if len(lost.args) == 1 and not _marks_one_thing(lost.predicate):
        return None
    old, new = lost.args[-1], gained.args[-1]
    return None if old == new else Change(lost.predicate, lost.args[:-1], old, new)


def _marks_one_thing(predicate: str) -> bool:
    """Whether a unary fact wanders from one object to the next: `at-robot`, `headsnake`, not `clear`."""
    words = split_name(predicate)
    if locative(predicate) is not None:
        return True
    return is_a(words[-1], "noun") and not adjectival(words[-1]) and not base_of(words[0]) == "hold"


def is_move(change: Change) -> bool:
    """Whether a change takes something from one place to another."""
    return locative(change.predicate) is not None


# --- giving roles ---------------------------------------------------------------------------------


def give_roles(scene: Scene) -> None:
    """Give every parameter but the theme the phrase it is said by."""
    replaced = changes(scene)
    _say_main_change(scene, replaced)
    _say_movements(scene)
    _say_agents(scene)
    _say_other_changes(scene, replaced)
    _say_named_pairs(scene)
    _say_places(scene)
    _say_relations(scene)
    _say_transfer(scene)
    _say_rest(scene)


def main_change(scene: Scene, replaced: Sequence[Change]) -> Change | None:
    """The change that the sentence is about: of the theme, or of what wanders."""
    for change in replaced:
        owned = change.owners[:1] == (scene.theme,) or (not change.owners and scene.theme is None)
        if owned and is_variable(change.old) and is_variable(change.new):
            return change
    return None


def _say_main_change(scene: Scene, replaced: Sequence[Change]) -> None:
    change = main_change(scene, replaced)
    if change is None:
        return
    preposition = locative(change.predicate)
    beside = f" {preposition}" if preposition in _OFF_POINT else ""
    scene.say(change.old, f"from{beside}", SOURCE)
    scene.say(change.new, f"to{beside}", GOAL)


def _say_other_changes(scene: Scene, replaced: Sequence[Change]) -> None:
    said = 0
    for change in replaced:
        if not (scene.free(change.old) or scene.free(change.new)):
            continue
        opening = "and" if said else "changing"
        thing = f"{opening} {changed_thing(change.predicate)}"
        rank = CHANGE + said / 10
        if not is_variable(change.new):
            scene.say(change.old, f"{thing} from", rank, f"to {change.new}")
        elif scene.free(change.old):
            scene.say(change.old, f"{thing} from", rank)
            scene.say(change.new, "to", rank)
        else:
            scene.say(change.new, f"{thing} to", rank)
        said += 1


_OFF_POINT = frozenset("above behind below beneath beside inside under near over".split())


def changed_thing(predicate: str) -> str:
    """What a fluent predicate is about: `the fuel level`; `it` where its name is no noun."""
    words = [word for word in noun_phrase(predicate).split() if word not in PREPOSITIONS]
    words = words[1:] if words and words[0] in ("has", "have", "is") else words
    if not words or not (is_a(words[-1], "noun") or not is_word(words[-1])):
        return "it"
    if len(words) == 1 and not is_word(words[0]):
        return "the robot"
    if is_plural(words[-1]):
        return f"the number of {' '.join(words)}"
    if len(words) > 1 and words[0] in PART_NOUNS:
        return f"the {words[0]} of the {' '.join(words[1:])}"
    return f"the {' '.join(words)}"


def _say_movements(scene: Scene) -> None:
    """Places that something is put at or taken from, by facts of different predicates."""
    for atom in scene.gained:
        preposition = locative(atom.predicate)
        if preposition and len(atom.args) >= 2 and not _stays_there(scene, atom.args[1]):
            scene.say(atom.args[1], _goal(preposition, scene), GOAL)
    for atom in scene.lost:
        preposition = locative(atom.predicate)
        if preposition and len(atom.args) >= 2 and not _stays_there(scene, atom.args[1]):
            scene.say(atom.args[1], _source(preposition), SOURCE)
    for atom in scene.gained:
        _say_governed(scene, atom)
    for atom in scene.lost:
        words = split_name(atom.predicate)
        taken = len(atom.args) == 2 and atom.args[0] == scene.theme and len(words) == 1
        if taken and verb_lemma(words[0], "VBN"):
            scene.say(atom.args[1], "from", SOURCE)


def _goal(preposition: str, scene: Scene) -> str:
    verb = split_name(scene.action.name)[0]
    if preposition == "in":
        return "onto" if verb == "board" else "into"
    if preposition == "on":
        return "onto" if verb in ("load", "board", "move", "transfer") else "on"
    if preposition in _OFF_POINT:
        return f"to {preposition}"
    moved = any(
        locative(atom.predicate) and len(atom.args) > 1 and atom.args[0] == scene.theme
        for atom in scene.lost
    )
    return "to" if moved else preposition


def _source(preposition: str) -> str:
    return f"from {preposition}" if preposition in _OFF_POINT else "from"


def _say_governed(scene: Scene, atom: Atom) -> None:
    """The second argument of a participle: `(boarded ?p ?lift)`, `(painted ?tile ?color)`."""
    words = split_name(atom.predicate)
    if len(atom.args) < 2 or not verb_lemma(words[0], "VBN") or len(words) > 1:
        return
    if not scene.free(atom.args[1]) or _stays_there(scene, atom.args[1]):
        return
    if words[0] == "boarded":
        scene.say(atom.args[1], "onto", GOAL)
    elif preposition := preposition_after_adjective(words[0]):
        scene.say(atom.args[1], preposition, GOAL)


def _stays_there(scene: Scene, place: str) -> bool:
    """Whether the action asks for something at a place that does not leave it."""
    return any(
        place in atom.args
        and atom.args[-1] == place
        and atom not in scene.lost
        and (locative(atom.predicate) == "at")
        and (_is_place(scene, place) if len(atom.args) == 1 else atom.args[0] != scene.theme)
        for atom in scene.required
    )


def _say_agents(scene: Scene) -> None:
    for atom in (*scene.gained, *scene.lost):
        if handling_verb(atom.predicate) and len(atom.args) >= 2:
            agent, _, *tools = agent_first(scene, atom)
            scene.say(agent, "with", TOOL)
            for tool in tools:
                scene.say(tool, "using", TOOL)


def agent_first(scene: Scene, atom: Atom) -> tuple[str, ...]:
    """The arguments of an active fact, the doer first: `(carry ?ball ?gripper)` has it second."""
    first, second = atom.args[:2]
    nouns = scene.nouns
    if is_agent(nouns.get(second, "")) and not is_agent(nouns.get(first, "")):
        return (second, first, *atom.args[2:])
    return atom.args


def _say_named_pairs(scene: Scene) -> None:
    """Two parameters of a kind that are called from and to, before and after."""
    for source in scene.nouns:
        if not scene.free(source) or not _named(source, FROM_WORDS):
            continue
        for goal in scene.nouns:
            if scene.free(goal) and goal != source and _named(goal, TO_WORDS):
                if scene.nouns[source] == scene.nouns[goal]:
                    scene.say(source, "from", SOURCE)
                    scene.say(goal, "to", GOAL)
                    break


def _named(variable: str, words: frozenset[str]) -> bool:
    return bool(words.intersection(split_name(variable.removeprefix("?"))))


def _say_places(scene: Scene) -> None:
    """Where the action is done: at the places of its preconditions."""
    here = [
        atom
        for atom in scene.required
        if locative(atom.predicate) == "at"
        and 0 < len(atom.args) < 3
        and (len(atom.args) == 2 or _is_place(scene, atom.args[0]))
    ]
    open_places = {atom.args[-1] for atom in here if scene.free(atom.args[-1])}
    for atom in here:
        place = atom.args[-1]
        if _acts_from(scene, atom):
            scene.say(place, "from", SOURCE)
        elif scene.free(place):
            owner = atom.args[0] if len(open_places) > 1 and len(atom.args) == 2 else ""
            scene.say(place, at_or_in(scene.nouns.get(place, "")), PLACE, owner=owner)


def _acts_from(scene: Scene, atom: Atom) -> bool:
    """Whether the place of the doer is not the place of the deed."""
    if scene.theme is not None:
        return atom.args[0] != scene.theme and _is_place(scene, scene.theme)
    changed = {term for one in (*scene.gained, *scene.lost) for term in one.args}
    place = atom.args[-1]
    return place not in changed and any(
        scene.free(term) and _is_place(scene, term) for term in changed - {place}
    )


def _is_place(scene: Scene, variable: str) -> bool:
    return scene.facts.is_place_noun(scene.nouns.get(variable, ""))


def _say_relations(scene: Scene) -> None:
    """Parameters that a precondition ties to another one."""
    for atom in scene.required:
        if len(atom.args) == 2 and scene.free(atom.args[1]):
            _say_relation(scene, atom)
    for atom in scene.required:
        if len(atom.args) == 2 and scene.free(atom.args[1]) and _is_attribute(scene, atom):
            _say_attribute(scene, atom)
        elif len(atom.args) == 3 and scene.free(atom.args[0]) and _is_attribute(scene, atom):
            _say_value(scene, atom)


def _say_relation(scene: Scene, atom: Atom) -> None:
    preposition = locative(atom.predicate)
    verb = active_verb(atom.predicate)
    if preposition:
        scene.say(atom.args[1], preposition, PLACE)
    elif verb and preposition_after_verb(verb):
        scene.say(atom.args[1], f"{progressive(verb)} {preposition_after_verb(verb)}", PLACE)
    elif atom.predicate.endswith("of") and atom.args[0] == scene.theme:
        scene.say(atom.args[1], "of", SOURCE - 1)


def _say_attribute(scene: Scene, atom: Atom) -> None:
    """The value of a property: `with wood of awood {?w}`."""
    words = _own_words(scene, atom)
    noun = scene.nouns[atom.args[1]]
    same = words == noun.split() or words[-1] == noun.split()[-1]
    scene.say(atom.args[1], "with" if same else f"with {with_article(words)} of", ATTRIBUTE)


def _say_value(scene: Scene, atom: Atom) -> None:
    """The value that a fact about two others gives first: `(fuelcost ?level ?a ?b)`."""
    others = [scene.nouns.get(term, "") for term in atom.args[1:]]
    if others[0] == others[1] != scene.nouns[atom.args[0]]:
        words = noun_phrase(atom.predicate).split()
        scene.say(atom.args[0], f"with {with_article(words)} of", ATTRIBUTE)


def _is_attribute(scene: Scene, atom: Atom) -> bool:
    """Whether a fact gives a property of its first argument, whose name is a noun: `wood`, `size`."""
    words = noun_phrase(atom.predicate).split()
    first, last = scene.nouns.get(atom.args[0], ""), scene.nouns.get(atom.args[-1], "")
    return first != last and is_a(words[-1], "noun") and not adjectival(words[-1])


def _own_words(scene: Scene, atom: Atom) -> list[str]:
    words = noun_phrase(atom.predicate).split()
    owner = scene.nouns.get(atom.args[0], "").split()
    if words[0] in ("has", "have", "is"):
        words = words[1:]
    return words[len(owner) :] if owner and words[: len(owner)] == owner != words else words


_TRANSFERS = frozenset("communicate deliver give hand pass pour report send transfer transmit".split())


def _say_transfer(scene: Scene) -> None:
    """Who gives and who gets, where the verb is of that kind and the effects do not tell."""
    verb = split_name(scene.action.name)[0]
    ranks = {phrase.rank for phrase in scene.phrases.values()}
    left = [v for v in scene.nouns if scene.free(v)]
    if verb in _TRANSFERS and GOAL not in ranks and len(left) == 2:
        scene.say(left[0], "from", GOAL)
        scene.say(left[1], "to", GOAL)


def _say_rest(scene: Scene) -> None:
    chained = {term for change in changes(scene) for term in (change.old, change.new)}
    chained |= {p.variable for p in scene.phrases.values() if p.rank in (SOURCE, GOAL)}
    for variable, noun in scene.nouns.items():
        if not scene.free(variable):
            continue
        if any(scene.nouns.get(term) == noun for term in chained) and _is_between(scene, variable):
            scene.say(variable, "via", CHANGE + 1)
            continue
        preposition = preposition_for(noun, _is_place(scene, variable))
        if _is_made(scene, variable):
            scene.say(variable, "into", GOAL + 1)
        if preposition == "for" and not (scene.theme is None and noun == OBJECT):
            preposition = "with"
        scene.say(variable, preposition, TOOL)


def _is_made(scene: Scene, variable: str) -> bool:
    """Whether a parameter is what something is cut into."""
    verbs = _DIVIDING.intersection(noun_phrase(scene.action.name).split())
    return bool(verbs) and any(atom.args[:1] == (variable,) for atom in scene.gained)


_DIVIDING = frozenset("carve chop convert crush cut divide process saw slice split transform".split())


def _is_between(scene: Scene, variable: str) -> bool:
    """Whether a value stands between two others, as the middle one of `(next a b) (next b c)`."""
    firsts = [a for a in scene.required if len(a.args) == 2 and a.args[0] == variable]
    seconds = [a for a in scene.required if len(a.args) == 2 and a.args[1] == variable]
    return any(a.predicate == b.predicate for a in firsts for b in seconds)
