"""What a conversation holds: instructions, an example, the task, and what has happened since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.llm import Message
from pddl2nl.readback import holds_task
from policies.answer_forms import QUESTION, STEP_PREFIX, AnswerForm, asked_form
from policies.few_shot import PLAN_END, THINK

_HEADING = re.compile(r"^## .*$", re.MULTILINE)


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
    answers: tuple[str, ...]
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
    tasks = [place for place, message in enumerate(messages) if _holds_task(message)]
    if not tasks:
        raise ValueError("no message holds a task")
    instructions = "\n".join(item.content for item in messages if item.role == "system")
    shown = [item.content for item in messages[tasks[0] : tasks[-1]] if item.role == "assistant"]
    model = "\n".join(shown) if shown else instructions
    return Conversation(
        instructions=instructions,
        task=messages[tasks[-1]].content,
        answers=tuple(
            answer
            for item in messages[tasks[-1] :]
            if item.role == "assistant"
            for answer in (map(str, item.tool_calls) if item.tool_calls else [item.content])
        ),
        whole_plan=PLAN_END in model,
        thinking=THINK in model,
    )


def _question(messages: Sequence[Message], text: str) -> Conversation:
    """A question below a task and what has happened in it, all in one message."""
    above, _, _ = text.rpartition(QUESTION)
    task = next(filter(_is_task, _HEADING.split(above)), None)
    if task is None:
        raise ValueError("no message holds a task")
    return Conversation(
        instructions="\n".join(item.content for item in messages if item.role == "system"),
        task=task,
        answers=tuple(
            line.removeprefix(STEP_PREFIX)
            for line in above.splitlines()
            if line.startswith(STEP_PREFIX)
        ),
        whole_plan=False,
        thinking=False,
        form=asked_form(text),
    )


def _holds_task(message: Message) -> bool:
    return message.role == "user" and _is_task(message.content)


def _is_task(text: str) -> bool:
    return holds_task(text) or ("(:goal" in text and "(:init" in text)
