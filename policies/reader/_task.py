"""The task behind the words: read from English or PDDL text, and how its actions are worded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.readback import read_task
from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.problem import parse_problem
from simulator.world import World

_DOMAIN = "(define (domain"
_SECTION = re.compile(r"\(:(?:objects|init|goal|metric)\b")
_PARENTHESIS = re.compile(r";[^\n]*|([()])")


@dataclass(frozen=True, slots=True)
class Understood:
    """A task and how its actions and facts are worded in the words of the conversation."""

    problem: Problem
    say: Callable[[GroundAction], str]
    tell: Callable[[Atom], str] = str
    phrases: Mapping[str, str] = field(default_factory=dict)
    """For each action its verb phrase with letters, where it is described in English."""


@dataclass(frozen=True, slots=True)
class SolvedTask:
    """A task that was understood, and the plan from its start.

    Args:
        task: the task.
        world: its semantics.
        plan: the plan, None where there is none.
        reason: why there is none.
    """

    task: Understood
    world: World
    plan: tuple[GroundAction, ...] | None
    reason: str = ""


def understand_task(instructions: str, task: str) -> Understood:
    """Read a task from the text of a conversation.

    PDDL may stand among other sentences: it ends with the parenthesis that closes the first one.
    English has to stand on lines of its own, with an empty line behind.

    Raises:
        UnreadableText: a sentence is not controlled English.
        PddlError: the text holds PDDL that is no PDDL.
    """
    if _DOMAIN in instructions:
        return Understood(_from_pddl(instructions, task), str)
    read = read_task(instructions, task)
    return Understood(read.problem, read.say, read.clause, read.sentences)


def _from_pddl(instructions: str, task: str) -> Problem:
    domain = parse_domain(_balanced(instructions[instructions.index(_DOMAIN) :]), "<message>")
    sections = "\n".join(_sections(task))
    text = f"(define (problem asked) (:domain {domain.name})\n{sections}\n)"
    return parse_problem(text, domain, "<message>")


def _sections(text: str) -> Iterator[str]:
    """The sections of a problem, without what stands between them."""
    end = 0
    for found in _SECTION.finditer(text):
        if found.start() >= end:
            section = _balanced(text[found.start() :])
            end = found.start() + len(section)
            yield section


def _balanced(text: str) -> str:
    """The text up to the parenthesis that closes the one it begins with; comments aside."""
    depth = 0
    for found in _PARENTHESIS.finditer(text):
        depth += {"(": 1, ")": -1}.get(found[1], 0)
        if depth == 0 and found[1]:
            return text[: found.end()]
    return text
