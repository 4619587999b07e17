"""Conjunctive queries over facts: which objects can stand for the parameters?

A query is compiled once to a Python generator function of nested loops over indexes, the most
selective literal first, and is then run with a different set of facts each time. For the action
`(load ?p ?t ?l)` with the precondition `(at ?p ?l) (at ?t ?l) (truck ?t)`, started from a known
fact `(at ?t ?l)`, the function reads

    def query(seed, index):
        v0, v1, = seed
        if v0 not in r0: return
        if (v0,) not in s1: return
        for v2, in index.get((0, v1), ()):
            yield (v2, v0, v1,)

Static facts live in tables of their own (`s1`), facts that change in a FactIndex.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pddl2nl.model import EQUALITY, Atom, Parameter, Term, is_variable
from simulator.patience import check
from simulator.task import StaticTask

Row: TypeAlias = tuple[str, ...]
IndexKey: TypeAlias = tuple[int | str, ...]
Query: TypeAlias = Callable[[Row, "dict[IndexKey, set[Row]]"], Iterator[Row]]
Positions: TypeAlias = tuple[int, ...]

_LOOPS_IN_A_FUNCTION = 15
_LOOPS_UNCHECKED = 3
"""So many loops inside each other are soon done."""


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
        self._task = task
        self._tables: dict[tuple[str, Positions], dict[Row, list[Row]]] = {}

    def compile(
        self, seed: Sequence[Term], parameters: Sequence[Parameter], literals: Literals
    ) -> Query:
        """A function that yields the values of all parameters, in their order.

        Args:
            seed: terms whose values are known when the query is run; a constant or a variable
                given twice makes the query empty for values that do not fit.
            parameters: the variables to find; those also in `seed` are only checked.
            literals: what has to hold of them.
        """
        source = _Source(self._task, self, seed, parameters, literals)
        text = source.text()
        scope = dict(source.scope)
        exec(text, scope)
        query: Query = scope["query"]  # type: ignore[assignment]
        return query

    def table(self, predicate: str, known: Positions, arity: int) -> dict[Row, list[Row]]:
        """The static facts of a predicate by their arguments at the known positions."""
        found = self._tables.get((predicate, known))
        if found is None:
            rest = [at for at in range(arity) if at not in known]
            found = self._tables[predicate, known] = {}
            for row in sorted(self._task.initial_rows(predicate)):
                key = tuple(row[at] for at in known)
                found.setdefault(key, []).append(tuple(row[at] for at in rest))
        return found


@dataclass(slots=True)
class _Source:
    """The text of one query function, written line by line as variables become known."""

    task: StaticTask
    compiler: QueryCompiler
    seed: Sequence[Term]
    parameters: Sequence[Parameter]
    literals: Literals
    scope: dict[str, object] = field(default_factory=dict)
    _lines: list[str] = field(default_factory=list)
    _depth: int = 1
    _base: int = 1
    _loops: int = 0
    _parts: list[tuple[int, str]] = field(default_factory=list)
    _names: dict[Term, str] = field(default_factory=dict)
    _holding: list[Atom] = field(default_factory=list)
    _failing: list[Atom] = field(default_factory=list)

    def text(self) -> str:
        self._holding = list(self.literals.holding)
        self._failing = list(self.literals.failing)
        self._lines = ["def query(seed, index):"]
        self._bind(self.seed, "seed")
        while step := self._cheapest():
            if isinstance(step, Atom):
                self._holding.remove(step)
                self._match(step)
            else:
                self._loop([step.name], f"{self._share(self._rows_of(step))}")
        row = "".join(f"{self._names[parameter.name]}, " for parameter in self.parameters)
        self._emit(f"yield ({row})")
        for depth, part in reversed(self._parts):
            self._depth = depth
            self._emit(f"yield from {part}()")
        return "\n".join(self._lines)

    def _cheapest(self) -> Atom | Parameter | None:
        """The literal, or else the parameter, with the fewest expected values to try next."""
        steps: list[tuple[float, Atom | Parameter]] = [
            (self._expected(atom), atom) for atom in self._holding if self._usable(atom)
        ]
        unknown = [each for each in self.parameters if each.name not in self._names]
        steps += [(1.0 + len(self.task.range_of(each)), each) for each in unknown]
        return min(steps, key=lambda step: step[0])[1] if steps else None

    def _usable(self, atom: Atom) -> bool:
        return atom.predicate != EQUALITY or not self._new_terms(atom)

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
            left, right = (self._value(term) for term in atom.args)
            self._require(f"{left} == {right}")
            return
        known = self._known_positions(atom)
        values = "".join(f"{self._value(atom.args[at])}, " for at in known)
        arity = len(atom.args)
        if self.task.is_static(atom.predicate):
            place = self._share(self.compiler.table(atom.predicate, known, arity))
            key = f"({values})"
        else:
            place = "index"
            key = f"({self.compiler.index.path(atom.predicate, known, arity)}, {values})"
        if len(known) == arity:
            self._require(f"{key} in {place}")
        else:
            terms = [atom.args[at] for at in range(arity) if at not in known]
            self._loop(terms, f"{place}.get({key}, ())")

    def _loop(self, terms: Sequence[Term], rows: str) -> None:
        if self._loops and self._loops % _LOOPS_IN_A_FUNCTION == 0:
            self._open_part()
        self._loops += 1
        row = f"row{self._loops}"
        self._emit(f"for {row} in {rows}:")
        self._depth += 1
        if self._loops % _LOOPS_UNCHECKED == 0:
            self._emit(f"{self._share(check)}()")
        self._bind(terms, row)

    def _open_part(self) -> None:
        """Go on in an inner function: Python allows no more than 20 nested loops in one."""
        part = f"part{self._loops}"
        self._parts.append((self._depth, part))
        self._emit(f"def {part}():")
        self._depth += 1
        self._base = self._depth

    def _bind(self, terms: Sequence[Term], row: str) -> None:
        """Take a row apart into variables, then check all that can be checked with them."""
        targets: list[str] = []
        repeated: list[str] = []
        fresh: list[Term] = []
        for position, term in enumerate(terms):
            if is_variable(term) and term not in self._names:
                self._names[term] = f"v{len(self._names)}"
                targets.append(self._names[term])
                fresh.append(term)
            else:
                targets.append(f"{row}_{position}")
                repeated.append(f"{targets[-1]} == {self._value(term)}")
        if targets:
            self._emit(f"{''.join(f'{name}, ' for name in targets)}= {row}")
        for test in repeated:
            self._require(test)
        self._check_types(fresh)
        self._check_failing()

    def _check_types(self, fresh: Sequence[Term]) -> None:
        for parameter in self.parameters:
            if parameter.name in fresh:
                members = self.task.range_of(parameter)
                if len(members) < len(self.task.range_of(Parameter("?any"))):
                    test = self._share(frozenset(members))
                    self._require(f"{self._names[parameter.name]} in {test}")

    def _check_failing(self) -> None:
        for atom in [atom for atom in self._failing if not self._new_terms(atom)]:
            self._failing.remove(atom)
            values = [self._value(term) for term in atom.args]
            if atom.predicate == EQUALITY:
                self._require(f"{values[0]} != {values[1]}")
            else:
                every = tuple(range(len(values)))
                table = self._share(self.compiler.table(atom.predicate, every, len(values)))
                self._require(f"({''.join(f'{value}, ' for value in values)}) not in {table}")

    def _rows_of(self, parameter: Parameter) -> tuple[Row, ...]:
        return tuple((name,) for name in self.task.range_of(parameter))

    def _new_terms(self, atom: Atom) -> bool:
        return any(is_variable(term) and term not in self._names for term in atom.args)

    def _known_positions(self, atom: Atom) -> Positions:
        return tuple(
            at for at, term in enumerate(atom.args) if not is_variable(term) or term in self._names
        )

    def _value(self, term: Term) -> str:
        return self._names[term] if is_variable(term) else repr(term)

    def _share(self, value: object) -> str:
        """A name under which the function's text can use a value."""
        name = f"s{len(self.scope)}"
        self.scope[name] = value
        return name

    def _require(self, test: str) -> None:
        leave = "return" if self._depth == self._base else "continue"
        self._emit(f"if not {test}: {leave}")

    def _emit(self, line: str) -> None:
        self._lines.append("    " * self._depth + line)
