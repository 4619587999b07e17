"""Our mechanisms as engines of unified-planning: a language model plans in words.

Each plays a problem from its English, without an example (the problem stands alone), and the plan
comes back in the problem's own actions and objects. The status reports
what it does not support, and a line says why.
"""

from __future__ import annotations

import asyncio
import random
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import IO, Any, ClassVar

from unified_planning.engines import (
    Credits,
    Engine,
    OptimalityGuarantee,
    PlanGenerationResult,
)
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.model import AbstractProblem, ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import Plan

from autoplan.integrations.playable import Form, playable_task
from autoplan.models.paid_models import Ledger, MeteredModel
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.errors import InputError
from pddl2nl.interop import from_unified_planning, plan_to_unified_planning
from pddl2nl.llm import ModelError, ModelFunction, open_model
from pddl2nl.model import GroundAction, Problem
from policies import Player, Sampling, mechanism
from policies.symbolic import SymbolicPlanner
from simulator import Episode
from simulator.queries import OutOfTimeError

OFFLINE = "reader"
"""The model that plans where none is named."""
STEPS = 100
"""How many steps a step-by-step mechanism has, since no reference plan is known."""
_KIND = {
    "problem_class": ("ACTION_BASED",),
    "conditions_kind": (
        *("NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES"),
        *("EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS"),
    ),
    "effects_kind": (
        *("CONDITIONAL_EFFECTS", "FORALL_EFFECTS"),
        *("STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS", "FLUENTS_IN_BOOLEAN_ASSIGNMENTS"),
    ),
    "typing": ("FLAT_TYPING", "HIERARCHICAL_TYPING"),
    "fluents_type": ("INT_FLUENTS", "REAL_FLUENTS"),
    "quality_metrics": ("ACTIONS_COST",),
    "actions_cost_kind": (
        *("STATIC_FLUENTS_IN_ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST"),
        "REAL_NUMBERS_IN_ACTIONS_COST",
    ),
}
"""What `from_unified_planning` can read: classical problems, with the costs of actions."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What came of an attempt: a status, a plan where the goal was reached, and a word on it."""

    status: Status
    plan: tuple[GroundAction, ...] | None
    note: str


def _name(mechanism: str) -> str:
    return f"autoplan-{mechanism}"


class MechanismEngine(Engine, OneshotPlannerMixin):  # type: ignore[misc]  # it is not typed
    """A mechanism that plans for unified-planning.

    Args:
        model: the model's specification, as for `autoplan eval --model`, or a function; the offline
            reader, which reads the prompts and searches, unless given.
        base_url: the server of a `compat/NAME`.
        api_key_env: the environment variable that holds the server's key.
        seed: sent to the model with every question.
        temperature: the model's.
        max_tokens: the most tokens of one answer, None for no limit.
        form: whether the problem is in English (`nl`), template English or PDDL.
        style: how the English is composed, `paper` or `brief`.
        steps: how many steps a step-by-step mechanism has.

    Raises:
        InputError: the mechanism cannot play in this form.
    """

    mechanism_name: ClassVar[str]

    def __init__(
        self,
        model: str | ModelFunction = OFFLINE,
        base_url: str | None = None,
        api_key_env: str | None = None,
        seed: int = 1,
        temperature: float = 0.0,
        max_tokens: int | None = None,
        form: Form = "nl",
        style: StyleName = PAPER,
        steps: int = STEPS,
    ) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._traits = mechanism(self.mechanism_name).traits
        if form not in self._traits.forms:
            raise InputError(f"{self.name} cannot play in the input form '{form}'")
        self._model, self._base_url, self._api_key_env = model, base_url, api_key_env
        self._seed, self._sampling = seed, Sampling(temperature, max_tokens)
        self._form, self._style, self._steps = form, style, steps

    @property
    def name(self) -> str:
        """The engine's name in unified-planning."""
        return _name(self.mechanism_name)

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Classical problems, with the costs of actions."""
        kind = ProblemKind(version=LATEST_PROBLEM_KIND_VERSION)
        for group, features in _KIND.items():
            for feature in features:
                getattr(kind, f"set_{group}")(feature)
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Whether all features of a kind are supported."""
        return bool(problem_kind <= MechanismEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """A plan is valid, and nothing more is promised of it."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @classmethod
    def get_credits(cls, **params: object) -> Credits:
        """Who made the engine; unified-planning prints it where an engine is opened."""
        given = params.get("model", OFFLINE)
        model = getattr(given, "__name__", given)
        way = (cls.__doc__ or "").strip().rstrip(".")
        return Credits(
            name=_name(cls.mechanism_name),
            author="the maintainers of autoplan",
            contact="the maintainers of autoplan",
            website="docs/integrations.md of autoplan",
            license="Apache-2.0",
            short_description=f"The model {model} plans from an English description: {way}.",
            long_description=f"The model {model} plans from an English description that loses "
            f"nothing of the problem: {way}. After Stein, Fišer, Hoffmann and Koller, Automating "
            "the Generation of Prompts for LLM-based Action Choice in PDDL Planning (ICAPS 2025).",
        )

    def _solve_with_params(
        self,
        problem: AbstractProblem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
        warm_start_plan: Plan | None = None,
        **_: object,
    ) -> PlanGenerationResult:
        for name, given in (("heuristic", heuristic), ("warm_start_plan", warm_start_plan)):
            if given is not None:
                warnings.warn(f"{self.name} does not use {name}", stacklevel=4)
        try:
            task = from_unified_planning(problem)
        except InputError as error:
            return self._result(_Attempt(Status.UNSUPPORTED_PROBLEM, None, str(error)), problem, {})
        # A notebook runs an event loop of its own in this thread.
        with ThreadPoolExecutor(1) as thread:
            played = thread.submit(asyncio.run, self._play(task, timeout))
            attempt, metrics, transcript = played.result()
        if output_stream is not None:
            output_stream.write(transcript)
        return self._result(attempt, problem, metrics)

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    async def _play(
        self, problem: Problem, timeout: float | None
    ) -> tuple[_Attempt, dict[str, str], str]:
        """Play a problem: what came of it, its numbers, and its steps."""
        task = playable_task(problem, form=self._form, style=self._style, step_limit=self._steps)
        ledger = Ledger()
        opened = open_model(self._model, base_url=self._base_url, api_key_env=self._api_key_env)
        with SymbolicPlanner() as planners:
            metered = MeteredModel(opened, ledger, "planner")
            episode, player = task.opened(self.mechanism_name, metered)
            player = replace(
                player,
                seed=self._seed,
                sampling=self._sampling,
                dice=random.Random(self._seed),
                planners=planners,
            )
            attempt = await self._attempted(episode, player, timeout)
        metrics = {
            "steps": episode.steps,
            "refused": episode.refused,
            "calls": len(ledger.calls),
            "input_tokens": ledger.usage.input_tokens,
            "output_tokens": ledger.usage.output_tokens,
        }
        lines = (f"{step.text}\n{step.observation.text}\n" for step in episode.history)
        return attempt, {name: str(number) for name, number in metrics.items()}, "".join(lines)

    async def _attempted(self, episode: Episode, player: Player, timeout: float | None) -> _Attempt:
        try:
            async with asyncio.timeout(timeout):
                await mechanism(self.mechanism_name)(player).run(episode)
        except (TimeoutError, OutOfTimeError):
            return _Attempt(Status.TIMEOUT, None, f"stopped after {timeout} s")
        except ModelError as error:
            return _Attempt(Status.INTERNAL_ERROR, None, str(error))
        if episode.solved:
            return _Attempt(Status.SOLVED_SATISFICING, episode.plan, "the goal is reached")
        if episode.solved is None:
            note = f"the plan could not be read: {episode.history[-1].observation.text}"
            return _Attempt(Status.UNSOLVABLE_INCOMPLETELY, None, note)
        last = f": {episode.history[-1].observation.text}" if episode.history else ""
        note = f"the goal is not reached ({episode.finish}){last}"
        return _Attempt(Status.UNSOLVABLE_INCOMPLETELY, None, note)

    def _result(
        self, attempt: _Attempt, problem: AbstractProblem, metrics: dict[str, str]
    ) -> PlanGenerationResult:
        found = attempt.plan
        plan = None if found is None else plan_to_unified_planning(found, problem)
        level = LogLevel.ERROR if attempt.status is Status.INTERNAL_ERROR else LogLevel.INFO
        messages = [LogMessage(level, attempt.note)]
        return PlanGenerationResult(attempt.status, plan, self.name, metrics, messages)


class BasicEngine(MechanismEngine):
    """A whole plan at once."""

    mechanism_name = "basic"


class CoTEngine(MechanismEngine):
    """A whole plan at once, with a thought before each step."""

    mechanism_name = "cot"


class ActEngine(MechanismEngine):
    """An action at a time."""

    mechanism_name = "act"


class ReActEngine(MechanismEngine):
    """A thought and an action at a time."""

    mechanism_name = "react"


class ChatHTNEngine(MechanismEngine):
    """Methods of a task network where there are any; here the model decomposes the goal."""

    mechanism_name = "chathtn"
