"""Domains to be played: found by name or folder, read, and known by what their files hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import domains
from pddl2nl.errors import InputError
from pddl2nl.model import Domain, Problem
from pddl2nl.reader import read_domain, read_problem

DOMAIN_FILE = "domain.pddl"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A domain and its instances.

    Args:
        name: the name of its folder, under which results are filed.
        domain: the domain.
        problems: the instances by file, in natural order.
        digests: a fingerprint of each file's content, by `domain.pddl` and the instances' names.
    """

    name: str
    domain: Domain
    problems: Mapping[Path, Problem]
    digests: Mapping[str, str]


def benchmarks(specs: Iterable[str]) -> dict[str, Benchmark]:
    """Read domains, each given as a bundled name or a folder.

    Raises:
        InputError: one cannot be found or read, or two have the same name.
    """
    found: dict[str, Benchmark] = {}
    for spec in specs:
        read = benchmark(spec)
        if read.name in found:
            raise InputError(f"two of the domains are called {read.name}", source=spec)
        found[read.name] = read
    return found


def benchmark(spec: str) -> Benchmark:
    """Read a bundled domain, or any folder with `domain.pddl` and `instances/`.

    Raises:
        InputError: there is no such thing, or a file in it is no PDDL.
    """
    folder = _folder(spec)
    try:
        domain_file, paths = domains.domain_file(folder), domains.instances(folder)
    except (FileNotFoundError, ValueError) as error:
        raise InputError(str(error), source=spec) from error
    domain = read_domain(domain_file)
    problems = {path: read_problem(path, domain) for path in paths}
    digests = {path.stem: _digest(path) for path in paths}
    return Benchmark(
        folder.resolve().name, domain, problems, {DOMAIN_FILE: _digest(domain_file), **digests}
    )


def _folder(spec: str) -> Path:
    if spec in domains.names():
        return domains.folder(spec)
    if not Path(spec).is_dir():
        known = ", ".join(domains.names())
        raise InputError(f"neither a bundled domain ({known}) nor a folder", source=spec)
    return Path(spec)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
