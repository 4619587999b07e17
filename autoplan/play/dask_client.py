"""Reaching a Dask cluster, or starting one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from autoplan.extras import advice
from pddl2nl.errors import InputError

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
            f"--dask slurm: {_first_line(error)}; say what a job gets (cores, memory, queue) in "
            "dask-jobqueue's configuration, ~/.config/dask/jobqueue.yaml"
        ) from error
    cluster.adapt(minimum_jobs=0, maximum_jobs=MAX_SLURM_JOBS)
    return cluster
