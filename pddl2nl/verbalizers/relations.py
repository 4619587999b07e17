"""Clauses for predicates of two and more things: `(on ?x ?y)`, `(connected ?a ?b)`, `(in-city ?x
?c)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from pddl2nl.english.collocations import (
    DIRECTIONS,
    IDIOMS,
    base_of,
    is_agent,
    is_doers,
    is_going,
    is_transitive,
    participle_of,
    preposition_after_adjective,
    preposition_after_verb,
)
from pddl2nl.english.vocabulary import (
    MODALS,
    PREPOSITIONS,
    inflect_verb,
    is_a,
    is_plural,
    third_person,
)
from pddl2nl.verbalizers.attributes import attribute_clauses
from pddl2nl.verbalizers.naming_parts import (
    are_words,
    by_nouns,
    is_gerund,
    is_having,
    matches,
    pair,
)
from pddl2nl.verbalizers.phrases import (
    Words,
    adjectival,
    definite,
    is_adjective,
    is_amount,
    is_mostly_adjective,
    is_participle,
    preposition_for,
    with_article,
)
from pddl2nl.verbalizers.schema import Signature
from pddl2nl.verbalizers.verb_relations import after_verb, reads_as_verb, verb_relation


def relation(signature: Signature, words: Words) -> Iterator[str]:
    """Ways to relate the arguments, the best first."""
    if len(words) == 1:
        yield from _word_relation(signature, words[0])
    else:
        yield from _by_its_opening(signature, words)
        yield from _by_its_ends(signature, words)
    yield from attribute_clauses(signature, words)


def _by_its_opening(signature: Signature, words: Words) -> Iterator[str]:
    """Fixed phrases: `(no-access ?person ?floor)`, `(ready-to-load ?goods ?market)`."""
    x, y, rest = pair(signature)
    if words[0] == "no":
        yield f"{x} has {' '.join(words)} {'to' if words[-1] == 'access' else 'for'} {y}{rest}"
    elif words[:2] == ("ready", "to"):
        yield f"{x} is {' '.join(words)} {by_nouns(signature.args[1])} {y}{rest}"


def _by_its_ends(signature: Signature, words: Words) -> Iterator[str]:
    """What the first or the last word of a name of several words asks for."""
    first, last = words[0], words[-1]
    if first in MODALS:
        yield from _ability(signature, words)
    elif first == "to" and base_of(words[1]):
        yield from _duty(signature, words[1:])
    elif first in PREPOSITIONS and first != "next" and words[1] not in PREPOSITIONS:
        yield from _place_relation(signature, first, words[1:])
    elif last in PREPOSITIONS and last != "next":
        yield from _relation_before_preposition(signature, words[:-1], last)
    elif last == "next":
        yield from _successor(signature, words)
    elif last in ("has", "holds", "carries", "have"):
        yield from verb_relation(signature, last, ())
    elif is_having(first) or (is_gerund(first) and not is_a(last, "adv")):
        yield from verb_relation(signature, first, words[1:])
    elif first == "next" or (is_adjective(first) and not is_participle(first)):
        yield from _adjective_noun_relation(signature, words)
    elif adjectival(last):
        yield from _state_relation(signature, words)
    elif is_participle(first):
        yield from _done_relation(signature, words)


def _word_relation(signature: Signature, word: str) -> Iterator[str]:
    x, y, rest = pair(signature)
    lemma = base_of(word)
    if word in DIRECTIONS:
        yield f"{x} is {DIRECTIONS[word]} {y}{rest}"
    elif word == "next":
        yield from _successor(signature, (word,))
    elif word == "same":
        yield f"{x} is the same as {y}{rest}"
        yield f"{x} is one with {y}{rest}"
    elif word in ("first", "last"):
        yield f"{x} is {word} in {y}{rest}"
    elif word in PREPOSITIONS:
        yield f"{x} is {word} {y}{rest}"
        yield from _with_noun(signature, f"is {word}")
    elif is_participle(word) and _has_done(signature, word):
        yield f"{x} has {word} {y}{rest}"
    elif preposition := preposition_after_adjective(word):
        yield from _governed(signature, word, preposition)
    elif word == "painted" or word == "colored":
        yield f"{x} is {word} {y}{rest}"
    elif is_participle(word) and not is_a(word, "noun"):
        yield from _done_relation(signature, (word,))
    elif is_mostly_adjective(word):
        choice = preposition_for(signature.args[1].noun, signature.args[1].place)
        yield f"{x} is {word} {choice if choice in ('in', 'on', 'at') else 'for'} {y}{rest}"
    elif lemma and reads_as_verb(signature, word):
        yield from verb_relation(signature, word, ())


def _with_noun(signature: Signature, predicate: str) -> Iterator[str]:
    """The clause once more with the nouns of its arguments, where it has to be told from
    another."""
    x, y, rest = pair(signature)
    first, second = signature.args[:2]
    if first.noun != "object":
        yield f"the {first.noun} {x} {predicate} {y}{rest}"
    if second.noun != "object":
        yield f"{x} {predicate} the {second.noun} {y}{rest}"


def _has_done(signature: Signature, word: str) -> bool:
    """Whether the first argument did what a participle says to the second: `(visited ?rover
    ?place)`."""
    first, second = signature.args[:2]
    lemma = participle_of(word) or word
    usual = preposition_after_adjective(word)
    passive = usual is not None and usual != "by"
    return (
        is_transitive(lemma) and is_agent(first.noun) and not is_agent(second.noun) and not passive
    )


def _governed(signature: Signature, word: str, preposition: str) -> Iterator[str]:
    x, y, rest = pair(signature)
    second = signature.args[1]
    if word == "loaded" and is_agent(second.noun):
        preposition = "into"
    elif is_amount(second.noun) and preposition in ("in", "at", "on"):
        preposition = "at"
    if word in ("visible", "reachable", "accessible", "next") and word != "next":
        yield f"{y} is {word} {preposition} {x}{rest}"
    yield f"{x} is {word} {preposition} {y}{rest}"
    yield from _with_noun(signature, f"is {word} {preposition}")


def _done_relation(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = pair(signature)
    word, thing = words[0], words[1:]
    lemma = participle_of(word) or word
    if is_doers(lemma):
        usual = preposition_after_verb(lemma)
        yield f"{x} has {' '.join((*words, usual)).strip()} {y}{rest}"
        return
    if is_going(lemma) and not thing:
        yield f"{x} has {word} to {y}{rest}"
    preposition = preposition_after_adjective(word) or by_nouns(signature.args[1])
    lasting = signature.added and not signature.deleted
    if thing:
        subject = f"the {' '.join(thing)} of {x}"
        yield f"{subject} {'has been' if lasting else 'is'} {word} {preposition} {y}{rest}"
    else:
        yield f"{x} {'has been' if lasting else 'is'} {word} {preposition} {y}{rest}"


def _place_relation(signature: Signature, preposition: str, noun: Words) -> Iterator[str]:
    """`(in-city ?x ?city)`, `(at-lander ?lander ?place)`, `(at-curb-num ?car ?curb)`."""
    x, y, rest = pair(signature)
    first, second = signature.args[:2]
    named = " ".join(noun)
    if noun[0] in IDIOMS and len(noun) == 1 and not matches(noun, second):
        usual = IDIOMS[noun[0]] or ("" if noun == ("board",) else by_nouns(second))
        yield " ".join(part for part in (x, "is", preposition, *noun, usual, y) if part) + rest
    if matches(noun, second):
        yield f"{x} is {preposition} the {named} {y}{rest}"
    elif noun[-1] == "number" and len(noun) > 1:
        yield f"{x} is {preposition} {named} {y}{rest}"
    elif matches(noun, first) or set(noun) & set(first.noun.split()) or not are_words(noun):
        yield f"{x} is {preposition} {y}{rest}"
        yield from _with_noun(signature, f"is {preposition}")
    elif second.place or second.noun == "object":
        yield f"{x} is {preposition} the {named} {y}{rest}"
    yield f"{x} is {preposition} {definite(noun)} of {y}{rest}"


def _relation_before_preposition(
    signature: Signature, words: Words, preposition: str
) -> Iterator[str]:
    """`(robot-at ?r ?place)`, `(visible-from ?x ?y)`, `(store-of ?x ?y)`, `(pointing-at ?x ?y)`."""
    x, y, rest = pair(signature)
    first = signature.args[0]
    said = " ".join(words)
    if adjectival(words[-1]) or is_gerund(words[-1]) or words[0] in DIRECTIONS:
        yield f"{x} is {said} {preposition} {y}{rest}"
        yield from _with_noun(signature, f"is {said} {preposition}")
    elif words == ("next",):
        yield f"{x} is next {preposition} {y}{rest}"
    elif preposition == "of":
        yield f"{x} is the {said} of {y}{rest}"
    elif matches(words, first) or preposition in ("at", "in", "on"):
        yield f"{x} is {preposition} {y}{rest}"
        yield f"the {said} {x} is {preposition} {y}{rest}"
    elif (lemma := base_of(words[-1])) and not is_a(words[-1], "noun"):
        yield f"{x} {third_person(lemma)} {preposition} {y}{rest}"
    yield f"{x} is {with_article(words)} {preposition} {y}{rest}"


def _ability(signature: Signature, words: Words) -> Iterator[str]:
    first, *others = signature.args
    yield f"{first.slot} {' '.join(words)}{after_verb(words[-1], others)}"


def _duty(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = pair(signature)
    lemma = base_of(words[0]) or words[0]
    yield f"{x} is to be {inflect_verb(lemma, 'VBN')} {_goal_preposition(lemma)} {y}{rest}"


def _goal_preposition(lemma: str) -> str:
    if lemma.startswith("un") or lemma in ("take", "remove", "fetch", "collect"):
        return "from"
    if lemma in ("load", "insert", "pour", "put", "place"):
        return "into"
    return preposition_after_verb(lemma) or "with"


def _successor(signature: Signature, words: Words) -> Iterator[str]:
    """PDDL's `(next a b)` says that b follows a."""
    x, y, rest = pair(signature)
    if words == ("next",):
        yield f"{y} is next after {x}{rest}"
    elif len(words[0]) == 1:
        yield f"{y} is {words[0]}-next after {x}{rest}"
    yield f"{y} is the next {' '.join(words[:-1])} after {x}{rest}"


def _adjective_noun_relation(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = pair(signature)
    first, second = signature.args[:2]
    head = words[1:]
    if words[0] == "next":
        x, y, rest = pair(_neighbours_first(signature))
        named = f"to {' '.join(head)}" if base_of(head[0]) and not is_a(head[0], "noun") else ""
        yield f"the next {named or ' '.join(head)} after {x} is {y}{rest}"
    elif matches(head, second) or head[-1] in second.noun.split():
        if preposition := preposition_after_adjective(words[0]):
            yield f"{y} is {words[0]} {preposition} {x}{rest}"
        yield f"{y} is {with_article(words)} for {x}{rest}"
    elif matches(head, first):
        yield f"{x} is {with_article(words)} for {y}{rest}"


def _neighbours_first(signature: Signature) -> Signature:
    """Only things of one kind follow each other: in `(next-load ?type ?slot ?next ?plane)` the
    slots do, not the type and a slot."""
    pairs = combinations(signature.args, 2)
    one, other = next((two for two in pairs if two[0].noun == two[1].noun), signature.args[:2])
    rest = (argument for argument in signature.args if argument not in (one, other))
    return replace(signature, args=(one, other, *rest))


def _state_relation(signature: Signature, words: Words) -> Iterator[str]:
    """`(channel-free ?x ?y)`, `(car-connected ?x ?y)`: the first words only name an argument."""
    x, y, rest = pair(signature)
    state, thing = words[-1], words[:-1]
    preposition = preposition_after_adjective(state) or by_nouns(signature.args[1])
    if matches(thing, signature.args[0]) or is_plural(thing[-1]):
        yield f"{x} is {state} {preposition} {y}{rest}"
        yield f"the {' '.join(thing)} {x} is {state} {preposition} {y}{rest}"
    yield f"the {' '.join(thing)} of {x} is {state} {preposition} {y}{rest}"
