"""Clauses for predicates, written by rule from the words of their names.

Each function yields the clauses that fit, the best first; whoever asks takes the first that is still
free in its domain, since two predicates must not read the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.collocations import (
    DIRECTIONS,
    LINK_NOUNS,
    PART_NOUNS,
    STATIVE,
    SUPERLATIVES,
    at_or_in,
    base_of,
    is_agent,
    is_doers,
    is_transitive,
    participle_of,
    preposition_after_adjective,
    preposition_after_verb,
    progressive,
)
from pddl2nl.english.negation import negate
from pddl2nl.english.nouns import indefinite, is_mass
from pddl2nl.english.vocabulary import (
    MODALS,
    PREPOSITIONS,
    inflect_verb,
    is_a,
    is_plural,
    is_word,
    lemmas,
    third_person,
    verb_lemma,
)
from pddl2nl.verbalizers.attributes import attribute_clauses
from pddl2nl.verbalizers.phrases import (
    Words,
    adjectival,
    attached,
    definite,
    is_adjective,
    is_mostly_adjective,
    is_participle,
    preposition_for,
    with_article,
)
from pddl2nl.verbalizers.schema import Argument, Signature

_HAVING = frozenset("has have had holds hold contains".split())


def clauses(signature: Signature) -> Iterator[str]:
    """Ways to say a predicate, the best first; the last resorts quote its name."""
    words, negative = _without_not(signature.words)
    words = words[1:] if len(words) > 1 and words[0] in ("is", "are", "be") else words
    for clause in _positive(signature, words):
        yield negate(clause) if negative else clause
    yield from _last_resorts(signature)


def _without_not(words: Words) -> tuple[Words, bool]:
    if len(words) > 1 and words[0] in ("not", "non"):
        return words[1:], True
    if words[:1] == ("is",) and len(words) > 2 and words[1] == "not":
        return words[2:], True
    if words in (("neq",), ("noteq",)):
        return ("equal",), True
    return words, False


def _positive(signature: Signature, words: Words) -> Iterator[str]:
    match len(signature.args):
        case 0:
            yield from _nullary(words)
        case 1:
            yield from _unary(signature, words, signature.args[0])
        case _:
            yield from _relation(signature, words)


def _last_resorts(signature: Signature) -> Iterator[str]:
    slots = [item.slot for item in signature.args]
    match len(slots):
        case 0:
            yield f"the condition {signature.name} holds"
        case 1:
            yield f"{slots[0]} has the property {signature.name}"
        case _:
            yield f"{slots[0]} is in relation {signature.name} to {slots[1]}" + attached(
                signature.args[2:]
            )


# --- no arguments ---------------------------------------------------------------------------------


def _nullary(words: Words) -> Iterator[str]:
    first, rest = words[0], words[1:]
    if first in MODALS and rest:
        yield f"it {' '.join(words)}"
    if first in ("have", "has", "had", "holds", "hold", "holding", "carrying") and rest:
        yield from _possession(first, rest)
    inner = _inner_preposition(words)
    if inner and inner > 0:
        subject = words[:inner]
        joint = " " if is_participle(subject[-1]) else " is "
        if joint == " " and len(subject) > 1:
            yield f"{definite(subject[:-1])} is {' '.join(words[len(subject) - 1 :])}"
        else:
            yield f"{definite(subject)}{joint}{' '.join(words[inner:])}"
    if any(is_gerund(word) for word in words) and rest:
        yield f"{' '.join(words)} is in progress"
    if rest and adjectival(words[-1]):
        yield f"{definite(words[:-1])} is {words[-1]}"
    if rest and is_adjective(first) and is_a(words[-1], "noun") and not is_gerund(words[-1]):
        yield f"{definite(rest)} is {first}"
    if not rest and (adjectival(first) or is_gerund(first)):
        yield f"it is {first}"
    yield f"the condition {' '.join(words)} holds"


def is_gerund(word: str) -> bool:
    """Whether a word is a verb's -ing form."""
    return verb_lemma(word, "VBG") is not None


def _possession(verb: str, rest: Words) -> Iterator[str]:
    base = base_of(verb) or verb
    if base == "have":
        lemma = base_of(rest[0])
        if len(rest) == 1 and lemma and (participle_of(rest[0]) or not is_a(rest[0], "noun")):
            yield f"it has been {inflect_verb(lemma, 'VBN')}"
        copula = "have" if is_plural(rest[-1]) else "has"
        yield f"{definite(rest)} {copula} been obtained"
    else:
        copula = "are" if is_plural(rest[-1]) else "is"
        yield f"{definite(rest)} {copula} being {inflect_verb(base, 'VBN')}"


def _inner_preposition(words: Words) -> int | None:
    """Where the first preposition stands that has something on both sides."""
    for place in range(1, len(words) - 1):
        if words[place] in PREPOSITIONS and words[place] not in ("next", "out", "off"):
            return place
    return None


# --- one argument ---------------------------------------------------------------------------------


def _unary(signature: Signature, words: Words, it: Argument) -> Iterator[str]:
    if signature.kind and not set(words) & PREPOSITIONS:
        noun = " ".join(words)
        plain = is_plural(words[-1]) or is_mass(noun)
        yield f"{it.slot} is {noun if plain else indefinite(noun)}"
    if len(words) == 1:
        yield from _unary_word(signature, words[0], it)
        return
    first, last = words[0], words[-1]
    if first in PREPOSITIONS and first != "next":
        yield from _unary_place(signature, first, words[1:], it)
    elif last in ("on", "off") and not is_participle(words[-2]):
        yield from _unary_state(words[:-1], last, it)
    elif last in PREPOSITIONS and last != "next":
        yield from _unary_preposition_last(words, it)
    elif first in MODALS:
        yield f"{it.slot} {' '.join(words)}"
    elif first == "to" and base_of(last):
        yield f"{it.slot} is to be {inflect_verb(base_of(last) or last, 'VBN')}"
    elif _is_having(first):
        yield f"{it.slot} {third_person(base_of(first) or first)} {with_article(words[1:])}"
    elif _inner_preposition(words) is not None:
        yield from _unary_prepositional(words, it)
    else:
        yield from _unary_words(signature, words, it)
    if is_gerund(first):
        yield f"{it.slot} is {' '.join(words)}"
    yield f"{it.slot} is {with_article(words)}"


def _is_having(word: str) -> bool:
    if word in _HAVING:
        return True
    return verb_lemma(word, "VBZ") is not None and not is_plural(word)


def _unary_word(signature: Signature, word: str, it: Argument) -> Iterator[str]:
    lemma = base_of(word)
    if is_gerund(word) and lemma and not is_word_adjective(word):
        if is_transitive(lemma) and not is_agent(it.noun):
            yield f"{it.slot} is being {inflect_verb(lemma, 'VBN')}"
        yield f"{it.slot} is {word}"
    elif is_participle(word) and not is_mostly_adjective(word):
        yield from _unary_participle(signature, word, it)
    elif word in PREPOSITIONS or is_adjective(word) or is_word_adverb(word):
        yield f"{it.slot} is {word}"
    elif verb_lemma(word, "VBZ") and not is_plural(word):
        yield f"{it.slot} {word}"
    if it.noun != "object":
        yield f"the {it.noun} {it.slot} is {word}"
    yield f"{it.slot} is {with_article((word,))}"


def is_word_adjective(word: str) -> bool:
    """Whether the dictionary has a word as an adjective."""
    return is_a(word, "adj")


def is_word_adverb(word: str) -> bool:
    """Whether a word can only be an adverb, such as `away`."""
    return set(lemmas(word)) == {"adv"}


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
    if it.place and not _matches(rest, it):
        yield from _there(signature, preposition, rest, it)
    if preposition == "on" and rest == ("board",):
        yield f"{it.slot} is on board"
    yield f"{it.slot} is {preposition} {definite(rest)}"


def _there(signature: Signature, preposition: str, thing: Words, it: Argument) -> Iterator[str]:
    if not is_word(thing[-1]) and len(thing) == 1:
        yield f"the robot is {preposition} {it.slot}"
    if signature.added:
        yield f"{definite(thing)} is {preposition} {it.slot}"
    verb = "are" if is_plural(thing[-1]) else "is"
    yield f"there {verb} {with_article(thing)} {preposition} {it.slot}"


def _unary_preposition_last(words: Words, it: Argument) -> Iterator[str]:
    thing, preposition = words[:-1], words[-1]
    if is_participle(thing[-1]) or is_gerund(thing[-1]):
        yield f"{it.slot} is {' '.join(words)}"
    if _matches(thing, it):
        yield f"{it.slot} is {preposition}"
        yield f"the {' '.join(thing)} {it.slot} is {preposition}"
    elif it.place:
        signature_like = definite(thing)
        if is_mass(" ".join(thing)):
            yield f"there is {' '.join(thing)} {preposition} {it.slot}"
        yield f"{signature_like} is {preposition} {it.slot}"
    yield f"the {' '.join(thing)} of {it.slot} is {preposition}"


def _unary_prepositional(words: Words, it: Argument) -> Iterator[str]:
    place = _inner_preposition(words) or 0
    left, right = words[:place], words[place:]
    if adjectival(left[-1]) or is_gerund(left[-1]):
        if len(left) > 1 and not is_word_adverb(left[0]):
            yield f"the {' '.join(left[:-1])} of {it.slot} is {' '.join(words[place - 1 :])}"
        yield f"{it.slot} is {' '.join(words)}"
    elif left[-1] in LINK_NOUNS or not _matches(left, it):
        yield f"{definite(left)} of {it.slot} is {' '.join(right)}"
    yield f"{it.slot} is {' '.join(right)}"


def _unary_words(signature: Signature, words: Words, it: Argument) -> Iterator[str]:
    first, last = words[0], words[-1]
    thing = words[:-1]
    if is_participle(first) and is_a(last, "noun") and not _matches(words[1:], it):
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
        if _matches(words[1:], it) or signature.kind:
            yield f"{it.slot} is {with_article(words)}"
        elif it.noun != "object" and _is_sort(words[1:], signature):
            yield f"{it.slot} has {with_article(words)}"


def _is_sort(words: Words, signature: Signature) -> bool:
    """Whether words name another sort of thing than the one they are said of."""
    return all(" ".join(words) not in item.nouns for item in signature.args)


def _unary_state(thing: Words, state: str, it: Argument) -> Iterator[str]:
    noun = " ".join(thing)
    if _matches(thing, it):
        yield f"{it.slot} is {state}"
        yield f"the {noun} {it.slot} is {state}"
    elif is_mass(noun):
        yield f"{noun} is {state} for {it.slot}"
    yield f"the {noun} of {it.slot} is {state}"


def _matches(words: Sequence[str], argument: Argument) -> bool:
    return " ".join(words) in argument.nouns


# --- two and more arguments -----------------------------------------------------------------------


def _relation(signature: Signature, words: Words) -> Iterator[str]:
    first, last = words[0], words[-1]
    if len(words) == 1:
        yield from _word_relation(signature, first)
    elif first in MODALS:
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
        yield from _verb_relation(signature, last, ())
    elif _is_having(first) or (is_gerund(first) and not is_a(last, "adv")):
        yield from _verb_relation(signature, first, words[1:])
    elif first == "next" or (is_adjective(first) and not is_participle(first)):
        yield from _adjective_noun_relation(signature, words)
    elif adjectival(last):
        yield from _state_relation(signature, words)
    elif is_participle(first):
        yield from _done_relation(signature, words)
    yield from attribute_clauses(signature, words)


def _pair(signature: Signature) -> tuple[str, str, str]:
    """The first two placeholders, and the phrases for the rest."""
    x, y, *rest = signature.args
    return x.slot, y.slot, attached(rest)


def _word_relation(signature: Signature, word: str) -> Iterator[str]:
    x, y, rest = _pair(signature)
    lemma = base_of(word)
    if word in DIRECTIONS:
        yield f"{x} is {DIRECTIONS[word]} {y}{rest}"
    elif word == "next":
        yield from _successor(signature, (word,))
    elif word == "same":
        yield f"{x} is the same as {y}{rest}"
        yield f"{x} is one with {y}{rest}"
    elif word in PREPOSITIONS:
        yield f"{x} is {word} {y}{rest}"
        yield from _with_noun(signature, f"is {word}")
    elif preposition := preposition_after_adjective(word):
        yield from _governed(signature, word, preposition)
    elif word == "painted" or word == "colored":
        yield f"{x} is {word} {y}{rest}"
    elif is_participle(word) and not is_a(word, "noun"):
        yield from _done_relation(signature, (word,))
    elif is_mostly_adjective(word):
        choice = preposition_for(signature.args[1].noun, signature.args[1].place)
        yield f"{x} is {word} {choice if choice in ('in', 'on', 'at') else 'for'} {y}{rest}"
    elif lemma and _reads_as_verb(signature, word):
        yield from _verb_relation(signature, word, ())


def _reads_as_verb(signature: Signature, word: str) -> bool:
    """Whether a word between two objects is rather a verb than the name of a property."""
    if is_gerund(word) or (verb_lemma(word, "VBZ") and not is_plural(word)):
        return True
    if not is_a(word, "noun"):
        return True
    if word in _VERBS_FIRST or len(signature.args) > 3:
        return True
    return verb_lemma(word, "VBZ") is not None and is_agent(signature.args[0].noun)


_VERBS_FIRST = frozenset(
    """carry contain cover fit fits grip grasp have hold holds involve need needs own require satisfy
    serve supply support supports touch use uses want""".split()
)


def _with_noun(signature: Signature, predicate: str) -> Iterator[str]:
    """The clause once more with the nouns of its arguments, where it has to be told from another."""
    x, y, rest = _pair(signature)
    first, second = signature.args[:2]
    if first.noun != "object":
        yield f"the {first.noun} {x} {predicate} {y}{rest}"
    if second.noun != "object":
        yield f"{x} {predicate} the {second.noun} {y}{rest}"


def _governed(signature: Signature, word: str, preposition: str) -> Iterator[str]:
    x, y, rest = _pair(signature)
    if word in ("visible", "reachable", "accessible", "next") and word != "next":
        yield f"{y} is {word} {preposition} {x}{rest}"
    yield f"{x} is {word} {preposition} {y}{rest}"
    yield from _with_noun(signature, f"is {word} {preposition}")


def _done_relation(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = _pair(signature)
    word, thing = words[0], words[1:]
    lemma = participle_of(word) or word
    if is_doers(lemma):
        yield f"{x} has {' '.join(words)} {y}{rest}"
        return
    preposition = preposition_after_adjective(word) or _by_nouns(signature.args[1])
    lasting = signature.added and not signature.deleted
    if thing:
        subject = f"the {' '.join(thing)} of {x}"
        yield f"{subject} {'has been' if lasting else 'is'} {word} {preposition} {y}{rest}"
    else:
        yield f"{x} {'has been' if lasting else 'is'} {word} {preposition} {y}{rest}"


def _by_nouns(argument: Argument) -> str:
    if argument.place:
        return at_or_in(argument.noun)
    if is_agent(argument.noun):
        return "by"
    preposition = preposition_for(argument.noun, argument.place)
    return "with" if preposition == "for" else preposition


def _place_relation(signature: Signature, preposition: str, noun: Words) -> Iterator[str]:
    """`(in-city ?x ?city)`, `(at-lander ?lander ?place)`, `(at-curb-num ?car ?curb)`."""
    x, y, rest = _pair(signature)
    first, second = signature.args[:2]
    named = " ".join(noun)
    if preposition == "on" and noun == ("board",):
        yield f"{x} is on board {y}{rest}"
    if _matches(noun, second):
        yield f"{x} is {preposition} the {named} {y}{rest}"
    elif noun[-1] == "number" and len(noun) > 1:
        yield f"{x} is {preposition} {named} {y}{rest}"
    elif _matches(noun, first) or not all(map(is_word, noun)):
        yield f"{x} is {preposition} {y}{rest}"
        yield from _with_noun(signature, f"is {preposition}")
    elif second.place or second.noun == "object":
        yield f"{x} is {preposition} the {named} {y}{rest}"
    yield f"{x} is {preposition} {definite(noun)} of {y}{rest}"


def _relation_before_preposition(
    signature: Signature, words: Words, preposition: str
) -> Iterator[str]:
    """`(robot-at ?r ?place)`, `(visible-from ?x ?y)`, `(store-of ?x ?y)`, `(pointing-at ?x ?y)`."""
    x, y, rest = _pair(signature)
    first = signature.args[0]
    said = " ".join(words)
    if adjectival(words[-1]) or is_gerund(words[-1]) or words[0] in DIRECTIONS:
        yield f"{x} is {said} {preposition} {y}{rest}"
    elif words == ("next",):
        yield f"{x} is next {preposition} {y}{rest}"
    elif preposition == "of":
        yield f"{x} is the {said} of {y}{rest}"
    elif _matches(words, first) or preposition in ("at", "in", "on"):
        yield f"{x} is {preposition} {y}{rest}"
        yield f"the {said} {x} is {preposition} {y}{rest}"
    elif (lemma := base_of(words[-1])) and not is_a(words[-1], "noun"):
        yield f"{x} {third_person(lemma)} {preposition} {y}{rest}"
    yield f"{x} is {with_article(words)} {preposition} {y}{rest}"


def _ability(signature: Signature, words: Words) -> Iterator[str]:
    first, *others = signature.args
    yield f"{first.slot} {' '.join(words)}{_after_verb(words[-1], others)}"


def _after_verb(verb: str, args: Sequence[Argument]) -> str:
    """What follows a verb: two places make a way `from … to …`, else an object and the rest."""
    if len(args) == 2 and args[0].noun == args[1].noun and args[0].noun != "object":
        return f" from {args[0].slot} to {args[1].slot}"
    preposition = preposition_after_verb(base_of(verb) or verb)
    joint = f" {preposition}" if preposition else ""
    return f"{joint} {args[0].slot}{attached(args[1:])}"


def _duty(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = _pair(signature)
    lemma = base_of(words[0]) or words[0]
    yield f"{x} is to be {inflect_verb(lemma, 'VBN')} {_goal_preposition(lemma)} {y}{rest}"


def _goal_preposition(lemma: str) -> str:
    if lemma.startswith("un") or lemma in ("take", "remove", "fetch", "collect"):
        return "from"
    if lemma in ("load", "insert", "pour", "put", "place"):
        return "into"
    return preposition_after_verb(lemma) or "with"


def _verb_relation(signature: Signature, verb: str, thing: Words) -> Iterator[str]:
    """`(lifting ?hoist ?crate)`, `(supports ?x ?y)`, `(has-colour ?machine ?colour)`."""
    args = list(signature.args)
    if not thing and is_agent(args[1].noun) and not is_agent(args[0].noun):
        args[0], args[1] = args[1], args[0]
    lemma = base_of(verb) or verb
    subject, others = args[0].slot, args[1:]
    finite = _finite(signature, verb, lemma)
    if thing and lemma == "have" and not _matches(thing, others[0]):
        yield from _owned(signature, thing)
    elif thing:
        yield f"{subject} {finite} the {' '.join(thing)} {others[0].slot}{attached(others[1:])}"
    else:
        yield f"{subject} {finite}{_after_verb(verb, others)}"


def _finite(signature: Signature, verb: str, lemma: str) -> str:
    if is_gerund(verb):
        return f"is {verb}"
    changing = signature.added and signature.deleted
    if changing and lemma not in STATIVE and verb_lemma(verb, "VBZ") is None:
        return f"is {progressive(verb)}"
    return third_person(lemma)


def _owned(signature: Signature, thing: Words) -> Iterator[str]:
    """`(have-image ?rover ?objective ?mode)`: the first argument owns only what it got for itself."""
    x, y, rest = _pair(signature)
    owned = with_article(thing)
    if signature.agent_first or signature.static:
        yield f"{x} has {owned} of {y}{rest}"
    tail = attached(signature.args[1:])
    verb = "are" if is_plural(thing[-1]) else "is"
    yield f"there {verb} {owned} of {x}{tail}"


def _successor(signature: Signature, words: Words) -> Iterator[str]:
    """PDDL's `(next a b)` says that b follows a."""
    x, y, rest = _pair(signature)
    if words == ("next",):
        yield f"{y} is next after {x}{rest}"
    elif len(words[0]) == 1:
        yield f"{y} is {words[0]}-next after {x}{rest}"
    yield f"{y} is the next {' '.join(words[:-1])} after {x}{rest}"


def _adjective_noun_relation(signature: Signature, words: Words) -> Iterator[str]:
    x, y, rest = _pair(signature)
    first, second = signature.args[:2]
    head = words[1:]
    if words[0] == "next":
        named = f"to {' '.join(head)}" if base_of(head[0]) and not is_a(head[0], "noun") else ""
        yield f"the next {named or ' '.join(head)} after {x} is {y}{rest}"
    elif _matches(head, second) or head[-1] in second.noun.split():
        preposition = preposition_after_adjective(words[0])
        yield f"{y} is {with_article(words)} {preposition or 'for'} {x}{rest}"
    elif _matches(head, first):
        yield f"{x} is {with_article(words)} for {y}{rest}"


def _state_relation(signature: Signature, words: Words) -> Iterator[str]:
    """`(channel-free ?x ?y)`, `(car-connected ?x ?y)`: the first words only name an argument."""
    x, y, rest = _pair(signature)
    state, thing = words[-1], words[:-1]
    preposition = preposition_after_adjective(state) or _by_nouns(signature.args[1])
    if _matches(thing, signature.args[0]) or is_plural(thing[-1]):
        yield f"{x} is {state} {preposition} {y}{rest}"
        yield f"the {' '.join(thing)} {x} is {state} {preposition} {y}{rest}"
    yield f"the {' '.join(thing)} of {x} is {state} {preposition} {y}{rest}"


