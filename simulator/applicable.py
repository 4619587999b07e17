"""All applicable actions of a state, found from what changed since the state asked for before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from threading import Lock
from typing import TypeAlias

from pddl2nl.model import Atom, Domain, GroundAction
from simulator.effects import Operator, Operators
from simulator.grounding import compile_matcher, normal_form, sort_conjuncts
from simulator.queries import Literals, Query, QueryCompiler, Row, StaticTask, check

_Triggers: TypeAlias = dict[str, list[tuple[str, Query]]]
MAX_ACTIONS = 500_000
"""More applicable actions in one state than these would fill the memory."""
_BETWEEN_CHECKS = 256
_LARGEST_CHANGE = 24
"""With more facts changed than this, all actions are looked for afresh."""


class TooManyActionsError(Exception):
    """More actions are applicable than can be listed."""

    def __init__(self, most: int = MAX_ACTIONS) -> None:
        super().__init__(f"more than {most:,} actions are applicable")


class ApplicableActions:
    """Enumerates applicable actions without grounding any that is not.

    It remembers the set of facts asked for last and its answer. A walk or a search asks for
    neighbouring states in turn, so that most of the answer stays and only the actions with a
    changed fact in their precondition are looked at.
    """

    def __init__(self, domain: Domain, task: StaticTask, operators: Operators) -> None:
        compiler = QueryCompiler(task)
        self._operators = operators
        self._index = compiler.index
        self._matchers = {
            schema.name: compile_matcher(
                compiler, schema.parameters, normal_form(schema.precondition)
            )
            for schema in domain.actions
        }
        self._when_added: _Triggers = defaultdict(list)
        self._when_deleted: _Triggers = defaultdict(list)
        for name, matcher in self._matchers.items():
            for predicate, queries in matcher.when_added.items():
                self._when_added[predicate] += [(name, query) for query in queries]
            for predicate, queries in matcher.when_deleted.items():
                self._when_deleted[predicate] += [(name, query) for query in queries]
        self._facts: frozenset[Atom] | None = None
        self._found: dict[Row, Operator] = {}
        self._answer: tuple[GroundAction, ...] = ()
        self._lock = Lock()

    def of(self, facts: frozenset[Atom]) -> tuple[GroundAction, ...]:
        """The actions applicable where exactly these facts hold, by name and arguments.

        Raises:
            TooManyActionsError: they are too many.
            OutOfTimeError: the time that `queries.within` gives is up.
        """
        with self._lock:
            if facts is not self._facts:
                self._move_to(facts)
            return self._answer

    def _move_to(self, facts: frozenset[Atom]) -> None:
        before, self._facts = self._facts, None  # unknown, should anything below be interrupted
        if before is None:
            self._restart(facts)
        else:
            added, deleted = facts - before, before - facts
            if len(added) + len(deleted) > _LARGEST_CHANGE:
                self._restart(facts)
            else:
                self._update(facts, added, deleted)
        self._answer = tuple([self._found[key].action for key in sorted(self._found)])
        self._facts = facts

    def _restart(self, facts: frozenset[Atom]) -> None:
        self._index.clear()
        self._index.add(facts)
        self._found = {}
        for name in self._matchers:
            self._look_everywhere(name, facts)

    def _update(
        self, facts: frozenset[Atom], added: frozenset[Atom], deleted: frozenset[Atom]
    ) -> None:
        self._index.remove(deleted)
        self._index.add(added)
        self._found = {
            key: operator for key, operator in self._found.items() if operator.precondition(facts)
        }
        for fact in added:
            for name, query in self._when_added.get(fact.predicate, ()):
                self._keep(name, query(fact.args, self._index.buckets), facts)
        for fact in deleted:
            for name, query in self._when_deleted.get(fact.predicate, ()):
                self._keep(name, query(fact.args, self._index.buckets), facts)
        changed = {fact.predicate for fact in added | deleted}
        for name, matcher in self._matchers.items():
            if not matcher.opaque.isdisjoint(changed):
                self._look_everywhere(name, facts)

    def _look_everywhere(self, name: str, facts: frozenset[Atom]) -> None:
        self._keep(name, self._matchers[name].everything((), self._index.buckets), facts)

    def _keep(self, name: str, candidates: Iterable[Row], facts: frozenset[Atom]) -> None:
        found, operators = self._found, self._operators
        for number, args in enumerate(candidates):
            if not number % _BETWEEN_CHECKS:
                check()
            key = (name, *args)
            if key not in found:
                operator = operators.get(key) or operators.make(key)
                if operator.precondition(facts):
                    found[key] = operator
                    if len(found) > MAX_ACTIONS:
                        raise TooManyActionsError


def possible_actions(
    domain: Domain, task: StaticTask, most: int
) -> tuple[GroundAction, ...] | None:
    """The actions whose objects have the right types and whose static preconditions hold.

    Every action that is applicable in any state is among them. They are ordered by name, then by
    arguments.

    Args:
        domain: the domain.
        task: what never changes.
        most: how many there may be.

    Returns:
        The actions, None where there are more.

    Raises:
        OutOfTimeError: the time that `queries.within` gives is up.
    """
    compiler = QueryCompiler(task)
    found: list[GroundAction] = []
    for schema in domain.actions:
        positive, negative, _ = sort_conjuncts(normal_form(schema.precondition))
        literals = Literals(
            holding=tuple(atom for atom in positive if task.is_static(atom.predicate)),
            failing=tuple(atom for atom in negative if task.is_static(atom.predicate)),
        )
        rows = compiler.compile((), schema.parameters, literals)((), compiler.index.buckets)
        left = most - len(found)
        found += (GroundAction(schema.name, row) for row in islice(rows, left + 1))
        if len(found) > most:
            return None
    return tuple(sorted(set(found), key=lambda action: (action.name, action.args)))
