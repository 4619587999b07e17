"""Kinds of objects: the types of a domain, their hierarchy, its constants, and counted nouns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.compose import brief
from pddl2nl.compose.paper import KINDS, constants_are, objects_of
from pddl2nl.compose.phrases import squash
from pddl2nl.model import ROOT_TYPE, Object, Type
from pddl2nl.readback._clauses import split_list

_HIERARCHY = re.compile(r"Every (.+) is an? (.+)\.")
_CONSTANTS = re.compile(r"In every task, (.+?) (is|are) (.+)\.")
# Begins nowhere inside a run of words, and gives none of them back: linear in the text.
_WORDS_BEFORE = re.compile(
    r"(?<![^\W_A-Z]|['-])(?<![^\W_A-Z] |['-] )((?:(?:[^\W_A-Z]|['-])++ )++)$"
)
_MAX_NOUN_LENGTH = 12
_Say: TypeAlias = Callable[[tuple[str, ...]], str]


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a description says about kinds of objects.

    Args:
        types: the types, named after their nouns.
        constants: the objects that exist in every task.
    """

    types: tuple[Type, ...] = ()
    constants: tuple[Object, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The types' names by their squashed nouns; `object` is always among them."""
        return {ROOT_TYPE: ROOT_TYPE, **{squash(item.name): item.name for item in self.types}}

    def known(self, noun: str) -> tuple[str, ...] | None:
        """The types that a noun such as `van or bike` names; None where one is no kind."""
        names = self.names
        kinds = [squash(kind) for kind in noun.split(" or ")]
        return tuple(names[kind] for kind in kinds) if all(map(names.__contains__, kinds)) else None

    def counted(self, number: int, noun: str) -> tuple[str, ...]:
        """The types that a counted noun such as `2 trucks` names."""
        return self._found(noun, lambda types: objects_of(types, number))

    def constant(self, number: int, noun: str) -> tuple[str, ...]:
        """The types of constants that are called `a truck` or `trucks`."""
        return self._found(noun, lambda types: constants_are(types, number))

    def before(self, text: str) -> tuple[str, ...]:
        """The types that the words at the end of a text name: `from a van or bike ` names two."""
        found = _WORDS_BEFORE.search(text)
        words = found[1].split() if found else []
        for start in range(max(0, len(words) - _MAX_NOUN_LENGTH), len(words)):
            found_types = self.known(" ".join(words[start:]))
            if found_types:
                return found_types
        return (ROOT_TYPE,)

    def _found(self, noun: str, say: _Say) -> tuple[str, ...]:
        if " of kind " in noun:
            kinds = noun.split(" of kind ")[1].split(" or ")
            return tuple(self.names.get(squash(kind), ROOT_TYPE) for kind in kinds)
        choices = [*(item.name for item in self.types), ROOT_TYPE]
        fitting = (name for name in choices if say((name.replace("-", " "),)) == noun)
        return (next(fitting, ROOT_TYPE),)


def read_kinds(lines: Iterable[str]) -> Kinds:
    """Read what the lines of a domain's description say about kinds of objects."""
    nouns: list[str] = []
    parents: dict[str, list[str]] = {}
    constants: list[re.Match[str]] = []
    for line in lines:
        if line.startswith((KINDS, brief.KINDS)):
            nouns = split_list(line.partition(":")[2].strip().rstrip("."), "and")
        elif found := _CONSTANTS.fullmatch(line):
            constants.append(found)
        elif nouns and (found := _HIERARCHY.fullmatch(line)):
            for child in split_list(f"every {found[1]}", "and"):
                parents.setdefault(child.removeprefix("every "), []).append(found[2])
    types = tuple(
        Type(_slug(noun), tuple(map(_slug, parents.get(noun, [ROOT_TYPE])))) for noun in nouns
    )
    return Kinds(types, tuple(_constants(constants, Kinds(types))))


def _constants(sentences: Iterable[re.Match[str]], kinds: Kinds) -> Iterator[Object]:
    for found in sentences:
        names = split_list(found[1], "and")
        types = kinds.constant(len(names), found[3])
        yield from (Object(name, types) for name in names)


def _slug(noun: str) -> str:
    return re.sub(r"[\W_]+", "-", noun.lower())
