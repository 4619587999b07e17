"""The names that objects have in English text (seed paper, section 3, "object names").

A problem's objects are named after their most specific type and counted: `truck_0`, or `object_0`
in an untyped domain. Constants keep their own word, since it carries meaning: `surface_smooth`.
Every such name contains an underscore and no other word of a prompt does, so that names differ
from words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pddl2nl.english import type_noun
from pddl2nl.model import ROOT_TYPE, Domain, Object, Problem, supertypes

NAME = re.compile(r"\b[^\W\d_A-Z][^\W_]*(?:_[^\W_]+)+\b")
"""What an object's name looks like in text."""


@dataclass(frozen=True, slots=True)
class ObjectNames:
    """The two-way mapping between PDDL objects and the names that stand for them in text."""

    english: Mapping[str, str]
    pddl: Mapping[str, str]

    @classmethod
    def of(cls, english: Mapping[str, str]) -> ObjectNames:
        return cls(dict(english), {name: item for item, name in english.items()})

    @classmethod
    def unchanged(cls, objects: Iterable[Object]) -> ObjectNames:
        """Every object keeps its PDDL name (the PDDL input form)."""
        return cls.of({item.name: item.name for item in objects})


def type_word(kind: str) -> str:
    """A type as one word of an object's name: `slow-elevator` becomes `slow_elevator`."""
    return re.sub(r"[\W_]+", "_", type_noun(kind).lower()).strip("_") or ROOT_TYPE


def name_constants(domain: Domain) -> ObjectNames:
    """Names for the domain's constants: their own, behind their type where that is one word.

    `airplane_a1` stays as it is, `side1` becomes `side_1`, and `smooth` `surface_smooth`.
    """
    taken: dict[str, str] = {}
    for item in domain.constants:
        taken[item.name] = _unused(_constant_name(domain, item), taken.values())
    return ObjectNames.of(taken)


def _constant_name(domain: Domain, item: Object) -> str:
    kind, own = _kind(domain, item), _plain(item.name)
    if NAME.fullmatch(own):
        return own
    rest = own.removeprefix(kind).strip("_")
    return f"{kind}_{rest if rest and own.startswith(kind) else own}"


def name_objects(problem: Problem) -> ObjectNames:
    """Names for all objects of a problem, its domain's constants included.

    Objects of one type that are already called `<type>_<number>` keep their names; otherwise they
    are numbered from 0 in the order of the problem file.
    """
    names = dict(name_constants(problem.domain).english)
    by_kind: dict[str, list[Object]] = {}
    for item in problem.objects:
        if item.name not in names:
            by_kind.setdefault(_kind(problem.domain, item), []).append(item)
    taken = set(names.values())
    for kind, items in by_kind.items():
        kept = re.compile(rf"{re.escape(kind)}_\d+")
        if all(kept.fullmatch(item.name) and item.name not in taken for item in items):
            chosen = [item.name for item in items]
        else:
            chosen = _numbered(kind, len(items), taken)
        taken.update(chosen)
        names.update(zip((item.name for item in items), chosen, strict=True))
    return ObjectNames.of({item.name: names[item.name] for item in problem.all_objects})


def most_specific(domain: Domain, types: tuple[str, ...]) -> str:
    """The type among an object's that is a kind of the most others."""
    above = supertypes(domain)
    return max(types, key=lambda kind: len(above.get(kind, ())))


def _kind(domain: Domain, item: Object) -> str:
    return type_word(most_specific(domain, item.types))


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name).strip("_") or "x"


def _unused(name: str, taken: Iterable[str]) -> str:
    used = set(taken)
    candidate, number = name, 2
    while candidate in used:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


def _numbered(kind: str, count: int, taken: set[str]) -> list[str]:
    free = (f"{kind}_{number}" for number in range(count + len(taken)))
    available = (name for name in free if name not in taken)
    return [next(available) for _ in range(count)]


_OTHER = re.compile(r"[^\x00-\x7f]|_(?=u[0-9a-f]+_)")
_ENCODED = re.compile(r"_u([0-9a-f]+)_")


def to_ascii(text: str) -> str:
    """A text with a name in ASCII for each other letter: `köln` becomes `k_uf6_ln`.

    Nothing else becomes the same, since an underscore that would look like it is encoded as well.
    """
    return _OTHER.sub(lambda found: f"_u{ord(found[0]):x}_", text)


def from_ascii(text: str) -> str:
    """The text of which `to_ascii` made another one."""
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), text)
