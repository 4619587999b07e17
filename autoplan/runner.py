"""Plays the episodes of an experiment, several at once, and keeps each as soon as it ends."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from autoplan.experiment import EpisodeKey
from autoplan.jury import Jury
from autoplan.money import CallsEndedError, Purse
from autoplan.references import STEPS_WITHOUT_REFERENCE, Plan
from autoplan.results.record import Ledger, MeteredModel, Record, record_of
from autoplan.stage import Stage, Stages
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CacheError,
    ChatModel,
    Completion,
    Message,
    PermanentModelError,
    RejectedRequestError,
    TransientModelError,
)
from pddl2nl.model import Problem
from policies import Player, PromptSet, mechanism
from policies.answers import AnswerReader, DomainWords, Interpreter, ModelTranslator
from policies.symbolic import PAPER_LIMITS, Limits, PlannerFailedError, SymbolicPlanner
from simulator import ALL_FEEDBACK, Episode, Feedback, Presentation
from simulator.patience import OutOfTimeError

STEPS_PER_REFERENCE_STEP = 2
"""Step limit of step-by-step mechanisms: twice the reference plan (seed paper, section 5)."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Cast:
    """Who plays: the models and prompts of an experiment.

    Args:
        model: the planning model, None where no mechanism asks one.
        translator: the translating model (T-LLM), None where nothing is translated by a model.
        sentence_alone: whether it sees a step alone, as in the paper.
        verifier: the model that a mechanism may ask to check its work, None for the planning model.
        prompts: the prompt set.
        planners: where symbolic planners run.
        limits: what a symbolic planner may use.
        feedback: what players are told about their steps.
        patience: after how many turns in a row that change nothing an episode ends, None for never.
        attempts: how many whole plans a model may write.
    """

    model: ChatModel | None
    translator: ChatModel | None
    verifier: ChatModel | None
    prompts: PromptSet
    temperature: float
    max_tokens: int | None
    planners: SymbolicPlanner = field(default_factory=SymbolicPlanner)
    limits: Limits = PAPER_LIMITS
    sentence_alone: bool = False
    feedback: Feedback = ALL_FEEDBACK
    patience: int | None = None
    attempts: int = 1


async def play_all(
    keys: Sequence[EpisodeKey],
    stages: Stages,
    cast: Cast,
    jury: Jury,
    purse: Purse,
    *,
    at_once: int,
    played: Callable[[Record], None],
) -> None:
    """Play episodes until all are played or the purse is closed.

    An episode that needs a call when no more are made is given up without a record.

    Args:
        keys: the episodes.
        stages: what each plays on.
        cast: models and prompts.
        jury: who judges the plans.
        purse: what calls are paid from.
        at_once: how many episodes may run at the same time.
        played: told of every record, to keep it.

    Raises:
        PermanentModelError: no call of a model can succeed; the episodes played so far are kept.
    """
    waiting = iter(keys)

    async def work() -> None:
        for key in waiting:
            if purse.closed is not None:
                return
            try:
                record = await play(key, stages[key.domain, key.instance], cast, jury)
            except CallsEndedError:
                return
            played(record)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(keys))):
                group.create_task(work())
    except ExceptionGroup as failures:
        # The first failure has cancelled the rest; it is the one to be told.
        raise failures.exceptions[0] from None


async def play(key: EpisodeKey, stage: Stage, cast: Cast, jury: Jury) -> Record:
    """Play one episode.

    Raises:
        PermanentModelError: no call of the model can succeed.
    """
    factory, ledger = mechanism(key.mechanism), Ledger()
    await stage.find_reference(key)
    episode, player = opened(key, stage, cast, ledger)
    begun = time.perf_counter()
    error = None
    try:
        await factory(player).run(episode)
    except (TransientModelError, RejectedRequestError, PlannerFailedError) as failure:
        error = str(failure)
    except OutOfTimeError:
        error = f"a step took more than {cast.limits.seconds:g} s to work out (see --time-limit)"
    except (PermanentModelError, CallsEndedError, CacheError, InputError):
        raise
    except Exception as failure:
        # A mechanism or model of another package may break; the other episodes go on.
        _log.exception("an episode broke off")
        error = f"{key.mechanism} broke: {type(failure).__name__}: {failure}"
    seconds = time.perf_counter() - begun
    judgement = None
    if error is None:
        judgement = await jury.judge(episode, proposes_plan=not factory.step_by_step)
    record = record_of(
        key,
        episode,
        ledger,
        stage.scene(key),
        seconds=seconds if episode.seconds is None else episode.seconds,
        error=error,
        judgement=judgement,
    )
    return replace(
        record,
        snippets=stage.snippets(key),
        thoughts=stage.thinker(key),
        example=stage.example_name(key),
    )


def opened(key: EpisodeKey, stage: Stage, cast: Cast, ledger: Ledger) -> tuple[Episode, Player]:
    """An episode before its first step, and what plays it.

    Args:
        ledger: where the calls of models are entered.
    """
    task, presentation = stage.task(key), stage.presentation(key)
    limit = step_limit(stage.reference(key)) if mechanism(key.mechanism).step_by_step else None
    episode = Episode(
        stage.world(key),
        presentation,
        step_limit=limit,
        step_seconds=cast.limits.seconds,
        feedback=cast.feedback,
    )
    player = Player(
        model=_metered(cast.model, ledger, "planner"),
        answers=_interpreter(task.problem, presentation, stage.words(key), cast, ledger),
        verifier=_metered(cast.verifier or cast.model, ledger, "verifier"),
        prompts=cast.prompts,
        example=stage.example(key),
        seed=key.seed,
        temperature=cast.temperature,
        max_tokens=cast.max_tokens,
        dice=random.Random(repr(key)),
        planners=cast.planners,
        limits=cast.limits,
        patience=cast.patience,
        attempts=cast.attempts,
    )
    return episode, player


def step_limit(reference: Plan | None) -> int:
    """How many steps a step-by-step mechanism has, given the reference plan."""
    if reference is None:
        return STEPS_WITHOUT_REFERENCE
    return STEPS_PER_REFERENCE_STEP * len(reference)


def _metered(model: ChatModel | None, ledger: Ledger, role: str) -> ChatModel:
    return MeteredModel(model or _NoModel(), ledger, role)


class _NoModel:
    """Stands where no model is needed."""

    name = "none"

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Completion:
        raise RejectedRequestError("a mechanism that needs no model has asked one")


def _interpreter(
    problem: Problem, presentation: Presentation, words: DomainWords, cast: Cast, ledger: Ledger
) -> Interpreter:
    """What reads a player's answers; answers in PDDL are never translated by a model."""
    lexicon, names = presentation.lexicon, presentation.names
    reader = AnswerReader(problem, words, names)
    if lexicon is None or cast.translator is None:
        return Interpreter(reader)
    translator = ModelTranslator(
        MeteredModel(cast.translator, ledger, "translator"),
        cast.prompts,
        problem,
        lexicon,
        names,
        sentence_alone=cast.sentence_alone,
    )
    return Interpreter(reader, translator)
