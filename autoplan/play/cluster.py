"""Episodes on a Dask cluster: its workers play them, one process keeps their records."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from autoplan.experiment.experiment import Experiment
from autoplan.installation import advice
from autoplan.models.paid_models import Budget, Payment, opened_models
from autoplan.play.episodes import play_all, without_unsolvable
from autoplan.play.judge import Judge, other_validators
from autoplan.play.prepared_run import open_players
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.results.record import EpisodeKey, Record, broken_off
from pddl2nl.errors import InputError
from pddl2nl.llm import PermanentModelError
from pddl2nl.llm.prices import PriceList
from policies import PromptSet, mechanism
from policies.symbolic import SymbolicPlanner

if TYPE_CHECKING:
    from distributed import Client

LOCAL, SLURM = "local", "slurm"
MAX_SLURM_JOBS = 32


@asynccontextmanager
async def connected(spec: str) -> AsyncIterator[Client]:
    """A client of a cluster, which is started where it is ours to start.

    Args:
        spec: the address of a scheduler, `local` for processes of this machine, or `slurm`.

    Raises:
        InputError: there is no such cluster, or a library is missing.
    """
    if find_spec("distributed") is None:
        raise InputError(f"--dask needs distributed: {advice('dask')}")
    from distributed import Client

    async with _cluster(spec) as address, AsyncExitStack() as ends:
        try:
            client = Client(address, asynchronous=True)
            # A client that has not been reached is to be closed too.
            ends.push_async_callback(client.close)
            await client
        except (OSError, ValueError) as error:
            raise InputError(
                f"--dask {spec}: no scheduler can be reached: {_first_line(error)}"
            ) from error
        yield client


@asynccontextmanager
async def _cluster(spec: str) -> AsyncIterator[Any]:
    """What a client connects to: an address, or a cluster of ours that ends with the run."""
    if spec == LOCAL:
        from distributed import LocalCluster

        # One episode of a planner at a time in each process.
        cluster = LocalCluster(
            processes=True, threads_per_worker=1, dashboard_address=None, asynchronous=True
        )
    elif spec == SLURM:
        cluster = _slurm()
    else:
        yield spec
        return
    async with cluster:
        yield cluster


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__).rstrip(".:")


def _slurm() -> Any:
    if find_spec("dask_jobqueue") is None:
        raise InputError(f"--dask slurm needs dask-jobqueue: {advice('dask')}")
    from dask_jobqueue.slurm import SLURMCluster

    try:
        cluster = SLURMCluster(asynchronous=True)
    except (ValueError, FileNotFoundError) as error:
        raise InputError(
            f"--dask slurm: {_first_line(error)}; set what a job gets (cores, memory, queue) in "
            "dask-jobqueue's configuration, ~/.config/dask/jobqueue.yaml"
        ) from error
    cluster.adapt(minimum_jobs=0, maximum_jobs=MAX_SLURM_JOBS)
    return cluster


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
    Of the prompt set, which workers read from where the experiment says, it has the fingerprint.
    """

    experiment: Experiment
    prompts: str
    keys: tuple[EpisodeKey, ...]
    prepared: PreparedDomain


async def play_on_cluster(
    keys: Sequence[EpisodeKey],
    ready: PreparedDomains,
    experiment: Experiment,
    budget: Budget,
    *,
    played: Callable[[Record], None],
    left_out: Callable[[EpisodeKey], None],
) -> None:
    """Play episodes on the cluster that an order names.

    A worker that is lost has its episodes played elsewhere; after three of them have been lost
    with an episode, it is recorded as an error, and played again by the next run.

    Args:
        budget: where the workers' payments are entered; closed when nothing more is to be played.

    Raises:
        InputError: there is no such cluster, or its workers cannot play.
        PermanentModelError: no call of a model can succeed.
    """
    wanted = await without_unsolvable(keys, ready, experiment.play.rules, left_out)
    chunks = list(_chunks(wanted, ready, experiment))
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
    ready = {(key.domain, key.instance): chunk.prepared for key in chunk.keys}
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
            why = "the workers that played it were lost, several in a row"
            lost = ((key, ready[key.domain, key.instance]) for key in futures[future].keys)
            records = [broken_off(key, prepared.scene(key), why) for key, prepared in lost]
        elif isinstance(failure, InputError | PermanentModelError):
            raise failure
        else:
            raise InputError(f"the cluster cannot play: {type(failure).__name__}: {failure}")
        for record in records:
            played(record)
        if budget.closed is not None:
            return


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
            yield Chunk(experiment, prompts, some, prepared.excerpt({key.instance for key in some}))
