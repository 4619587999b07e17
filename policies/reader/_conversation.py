"""What a conversation holds: instructions, an example, what has happened since, and the task.

The task is read from English or PDDL text, with how its actions are worded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from pddl2nl.llm import Message
from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.readback import holds_task, read_task
from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.problem import parse_problem
from policies.answer_forms import QUESTION, STEP_PREFIX, AnswerForm, asked_form
from policies.few_shot import PLAN_END, THINK
from simulator.outcome import State
from simulator.presentation import PddlNarrator, applied_sentence
from simulator.world import World

_HEADING = re.compile(r"^## .*$", re.MULTILINE)
_STEP = re.compile(f"^{STEP_PREFIX}", re.MULTILINE)


class Answer(NamedTuple):
    """An answer of the reader's own, and what came after it up to its next one."""

    text: str
    seen: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as the reader understands it.

    Args:
        instructions: the system message, which holds the domain.
        task: the message with the task to be solved (the last task that was put).
        answers: the reader's own answers since then, oldest first; a call as people read it.
        whole_plan: whether all steps are asked for at once.
        thinking: whether each step is to be preceded by a thought.
        form: the form in which a question asks for its answer, None where a dialogue is played.
    """

    instructions: str
    task: str
    answers: tuple[Answer, ...]
    whole_plan: bool
    thinking: bool
    form: AnswerForm | None = None


def understand(messages: Sequence[Message]) -> Conversation:
    """Take a conversation apart. The format of the answer is that of the example, if there is one.

    Raises:
        ValueError: no message holds a task.
    """
    asked = next((item for item in reversed(messages) if QUESTION in item.content), None)
    if asked is not None:
        return _question(messages, asked.content)
    tasks = [
        place
        for place, message in enumerate(messages)
        if message.role == "user" and is_task(message.content)
    ]
    if not tasks:
        raise ValueError("no message holds a task")
    instructions = "\n".join(item.content for item in messages if item.role == "system")
    shown = [item.content for item in messages[tasks[0] : tasks[-1]] if item.role == "assistant"]
    model = "\n".join(shown) if shown else instructions
    return Conversation(
        instructions=instructions,
        task=messages[tasks[-1]].content,
        answers=tuple(_answers(messages[tasks[-1] :])),
        whole_plan=PLAN_END in model,
        thinking=THINK in model,
    )


def _answers(messages: Sequence[Message]) -> Iterator[Answer]:
    """The reader's answers; of several calls at once, each is followed by all results."""
    for place, message in enumerate(messages):
        if message.role == "assistant":
            after = takewhile(lambda item: item.role != "assistant", messages[place + 1 :])
            seen = "\n".join(item.content for item in after)
            texts = map(str, message.tool_calls) if message.tool_calls else [message.content]
            yield from (Answer(text, seen) for text in texts)


def _question(messages: Sequence[Message], text: str) -> Conversation:
    """A question below a task and what has happened in it, all in one message."""
    above, _, _ = text.rpartition(QUESTION)
    task = next(filter(is_task, _HEADING.split(above)), None)
    if task is None:
        raise ValueError("no message holds a task")
    return Conversation(
        instructions="\n".join(item.content for item in messages if item.role == "system"),
        task=task,
        answers=tuple(
            Answer(step, seen)
            for step, _, seen in (part.partition("\n") for part in _STEP.split(above)[1:])
        ),
        whole_plan=False,
        thinking=False,
        form=asked_form(text),
    )


def is_task(text: str) -> bool:
    """Whether a text holds a planning task, in English or in PDDL."""
    return holds_task(text) or ("(:goal" in text and "(:init" in text)


_DOMAIN = "(define (domain"
_SECTION = re.compile(r"\(:(?:objects|init|goal|metric)\b")
_PARENTHESIS = re.compile(r";[^\n]*|([()])")


@dataclass(frozen=True, slots=True)
class Understood:
    """A task and how its actions and facts are worded in the words of the conversation."""

    problem: Problem
    say: Callable[[GroundAction], str]
    applied: Callable[[GroundAction], str]
    """The sentence that reports an action carried out."""
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

    def task_from(self, state: State) -> Problem:
        """The task from another state than its first."""
        return replace(self.task.problem, init=tuple(state.fluents | state.static))


def understand_task(instructions: str, task: str) -> Understood:
    """Read a task from the text of a conversation.

    PDDL may stand among other sentences: it ends with the parenthesis that closes the first one.
    English has to stand on lines of its own, with an empty line behind.

    Raises:
        UnreadableText: a sentence is not controlled English.
        PddlError: the text holds PDDL that is no PDDL.
    """
    if _DOMAIN in instructions:
        problem = _from_pddl(instructions, task)
        return Understood(problem, str, PddlNarrator(problem).applied)
    read = read_task(instructions, task)

    def applied(action: GroundAction) -> str:
        return applied_sentence(read.say(action))

    return Understood(read.problem, read.say, applied, read.clause, read.sentences)


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
