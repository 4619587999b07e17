"""The text of a file as tokens, and as nested blocks of these (s-expressions).

A token is known by its number. Positions are worked out from it only when an error or a remark
asks for one, so reading a faultless file pays nothing for them. Blocks are read without recursion,
so that depth is no danger.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pddl2nl.errors import PddlError

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
        return self.place_of_offset(offsets[token] if token < len(offsets) else len(self.text))

    def place_of_offset(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a character, given by its 0-based number."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def _refuse_control_characters(self) -> None:
        if _CONTROL.search(self.text) is None:
            return
        for match in _COMMENT_OR_CONTROL.finditer(self.text):
            if match[1] is not None:
                line, column = self.place_of_offset(match.start())
                raise PddlError(
                    f"the control character {match[1]!r} cannot stand here; PDDL is plain text",
                    source=self.name,
                    line=line,
                    column=column,
                )


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
