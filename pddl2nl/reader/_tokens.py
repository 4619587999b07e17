"""The text of a file as tokens, and the line and column at which a token stands.

A token is known by its number. Positions are worked out from it only when an error or a remark
asks for one, so reading a faultless file pays nothing for them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

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
