"""The base forms of verbs: a table distilled from WordNet.

The table is read when it is first asked for (`scripts/distill_wordnet.py` makes it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_TABLE = Path("verbs.tsv")


@dataclass(frozen=True, slots=True)
class _Verbs:
    known: frozenset[str]
    irregular: Mapping[str, str]


def base_form(word: str) -> str | None:
    """The verb that a lower-case word is a form of (`drove` gives `drive`), None if of none."""
    table = _verbs()
    if word in table.known:
        return word
    if word in table.irregular:
        return table.irregular[word]
    return next((stem for stem in stems(word) if stem in table.known), None)


def stems(word: str) -> Iterator[str]:
    """What a word may be a regular form of, likelier ones first: `driving` of `drive`, `driv`."""
    if word.endswith(("ies", "ied")):
        yield word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    if word.endswith("es"):
        yield word[:-2]
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            yield stem + "e"
            yield stem
            if re.search(r"([bdgklmnprtz])\1$", stem):
                yield stem[:-1]


@cache
def _verbs() -> _Verbs:
    known, irregular = set(), {}
    with table_path(_TABLE).open(encoding="utf-8") as lines:
        for line in lines:
            key, _, base = line.rstrip("\n").partition("\t")
            if key.startswith("!"):
                irregular[key[1:]] = base
            else:
                known.add(key)
    return _Verbs(frozenset(known), irregular)


def table_path(name: Path) -> Path:
    """Where a table distilled from WordNet lies."""
    package = Path(__file__).parent.parent
    # Built into a wheel, the folder lies inside the package; in a checkout, beside it.
    installed = package / "data" / "wordnet" / name
    return installed if installed.exists() else package.parent / "data" / "wordnet" / name
