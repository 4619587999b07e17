"""`--domain frontier`: fresh tasks in the sizes of a competition, made when they are asked for."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.llm import cache_folder

PREFIX = "frontier"
_SPEC = re.compile(rf"{PREFIX}(?:-(?P<name>[^:]+))?(?::(?P<seed>\d{{1,18}}))?")


def names_of(spec: str) -> tuple[str, ...]:
    """The benchmarks that a specification stands for: all eight, one, or itself.

    Args:
        spec: `frontier`, `frontier:SEED`, `frontier-NAME`, `frontier-NAME:SEED`, or another one.
    """
    found = _SPEC.fullmatch(spec)
    if found is None or found["name"] is not None:
        return (spec,)
    from domains import frontier  # its tables of sizes, for those who ask for them

    seed = f":{found['seed']}" if found["seed"] else ""
    return tuple(f"{PREFIX}-{name}{seed}" for name in frontier.NAMES)


def made(spec: str) -> tuple[str, Path] | None:
    """The name of a benchmark and the folder with its tasks, which are made if they are not there.

    Args:
        spec: `frontier-NAME` or `frontier-NAME:SEED`; nothing comes of another one.

    Raises:
        InputError: there is no such domain among the eight, or the tasks cannot be written.
    """
    found = _SPEC.fullmatch(spec)
    if found is None or found["name"] is None:
        return None
    from domains import frontier

    name, seed = found["name"], int(found["seed"] or 1)
    if name not in frontier.NAMES:
        near = did_you_mean(name, frontier.NAMES)
        known = near or f"; its domains are {', '.join(frontier.NAMES)}"
        raise InputError(f"has no domain {name}{known}", source=PREFIX)
    place = cache_folder() / PREFIX / f"seed-{seed}" / name
    if not place.is_dir():
        _make(place, name, seed)
    return f"{PREFIX}-{name}", place


def _make(place: Path, name: str, seed: int) -> None:
    """Write the tasks beside, and put them in their place when all are there."""
    from domains import frontier

    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(dir=place.parent))
        try:
            frontier.write(beside, name, seed)
            beside.rename(place)
        except OSError:
            if not place.is_dir():  # another process may have been faster
                raise
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(place)) from error
