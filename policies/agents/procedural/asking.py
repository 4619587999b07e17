"""Putting questions to models: one conversation at a time, without a memory of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pddl2nl.llm import ChatModel, Completion, Message, Request
from policies.conduct import Sampling
from policies.mechanism import SEEDS_APART, Player

Put: TypeAlias = Callable[[list[Message], int], Awaitable[Completion]]
"""Puts a conversation to a model; the number says which of several answers to it is wanted."""


@dataclass
class Questions:
    """Asks a model, and counts.

    A question that was asked before in the same words asks for another answer: an agent that sees
    what it has seen before would else go round in circles for ever.
    """

    put: Put
    calls: int = 0
    asked: Counter[tuple[Message, ...]] = field(default_factory=Counter)

    async def ask(self, messages: Sequence[Message]) -> str:
        """The model's answer, as text."""
        self.calls += 1
        draw = self.asked[tuple(messages)]
        self.asked[tuple(messages)] += 1
        return (await self.put(list(messages), draw)).text


def questions_of(player: Player) -> Questions:
    """Questions to the planning model of a player."""
    return Questions(lambda messages, draw: player.ask(messages, draw=draw))


def questions_to(
    model: ChatModel,
    sampling: Sampling = Sampling(),
    seed: int | None = None,
) -> Questions:
    """Questions to a model."""

    async def put(messages: list[Message], draw: int) -> Completion:
        number = seed if not draw else (seed or 0) + draw * SEEDS_APART
        return await model.complete(
            Request(
                tuple(messages),
                max_tokens=sampling.max_tokens,
                temperature=sampling.temperature,
                seed=number,
            )
        )

    return Questions(put)


@dataclass(frozen=True, slots=True)
class AgentModels:
    """Who is asked for what; they may be one and the same.

    Args:
        agent: chooses the actions.
        verifier: says whether an effect is achieved.
        coder: writes a script from instructions.
        repairer: mends a script.
    """

    agent: Questions
    verifier: Questions
    coder: Questions
    repairer: Questions

    @staticmethod
    def all_the_same(questions: Questions) -> AgentModels:
        """One model in every part."""
        return AgentModels(questions, questions, questions, questions)

    @property
    def calls(self) -> int:
        """How often models were asked."""
        parts = (self.agent, self.verifier, self.coder, self.repairer)
        return sum(each.calls for each in {id(each): each for each in parts}.values())
