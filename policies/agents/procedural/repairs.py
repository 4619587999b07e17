"""A repair as a model answers it: the whole script, or edits of it (multi-step paper, 5)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_BLOCK = re.compile(r"^```([\w+-]*)[ \t]*\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE)
_HUNK = re.compile(r"^@@ .*?@@|^--- .*\n\+\+\+ ", re.MULTILINE)
_EDIT = re.compile(r"\b(?:replace|change|substitute)\b", re.IGNORECASE)
_INLINE = re.compile(r"`([^`\n]+)`\s+(?:with|to|by)\s+`([^`\n]+)`")
_NUMBERED = re.compile(r"[ \t]*\d+: ?")
_NO_SCRIPT = frozenset({"bash", "console", "output", "sh", "shell", "text"})


class UnusableRepairError(Exception):
    """An answer that does not say how the whole script reads. Its text says why, in a clause."""


def repaired(script: str, answer: str) -> str:
    """The script after a repair: the one that is answered, or the old one with its edits.

    A unified diff and "replace X with Y", in blocks or in single backticks, are edits; each has to
    fit exactly one place of the script.

    Raises:
        UnusableRepairError: an edit fits no place or several, or it is open which block counts.
    """
    blocks = [(kind, text) for kind, text in _BLOCK.findall(answer) if kind not in _NO_SCRIPT]
    diffs = [text for kind, text in blocks if kind == "diff" or _HUNK.search(text)]
    if not blocks and _HUNK.search(answer):
        diffs = [answer]
    if diffs:
        return _edited(script, (edit for diff in diffs for edit in _hunks(diff)))
    texts = [text for _, text in blocks]
    if not texts and _is_python(answer):
        return answer
    if _EDIT.search(_BLOCK.sub("", answer)):
        pairs = _INLINE.findall(answer) if not texts else zip(texts[::2], texts[1::2], strict=False)
        if len(texts) != 1 and len(texts) % 2 == 0:
            return _edited(script, pairs)
        if len(texts) == 1 and 2 * texts[0].count("\n") < script.count("\n"):
            raise UnusableRepairError("it is open where the lines in its code block belong")
    if len(texts) > 1:
        raise UnusableRepairError("it has several code blocks, and it is open which one counts")
    return texts[0] if texts else answer


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _edited(script: str, edits: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    """A script with each text replaced, as whole lines where it fits these."""
    done = False
    for old, new in edits:
        old, new = (_without_numbers(each).strip("\n") for each in (old, new))
        if not old.strip():
            raise UnusableRepairError("an edit of it does not say what it replaces")
        times = script.count(old)
        if times != 1:
            where = "nowhere" if not times else f"{times} times"
            first = old.strip().splitlines()[0][:80]
            raise UnusableRepairError(f"what it replaces stands {where} in the script: {first}")
        script, done = script.replace(old, new), True
    if not done:
        raise UnusableRepairError("it speaks of a change and gives none")
    return script


def _hunks(diff: str) -> Iterator[tuple[str, str]]:
    """The texts that the hunks of a unified diff replace, and by what."""
    for hunk in re.split(r"^@@.*$", diff, flags=re.MULTILINE):
        lines = [each for each in hunk.splitlines() if not each.startswith(("--- ", "+++ "))]
        if any(each.startswith(("-", "+")) for each in lines):
            old = [each[1:] for each in lines if not each.startswith("+")]
            new = [each[1:] for each in lines if not each.startswith("-")]
            yield "\n".join(old), "\n".join(new)


def _without_numbers(text: str) -> str:
    """Lines without the numbers with which the model saw them."""
    lines = text.splitlines()
    if lines and all(_NUMBERED.match(each) for each in lines if each.strip()):
        return "\n".join(_NUMBERED.sub("", each, count=1) for each in lines)
    return text
