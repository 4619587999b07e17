"""Where the files of the bundled domains lie."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from domains._layout import DOMAIN_FILE, TaskFiles, domain_file, instances, tasks

SCALED = "-scaled"
"""What follows the name of a domain in the name of its scaled set."""

SCALED_FOLDER = "scaled"


def names() -> tuple[str, ...]:
    """The names of the bundled domains, sorted."""
    return tuple(sorted(path.parent.name for path in _root().glob(f"*/{DOMAIN_FILE}")))


def scaled_names() -> tuple[str, ...]:
    """The names of the scaled sets, such as `ferry-scaled`, sorted."""
    return tuple(name + SCALED for name in names() if (_root() / name / SCALED_FOLDER).is_dir())


def htn_names() -> tuple[str, ...]:
    """The names of the bundled hierarchical domains, sorted."""
    return tuple(sorted(path.parent.name for path in _root().glob("htn/*/domain.hddl")))


def htn_folder(name: str) -> Path:
    """The folder of a bundled hierarchical domain.

    Raises:
        ValueError: no bundled one has that name.
    """
    if name not in htn_names():
        raise ValueError(f"unknown domain {name!r}; the bundled ones are {', '.join(htn_names())}")
    return _root() / "htn" / name


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


def place(spec: str) -> Path:
    """The folder of a bundled domain, by its name, or any other folder, by its path.

    Raises:
        ValueError: there is neither.
    """
    return Path(spec) if spec not in names() and Path(spec).is_dir() else folder(spec)


def bundled_tasks(name: str) -> tuple[TaskFiles, ...]:
    """The tasks of a bundled domain or of a scaled set.

    The tasks of a scaled set follow the first small instance of their domain, which is there to be
    the few-shot example (paper, section "Scaling experiments").

    Raises:
        ValueError: nothing bundled has that name.
    """
    if name not in scaled_names():
        return tasks(folder(name))
    place = folder(name.removesuffix(SCALED))
    domain = domain_file(place)
    return tasks(place)[:1] + tuple(
        TaskFiles(domain, problem) for problem in instances(place / SCALED_FOLDER)
    )


def _root() -> Path:
    root = resources.files("domains")
    if not isinstance(root, Path):
        raise FileNotFoundError("the domains are not plain files: install the package unzipped")
    return root
