"""The outer form of a definition, `(define (domain name) (:section ...) ...)`, and typed lists."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pddl2nl.errors import did_you_mean
from pddl2nl.model import ROOT_TYPE, Parameter
from pddl2nl.reader.blocks import BYTE_ORDER_MARK, Block, Context, Source, quote, read_block

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

    Messages call them `what`, and variables `a variable`.
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
            raise ctx.error(block, item.index, f"the variable {quote(item.name)} occurs twice")
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


_UNSUPPORTED = {
    ":durative-action": "durative actions are not supported",
    ":process": "processes (PDDL+) are not supported",
    ":event": "events (PDDL+) are not supported",
    ":constraints": "constraints on trajectories are not supported",
    ":tasks": "expected (:htn :ordered-subtasks (...))",
    ":htn-ti": "task insertion is not supported; write (:htn ...)",
    ":ordered-subtasks": "expected (:htn :ordered-subtasks (...))",
    ":axiom": "(:axiom ...) is not supported; write (:derived (predicate ...) (condition))",
    ":observe": "observations are not supported",
    ":init-belief": "beliefs are not supported",
}
_REQUIREMENTS = frozenset(
    """
    :strips :typing :negative-preconditions :disjunctive-preconditions :equality
    :existential-preconditions :universal-preconditions :quantified-preconditions
    :conditional-effects :fluents :numeric-fluents :object-fluents :adl :durative-actions
    :duration-inequalities :continuous-effects :derived-predicates :timed-initial-literals
    :preferences :constraints :action-costs :goal-utilities :time :ucpop :domain-axioms
    :expression-evaluation :safety-constraints :open-world :action-expansions :dag-expansions
    :foreach-expansions :subgoal-through-axioms :true-negation :hierarchy :method-preconditions
    :non-deterministic :probabilistic-effects
    """.split()
)


@dataclass(frozen=True, slots=True)
class Definition(Context):
    """A definition's name and its sections, each a block that begins with its keyword."""

    block: Block
    name: str
    sections: tuple[Block, ...]

    def all(self, keyword: str) -> tuple[Block, ...]:
        """The sections with a keyword, in their order."""
        return tuple(section for section in self.sections if section[0] == keyword)

    def single(self, keyword: str) -> Block | None:
        """The one section with a keyword, or None.

        Raises:
            PddlError: there are several.
        """
        found = self.all(keyword)
        if len(found) > 1:
            message = f"a second {quote(keyword)} section; put the two together"
            raise self.error_at(found[1], message)
        return found[0] if found else None


def read_definition(text: str, source: str, kind: str, keywords: frozenset[str]) -> Definition:
    """The outer form of a domain or a problem.

    Args:
        text: the PDDL.
        source: the name of the text in messages.
        kind: `domain` or `problem`.
        keywords: the sections that may occur.

    Raises:
        PddlError: the text is no such definition, or holds unknown or unsupported sections.
    """
    ctx = Context(Source(source, text.removeprefix(BYTE_ORDER_MARK)), [])
    block = read_block(ctx.source)
    if not block or block[0] != "define":
        raise ctx.error_at(block, f"expected (define ({kind} name) ...)")
    name = _header(ctx, block, kind)
    for index in range(2, len(block)):
        _check_section(ctx, block, index, keywords)
    sections = tuple(part for part in block[2:] if isinstance(part, Block))
    return Definition(ctx.source, ctx.remarks, block, name, sections)


def requirements(definition: Definition) -> tuple[str, ...]:
    """The declared requirements; unknown ones get a remark."""
    found: list[str] = []
    for section in definition.all(":requirements"):
        for index in range(1, len(section)):
            word = section[index]
            if isinstance(word, Block) or not word.startswith(":"):
                message = f"expected a requirement such as ':strips', found {quote(word)}"
                raise definition.error(section, index, message)
            if word not in _REQUIREMENTS:
                hint = did_you_mean(word, _REQUIREMENTS)
                definition.remark(section, index, f"unknown requirement {quote(word)}{hint}")
            found.append(word)
    return tuple(dict.fromkeys(found))


def _header(ctx: Context, block: Block, kind: str) -> str:
    header = block[1] if len(block) > 1 else None
    if not isinstance(header, Block) or not header or header[0] not in ("domain", "problem"):
        raise ctx.error(block, 1, f"expected ({kind} name) after 'define'")
    if header[0] != kind:
        message = f"this is a {header[0]}; expected a {kind}: (define ({kind} name) ...)"
        raise ctx.error(header, 0, message)
    name = name_of(ctx, header, 1, f"the {kind}")
    if len(header) > 2:
        raise ctx.error(header, 2, f"the name of the {kind} has to be one word")
    return name


def _check_section(ctx: Context, block: Block, index: int, keywords: frozenset[str]) -> None:
    section = block[index]
    if not isinstance(section, Block) or not section or isinstance(section[0], Block):
        found = quote(section)
        raise ctx.error(block, index, f"expected a section such as (:requirements), found {found}")
    keyword = section[0]
    if keyword in keywords:
        return
    if keyword in _UNSUPPORTED:
        raise ctx.error_at(section, _UNSUPPORTED[keyword])
    message = f"unknown section {quote(keyword)}{did_you_mean(keyword, keywords)}"
    raise ctx.error(section, 0, message)
