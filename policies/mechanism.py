"""What a mechanism is, and how one is found by its name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Protocol, cast

from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.llm import ChatModel, Completion, Message
from policies.answers import Interpreter
from policies.few_shot import Example
from policies.prompts import PromptSet
from policies.symbolic import PAPER_LIMITS, Limits, SymbolicPlanner
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
        "brfs": "policies.planner:brfs",
        "lmcut": "policies.planner:lmcut",
        "ff": "policies.planner:ff",
        "lama": "policies.planner:lama",
        "lama-first": "policies.planner:lama_first",
    }
)

FAMILIES: Mapping[str, str] = MappingProxyType({"up": "policies.planner:engine"})
"""Mechanisms with a name of two parts, as `up:pyperplan`: what makes one from the second part."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a mechanism plays with.

    Args:
        model: the planning model (P-LLM).
        answers: what reads the model's answers.
        prompts: the prompt set.
        example: the few-shot example, None where the domain has no instance to spare.
        seed: the seed of the run; sent to the model, and for the random mechanism its dice.
        temperature: the model's temperature.
        max_tokens: the most tokens of one answer; None for no limit, as in the paper.
        verifier: the model that a mechanism with `asks_verifier` has check its work.
        planners: where symbolic planners run.
        limits: what a symbolic planner may use.
        patience: after how many turns in a row that change nothing a step-by-step mechanism stops;
            None for never.
        attempts: how many whole plans a model may write, told each time why the last one failed.
    """

    model: ChatModel
    answers: Interpreter
    prompts: PromptSet
    example: Example | None = None
    seed: int | None = None
    temperature: float = 0.0
    max_tokens: int | None = None
    dice: random.Random = field(default_factory=random.Random)
    verifier: ChatModel | None = None
    planners: SymbolicPlanner = field(default_factory=SymbolicPlanner)
    limits: Limits = PAPER_LIMITS
    patience: int | None = None
    attempts: int = 1

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
    """What a mechanism's name stands for: its class, or what makes one for a player."""

    forms: frozenset[InputForm]
    step_by_step: bool
    asks_model: bool

    def __call__(self, player: Player) -> Mechanism: ...


def mechanism(name: str) -> MechanismFactory:
    """The mechanism of a name.

    Raises:
        InputError: there is none; the message lists those that are known.
    """
    if name in BUILT_IN:
        return cast("MechanismFactory", _load(BUILT_IN[name]))
    family, _, member = name.partition(":")
    if family in FAMILIES and member:
        make = cast("Callable[[str], MechanismFactory]", _load(FAMILIES[family]))
        return make(member)
    offered = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    if name in offered:
        return cast("MechanismFactory", _load(offered[name]))
    known = sorted({*BUILT_IN, *offered, "up:ENGINE"})
    near = did_you_mean(name, known) or f"; known are {', '.join(known)}"
    raise InputError(f"unknown mechanism '{name}'{near}")


def _load(place: str) -> object:
    """What stands at a place such as `policies.act:Act`."""
    module, _, attribute = place.partition(":")
    return cast("object", getattr(import_module(module), attribute))


def mechanism_names() -> tuple[str, ...]:
    """The names of all mechanisms, the built-in ones first."""
    offered = (point.name for point in entry_points(group=ENTRY_POINTS))
    return tuple(dict.fromkeys((*BUILT_IN, *offered)))
