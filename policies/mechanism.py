"""What a mechanism is, and how one is found by its name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Protocol, cast

from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, Completion, Message
from policies.few_shot import Example
from policies.prompts import PromptSet
from policies.translation import Translator
from simulator import Episode, InputForm

ENTRY_POINTS = "autoplan.mechanisms"
"""The entry-point group in which a package can offer a mechanism: its class."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "basic": "policies.basic:Basic",
        "cot": "policies.cot:CoT",
        "act": "policies.act:Act",
        "react": "policies.react:ReAct",
        "random": "policies.random_walk:RandomWalk",
    }
)


@dataclass(frozen=True, slots=True)
class Player:
    """What a mechanism plays with.

    Args:
        model: the planning model (P-LLM).
        translator: what reads the model's sentences.
        prompts: the prompt set.
        example: the few-shot example, None where the domain has no instance to spare.
        seed: the seed of the run; sent to the model, and for the random mechanism its dice.
        temperature: the model's temperature.
        max_tokens: the most tokens of one answer; None for no limit, as in the paper.
        verifier: the model that a mechanism with `asks_verifier` has check its work.
    """

    model: ChatModel
    translator: Translator
    prompts: PromptSet
    example: Example | None = None
    seed: int | None = None
    temperature: float = 0.0
    max_tokens: int | None = None
    dice: random.Random = field(default_factory=random.Random)
    verifier: ChatModel | None = None

    async def ask(self, messages: list[Message]) -> Completion:
        """Put a conversation to the planning model, under the run's settings."""
        return await self.model.complete(
            messages, max_tokens=self.max_tokens, temperature=self.temperature, seed=self.seed
        )


class Mechanism(Protocol):
    """A way to choose actions (seed paper, section 4). One mechanism plays one episode."""

    forms: frozenset[InputForm]
    """The input forms in which the mechanism can play."""
    step_by_step: bool
    """Whether it sees what each action did, and is limited in steps."""
    asks_model: bool
    """Whether it needs a planning model."""

    async def run(self, episode: Episode) -> None:
        """Play an episode to its end."""
        ...


class MechanismFactory(Protocol):
    """What a mechanism's name stands for: its class."""

    forms: frozenset[InputForm]
    step_by_step: bool
    asks_model: bool

    def __call__(self, player: Player) -> Mechanism: ...


def mechanism(name: str) -> MechanismFactory:
    """The mechanism of a name.

    Raises:
        InputError: there is none; the message lists those that are known.
    """
    offered = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    known = {**offered, **BUILT_IN}
    if name not in known:
        raise InputError(f"unknown mechanism '{name}'; known are {', '.join(sorted(known))}")
    module, _, attribute = known[name].partition(":")
    from importlib import import_module

    return cast("MechanismFactory", getattr(import_module(module), attribute))


def mechanism_names() -> tuple[str, ...]:
    """The names of all mechanisms, the built-in ones first."""
    offered = (point.name for point in entry_points(group=ENTRY_POINTS))
    return tuple(dict.fromkeys((*BUILT_IN, *offered)))
