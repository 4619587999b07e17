"""A heuristic, where it stands, and how it is switched off."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any
from unittest import mock

PACKAGES = ("pddl2nl", "policies", "simulator", "autoplan", "tests", "scripts", "__main__")
"""Where a heuristic may be known by name: all that a test runs."""
NEVER = re.compile(r"(?!)")
"""Finds nothing."""
_PLAIN = int | float | str
"""Of these, equal ones may be one object by chance."""
EMPTY = object()
"""Stands for a table without entries, or a pattern that finds nothing."""


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A rule of thumb.

    Attributes:
        place: the module and, behind a colon, the name in it: `meaning.clauses:_LEAD_IN`.
        says: what it does, in a short phrase.
        module: the whole name of the module.
        instead: what stands there when it is off: a function or what the function gives, else
            `EMPTY`.
    """

    place: str
    says: str
    module: str
    instead: Any = EMPTY

    @property
    def attribute(self) -> str:
        """Its name in the module, behind the name of its class where it is a method."""
        return self.place.partition(":")[2]

    def found(self) -> tuple[Any, str, Any]:
        """The module or class that it stands in, its name there, and itself.

        Raises:
            KeyError: there is no such thing.
        """
        owner: Any = importlib.import_module(self.module)
        *classes, name = self.attribute.split(".")
        for each in classes:
            owner = vars(owner)[each]
        return owner, name, vars(owner)[name]


def of(module: str, *rows: tuple[Any, ...]) -> tuple[Heuristic, ...]:
    """The heuristics of a module, each given by its name, what it does, and what stands instead."""
    short = ".".join(module.split(".")[-2:])
    return tuple(Heuristic(f"{short}:{name}", says, module, *rest) for name, says, *rest in rows)


@contextmanager
def switched_off(heuristic: Heuristic) -> Iterator[None]:
    """A heuristic is off for a while, under every name by which a module knows it."""
    owner, name, it = heuristic.found()
    off = _off(it, heuristic.instead)
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(owner, name, off))
        if isinstance(owner, ModuleType):
            for module in _modules():
                for known, value in list(vars(module).items()):
                    if value is it and (known == name or not isinstance(it, _PLAIN)):
                        stack.enter_context(mock.patch.object(module, known, off))
                    elif _lists(value, it):
                        without = {key: _without(group, it) for key, group in value.items()}
                        stack.enter_context(mock.patch.object(module, known, without))
        stack.callback(_forget)
        _forget()
        yield


def _off(it: Any, instead: Any) -> Any:
    if isinstance(it, property | cached_property):
        return property(instead if callable(instead) else lambda _: instead)
    if callable(it):
        return instead if callable(instead) else _always(instead)
    if instead is not EMPTY:
        return instead
    return NEVER if isinstance(it, re.Pattern) else type(it)()


def _always(value: object) -> Callable[..., object]:
    return lambda *_, **__: value


def _modules() -> list[ModuleType]:
    return [
        module
        for name, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and name.partition(".")[0] in PACKAGES
    ]


def _lists(value: object, it: object) -> bool:
    """Whether something is a table that has a function in one of its lists, as `PATTERNS` has."""
    return (
        callable(it)
        and isinstance(value, Mapping)
        and any(isinstance(group, tuple) and it in group for group in value.values())
    )


def _without(group: tuple[Any, ...], it: object) -> tuple[Any, ...]:
    return tuple(each for each in group if each is not it)


def _forget() -> None:
    """Empty all caches: what they hold was made with the heuristic, or without it."""
    for module in _modules():
        for value in list(vars(module).values()):
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()
