"""What other packages offer under an entry-point group."""

from __future__ import annotations

import base64
import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
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


NAMES = ("pddl2nl", "simulator", "policies", "autoplan", "domains")


def foreign_package() -> str | None:
    """What is in the way of one of our packages, in a line; None where nothing is."""
    home = Path(__file__).resolve().parent.parent
    written = _as_installed()
    for name in NAMES:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin is None:
            return f"the package '{name}' is missing: install autoplan again"
        known = written.get(f"{name}/__init__.py")
        if origin.parent != home / name or known not in (None, _digest(origin)):
            return (
                f"{origin} stands where autoplan's own package '{name}' should be: "
                "install autoplan in an environment of its own, or call it from another folder"
            )
    return None


def _as_installed() -> dict[str, str]:
    """The digests of our files as an installer has noted them; empty in a checkout."""
    try:
        noted = files("autoplan") or ()
    except PackageNotFoundError:
        return {}
    return {str(each): each.hash.value for each in noted if each.hash}


def _digest(path: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
