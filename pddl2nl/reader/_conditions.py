"""Preconditions, conditions of effects, goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pddl2nl.errors import PddlError
from pddl2nl.model import (
    EQUALITY,
    TRUE,
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
)
from pddl2nl.reader._blocks import Block
from pddl2nl.reader._context import Context, plural, quote
from pddl2nl.reader._typed_lists import parameters
from pddl2nl.reader._vocabulary import Scope, Vocabulary, check_arity, terms

# Everything that is done with a condition later walks down it by recursion.
DEEPEST_NESTING = 100

_COMPARISONS = frozenset(["<", ">", "<=", ">=", "+", "*", "/", "-"])
_TRAJECTORY = frozenset(
    (
        "always",
        "sometime",
        "within",
        "at-most-once",
        "sometime-after",
        "sometime-before",
        "always-within",
        "hold-during",
        "hold-after",
        "at-end",
    )
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a condition is being read: the names it may use and how deep it is nested."""

    ctx: Context
    vocabulary: Vocabulary
    scope: Scope
    depth: int = 0

    def within(self, scope: Scope) -> Place:
        """One level deeper, with another scope."""
        return Place(self.ctx, self.vocabulary, scope, self.depth + 1)


def condition(place: Place, parent: Block, index: int) -> Condition:
    """The condition at an element of a block; `()` is true.

    Raises:
        PddlError: it is malformed, uses undeclared names, or is nested too deep.
    """
    ctx = place.ctx
    if index >= len(parent):
        raise ctx.error(parent, index, "expected a condition before this ')'")
    block = parent[index]
    if not isinstance(block, Block):
        raise ctx.error(parent, index, f"expected a condition in parentheses, found {quote(block)}")
    if place.depth > DEEPEST_NESTING:
        message = f"conditions nested more than {DEEPEST_NESTING} deep are not supported"
        raise ctx.error_at(block, message)
    if not block:
        return TRUE
    head = block[0]
    if isinstance(head, Block):
        raise ctx.error_at(head, "expected a predicate, 'and', 'or', 'not' or the like before this")
    read = _CONNECTIVES.get(head)
    return read(place, block) if read else atom(place, block)


def atom(place: Place, block: Block) -> Condition:
    """The atom that a block is, `(= a b)` included."""
    ctx, vocabulary = place.ctx, place.vocabulary
    head = block[0]
    if not isinstance(head, str):
        raise ctx.error_at(block, "expected a predicate after this '('")
    if head == EQUALITY:
        return _equality(place, block)
    if head not in vocabulary.predicates:
        if head in vocabulary.types and len(block) == 2:
            return _type_test(place, block, head)
        raise _unknown_head(place, block, head)
    check_arity(ctx, block, "predicate", vocabulary.predicates[head])
    return Atom(head, terms(ctx, place.scope, block))


def quantified(place: Place, block: Block) -> tuple[Parameter, ...]:
    """The variables of a `forall` or `exists`, once its form is seen to be right."""
    variables = block[1] if len(block) > 1 else None
    if len(block) != 3 or not isinstance(variables, Block):
        message = f"expected ({block[0]} (?x - type ...) (...)): variables, then one part"
        raise place.ctx.error_at(block, message)
    return parameters(place.ctx, variables, 0, place.vocabulary.types)


def _unknown_head(place: Place, block: Block, head: str) -> PddlError:
    ctx = place.ctx
    if head in _COMPARISONS:
        return ctx.error_at(block, f"numeric conditions ({quote(head)}) are not supported")
    if head == "preference":
        return ctx.error_at(block, "preferences are not supported")
    if head in _TRAJECTORY:
        return ctx.error_at(block, f"trajectory constraints ({quote(head)}) are not supported")
    if head == "when":
        return ctx.error_at(block, "'when' belongs into an effect, not into a condition")
    words = [*place.vocabulary.predicates, *_CONNECTIVES]
    return ctx.undeclared(block, 0, "predicate", words)


def _equality(place: Place, block: Block) -> Atom:
    if any(isinstance(part, Block) for part in block[1:]):
        message = "comparing the values of functions with '=' in a condition is not supported"
        raise place.ctx.error_at(block, message)
    check_arity(place.ctx, block, "predicate", 2)
    return Atom(EQUALITY, terms(place.ctx, place.scope, block))


def _type_test(place: Place, block: Block, kind: str) -> Condition:
    """A type used as if it were a predicate: some object of the type is the one in question."""
    (term,) = terms(place.ctx, place.scope, block)
    place.ctx.remark(block, 0, f"the type {quote(kind)} is used as a predicate")
    variable = f"?{kind}"
    while variable == term:
        variable += "-2"
    return Exists((Parameter(variable, (kind,)),), Atom(EQUALITY, (term, variable)))


def _parts(place: Place, block: Block) -> tuple[Condition, ...]:
    deeper = place.within(place.scope)
    return tuple(condition(deeper, block, index) for index in range(1, len(block)))


def _and(place: Place, block: Block) -> Condition:
    return And(_parts(place, block))


def _or(place: Place, block: Block) -> Condition:
    return Or(_parts(place, block))


def _not(place: Place, block: Block) -> Condition:
    _check_parts(place, block, 1)
    return Not(*_parts(place, block))


def _imply(place: Place, block: Block) -> Condition:
    _check_parts(place, block, 2)
    return Imply(*_parts(place, block))


def _forall(place: Place, block: Block) -> Condition:
    variables = quantified(place, block)
    return ForAll(variables, condition(place.within(place.scope.bind(variables)), block, 2))


def _exists(place: Place, block: Block) -> Condition:
    variables = quantified(place, block)
    return Exists(variables, condition(place.within(place.scope.bind(variables)), block, 2))


def _check_parts(place: Place, block: Block, count: int) -> None:
    found = len(block) - 1
    if found != count:
        message = f"'{block[0]}' takes {plural(count, 'condition')}, not {found}"
        raise place.ctx.error_at(block, message)


_CONNECTIVES: Mapping[str, Callable[[Place, Block], Condition]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "imply": _imply,
    "forall": _forall,
    "exists": _exists,
}
