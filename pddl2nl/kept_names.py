"""Objects under their PDDL names in English text, on request (`--names keep`).

A name is kept if it is one word that the text has nowhere else. Any other gets its kind in front:
`a` would read as the article, so that it becomes `block_a`.

The grammar of the English takes every word with an underscore for a name, and every other one for a
word. So texts are composed, and read back, with stand-ins of this form (`kitchen_k0`), and the
finished text has the names themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from types import MappingProxyType

from pddl2nl.english.clauses import QUANTIFIERS, SUBORDINATORS
from pddl2nl.english.vocabulary import (
    BE_FORMS,
    DETERMINERS,
    MODALS,
    PARTICLES,
    PREPOSITIONS,
    PRONOUNS,
    word_set,
)
from pddl2nl.model import Domain, Object
from pddl2nl.naming import NAME, ObjectNames, with_kind

_TOKEN = re.compile(r"(?<![\w'-])\w[\w-]*")
_ONE_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
GRAMMAR = (
    PREPOSITIONS
    | PARTICLES
    | DETERMINERS
    | BE_FORMS
    | MODALS
    | PRONOUNS
    | QUANTIFIERS
    | SUBORDINATORS
    | word_set(
        """
        and or but nor not then when whenever until again else another other such same different
        has have had do does did done be been being cannot longer true false
        action answer case cost currently end finished goal happens impossible instruction kind
        least look nothing now object objects observation plan problem reach rule situation
        start state step task think thought wait
        """
    )
)
"""Words of the grammar, and those with a part in prompts and answers: no object is called so."""


@dataclass(frozen=True)
class StandIns:
    """Names with underscores in the place of others, by these."""

    table: Mapping[str, str]

    def hide(self, text: str) -> str:
        """A text with stand-ins in the place of names."""
        if not self.table:
            return text
        return _TOKEN.sub(lambda found: self.table.get(found[0], found[0]), text)

    def show(self, text: str) -> str:
        """A text with names in the place of stand-ins."""
        if not self.table:
            return text
        return NAME.sub(lambda found: self.inverse.get(found[0], found[0]), text)

    @cached_property
    def inverse(self) -> Mapping[str, str]:
        """The names by their stand-ins."""
        return {hidden: name for name, hidden in self.table.items()}

    def names(self, names: ObjectNames) -> ObjectNames:
        """The stand-ins of objects for their names."""
        if not self.table:
            return names
        return ObjectNames.of(
            {item: self.table.get(name, name) for item, name in names.english.items()}
        )


def stand_ins(names: Iterable[str]) -> StandIns:
    """Stand-ins for those of some names that the grammar would not take for names.

    A stand-in begins like its name, since a noun is left out before a name that begins with it.
    """
    found = list(names)
    table, taken = dict[str, str](), set(found)
    numbers = count()
    for name in found:
        if name not in table and not NAME.fullmatch(name) and _ONE_WORD.fullmatch(name):
            stem = re.sub(r"[\W_]+", "_", name)
            begin = stem if stem[:1].isalpha() else f"x{stem}"
            table[name] = next(
                each for number in numbers if (each := f"{begin}_k{number}") not in taken
            )
    return StandIns(table)


def words_of(text: str) -> frozenset[str]:
    """The words of a text that objects may not be called, names with underscores left aside."""
    return frozenset(_TOKEN.findall(NAME.sub(" ", text).lower()))


def keep_names(
    domain: Domain,
    objects: Iterable[Object],
    words: Collection[str],
    given: Mapping[str, str] = MappingProxyType({}),
) -> ObjectNames:
    """The PDDL names of objects, and others for those that the text cannot have.

    Args:
        domain: the domain, whose types stand before a name that is not kept.
        objects: the objects.
        words: the words that the text has besides.
        given: names that are given already, those of the constants.
    """
    listed, names = tuple(objects), dict(given)
    taken = set(given.values())
    for item in listed:
        if item.name not in names and item.name not in taken and _fits(item.name, words):
            names[item.name] = item.name
    taken.update(names.values())
    for item in listed:
        if item.name not in names:
            names[item.name] = with_kind(domain, item, taken)
            taken.add(names[item.name])
    return ObjectNames.of({item.name: names[item.name] for item in listed})


def _fits(name: str, words: Collection[str]) -> bool:
    """Whether a name is one word, and none of the text or of the grammar."""
    parts = name.split("-")
    return (
        _ONE_WORD.fullmatch(name) is not None
        and not name.replace("-", "").replace("_", "").isdigit()
        and name not in words
        and GRAMMAR.isdisjoint(parts)
    )
