"""Facts in few sentences: lists, rows of numbered objects, and "every" for all objects of a kind.

Facts that differ in one object alone share a sentence. If they are true of all objects of a kind,
it says "every truck", which means all of this kind that the text lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from pddl2nl.compose.formulas import TUPLE, has_joint
from pddl2nl.compose.phrases import EVERY, OTHER, Phrases, Template, Words, in_order, kind_words
from pddl2nl.english import denies, join, plural
from pddl2nl.english.nouns import is_mass
from pddl2nl.english.vocabulary import MODALS, PREPOSITIONS, base_form
from pddl2nl.model import (
    Atom,
    Problem,
    atoms_of,
    objects_by_type,
    supertypes,
    used_predicates,
)

Args: TypeAlias = tuple[str, ...]
"""The objects of a fact, or "every truck" in their place."""

_NUMBERED = re.compile(r"([^\W\d_]\w*)_(0|[1-9]\d*)")
_SHORTEST_ROW = 3
_PLURALS = {
    " is a ": " are each a ",
    " is an ": " are each an ",
    " is ": " are ",
    " has ": " have ",
    **{f" {modal} ": f" {modal} " for modal in sorted(MODALS)},
}
"""What a verb becomes behind several subjects; the first that fits counts."""
_POSSESSIVE = re.compile(r"\b(?:its|itself|it|his|her|their|theirs|themselves|own)\b")

_ONE = re.compile(r" (?:is|has) \w+ an? ")
"""What is stated of one subject: "is still a lump", of which several would be lumps."""


def row(group: str) -> str:
    """A pattern for `box_0 to box_5`, a row of objects, but not behind "from"."""
    return rf"(?<![\w'-])(?<!from )(?P<{group}>[^\W\d_]\w*?)_\d+ to (?P={group})_\d+\b"


_ROW = re.compile(row("series"))


def sentences(
    facts: Iterable[Atom],
    problem: Problem,
    spoken: Phrases,
    words: Words,
    kinds: Mapping[str, frozenset[str]],
) -> Iterator[str]:
    """Facts as sentences without full stops, those of one predicate together.

    What changes comes first, then what stays as it is, then what no action and no goal mentions.

    Args:
        facts: the facts.
        problem: the problem that they are about.
        spoken: the snippets.
        words: the names of the objects.
        kinds: for each noun that may follow "every", the objects that it covers (`members`).
    """
    families: dict[tuple[str, int], list[Args]] = {}
    for atom in in_order(facts, problem):
        families.setdefault(_key(atom), []).append(atom.args)
    declared = [(item.name, len(item.parameters)) for item in problem.domain.predicates]
    place = {key: number for number, key in enumerate(declared)}
    changing = {_key(atom): False for atom in atoms_of(problem.goal)}
    changing |= used_predicates(problem.domain)
    for key in sorted(families, key=lambda key: (-changing.get(key, -1), place.get(key, 0))):
        yield from _family(families[key], spoken.predicates[key], words, kinds)


def members(problem: Problem) -> dict[str, frozenset[str]]:
    """The nouns that may follow "every", with what they cover; those that cover most first."""
    above = supertypes(problem.domain)
    found = {
        kind: frozenset(items) for kind, items in objects_by_type(problem).items() if items[1:]
    }
    order = sorted(found, key=lambda kind: (-len(found[kind]), -len(above[kind])))
    nouns = {kind_words((kind,)): found[kind] for kind in order}
    return {noun: items for noun, items in nouns.items() if _follows_every(noun)}


@cache
def _follows_every(noun: str) -> bool:
    """Whether a noun has a singular, and no word that joins or reads as part of "every other"."""
    unclear = has_joint(noun) or noun.startswith(OTHER)
    return not (unclear or is_mass(noun) or plural(noun) == noun)


def _key(atom: Atom) -> tuple[str, int]:
    return atom.predicate, len(atom.args)


def _family(
    facts: Sequence[Args], template: Template, words: Words, kinds: Mapping[str, frozenset[str]]
) -> list[str]:
    """The facts of one predicate, in the shortest sentences that lists and "every" allow."""
    clauses = [_filled(template, args, words) for args in facts]
    if has_joint(template.frame) or EVERY in template.frame or any(map(_ROW.search, clauses)):
        return [f"({clause})" for clause in clauses]
    slots = [slot for slot in template.slots if template.slots.count(slot) == 1]
    variants = {tuple(facts): None}
    for chosen in (*((slot,) for slot in slots), slots[::-1]):
        general = tuple(facts)
        for slot in chosen if kinds and not denies(template.frame) else ():
            general = _generalized(general, slot, template, words, kinds)
        variants[general] = None
    if TUPLE.search(template.frame):
        texts = [_with_tuples(variant, template, words) for variant in variants]
    else:
        texts = [list(_with_lists(variant, slots, template, words)) for variant in variants]
    return min(texts, key=lambda text: sum(map(len, text)) + len(text))


def _with_tuples(facts: Sequence[Args], template: Template, words: Words) -> list[str]:
    """Facts about names side by side as one sentence, if it has no other names."""
    clauses = [_filled(template, args, words) for args in facts]
    before, after = TUPLE.split(template.frame, maxsplit=1)
    if "_" in before + after:
        return clauses
    return [f"{before}{join([TUPLE.findall(each)[0] for each in clauses])}{after}"]


def _with_lists(
    facts: Sequence[Args], slots: Sequence[int], template: Template, words: Words
) -> Iterator[str]:
    """Facts in sentences, those with "every truck" in the same slots together."""
    patterns: dict[Args, list[Args]] = {}
    for args in facts:
        pattern = tuple(term if term.startswith(EVERY) else "" for term in args)
        patterns.setdefault(pattern, []).append(args)
    for pattern, similar in patterns.items():
        # "A and B are next to every other room" leaves open what the others are.
        single = any(term.startswith(EVERY + OTHER) for term in pattern)
        free = [slot for slot in slots if not (single or pattern[slot])]
        ways = [
            (_shared(similar, slot), slot)
            for slot in free
            if _takes_list(similar, slot, template, words)
        ]
        groups, slot = min(ways, key=lambda way: (len(way[0]), -way[1]), default=({}, -1))
        if not ways:
            yield from (_filled(template, args, words) for args in similar)
        yield from (_joined(group, slot, template, words) for group in groups.values())


def _generalized(
    facts: Sequence[Args],
    slot: int,
    template: Template,
    words: Words,
    kinds: Mapping[str, frozenset[str]],
) -> tuple[Args, ...]:
    """Facts with "every truck" in a slot for those that differ there alone, in all trucks."""
    place = template.slots.index(slot)
    general: dict[Args, Args] = {}
    for key, group in _shared(facts, slot).items():
        left = {args[slot]: args for args in group}
        for noun, objects in kinds.items():
            quantifier, covered = EVERY, objects
            lacks_one = not (objects.isdisjoint(key) or objects <= left.keys())
            if lacks_one and place == 1 and len(key) == 2:
                quantifier, covered = EVERY + OTHER, objects.difference(key)
            fits = len(covered) > 1 and covered <= left.keys()
            if fits and _takes_every(template, place, noun, [words[term] for term in covered]):
                found = (*key[:slot], f"{quantifier}{noun}", *key[slot + 1 :])
                general.update({left.pop(term): found for term in covered})
    return tuple(dict.fromkeys(general.get(args, args) for args in facts))


def _takes_every(template: Template, place: int, noun: str, names: Iterable[str]) -> bool:
    """Whether "every truck" fits in a slot: in a tuple, first, behind a preposition or verb."""
    before = template.before(place, f"{EVERY}{noun}")
    if any(template.before(place, name) != before for name in names):
        return False
    *others, last = before.split() or [""]
    if last in PREPOSITIONS or before.endswith((" (", ", ")) or not (place or last):
        return True
    verb = base_form(last) is not None and (place or others) and others[-1:] not in _ARTICLES
    return bool(verb and _stand_apart(template, place))


_ARTICLES = (["the"], ["a"], ["an"])


def _takes_list(facts: Sequence[Args], slot: int, template: Template, words: Words) -> bool:
    """Whether several objects can stand in a slot, and the verb can agree with them."""
    place = template.slots.index(slot)
    before, *others = {template.before(place, words[args[slot]]) for args in facts}
    if others or not _stand_apart(template, place):
        return False
    *further, last = before.split() or [""]
    if place:  # no list in the subject: "the path from A to B and C is exposed"
        of_subject = any(template.texts[place + 1].startswith(verb) for verb in _PLURALS)
        return not of_subject and further[-1:] not in _ARTICLES
    agrees = any(template.texts[1].startswith(verb) for verb in _PLURALS)
    single = _POSSESSIVE.search(template.frame) or _ONE.match(template.texts[1])
    return not single and (agrees if not last else last in PREPOSITIONS)


def _stand_apart(template: Template, place: int) -> bool:
    """Whether words stand between a slot and the next that do not read as a row of objects."""
    around = template.texts[max(place, 1) : min(place + 2, len(template.slots))]
    return all(text.strip() for text in around) and template.texts[place + 1] != " to "


def _joined(facts: Sequence[Args], slot: int, template: Template, words: Words) -> str:
    """Facts that differ in one object alone, as one sentence."""
    place = template.slots.index(slot)
    names = [words[args[slot]] for args in facts]
    near = template.texts[place : place + 2]
    plain = any(re.search(r"\b(?:from|to)\b", text) for text in near)
    several = join(in_series(names) if plain else rows(names))
    fillings = [words.get(term, term) for term in facts[0]]
    fillings[slot] = several
    clause = template.fill(fillings)
    rest = clause.removeprefix(several)
    verb = next((each for each in _PLURALS if rest.startswith(each)), "")
    if rest == clause or len(facts) == 1 or not verb:
        return clause
    return f"{several}{_PLURALS[verb]}{rest.removeprefix(verb)}"


def _filled(template: Template, args: Args, words: Words) -> str:
    return template.fill([words.get(term, term) for term in args])


def _shared(facts: Sequence[Args], slot: int) -> dict[Args, list[Args]]:
    groups: dict[Args, list[Args]] = {}
    for args in facts:
        groups.setdefault((*args[:slot], "", *args[slot + 1 :]), []).append(args)
    return groups


def in_singular(text: str) -> str:
    """What follows a single subject, of a text that follows several."""
    for one, several in _PLURALS.items():
        if text.startswith(several):
            return one + text.removeprefix(several)
    return text


# --- names ----------------------------------------------------------------------------------------


def rows(names: Sequence[str]) -> list[str]:
    """Names in series, three or more that are numbered in a row by the first and the last."""
    found: list[list[str]] = []
    for name in in_series(names):
        if found and _follows(found[-1][-1], name):
            found[-1].append(name)
        else:
            found.append([name])
    return [
        part
        for row in found
        for part in ([f"{row[0]} to {row[-1]}"] if len(row) >= _SHORTEST_ROW else row)
    ]


def in_series(names: Sequence[str]) -> list[str]:
    """Names by what comes before their numbers, in the order of the problem, then by number."""
    rank: dict[str, int] = {}
    for name in names:
        rank.setdefault(_series(name), len(rank))
    return sorted(names, key=lambda name: (rank[_series(name)], len(name), name))


def _series(name: str) -> str:
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def _follows(one: str, other: str) -> bool:
    before, after = _NUMBERED.fullmatch(one), _NUMBERED.fullmatch(other)
    if before is None or after is None:
        return False
    return before[1] == after[1] and int(before[2]) + 1 == int(after[2])
