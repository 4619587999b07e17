"""How fast and in how much memory PDDL is read, by us and by others, and said in English by us.

    python scripts/bench_convert.py FOLDER [--readers "ours;tarski;..."]

FOLDER holds `<name>/domain.pddl` and `<name>/instances/*.pddl`. Each reader runs in a process of
its own; the time is that of reading, without the start of Python and without imports.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

# Reads a domain and some of its problems; the number of problems that were refused.
Reader = Callable[[Path, Sequence[Path]], int]


@dataclass(frozen=True, slots=True)
class Figures:
    """What reading took: seconds of the clock, MB at the peak, and what was refused."""

    reader: str
    problems: int
    refused: int
    seconds: float
    largest_seconds: float
    start_megabytes: float
    peak_megabytes: float


def ours() -> Reader:
    """This project; so that the work is the same, the domain is read anew with each problem."""
    from pddl2nl.errors import PddlError
    from pddl2nl.reader import read_domain, read_problem

    def read(domain: Path, problems: Sequence[Path]) -> int:
        return _refusals(lambda path: read_problem(path, read_domain(domain)), problems, PddlError)

    return read


def ours_to_english() -> Reader:
    """This project from file to finished texts; the snippets are written once a domain."""
    from pddl2nl.conversion import convert
    from pddl2nl.reader import read_domain, read_problem

    def read(domain: Path, problems: Sequence[Path]) -> int:
        value = read_domain(domain)
        convert(value, (read_problem(path, value) for path in problems))
        return 0

    return read


def ours_and_back() -> Reader:
    """This project from file to English and back: what `pddl2nl check` does."""
    from pddl2nl.check import check
    from pddl2nl.reader import read_domain, read_problem
    from pddl2nl.verbalizers import verbalizer

    def read(domain: Path, problems: Sequence[Path]) -> int:
        value = read_domain(domain)
        lexicon = verbalizer("rules").lexicon(value)
        return len(check(value, [read_problem(path, value) for path in problems], lexicon))

    return read


def fast_downward() -> Reader:
    """The parser of Fast Downward's translator; it reads the domain with each problem."""
    from fast_downward.translate import pddl_parser

    def read(domain: Path, problems: Sequence[Path]) -> int:
        return _refusals(lambda path: pddl_parser.open(str(domain), str(path)), problems)

    return read


def unified_planning() -> Reader:
    """unified-planning's reader, told to accept one name for several things."""
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    # Its global environment: in one of its own, the reader fails on domains with constants.
    get_environment().error_used_name = False

    def read_one(domain: Path, path: Path) -> object:
        return PDDLReader().parse_problem(str(domain), str(path))

    def read(domain: Path, problems: Sequence[Path]) -> int:
        return _refusals(lambda path: read_one(domain, path), problems)

    return read


def tarski() -> Reader:
    """tarski's reader; it reads the domain with each problem."""
    from tarski.io import PDDLReader

    def read_one(domain: Path, path: Path) -> object:
        reader = PDDLReader(raise_on_error=True)
        reader.parse_domain(str(domain))
        return reader.parse_instance(str(path))

    def read(domain: Path, problems: Sequence[Path]) -> int:
        return _refusals(lambda path: read_one(domain, path), problems)

    return read


def pddl() -> Reader:
    """The package `pddl`: the domain once, then its problems."""
    from pddl import parse_domain, parse_problem

    def read(domain: Path, problems: Sequence[Path]) -> int:
        if _refusals(lambda path: parse_domain(str(path)), [domain]):
            return len(problems)
        return _refusals(lambda path: parse_problem(str(path)), problems)

    return read


READERS: dict[str, Callable[[], Reader]] = {
    "ours": ours,
    "ours, to English": ours_to_english,
    "ours, checked": ours_and_back,
    "fast-downward": fast_downward,
    "tarski": tarski,
    "pddl": pddl,
    "unified-planning": unified_planning,
}


def _refusals(
    read: Callable[[Path], object],
    paths: Sequence[Path],
    error: type[BaseException] = BaseException,
) -> int:
    refused = 0
    for path in paths:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                read(path)
        except KeyboardInterrupt:
            raise
        except error:
            # Each library has errors of its own kind; here they only count.
            refused += 1
    return refused


def measure(name: str, folder: Path, limit: int | None) -> Figures:
    """Read everything below a folder in this process, then its largest problem once more."""
    started_at = _megabytes()
    read = READERS[name]()
    tasks = [
        (path, sorted(path.parent.glob("instances/*.pddl"))[:limit])
        for path in sorted(folder.glob("*/domain.pddl"))
    ]
    started = time.perf_counter()
    refused = sum(read(domain, problems) for domain, problems in tasks)
    seconds = time.perf_counter() - started
    largest = max((p for _, problems in tasks for p in problems), key=lambda p: p.stat().st_size)
    started = time.perf_counter()
    read(largest.parent.parent / "domain.pddl", [largest])
    return Figures(
        reader=name,
        problems=sum(len(problems) for _, problems in tasks),
        refused=refused,
        seconds=seconds,
        largest_seconds=time.perf_counter() - started,
        start_megabytes=started_at,
        peak_megabytes=_megabytes(),
    )


def _megabytes() -> float:
    """The most memory that this process has had, in MB (Linux counts in kB)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure each reader and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--readers", default=";".join(READERS), help="separated by semicolons")
    parser.add_argument("--limit", type=int, help="how many problems of each domain")
    parser.add_argument("--single", choices=READERS, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.single:
        print(json.dumps(asdict(measure(asked.single, asked.folder, asked.limit))))
        return 0
    print("| reader | problems | refused | whole folder | largest file | peak memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in (part.strip() for part in asked.readers.split(";")):
        command = [sys.executable, __file__, str(asked.folder), "--single", name]
        if asked.limit is not None:
            command += ["--limit", str(asked.limit)]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if run.returncode:
            print(f"| {name} | did not run | | | | |")
            continue
        found = Figures(**json.loads(run.stdout.splitlines()[-1]))
        print(
            f"| {found.reader} | {found.problems} | {found.refused} | {found.seconds:.2f} s "
            f"| {found.largest_seconds:.3f} s | {found.peak_megabytes:.0f} MB |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
