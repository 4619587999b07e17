"""Domains to be played: found by name or folder, read, made anew, and known by what their files
hold; and what the bundled ones offer.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from importlib import import_module
from pathlib import Path

import domains
from domains import TaskFiles
from domains.parameters import least, meaning
from domains.suite import generator
from pddl2nl.errors import InputError, did_you_mean, instead_of
from pddl2nl.llm import cache_folder
from pddl2nl.model import Domain, Problem
from pddl2nl.reader import read_domain, read_problem

FRONTIER = "frontier"
_SPEC = re.compile(rf"{FRONTIER}(?:-(?P<name>[^:]+))?(?::(?P<seed>\d{{1,18}}))?")


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
    return tuple(f"{FRONTIER}-{name}{seed}" for name in frontier.NAMES)


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
        raise InputError(f"has no domain {name}{known}", source=FRONTIER)
    place = cache_folder() / FRONTIER / f"seed-{seed}" / name
    if place.is_dir():
        return f"{FRONTIER}-{name}", place
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # Written beside, and put in its place when all is there.
        with tempfile.TemporaryDirectory(dir=place.parent, ignore_cleanup_errors=True) as beside:
            frontier.write(Path(beside), name, seed)
            Path(beside).rename(place)
    except OSError as error:
        if not place.is_dir():  # another process may have been faster
            raise InputError(f"cannot be written: {error.strerror}", source=str(place)) from error
    return f"{FRONTIER}-{name}", place


HTN = "htn-"
"""What stands before the name of a bundled hierarchical domain."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A domain and its instances.

    Args:
        name: under which results are filed.
        domains: what the instances' domain files say, each once: competition domains often have a
            file an instance, most of them alike.
        problems: the instances by file, in natural order; each knows its own domain.
        digests: a fingerprint of each file's content, by `domain.pddl` (or the names of the domain
            files, where there are several) and the instances' names.
    """

    name: str
    domains: tuple[Domain, ...]
    problems: Mapping[Path, Problem]
    digests: Mapping[str, str]

    @property
    def domain(self) -> Domain:
        """The domain of all instances.

        Raises:
            InputError: they are not of one domain.
        """
        if len(self.domains) > 1:
            raise InputError(f"the instances of {self.name} are of {len(self.domains)} domains")
        return self.domains[0]

    def named(self, instance: str) -> Path:
        """The file of an instance, given by its name, its number (from 1), or its file.

        Raises:
            InputError: there is no such instance.
        """
        files = list(self.problems)
        named = [path for path in files if instance in (path.stem, path.name, str(path))]
        if not named and instance.isdigit() and 0 < int(instance) <= len(files):
            named = [files[int(instance) - 1]]
        if not named:
            others = instead_of(instance, [path.stem for path in files])
            raise InputError(f"{self.name} has no instance '{instance}'{others}")
        return named[0]

    def parts(self) -> tuple[Benchmark, ...]:
        """The instances by domain, since each domain needs words of its own.

        Where all are of one domain, that is the benchmark itself; else each part has the name of
        the whole and a number.
        """
        if len(self.domains) == 1:
            return (self,)
        return tuple(
            replace(
                self,
                name=f"{self.name}-{number}",
                domains=(domain,),
                problems={
                    path: each for path, each in self.problems.items() if each.domain is domain
                },
            )
            for number, domain in enumerate(self.domains, 1)
        )


def benchmarks(specs: Iterable[str]) -> dict[str, Benchmark]:
    """Read domains, each given as a bundled name or a folder; `frontier` stands for eight.

    Raises:
        InputError: one cannot be found or read, or two have the same name.
    """
    found: dict[str, Benchmark] = {}
    for spec in (each for given in specs for each in names_of(given)):
        read = benchmark(spec)
        if read.name in found:
            raise InputError(f"two of the domains are called {read.name}", source=spec)
        found[read.name] = read
    return found


def benchmark(spec: str) -> Benchmark:
    """Read a bundled domain, a scaled set such as `ferry-scaled`, a set of fresh tasks such as
    `frontier-miconic:7`, or any folder of tasks.

    Raises:
        InputError: there is no such thing, or a file in it is no PDDL.
    """
    name, files = _find(spec)
    known: dict[Path, Domain] = {}
    distinct: dict[Domain, Domain] = {}
    for each in files:
        if each.domain not in known:
            read = read_domain(each.domain)
            known[each.domain] = distinct.setdefault(read, read)
    problems = {each.problem: read_problem(each.problem, known[each.domain]) for each in files}
    named = {each.domain.name: each.domain for each in files}
    named |= {each.problem.stem: each.problem for each in files}
    digests = {
        name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for name, path in named.items()
    }
    return Benchmark(name, tuple(distinct), problems, digests)


def _find(spec: str) -> tuple[str, tuple[TaskFiles, ...]]:
    """The name of a benchmark and its files."""
    fresh = None if Path(spec).is_dir() else made(spec)
    if fresh is not None:
        name, place = fresh
        return name, domains.tasks(place)
    hierarchical = {f"{HTN}{each}": each for each in domains.htn_names()}
    if spec in hierarchical and not Path(spec).is_dir():
        return spec, domains.tasks(domains.htn_folder(hierarchical[spec]))
    bundled = (*domains.names(), *domains.scaled_names(), *hierarchical)
    if spec not in bundled and not Path(spec).is_dir():
        near = did_you_mean(spec, bundled)
        known = "" if near else f" ({', '.join(bundled)})"
        raise InputError(f"neither a bundled domain{known} nor a folder{near}", source=spec)
    try:
        if spec in bundled and spec not in hierarchical:
            return spec, domains.bundled_tasks(spec)
        return Path(spec).resolve().name, domains.tasks(Path(spec))
    except (FileNotFoundError, ValueError) as error:
        raise InputError(str(error).removeprefix(f"{Path(spec)} "), source=spec) from error


@dataclass(frozen=True, slots=True)
class Instance:
    """One bundled problem: its file's name, and how long the plan kept for it is, if one is."""

    name: str
    objects: int
    plan_length: int | None


@dataclass(frozen=True, slots=True)
class GeneratorParameter:
    """A number that the generator takes."""

    name: str
    default: int
    least: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Card:
    """What there is to know of a bundled domain.

    Args:
        summary: what the domain is about, in a sentence.
        scaled: the instances of its scaled set, which is called `<name>-scaled`; empty if none.
        planner: whose plans are kept: `lmcut` (optimal ones) or `ff`.
    """

    name: str
    summary: str
    domain: Domain
    instances: tuple[Instance, ...]
    scaled: tuple[Instance, ...]
    parameters: tuple[GeneratorParameter, ...]
    planner: str


def card(name: str) -> Card:
    """The card of a bundled domain.

    Raises:
        ValueError: there is no such domain.
    """
    folder = domains.folder(name)
    domain = read_domain(domains.domain_file(folder))
    scaled: Sequence[TaskFiles] = ()
    if f"{name}-scaled" in domains.scaled_names():
        _, *scaled = domains.bundled_tasks(f"{name}-scaled")
    return Card(
        name,
        inspect.getdoc(import_module(f"domains.{name}")) or "",
        domain,
        _instances(domains.instances(folder), domain),
        _instances((files.problem for files in scaled), domain),
        parameters(name),
        generator(name).planner,
    )


def parameters(spec: str) -> tuple[GeneratorParameter, ...]:
    """The parameters of the generator of a domain, which is bundled or in a folder.

    Raises:
        ValueError: there is no such domain, or its generator cannot be used.
        FileNotFoundError: the folder has no generator.
    """
    return tuple(
        GeneratorParameter(item.name, item.default, least(item), meaning(item))
        for item in fields(generator(spec).parameters)
        if item.default is not MISSING
    )


def _instances(paths: Iterable[Path], domain: Domain) -> tuple[Instance, ...]:
    found = []
    for path in paths:
        plan = domains.kept_plan(path)
        objects = len(read_problem(path, domain).objects)
        found.append(Instance(path.stem, objects, None if plan is None else len(plan)))
    return tuple(found)
