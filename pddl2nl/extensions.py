"""What other packages offer under an entry-point group."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_Places: TypeAlias = tuple[tuple[str, int], ...]


def offered(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name.

    All installed packages are read, which takes milliseconds, so the answer is kept until
    `sys.path` changes, or the time stamp of a folder on it: installing and removing a package does.
    """
    return _read(group, tuple(_stamps()))


@lru_cache
def _read(group: str, places: _Places) -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points  # takes half as long to import as all of pddl2nl

    return MappingProxyType({point.name: point for point in entry_points(group=group)})


def _stamps() -> Iterator[tuple[str, int]]:
    """Each place on `sys.path` with its time stamp, 0 where there is nothing."""
    for place in sys.path:
        try:
            yield place, os.stat(place or os.curdir).st_mtime_ns
        except OSError:
            yield place, 0
