"""The bundled instances of a domain as a function of one seed.

Every instance has an entry in its generator's schedule. For an entry, candidates are drawn one
after another until one is fit; the number of the fit one is its attempt. Whether a candidate is fit
takes a planner to say, so the attempts are recorded (`suite.json`), and with them anybody can
rebuild the files without a planner.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from domains._layout import names, place
from domains.isomorphism import fingerprint
from domains.parameters import ParameterSet, is_declared

SIZE = 21  # one few-shot example and twenty tasks (paper, section "Experiments")
SCALED_SIZE = 20  # of a scaled set (paper, section "Scaling experiments")
ATTEMPTS = 500  # candidates for one problem before the search for it counts as hopeless
IN_VAIN, IN_VAIN_EACH = 100, 8
"""The attempts without a new problem, at first and for each known problem, after which there are
no others: of equally likely ones, the last is missed three times in ten thousand."""
PLAN_LENGTHS = range(3, 21)  # of optimal plans, in actions (paper, section "Experiments")
ANY_LENGTH = range(1, 10_000)
RECORD_FILE = "suite.json"
GENERATOR_FILE = "generator.py"

PlannerName: TypeAlias = Literal["lmcut", "ff"]
OPTIMAL_PLANNER: PlannerName = "lmcut"  # A* with LM-cut

P = TypeVar("P", bound=ParameterSet)


@dataclass(frozen=True, slots=True)
class ScheduleEntry(Generic[P]):
    """What one instance should be like.

    Args:
        parameters: what the domain's `generate` is given.
        plan_lengths: the lengths, in actions, that the planner's plan may have.
    """

    parameters: P
    plan_lengths: range = PLAN_LENGTHS


def schedule(
    parameters: Callable[..., P], *rows: Sequence[int | range]
) -> tuple[ScheduleEntry[P], ...]:
    """A schedule of the parameters' values in their order, an instance a row.

    A range behind them has the lengths that a plan may have.
    """
    entries = []
    for row in rows:
        *sizes, last = row
        if isinstance(last, range):
            entries.append(ScheduleEntry(parameters(*sizes), last))
        else:
            entries.append(ScheduleEntry(parameters(*row)))
    return tuple(entries)


@dataclass(frozen=True, slots=True)
class Generator(Generic[P]):
    """What makes the instances of a set.

    Args:
        name: the name of the set: its domain, followed by `-scaled` for a scaled set.
        parameters: the class of the domain's parameters; without arguments, a small problem.
        generate: makes the text of a problem from a source of choices and parameters.
        schedule: one entry an instance.
        planner: what measures plan lengths: `lmcut` (optimal plans) or `ff`.
    """

    name: str
    parameters: type[P]
    generate: Callable[[random.Random, P], str]
    schedule: tuple[ScheduleEntry[P], ...]
    planner: PlannerName = OPTIMAL_PLANNER


@dataclass(frozen=True, slots=True)
class Suite:
    """The candidates that were taken, in the order of the schedule, and the seed they came from."""

    seed: int
    attempts: tuple[int, ...]


def generator(spec: str) -> Generator[Any]:
    """The generator of a bundled domain, by name, or of any folder: what its `generator.py` has.

    The module has `Parameters` (a `ParameterSet`) and `generate`, and may have `SCHEDULE`, `SCALED`
    and `PLANNER`. The same file makes the same problems in a folder of the same name anywhere.

    Raises:
        ValueError: there is no such domain, or its generator cannot be used.
        FileNotFoundError: the folder has no generator.
    """
    name, module = _module(spec)
    planner = getattr(module, "PLANNER", OPTIMAL_PLANNER)
    # Without a schedule of its own, a domain has instances of the size that is its default.
    alike = (ScheduleEntry(module.Parameters()),) * SIZE
    entries = getattr(module, "SCHEDULE", alike)
    return Generator(name, module.Parameters, module.generate, entries, planner)


def scaled_generator(spec: str) -> Generator[Any]:
    """What makes the scaled set of a domain: larger problems in which one parameter grows.

    Raises:
        ValueError: there is no such domain, its generator cannot be used, or it has no scaled set.
        FileNotFoundError: the folder has no generator.
    """
    name, module = _module(spec)
    if not hasattr(module, "SCALED"):
        raise ValueError(f"the domain {name} has no scaled set")
    # Optimal plans are out of reach here, which is the point of the set.
    return Generator(f"{name}-scaled", module.Parameters, module.generate, module.SCALED, "ff")


def _module(spec: str) -> tuple[str, ModuleType]:
    """The name of a domain, and the module of its generator."""
    if spec in names():
        return spec, importlib.import_module(f"domains.{spec}.generator")
    file = place(spec).resolve() / GENERATOR_FILE
    if not file.is_file():
        raise FileNotFoundError(f"{spec} has no file {GENERATOR_FILE}")
    module = sys.modules.get(str(file)) or _loaded(file)
    return file.parent.name, module


def _loaded(file: Path) -> ModuleType:
    """A generator's file as a module, which its dataclasses look up by name."""
    source = importlib.util.spec_from_file_location(str(file), file)
    assert source is not None
    assert source.loader is not None
    module = importlib.util.module_from_spec(source)
    sys.modules[str(file)] = module
    try:
        source.loader.exec_module(module)
    except Exception as error:
        del sys.modules[str(file)]
        raise ValueError(f"{file}: cannot be loaded: {type(error).__name__}: {error}") from error
    if fault := _fault(module):
        raise ValueError(f"{file}: {fault}")
    return module


def _fault(module: ModuleType) -> str:
    """What a generator lacks; empty if nothing."""
    kind = getattr(module, "Parameters", None)
    if not (isinstance(kind, type) and issubclass(kind, ParameterSet)):
        return "has no class Parameters, a ParameterSet"
    if not all(map(is_declared, fields(kind))):
        return "not every field of Parameters is declared by parameter(...)"
    if not callable(getattr(module, "generate", None)):
        return "has no function generate(rng, parameters)"
    return ""


def problem(source: Generator[P], parameters: P, stream: str) -> str:
    """The text of a problem; equal arguments give equal text, in every process.

    Args:
        source: the domain's generator.
        parameters: what the problem is made of.
        stream: what the random choices depend on.

    Raises:
        ValueError: the parameters do not fit one another.
    """
    # A string seeds the same stream in every process, which a tuple's hash would not.
    return source.generate(random.Random(f"{source.name}/{stream}"), parameters)


def candidate(source: Generator[P], seed: int, index: int, attempt: int) -> str:
    """The text of one candidate for a place in the schedule.

    Args:
        source: the domain's generator.
        seed: the seed of the whole suite.
        index: the 0-based place in the schedule.
        attempt: the 0-based number of the candidate for that place.
    """
    return problem(source, source.schedule[index].parameters, f"{seed}/{index}/{attempt}")


def distinct_problems(
    source: Generator[P], parameters: P, seed: int, count: int
) -> tuple[str, ...]:
    """Some problems of one kind that differ in more than the names of their objects.

    Args:
        source: the domain's generator.
        parameters: what each problem is made of.
        seed: the seed of all choices; with a larger count, the same problems come first.
        count: how many are wanted.

    Raises:
        ValueError: the parameters do not fit one another, or there are not enough such problems.
    """
    found: dict[str, str] = {}
    in_vain = 0
    for attempt in range(ATTEMPTS * count):
        text = problem(source, parameters, f"{seed}/{attempt}")
        if count == 1:
            return (text,)  # a fingerprint takes longer than a large problem
        before = len(found)
        found.setdefault(fingerprint(text), text)
        in_vain = 0 if len(found) > before else in_vain + 1
        if len(found) == count:
            return tuple(found.values())
        if in_vain > IN_VAIN + IN_VAIN_EACH * before:
            break
    values = ", ".join(f"{name} {value}" for name, value in asdict(parameters).items())
    raise ValueError(
        f"only {len(found)} different problems, names aside, were found for {values}, not {count}"
    )


def scaled_schedule(sizes: Iterable[P]) -> tuple[ScheduleEntry[P], ...]:
    """The schedule of a scaled set: as many tasks of each size as the set has room for.

    Args:
        sizes: parameters of which one grows; their number divides `SCALED_SIZE`.
    """
    grown = tuple(sizes)
    each = SCALED_SIZE // len(grown)
    return tuple(ScheduleEntry(parameters, ANY_LENGTH) for parameters in grown for _ in range(each))


def texts(source: Generator[P], suite: Suite) -> tuple[str, ...]:
    """The problem texts of a suite, in the order of the schedule."""
    return tuple(
        candidate(source, suite.seed, index, attempt)
        for index, attempt in enumerate(suite.attempts)
    )


def write_instances(folder: Path, problems: Sequence[str], first: int = 1) -> tuple[Path, ...]:
    """Writes `instance-1.pddl`, `instance-2.pddl`, … into a folder and returns their paths."""
    return _write_numbered(folder, ".pddl", problems, first)


def write_plans(folder: Path, plans: Iterable[Sequence[str]], first: int = 1) -> tuple[Path, ...]:
    """Writes `instance-1.plan`, … with one ground action a line, and returns their paths."""
    contents = ("".join(f"{action}\n" for action in plan) for plan in plans)
    return _write_numbered(folder, ".plan", contents, first)


def _write_numbered(
    folder: Path, suffix: str, contents: Iterable[str], first: int
) -> tuple[Path, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, text in enumerate(contents, first):
        path = folder / f"instance-{number}{suffix}"
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return tuple(paths)


def read_record(folder: Path) -> Suite | None:
    """The suite recorded in the folder of a set, or None if none was recorded yet."""
    path = folder / RECORD_FILE
    if not path.is_file():
        return None
    record = json.loads(path.read_text(encoding="utf-8"))
    return Suite(record["seed"], tuple(record["attempts"]))


def write_record(folder: Path, suite: Suite) -> Path:
    """Records a suite in the folder of a set and returns the file's path."""
    path = folder / RECORD_FILE
    path.write_text(json.dumps(asdict(suite)) + "\n", encoding="utf-8", newline="\n")
    return path
