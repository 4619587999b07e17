"""Conditions (of actions, of effects, goals), and effects, taken apart into single atoms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite

from pddl2nl.english.nouns import counted
from pddl2nl.errors import PddlError
from pddl2nl.model import (
    EQUALITY,
    TOTAL_COST,
    TRUE,
    And,
    Atom,
    Condition,
    Cost,
    Effect,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
)
from pddl2nl.reader.blocks import (
    Block,
    Place,
    check_arity,
    fluent,
    number,
    quote,
    terms,
)
from pddl2nl.reader.definition import parameters

# Everything that is done with a condition later walks down it by recursion.
DEEPEST_NESTING = 100

_COMPARISONS = frozenset(["<", ">", "<=", ">=", "+", "*", "/", "-"])
_TRAJECTORY = frozenset(
    """
    always sometime within at-most-once sometime-after sometime-before always-within hold-during
    hold-after at-end
    """.split()
)


def condition(place: Place, parent: Block, index: int) -> Condition:
    """The condition at an element of a block; `()` is true.

    Raises:
        PddlError: it is malformed, uses undeclared names, or is nested too deep.
    """
    if index >= len(parent):
        raise place.error(parent, index, "expected a condition before this ')'")
    block = parent[index]
    if not isinstance(block, Block):
        raise place.error(
            parent, index, f"expected a condition in parentheses, found {quote(block)}"
        )
    if place.depth > DEEPEST_NESTING:
        message = f"conditions nested more than {DEEPEST_NESTING} deep are not supported"
        raise place.error_at(block, message)
    if not block:
        return TRUE
    head = block[0]
    if isinstance(head, Block):
        raise place.error_at(
            head, "expected a predicate, 'and', 'or', 'not' or the like before this"
        )
    read = _CONNECTIVES.get(head)
    return read(place, block) if read else atom(place, block)


def atom(place: Place, block: Block) -> Condition:
    """The atom that a block is, `(= a b)` included."""
    head = block[0]
    if not isinstance(head, str):
        raise place.error_at(block, "expected a predicate after this '('")
    if head == EQUALITY:
        return _equality(place, block)
    if head not in place.predicates:
        if head in place.types and len(block) == 2:
            return _type_test(place, block, head)
        raise _unknown_head(place, block, head)
    check_arity(place, block, "predicate", place.predicates[head])
    return Atom(head, terms(place, block))


def quantified(place: Place, block: Block) -> tuple[Parameter, ...]:
    """The variables of a `forall` or `exists`, once its form is seen to be right."""
    variables = block[1] if len(block) > 1 else None
    if len(block) != 3 or not isinstance(variables, Block):
        message = f"expected ({block[0]} (?x - type ...) (...)): variables, then one part"
        raise place.error_at(block, message)
    return parameters(place, variables, 0, place.types)


def _unknown_head(place: Place, block: Block, head: str) -> PddlError:
    if head in _COMPARISONS:
        return place.error_at(block, f"numeric conditions ({quote(head)}) are not supported")
    if head == "preference":
        return place.error_at(block, "preferences are not supported")
    if head in _TRAJECTORY:
        return place.error_at(block, f"trajectory constraints ({quote(head)}) are not supported")
    if head == "when":
        return place.error_at(block, "'when' belongs into an effect, not into a condition")
    return place.undeclared(block, 0, "predicate", [*place.predicates, *_CONNECTIVES])


def _equality(place: Place, block: Block) -> Atom:
    if any(isinstance(part, Block) for part in block[1:]):
        message = "comparing the values of functions with '=' in a condition is not supported"
        raise place.error_at(block, message)
    check_arity(place, block, "predicate", 2)
    return Atom(EQUALITY, terms(place, block))


def _type_test(place: Place, block: Block, kind: str) -> Condition:
    """A type used as if it were a predicate: some object of the type is the one in question."""
    (term,) = terms(place, block)
    place.remark(block, 0, f"the type {quote(kind)} is used as a predicate")
    variable = f"?{kind}"
    while variable == term:
        variable += "-2"
    return Exists((Parameter(variable, (kind,)),), Atom(EQUALITY, (term, variable)))


def _parts(place: Place, block: Block) -> tuple[Condition, ...]:
    deeper = place.within()
    return tuple(condition(deeper, block, index) for index in range(1, len(block)))


def _parts_of(count: int, place: Place, block: Block) -> tuple[Condition, ...]:
    found = len(block) - 1
    if found != count:
        message = f"'{block[0]}' takes {counted(count, 'condition')}, not {found}"
        raise place.error_at(block, message)
    return _parts(place, block)


def _bound(place: Place, block: Block) -> tuple[tuple[Parameter, ...], Condition]:
    variables = quantified(place, block)
    return variables, condition(place.within().inside(variables), block, 2)


_CONNECTIVES: Mapping[str, Callable[[Place, Block], Condition]] = {
    "and": lambda place, block: And(_parts(place, block)),
    "or": lambda place, block: Or(_parts(place, block)),
    "not": lambda place, block: Not(*_parts_of(1, place, block)),
    "imply": lambda place, block: Imply(*_parts_of(2, place, block)),
    "forall": lambda place, block: ForAll(*_bound(place, block)),
    "exists": lambda place, block: Exists(*_bound(place, block)),
}


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
    items = list(_effect(_Reach(place, parent), parent, index))
    costs = [item for item in items if not isinstance(item, Effect)]
    numbers = [cost for cost in costs if isinstance(cost, float)]
    if costs[1:] and len(numbers) < len(costs):
        raise place.error(parent, index, f"'{TOTAL_COST}' is increased more than once")
    total = sum(numbers) if costs[1:] else next(iter(costs), None)
    return tuple(item for item in items if isinstance(item, Effect)), total


def _effect(reach: _Reach, parent: Block, index: int) -> Iterator[Effect | Cost]:
    place = reach.place
    block = parent[index] if index < len(parent) else None
    if not isinstance(block, Block):
        found = quote(block) if block is not None else "')'"
        raise place.error(parent, index, f"expected an effect in parentheses, found {found}")
    if place.depth > DEEPEST_NESTING:
        message = f"effects nested more than {DEEPEST_NESTING} deep are not supported"
        raise place.error_at(block, message)
    if not block:
        return
    head = block[0]
    if head in ("and", "when", "forall"):
        reach = replace(reach, place=place.within())
    if head == "and":
        for part in range(1, len(block)):
            yield from _effect(reach, block, part)
    elif head == "when":
        yield from _when(reach, block)
    elif head == "forall":
        yield from _forall_effects(reach, block)
    elif head == "not":
        yield _single(reach, _negated(place, block), adds=False)
    elif isinstance(head, str) and head not in place.predicates:
        yield _cost(reach, block, head)
    else:
        yield _single(reach, block, adds=True)


def _when(reach: _Reach, block: Block) -> Iterator[Effect | Cost]:
    if len(block) != 3:
        raise reach.place.error_at(block, "expected (when (condition) (effect))")
    extra = condition(reach.place, block, 1)
    conditions = reach.conditions if extra == TRUE else (*reach.conditions, extra)
    yield from _effect(replace(reach, conditions=conditions), block, 2)


def _forall_effects(reach: _Reach, block: Block) -> Iterator[Effect | Cost]:
    place = reach.place
    declared = quantified(place, block)
    inside = place.inside(declared)
    if any(item.name in place.variables for item in declared):
        names = _new_names(place.variables, declared, reach.block)
        declared = tuple(Parameter(names[item.name], item.types) for item in declared)
        inside = replace(place, variables={**place.variables, **names})
    further = replace(reach, place=inside, variables=reach.variables + declared)
    yield from _effect(further, block, 2)


def _new_names(
    outer: Mapping[str, str], declared: tuple[Parameter, ...], action: Block
) -> dict[str, str]:
    """Names for quantified variables that stand nowhere else in the action."""
    taken = {*outer, *outer.values(), *_words(action)}
    names: dict[str, str] = {}
    for item in declared:
        name, count = item.name, 2
        while name in taken and (name != item.name or name in outer):
            name = f"{item.name}-{count}"
            count += 1
        taken.add(name)
        names[item.name] = name
    return names


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
        raise place.error_at(block, "expected (not (predicate ...)) with one atom")
    if part[0] in ("not", "and", "or", "when", "forall", "exists", "imply"):
        message = f"in an effect, 'not' takes one atom, not {quote(part)}"
        raise place.error_at(part, message)
    return part


def _single(reach: _Reach, block: Block, *, adds: bool) -> Effect:
    place = reach.place
    head = block[0]
    if isinstance(head, Block):
        raise place.error_at(head, "expected a predicate before this '('")
    if head not in place.predicates:
        raise _unknown_effect(place, block, head)
    if head in place.derived:
        message = f"an action cannot change the derived predicate {quote(head)}"
        raise place.error(block, 0, message)
    changed = atom(place, block)
    assert isinstance(changed, Atom)
    return Effect(changed, adds, reach.condition, reach.variables)


def _cost(reach: _Reach, block: Block, head: str) -> Cost:
    place = reach.place
    if head != "increase":
        raise _unknown_effect(place, block, head)
    if len(block) != 3:
        found = len(block) - 1
        raise place.error_at(block, f"'increase' takes {counted(2, 'argument')}, not {found}")
    raised = fluent(place, block, 1)
    if raised.function != TOTAL_COST:
        message = f"numeric fluents are not supported; only '({TOTAL_COST})' can be increased"
        raise place.error(block, 1, message)
    if reach.conditions or reach.variables:
        message = f"'{TOTAL_COST}' cannot be increased under 'when' or 'forall'"
        raise place.error_at(block, message)
    return _amount(place, block)


def _amount(place: Place, block: Block) -> Cost:
    amount = number(block[2])
    if amount is None:
        expression = block[2]
        if isinstance(expression, Block) and expression and expression[0] in ("+", "-", "*", "/"):
            raise place.error_at(expression, "arithmetic on costs is not supported")
        return fluent(place, block, 2)
    if amount < 0 or not isfinite(amount):
        raise place.error(block, 2, f"a cost has to be 0 or more, not {quote(block[2])}")
    return amount


def _unknown_effect(place: Place, block: Block, head: str) -> PddlError:
    if head in _NUMERIC:
        return place.error_at(block, f"numeric effects ({quote(head)}) are not supported")
    if head in _UNCERTAIN:
        return place.error_at(block, f"uncertain effects ({quote(head)}) are not supported")
    if head == "=":
        return place.error_at(block, "an effect cannot make objects equal or unequal")
    if head in ("or", "exists", "imply"):
        return place.error_at(block, f"{quote(head)} belongs into a condition, not into an effect")
    if head in place.types:
        return place.error_at(block, f"{quote(head)} is a type; an action cannot change it")
    words = [*place.predicates, "and", "not", "when", "forall", "increase"]
    return place.undeclared(block, 0, "predicate", words)
