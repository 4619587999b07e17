"""A line's text without its decoration, taken apart into clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

_MARKUP = re.compile(
    r"[*`]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|^[>#\s]+|^[-•–◦▪+]\s+|[\"“”]|<[^<>]{1,20}>"
)
_PREFIXES = re.compile(
    r"(?:\(?(?:step\s*)?#?\d{1,4}\s*[.:)]\s*|step\s+\d{1,4}\s*[-–—:.]?\s*|action\s+\d{1,4}\s*[-–—:.]\s*"
    r"|\[[ x]\]\s+"
    r"|(?:the\s+)?(?:next\s+)?(?:instruction|action|step|move|command|do)(?:\s+\d{1,4})?\s*:\s*)+",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}")
_BRACKETS = re.compile(r"[(\[{]")
_BREAKS = re.compile(
    r"(\s+[-–—]+>?\s+|\s*[–—]+>?\s*|[:;!?|]+\s*|\.(?=\s|$)|\s+(?:#+|//+)\s*|,?\s+(?:and\s+)?then\s+"
    r"|,?\s+followed by\s+|\s*[→⇒➜➔]\s*|\s*[-=]+>\s*)"
)
_SEQUENCE = (";", ">", "→", "⇒", "➜", "➔", "then", "followed")
_ITEM = re.compile(r"^(?:(?:[a-z]|[ivx]{1,4})[.)]|\d+(?:\.\d+)+[.)]?)\s+|^[|\s]+")
_TYPESET = re.compile(
    r"\\(?:text|textbf|textit|texttt|textrm|mathrm|mathbf|mathtt|boxed|emph|underline|operatorname)"
    r"\s*\{([^{}]*)\}"
)
_TYPESET_SIGNS = re.compile(r"\$|\\[()\[\],;: !]|\\\\\s*$|\\(?:quad|qquad|item|left|right)\b|&")
_TYPESET_ARROW = re.compile(
    r"\\x?(?:long)?(?:rightarrow|to)(?:\s*\{[^{}]*\{[^{}]*\}[^{}]*\}|\s*\{[^{}]*\})?(?![a-z])|\\implies\b|\\Rightarrow\b"
)
_ENCLOSED = re.compile(r"^[\[{]([^\[\]{}]*)[\]}]$")
_TYPOGRAPHY = str.maketrans(
    {
        "⟶": "→",
        "⇒": "→",
        "➜": "→",
        "➔": "→",
        "➡": "→",
        "⟹": "→",
        "←": "<-",
        "‐": "-",
        "‑": "-",
        "−": "-",
        "’": "'",
        "‘": "'",
        "\u00a0": " ",
        "\u202f": " ",
        "＿": "_",
    }
)
_SHORT = re.compile(r"(?<!\S)w/(?:\s*)|(?<!\w)@(?=\s)|\s<[-=]+\s")
_SHORT_FOR = {"w/": "with ", "@": "at"}
_OPENING = re.compile(r"^(?:[^\w\s(\[{\"'`|<*_-]|>|\s|️)+")


def untypeset(text: str) -> str:
    """A text without LaTeX's commands and with plain hyphens, blanks and apostrophes."""
    simple = text if text.isascii() else text.translate(_TYPOGRAPHY)
    if "\\" not in simple and "$" not in simple:
        return simple
    simple = simple.replace(r"\_", "_").replace(r"\#", "#").replace(r"\%", "%")
    simple = _TYPESET_ARROW.sub("→", simple)
    for _ in range(3):
        simple = _TYPESET.sub(r"\1", simple)
    return _TYPESET_SIGNS.sub(" ", simple)


def plain(line: str) -> str:
    """A line without numbering, labels, markup and the final full stop."""
    text = " ".join(_MARKUP.sub("", untypeset(line).strip()).split())
    prefixes = _PREFIXES.match(text)
    return (text[prefixes.end() :] if prefixes else text).rstrip(" .!;,:")


@lru_cache(4096)
def bare(line: str) -> str:
    """A line in lower case, without its number, letter, markup and enclosing brackets."""
    opened = line if line[:1].isalnum() else _OPENING.sub("", line)
    text = _ITEM.sub("", plain(opened).lower()).strip(" |")
    if "/" in text or "@" in text or "<" in text:
        text = _SHORT.sub(lambda short: _SHORT_FOR.get(short.group().strip(), " from "), text)
    return _ENCLOSED.sub(r"\1", text) if text[:1] in ("[", "{") else text


def remarks(text: str, belongs: Callable[[str], bool]) -> str:
    """A text without its remarks in brackets, but for those that belong to what they stand behind.

    Args:
        text: a bare text.
        belongs: says whether what stands in brackets belongs to the text around it.
    """
    if _BRACKETS.search(text) is None:
        return text

    def kept(found: re.Match[str]) -> str:
        inner = next((group for group in found.groups() if group is not None), "")
        return f" {inner} " if belongs(inner) else " "

    return _REMARK.sub(kept, text)


def clauses(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of a bare text, and the sign behind each of them.

    All signs that put one thing after another are given as `;`: arrows, and the word "then".
    """
    pieces = _BREAKS.split(text)
    for place in range(0, len(pieces), 2):
        sign = pieces[place + 1] if place + 1 < len(pieces) else "."
        put = ";" if any(mark in sign for mark in _SEQUENCE) else sign.strip()[:1]
        yield pieces[place].strip(" ,"), put
