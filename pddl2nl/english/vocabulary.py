"""What English words can be (noun, verb, adjective ...) and how they are inflected.

The dictionary is lemminflect's. It takes 0.4 s to load, as much as all the rest of a run of
`pddl2nl convert`, so it is loaded when it is first asked, and WordNet's tables are asked before it
where they have the answer (`scripts/distill_wordnet.py` makes them). Each is read when needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pddl2nl.files import data_folder

PERSON, ANIMAL, PLACE, CONVEYANCE, DEVICE, WAY, CONTAINER = "pblvdwc"
"""The kinds of things that the rules distinguish (`KINDS` of the script has all)."""


@dataclass(frozen=True, slots=True)
class Word:
    """What WordNet has on a word.

    Args:
        noun, verb, adjective: how often it was met as each; 0 where it is none.
        kinds: letters for the kinds of things that it names first of all.
        frames: `t` where it takes an object as a verb, `i` where it takes none.
    """

    noun: int = 0
    verb: int = 0
    adjective: int = 0
    kinds: str = ""
    frames: str = ""


UNKNOWN = Word()


@cache
def known_word(form: str) -> Word:
    """What a lower-case word in its base form is; `UNKNOWN` where the table does not have it.

    A word that can only be a noun of no kind is not in the table.
    """
    text = _table()
    start = text.find(f"\n{form}\t".encode())
    if start < 0:
        return UNKNOWN
    line = text[start + 1 : text.find(b"\n", start + 1)].decode()
    _, noun, verb, adjective, kinds, frames = line.split("\t")
    return Word(int(noun), int(verb), int(adjective), kinds, frames)


def is_of_kind(noun: str, *kinds: str) -> bool:
    """Whether the last word of a noun phrase names a thing of one of these kinds."""
    words = noun.split()
    return bool(words) and any(kind in known_word(words[-1]).kinds for kind in kinds)


@cache
def _table() -> bytes:
    return b"\n" + (data_folder("wordnet") / "words.tsv").read_bytes()


def base_form(word: str) -> str | None:
    """The verb that a lower-case word is a form of (`drove` gives `drive`), None if of none."""
    known, irregular = _verbs()
    if word in known:
        return word
    if word in irregular:
        return irregular[word]
    return next((stem for stem in stems(word) if stem in known), None)


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
def _verbs() -> tuple[frozenset[str], Mapping[str, str]]:
    """The verbs in their base form, and the irregular forms of some."""
    known, irregular = set(), {}
    with (data_folder("wordnet") / "verbs.tsv").open(encoding="utf-8") as lines:
        for line in lines:
            key, _, base = line.rstrip("\n").partition("\t")
            if key.startswith("!"):
                irregular[key[1:]] = base
            else:
                known.add(key)
    return frozenset(known), irregular


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

PRONOUNS = word_set(
    """
    all another any anybody anyone anything both each everybody everyone everything he her hers
    herself him himself his it its itself many me my myself neither none our ours ourselves she
    some somebody someone something such that their theirs them themselves these they this those
    us we what whatever whether which whichever who whoever whom whomever whose you your yours
    yourself yourselves
    """
)
"""What stands for a noun or before it; lemminflect counts them among the nouns."""

FUNCTION_WORDS = (
    PREPOSITIONS
    | PARTICLES
    | DETERMINERS
    | BE_FORMS
    | MODALS
    | word_set("and or not has have had do does did be been being it there than as")
)


@cache
def lemmas(word: str) -> dict[str, tuple[str, ...]]:
    """The base forms of a lower-case word by category (`noun`, `verb`, `adj`, `adv`, ...).

    An unknown word gives an empty mapping, and so does a pronoun.
    """
    if word in PRONOUNS:
        return {}
    import lemminflect

    found = lemminflect.getAllLemmas(word)
    return {category.lower(): tuple(forms) for category, forms in found.items()}


def is_word(word: str) -> bool:
    """Whether English has the word."""
    return word in FUNCTION_WORDS or bool(lemmas(word))


def is_a(word: str, category: str) -> bool:
    """Whether a word can be of a category: `noun`, `verb`, `adj` or `adv`, in any inflected
    form."""
    return category in lemmas(word)


def is_adverb(word: str) -> bool:
    """Whether a word is an adverb and neither an adjective nor a common noun: `carefully`."""
    known = known_word(word)
    other = word in FUNCTION_WORDS or known.noun or known.verb or is_a(word, "adj")
    return not other and is_a(word, "adv")


@cache
def _inflected(lemma: str, tag: str) -> tuple[str, ...]:
    """The spellings of a verb's form that the dictionary has; none for a verb that it lacks."""
    import lemminflect

    forms = lemminflect.getAllInflections(lemma, upos="VERB")
    found = forms.get(tag) or (forms.get("VBD") if tag == "VBN" else None)
    return tuple(found or ())


# Where the dictionary has another form first than the usual one.
_USUAL = {("get", "VBN"): "got", ("lie", "VBN"): "lain", ("sting", "VBG"): "stinging"}


def inflect_verb(lemma: str, tag: str) -> str:
    """A form of a verb: `VBZ` holds, `VBD` held, `VBN` held, `VBG` holding; regular if unknown."""
    if (lemma, tag) in _USUAL:
        return _USUAL[lemma, tag]
    known = _inflected(lemma, tag)
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
        if word in _inflected(lemma, tag) or word == inflect_verb(lemma, tag):
            return lemma
    return None


def is_base_verb(word: str) -> bool:
    """Whether a word is a verb in its base form."""
    return word in lemmas(word).get("verb", ())


_NO_SINGULAR = word_set(
    "belongings clothes glasses pliers scissors shears tongs trousers tweezers vitals"
)


def is_plural(word: str) -> bool:
    """Whether a word is a noun in the plural, and only that."""
    if word in _NO_SINGULAR:
        return True
    if not word.endswith("s") and known_word(word).noun:
        return False  # WordNet has base forms
    bases = lemmas(word).get("noun", ())
    return bool(bases) and word not in bases
