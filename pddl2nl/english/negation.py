"""Clauses made negative, and made positive again.

`negate` and `no_longer` say what a person would say. Each has an inverse that gives back exactly
the clause it came from; where no natural form can promise that, the clause is wrapped in "it is
not the case that" or "it is no longer the case that". (The paper, section 4, negates by the
position of the auxiliary verb or of the head of the phrase.)

What stands in a placeholder never matters: `{?x}`, `truck_0` and `B` are treated alike, so that
negating a snippet and filling it gives the same text in either order.
"""

from __future__ import annotations

import re
from itertools import pairwise

from pddl2nl.english.clauses import TURNING, Clause, Head, find_head, is_slot, parse
from pddl2nl.english.nouns import article, is_mass
from pddl2nl.english.vocabulary import (
    BE_FORMS,
    MODALS,
    PREPOSITIONS,
    base_form,
    inflect_verb,
    is_plural,
    third_person,
    verb_lemma,
    word_set,
)

_DENIAL = re.compile(r"\b(?:not|no|none|nothing|nobody|never|neither|cannot|without)\b|n't\b")
_QUOTED = re.compile(r'"[^"]*"')
NOT_THE_CASE = "it is not the case that "
NO_LONGER_THE_CASE = "it is no longer the case that "


def denies(clause: str) -> bool:
    """Whether a clause has a word in it that denies, such as `not`; quoted words don't count."""
    return bool(_DENIAL.search(_QUOTED.sub("", clause)))


def gist(clause: str) -> tuple[str, ...]:
    """The words of a clause without what tense and denial add to them.

    Two clauses of one gist are easily taken for each other: `A is open` and `A has been opened`.

    Examples:
        >>> gist("{?x} was not opened at {?y}") == gist("{?x} opens at {?y}")
        True
    """
    parsed = parse(clause)
    words = parsed.words if parsed is not None else tuple(clause.split())
    return tuple(
        word if is_slot(word) else base_form(word) or word for word in words if word not in _TENSES
    )


_TENSES = BE_FORMS | word_set("be been being has have had do does did not no longer")


def negate(clause: str) -> str:
    """The clause's negation: `A is at B` gives `A is not at B`; a negative clause becomes positive.

    `unnegate(negate(clause)) == clause` for every clause.
    """
    flipped = None if clause.startswith(NOT_THE_CASE) else _safely_flipped(clause)
    return NOT_THE_CASE + clause if flipped is None else flipped


def unnegate(clause: str) -> str | None:
    """The clause of which `clause` is the negation, or None where it is nobody's.

    The natural forms come in pairs, so a positive clause is the negation of a negative one:
    `A is at B` gives `A is not at B`. Ask first whether a text is a known positive clause.
    """
    if clause.startswith(NOT_THE_CASE):
        inner = clause.removeprefix(NOT_THE_CASE)
        return inner if negate(inner) == clause else None
    return _safely_flipped(clause)


def no_longer(clause: str) -> str:
    """The clause as something that has ceased to be true: `A is no longer at B`.

    `un_no_longer(no_longer(clause)) == clause` for every clause.
    """
    ended = None if _is_denied_as_a_whole(clause) else _ended(clause)
    if ended is None or _resumed(ended) != clause:
        return NO_LONGER_THE_CASE + clause
    return ended


def un_no_longer(clause: str) -> str | None:
    """The clause of which `clause` says that it is no longer true; None if it says no such thing.

    What stands behind "it is no longer the case that" may be no clause: `holding A`.
    """
    if clause.startswith(NO_LONGER_THE_CASE):
        return clause.removeprefix(NO_LONGER_THE_CASE)
    resumed = _resumed(clause)
    return resumed if resumed is not None and no_longer(resumed) == clause else None


def _safely_flipped(clause: str) -> str | None:
    flipped = _flip(clause)
    return flipped if flipped is not None and _flip(flipped) == clause else None


def _flip(clause: str) -> str | None:
    """The natural form of opposite polarity, or None where the rules know of none."""
    parsed = None if _is_denied_as_a_whole(clause) else parse(clause)
    if parsed is None:
        return None
    return _affirmed(parsed) or _negated(parsed)


_AS_A_WHOLE = re.compile(r"\b(?:hardly|barely|scarcely|ought to|had better)\b")


def _is_denied_as_a_whole(clause: str) -> bool:
    """Whether a clause denies by itself, or has an auxiliary that "not" does not follow."""
    return bool(_AS_A_WHOLE.search(_QUOTED.sub("", clause)))


# --- negative to positive -------------------------------------------------------------------------


def _affirmed(clause: Clause) -> str | None:
    words = clause.words
    if words[0] == "no":
        return _of_some(clause)
    if words[0] == "not" and len(words) > 1 and find_head(clause.cut(0)) is not None:
        return clause.cut(0).text
    for place, word in enumerate(words):
        if is_slot(word):
            continue
        if word == "cannot" and place:
            return clause.put(place, "can").text
        if word == "no" and place == 2 and words[0] == "there" and words[1] in BE_FORMS:
            return _with_existence(clause)
        if word in ("not", "no") and place:
            return _without_not(clause, place)
        if word == "need" and place and words[place + 1 : place + 2] == ("not",):
            return clause.cut(place + 1).put(place, "must").text
    return None


def _without_not(clause: Clause, place: int) -> str | None:
    words = clause.words
    before = words[place - 1]
    if words[place] != "not":
        return None
    if before == "need":
        return clause.cut(place).put(place - 1, "must").text
    if before in BE_FORMS or before in MODALS or before in ("has", "have", "had"):
        return clause.cut(place).text
    if before not in ("do", "does", "did"):
        head = find_head(clause.cut(place))
        return clause.cut(place).text if head is not None and head.place == place else None
    if place + 1 >= len(words) or is_slot(words[place + 1]):
        return None
    verb = words[place + 1]
    finite = {
        "do": verb,
        "does": third_person(verb),
        "did": inflect_verb(verb, "VBD"),
    }[before]
    return clause.cut(place).cut(place - 1).put(place - 1, finite).text


def _of_some(clause: Clause) -> str | None:
    """`no boat goes from A to B` becomes `a boat goes from A to B`."""
    positive = clause.put(0, article(clause.words[1])) if len(clause.words) > 1 else None
    head = find_head(positive) if positive is not None else None
    return positive.text if positive and head and _is_of_any(positive, head) else None


def _is_of_any(clause: Clause, head: Head) -> bool:
    """Whether a clause is about any one of a kind, `a boat goes`, and not `a boat {?b} goes`."""
    words = clause.words[: head.place]
    noun = _noun_after(words, 1)
    named = any(is_slot(word) and before not in PREPOSITIONS for before, word in pairwise(words))
    single = bool(noun) and not is_plural(noun[-1]) and not is_mass(" ".join(noun))
    other = clause.words[head.place] == "must" or not {"and", "of"}.isdisjoint(words)
    return words[:1] in (("a",), ("an",)) and single and not named and not other


def _with_existence(clause: Clause) -> str | None:
    """`there is no jig before A` becomes `there is a jig before A`."""
    words = clause.words
    if words[1] not in ("is", "was"):
        return clause.cut(2).text
    noun = _noun_after(words, 3)
    if not noun:
        return None
    if is_mass(" ".join(noun)):
        return clause.cut(2).text
    return clause.put(2, article(noun[0])).text


def _noun_after(words: tuple[str, ...], start: int) -> tuple[str, ...]:
    """The words of a noun phrase up to a preposition, a placeholder or the end."""
    end = start
    while end < len(words) and not is_slot(words[end]) and words[end] not in PREPOSITIONS:
        end += 1
    return words[start:end]


# --- positive to negative -------------------------------------------------------------------------


def _says_existence(words: tuple[str, ...]) -> bool:
    found = words[0] == "there" and len(words) > 2 and words[1] in BE_FORMS
    some = {"some", "something", "someone", "somebody"}.intersection(words)
    return found and words[2] not in TURNING and not some  # "no longer something" is no English


def _without_existence(clause: Clause) -> str:
    words = clause.words
    single = words[1] in ("is", "was")
    noun = _noun_after(words, 2)
    if single and noun and noun[0] in ("a", "an") and len(noun) > 1:
        return clause.put(2, "no").text
    some = bool(noun) and noun[0] in ("enough", "many", "more", "much")
    if noun and not some and (is_mass(" ".join(noun)) if single else is_plural(noun[-1])):
        return clause.insert(2, "no").text
    return clause.insert(2, "not").text


def _negated(clause: Clause) -> str | None:
    words = clause.words
    if _says_existence(words):
        return _without_existence(clause)
    head = find_head(clause)
    if head is None:
        return None
    if _is_of_any(clause, head):
        return clause.put(0, "no").text
    word = words[head.place]
    match head.kind:
        case "modal":
            if word == "can":
                return clause.put(head.place, "cannot").text
            if word == "must":
                # "must not" would forbid; what is denied is the duty.
                return clause.put(head.place, "need").insert(head.place + 1, "not").text
            return clause.insert(head.place + 1, "not").text
        case "auxiliary":
            return clause.insert(head.place + 1, "not").text
        case "present":
            lemma = verb_lemma(word, "VBZ")
            return None if lemma is None else _with_do(clause, head.place, "does", lemma)
        case "past":
            lemma = verb_lemma(word, "VBD")
            return None if lemma is None else _with_do(clause, head.place, "did", lemma)
        case "base":
            return _with_do(clause, head.place, "do", word)
        case _:
            return clause.insert(head.place, "not").text


def _with_do(clause: Clause, place: int, auxiliary: str, lemma: str) -> str:
    return clause.put(place, lemma).insert(place, "not").insert(place, auxiliary).text


# --- no longer ------------------------------------------------------------------------------------


def _ended(clause: str) -> str | None:
    parsed = parse(clause)
    if parsed is None or _affirmed(parsed) is not None:
        return None
    words = parsed.words
    if _says_existence(words):
        return parsed.insert(2, "no longer").text
    head = find_head(parsed)
    if head is None or head.kind == "past":
        return None
    word = words[head.place]
    if word == "must":
        return parsed.put(head.place, "need").insert(head.place + 1, "no longer").text
    if word in ("has", "have", "had") and head.kind == "auxiliary":
        return None  # "has no longer been" does not fit something that has been done
    after = head.kind in ("auxiliary", "modal")
    return parsed.insert(head.place + after, "no longer").text


def _resumed(clause: str) -> str | None:
    before, found, after = f" {clause} ".partition(" no longer ")
    if not found or "no longer" in after:
        return None
    if before.endswith(" need") and before.strip() != "need":
        before = before.removesuffix("need") + "must"
    return f"{before} {after}".strip()
