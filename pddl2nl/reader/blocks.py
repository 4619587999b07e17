"""The text of a file as nested blocks of tokens, and what is carried along while these are read.

A token is known by its number. Positions are worked out from it only when an error or a remark
asks for one, so reading a faultless file pays nothing for them. Blocks are read without recursion,
so that depth is no danger.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from pddl2nl.english.nouns import counted
from pddl2nl.errors import PddlError, Remark, did_you_mean
from pddl2nl.model import ROOT_TYPE, TOTAL_COST, Domain, Fluent, Parameter, Term

BYTE_ORDER_MARK = "\ufeff"

_COMMENT = re.compile(r";[^\r\n]*")
# A question mark always begins a token: real files hold `- aircraft?a`.
_TOKEN = re.compile(r"[()]|\?[^\s()?]*|[^\s()?]+")
_TOKEN_OR_COMMENT = re.compile(r";[^\r\n]*|([()]|\?[^\s()?;]*|[^\s()?;]+)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_COMMENT_OR_CONTROL = re.compile(r";[^\r\n]*|([\x00-\x08\x0e-\x1f\x7f])")
_NEWLINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Source:
    """A text with the name by which errors speak of it."""

    name: str
    text: str

    @cached_property
    def tokens(self) -> list[str]:
        """Parentheses and words in lower case, without comments.

        Raises:
            PddlError: the text holds control characters outside comments.
        """
        if _CONTROL.search(self.text) is not None:
            self._refuse_control_characters()
        return _TOKEN.findall(_COMMENT.sub("", self.text).lower())

    @cached_property
    def _offsets(self) -> list[int]:
        return [m.start() for m in _TOKEN_OR_COMMENT.finditer(self.text) if m[1] is not None]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    def place(self, token: int) -> tuple[int, int]:
        """The 1-based line and column of a token, given by its number; a last place for none."""
        offsets = self._offsets
        return self._place(offsets[token] if token < len(offsets) else len(self.text))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def error(self, token: int, message: str, kind: type[PddlError] = PddlError) -> PddlError:
        """An error at a token."""
        line, column = self.place(token)
        return kind(message, source=self.name, line=line, column=column)

    def _refuse_control_characters(self) -> None:
        for match in _COMMENT_OR_CONTROL.finditer(self.text):
            if match[1] is not None:
                line, column = self._place(match.start())
                message = (
                    f"the control character {match[1]!r} cannot stand here; PDDL is plain text"
                )
                raise PddlError(message, source=self.name, line=line, column=column)


class Block(list["str | Block"]):
    """What stands between two parentheses: words and blocks.

    `start` and `end` are the numbers of the tokens that open and close it.
    """

    __slots__ = ("end", "start")

    start: int
    end: int

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start


Node: TypeAlias = str | Block

_SECTIONS = frozenset(
    """
    :requirements :types :constants :predicates :functions :action :derived :durative-action
    :domain :objects :init :goal :metric
    """.split()
)


def token_of(parent: Block, index: int) -> int:
    """The number of the token at which an element of a block starts; its end where none is."""
    if index >= len(parent):
        return parent.end
    child = parent[index]
    if isinstance(child, Block):
        return child.start
    for before in range(index - 1, -1, -1):
        sibling = parent[before]
        if isinstance(sibling, Block):
            return sibling.end + index - before
    return parent.start + 1 + index


def read_block(source: Source) -> Block:
    """The one block that a text consists of.

    Raises:
        PddlError: parentheses do not match, or there is no block, or there are several.
    """
    tokens = source.tokens
    current = outside = Block(-1)
    enclosing: list[Block] = []
    for index, token in enumerate(tokens):
        if token == "(":
            block = Block(index)
            current.append(block)
            enclosing.append(current)
            current = block
        elif token == ")":
            if not enclosing:
                raise source.error(index, "this ')' closes no parenthesis; remove it")
            current.end = index
            current = enclosing.pop()
        else:
            current.append(token)
    if enclosing:
        raise _unclosed(source)
    return _only_block(source, outside)


def _only_block(source: Source, outside: Block) -> Block:
    outside.end = len(source.tokens)
    if not outside:
        raise source.error(0, "this file contains no PDDL; expected (define ...)")
    first = outside[0]
    if not isinstance(first, Block):
        raise source.error(0, "expected '(define ...)' at the beginning")
    if len(outside) > 1:
        message = "text after the end of the definition; a file holds one (define ...)"
        raise source.error(token_of(outside, 1), message)
    return first


def _unclosed(source: Source) -> PddlError:
    """The error for a text that ends too early.

    A section that begins inside another one betrays where the parenthesis was forgotten.
    """
    open_tokens: list[int] = []
    tokens, last = source.tokens, 0
    for index, token in enumerate(tokens):
        if token in _SECTIONS and tokens[index - 1] == "(":
            last = index
        if token == "(":
            open_tokens.append(index)
        elif token == ")":
            open_tokens.pop()
        elif token in _SECTIONS and len(open_tokens) > 2 and open_tokens[-1] == index - 1:
            line, _ = source.place(index)
            message = f"this '(' is not closed before '({token}' in line {line}; a ')' is missing"
            return source.error(open_tokens[-2], message)
    (line, _), begun = source.place(last), " ".join(tokens[last : last + 2])
    perhaps = f", perhaps in '({begun}' in line {line}" if last > open_tokens[-1] + 1 else ""
    return source.error(open_tokens[-1], f"this '(' is never closed; a ')' is missing{perhaps}")


MAX_REMARKS = 100
_MAX_QUOTE_LENGTH = 60


class UnresolvedError(PddlError):
    """A name, or a number of arguments, that does not fit what is declared."""


@dataclass(frozen=True, slots=True)
class Context:
    """The source of what is being read, and the remarks made so far."""

    source: Source
    remarks: list[Remark]

    def error(self, parent: Block, index: int, message: str) -> PddlError:
        """An error at an element of a block."""
        return self.source.error(token_of(parent, index), message)

    def error_at(self, block: Block, message: str) -> PddlError:
        """An error at a block's opening parenthesis."""
        return self.source.error(block.start, message)

    def unresolved(self, parent: Block, index: int, message: str) -> PddlError:
        """An error at an element that does not fit what is declared."""
        return self.source.error(token_of(parent, index), message, UnresolvedError)

    def undeclared(self, parent: Block, index: int, what: str, known: Iterable[str]) -> PddlError:
        """The error for a name that stands nowhere, with the nearest name that does."""
        name = parent[index]
        near = "" if isinstance(name, Block) else did_you_mean(name, known)
        return self.unresolved(parent, index, f"undeclared {what} {quote(name)}{near}")

    def remark(self, parent: Block, index: int, message: str) -> None:
        """Note something that was accepted although the language does not allow it."""
        if len(self.remarks) > MAX_REMARKS:
            return
        if len(self.remarks) == MAX_REMARKS:
            message = "there is more of this kind; further remarks are left out"
        line, column = self.source.place(token_of(parent, index))
        self.remarks.append(Remark(message, self.source.name, line, column))


def quote(node: Node) -> str:
    """A word or block in quotes, cut where it is long, with what cannot be printed escaped."""
    if isinstance(node, Block):
        head = node[0] if node and isinstance(node[0], str) else ""
        node = f"({head} ...)" if len(node) > 1 else f"({head})"
    text = node if len(node) <= _MAX_QUOTE_LENGTH else node[:_MAX_QUOTE_LENGTH] + "..."
    return f"'{text if text.isprintable() else text.encode('unicode_escape').decode('ascii')}'"


@dataclass(frozen=True, slots=True)
class Place(Context):
    """Where a condition or the like is being read, with the names that may be used there.

    Args:
        types: the declared types.
        predicates: the declared predicates, with how many arguments they take.
        functions: the declared functions, likewise.
        derived: the derived predicates.
        objects: the objects.
        variables: the variables with what they stand for: themselves, unless a quantified effect
            had to rename them.
        depth: how deep the place is nested.
    """

    types: Collection[str] = ()
    predicates: Mapping[str, int] = field(default_factory=dict)
    functions: Mapping[str, int] = field(default_factory=dict)
    derived: Collection[str] = ()
    objects: Collection[str] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    depth: int = 0

    def inside(self, declared: Iterable[Parameter]) -> Place:
        """The same place, where these parameters are known as well."""
        return replace(self, variables={**self.variables, **{p.name: p.name for p in declared}})

    def within(self) -> Place:
        """One level deeper."""
        return replace(self, depth=self.depth + 1)


def place_in(ctx: Context, domain: Domain) -> Place:
    """The place of what may use all that a domain declares."""
    return Place(
        ctx.source,
        ctx.remarks,
        types=frozenset((ROOT_TYPE, *(declared.name for declared in domain.types))),
        predicates={p.name: len(p.parameters) for p in domain.predicates},
        functions={f.name: len(f.parameters) for f in domain.functions},
        derived=frozenset(axiom.predicate for axiom in domain.axioms),
        objects={item.name: None for item in domain.constants},
    )


def terms(place: Place, block: Block) -> tuple[Term, ...]:
    """The arguments of an atom or fluent: all elements of the block but the first.

    Raises:
        PddlError: one is a block, or is neither an object nor a variable in scope.
    """
    return tuple(_term(place, block, index) for index in range(1, len(block)))


def check_arity(ctx: Context, block: Block, what: str, arity: int) -> None:
    """Refuse a block whose number of arguments is not the declared one."""
    found = len(block) - 1
    if found != arity:
        message = f"the {what} {quote(block[0])} takes {counted(arity, 'argument')}, not {found}"
        raise ctx.unresolved(block, 0, message)


def fluent(place: Place, parent: Block, index: int) -> Fluent:
    """The function application at an element of a block."""
    block = parent[index]
    if not isinstance(block, Block):
        raise place.error(parent, index, f"expected a function such as '({TOTAL_COST})'")
    if not block or isinstance(block[0], Block):
        raise place.error_at(block, "expected the name of a function after this '('")
    name = block[0]
    if name not in place.functions and name != TOTAL_COST:
        raise place.undeclared(block, 0, "function", place.functions)
    check_arity(place, block, "function", place.functions.get(name, 0))
    return Fluent(name, terms(place, block))


def number(node: Node) -> float | None:
    """The number that a word stands for, or None where it is not one."""
    if isinstance(node, Block) or node[:1] not in "+-.0123456789":
        return None
    try:
        return float(node)
    except ValueError:
        return None


def _term(place: Place, block: Block, index: int) -> Term:
    term = block[index]
    if isinstance(term, Block):
        message = f"expected an object or a variable, found {quote(term)}; functions cannot be used"
        raise place.error_at(term, message + " as arguments")
    if term.startswith("?"):
        if term not in place.variables:
            raise place.undeclared(block, index, "variable", place.variables)
        return place.variables[term]
    if term not in place.objects:
        raise place.undeclared(block, index, "object", place.objects)
    return term
