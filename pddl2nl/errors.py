"""The errors a user can cause, each with the place in the input where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import TypeVar

_LONGEST = 1000
"""The maximum length of the input that a message quotes."""
# Looking for similar names is quadratic in their length; nobody mistypes longer ones by hand.
_MAX_GUESSED_NAME_LENGTH = 100
_MAX_GUESSED_FROM = 5000
_MAX_LISTED = 10
_NUMBERED = re.compile(r"(\D+)(\d{1,9})")


def is_interruption(error: BaseException) -> bool:
    """Whether an error is Ctrl-C, or what Python 3.11 makes of one while a class is built."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)


class InputError(Exception):
    """Input that cannot be used. Its text is one line, fit to be printed as it is.

    Args:
        message: what is wrong, and what would be right.
        source: the file (or `<text>`) in which it was found, None where there is no file.
        line: 1-based line, None where the fault has no place.
        column: 1-based column, None where the fault has no place.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        super().__init__(message)

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        message = _shown(self.message)
        return ":".join([*map(_shown, place), " " + message]) if place else message


def _shown(text: str) -> str:
    """A text as a part of one line: not too long, and nothing in it that commands a terminal."""
    shortened = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return printable(shortened).replace("\n", "\\n")


class PddlError(InputError):
    """PDDL that is malformed, inconsistent, or uses a construct that is not supported."""


class LexiconError(InputError):
    """A lexicon file, or a snippet in it, that does not fit its domain."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What to add to a complaint about an unknown name: `; did you mean 'ferry'?`, or nothing."""
    if len(name) > _MAX_GUESSED_NAME_LENGTH:
        return ""
    candidates = (word for word in known if len(word) <= _MAX_GUESSED_NAME_LENGTH)
    near = get_close_matches(name.lower(), islice(candidates, _MAX_GUESSED_FROM), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _did_you_mean_number(name: str, known: Sequence[str]) -> str:
    wanted = _NUMBERED.fullmatch(name)
    found = {each: _NUMBERED.fullmatch(each) for each in known} if wanted else {}
    numbers = {
        each: abs(int(match[2]) - int(wanted[2]))
        for each, match in found.items()
        if wanted and match and match[1] == wanted[1]
    }
    return f"; did you mean '{min(numbers, key=numbers.__getitem__)}'?" if numbers else ""


def instead_of(name: str, known: Sequence[str]) -> str:
    """What to add to a complaint about an unknown name: the nearest, and what names there are.

    Where no spelling is near, it is the name that differs only in its number, and least: `p3` of
    `p1`, `p2` and `p3` for `p9`.
    """
    near = did_you_mean(name, known) or _did_you_mean_number(name, known)
    listed = [*known[:_MAX_LISTED], *["…"] * (len(known) > _MAX_LISTED)]
    return f"{near} It has {', '.join(listed)}" if near else f"; it has {', '.join(listed)}"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in the input that was accepted although the language does not allow it."""

    message: str
    source: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: note: {self.message}"


_Fault = TypeVar("_Fault", bound=InputError)


def not_yaml(error: Exception, source: str, kind: type[_Fault]) -> _Fault:
    """What PyYAML's error says, as one line with its place.

    Args:
        error: a `yaml.YAMLError`; the library itself is not needed here.
        source: the file.
        kind: the error that is wanted.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "context", None)
    return kind(
        f"not valid YAML: {problem or ' '.join(str(error).split())}",
        source=source,
        line=mark.line + 1 if mark else None,
        column=mark.column + 1 if mark else None,
    )


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tabs and ends of lines, and what turns the direction of a text."""


def printable(text: str) -> str:
    """A text in which no character commands a terminal.

    Such characters stand as JSON escapes (`\\u001b`), so that JSON stays the same JSON.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
