"""Tokens as nested blocks (s-expressions), read without recursion so that depth is no danger."""

from __future__ import annotations

from typing import TypeAlias

from pddl2nl.errors import PddlError
from pddl2nl.reader._tokens import Source


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
    (
        ":requirements",
        ":types",
        ":constants",
        ":predicates",
        ":functions",
        ":action",
        ":derived",
        ":durative-action",
        ":domain",
        ":objects",
        ":init",
        ":goal",
        ":metric",
    )
)


def place(parent: Block, index: int) -> int:
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
                raise _error(source, index, "this ')' closes no parenthesis; remove it")
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
        raise _error(source, 0, "there is no PDDL here; expected (define ...)")
    first = outside[0]
    if not isinstance(first, Block):
        raise _error(source, 0, "expected '(define ...)' at the beginning")
    if len(outside) > 1:
        message = "text after the end of the definition; a file holds one (define ...)"
        raise _error(source, place(outside, 1), message)
    return first


def _unclosed(source: Source) -> PddlError:
    """The error for a text that ends too early.

    A section that begins inside another one betrays where the parenthesis was forgotten.
    """
    open_tokens: list[int] = []
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token == "(":
            open_tokens.append(index)
        elif token == ")":
            open_tokens.pop()
        elif token in _SECTIONS and len(open_tokens) > 2 and open_tokens[-1] == index - 1:
            line, _ = source.place(index)
            message = f"this '(' is not closed before '({token}' in line {line}; a ')' is missing"
            return _error(source, open_tokens[-2], message)
    return _error(source, open_tokens[-1], "this '(' is never closed; a ')' is missing")


def _error(source: Source, token: int, message: str) -> PddlError:
    line, column = source.place(token)
    return PddlError(message, source=source.name, line=line, column=column)
