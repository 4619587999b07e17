"""Where the files of a benchmark domain lie."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

DOMAIN_FILE = "domain.pddl"
INSTANCE_FOLDER = "instances"


def names() -> tuple[str, ...]:
    """The names of the bundled domains, sorted."""
    return tuple(sorted(path.parent.name for path in _root().glob(f"*/{DOMAIN_FILE}")))


def folder(name: str) -> Path:
    """The folder of a bundled domain.

    Raises:
        ValueError: no bundled domain has that name.
        FileNotFoundError: the package was not installed as plain files.
    """
    known = names()
    if name not in known:
        raise ValueError(f"unknown domain {name!r}; the bundled domains are {', '.join(known)}")
    return _root() / name


def domain_file(folder: Path) -> Path:
    """The domain description in a domain folder.

    Raises:
        FileNotFoundError: the folder has no `domain.pddl`.
    """
    path = folder / DOMAIN_FILE
    if not path.is_file():
        raise FileNotFoundError(f"{folder} is not a domain folder: it has no file {DOMAIN_FILE}")
    return path


def instances(folder: Path) -> tuple[Path, ...]:
    """The problem files of a domain folder in natural order: instance-2 before instance-10.

    Raises:
        FileNotFoundError: there is no `instances` folder, or no `*.pddl` file in it.
    """
    found = [path for path in (folder / INSTANCE_FOLDER).glob("*.pddl") if path.is_file()]
    if not found:
        raise FileNotFoundError(f"{folder} has no instances: expected {INSTANCE_FOLDER}/*.pddl")
    return tuple(sorted(found, key=_natural_key))


def _natural_key(path: Path) -> tuple[list[str | int], str]:
    # A split on a group alternates text and digits, so equal positions always hold equal types.
    parts = re.split(r"([0-9]+)", path.name.lower())
    return [int(part) if index % 2 else part for index, part in enumerate(parts)], path.name


def _root() -> Path:
    root = resources.files("domains")
    if not isinstance(root, Path):
        raise FileNotFoundError("the domains are not plain files: install the package unzipped")
    return root
