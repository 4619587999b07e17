"""An action as a scene: who is where before it, what changes, and what is said of whom so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pddl2nl.english.collocations import (
    IDIOMS,
    PART_NOUNS,
    base_of,
    is_agent,
    preposition_after_verb,
)
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_plural, is_word, verb_lemma, word_set
from pddl2nl.english.words import split_name
from pddl2nl.model import ActionSchema, Atom
from pddl2nl.verbalizers.phrases import adjectival
from pddl2nl.verbalizers.schema import Facts, atoms, parameter_noun

FROM_WORDS = word_set(
    "from source src origin prev previous old before cur current start pre initial"
)
TO_WORDS = word_set("to destination dest dst next new after goal target end finish post final")


# The order in which the phrases of a sentence follow each other.
SOURCE = 0
GOAL = 1
MATTER = 2
TOOL = 3
ATTRIBUTE = 4
PLACE = 5
CHANGE = 6


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
        return variable in self.nouns and variable != self.theme and variable not in self.phrases

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


def locative(predicate: str) -> str | None:
    """The preposition in a predicate's name that says where something is, or None."""
    words = split_name(predicate)
    if words[:2] == ("on", "board"):
        return "on"
    if len(words) == 2 and words[1] in IDIOMS:
        return None
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
    """The verb of a predicate whose second argument is in the first one's hands: not `pointing
    at`."""
    verb = active_verb(predicate)
    return verb if verb and not preposition_after_verb(verb) else None


def changes(scene: Scene) -> list[Change]:
    """The facts that are replaced, those about places first."""
    found = [
        change
        for lost in scene.lost
        for gained in scene.gained
        if (change := _change(lost, gained, scene.facts)) is not None
    ]
    return sorted(found, key=lambda change: not is_move(change))


def _change(lost: Atom, gained: Atom, facts: Facts) -> Change | None:
    """What two atoms have in common, if they differ in one argument, which is not their first."""
    if lost.predicate != gained.predicate or len(lost.args) != len(gained.args):
        return None
    differing = [
        i for i, pair in enumerate(zip(lost.args, gained.args, strict=True)) if len(set(pair)) > 1
    ]
    if len(differing) != 1:
        return None
    place = differing[0]
    if len(lost.args) == 1:
        if lost.predicate not in facts.marks or not _marks_one_thing(lost.predicate):
            return None
    elif place == 0 and split_name(lost.predicate)[0] not in ("has", "have"):
        return None
    owners = lost.args[1:] if place == 0 else lost.args[:1]
    return Change(lost.predicate, owners, lost.args[place], gained.args[place])


def _marks_one_thing(predicate: str) -> bool:
    """Whether a unary fact wanders from one object to the next: `at-robot`, `headsnake`, not
    `clear`."""
    words = split_name(predicate)
    if locative(predicate) is not None:
        return True
    return is_a(words[-1], "noun") and not adjectival(words[-1]) and base_of(words[0]) != "hold"


def is_move(change: Change) -> bool:
    """Whether a change takes something from one place, or one owner, to another."""
    words = split_name(change.predicate)
    return (
        locative(change.predicate) is not None
        or words[-1] in _SITES
        or (
            words[0] in ("has", "have")
            and bool(change.owners)
            and change.owners[0] != change.old
            and len(words) > 1
        )
    )


_SITES = word_set("loc location pos position place")


def changed_thing(predicate: str) -> str:
    """What a fluent predicate is about: `the fuel level`; `it` where its name is no noun."""
    words = noun_phrase(predicate).split()
    inner = any(word in PREPOSITIONS for word in words[1:-1])
    words = [word for word in words if word not in PREPOSITIONS]
    words = words[1:] if words and words[0] in ("has", "have", "is") else words
    while words and adjectival(words[-1]):
        words = words[:-1]
    if (
        inner
        or not words
        or verb_lemma(words[0], "VBG")
        or not (is_a(words[-1], "noun") or not is_word(words[-1]))
    ):
        return "it"
    if len(words) == 1 and not is_word(words[0]):
        return "the robot"
    if is_plural(words[-1]):
        return f"the number of {' '.join(words)}"
    if len(words) > 1 and words[0] in PART_NOUNS:
        return f"the {words[0]} of the {' '.join(words[1:])}"
    return f"the {' '.join(words)}"


def agent_first(scene: Scene, atom: Atom) -> tuple[str, ...]:
    """The arguments of an active fact, the doer first: `(carry ?ball ?gripper)` has it second."""
    first, second = atom.args[:2]
    nouns = scene.nouns
    if is_agent(nouns.get(second, "")) and not is_agent(nouns.get(first, "")):
        return (second, first, *atom.args[2:])
    return atom.args


def is_place(scene: Scene, variable: str) -> bool:
    return scene.facts.is_place_noun(scene.nouns.get(variable, ""))
