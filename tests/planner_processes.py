"""Which processes of planners there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import psutil

PATIENCE = 30.0


def running_in(folder: Path) -> list[int]:
    """The processes whose working directory is in a folder."""
    return [
        process.pid
        for process in psutil.process_iter(["cwd"])
        if process.info["cwd"] and Path(process.info["cwd"]).is_relative_to(folder)
    ]


def planners_in(folder: Path) -> int:
    """The number of planners below a folder: each has a folder of its own for all its processes.

    VAL has its folders there as well, and is no planner.
    """
    processes = psutil.process_iter(["cwd"])
    places = {Path(each.info["cwd"]) for each in processes if each.info["cwd"]}
    return sum(
        place.is_relative_to(folder) and place.parent.name.startswith("autoplan-planners-")
        for place in places
    )


def searches_in(folder: Path) -> list[int]:
    """The processes among them in which Fast Downward searches."""
    return [pid for pid in running_in(folder) if "--search" in _command(pid)]


def blind_searches_in(folder: Path) -> list[int]:
    """Those of the mechanism `brfs`; the search for a reference plan is another one."""
    return [pid for pid in searches_in(folder) if "astar(blind())" in _command(pid)]


def _command(pid: int) -> list[str]:
    try:
        return psutil.Process(pid).cmdline()
    except psutil.NoSuchProcess:
        return []


def wait_for(what: str, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, which may take a while on a busy machine."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.02)
