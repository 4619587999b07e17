"""How the files of planning tasks are laid out in a folder, and where the bundled domains lie.

Known are the layouts of this benchmark, of the paper's dataset (`adapted_instances/`), and those in
which competition domains are passed on: problems in `instances/` or beside the domain; one
`domain.pddl` for all, or a domain file an instance, in the same places or in `domains/`:
`p01-domain.pddl`, `domain_p01.pddl`, `domain-01.pddl` or `domain01.pddl` for `p01.pddl`,
`p01-large.pddl` or `task01.pddl`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

DOMAIN_FILE = "domain.pddl"
HIERARCHY_FILE = "domain.hddl"
"""A domain with tasks and methods (HDDL), whose problems end in `.hddl` as well."""
DOMAIN_FOLDER = "domains"
DATASET_FOLDER = "adapted_instances"
INSTANCE_FOLDERS = ("instances", DATASET_FOLDER)
"""Ours, and that of the paper's dataset."""
_EXAMPLE = "instance-0.pddl"
_COPIED_PLAN = "plans/{}_gold_plan.txt"
PLAN_FILES = ("plans/{}.plan", _COPIED_PLAN, "adapted_gold_plans/{}_gold_plan.txt")
"""Where the plan of an instance may be kept, beside the folder of the instances."""

_DOMAIN = re.compile(r"[-_. ]*(?<![a-z])domain(?![a-z])[-_. ]*", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class TaskFiles:
    """The two files of a planning task."""

    domain: Path
    problem: Path


def domain_file(folder: Path) -> Path:
    """The domain description that all instances of a folder share.

    Raises:
        FileNotFoundError: the folder has no `domain.pddl`.
    """
    path = folder / DOMAIN_FILE
    if not path.is_file() and (folder / HIERARCHY_FILE).is_file():
        return folder / HIERARCHY_FILE
    if not path.is_file():
        raise FileNotFoundError(f"{folder} is not a domain folder: it has no file {DOMAIN_FILE}")
    return path


def instances(folder: Path) -> tuple[Path, ...]:
    """The problem files of a folder in natural order: instance-2 before instance-10.

    Raises:
        FileNotFoundError: there is none, neither in `instances/` (or `adapted_instances/`) nor in
            the folder itself.
    """
    inner = _instance_folder(folder)
    found = [path for path in _pddl_files(inner) if not _is_domain(path)]
    if not found:
        raise FileNotFoundError(
            f"{folder} has no instances: expected {INSTANCE_FOLDERS[0]}/*.pddl, or p01.pddl and so "
            "on beside the domain"
        )
    return tuple(sorted(found, key=_natural_key))


def tasks(folder: Path) -> tuple[TaskFiles, ...]:
    """The tasks of a folder, in the natural order of their problem files.

    Raises:
        FileNotFoundError: there is no problem file, or none of a problem's domain.
        ValueError: a problem may belong to several domain files.
    """
    problems = instances(folder)
    places = dict.fromkeys((_instance_folder(folder), folder / DOMAIN_FOLDER, folder))
    known = [path for place in places for path in _pddl_files(place) if _is_domain(path)]
    return tuple(TaskFiles(_domain_of(problem, known), problem) for problem in problems)


def is_example(problem: Path) -> bool:
    """Whether a file is the few-shot example of a folder of the paper's dataset: its instance 0.

    A copy of such a folder in our layout is known by the name that its plan has in the dataset.
    The dataset's map of examples names the tasks that they were made of, under other names.
    """
    copied = problem.parent.parent / _COPIED_PLAN.format(problem.stem)
    in_dataset = problem.parent.name == DATASET_FOLDER or copied.is_file()
    return problem.name == _EXAMPLE and in_dataset


def shown_example(folder: Path) -> Path | None:
    """The few-shot example that a folder of the paper's dataset keeps beside its tasks."""
    path = _instance_folder(folder) / _EXAMPLE
    return path if path.is_file() and is_example(path) else None


def kept_plan(problem: Path) -> tuple[str, ...] | None:
    """The plan kept for an instance, one ground action an item, or None where none is kept.

    Args:
        problem: a file in `instances/`; its plan is the file of the same name in `plans/` beside.
    """
    files = (problem.parent.parent / name.format(problem.stem) for name in PLAN_FILES)
    path = next((file for file in files if file.is_file()), None)
    return None if path is None else tuple(path.read_text(encoding="utf-8").splitlines())


def _instance_folder(folder: Path) -> Path:
    inner = (folder / name for name in INSTANCE_FOLDERS)
    return next((path for path in inner if path.is_dir()), folder)


def _domain_of(problem: Path, known: Iterable[Path]) -> Path:
    """The domain file whose name says that it goes with a problem, or the one for all."""
    closeness = {path: _closeness(path, problem) for path in known}
    closest = max(closeness.values(), default=0)
    if closest == 0:
        raise FileNotFoundError(
            f"{problem} has no domain: expected {DOMAIN_FILE} or {problem.stem}-{DOMAIN_FILE}"
        )
    first, *others = sorted(path for path in closeness if closeness[path] == closest)
    if others:
        raise ValueError(f"{problem} may belong to {first} or to {others[0]}: leave one of them")
    return first


def _closeness(domain: Path, problem: Path) -> int:
    """How well the names of two files go together; 0 where they do not."""
    # What the name of a domain file says besides that it is one; empty for `domain.pddl`.
    key = _DOMAIN.sub("", domain.stem.lower(), count=1)
    stem = problem.stem.lower()
    if key == stem:
        return 4
    if key and re.match(rf"{re.escape(key)}(?![a-z0-9])", stem):
        return 3
    ours, theirs = _NUMBER.search(key), _NUMBER.search(stem)
    if ours and theirs and int(ours[0]) == int(theirs[0]):
        return 2
    return 0 if key else 1


def _is_domain(path: Path) -> bool:
    return _DOMAIN.search(path.stem) is not None


def _pddl_files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.[ph]ddl") if path.is_file()]


def _natural_key(path: Path) -> tuple[list[str | int], str]:
    # A split on a group alternates text and digits, so equal positions always hold equal types.
    parts = re.split(r"([0-9]+)", path.name.lower())
    return [int(part) if index % 2 else part for index, part in enumerate(parts)], path.name


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
