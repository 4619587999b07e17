"""A problem: its objects, what holds at first, what has to hold in the end."""

from __future__ import annotations

from collections.abc import Collection

from pddl2nl.errors import PddlError
from pddl2nl.model import Condition, Domain, Object, Problem
from pddl2nl.reader._blocks import Block
from pddl2nl.reader._conditions import Place, condition
from pddl2nl.reader._context import UnresolvedError, quote
from pddl2nl.reader._declarations import objects
from pddl2nl.reader._init import initial_state
from pddl2nl.reader._sections import Definition, read_definition, requirements
from pddl2nl.reader._typed_lists import name_of
from pddl2nl.reader._vocabulary import TOTAL_COST, Scope, vocabulary_of

_KEYWORDS = frozenset(
    [":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length"]
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
    definition.ctx.remark(section, index, note)
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
    ctx = definition.ctx
    requirements(definition)
    vocabulary = vocabulary_of(domain)
    own = _objects(definition, domain, vocabulary.types)
    everything = {item.name: item for item in (*domain.constants, *own)}
    place = Place(ctx, vocabulary, Scope(everything, {}))
    facts, costs = initial_state(place, definition, domain, everything)
    return Problem(
        name=definition.name,
        domain=domain,
        objects=own,
        init=facts,
        goal=_goal(place, definition),
        costs=costs,
        minimizes_cost=_minimizes_cost(definition),
        remarks=tuple(ctx.remarks),
    )


def _domain_name(definition: Definition) -> tuple[str | None, int]:
    section = definition.single(":domain")
    if section is None:
        definition.ctx.remark(definition.block, 1, "the problem does not name its domain")
        return None, 0
    return name_of(definition.ctx, section, 1, "the domain"), 1


def _objects(definition: Definition, domain: Domain, types: Collection[str]) -> tuple[Object, ...]:
    found: tuple[Object, ...] = ()
    for section in definition.all(":objects"):
        earlier = (*domain.constants, *found)
        found += objects(definition.ctx, section, types, earlier)
    return found


def _goal(place: Place, definition: Definition) -> Condition:
    ctx = definition.ctx
    section = definition.single(":goal")
    if section is None:
        raise ctx.error_at(definition.block, "the problem has no (:goal ...)")
    if len(section) > 2:
        raise ctx.error(section, 2, "a goal is one condition; join several with 'and'")
    return condition(place, section, 1)


def _minimizes_cost(definition: Definition) -> bool:
    ctx = definition.ctx
    section = definition.single(":metric")
    if section is None:
        return False
    if len(section) != 3 or section[1] not in ("minimize", "maximize"):
        raise ctx.error_at(section, f"expected (:metric minimize ({TOTAL_COST}))")
    measure = section[2]
    word = measure[0] if isinstance(measure, Block) and len(measure) == 1 else measure
    if section[1] == "maximize" or word != TOTAL_COST:
        message = f"this metric is not supported; expected (:metric minimize ({TOTAL_COST}))"
        raise ctx.error(section, 2, message)
    return True
