"""A line as plain text: typography and markup taken off, then words and signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache


class AnswerTokens(tuple[str, ...]):
    """Lower-case words of letters and digits, and single signs.

    `object_3` is two words, and so are `object-3` and `Object 3`; `glue` tells them apart.

    Attributes:
        glue: for each token the sign that joins it to the one before it; empty where a blank or
            another token stands between. A slice has none.
    """

    glue: tuple[str, ...] = ()


_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("⟶⇒➜➔➡⟹➝➤►▶", "→"),
        **dict.fromkeys("‐‑−", "-"),
        **dict.fromkeys("’‘´", "'"),
        **dict.fromkeys("\u00a0\u202f\u2009\ufe0f\u200b", " "),
        **dict.fromkeys('“”„«»"`*', ""),
        "＿": "_",
    }
)
_LATEX_BLOCK = re.compile(r"\\(?:text|textbf|textit|texttt|textrm|mathrm|mathbf|boxed|emph)\{")
_LATEX_SIGN = re.compile(r"\$|\\[()\[\],;:! ]|\\(?:quad|qquad)\b")
_LATEX_ARROW = re.compile(r"\\(?:long)?(?:rightarrow|to)\b|\\(?:implies|Rightarrow)\b")
_ELLIPSIS = re.compile(r"\.{2,}")
_TOKEN = re.compile(r"(?<=[^\W_])[-_']+[^\W_]+|[^\W_]+|->|=>|[^\w\s]")
_GLUE = "-_'"


def plain(text: str) -> str:
    """A text without emphasis, quotation marks, code marks and LaTeX commands, on one line."""
    simple = text.translate(_TYPOGRAPHY)
    if "\\" in simple or "$" in simple:
        simple = _LATEX_ARROW.sub("→", simple.replace(r"\_", "_"))
        simple = (
            _LATEX_SIGN.sub(" ", _LATEX_BLOCK.sub("{", simple)).replace("{", "").replace("}", "")
        )
    return " ".join(_ELLIPSIS.sub("…", simple).split())


@lru_cache(8192)
def tokens(text: str) -> AnswerTokens:
    """The words and signs of a text."""
    found = _TOKEN.findall(plain(text).lower())
    words = [each.lstrip(_GLUE) if len(each) > 1 and each[-1].isalnum() else each for each in found]
    result = AnswerTokens(words)
    result.glue = tuple(
        each[: len(each) - len(word)] for each, word in zip(found, words, strict=True)
    )
    return result


def is_word(token: str) -> bool:
    return token[0].isalnum()


def words_of(text: str) -> tuple[str, ...]:
    """The words alone."""
    return tuple(filter(is_word, tokens(text)))


def squash(words: Sequence[str]) -> str:
    """Words as one, so that `pick-up`, `pick_up` and `PickUp` are the same."""
    return "".join(words)


_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE)


def without_thoughts(answer: str) -> str:
    """An answer without these blocks; the whole of it where nothing else is left."""
    if "<" not in answer:
        return answer
    kept: list[str] = []
    begin, opened = 0, None
    for tag in _TAG.finditer(answer):
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        else:
            # An end without a beginning ends what the whole answer has begun with.
            kept = [] if opened is None else [*kept, answer[begin:opened]]
            begin, opened = tag.end(), None
    rest = "".join([*kept, answer[begin:]])
    return rest if rest.strip() else answer
