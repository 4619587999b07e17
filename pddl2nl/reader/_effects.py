"""Effects, taken apart into single atoms with their conditions and quantified variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite

from pddl2nl.errors import PddlError
from pddl2nl.model import TRUE, And, Atom, Condition, Cost, Effect, Parameter
from pddl2nl.reader._blocks import Block
from pddl2nl.reader._conditions import (
    DEEPEST_NESTING,
    Place,
    atom,
    condition,
    quantified,
)
from pddl2nl.reader._context import plural, quote
from pddl2nl.reader._vocabulary import TOTAL_COST, Scope, fluent, number

_NUMERIC = frozenset(["assign", "decrease", "scale-up", "scale-down", "change"])
_UNCERTAIN = frozenset(["oneof", "probabilistic", "unknown"])


@dataclass(frozen=True, slots=True)
class _Reach:
    """What the effects at a place depend on: conditions of `when`, variables of `forall`."""

    place: Place
    block: Block
    conditions: tuple[Condition, ...] = ()
    variables: tuple[Parameter, ...] = ()

    @property
    def condition(self) -> Condition:
        if not self.conditions:
            return TRUE
        return self.conditions[0] if len(self.conditions) == 1 else And(self.conditions)


def effects(place: Place, parent: Block, index: int) -> tuple[tuple[Effect, ...], Cost | None]:
    """The atoms that an action changes, and by how much it raises the total cost.

    Nested `and`, `when` and `forall` are taken apart; their order is kept. A quantified variable
    that hides another one is renamed, since conditions from outside now stand beside it.

    Raises:
        PddlError: an effect is malformed, uses undeclared names, or changes other numbers.
    """
    found: list[Effect] = []
    costs: list[Cost] = []
    for item in _effect(_Reach(place, parent), parent, index):
        if isinstance(item, Effect):
            found.append(item)
        else:
            costs.append(item)
    return tuple(found), _total(place, parent, index, costs)


def _total(place: Place, parent: Block, index: int, costs: list[Cost]) -> Cost | None:
    if len(costs) < 2:
        return costs[0] if costs else None
    numbers = [cost for cost in costs if isinstance(cost, float)]
    if len(numbers) < len(costs):
        raise place.ctx.error(parent, index, f"'{TOTAL_COST}' is increased more than once")
    return sum(numbers)


def _effect(reach: _Reach, parent: Block, index: int) -> Iterator[Effect | Cost]:
    place, ctx = reach.place, reach.place.ctx
    block = parent[index] if index < len(parent) else None
    if not isinstance(block, Block):
        found = quote(block) if block is not None else "')'"
        raise ctx.error(parent, index, f"expected an effect in parentheses, found {found}")
    if place.depth > DEEPEST_NESTING:
        message = f"effects nested more than {DEEPEST_NESTING} deep are not supported"
        raise ctx.error_at(block, message)
    if not block:
        return
    head = block[0]
    deeper = replace(reach, place=place.within(place.scope))
    if head == "and":
        for part in range(1, len(block)):
            yield from _effect(deeper, block, part)
    elif head == "when":
        yield from _when(deeper, block)
    elif head == "forall":
        yield from _forall(deeper, block)
    elif head == "not":
        yield _single(reach, _negated(place, block), adds=False)
    elif isinstance(head, str) and head not in place.vocabulary.predicates:
        yield _cost(reach, block, head)
    else:
        yield _single(reach, block, adds=True)


def _when(reach: _Reach, block: Block) -> Iterator[Effect | Cost]:
    if len(block) != 3:
        raise reach.place.ctx.error_at(block, "expected (when (condition) (effect))")
    extra = condition(reach.place, block, 1)
    conditions = reach.conditions if extra == TRUE else (*reach.conditions, extra)
    yield from _effect(replace(reach, conditions=conditions), block, 2)


def _forall(reach: _Reach, block: Block) -> Iterator[Effect | Cost]:
    place = reach.place
    declared = quantified(place, block)
    scope = place.scope.bind(declared)
    if any(item.name in place.scope.variables for item in declared):
        declared, scope = _renamed(place.scope, declared, reach.block)
    inside = replace(
        reach,
        place=replace(place, scope=scope),
        variables=reach.variables + declared,
    )
    yield from _effect(inside, block, 2)


def _renamed(
    outer: Scope, declared: tuple[Parameter, ...], action: Block
) -> tuple[tuple[Parameter, ...], Scope]:
    """Quantified variables under names that stand nowhere else in the action."""
    taken = {*outer.variables, *outer.variables.values(), *_words(action)}
    names: dict[str, str] = {}
    for item in declared:
        name, count = item.name, 2
        while name in taken and (name != item.name or name in outer.variables):
            name = f"{item.name}-{count}"
            count += 1
        taken.add(name)
        names[item.name] = name
    renamed = tuple(Parameter(names[item.name], item.types) for item in declared)
    return renamed, Scope(outer.objects, {**outer.variables, **names})


def _words(block: Block) -> set[str]:
    words: set[str] = set()
    pending = [block]
    while pending:
        for node in pending.pop():
            if isinstance(node, Block):
                pending.append(node)
            else:
                words.add(node)
    return words


def _negated(place: Place, block: Block) -> Block:
    part = block[1] if len(block) == 2 else None
    if not isinstance(part, Block) or not part:
        raise place.ctx.error_at(block, "expected (not (predicate ...)) with one atom")
    if part[0] in ("not", "and", "or", "when", "forall", "exists", "imply"):
        message = f"in an effect, 'not' takes one atom, not {quote(part)}"
        raise place.ctx.error_at(part, message)
    return part


def _single(reach: _Reach, block: Block, *, adds: bool) -> Effect:
    place = reach.place
    head = block[0]
    if isinstance(head, Block):
        raise place.ctx.error_at(head, "expected a predicate before this '('")
    if head not in place.vocabulary.predicates:
        raise _unknown_effect(place, block, head)
    if head in place.vocabulary.derived:
        message = f"an action cannot change the derived predicate {quote(head)}"
        raise place.ctx.error(block, 0, message)
    changed = atom(place, block)
    assert isinstance(changed, Atom)
    return Effect(changed, adds, reach.condition, reach.variables)


def _cost(reach: _Reach, block: Block, head: str) -> Cost:
    place, ctx = reach.place, reach.place.ctx
    if head != "increase":
        raise _unknown_effect(place, block, head)
    if len(block) != 3:
        found = len(block) - 1
        raise ctx.error_at(block, f"'increase' takes {plural(2, 'argument')}, not {found}")
    raised = fluent(ctx, place.vocabulary, place.scope, block, 1)
    if raised.function != TOTAL_COST:
        message = f"numeric fluents are not supported; only '({TOTAL_COST})' can be increased"
        raise ctx.error(block, 1, message)
    if reach.conditions or reach.variables:
        message = f"'{TOTAL_COST}' cannot be increased under 'when' or 'forall'"
        raise ctx.error_at(block, message)
    return _amount(place, block)


def _amount(place: Place, block: Block) -> Cost:
    ctx = place.ctx
    amount = number(block[2])
    if amount is None:
        expression = block[2]
        if isinstance(expression, Block) and expression and expression[0] in ("+", "-", "*", "/"):
            raise ctx.error_at(expression, "arithmetic on costs is not supported")
        return fluent(ctx, place.vocabulary, place.scope, block, 2)
    if amount < 0 or not isfinite(amount):
        raise ctx.error(block, 2, f"a cost has to be 0 or more, not {quote(block[2])}")
    return amount


def _unknown_effect(place: Place, block: Block, head: str) -> PddlError:
    ctx = place.ctx
    if head in _NUMERIC:
        return ctx.error_at(block, f"numeric effects ({quote(head)}) are not supported")
    if head in _UNCERTAIN:
        return ctx.error_at(block, f"uncertain effects ({quote(head)}) are not supported")
    if head == "=":
        return ctx.error_at(block, "an effect cannot make objects equal or unequal")
    if head in ("or", "exists", "imply"):
        return ctx.error_at(block, f"{quote(head)} belongs into a condition, not into an effect")
    if head in place.vocabulary.types:
        return ctx.error_at(block, f"{quote(head)} is a type; an action cannot change it")
    words = [*place.vocabulary.predicates, "and", "not", "when", "forall", "increase"]
    return ctx.undeclared(block, 0, "predicate", words)
