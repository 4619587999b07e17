"""What is carried along while a text is read: where it stands, and what was remarked on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice

from pddl2nl.errors import PddlError, Remark
from pddl2nl.reader._blocks import Block, Node, place
from pddl2nl.reader._tokens import Source

MOST_REMARKS = 100
# Looking for similar names is quadratic in their length; nobody mistypes longer ones by hand.
_LONGEST_GUESSED_NAME = 100
_MOST_GUESSED_FROM = 5000
_LONGEST_QUOTE = 60


class UnresolvedError(PddlError):
    """A name, or a number of arguments, that does not fit what is declared."""


@dataclass(frozen=True, slots=True)
class Context:
    """The source of what is being read, and the remarks made so far."""

    source: Source
    remarks: list[Remark] = field(default_factory=list)

    def error(self, parent: Block, index: int, message: str) -> PddlError:
        """An error at an element of a block."""
        line, column = self.source.place(place(parent, index))
        return PddlError(message, source=self.source.name, line=line, column=column)

    def error_at(self, block: Block, message: str) -> PddlError:
        """An error at a block's opening parenthesis."""
        line, column = self.source.place(block.start)
        return PddlError(message, source=self.source.name, line=line, column=column)

    def unresolved(self, parent: Block, index: int, message: str) -> UnresolvedError:
        """An error at an element that does not fit what is declared."""
        line, column = self.source.place(place(parent, index))
        return UnresolvedError(message, source=self.source.name, line=line, column=column)

    def undeclared(
        self, parent: Block, index: int, what: str, known: Iterable[str]
    ) -> UnresolvedError:
        """The error for a name that stands nowhere, with the nearest name that does."""
        name = parent[index]
        message = f"undeclared {what} {quote(name)}{did_you_mean(name, known)}"
        return self.unresolved(parent, index, message)

    def remark(self, parent: Block, index: int, message: str) -> None:
        """Note something that was accepted although the language does not allow it."""
        if len(self.remarks) > MOST_REMARKS:
            return
        if len(self.remarks) == MOST_REMARKS:
            message = "there is more of this kind; further remarks are left out"
        line, column = self.source.place(place(parent, index))
        self.remarks.append(Remark(message, self.source.name, line, column))


def quote(node: Node) -> str:
    """A word or block as an error names it: short enough for one line."""
    if isinstance(node, Block):
        head = node[0] if node and isinstance(node[0], str) else ""
        return quote_text(f"({head} ...)" if len(node) > 1 else f"({head})")
    return quote_text(node)


def quote_text(text: str) -> str:
    """A piece of text in quotes, cut where it is long, with what cannot be printed escaped."""
    if len(text) > _LONGEST_QUOTE:
        text = text[:_LONGEST_QUOTE] + "..."
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return f"'{text}'"


def did_you_mean(name: Node, known: Iterable[str]) -> str:
    """A hint at the name that was probably meant, with its leading semicolon; or nothing."""
    if isinstance(name, Block) or len(name) > _LONGEST_GUESSED_NAME:
        return ""
    candidates = (word for word in known if len(word) <= _LONGEST_GUESSED_NAME)
    near = get_close_matches(name, islice(candidates, _MOST_GUESSED_FROM), n=1)
    return f"; did you mean {quote_text(near[0])}?" if near else ""


def plural(count: int, noun: str) -> str:
    """A count with its noun: `1 argument`, `2 arguments`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def one_of(words: Collection[str]) -> str:
    """Words as an enumeration for a message."""
    return ", ".join(sorted(words))
