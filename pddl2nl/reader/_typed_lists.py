"""Names with types, as in `?a ?b - truck ?c - (either box crate) ?d`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pddl2nl.model import ROOT_TYPE, Parameter
from pddl2nl.reader._blocks import Block
from pddl2nl.reader._context import Context, quote

# Anything else that real files hold in names is harmless; these would break what is written.
_UNFIT_NAME = re.compile(r"[-?:=].*|.*[\"'`{}\\,\[\]].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Typed:
    """A name of a typed list, its types, and which element of the block it is."""

    name: str
    types: tuple[str, ...]
    index: int


def name_of(ctx: Context, parent: Block, index: int, what: str) -> str:
    """The element of a block that has to be a name.

    Raises:
        PddlError: there is none, or it is a block or a word that cannot be a name.
    """
    if index >= len(parent):
        raise ctx.error(parent, index, f"expected the name of {what} before this ')'")
    name = parent[index]
    if isinstance(name, Block):
        raise ctx.error_at(name, f"expected the name of {what}, found {quote(name)}")
    if _UNFIT_NAME.match(name):
        raise ctx.error(parent, index, f"{quote(name)} cannot be the name of {what}")
    return name


def typed_list(ctx: Context, block: Block, start: int, what: str) -> list[Typed]:
    """The names from element `start` of a block to its end, each with its types.

    Args:
        ctx: where the block stands.
        block: the block that holds the list.
        start: the first element that belongs to the list.
        what: what the names are, for messages; variables are named `a variable`.
    """
    found: list[Typed] = []
    waiting: list[int] = []
    index = start
    while index < len(block):
        if block[index] != "-":
            waiting.append(index)
            index += 1
            continue
        types = _types(ctx, block, index + 1)
        if not waiting:
            ctx.remark(block, index, f"the type {quote(types[0])} follows no name")
        found.extend(Typed(_checked(ctx, block, i, what), types, i) for i in waiting)
        waiting = []
        index += 2
    found.extend(Typed(_checked(ctx, block, i, what), (ROOT_TYPE,), i) for i in waiting)
    return found


def parameters(
    ctx: Context, block: Block, start: int, types: Collection[str]
) -> tuple[Parameter, ...]:
    """The variables from element `start` of a block to its end, whose types must be declared."""
    seen: set[str] = set()
    for item in (items := typed_list(ctx, block, start, "a variable")):
        if item.name in seen:
            raise ctx.error(block, item.index, f"the variable {quote(item.name)} stands here twice")
        seen.add(item.name)
        check_types(ctx, block, item, types)
    return tuple(Parameter(item.name, item.types) for item in items)


def check_types(ctx: Context, block: Block, item: Typed, declared: Collection[str]) -> None:
    """Refuse a name whose types are not all declared."""
    for name in item.types:
        if name not in declared:
            raise ctx.undeclared(*type_element(block, item, name), "type", declared)


def type_element(block: Block, item: Typed, name: str) -> tuple[Block, int]:
    """Where one of the types of a name is written: a block, and which element of it."""
    after = block.index("-", item.index)
    group = block[after + 1]
    return (group, group.index(name, 1)) if isinstance(group, Block) else (block, after + 1)


def _checked(ctx: Context, block: Block, index: int, what: str) -> str:
    if what != "a variable":
        return name_of(ctx, block, index, what)
    name = block[index]
    if isinstance(name, Block) or not name.startswith("?") or len(name) == 1:
        raise ctx.error(block, index, f"expected a variable such as '?x', found {quote(name)}")
    if _UNFIT_NAME.match(name, 1):
        raise ctx.error(block, index, f"{quote(name)} cannot be the name of a variable")
    return name


def _types(ctx: Context, block: Block, index: int) -> tuple[str, ...]:
    if index >= len(block):
        raise ctx.error(block, index - 1, "a type has to follow this '-'")
    group = block[index]
    if not isinstance(group, Block):
        return (name_of(ctx, block, index, "a type"),)
    if len(group) < 2 or group[0] != "either":
        raise ctx.error_at(group, "expected a type, or several as (either a b)")
    return tuple(dict.fromkeys(name_of(ctx, group, i, "a type") for i in range(1, len(group))))
