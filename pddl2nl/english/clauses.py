"""The little of a clause's grammar that negation needs: its words and its head.

Where the rules cannot find the head of a phrase, a dependency parser is asked if it is at hand:
stanza, as in the paper (section 4), with its English model. It is optional, since it brings a
neural network and takes seconds to load.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Literal

from pddl2nl.english.vocabulary import (
    BE_FORMS,
    DETERMINERS,
    MODALS,
    PARTICLES,
    PREPOSITIONS,
    base_form,
    is_a,
    is_adverb,
    is_base_verb,
    is_plural,
    known_word,
    verb_lemma,
    word_set,
)

PARSER_VARIABLE = "PDDL2NL_PARSER"
"""Environment variable: `off` keeps stanza from being loaded."""

_NAME = "Alex"


@cache
def stanza_pipeline() -> Any | None:
    """The English pipeline, or None where stanza or its English model is not installed.

    Nothing is ever downloaded.
    """
    if os.environ.get(PARSER_VARIABLE, "") == "off" or importlib.util.find_spec("stanza") is None:
        return None
    stanza = importlib.import_module("stanza")
    try:
        return stanza.Pipeline(
            "en",
            processors="tokenize,mwt,pos,lemma,depparse",
            tokenize_pretokenized=True,
            download_method=None,
            use_gpu=False,
            verbose=False,
        )
    except FileNotFoundError:
        return None  # stanza is installed, its English model is not


def parsed_head(words: tuple[str, ...], slots: tuple[bool, ...]) -> int | None:
    """The index of the finite verb of a phrase, or of its root where it has none; None if unknown.

    The parser sees one name for every word that stands for an object.
    """
    pipeline = stanza_pipeline()
    if pipeline is None:
        return None
    shown = [_NAME if slot else word for word, slot in zip(words, slots, strict=True)]
    tree = pipeline([shown]).sentences[0]
    return head_of(tree) if len(tree.words) == len(words) else None


def head_of(sentence: Any) -> int:
    """The index of the word that carries the tense of a parsed `stanza` sentence: the root's first
    auxiliary, else the root.
    """
    root = next(word for word in sentence.words if word.head == 0)
    finite = (
        word
        for word in sentence.words
        if word.head == root.id and word.deprel.startswith(("cop", "aux"))
    )
    return int(next(finite, root).id) - 1


def join(items: Sequence[str], conjunction: str = "and") -> str:
    """Join items as a person does: `a`, `a and b`, `a, b and c`; nothing gives the empty string."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


HeadKind = Literal["auxiliary", "modal", "present", "past", "base", "phrase"]

SUBORDINATORS = word_set(
    """
    that which who whom whose where when while if because unless whether as so than
    """
)
QUANTIFIERS = word_set(
    """
    all any anybody anyone anything both each either enough every everybody everyone everything
    few many more most much neither never no nobody none nothing nowhere one only several some
    somebody someone something
    """
)
_COORDINATORS = word_set("and or but nor")
_CLAUSES = word_set("although because whereas")
"""What opens a further clause, which a negation of the first leaves as it is."""
_GOING_ON = word_set("as so which who where then")
"""The same, behind a comma."""
_UNDENIED = word_set("might shall should")
"""Modals that a "not" behind them does not deny: `might not be wet`, `should not be wet`."""
TURNING = word_set("already still yet")
"""Adverbs that mean something else, or nothing, beside a "not" or a "no longer"."""
_HAVE = word_set("has have had")
_WHEN = word_set("just once twice")
"""What no list calls an adverb: `has just been wet`."""
SINGULAR_PRONOUNS = word_set("it he she")
PLURAL_PRONOUNS = word_set("I we you they")
"""What stands as a subject by itself, by the form of verb that it takes."""
_SLOT = re.compile(r"[{}_0-9A-Z\"]")
_WORD = re.compile(r'[^ "]*"[^"]*"[^ ]*|[^ ]+')


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as its blank-separated words; the changes give new clauses."""

    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words as one line."""
        return " ".join(self.words)

    def put(self, place: int, word: str) -> Clause:
        """The clause with another word at a place."""
        return Clause((*self.words[:place], word, *self.words[place + 1 :]))

    def insert(self, place: int, word: str) -> Clause:
        """The clause with one word more."""
        return Clause((*self.words[:place], word, *self.words[place:]))

    def cut(self, place: int) -> Clause:
        """The clause without the word at a place."""
        return Clause((*self.words[:place], *self.words[place + 1 :]))


@dataclass(frozen=True, slots=True)
class Head:
    """Where a clause's finite verb stands, and of which kind it is.

    `auxiliary` is a form of be, or have before a participle; `present`, `past` and `base` are full
    verbs; `phrase` is a participle that opens a clause without a finite verb ("holding A").
    """

    place: int
    kind: HeadKind


def parse(text: str) -> Clause | None:
    """The words of a clause, or None where blanks would not survive a round trip.

    What stands in quotation marks is one word, and not looked into.
    """
    words = tuple(_WORD.findall(text))
    sound = words and " ".join(words) == text and not re.search(r"[^\S ]", text)
    return Clause(words) if sound else None


def is_slot(word: str) -> bool:
    """Whether a word is not English: an object (`{?x}`, `truck_0`, `b12`, `B`) or quoted."""
    return _SLOT.search(word) is not None


def find_head(clause: Clause) -> Head | None:
    """The head of a clause, or None where one negation could not reach all that the clause says."""
    head = ruled_head(clause.words) or _head_by_parser(clause.words)
    if head is None or _out_of_reach(clause.words, head):
        return None
    return head


@cache
def is_clause(text: str) -> bool:
    """Whether a text has a subject and a finite verb: not `holding A`, `clear A`, `have chips`."""
    parsed = parse(text)
    if parsed is None:
        return False
    words = parsed.words
    bare = tuple(word.rstrip(",") for word in words)  # "{?m} is, for now, at {?h}"
    if any(map(_is_plainly_finite, bare[1:], bare)):
        return True  # without the dictionary, which takes its time to load
    head = ruled_head(words)
    return head is not None and head.place > 0 and head.kind != "phrase"


def _is_plainly_finite(word: str, before: str) -> bool:
    """Whether a word is a form of be or have, a modal, or a verb in `s` behind an object."""
    if word in BE_FORMS | MODALS | {"has", "have", "had"}:
        return True
    return is_slot(before) and word.endswith("s") and base_form(word) not in (None, word)


def ruled_head(words: tuple[str, ...]) -> Head | None:
    return (
        _head_after_subject(words)
        or _auxiliary_head(words)
        or _verb_after_noun(words)
        or _opening_head(words)
    )


def _head_by_parser(words: tuple[str, ...]) -> Head | None:
    place = parsed_head(words, tuple(is_slot(word) for word in words))
    if place is None:
        return None
    kind = _kind_at(words, place)
    return Head(place, kind) if kind else None


def _out_of_reach(words: tuple[str, ...], head: Head) -> bool:
    before, after = words[: head.place], words[head.place + 1 :]
    behind_names = {word for slot, word in pairwise(before) if is_slot(slot)}
    if _has_adverb(words, head.place) or (TURNING | {"always", "often"}) & behind_names:
        return True  # `A still stays open`, where "open" is taken for the verb
    if QUANTIFIERS.intersection(before) or SUBORDINATORS.intersection(before):
        return True
    if any("n't" in word for word in words):
        return True
    if _COORDINATORS.intersection(before[-1:]):
        return True  # `A lies in B and is tied up`
    if "and" in before and not any(map(is_slot, before[before.index("and") :])):
        return True  # `A and its lid are wet`, of which one may not be
    if words[head.place] in _UNDENIED or _CLAUSES.intersection(after):
        return True
    if words[head.place : head.place + 2] == ("used", "to"):
        return True
    pairs = zip(words[head.place :], after, strict=False)
    if any(end.endswith(";") or (end.endswith(",") and word in _GOING_ON) for end, word in pairs):
        return True
    if {"some", "something", "someone", "no", "nothing", "never", "not"}.intersection(after):
        return True
    joints = [place for place, word in enumerate(after) if word in _COORDINATORS]
    return bool(joints) and not (len(joints) == 1 and _joins_a_pair(after, joints[0]))


def _joins_a_pair(words: tuple[str, ...], place: int) -> bool:
    """Whether an "and" joins what "between" or "both" opens, and no further verb follows it."""
    opened = not {"between", "both"}.isdisjoint(words[:place])
    behind = words[place + 1] if place + 1 < len(words) else ""
    verb = behind in BE_FORMS | MODALS | _HAVE or verb_lemma(behind, "VBZ") is not None
    return words[place] == "and" and opened and not verb


def _has_adverb(words: tuple[str, ...], place: int) -> bool:
    """Whether an adverb stands before a finite verb, or one behind an auxiliary that turns there.

    `A still needs B` and `A is still wet` are so denied as a whole; `A stands still` has no adverb
    of that kind.
    """
    *before, last = words[:place] or ("",)
    verb, after = words[place], words[place + 1 : place + 3]
    if verb in TURNING and len(after) > 0 and not is_slot(after[0]):
        return True  # `A and B still touch`
    if before and before[-1] not in DETERMINERS and (last in TURNING or is_adverb(last)):
        return True
    if len(after) < 2 or verb not in BE_FORMS | MODALS | _HAVE:
        return False
    has = verb in _HAVE and (after[0] in _WHEN or is_adverb(after[0]))
    return after[0] in TURNING or has


def _auxiliary_head(words: tuple[str, ...]) -> Head | None:
    for place, word in enumerate(words):
        kind = _auxiliary_kind(words, place)
        if kind and place and word in (BE_FORMS | MODALS | {"has", "have", "had"}):
            return Head(place, kind)
    return None


def _auxiliary_kind(words: tuple[str, ...], place: int) -> HeadKind | None:
    word = words[place]
    if word in BE_FORMS:
        return "auxiliary"
    if word in MODALS:
        following = words[place + 1 : place + 2]
        return "modal" if following and not is_slot(following[0]) else None
    if word in ("has", "have", "had"):
        return "auxiliary" if _participle_follows(words, place) else _having[word]
    return None


_having: dict[str, HeadKind] = {"has": "present", "have": "base", "had": "past"}


def _participle_follows(words: tuple[str, ...], place: int) -> bool:
    if place + 1 >= len(words):
        return False
    word = words[place + 1]
    if word == "been":
        return True
    return not is_slot(word) and verb_lemma(word, "VBN") is not None and not is_base_noun(word)


def is_base_noun(word: str) -> bool:
    """Whether a participle is at least as often a noun: the `cut` of `has cut`."""
    return is_a(word, "noun") and not word.endswith("ed")


def _kind_at(words: tuple[str, ...], place: int) -> HeadKind | None:
    word = words[place]
    if is_slot(word):
        return None
    if kind := _auxiliary_kind(words, place):
        return kind
    if verb_lemma(word, "VBZ"):
        return "present"
    if verb_lemma(word, "VBD"):
        return _past_kind(words, place)
    return "base" if is_base_verb(word) else None


def _past_kind(words: tuple[str, ...], place: int) -> HeadKind:
    """`A visited` and `A painted with B` leave out a form of be; `A reached B` and `A stood on B`
    are in the past tense."""
    following = words[place + 1 : place + 2]
    bare = not following or following[0] in PREPOSITIONS | PARTICLES
    lemma = verb_lemma(words[place], "VBN")
    frames = known_word(lemma).frames if lemma else "i"
    return "phrase" if bare and ("t" in frames or not frames) else "past"


def _head_after_subject(words: tuple[str, ...]) -> Head | None:
    """The verb directly after the placeholder that a clause's subject ends with."""
    for place in range(1, len(words)):
        if not is_slot(words[place - 1]):
            continue
        if place >= 2 and words[place - 2] in PREPOSITIONS:
            continue
        if words[place - 1].endswith(","):
            continue  # a subject ends with no comma
        word = words[place]
        if word in PREPOSITIONS or word in _COORDINATORS or is_slot(word):
            continue
        kind = _kind_at(words, place)
        if kind == "phrase" and _plural_subject(words[:place]) and is_base_verb(word):
            kind = "base"  # "I put on gloves"
        if kind == "base" and not _plural_subject(words[:place]):
            return None
        if kind == "present" and is_plural(word) and BE_FORMS.intersection(words[place + 1 :]):
            return None  # a noun: `{?n} stacks are available`
        return Head(place, kind) if kind else None
    return None


def _plural_subject(subject: tuple[str, ...]) -> bool:
    return "and" in subject or subject[0] in PLURAL_PRONOUNS or is_plural(subject[-1])


def _verb_after_noun(words: tuple[str, ...]) -> Head | None:
    """The verb after a subject of plain words: `the hand holds A`."""
    for place in range(1, len(words)):
        word, before = words[place], words[place - 1]
        if is_slot(word) or before in DETERMINERS or not _nounlike(before):
            continue
        behind = words[place + 1 : place + 2]
        compound = _verb_only(behind) or (is_plural(word) and any(map(_rather_verb, behind)))
        if verb_lemma(word, "VBZ") and not compound:
            return Head(place, "present")
        if before in PLURAL_PRONOUNS and is_base_verb(word):
            return Head(place, "base")
        plural = is_plural(before) or _of_several(words[:place])
        if plural and (_verb_only((word,)) or _rather_verb(word)):
            return Head(place, "base")
        if verb_lemma(word, "VBD") and not is_a(word, "noun"):
            return Head(place, _past_kind(words, place))
    return None


def _of_several(subject: tuple[str, ...]) -> bool:
    """Whether a subject is several things somewhere: `the flames in {?k}`."""
    several, placed = subject[:-2], subject[-2:-1]
    return bool(placed) and placed[0] in PREPOSITIONS and several != () and is_plural(several[-1])


def _rather_verb(word: str) -> bool:
    return is_base_verb(word) and known_word(word).verb > known_word(word).noun


def _nounlike(word: str) -> bool:
    return is_slot(word) or word in SINGULAR_PRONOUNS | PLURAL_PRONOUNS or is_a(word, "noun")


def _verb_only(words: tuple[str, ...]) -> bool:
    if not words or is_slot(words[0]):
        return False
    return is_base_verb(words[0]) and not (is_a(words[0], "noun") or is_a(words[0], "adj"))


def _opening_head(words: tuple[str, ...]) -> Head | None:
    """The verb that opens a clause without a subject: `holding A`, `have chips`, `splice A`."""
    word = words[0]
    if is_slot(word) or word in DETERMINERS | PREPOSITIONS:
        return None
    if word == "have":
        return Head(0, "base")
    if verb_lemma(word, "VBG") or (verb_lemma(word, "VBN") and not is_base_verb(word)):
        return Head(0, "phrase")
    if verb_lemma(word, "VBZ") and not is_plural(word):
        return Head(0, "present")
    if is_base_verb(word) and len(words) > 1 and (_verb_only((word,)) or words[1] in DETERMINERS):
        return Head(0, "base")
    return None
