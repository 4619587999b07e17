"""Episodes on a Dask cluster: its workers play them, one process keeps their records."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import EpisodeKey
from autoplan.experiment.validators import other_validators
from autoplan.models import Budget, PriceList, opened_models
from autoplan.models.ledger import Payment
from autoplan.play.dask_client import LOCAL, connected
from autoplan.play.episodes import play_all
from autoplan.play.judge import Judge
from autoplan.play.players import open_players
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains, Verbalization
from autoplan.preparation.reference_plans import Plan
from autoplan.preparation.task_selection import TaskSelection
from autoplan.results.record import Record, TaskInWords, broken_off
from pddl2nl.errors import InputError
from pddl2nl.llm import PermanentModelError
from policies import PromptSet, mechanism
from policies.symbolic import SymbolicPlanner

_log = logging.getLogger(__name__)

EPISODES_IN_A_CHUNK = 16
"""Those of a language model, which wait for it together; others are sent one by one."""
SECONDS_BETWEEN_LOOKS = 1.0
"""How often a worker looks whether its work is still wanted."""

Played: TypeAlias = tuple[list[Record], list[Payment]]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Episodes of one domain that a worker plays, with all that it needs for it.

    Models are named, not sent: each worker opens them itself, with the key of its own environment.

    Args:
        experiment: what the user asked for.
        prompts: the fingerprint of the prompt set, which workers read from where the order says.
        keys: the episodes.
        prepared: their domain and their tasks alone.
        verbalizations: what was written of the domain, by seed.
        references: the reference plans.
    """

    experiment: Experiment
    prompts: str
    keys: tuple[EpisodeKey, ...]
    selection: TaskSelection
    verbalizations: Mapping[int, Verbalization]
    references: Mapping[str, Plan | None]


def check_distributable(experiment: Experiment) -> None:
    """See that an order can be played by many processes that know nothing of each other.

    Raises:
        InputError: it cannot.
    """
    if experiment.model.max_cost is not None:
        raise InputError("--max-cost cannot be kept with --dask: each worker pays for itself")
    if experiment.model.batch:
        raise InputError("--batch and --dask do not go together: a batch is one process's")


async def play_on_cluster(
    keys: Sequence[EpisodeKey],
    ready: PreparedDomains,
    experiment: Experiment,
    budget: Budget,
    *,
    played: Callable[[Record], None],
) -> None:
    """Play episodes on the cluster that an order names.

    A worker that is lost has its episodes played elsewhere; after three of them have been lost
    with an episode, it is recorded as an error, and played again by the next run.

    Args:
        keys: the episodes.
        ready: what each is played on.
        experiment: what the user asked for.
        budget: where the workers' payments are entered; closed when nothing more is to be played.
        played: is called with every record, to keep it.

    Raises:
        InputError: there is no such cluster, or its workers cannot play.
        PermanentModelError: no call of a model can succeed.
    """
    await asyncio.gather(*(ready[key.domain, key.instance].find_reference(key) for key in keys))
    chunks = list(_chunks(keys, ready, experiment))
    async with connected(experiment.run.dask or LOCAL) as client:
        futures = {client.submit(play_chunk, chunk, pure=False): chunk for chunk in chunks}
        try:
            await _collect(futures, ready, budget, played)
        finally:
            await client.cancel(list(futures))


def play_chunk(chunk: Chunk) -> Played:
    """Play a chunk in a worker, which runs this in a thread without an event loop."""
    return asyncio.run(_as_long_as_wanted(_play_chunk(chunk)))


async def _as_long_as_wanted(work: Coroutine[Any, Any, Played]) -> Played:
    """Do some work in a worker, and stop it when the client cancels it or is gone.

    Dask lets a task that has begun run to its end, and a planner may have half an hour to go.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    task = asyncio.create_task(work)
    while not task.done():
        await asyncio.wait([task], timeout=SECONDS_BETWEEN_LOOKS)
        known = worker.state.tasks.get(key)
        if known is None or known.state == "cancelled":
            task.cancel()
    return await task


async def _play_chunk(chunk: Chunk) -> Played:
    experiment = chunk.experiment
    records: list[Record] = []
    payments: list[Payment] = []
    budget = Budget(PriceList.load(experiment.model.prices))
    budget.resume(0.0, payments.extend)
    prompts = PromptSet(experiment.text.prompts)
    if prompts.fingerprint != chunk.prompts:
        raise InputError(
            "a worker of the cluster has other prompts", source=str(experiment.text.prompts)
        )
    models = opened_models(experiment.model, budget, _log.info)
    prepared = PreparedDomain(chunk.selection, chunk.verbalizations, chunk.references)
    ready = {(key.domain, key.instance): prepared for key in chunk.keys}
    with SymbolicPlanner(1) as planners:
        players = replace(open_players(experiment, models, prompts), planners=planners)
        await play_all(
            chunk.keys,
            ready,
            players,
            Judge(other_validators(experiment.play.validator)),
            budget,
            at_once=len(chunk.keys),
            played=records.append,
        )
    return records, payments


async def _collect(
    futures: Mapping[Any, Chunk],
    ready: PreparedDomains,
    budget: Budget,
    played: Callable[[Record], None],
) -> None:
    """Keep what the workers have played, until all is there or the budget is closed."""
    from distributed import KilledWorker, as_completed

    async for future in as_completed(futures):
        failure = await future.exception()
        if failure is None:
            records, payments = await future.result()
            budget.enter(payments)
        elif isinstance(failure, KilledWorker):
            records = [_lost(key, ready) for key in futures[future].keys]
        elif isinstance(failure, InputError | PermanentModelError):
            raise failure
        else:
            raise InputError(f"the cluster cannot play: {type(failure).__name__}: {failure}")
        for record in records:
            played(record)
        if budget.closed is not None:
            return


def _lost(key: EpisodeKey, ready: PreparedDomains) -> Record:
    scene: TaskInWords = ready[key.domain, key.instance].scene(key)
    return broken_off(key, scene, "the workers that played it were lost, several in a row")


def _chunks(
    keys: Sequence[EpisodeKey], ready: PreparedDomains, experiment: Experiment
) -> Iterator[Chunk]:
    prompts = PromptSet(experiment.text.prompts).fingerprint

    def place(key: EpisodeKey) -> tuple[int, str]:
        return id(ready[key.domain, key.instance]), key.mechanism

    for _, group in groupby(keys, key=place):
        alike = list(group)
        prepared = ready[alike[0].domain, alike[0].instance]
        size = EPISODES_IN_A_CHUNK if mechanism(alike[0].mechanism).traits.asks_model else 1
        for start in range(0, len(alike), size):
            some = tuple(alike[start : start + size])
            yield Chunk(
                experiment, prompts, some, *prepared.excerpt({key.instance for key in some})
            )
