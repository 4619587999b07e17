"""How fast and in how much memory PDDL is read, by us and by others, and put into English by us.

    python scripts/bench_convert.py FOLDER [--readers "ours;tarski;..."]

FOLDER holds `<name>/domain.pddl` and `<name>/instances/*.pddl`. Each reader runs in a process of
its own; the time is that of reading, without the start of Python and without imports.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

Reader = Callable[[Path, Sequence[Path]], int]
"""Reads a domain and some of its problems; gives how many were refused."""


def ours() -> Reader:
    """This project; so that the work is the same, the domain is read anew with each problem."""
    from pddl2nl.reader import read_domain, read_problem

    return one_by_one(lambda domain, path: read_problem(path, read_domain(domain)))


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

    return one_by_one(lambda domain, path: pddl_parser.open(str(domain), str(path)))


def unified_planning() -> Reader:
    """unified-planning's reader, set to accept one name for several things."""
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    # Its global environment: in one of its own, the reader fails on domains with constants.
    get_environment().error_used_name = False
    return one_by_one(lambda domain, path: PDDLReader().parse_problem(str(domain), str(path)))


def tarski() -> Reader:
    """tarski's reader; it reads the domain with each problem."""
    from tarski.io import PDDLReader

    def read(domain: Path, path: Path) -> None:
        reader = PDDLReader(raise_on_error=True)
        reader.parse_domain(str(domain))
        reader.parse_instance(str(path))

    return one_by_one(read)


def pddl() -> Reader:
    """The package `pddl`: the domain once, then its problems."""
    from pddl import parse_domain, parse_problem

    problems_of = one_by_one(lambda _, path: parse_problem(str(path)))
    domain_of = one_by_one(lambda _, path: parse_domain(str(path)))

    def read(domain: Path, problems: Sequence[Path]) -> int:
        return len(problems) if domain_of(domain, [domain]) else problems_of(domain, problems)

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


def one_by_one(read: Callable[[Path, Path], object]) -> Reader:
    """Problems read one after the other; any error is a refusal, of whatever kind it is."""

    def all_of(domain: Path, problems: Sequence[Path]) -> int:
        refused = 0
        for path in problems:
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    read(domain, path)
            except KeyboardInterrupt:
                raise
            except BaseException:  # Fast Downward's parser leaves by SystemExit
                refused += 1
        return refused

    return all_of


def measured(name: str, folder: Path, limit: int | None) -> str:
    """Read everything below a folder in this process, then its largest problem once more: a row."""
    read = READERS[name]()
    tasks = [
        (path, sorted(path.parent.glob("instances/*.pddl"))[:limit])
        for path in sorted(folder.glob("*/domain.pddl"))
    ]
    problems = [each for _, some in tasks for each in some]
    started = time.perf_counter()
    refused = sum(read(domain, some) for domain, some in tasks)
    seconds = time.perf_counter() - started
    largest = max(problems, key=lambda each: each.stat().st_size)
    started = time.perf_counter()
    read(largest.parent.parent / "domain.pddl", [largest])
    last = time.perf_counter() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # Linux counts in kB
    row = f"| {name} | {len(problems)} | {refused} | {seconds:.2f} s | {last:.3f} s "
    return f"{row}| {megabytes:.0f} MB |"


def main() -> None:
    """Measure each reader in a process of its own, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--readers", default=";".join(READERS), help="separated by semicolons")
    parser.add_argument("--limit", type=int, help="how many problems of each domain")
    parser.add_argument("--single", choices=READERS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.single:
        print(measured(asked.single, asked.folder, asked.limit))
        return
    print("| reader | problems | refused | whole folder | largest file | peak memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in (part.strip() for part in asked.readers.split(";")):
        command = [sys.executable, *sys.argv, "--single", name]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        ended = done.stdout.splitlines()[-1:] if done.returncode == 0 else []
        print(*ended or [f"| {name} | did not run | | | | |"], flush=True)


if __name__ == "__main__":
    main()
