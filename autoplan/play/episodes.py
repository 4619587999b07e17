"""Plays the episodes of an experiment, several at once, and keeps each as soon as it ends."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from autoplan.models.paid_models import Budget, CallsEndedError, Ledger, MeteredModel
from autoplan.play.judge import Judge
from autoplan.preparation.prepared_domain import (
    PreparedDomain,
    PreparedDomains,
    opened_references,
)
from autoplan.preparation.tasks import STEPS_WITHOUT_REFERENCE, Plan, SelectedTask
from autoplan.results.record import EpisodeKey, Record, record_of
from autoplan.results.store import WriteError
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CacheError,
    ChatModel,
    Completion,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
)
from pddl2nl.prompts import PromptError
from policies import Player, PromptSet, Rules, Sampling, mechanism
from policies.answers import (
    AnswerReader,
    Interpreter,
    ModelTranslator,
    SentenceTranslator,
)
from policies.mechanism import BrokenOffError
from policies.symbolic import PlanFound, PlannerFailedError, Solvability, SymbolicPlanner
from simulator import Episode
from simulator.queries import OutOfTimeError

STEPS_PER_REFERENCE_STEP = 2
"""Step limit of step-by-step mechanisms: twice the reference plan (the paper, section 5)."""


_ENDS_ONE_EPISODE = (
    BrokenOffError,
    PlannerFailedError,
    RejectedRequestError,
    TransientModelError,
)
_log = logging.getLogger(__name__)
Key = TypeVar("Key")


@dataclass(frozen=True)
class Players:
    """Who plays: the models and prompts of an experiment.

    Args:
        model: the planning model, None where no mechanism asks one.
        translator: the translating model (T-LLM), None where nothing is translated by a model.
        line_by_line: whether it translates each line by itself, as in the paper.
        others: the models that files of mechanisms name, by these names.
    """

    model: ChatModel | None
    translator: ChatModel | None
    prompts: PromptSet
    sampling: Sampling = Sampling()
    rules: Rules = Rules()
    line_by_line: bool = False
    planners: SymbolicPlanner = field(default_factory=SymbolicPlanner)
    others: Mapping[str, ChatModel] = field(default_factory=dict)


async def play_all(
    keys: Sequence[EpisodeKey],
    ready: PreparedDomains,
    players: Players,
    judge: Judge,
    budget: Budget,
    *,
    at_once: int,
    played: Callable[[Record], None],
    left_out: Callable[[EpisodeKey], None] = lambda _: None,
) -> None:
    """Play episodes until all are played or the budget is closed.

    An episode that needs a call when no more are made is given up without a record.

    Args:
        at_once: how many episodes may run at the same time.
        played: is called with every record, to keep it.
        left_out: is called with every episode that is not played, as its task is unsolvable.

    Raises:
        PermanentModelError: no call of a model can succeed; the episodes played so far are kept.
    """

    async def one(key: EpisodeKey) -> None:
        prepared = ready[key.domain, key.instance]
        if budget.closed is not None:
            return
        await prepared.find_reference(key)
        if not is_played(prepared.solvability(key), players.rules):
            left_out(key)
            return
        with suppress(CallsEndedError):
            played(await play(key, prepared, players, judge))

    await several(keys, one, at_once)


def is_played(solvability: Solvability, rules: Rules) -> bool:
    """Whether a task is played: one that is proved unsolvable only where that is asked for."""
    return solvability != "unsolvable" or rules.keep_unsolvable or rules.allow_unsolvable


async def without_unsolvable(
    keys: Sequence[EpisodeKey],
    ready: PreparedDomains,
    rules: Rules,
    left_out: Callable[[EpisodeKey], None] = lambda _: None,
) -> list[EpisodeKey]:
    """The episodes that are played, once the reference plans of all have been looked for."""
    found = [(key, ready[key.domain, key.instance]) for key in keys]
    await asyncio.gather(*(prepared.find_reference(key) for key, prepared in found))
    played = {key for key, each in found if is_played(each.solvability(key), rules)}
    for key in keys:
        if key not in played:
            left_out(key)
    return [key for key in keys if key in played]


async def several(keys: Sequence[Key], one: Callable[[Key], Awaitable[None]], at_once: int) -> None:
    """Do something for each key, for so many at the same time; the first failure ends it."""
    waiting = iter(keys)

    async def work() -> None:
        for key in waiting:
            await one(key)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(keys))):
                group.create_task(work())
    except ExceptionGroup as failures:
        # The first failure has cancelled the rest; it is the one to report.
        raise failures.exceptions[0] from None


async def play(key: EpisodeKey, prepared: PreparedDomain, players: Players, judge: Judge) -> Record:
    """Play one episode.

    Raises:
        PermanentModelError: no call of the model can succeed.
    """
    factory, ledger = mechanism(key.mechanism), Ledger()
    await prepared.find_reference(key)
    episode, player = opened_episode(key, prepared, players, ledger)
    begun = time.perf_counter()
    error = None
    try:
        await factory(player).run(episode)
    except _ENDS_ONE_EPISODE as failure:
        error = str(failure)
    except OutOfTimeError:
        error = (
            f"a step took more than {players.rules.time_limit:g} s to work out (see --time-limit)"
        )
    except (PermanentModelError, CallsEndedError, CacheError, PromptError, WriteError):
        raise  # so it would go for the other episodes, too
    except (Exception, SystemExit) as failure:
        # A mechanism or model of another package may break; the other episodes go on.
        _log.exception("an episode broke off", extra={"episode": key})
        error = f"{type(failure).__name__}: {failure}"
    seconds = time.perf_counter() - begun
    judgement = None
    if error is None:
        judgement = await judge.judge(episode, proposes_plan=not factory.traits.step_by_step)
    record = record_of(
        key,
        episode,
        ledger,
        prepared.scene(key),
        seconds=seconds if episode.seconds is None else episode.seconds,
        error=error,
        judgement=judgement,
    )
    solvability = prepared.solvability(key)
    if record.finish == "unsolvable" and factory.traits.asks_model and solvability == "unknown":
        # With a plan at hand, the claim that there is none is wrong; on a task that is proved
        # unsolvable it is right, which the task's own column counts.
        record = replace(record, solved=None, solved_strict=None)
    costs = prepared.costs(key, episode.plan if record.solved else None)
    return replace(
        record,
        costs=costs if players.rules.costs else None,
        solvability=solvability,
        snippets=prepared.snippets(key),
        thoughts=prepared.thinker(key),
        example=prepared.example_name(key),
    )


def check_mechanisms(keys: Iterable[EpisodeKey], ready: PreparedDomains, players: Players) -> None:
    """See that each mechanism takes its options, before any of them plays.

    Raises:
        InputError: one does not.
    """
    for key in {key.mechanism: key for key in keys}.values():
        _, player = opened_episode(key, ready[key.domain, key.instance], players, Ledger())
        try:
            mechanism(key.mechanism)(player)
        except InputError as error:
            raise InputError(f"--mechanism {key.mechanism}: {error}") from error
        except (Exception, SystemExit):
            _log.info("%s cannot be made, as its episodes will tell", key.mechanism, exc_info=True)


def opened_episode(
    key: EpisodeKey, prepared: PreparedDomain, players: Players, ledger: Ledger
) -> tuple[Episode, Player]:
    """An episode before its first step, and what plays it; calls are entered in the ledger."""
    presentation, traits = prepared.presentation(key), mechanism(key.mechanism).traits
    limit = step_limit(prepared.reference(key)) if traits.step_by_step else None
    episode = Episode(
        prepared.world(key),
        presentation,
        step_limit=limit,
        step_seconds=players.rules.time_limit,
        feedback=players.rules.feedback,
    )
    ledger.steps = lambda: episode.steps
    player = Player(
        model=MeteredModel(players.model or _NoModel(), ledger, "planner"),
        answers=_interpreter(key, prepared, players, ledger),
        prompts=players.prompts.with_own(traits.prompts),
        example=prepared.example(key),
        seed=key.seed,
        sampling=players.sampling,
        rules=players.rules,
        dice=random.Random(repr(key)),
        planners=players.planners,
        others={
            spec: MeteredModel(other, ledger, "planner") for spec, other in players.others.items()
        },
    )
    return episode, player


def step_limit(reference: Plan | None) -> int:
    """How many steps a step-by-step mechanism has, given the reference plan."""
    if reference is None:
        return STEPS_WITHOUT_REFERENCE
    return STEPS_PER_REFERENCE_STEP * len(reference)


async def found_step_limit(task: SelectedTask, rules: Rules) -> int:
    """The step limit that a task has in an evaluation by some rules."""
    with SymbolicPlanner() as planner:
        found = await opened_references(rules, planner, _log.warning).of(task)
    return step_limit(found.plan if isinstance(found, PlanFound) else None)


class _NoModel:
    """Stands where no model is needed."""

    name = "none"

    async def complete(self, request: Request) -> Completion:
        raise RejectedRequestError("a mechanism that needs no model has asked one")


def _interpreter(
    key: EpisodeKey, prepared: PreparedDomain, players: Players, ledger: Ledger
) -> Interpreter:
    """What reads a player's answers; answers in PDDL are never translated by a model."""
    problem, presentation = prepared.task(key).problem, prepared.presentation(key)
    lexicon, names = presentation.lexicon, presentation.names
    reader = AnswerReader(problem, prepared.words(key), names)
    if lexicon is None or players.translator is None:
        return Interpreter(reader)
    model, prompts = MeteredModel(players.translator, ledger, "translator"), players.prompts
    if players.line_by_line:
        by_line = SentenceTranslator(model, prompts, problem, lexicon, names, key.seed)
        return Interpreter(reader, by_line)
    style = presentation.style
    return Interpreter(reader, ModelTranslator(model, prompts, problem, lexicon, names, style))
