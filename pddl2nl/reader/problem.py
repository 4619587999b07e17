"""A problem: its objects, what holds at first, what has to hold in the end.

Nearly all of a large problem is facts, so a fact in good order takes a short way: a look-up of its
predicate gives, for each argument, the names of the objects that fit there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite

from pddl2nl.errors import PddlError
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    TOTAL_COST,
    TRUE,
    Atom,
    Condition,
    Domain,
    Fluent,
    Object,
    Problem,
    supertypes,
)
from pddl2nl.reader.blocks import (
    Block,
    Place,
    UnresolvedError,
    check_arity,
    fluent,
    number,
    place_in,
    quote,
    terms,
)
from pddl2nl.reader.definition import Definition, name_of, read_definition, requirements
from pddl2nl.reader.domain import objects
from pddl2nl.reader.formulas import condition
from pddl2nl.reader.hierarchy import goal_with, network

_Fitting = Mapping[str, tuple[Collection[str], ...]]


@dataclass(slots=True)
class _State:
    """The initial state as far as it has been read; facts without what they are wrapped in."""

    facts: dict[tuple[str, ...], None] = field(default_factory=dict)
    costs: dict[Fluent, float] = field(default_factory=dict)
    valued: dict[str, Block] = field(default_factory=dict)
    denied: dict[tuple[str, ...], Block] = field(default_factory=dict)
    misfits: set[tuple[str, int]] = field(default_factory=set)


def initial_state(
    place: Place, definition: Definition, domain: Domain, objects: Mapping[str, Object]
) -> tuple[tuple[Atom, ...], dict[Fluent, float]]:
    """The facts of all `:init` sections, each once, and the values of functions.

    Raises:
        PddlError: something there is malformed, does not fit the domain, or is not supported.
    """
    fitting = _fitting(domain, objects)
    state = _State()
    for section in definition.all(":init"):
        for index in range(1, len(section)):
            block = section[index]
            if not isinstance(block, Block) or not block:
                message = f"expected a fact in parentheses, found {quote(block)}"
                raise place.error(section, index, message)
            _element(place, block, fitting, state)
    for fact, block in state.denied.items():
        if fact in state.facts:
            message = f"{quote(' '.join(fact))} is stated to be both true and false"
            raise place.error_at(block, message)
    _remark_idle(place, domain, state)
    atoms = tuple(Atom(fact[0], fact[1:]) for fact in state.facts)
    return atoms, state.costs


def _element(place: Place, block: Block, fitting: _Fitting, state: _State) -> None:
    if _fits(block, fitting):
        state.facts[tuple(block)] = None  # type: ignore[arg-type]
    else:
        _unusual(place, block, fitting, state)


def _fits(block: Block, fitting: _Fitting) -> bool:
    ranges = fitting.get(block[0]) if isinstance(block[0], str) else None
    if ranges is None or len(ranges) != len(block) - 1:
        return False
    for index, names in enumerate(ranges, 1):
        arg = block[index]
        if isinstance(arg, Block) or arg not in names:
            return False
    return True


def _unusual(place: Place, block: Block, fitting: _Fitting, state: _State) -> None:
    """An element that is no fact in good order: something else, or one to be refused."""
    head = block[0]
    if isinstance(head, Block):
        raise place.error_at(head, "expected the name of a predicate before this '('")
    if head == EQUALITY:
        _equality(place, block, state)
    elif head == "not":
        _negated(place, block, state)
    elif head == "and":
        for index in range(1, len(block)):
            part = block[index]
            if not isinstance(part, Block) or not part or part[0] == "and":
                raise place.error(block, index, f"expected a fact, found {quote(part)}")
            _element(place, part, fitting, state)
    else:
        atom = _fact(place, block)
        if head in place.derived:
            place.remark(
                block, 0, f"{quote(head)} is derived from other facts; stating it has no effect"
            )
            return
        _remark_misfit(place, block, fitting, state)
        state.facts[(atom.predicate, *atom.args)] = None


def _fact(place: Place, block: Block) -> Atom:
    head = block[0]
    assert isinstance(head, str)
    if head == "at" and len(block) == 3 and isinstance(block[2], Block):
        raise place.error_at(block, "timed initial literals are not supported")
    if head not in place.predicates:
        raise _unknown_fact(place, block, head)
    check_arity(place, block, "predicate", place.predicates[head])
    return Atom(head, terms(place, block))


def _unknown_fact(place: Place, block: Block, head: str) -> PddlError:
    if head in ("oneof", "unknown", "or", "probabilistic"):
        return place.error_at(block, f"an uncertain initial state ({quote(head)}) is not supported")
    if head in ("forall", "exists", "imply", "when"):
        return place.error_at(block, f"{quote(head)} cannot stand in :init; list the facts")
    return place.undeclared(block, 0, "predicate", place.predicates)


def _negated(place: Place, block: Block, state: _State) -> None:
    """A fact stated to be false: it is checked and dropped, since what is unstated is false."""
    part = block[1] if len(block) == 2 else None
    if not isinstance(part, Block) or not part or not isinstance(part[0], str):
        raise place.error_at(block, "expected (not (predicate ...))")
    if part[0] == EQUALITY:
        check_arity(place, part, "predicate", 2)
        first, second = terms(place, part)
        if first == second:
            raise place.error_at(block, f"{quote(first)} cannot differ from itself")
        return
    atom = _fact(place, part)
    state.denied[(atom.predicate, *atom.args)] = block


def _equality(place: Place, block: Block, state: _State) -> None:
    check_arity(place, block, "predicate", 2)
    first, second = block[1], block[2]
    if isinstance(first, Block) or first in place.functions:
        _value(place, block, state)
        return
    one, other = terms(place, block)
    if one != other:
        message = f"{quote(one)} and {quote(second)} are different objects; they cannot be equal"
        raise place.error_at(block, message)


def _value(place: Place, block: Block, state: _State) -> None:
    function = fluent(place, block, 1)
    value = number(block[2])
    if value is None:
        message = f"expected a number as the value of {quote(block[1])}, found {quote(block[2])}"
        raise place.error(block, 2, message)
    if not isfinite(value):
        raise place.error(block, 2, f"{quote(block[2])} is not a finite number")
    if state.costs.get(function, value) != value:
        message = f"{quote(block[1])} has a second value; the first was {state.costs[function]:g}"
        raise place.error_at(block, message)
    state.costs[function] = value
    state.valued.setdefault(function.function, block)


def _remark_idle(place: Place, domain: Domain, state: _State) -> None:
    """Remark on functions that have values and that no action's cost asks for."""
    asked = {item.cost.function for item in domain.actions if isinstance(item.cost, Fluent)}
    for name, block in state.valued.items():
        if name not in asked | {TOTAL_COST}:
            message = f"the values of {quote(name)} are left out: no action's cost asks for them"
            place.remark(block, 1, message)


def _remark_misfit(place: Place, block: Block, fitting: _Fitting, state: _State) -> None:
    """Remark on the first argument whose type does not fit, once for each place of a predicate."""
    head = str(block[0])
    for index, names in enumerate(fitting[head], start=1):
        if block[index] not in names and (head, index) not in state.misfits:
            state.misfits.add((head, index))
            message = (
                f"{quote(block[index])} does not have the type that {quote(head)} declares here"
            )
            place.remark(block, index, message)


def _fitting(domain: Domain, objects: Mapping[str, Object]) -> _Fitting:
    """For every stated predicate and each of its arguments, the objects of the declared type."""
    derived = {axiom.predicate for axiom in domain.axioms}
    above = supertypes(domain)
    kinds = {
        types: frozenset().union(*(above[name] for name in types))
        for types in {item.types for item in objects.values()}
    }
    of_type: dict[tuple[str, ...], Collection[str]] = {(ROOT_TYPE,): objects}
    for predicate in domain.predicates:
        for parameter in predicate.parameters:
            if parameter.types not in of_type:
                wanted = frozenset(parameter.types)
                of_type[parameter.types] = frozenset(
                    name for name, item in objects.items() if wanted & kinds[item.types]
                )
    return {
        predicate.name: tuple(of_type[parameter.types] for parameter in predicate.parameters)
        for predicate in domain.predicates
        if predicate.name not in derived
    }


_KEYWORDS = frozenset(
    [":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length", ":htn"]
)


def parse_problem(text: str, domain: Domain, source: str = "<text>") -> Problem:
    """Read a PDDL problem of a domain.

    Args:
        text: the PDDL.
        domain: the domain that the problem belongs to.
        source: what to call the text in errors and remarks, usually its file.

    Returns:
        The problem, with lower-case names, and with remarks on what was tolerated in it. Facts
        that are not stated in it are false, negated ones are dropped, repeated ones kept once.

    Raises:
        PddlError: the text is malformed, does not fit the domain, or uses what is not
            supported; the message says where.
    """
    definition = read_definition(text, source, "problem", _KEYWORDS)
    named, index = _domain_name(definition)
    if named is None or named == domain.name:
        return _problem(definition, domain)
    section = definition.single(":domain") or definition.block
    note = f"the problem says it is for the domain {quote(named)}, not {quote(domain.name)}"
    definition.remark(section, index, note)
    try:
        return _problem(definition, domain)
    except UnresolvedError as error:
        raise PddlError(
            f"the problem is for the domain {quote(named)}, not {quote(domain.name)}: "
            f"{error.message}",
            source=error.source,
            line=error.line,
            column=error.column,
        ) from error


def _problem(definition: Definition, domain: Domain) -> Problem:
    requirements(definition)
    place = place_in(definition, domain)
    own = objects(definition, ":objects", place.types, domain.constants)
    everything = {item.name: item for item in (*domain.constants, *own)}
    place = replace(place, objects=everything)
    facts, costs = initial_state(place, definition, domain, everything)
    tasks = network(place, definition, domain)
    return Problem(
        name=definition.name,
        domain=domain,
        objects=own,
        init=facts,
        goal=goal_with(_goal(place, definition, bool(tasks)), domain, tasks),
        network=tasks,
        costs=costs,
        minimizes_cost=_minimizes_cost(definition),
        remarks=tuple(place.remarks),
    )


def _domain_name(definition: Definition) -> tuple[str | None, int]:
    section = definition.single(":domain")
    if section is None:
        definition.remark(definition.block, 1, "the problem does not name its domain")
        return None, 0
    return name_of(definition, section, 1, "the domain"), 1


def _goal(place: Place, definition: Definition, has_network: bool) -> Condition:
    section = definition.single(":goal")
    if section is None and has_network:
        return TRUE
    if section is None:
        raise place.error_at(definition.block, "the problem has no (:goal ...)")
    if len(section) > 2:
        raise place.error(section, 2, "a goal is one condition; join several with 'and'")
    return condition(place, section, 1)


def _minimizes_cost(definition: Definition) -> bool:
    section = definition.single(":metric")
    if section is None:
        return False
    if len(section) != 3 or section[1] not in ("minimize", "maximize"):
        raise definition.error_at(section, f"expected (:metric minimize ({TOTAL_COST}))")
    measure = section[2]
    word = measure[0] if isinstance(measure, Block) and len(measure) == 1 else measure
    if section[1] == "maximize" or word != TOTAL_COST:
        message = f"this metric is not supported; expected (:metric minimize ({TOTAL_COST}))"
        raise definition.error(section, 2, message)
    return True
