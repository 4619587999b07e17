"""Actions told as events turned into orders: `truck 0 drives to b` becomes `drive truck 0 to b`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pddl2nl.english.vocabulary import BE_FORMS, MODALS, inflect_verb
from policies.translation._wording import PREPOSITIONS, SLOT

Marked: TypeAlias = tuple[list[str], list[str]]
"""Words with `_` for every object, and the objects in the order of the `_`."""

_TAGS = ("VBZ", "VBD", "VBN", "VBG")
_AUXILIARIES = BE_FORMS | MODALS | {"has", "have", "had", "been", "being", "be", "to", "gets"}
_NO_SUBJECT = PREPOSITIONS | {"and", "or", "not", "no", "that", "if", "because", "after", "before"}
_LONGEST_SUBJECT = 5
INSTRUMENTAL = frozenset({"use", "using", "with"})
"""The words before what an action is done with."""


def inflections(verbs: Iterable[str]) -> dict[str, str]:
    """Each form of some verbs (and the verbs themselves) with its base form."""
    bases = {verb: verb for verb in verbs}
    for verb in sorted(bases):
        for tag in _TAGS:
            bases.setdefault(inflect_verb(verb, tag), verb)
    return bases


def orders(marked: Marked, forms: Mapping[str, str]) -> Iterator[Marked]:
    """The orders that words may be another way to put; none where they hold no verb of `forms`.

    The subject may be what is acted on (`the truck drives`), what it is done with or by (`the hoist
    lifts`), or nobody that the order would name (`the robot picks up`).
    """
    words, objects = marked
    place = verb_place(words, forms)
    if place is None:
        return
    subject = words[:place]
    while subject and subject[-1] in _AUXILIARIES:
        subject = subject[:-1]
    verb, rest = forms[words[place]], words[place + 1 :]
    if not subject:
        yield [verb, *rest], objects
    elif subject.count(SLOT) == 1:
        yield [verb, *subject, *rest], objects
        for relation in ("with", "by"):
            yield [verb, *rest, relation, SLOT], [*objects[1:], objects[0]]
    elif SLOT not in subject:
        yield [verb, *subject, *rest], objects
        yield [verb, *rest], objects


def verb_place(words: Sequence[str], forms: Mapping[str, str]) -> int | None:
    """Where the verb of a told clause stands, behind nothing but a subject."""
    for place, word in enumerate(words[: _LONGEST_SUBJECT + 1]):
        if word in forms:
            return place
        if word in _NO_SUBJECT or not (word == SLOT or word.isalpha()):
            return None
    return None


def with_means_last(marked: Marked, forms: Mapping[str, str]) -> Marked | None:
    """`use _ at _ to lift _` as `lift _ with _ at _`; None where words do not begin like that."""
    words, objects = marked
    if not words or words[0] not in INSTRUMENTAL:
        return None
    for place in range(2, len(words) - 1):
        if words[place] == "to" and words[place + 1] in forms:
            means, order = words[1:place], words[place + 1 :]
            moved = means.count(SLOT)
            named = [*objects[moved:], *objects[:moved]]
            return [forms[order[0]], *order[1:], "with", *means], named
    return None
