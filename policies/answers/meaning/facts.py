"""What holds of a problem's objects from the beginning: their kinds, and what never changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice

from pddl2nl.compose import squash
from pddl2nl.domain_facts import fluents, kinds_asked_for
from pddl2nl.model import (
    ActionSchema,
    Atom,
    GroundAction,
    Problem,
    is_variable,
    objects_by_type,
    supertypes,
)
from policies.answers.meaning.frames import DomainWords
from policies.answers.meaning.words import tokens

MOST_UNSAID = 1
"""A step that leaves more unsaid is not told, whatever follows from the facts."""
_MOST_COMPLETIONS = 4096
"""So many ways to fill in what is unsaid are looked at."""


class Facts:
    """The objects of a problem: which can stand where, and what follows for those left unsaid."""

    def __init__(self, problem: Problem, words: DomainWords) -> None:
        self._problem = problem
        self._words = words
        self._init = frozenset(problem.init)
        self._ranges: dict[str, tuple[Mapping[str, None], ...]] = {}
        self._lasting: dict[str, tuple[Atom, ...]] = {}
        self.kinds_of = cache(self._kinds_of)

    @cached_property
    def _members(self) -> Mapping[str, tuple[str, ...]]:
        return objects_by_type(self._problem)

    @cached_property
    def _lasting_facts(self) -> frozenset[Atom]:
        """The facts of the beginning that no action changes."""
        changing = fluents(self._problem.domain)
        return frozenset(fact for fact in self._init if fact.predicate not in changing)

    def ranges(self, action: str) -> tuple[Mapping[str, None], ...]:
        """For every parameter of an action the objects of its kind, by type or static facts."""
        if action not in self._ranges:
            schema = self._words.schemas[action]
            found = [
                {item: None for kind in parameter.types for item in self._members.get(kind, ())}
                for parameter in schema.parameters
            ]
            for predicate, place in kinds_asked_for(self._problem.domain, schema):
                found[place] = {
                    item: None for item in found[place] if Atom(predicate, (item,)) in self._init
                }
            self._ranges[action] = tuple(found)
        return self._ranges[action]

    def fits(self, action: GroundAction) -> bool:
        """Whether the objects are of the right kinds."""
        ranges = self.ranges(action.name)
        return all(item in kind for item, kind in zip(action.args, ranges, strict=True))

    def possible(self, action: GroundAction) -> bool:
        """Whether what an action asks of the initial state for good is so."""
        return self._holds(action.name, dict(enumerate(action.args)))

    def completed(
        self, action: str, values: Mapping[int, str], among: Sequence[str] | None = None
    ) -> GroundAction | None:
        """The one action with some of its objects given; the others must follow from the facts.

        Args:
            action: its name.
            values: the objects given, by parameter.
            among: the only objects that may be left unsaid, None for all.
        """
        arity = len(self._words.schemas[action].parameters)
        unsaid = [place for place in range(arity) if place not in values]
        if sum(len(self.ranges(action)[place]) > 1 for place in unsaid) > MOST_UNSAID:
            return None
        if not unsaid:
            return GroundAction(action, tuple(values[place] for place in range(arity)))
        found = list(islice(self._completions(action, dict(values), unsaid, among), 2))
        # What is named has its place already: it is not left unsaid elsewhere.
        if len(found) != 1 or any(found[0][place] in values.values() for place in unsaid):
            return None
        return GroundAction(action, tuple(found[0][place] for place in range(arity)))

    def _completions(
        self,
        action: str,
        values: dict[int, str],
        unsaid: Sequence[int],
        among: Sequence[str] | None,
    ) -> Iterator[dict[int, str]]:
        tried = 0

        def fill(level: int) -> Iterator[dict[int, str]]:
            nonlocal tried
            if level == len(unsaid):
                yield dict(values)
                return
            for item in self.ranges(action)[unsaid[level]]:
                if among is not None and item not in among:
                    continue
                tried += 1
                if tried > _MOST_COMPLETIONS:
                    # Too many to look at: as good as two.
                    yield from ({}, {})
                    return
                values[unsaid[level]] = item
                if self._holds(action, values):
                    yield from fill(level + 1)
            values.pop(unsaid[level], None)

        return fill(0)

    def _holds(self, action: str, values: Mapping[int, str]) -> bool:
        """Whether the static atoms about given parameters hold in the beginning."""
        schema = self._words.schemas[action]
        named = {item.name: values[n] for n, item in enumerate(schema.parameters) if n in values}
        return all(
            Atom(atom.predicate, args) in self._init
            for atom in self.lasting(action)
            if (args := tuple(named.get(term, term) for term in atom.args))
            and not any(term.startswith("?") for term in args)
        )

    def lasting(self, action: str) -> tuple[Atom, ...]:
        """The atoms of an action's precondition that nothing ever changes for such objects.

        A hoist stays where it is although trucks move, if no action that changes a place takes it.
        """
        if action not in self._lasting:
            schema = self._words.schemas[action]
            changing = (
                part
                for part in self._words.changing[action]
                if not any(
                    self._may_change(other, effect.atom, schema, part)
                    for other in self._words.schemas.values()
                    for effect in other.effects
                    if effect.atom.predicate == part.predicate
                )
            )
            self._lasting[action] = (*self._words.statics[action], *changing)
        return self._lasting[action]

    def _may_change(
        self, changer: ActionSchema, changed: Atom, schema: ActionSchema, atom: Atom
    ) -> bool:
        """Whether an effect of one action may touch an atom in the precondition of another."""
        return all(
            not self._range_of(changer, one).isdisjoint(self._range_of(schema, other))
            for one, other in zip(changed.args, atom.args, strict=True)
        )

    def _range_of(self, schema: ActionSchema, term: str) -> frozenset[str]:
        """The objects that a term in an action can stand for."""
        for number, parameter in enumerate(schema.parameters):
            if parameter.name == term:
                return frozenset(self.ranges(schema.name)[number])
        every = frozenset(item.name for item in self._problem.all_objects)
        return every if is_variable(term) else frozenset({term})

    def _kinds_of(self, item: str) -> frozenset[str]:
        """The words that may name an object's kind: its types, and static facts about it alone."""
        above = supertypes(self._problem.domain)
        types = next((o.types for o in self._problem.all_objects if o.name == item), ())
        names = {each for kind in types for each in (kind, *above.get(kind, ()))}
        names |= {fact.predicate for fact in self._lasting_facts if fact.args == (item,)}
        return frozenset(
            word for name in names for word in (*tokens(name), squash(name)) if word.isalpha()
        )
