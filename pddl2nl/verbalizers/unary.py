"""Clauses for predicates of one thing: `(clear ?x)`, `(at-robot ?place)`, `(truck ?t)`."""

from __future__ import annotations

from collections.abc import Iterator

from pddl2nl.english.collocations import (
    IDIOMS,
    LINK_NOUNS,
    PART_NOUNS,
    SUPERLATIVES,
    base_of,
    is_agent,
    is_doers,
    is_transitive,
    participle_of,
    preposition_after_adjective,
)
from pddl2nl.english.nouns import is_mass
from pddl2nl.english.vocabulary import (
    MODALS,
    PARTICLES,
    PREPOSITIONS,
    inflect_verb,
    is_a,
    is_plural,
    is_word,
    third_person,
    verb_lemma,
)
from pddl2nl.verbalizers.naming_parts import (
    inner_preposition,
    is_gerund,
    is_having,
    is_word_adjective,
    is_word_adverb,
    matches,
)
from pddl2nl.verbalizers.phrases import (
    Words,
    adjectival,
    definite,
    is_adjective,
    is_amount,
    is_mostly_adjective,
    is_participle,
    with_article,
)
from pddl2nl.verbalizers.schema import Argument, Signature


def unary(signature: Signature, words: Words, it: Argument) -> Iterator[str]:
    if signature.kind and words[0] not in PART_NOUNS and not _governs(words):
        yield f"{it.slot} is {with_article(words)}"
    if len(words) == 1:
        yield from _unary_word(signature, words[0], it)
        return
    first, last = words[0], words[-1]
    if first in PREPOSITIONS and first != "next":
        yield from _unary_place(signature, first, words[1:], it)
    elif last in ("on", "off") and not is_participle(words[-2]):
        yield from _unary_state(words[:-1], last, it)
    elif last in PREPOSITIONS and last != "next":
        yield from _unary_preposition_last(signature, words, it)
    elif first in MODALS:
        yield f"{it.slot} {' '.join(words)}"
    elif first == "no":
        thing = _without_own_noun(words, it)
        yield f"{it.slot} has {' '.join(thing)}"
        yield f"the {it.noun} {it.slot} has {' '.join(thing)}"
    elif first == "to" and base_of(last):
        yield f"{it.slot} is to be {inflect_verb(base_of(last) or last, 'VBN')}"
    elif is_having(first):
        yield f"{it.slot} {third_person(base_of(first) or first)} {with_article(words[1:])}"
    elif inner_preposition(words) is not None:
        yield from _unary_prepositional(words, it)
    else:
        yield from _unary_words(signature, words, it)
    if is_gerund(first):
        yield f"{it.slot} is {' '.join(words)}"
    yield f"{it.slot} is {with_article(words)}"


def _governs(words: Words) -> bool:
    """Whether a name opens with an adjective that wants a preposition: `allergic gluten`."""
    return len(words) > 1 and preposition_after_adjective(words[0]) is not None


def _unary_word(signature: Signature, word: str, it: Argument) -> Iterator[str]:
    lemma = base_of(word)
    if is_gerund(word) and lemma:
        if is_transitive(lemma) and not is_agent(it.noun) and not is_word_adjective(word):
            yield f"{it.slot} is being {inflect_verb(lemma, 'VBN')}"
        yield f"{it.slot} is {word}"
    elif is_participle(word) and not is_mostly_adjective(word):
        yield from _unary_participle(signature, word, it)
    elif signature.static and is_a(word, "noun") and not is_mostly_adjective(word):
        yield f"{it.slot} is {with_article((word,))}"
    elif word in PREPOSITIONS | PARTICLES or is_adjective(word) or is_word_adverb(word):
        yield f"{it.slot} is {word}"
    elif verb_lemma(word, "VBZ") and not is_plural(word):
        yield f"{it.slot} {word}"
    elif lemma == word and not is_a(word, "noun"):
        yield f"{it.slot} {third_person(word)}"
    elif is_word(word):
        yield f"{it.slot} is {with_article((word,))}"
    elif word.endswith("ed") or len(word) < 4:
        yield f"{it.slot} is {word}"
    if it.noun != "object":
        yield f"the {it.noun} {it.slot} is {word}"
    yield f"{it.slot} is {with_article((word,))}"


def _unary_participle(signature: Signature, word: str, it: Argument) -> Iterator[str]:
    """What has once been done and is never undone is in the perfect; a state that ends is not."""
    lemma = participle_of(word) or word
    if is_doers(lemma):
        yield f"{it.slot} has {word}"
    elif signature.added and not signature.deleted:
        yield f"{it.slot} has been {word}"
    yield f"{it.slot} is {word}"


def _unary_place(
    signature: Signature, preposition: str, rest: Words, it: Argument
) -> Iterator[str]:
    """`(at-robot ?place)` says where the robot is, `(at-curb ?car)` where the car is."""
    if preposition == "at" and it.place and not matches(rest, it):
        yield from _there(signature, preposition, rest, it)
    if rest[0] in IDIOMS and len(rest) == 1:
        yield f"{it.slot} is {preposition} {rest[0]}"
    place = _without_own_noun(rest, it)
    yield f"{it.slot} is {preposition} {definite(place)}"
    if it.noun != "object":
        yield f"the {it.noun} {it.slot} is {preposition} {definite(place)}"


def _without_own_noun(words: Words, it: Argument) -> Words:
    """The `kitchen` of `at-kitchen-bread`, which is said of bread."""
    return words[:-1] if len(words) > 1 and words[-1] in it.noun.split() else words


def _there(signature: Signature, preposition: str, thing: Words, it: Argument) -> Iterator[str]:
    if not is_word(thing[-1]) and len(thing) == 1:
        yield f"the robot is {preposition} {it.slot}"
    if signature.added and not is_mass(thing[-1]):
        yield f"{definite(thing)} is {preposition} {it.slot}"
    verb = "are" if is_plural(thing[-1]) else "is"
    yield f"there {verb} {with_article(thing)} {preposition} {it.slot}"


def _unary_preposition_last(signature: Signature, words: Words, it: Argument) -> Iterator[str]:
    thing, preposition = words[:-1], words[-1]
    if is_participle(thing[-1]) or is_gerund(thing[-1]):
        yield f"{it.slot} is {' '.join(words)}"
    if matches(thing, it):
        yield f"{it.slot} is {preposition}"
        yield f"the {' '.join(thing)} {it.slot} is {preposition}"
    elif it.place:
        yield from _there(signature, preposition, thing, it)
    yield f"the {' '.join(thing)} of {it.slot} is {preposition}"


def _unary_prepositional(words: Words, it: Argument) -> Iterator[str]:
    place = inner_preposition(words) or 0
    left, right = words[:place], words[place:]
    if adjectival(left[-1]) or is_gerund(left[-1]):
        if len(left) > 1 and not is_word_adverb(left[0]):
            yield f"the {' '.join(left[:-1])} of {it.slot} is {' '.join(words[place - 1 :])}"
        yield f"{it.slot} is {' '.join(words)}"
    elif left[-1] in LINK_NOUNS or not matches(left, it):
        yield f"{definite(left)} of {it.slot} is {' '.join(right)}"
    yield f"{it.slot} is {' '.join(right)}"


def _unary_words(signature: Signature, words: Words, it: Argument) -> Iterator[str]:
    first, last = words[0], words[-1]
    thing = words[:-1]
    if first in SUPERLATIVES and is_participle(last):
        yield f"{it.slot} is the {' '.join(words)}"
    if is_gerund(last) or (is_gerund(first) and not is_a(last, "noun")):
        yield f"{it.slot} is {' '.join(words)}"
    named = matches(words[1:], it)
    if is_adjective(first) and not named and (preposition := preposition_after_adjective(first)):
        yield f"{it.slot} is {first} {preposition} {' '.join(words[1:])}"
    if is_participle(first) and is_a(last, "noun") and not matches(words[1:], it):
        lasting = signature.added and not signature.deleted
        state = f"{'has been' if lasting else 'is'} {first}"
        yield f"the {' '.join(words[1:])} of {it.slot} {state}"
    if last == "next" and base_of(thing[-1]):
        yield f"{it.slot} is the next {' '.join(thing)}"
    if last == "at" or (adjectival(last) and not is_participle(first)):
        yield from _unary_state(thing, last, it)
    if last in SUPERLATIVES and len(thing[0]) == 1:
        yield f"{it.slot} is {thing[0]}-{last}"
    if first in PART_NOUNS and is_a(last, "noun"):
        yield f"{it.slot} is the {first} of the {' '.join(words[1:])}"
    if is_adjective(first) and len(words) == 2 and first not in SUPERLATIVES:
        if matches(words[1:], it) or signature.kind:
            yield f"{it.slot} is {with_article(words)}"
        elif it.noun != "object" and _is_sort(words[1:], signature):
            yield f"{it.slot} has {with_article(words)}"


def _is_sort(words: Words, signature: Signature) -> bool:
    """Whether words name another sort of thing than the one they are said of."""
    return all(" ".join(words) not in item.nouns for item in signature.args)


def _unary_state(thing: Words, state: str, it: Argument) -> Iterator[str]:
    noun = " ".join(thing)
    if matches(thing, it):
        yield f"{it.slot} is {state}"
        yield f"the {noun} {it.slot} is {state}"
    elif is_mass(noun):
        yield f"{noun} is {state} for {it.slot}"
    elif is_plural(thing[-1]) and is_amount(it.noun):
        yield f"{it.slot} {noun} are {state}"
    yield f"the {noun} of {it.slot} {'are' if is_plural(thing[-1]) else 'is'} {state}"
