"""The hopeless player: it reads the task and keeps to the format, and chooses without a thought."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Connection, Message, ModelTraits, estimate_usage
from pddl2nl.readback import UnreadableText
from policies.few_shot import PLAN_END
from policies.reader._conversation import understand
from policies.reader._formats import in_format
from policies.reader._task import understand_task
from simulator.world import World

PLAN_LENGTH = 10
"""How many steps a whole plan has."""


class RandomModel:
    """Answers each conversation with actions of its task at random, possible now or not.

    The same conversation and seed get the same answer.
    """

    name = "random"

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Completion:
        """Answer in the format of the example. Temperature and length change nothing."""
        dice = random.Random(f"{seed} {[message.content for message in messages]}")
        notes: tuple[str, ...] = ()
        try:
            text = _answer(messages, dice)
        except (UnreadableText, InputError, ValueError) as error:
            text, notes = f"I cannot read the task: {error}", (str(error),)
        usage = estimate_usage(messages, text)
        return Completion(text, usage, "stop", cached=False, model=self.name, notes=notes)


def _answer(messages: Sequence[Message], dice: random.Random) -> str:
    said = understand(messages)
    task = understand_task(said.instructions, said.task)
    actions = World(task.problem).possible()
    count = PLAN_LENGTH if said.whole_plan else 1
    chosen = dice.choices(actions, k=count) if actions else ()
    steps = [in_format(task.say(each), "I choose at random.", said.thinking) for each in chosen]
    return "\n".join([*steps, *([PLAN_END] if said.whole_plan else [])])


class RandomProvider:
    """`random`: the hopeless player (entry point `pddl2nl.models`)."""

    traits: ClassVar[ModelTraits] = ModelTraits()

    def open(self, name: str, connection: Connection) -> RandomModel:
        """The model; it needs no connection.

        Raises:
            InputError: something was to be random beside the actions.
        """
        if name:
            raise InputError(f"the model random takes no argument, but was given '{name}'")
        return RandomModel()
