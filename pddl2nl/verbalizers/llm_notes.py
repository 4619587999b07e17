"""What a model has to know of a domain's names: parts to write at once, roles, permissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pddl2nl.english import join, split_name
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_base_verb, verb_lemma, word_set
from pddl2nl.lexicon import predicate_key
from pddl2nl.model import (
    ActionSchema,
    Atom,
    Domain,
    Predicate,
    atoms_of,
    conjuncts,
    fluents,
)
from pddl2nl.verbalizers.llm_answers import SnippetItem, Use
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.writer import action_to_pddl

MAX_ITEMS = 100
"""Snippets of one request, unless a single action has more predicates."""
MAX_CHARACTERS = 40_000
"""Of the actions of one request, about 10,000 tokens, unless a single action is longer."""


_GRANTING = word_set(
    """
    can may ok okay able allow allowed permit permitted possible
    at by for from in into of off on onto out to with
    """
)


@dataclass(frozen=True, slots=True)
class Part:
    """What one request asks for: some actions, and the predicates in them that have no snippet
    yet, or stand in no action.
    """

    predicates: tuple[Predicate, ...]
    actions: tuple[ActionSchema, ...]


def parts(domain: Domain) -> Iterator[Part]:
    """A domain in as few parts as the limits allow; most are one part.

    Each predicate is in the part of the first action that it stands in.
    """
    pending = {(item.name, len(item.parameters)): item for item in domain.predicates}
    heads: dict[tuple[str, int], Predicate] = {}
    actions: list[ActionSchema] = []
    size = 0
    for action in domain.actions:
        new = {head: pending[head] for head in _heads(action) if head in pending}
        length = len(action_to_pddl(action))
        count = len({**heads, **new}) + len(actions) + 1
        if actions and (count > MAX_ITEMS or size + length > MAX_CHARACTERS):
            yield _part(domain, heads, actions)
            heads, actions, size = {}, [], 0
        heads |= new
        actions.append(action)
        size += length
        pending = {head: item for head, item in pending.items() if head not in new}
    while actions or heads or pending:
        room = max(0, MAX_ITEMS - len(heads) - len(actions))
        unused = dict(list(pending.items())[:room])
        yield _part(domain, heads | unused, actions)
        pending = {head: item for head, item in pending.items() if head not in unused}
        heads, actions = {}, []


def _part(
    domain: Domain, heads: dict[tuple[str, int], Predicate], actions: Sequence[ActionSchema]
) -> Part:
    own = tuple(item for item in domain.predicates if (item.name, len(item.parameters)) in heads)
    return Part(own, tuple(actions))


def _heads(action: ActionSchema) -> Iterator[tuple[str, int]]:
    return ((atom.predicate, len(atom.args)) for atom in atoms_in(action))


def atoms_in(action: ActionSchema) -> Iterator[Atom]:
    """Every atom of an action: what it needs, what its effects depend on, what it changes."""
    yield from atoms_of(action.precondition)
    for effect in action.effects:
        yield from atoms_of(effect.condition)
        yield effect.atom


# --- what a predicate means -----------------------------------------------------------------------


def unclear(domain: Domain) -> frozenset[str]:
    """The keys of the predicates whose names alone do not say what they mean.

    These are the names that the rules only quote, and those that end in a preposition one side of
    which is missing: `(on ?c)`.
    """
    origins = RulesVerbalizer().lexicon(domain).provenance["predicates"]
    return frozenset(
        key
        for item in domain.predicates
        if origins[key := predicate_key(domain, item)] == "plain"
        or (len(item.parameters) < 2 and split_name(item.name)[-1] in PREPOSITIONS)
    )


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a predicate stands in an action."""

    predicate: Predicate
    action: ActionSchema
    atom: Atom

    @property
    def roles(self) -> str:
        """Which variable of the predicate is which of the action; empty where all are the same."""
        pairs = zip(self.predicate.parameters, self.atom.args, strict=True)
        return join([f"{item.name} is {term}" for item, term in pairs if item.name != term])


def occurrence(predicate: Predicate, actions: Sequence[ActionSchema]) -> Occurrence | None:
    """The shortest action that changes a predicate, or else that needs it; None if none does."""
    found = [
        (
            not any(effect.atom == atom for effect in action.effects),
            len(action_to_pddl(action)),
            rank,
            Occurrence(predicate, action, atom),
        )
        for rank, action in enumerate(actions)
        for atom in atoms_in(action)
        if (atom.predicate, len(atom.args)) == (predicate.name, len(predicate.parameters))
    ]
    return min(found, key=lambda each: each[:3], default=(False, 0, 0, None))[3]


@dataclass(frozen=True)
class DomainNotes:
    """A domain with what follows from it about each of its names."""

    domain: Domain

    @cached_property
    def predicates(self) -> Mapping[Predicate, SnippetItem]:
        """The predicates as items that need snippets."""
        return {
            each: SnippetItem(
                predicate_key(self.domain, each),
                each,
                Use.PASSING if each.name in self._ended else Use.LASTING,
                self._permitted_action(each),
            )
            for each in self.domain.predicates
        }

    @cached_property
    def actions(self) -> Mapping[ActionSchema, SnippetItem]:
        """The actions as items that need snippets."""
        return {each: SnippetItem(each.name, each, Use.ACTION) for each in self.domain.actions}

    def note(self, predicate: Predicate, actions: Sequence[ActionSchema]) -> str:
        """What the actions of a prompt make of a predicate, in a line for it."""
        if any(axiom.predicate == predicate.name for axiom in self.domain.axioms):
            stays = "derived"
        elif predicate.name in self._fluents:
            stays = "can end" if predicate.name in self._ended else "never ends"
        else:
            permitted = self.predicates[predicate].permits
            stays = f"static; permission to {permitted}" if permitted else "static"
        shown = occurrence(predicate, actions)
        roles = shown.roles if shown is not None else ""
        return f"{stays}; in {shown.action.name}, {roles}" if shown and roles else stays

    @cached_property
    def _fluents(self) -> frozenset[str]:
        return fluents(self.domain)

    @cached_property
    def _ended(self) -> frozenset[str]:
        """The predicates that some action makes false."""
        effects = (effect for action in self.domain.actions for effect in action.effects)
        return frozenset(effect.atom.predicate for effect in effects if not effect.adds)

    @cached_property
    def _needing(self) -> Mapping[str, Sequence[ActionSchema]]:
        """The actions that need a predicate that is never changed of their parameters alone."""
        found: dict[str, list[ActionSchema]] = {}
        for action in self.domain.actions:
            own = {item.name for item in action.parameters}
            for part in conjuncts(action.precondition):
                if isinstance(part, Atom) and set(part.args) <= own:
                    found.setdefault(part.predicate, []).append(action)
        return {name: each for name, each in found.items() if name not in self._fluents}

    def _permitted_action(self, predicate: Predicate) -> str:
        """The action that a predicate permits; empty where it is not sure to permit one.

        A permission is never changed, stands in that action's precondition over some of its
        parameters, and is called like it, verb included: `(may-fetch ?who ?what)`.
        """
        words = split_name(predicate.name)
        if not predicate.parameters or _states_more(predicate, words):
            return ""
        named = {verb_lemma(word, "VBZ") or word for word in words} - _GRANTING
        for action in self._needing.get(predicate.name, ()):
            called = split_name(action.name)
            if called and called[0] in named and named <= {*called} and is_base_verb(called[0]):
                return action.name
        return ""


def _states_more(predicate: Predicate, words: Sequence[str]) -> bool:
    """Whether a name may state a kind, a quality or a direction: `(pump ?x)`, `(right ?x ?y)`."""
    if len(words) != 1:
        return False
    others = ("adj", "adv", "noun") if len(predicate.parameters) == 1 else ("adj", "adv")
    return words[0] in PREPOSITIONS or any(is_a(words[0], each) for each in others)
