"""The hopeless player: it reads the task and keeps to the format, and chooses without a thought."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from pddl2nl.errors import InputError
from pddl2nl.llm import (
    Completion,
    Connection,
    Message,
    ModelTraits,
    Request,
    Tool,
    ToolCall,
)
from pddl2nl.readback import UNREAD, UnreadableText
from policies.few_shot import PLAN_END, THINK
from policies.reader._calls import answered, call_of
from policies.reader._conversation import understand
from policies.reader._formats import in_format
from policies.reader._task import understand_task
from simulator.world import World

_THOUGHT = "I choose at random."
PLAN_LENGTH = 10
"""How many steps a whole plan has."""


class RandomModel:
    """Answers each conversation with actions of its task at random, possible now or not.

    The same conversation and seed get the same answer.
    """

    name = "random"

    async def complete(self, request: Request) -> Completion:
        """Answer in the format of the example. Temperature and length change nothing."""
        messages, tools = request.messages, request.tools
        dice = random.Random(f"{request.seed} {[message.content for message in messages]}")
        notes: tuple[str, ...] = ()
        calls: tuple[ToolCall, ...] = ()
        try:
            text, calls = _answer(messages, dice, tools)
        except (UnreadableText, InputError, ValueError) as error:
            text = f"{UNREAD}{error}"
            notes = (text,)
        return answered(messages, tools, text, calls, self.name, notes)


def _answer(
    messages: Sequence[Message], dice: random.Random, tools: Sequence[Tool]
) -> tuple[str, tuple[ToolCall, ...]]:
    conversation = understand(messages)
    task = understand_task(conversation.instructions, conversation.task)
    actions = World(task.problem).possible()
    count = PLAN_LENGTH if conversation.whole_plan else 1
    chosen = dice.choices(actions, k=count) if actions else ()
    called = [call for each in chosen if (call := call_of(each, task, tools))]
    if called:
        return (f"{THINK} {_THOUGHT}" if conversation.thinking else ""), tuple(called)
    steps = [in_format(task.say(each), _THOUGHT, conversation.thinking) for each in chosen]
    return "\n".join([*steps, *([PLAN_END] if conversation.whole_plan else [])]), ()


class RandomProvider:
    """`random`: the hopeless player (entry point `pddl2nl.models`)."""

    traits: ClassVar[ModelTraits] = ModelTraits(tools=True, writes_text=False)

    def open(self, name: str, connection: Connection) -> RandomModel:
        """The model; it needs no connection.

        Raises:
            InputError: something was to be random beside the actions.
        """
        if name:
            raise InputError(f"the model random takes no argument, but was given '{name}'")
        return RandomModel()
