"""The bundled instances of a domain as a function of one seed.

Every instance has an entry in its generator's schedule. For an entry, candidates are drawn one
after another until one is fit; the number of the fit one is its attempt. Whether a candidate is fit
takes a planner to say, so the attempts are recorded (`suite.json`), and with them anybody can
rebuild the files without a planner.
"""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

SIZE = 21  # one few-shot example and twenty tasks (paper, section "Experiments")
PLAN_LENGTHS = range(3, 21)  # of optimal plans, in actions (the same place)
RECORD_FILE = "suite.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """What one instance should be like.

    Args:
        parameters: the keyword arguments for the domain's `generate`.
        plan_lengths: the lengths, in actions, that an optimal plan may have.
    """

    parameters: Mapping[str, int]
    plan_lengths: range = PLAN_LENGTHS


@dataclass(frozen=True, slots=True)
class Generator:
    """A domain's `generate` function and its schedule, one entry an instance."""

    name: str
    generate: Callable[..., str]
    schedule: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate that was taken for an entry, and one optimal plan for it."""

    attempt: int
    plan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """The choices that one seed led to, in the order of the schedule."""

    seed: int
    choices: tuple[Choice, ...]


def generator(name: str) -> Generator:
    """The generator in `domains/<name>/generator.py`.

    Raises:
        ModuleNotFoundError: there is no such domain or it has no generator.
    """
    module = importlib.import_module(f"domains.{name}.generator")
    return Generator(name, module.generate, module.SCHEDULE)


def candidate(source: Generator, seed: int, index: int, attempt: int) -> str:
    """The text of one candidate; equal arguments give equal text.

    Args:
        source: the domain's generator.
        seed: the seed of the whole suite.
        index: the 0-based place in the schedule.
        attempt: the 0-based number of the candidate for that place.
    """
    # A string seeds the same stream in every process, which a tuple's hash would not.
    rng = random.Random(f"{source.name}/{seed}/{index}/{attempt}")
    return source.generate(rng, **source.schedule[index].parameters)


def texts(source: Generator, suite: Suite) -> tuple[str, ...]:
    """The problem texts of a suite, in the order of the schedule."""
    return tuple(
        candidate(source, suite.seed, index, choice.attempt)
        for index, choice in enumerate(suite.choices)
    )


def write_instances(folder: Path, problems: tuple[str, ...]) -> tuple[Path, ...]:
    """Writes `instance-1.pddl`, `instance-2.pddl`, … into a folder and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = tuple(folder / f"instance-{number}.pddl" for number in range(1, len(problems) + 1))
    for path, text in zip(paths, problems, strict=True):
        path.write_text(text, encoding="utf-8", newline="\n")
    return paths


def read_record(domain_folder: Path) -> Suite | None:
    """The suite recorded in a domain folder, or None if none was recorded yet."""
    path = domain_folder / RECORD_FILE
    if not path.is_file():
        return None
    record = json.loads(path.read_text(encoding="utf-8"))
    choices = (Choice(row["attempt"], tuple(row["plan"])) for row in record["choices"])
    return Suite(record["seed"], tuple(choices))


def write_record(domain_folder: Path, suite: Suite) -> Path:
    """Records a suite in a domain folder and returns the file's path."""
    path = domain_folder / RECORD_FILE
    path.write_text(json.dumps(asdict(suite), indent=2) + "\n", encoding="utf-8", newline="\n")
    return path
