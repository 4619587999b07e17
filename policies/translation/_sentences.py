"""A line's text without its decoration, taken apart into clauses."""

from __future__ import annotations

import re

from policies.translation._reading import plain

_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_BRACKETS = re.compile(r"[(\[{]")
_BREAKS = (
    r"(\s+[-–—]+>?\s+|\s*[–—→⇒]+>?\s*|\s*->\s*|\s*=>\s*|[:;!?|]+\s*|\.(?=\s|$)"
    r"|\s+(?:#+|//+)\s*|\s+(?:and\s+)?then\s+{})"
)
BREAKS = re.compile(_BREAKS.format(r"|,(?=\s|$)"))
"""The signs between clauses."""
BREAKS_BUT_COMMAS = re.compile(_BREAKS.format(""))
"""The signs between clauses where a comma may be part of a step."""
_SEQUENCE = ";", ">", "→", "⇒", "then"
_REASON = re.compile(
    r"\s+(?:because|since|so|which|where|while|given|thus|therefore|as|leaving|making|using)\b.*"
)
_ITEM = re.compile(r"^(?:(?:[a-z]|[ivx]{1,4})[.)]|\d+(?:\.\d+)+[.)]?)\s+|^[|\s]+")
_TYPESET = re.compile(
    r"\\(?:text|textbf|mathrm|texttt|boxed)\s*\{([^{}]*)\}|\$|\\[()\[\]]|\\\\\s*$"
)
_ENCLOSED = re.compile(r"^[\[{]([^\[\]{}]*)[\]}]$")
_TYPOGRAPHY = str.maketrans(
    {"‐": "-", "‑": "-", "−": "-", "’": "'", "‘": "'", "\u00a0": " ", "\u202f": " "}
)


def bare(line: str) -> str:
    """A line in lower case, without its number, letter, markup and enclosing brackets."""
    simple = line if line.isascii() else line.translate(_TYPOGRAPHY)
    if "\\" in simple or "$" in simple:
        simple = _TYPESET.sub(r"\1", _TYPESET.sub(r"\1", simple.replace(r"\_", "_")))
    text = _ITEM.sub("", plain(simple).lower())
    return _ENCLOSED.sub(r"\1", text) if text[:1] in ("[", "{") else text


def clauses(text: str, breaks: re.Pattern[str]) -> tuple[list[str], list[str]]:
    """The clauses of a bare text without remarks in brackets, and the sign behind each of them.

    All signs that put one thing after another are given as `;`: arrows, and the word "then".
    """
    pieces = breaks.split(_REMARK.sub(" ", text) if _BRACKETS.search(text) else text)
    signs = [
        ";" if any(sign in piece for sign in _SEQUENCE) else piece.strip()[:1]
        for piece in pieces[1::2]
    ]
    return [piece.strip(" ,") for piece in pieces[::2]], [*signs, "."]


def without_reason(clause: str) -> str:
    """A clause without the words that say what it is good for."""
    return _REASON.sub("", clause).rstrip(" ,")
