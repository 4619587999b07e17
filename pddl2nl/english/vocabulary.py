"""What English words can be (noun, verb, adjective ...) and how they are inflected.

The word tables are lemminflect's. They are read here without importing lemminflect: its import
loads numpy and its first look-up parses both tables, together 0.4 s, which is as much as a whole
run of `pddl2nl convert` may take. Searching the decompressed text for a line takes a few
milliseconds.
"""

from __future__ import annotations

import gzip
import importlib.util
import re
from functools import cache
from pathlib import Path


def word_set(text: str) -> frozenset[str]:
    """The blank-separated words of a text, as the constants of this package are written."""
    return frozenset(text.split())


PREPOSITIONS = word_set(
    """
    about above across after against along among around at before behind below beneath
    beside between beyond by for from in inside into near next of off on onto opposite out
    outside over past through to toward towards under underneath until up upon via with
    within without
    """
)
"""Words that can open a prepositional phrase."""

PARTICLES = word_set("up down on off out in away back over apart together")
"""Words that can belong to a verb: pick up, switch off."""

DETERMINERS = word_set("the a an this that its their my your our no any some every each")

BE_FORMS = word_set("is are was were am")
MODALS = word_set("can could may might must shall should will would")

FUNCTION_WORDS = (
    PREPOSITIONS
    | PARTICLES
    | DETERMINERS
    | BE_FORMS
    | MODALS
    | word_set("and or not has have had do does did be been being it there than as")
)

_FORMS = {"VBD": 0, "VBN": 1, "VBG": 2, "VBZ": 3, "NNS": 0, "JJR": 0, "JJS": 1}


@cache
def _table(name: str) -> bytes:
    spec = importlib.util.find_spec("lemminflect")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("lemminflect is not installed", name="lemminflect")
    path = Path(spec.origin).parent / "resources" / name
    return b"\n" + gzip.decompress(path.read_bytes())


@cache
def _rows(table: str, word: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a table about a word, each without the word itself."""
    text = _table(table)
    rows = []
    key = f"\n{word},".encode()
    start = text.find(key)
    # The table is sorted, so that the lines about a word follow one another.
    while start >= 0 and text.startswith(key, start):
        end = text.find(b"\n", start + 1)
        line = text[start + len(key) : end if end >= 0 else len(text)].decode()
        rows.append(tuple(line.strip().split(",")))
        start = end
    return tuple(rows)


@cache
def lemmas(word: str) -> dict[str, tuple[str, ...]]:
    """The base forms of a lower-case word by category (`noun`, `verb`, `adj`, `adv`, ...).

    An unknown word gives an empty mapping.
    """
    return {row[0]: tuple(row[1].split("/")) for row in _rows("lemma_lu.csv.gz", word)}


def is_word(word: str) -> bool:
    """Whether English has the word."""
    return word in FUNCTION_WORDS or bool(lemmas(word))


def is_a(word: str, category: str) -> bool:
    """Whether a word can be of a category: `noun`, `verb`, `adj` or `adv`, in any inflected
    form."""
    return category in lemmas(word)


def _inflected(lemma: str, category: str, tag: str) -> tuple[str, ...]:
    for row in _rows("infl_lu.csv.gz", lemma):
        if row[0] == category:
            forms = row[1:]
            index = _FORMS[tag]
            if tag == "VBN" and not (len(forms) > 1 and forms[1]):
                index = _FORMS["VBD"]
            if index < len(forms) and forms[index]:
                return tuple(forms[index].split("/"))
    return ()


# Spellings that the table lists second although they are the usual ones.
_USUAL = {("get", "VBN"): "got", ("quit", "VBD"): "quit"}


def inflect_verb(lemma: str, tag: str) -> str:
    """A form of a verb: `VBZ` holds, `VBD` held, `VBN` held, `VBG` holding; regular if unknown."""
    if (lemma, tag) in _USUAL:
        return _USUAL[lemma, tag]
    known = _inflected(lemma, "verb", tag)
    return known[0] if known else _regular(lemma, tag)


def _regular(lemma: str, tag: str) -> str:
    if tag == "VBZ":
        return _with_s(lemma)
    stem = lemma
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")):
        stem = lemma[:-1]
    elif tag != "VBG" and re.search(r"[^aeiou]y$", lemma):
        stem = lemma[:-1] + "i"
    return stem + ("ing" if tag == "VBG" else "ed")


def _with_s(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    if re.search(r"(s|x|z|ch|sh|[^aeiou]o)$", word):
        return word + "es"
    return word + "s"


def third_person(lemma: str) -> str:
    """`hold` gives `holds`."""
    return inflect_verb(lemma, "VBZ")


def verb_lemma(word: str, tag: str) -> str | None:
    """The verb of which a word is the given form, or None: `("held", "VBN")` gives `hold`."""
    for lemma in lemmas(word).get("verb", ()):
        if word in _inflected(lemma, "verb", tag) or word == inflect_verb(lemma, tag):
            return lemma
    return None


def is_base_verb(word: str) -> bool:
    """Whether a word is a verb in its base form."""
    return word in lemmas(word).get("verb", ())


def is_plural(word: str) -> bool:
    """Whether a word is a noun in the plural, and only that."""
    bases = lemmas(word).get("noun", ())
    return bool(bases) and word not in bases
