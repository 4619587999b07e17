"""A problem's description: goal, objects and initial state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pddl2nl.compose.problem_text import AVOID, CURRENTLY, DEMAND, GOAL
from pddl2nl.model import Atom, Condition, Not, Object
from pddl2nl.readback._clauses import Clauses, split_list
from pddl2nl.readback._errors import UnreadableText
from pddl2nl.readback._kinds import Kinds

_COUNT = re.compile(r"There (?:is|are) (\d+) (.+?): (.+)\.")
_SENTENCE_END = re.compile(r"\.(?: |$)")


def read_objects(text: str, kinds: Kinds) -> Iterator[Object]:
    """The objects that are counted and named."""
    for line in text.splitlines():
        if found := _COUNT.fullmatch(line.strip()):
            types = kinds.counted(int(found[1]), f"{found[1]} {found[2]}")
            yield from (Object(name, types) for name in split_list(found[3], "and"))


def read_state(text: str, clauses: Clauses) -> tuple[Atom, ...]:
    """The facts that hold at the start.

    Raises:
        UnreadableText: the text describes no state.
    """
    for line in map(str.strip, text.splitlines()):
        if line.startswith(CURRENTLY):
            facts = line.removeprefix(CURRENTLY).strip().removesuffix(".")
            return () if facts == "nothing is the case" else tuple(clauses.atoms(facts))
    raise UnreadableText(f"no sentence begins with «{CURRENTLY}»")


def read_goal(text: str, clauses: Clauses) -> tuple[Condition, ...]:
    """The parts of the goal.

    Raises:
        UnreadableText: the text states no goal.
    """
    parts: list[Condition] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith((GOAL, AVOID, DEMAND)):
            for sentence in filter(None, _SENTENCE_END.split(line)):
                parts += _goal_parts(sentence, clauses)
    if not parts:
        raise UnreadableText(f"no sentence begins with «{GOAL}»")
    return tuple(parts)


def _goal_parts(sentence: str, clauses: Clauses) -> list[Condition]:
    if sentence.startswith(AVOID):
        return [Not(atom) for atom in clauses.atoms(sentence.removeprefix(AVOID).strip(), "or")]
    if sentence.startswith(DEMAND):
        return [clauses.formula(sentence.removeprefix(DEMAND).strip())]
    return list(clauses.atoms(sentence.removeprefix(GOAL).strip()))
