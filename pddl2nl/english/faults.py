"""What is surely wrong with a snippet as English, and what would be right.

A fault is reported only where nothing is open: a word that the dictionary lacks, or a subject whose
number depends on more than its form, leaves a snippet without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from pddl2nl.english.clauses import (
    PLURAL_PRONOUNS,
    QUANTIFIERS,
    SINGULAR_PRONOUNS,
    SUBORDINATORS,
    TURNING,
    find_head,
    is_clause,
    is_slot,
    parse,
    ruled_head,
)
from pddl2nl.english.nouns import indefinite, takes_no_article
from pddl2nl.english.vocabulary import (
    BE_FORMS,
    CONTAINER,
    CONVEYANCE,
    DETERMINERS,
    DEVICE,
    FUNCTION_WORDS,
    MODALS,
    PERSON,
    PLACE,
    PREPOSITIONS,
    WAY,
    base_form,
    is_a,
    is_base_verb,
    is_of_kind,
    is_plural,
    is_word,
    known_word,
    third_person,
    verb_lemma,
    word_set,
)

Words = tuple[str, ...]

_EMBEDDING = SUBORDINATORS | word_set("what how")
_OPEN_NUMBER = QUANTIFIERS | _EMBEDDING | word_set("and or nor plus there with")
_EITHER_NUMBER = word_set(
    "aircraft cast court guard hovercraft kin lot ministry offspring quarter shrimp spacecraft "
    "staff vermin works youth"
)
"""Nouns for things, and for several as well."""
_SINGULARS = {"are": "is", "were": "was", "have": "has", "do": "does"}
_PLURALS = {one: many for many, one in _SINGULARS.items()}
_WITH_PLURAL = word_set("and or with these those people police cattle")
_DEMONSTRATIVES = word_set("this that each")
_HALF_MODALS = word_set("need dare ought used")
_MAX_WORDS = 100
"""Snippets of more words are no sentences, and are left without a fault."""
_PRESENT = word_set("currently now")
_FINITE = BE_FORMS | word_set("has have does do did")


def clause_fault(snippet: str) -> str | None:
    """Why a snippet is surely no clause with a subject and a verb that agrees, or None.

    Examples:
        >>> clause_fault("{?r} workshop")
        "it must have a subject and a finite verb, as in '{?r} is a workshop'"
        >>> clause_fault("{?x} and {?y} is open")
        "'is' does not agree with its subject; it must be 'are'"
    """
    if snippet.count(" ") >= _MAX_WORDS:
        return None
    parsed = parse(snippet)
    return None if parsed is None else next(_clause_faults(parsed.words), None)


def phrase_fault(snippet: str) -> str | None:
    """Why a snippet surely does not begin with a verb in its base form, or None.

    Examples:
        >>> phrase_fault("moves {?x} to {?y}")
        "it must begin with a verb in its base form, as in 'move {?x} to {?y}'"
        >>> phrase_fault("carefully lift {?x}")
    """
    first, *rest = snippet.split() or [""]
    if rest and _is_adverb(first):
        first, *rest = rest  # "carefully lift {?x}"
    if first in SINGULAR_PRONOUNS | PLURAL_PRONOUNS and rest:
        right = " ".join([base_form(rest[0]) or rest[0], *rest[1:]])
    elif _is_clause_about(first, rest):
        right = " ".join(["let", first, rest[0], base_form(rest[1]) or rest[1], *rest[2:]])
    elif is_base_verb(re.sub(r"[-\d].*", "", first)) or not (is_slot(first) or is_word(first)):
        return None  # "analyze-2", "uncap"
    else:
        base = None if is_slot(first) else base_form(first)
        rest = rest[1:] if rest[:1] == ["of"] else rest  # "scanning of {?x}"
        right = " ".join([base, *rest]) if base and not _is_rather_noun(base) else "move {?x}"
    return f"it must begin with a verb in its base form, as in '{right}'"


def denial_fault(snippet: str) -> str | None:
    """Why a snippet can be denied only as a whole, where the reason is an adverb of time, or None.

    Examples:
        >>> denial_fault("{?x} still needs paint")
        "'still' makes it read 'it is not the case that ...' if denied; as in '{?x} needs paint'"
    """
    parsed = parse(snippet)
    if parsed is None or len(parsed.words) == 1 or find_head(parsed) is not None:
        return None
    for at, word in enumerate(parsed.words):
        rest = parsed.cut(at)
        if word in TURNING | _PRESENT and find_head(rest) is not None:
            message = f"'{word}' makes it read 'it is not the case that ...' if denied"
            return clause_fault(rest.text) or f"{message}; as in '{rest.text}'"
    return None


def is_no_noun_phrase(snippet: str) -> bool:
    """Whether a snippet is surely no noun phrase, but a clause, a verb phrase, or without a noun.

    Examples:
        >>> is_no_noun_phrase("{?g} costs"), is_no_noun_phrase("pay {?g}")
        (True, True)
        >>> is_no_noun_phrase("{?g}'s fuel costs"), is_no_noun_phrase("the time {?a} is open")
        (False, False)
    """
    words = snippet.split()
    own = [word for word in words if not is_slot(word)]
    if not own or len(words) > _MAX_WORDS or words[0] in _EMBEDDING:
        return False
    if all(is_word(word) and not is_a(word, "noun") for word in own) or _opens_with_verb(words):
        return True
    return any(_is_main_verb(tuple(words), at) for at in range(1, len(words)))


def _opens_with_verb(words: list[str]) -> bool:
    """Whether a verb or its pronoun opens a phrase: `costs {?x}`, `pay {?x}`, `it takes …`."""
    first, after = words[0], words[1:2]
    if first in _FINITE | MODALS | SINGULAR_PRONOUNS | PLURAL_PRONOUNS | {"to"}:
        return True
    verb = is_base_verb(first) and not _is_rather_noun(first)
    if verb and not is_a(first, "noun"):
        return True
    verb = verb or (not is_slot(first) and verb_lemma(first, "VBZ") is not None)
    return verb and any(map(_opens_noun_phrase, after))


def _is_main_verb(words: Words, place: int) -> bool:
    """Whether a word is the finite verb of a whole clause, and of none that is about a noun."""
    word, subject, after = words[place], words[:place], words[place + 1 : place + 2]
    if _EMBEDDING.intersection(subject) or DETERMINERS.intersection(subject[1:]):
        return False
    *before, last = subject
    relative = is_slot(last) and before and before[-1] not in PREPOSITIONS | {"and"}
    if relative or last in DETERMINERS:
        return False  # "the time {?x} is open"
    if word in MODALS:
        return any(map(is_base_verb, after))
    if word in BE_FORMS | {"has", "have", "had"}:
        return True
    bare = is_slot(last) and "'" not in last and (not before or before[-1] == "and")
    return bare and not is_slot(word) and is_clause(" ".join(words[: place + 1]))


def _is_adverb(word: str) -> bool:
    other = is_slot(word) or word in FUNCTION_WORDS or is_base_verb(word)
    return not other and is_a(word, "adv")


def _is_clause_about(noun: str, rest: list[str]) -> bool:
    """Whether a noun that can be a verb is the subject of a clause: `truck {?t} drives`."""
    if len(rest) < 2 or not (is_base_verb(noun) and _is_rather_noun(noun) and is_slot(rest[0])):
        return False
    lemma = verb_lemma(rest[1], "VBZ")
    return rest[1] in BE_FORMS or (lemma is not None and not _is_rather_noun(lemma))


def _is_rather_noun(word: str) -> bool:
    return base_form(word) != word or known_word(word).noun > known_word(word).verb


# --- clauses --------------------------------------------------------------------------------------


def _clause_faults(words: Words) -> Iterator[str]:
    if double := _double(words):
        yield f"'{double}' is no form of a verb; leave out one of the two"
    place = _disagreeing(words)
    if place is not None:
        verb, speaker = words[place], words[:place] == ("I",)
        yield f"'{verb}' does not agree with its subject; it must be '{_agreed(verb, speaker)}'"
    if is_clause(" ".join(words)):
        return
    if words[0] in _FINITE or not any(map(partial(_may_be_finite, words), range(1, len(words)))):
        head = ruled_head(words)
        if head is not None and head.place and head.kind == "phrase":
            verb = words[head.place]
            yield f"'{verb}' is denied as 'not {verb}'; put 'is' or 'has' before it"
        right = " ".join(_completed(words)) or "{?x} is open"
        yield f"it must have a subject and a finite verb, as in '{right}'"


def _may_be_finite(words: Words, place: int) -> bool:
    """Whether a word may be the finite verb of a clause that the rules for heads do not know."""
    word, before, after = words[place], words[place - 1], words[place + 1 : place + 2]
    if is_slot(word) or before in (DETERMINERS | PREPOSITIONS) - _DEMONSTRATIVES:
        return False
    if word == "cannot" or word.endswith("n't") or verb_lemma(word, "VBZ"):
        return True
    if word in _HALF_MODALS and {"not", "no", "to"}.intersection(after):
        return True
    if verb_lemma(word, "VBD") and (is_a(before, "adv") or any(map(_opens_noun_phrase, after))):
        return True
    known = is_word(word.strip(",;:()").removesuffix("'s"))
    if not known and word.endswith(("s", "ed")):
        return True
    if words[0] in PREPOSITIONS or any(map(_may_be_plural, words[:place])):
        return is_base_verb(word) or not known
    several = words[0] == "the" and place > 1 and not _is_single(words[1])
    return several and not _is_rather_noun(word)  # "the poor live in {?x}"


def _may_be_plural(word: str) -> bool:
    return word in PLURAL_PRONOUNS | _WITH_PLURAL or is_plural(word)


def _completed(words: Words) -> Words:
    """`{?r} workshop` as `{?r} is a workshop`; nothing where it is open what is meant."""
    if words[0] in PREPOSITIONS or verb_lemma(words[0], "VBG"):
        return ("I", "am", *words)
    *adverbs, last, slot = ("", *words)
    if is_slot(slot) and is_a(last, "adj") and all(is_a(word, "adv") for word in adverbs[1:]):
        return (slot, "is", last)  # `wet {?x}`, `still wet {?x}`
    if is_base_verb(words[0]) and not _is_rather_noun(words[0]):
        return ("I", *words)
    end = next((at for at, word in enumerate(words, 1) if is_slot(word)), len(words))
    subject, rest = words[:end], words[end + (words[end : end + 1] == ("be",)) :]
    apart = (PREPOSITIONS | DETERMINERS).intersection(subject[1:])
    if apart or not rest or is_slot(rest[0]) or rest[0] == "and":
        return ()
    if is_base_verb(rest[0]) and any(map(_opens_noun_phrase, rest[1:2])):
        return (*subject, third_person(rest[0]), *rest[1:])
    named = is_slot(rest[-1]) or is_a(rest[0], "adj") or takes_no_article(" ".join(rest))
    if is_a(rest[-1], "noun") and not named and not PREPOSITIONS.intersection(rest):
        return (*subject, "is", *indefinite(" ".join(rest)).split())
    return (*subject, "is", *rest)


# --- forms of verbs -------------------------------------------------------------------------------


def _double(words: Words) -> str | None:
    """Two words side by side of which one verb cannot be made: `is holds`."""
    if not _EMBEDDING.intersection(words):  # "what {?x} is is known"
        for at in range(1, len(words) - 1):
            if _is_double(words[at - 1 :]):
                return f"{words[at]} {words[at + 1]}"
    return None


def _is_double(words: Words) -> bool:
    """Whether the second and the third of these words are such."""
    subject, one, other, *after = words
    if is_slot(one) or is_slot(other):
        return False
    if one in BE_FORMS | {"has", "have"} and other in _FINITE:
        return True
    if not (is_slot(subject) and one in MODALS | {"is", "was"} and verb_lemma(other, "VBZ")):
        return False  # a subject may end with a modal: "the can holds water"
    listed = is_plural(other) and ("and" in after or not any(map(_opens_noun_phrase, after[:1])))
    return one in MODALS or not listed


def _opens_noun_phrase(word: str) -> bool:
    return is_slot(word) or word in DETERMINERS


def _disagreeing(words: Words) -> int | None:
    """Where the verb stands that surely has another number than its subject."""
    head = ruled_head(words)
    if head is None or head.place == 0 or head.kind in ("modal", "past", "phrase"):
        return None
    subject, verb, after = words[: head.place], words[head.place], words[head.place + 1 :]
    if subject == ("I",) and verb in BE_FORMS:
        return head.place if verb not in ("am", "was") else None
    if head.kind == "present" and is_plural(verb) and any(map(is_base_verb, after[:1])):
        return None  # "the goods trains pass {?x}"
    plural = _is_plural_subject(subject)
    if plural is None or verb == "had":
        return None
    return head.place if plural != (verb in _SINGULARS or head.kind == "base") else None


def _is_plural_subject(subject: Words) -> bool | None:
    """Whether a subject is in the plural, None where more than its form decides it."""
    if len(subject) == 1 and subject[0] in SINGULAR_PRONOUNS | PLURAL_PRONOUNS:
        return subject[0] in PLURAL_PRONOUNS
    if _joins_objects(subject):
        return True
    if _OPEN_NUMBER.intersection(subject) or any(word.endswith(",") for word in subject):
        return None
    owners = [at for at, word in enumerate(subject) if word.endswith("'s")]
    own = subject[owners[-1] + 1 :] if owners else subject
    end = next((at for at, word in enumerate(own) if word in PREPOSITIONS), len(own))
    *before, last = own[:end] or ("",)
    if any(map(is_slot, before)) or any(map(is_plural, (*before, *own[end:]))):
        return None  # "{?n} blocks", "the blocks the robots use", "a set of blocks"
    if is_slot(last):
        return False if not before or _is_single(before[-1]) else None
    if DETERMINERS.intersection(before[1:]) or not (owners or DETERMINERS.intersection(before)):
        return None  # "the block the robot uses", "moving blocks is allowed"
    if is_plural(last):
        return True if last not in _EITHER_NUMBER else None
    people = is_a(last, "adj") or verb_lemma(last, "VBN")  # "the brave are few"
    return False if _is_single(last) and not people else None


def _joins_objects(subject: Words) -> bool:
    """Whether a subject is `{?x} and {?y}` or `{?x} and truck {?y}`."""
    ends = (subject[0], subject[-1])
    return (
        subject[1:2] == ("and",)
        and all(is_slot(word) and not word.endswith("'s") for word in ends)
        and all(is_a(word, "noun") or word in DETERMINERS for word in subject[2:-1])
    )


def _is_single(noun: str) -> bool:
    """Whether a noun names one thing; what is no thing may be several: `crew`, `deer`."""
    thing = is_of_kind(noun, PERSON, PLACE, CONVEYANCE, DEVICE, WAY, CONTAINER)
    return thing and not noun.endswith("s") and noun not in _EITHER_NUMBER


def _agreed(verb: str, speaker: bool) -> str:
    """A verb in the other number."""
    if speaker and verb in BE_FORMS:
        return "was" if verb == "were" else "am"
    changed = _SINGULARS.get(verb) or _PLURALS.get(verb)
    return changed or verb_lemma(verb, "VBZ") or third_person(verb)
