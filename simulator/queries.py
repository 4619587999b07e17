"""What never changes in a problem, and conjunctive queries over its facts.

A query finds the objects that can stand for parameters. It is planned once, as a join in loops
inside each other over indexes, the most selective literal first, and is then run with a different
set of facts each time. For the action `(load ?p ?t ?l)` with the precondition
`(at ?p ?l) (at ?t ?l) (truck ?t)`, started from a known fact `(at ?t ?l)`, it checks that the truck
is one, and then goes through the facts `(at ?p ?l)` with the known location.

Static facts live in the tables of a StaticTask, facts that change in a FactIndex.

Loops that can take for ever, over the objects of an action or of a quantifier, ask `check` on the
way; whoever calls them limits their time with `within`.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from threading import Event
from typing import TypeAlias

from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    Atom,
    Parameter,
    Problem,
    Term,
    fluents,
    is_variable,
    objects_by_type,
)

_limits: ContextVar[tuple[float, Event | None]] = ContextVar("_limits", default=(inf, None))
"""When loops have to be done, and the event that stops them before."""


class OutOfTimeError(Exception):
    """A loop was broken off, since its time was up."""


@contextmanager
def within(seconds: float = inf, stop: Event | None = None) -> Iterator[None]:
    """Limit what runs inside, also in a thread of `asyncio.to_thread`.

    Args:
        seconds: the time that it may take; a limit around it that ends sooner stays.
        stop: an event that breaks it off; None for the one of the limit around it.

    Raises:
        OutOfTimeError: what runs inside has broken off.
    """
    end, outer = _limits.get()
    token = _limits.set((min(end, time.monotonic() + seconds), outer if stop is None else stop))
    try:
        yield
    finally:
        _limits.reset(token)


def check() -> None:
    """Break off if the time is up, or nobody waits any longer.

    Raises:
        OutOfTimeError: it is.
    """
    end, stop = _limits.get()
    if end is not inf and time.monotonic() > end:
        raise OutOfTimeError("the time limit is reached")
    if stop is not None and stop.is_set():
        raise OutOfTimeError("it was stopped")


class StaticTask:
    """The unchanging part of a problem, in the shape in which grounding asks for it.

    Attributes:
        changing: the predicates that an effect names or an axiom derives.
        static: the initial facts over all other predicates.
        fluents: the initial facts over the changing ones.
    """

    def __init__(self, problem: Problem) -> None:
        self.changing = fluents(problem.domain)
        self._atoms: dict[tuple[str, tuple[str, ...]], Atom] = {}
        self._members = objects_by_type(problem)
        facts = [self.atom(atom.predicate, atom.args) for atom in problem.init]
        self.fluents = frozenset(fact for fact in facts if fact.predicate in self.changing)
        self.static = frozenset(fact for fact in facts if fact.predicate not in self.changing)
        self._rows: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for fact in facts:
            self._rows[fact.predicate].add(fact.args)

    def atom(self, predicate: str, args: tuple[str, ...]) -> Atom:
        """The one Atom object of this problem for a fact, so that sets compare it by identity."""
        key = (predicate, args)
        known = self._atoms.get(key)
        if known is None:
            known = self._atoms[key] = Atom(predicate, args)
        return known

    def is_static(self, predicate: str) -> bool:
        """Whether no action and no axiom can change the predicate (equality included)."""
        return predicate not in self.changing

    def holds_statically(self, predicate: str, args: tuple[str, ...]) -> bool:
        """Whether a static fact (or an equality) holds."""
        if predicate == EQUALITY:
            return args[0] == args[1]
        return args in self._rows.get(predicate, ())

    def initial_rows(self, predicate: str) -> set[tuple[str, ...]]:
        """The arguments of all initial facts of a predicate."""
        return self._rows.get(predicate, set())

    def range_of(self, parameter: Parameter) -> tuple[str, ...]:
        """The objects that a parameter can stand for, in the order of their declaration."""
        if parameter.types == (ROOT_TYPE,):
            return self._members[ROOT_TYPE]
        if len(parameter.types) == 1:
            return self._members.get(parameter.types[0], ())
        allowed = {name for kind in parameter.types for name in self._members.get(kind, ())}
        return tuple(name for name in self._members[ROOT_TYPE] if name in allowed)

    def ranges(self, parameters: tuple[Parameter, ...]) -> Mapping[str, tuple[str, ...]]:
        """Each parameter's name with the objects that it can stand for."""
        return {parameter.name: self.range_of(parameter) for parameter in parameters}


Row: TypeAlias = tuple[str, ...]
IndexKey: TypeAlias = tuple[int | str, ...]
Buckets: TypeAlias = dict[IndexKey, set[Row]]
Query: TypeAlias = Callable[[Row, Buckets], Iterable[Row]]
Positions: TypeAlias = tuple[int, ...]

Values: TypeAlias = list[str]
"""What the terms of a query stand for, each in a place of its own; constants are there already."""
Guard: TypeAlias = Callable[[Values, Buckets], bool]
Rows: TypeAlias = Callable[[Values, Buckets], Iterable[Row]]

_LOOPS_UNCHECKED = 3
"""Nested loops check the time at every such depth; the loops between are soon done."""


class FactIndex:
    """A changing set of facts, laid out for each way in which the queries look facts up.

    An access path is a predicate and the positions whose arguments are known at look-up.
    `buckets` has, under the path's number and these arguments, the rows of the other arguments.
    """

    def __init__(self) -> None:
        self.buckets: dict[IndexKey, set[Row]] = {}
        self._paths: dict[tuple[str, Positions], int] = {}
        self._splits: dict[str, list[tuple[int, Positions, Positions]]] = defaultdict(list)

    def path(self, predicate: str, known: Positions, arity: int) -> int:
        """The number of an access path. All paths are made before the first fact is added."""
        number = self._paths.get((predicate, known))
        if number is None:
            number = self._paths[predicate, known] = len(self._paths)
            rest = tuple(at for at in range(arity) if at not in known)
            self._splits[predicate].append((number, known, rest))
        return number

    def add(self, facts: Iterable[Atom]) -> None:
        """Enter facts."""
        for key, row in self._entries(facts):
            bucket = self.buckets.get(key)
            if bucket is None:
                self.buckets[key] = {row}
            else:
                bucket.add(row)

    def remove(self, facts: Iterable[Atom]) -> None:
        """Take out facts that were entered before."""
        for key, row in self._entries(facts):
            bucket = self.buckets[key]
            bucket.discard(row)
            if not bucket:
                del self.buckets[key]

    def clear(self) -> None:
        """Take out all facts; the access paths stay."""
        self.buckets.clear()

    def _entries(self, facts: Iterable[Atom]) -> Iterator[tuple[IndexKey, Row]]:
        for fact in facts:
            args = fact.args
            for number, known, rest in self._splits.get(fact.predicate, ()):
                yield (number, *[args[at] for at in known]), tuple([args[at] for at in rest])


@dataclass(frozen=True, slots=True)
class Literals:
    """What the objects must satisfy: atoms that hold, and static atoms that do not."""

    holding: tuple[Atom, ...] = ()
    failing: tuple[Atom, ...] = ()


class QueryCompiler:
    """Compiles queries for one problem; `index` is where they find the facts that change."""

    def __init__(self, task: StaticTask) -> None:
        self.index = FactIndex()
        self.task = task
        self._tables: dict[tuple[str, Positions], dict[Row, list[Row]]] = {}

    def compile(
        self, seed: Sequence[Term], parameters: Sequence[Parameter], literals: Literals
    ) -> Query:
        """A function that finds the values of all parameters, in their order.

        Args:
            seed: terms whose values are known when the query is run; a constant or a variable
                given twice makes the query empty for values that do not fit.
            parameters: the variables to find; those also in `seed` are only checked.
            literals: what has to hold of them.
        """
        return _Plan(self, seed, parameters, literals).query().run

    def table(self, predicate: str, known: Positions, arity: int) -> dict[Row, list[Row]]:
        """The static facts of a predicate by their arguments at the known positions."""
        found = self._tables.get((predicate, known))
        if found is None:
            rest = [at for at in range(arity) if at not in known]
            found = self._tables[predicate, known] = {}
            for row in sorted(self.task.initial_rows(predicate)):
                key = tuple(row[at] for at in known)
                found.setdefault(key, []).append(tuple(row[at] for at in rest))
        return found


@dataclass(frozen=True, slots=True)
class _Loop:
    """Rows to go through, the places that their values go to, and what must hold then."""

    rows: Rows
    targets: tuple[tuple[int, int], ...]
    guards: list[Guard]

    def takes(self, row: Row, values: Values, index: Buckets) -> bool:
        """Enter the values of a row, and say whether all holds that must."""
        for at, place in self.targets:
            values[place] = row[at]
        # Not `all`: its generator expression would take longer than the guards.
        for guard in self.guards:  # noqa: SIM110
            if not guard(values, index):
                return False
        return True


@dataclass(frozen=True, slots=True)
class _Join:
    """A planned query: what is done with the seed, then loops inside each other."""

    blank: tuple[str, ...]
    start: _Loop
    loops: tuple[_Loop, ...]
    row: Positions

    def run(self, seed: Row, index: Buckets) -> Iterable[Row]:
        """The rows for a seed."""
        values = list(self.blank)
        if not self.start.takes(seed, values, index):
            return ()
        if not self.loops:
            return (self._row(values),)
        return self._from(0, values, index)

    def _from(self, depth: int, values: Values, index: Buckets) -> Iterator[Row]:
        loop = self.loops[depth]
        last = depth + 1 == len(self.loops)
        unchecked = (depth + 1) % _LOOPS_UNCHECKED
        for row in loop.rows(values, index):
            if not unchecked:
                check()
            if loop.takes(row, values, index):
                if last:
                    yield self._row(values)
                else:
                    yield from self._from(depth + 1, values, index)

    def _row(self, values: Values) -> Row:
        return tuple([values[place] for place in self.row])


@dataclass(slots=True)
class _Plan:
    """The loops of one query, found one by one as terms become known."""

    compiler: QueryCompiler
    seed: Sequence[Term]
    parameters: Sequence[Parameter]
    literals: Literals
    _loops: list[_Loop] = field(default_factory=list)
    _places: dict[Term, int] = field(default_factory=dict)
    _blank: list[str] = field(default_factory=list)
    _holding: list[Atom] = field(default_factory=list)
    _failing: list[Atom] = field(default_factory=list)

    @property
    def task(self) -> StaticTask:
        return self.compiler.task

    def query(self) -> _Join:
        self._holding = list(self.literals.holding)
        self._failing = list(self.literals.failing)
        self._loop(self.seed, _always(()))
        while step := self._cheapest():
            if isinstance(step, Atom):
                self._holding.remove(step)
                self._match(step)
            else:
                rows = tuple((name,) for name in self.task.range_of(step))
                self._loop([step.name], _always(rows))
        row = tuple(self._places[parameter.name] for parameter in self.parameters)
        start, *loops = self._loops
        return _Join(tuple(self._blank), start, tuple(loops), row)

    def _cheapest(self) -> Atom | Parameter | None:
        """The literal, or else the parameter, with the fewest expected values to try next."""
        steps: list[tuple[float, Atom | Parameter]] = [
            (self._expected(atom), atom)
            for atom in self._holding
            if atom.predicate != EQUALITY or not self._new_terms(atom)
        ]
        unknown = [each for each in self.parameters if each.name not in self._places]
        steps += [(1.0 + len(self.task.range_of(each)), each) for each in unknown]
        return min(steps, key=lambda step: step[0])[1] if steps else None

    def _expected(self, atom: Atom) -> float:
        """How many ways there are to make an atom true, judged by the initial state."""
        if not self._new_terms(atom):
            return 0.0
        rows = self.task.initial_rows(atom.predicate)
        known = self._known_positions(atom)
        keys = {tuple(row[at] for at in known) for row in rows}
        return len(rows) / max(1, len(keys))

    def _match(self, atom: Atom) -> None:
        if atom.predicate == EQUALITY:
            self._require(_equal(*map(self._place, atom.args)))
            return
        known, arity = self._known_positions(atom), len(atom.args)
        places = tuple(self._place(atom.args[at]) for at in known)
        if self.task.is_static(atom.predicate):
            table = self.compiler.table(atom.predicate, known, arity)
            holds, rows = _in_table(table, places), _rows_of_table(table, places)
        else:
            path = self.compiler.index.path(atom.predicate, known, arity)
            holds, rows = _in_index(path, places), _rows_of_index(path, places)
        if len(known) == arity:
            self._require(holds)
        else:
            self._loop([atom.args[at] for at in range(arity) if at not in known], rows)

    def _loop(self, terms: Sequence[Term], rows: Rows) -> None:
        """Go through rows: their values become known, and all is checked that can be with them."""
        targets: list[tuple[int, int]] = []
        fresh: list[Term] = []
        guards: list[Guard] = []
        for at, term in enumerate(terms):
            if is_variable(term) and term not in self._places:
                targets.append((at, self._place(term)))
                fresh.append(term)
            else:
                # A place of its own for the value, to be compared with the known one.
                self._blank.append("")
                targets.append((at, len(self._blank) - 1))
                guards.append(_equal(len(self._blank) - 1, self._place(term)))
        self._loops.append(_Loop(rows, tuple(targets), guards))
        for parameter in self.parameters:
            if parameter.name in fresh:
                members = self.task.range_of(parameter)
                if len(members) < len(self.task.range_of(Parameter("?any"))):
                    self._require(_among(frozenset(members), self._place(parameter.name)))
        self._check_failing()

    def _check_failing(self) -> None:
        for atom in [atom for atom in self._failing if not self._new_terms(atom)]:
            self._failing.remove(atom)
            places = tuple(self._place(term) for term in atom.args)
            if atom.predicate == EQUALITY:
                self._require(_different(*places))
            else:
                every = tuple(range(len(places)))
                table = self.compiler.table(atom.predicate, every, len(places))
                self._require(_missing(table, places))

    def _new_terms(self, atom: Atom) -> bool:
        return any(is_variable(term) and term not in self._places for term in atom.args)

    def _known_positions(self, atom: Atom) -> Positions:
        return tuple(
            at for at, term in enumerate(atom.args) if not is_variable(term) or term in self._places
        )

    def _place(self, term: Term) -> int:
        place = self._places.get(term)
        if place is None:
            place = self._places[term] = len(self._blank)
            self._blank.append("" if is_variable(term) else term)
        return place

    def _require(self, guard: Guard) -> None:
        self._loops[-1].guards.append(guard)


def _always(rows: Iterable[Row]) -> Rows:
    return lambda values, index: rows


def _equal(one: int, other: int) -> Guard:
    return lambda values, index: values[one] == values[other]


def _different(one: int, other: int) -> Guard:
    return lambda values, index: values[one] != values[other]


def _among(members: frozenset[str], place: int) -> Guard:
    return lambda values, index: values[place] in members


def _in_table(table: Mapping[Row, object], places: Positions) -> Guard:
    return lambda values, index: tuple([values[place] for place in places]) in table


def _missing(table: Mapping[Row, object], places: Positions) -> Guard:
    return lambda values, index: tuple([values[place] for place in places]) not in table


def _in_index(path: int, places: Positions) -> Guard:
    return lambda values, index: (path, *[values[place] for place in places]) in index


def _rows_of_table(table: Mapping[Row, list[Row]], places: Positions) -> Rows:
    return lambda values, index: table.get(tuple([values[place] for place in places]), ())


def _rows_of_index(path: int, places: Positions) -> Rows:
    return lambda values, index: index.get((path, *[values[place] for place in places]), ())
