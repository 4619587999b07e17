"""Domains to be played: found by name or folder, read, and known by what their files hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import domains
from autoplan.experiment import frontier
from domains import TaskFiles
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.model import Domain, Problem
from pddl2nl.reader import read_domain, read_problem

HTN = "htn-"
"""What stands before the name of a bundled hierarchical domain."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A domain and its instances.

    Args:
        name: the name under which results are filed: that of the bundled set, or of the folder.
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
    for spec in (each for given in specs for each in frontier.names_of(given)):
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
    return Benchmark(name, tuple(distinct), problems, _digests(files))


def _find(spec: str) -> tuple[str, tuple[TaskFiles, ...]]:
    """The name of a benchmark and its files."""
    fresh = None if Path(spec).is_dir() else frontier.made(spec)
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
        raise InputError(str(error), source=spec) from error


def _digests(files: Iterable[TaskFiles]) -> dict[str, str]:
    named = {each.domain.name: each.domain for each in files}
    named |= {each.problem.stem: each.problem for each in files}
    return {name: _digest(path) for name, path in named.items()}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
