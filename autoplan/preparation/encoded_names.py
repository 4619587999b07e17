"""The object names of PlanBench's prompts, as its files encode them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames

_NUMBER = re.compile(r"\d+")


def encoded_names(problem: Problem, encoding: Mapping[str, str]) -> ObjectNames:
    """Names for a problem's objects.

    Args:
        problem: the problem.
        encoding: a name by object (`{"a": "red block"}`), or a pattern by the letters that objects
            begin with, whose `{}` take their numbers (`{"l": "location_{}_{}"}` for `l0-1`), or by
            the object with `{}` for its numbers (`{"depot{}": "depot {}"}`).

    Returns:
        The names; an object that the encoding does not cover keeps its own.
    """
    return ObjectNames.of(
        {item.name: _encoded(item.name, encoding) or item.name for item in problem.all_objects}
    )


def names_by_hand(problem: Problem, lexicon: Lexicon) -> ObjectNames | None:
    """The names that a PlanBench configuration has for a problem's objects.

    None if it has none for some of them, as for the tasks of the paper's dataset, whose objects
    are called otherwise.
    """
    encoding = lexicon.notes.get("encoded_objects")
    if not isinstance(encoding, dict):
        return None
    table = {str(key): str(name) for key, name in encoding.items()}
    if any(_encoded(item.name, table) is None for item in problem.all_objects):
        return None
    return encoded_names(problem, table)


def _encoded(name: str, encoding: Mapping[str, str]) -> str | None:
    if name in encoding:
        return encoding[name].lower()
    numbers = _NUMBER.findall(name)
    letters = name[: len(name) - len(name.lstrip("abcdefghijklmnopqrstuvwxyz_-"))]
    pattern = encoding.get(_NUMBER.sub("{}", name)) or encoding.get(letters, "")
    if numbers and pattern.count("{}") == len(numbers):
        in_order = iter(numbers)
        return re.sub(r"\{\}", lambda _: next(in_order), pattern).lower()
    return None
