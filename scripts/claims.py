"""The claims of docs/evidence/claims.md, measured again: what is stated beside what is seen.

    python scripts/claims.py [WORD]     run the claims that contain a word, all without one
    python scripts/claims.py --page     print docs/evidence/claims.md

The claims stand in scripts/claims.toml. Each that takes under five minutes is run; the exit status
is 1 if one fails, or has slipped by more than a fifth. A time is a ratio, so that it holds on other
machines and beside other work: to a peer's in the same output, or, where it is `cpu`, processor
time of the command to that of a fixed piece of Python just before and after it. The other claims
are listed with the reason why they are not run.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))
MAX_SECONDS = 300
MAX_SLIP = 1.2
MAX_TRIES = 3
MAX_PATIENCE = 3
"""A busy machine may take this many times as long as an idle one."""

HEAD = """\
# Claims, and how to check them

`make claims` checks the claims that take under five minutes, prints the stated and the measured
figures, and fails if a figure is worse by more than a fifth; `make claims ONLY=word` selects claims
that contain the word. Durations are compared as ratios to that of another program
in the same run, or of a fixed piece of Python; each is measured up to three times.

`../shared` (or `$AUTOPLAN_SHARED`) is a folder with external data, such as the domains of the paper
(Stein et al., ICAPS 2025) in `apb/`. The figures are from 2-core machines. `python
scripts/claims.py --page` generates this page.

| claim | command | result |
| --- | --- | --- |
"""


@dataclass(frozen=True)
class Figure:
    """A number that a command's output holds.

    Args:
        find: a pattern whose first group is the number; "cpu" for processor time as a ratio to the
            yardstick's.
        stated: the number on the page.
        holds: how they compare: a smaller one is better, a larger one, or only the same will do.
        peer: the pattern of a number that this one is divided by.
    """

    find: str
    stated: float
    holds: Literal["at most", "at least", "exactly"] = "exactly"
    peer: str | None = None

    def slipped(self, seen: float) -> bool:
        """Whether the claim no longer holds, or a time is worse by more than a fifth."""
        if self.holds == "exactly":
            return seen != self.stated
        ratio = seen / self.stated if self.holds == "at most" else self.stated / max(seen, 1e-9)
        return ratio > MAX_SLIP


@dataclass(frozen=True)
class Claim:
    """A row of the page.

    Args:
        claim: what holds.
        command: what shows it, as on the page.
        seen: the figures on the page.
        seconds: how long it takes on two idle cores.
        run: the shell command where it differs; `{out}` is an empty folder.
        figures: what to look for in the output; none if the exit status decides.
        needs: a path that it reads.
        by_hand: why it cannot be run here.
    """

    claim: str
    command: str
    seen: str
    seconds: float = 0
    run: str | None = None
    figures: tuple[Figure, ...] = ()
    needs: str | None = None
    by_hand: str | None = None

    @property
    def timed(self) -> bool:
        """Whether a figure is a time, to which other work on the machine adds now and then."""
        return any(each.find == "cpu" or each.peer for each in self.figures)

    @property
    def obstacle(self) -> str | None:
        """Why it is not run, if it is not."""
        if self.by_hand:
            return self.by_hand
        if self.seconds > MAX_SECONDS:
            return f"takes about {self.seconds / 60:.0f} minutes"
        if self.needs == "../shared" and not SHARED.is_dir():
            return f"{SHARED} is not there"
        return None


def claims() -> list[Claim]:
    """The rows of the page, in its order."""
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["claim"]
    return [
        Claim(**{**row, "figures": tuple(Figure(**each) for each in row.get("figures", ()))})
        for row in rows
    ]


def page() -> str:
    """docs/evidence/claims.md."""
    rows = (f"| {each.claim} | {each.command} | {each.seen} |\n" for each in claims())
    return HEAD + "".join(rows)


def yardstick() -> float:
    """Processor seconds of a fixed piece of Python that is like our own: small objects, calls and
    texts. They are what they are on this machine.
    """
    source = inspect.getsource(argparse)
    begun = time.process_time()
    for _ in range(7):
        ast.unparse(ast.parse(source))
    return time.process_time() - begun


@dataclass(frozen=True)
class Measured:
    """What came of a command: its status, output and processor time in yardsticks."""

    status: int | None
    output: str
    cpu: float

    def value(self, figure: Figure) -> float | None:
        """The figure as it is seen; None if the output does not hold it."""
        if figure.find == "cpu":
            return self.cpu
        found = _number(figure.find, self.output)
        peer = 1.0 if figure.peer is None else _number(figure.peer, self.output)
        return found / peer if found is not None and peer else None


def _number(pattern: str, text: str) -> float | None:
    found = re.search(pattern, text)
    return float(found[1].replace(",", "")) if found else None


def measured(claim: Claim) -> Measured:
    """Run a claim's command."""
    with tempfile.TemporaryDirectory() as out:
        command = (claim.run or claim.command.strip("`")).replace("{out}", out)
        command = command.replace("../shared", shlex.quote(str(SHARED)))
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        before, spent = yardstick(), _children()
        try:
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],
                cwd=ROOT,
                env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=MAX_PATIENCE * MAX_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Measured(None, f"not done within {MAX_PATIENCE * MAX_SECONDS} s", 0)
        spent = _children() - spent
        return Measured(done.returncode, done.stdout, 2 * spent / (before + yardstick()))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def verdicts(claim: Claim, result: Measured) -> list[tuple[bool, str]]:
    """Whether each figure of a claim holds, and a line about it."""
    if result.status != 0:
        last = "".join(result.output.strip().splitlines()[-1:])
        return [(False, f"exit status {result.status}: {last}"[:200])]
    if not claim.figures:
        return [(True, "passes")]
    lines = []
    for figure in claim.figures:
        seen = result.value(figure)
        holds = seen is not None and not figure.slipped(seen)
        text = "not in the output" if seen is None else f"{seen:,.4g}"
        unit = " (processor time in yardsticks)" if figure.find == "cpu" else ""
        lines.append((holds, f"stated {figure.holds} {figure.stated:,g}, seen {text}{unit}"))
    return lines


def check(rows: Sequence[Claim]) -> bool:
    """Run claims and print what they show; whether all hold."""
    todo = [each for each in rows if each.obstacle is None]
    good = True
    for number, claim in enumerate(todo, 1):
        print(f"[{number}/{len(todo)}] {claim.claim}\n    {claim.command}", flush=True)
        begun = time.monotonic()
        for _ in range(MAX_TRIES if claim.timed else 1):
            found = verdicts(claim, measured(claim))
            if all(holds for holds, _ in found):
                break
        good = good and all(holds for holds, _ in found)
        for holds, line in found:
            print(f"    {'holds' if holds else 'SLIPPED'}: {line}")
        print(f"    {time.monotonic() - begun:.0f} s", flush=True)
    for claim in rows:
        if claim.obstacle is not None:
            print(f"not run, {claim.obstacle}: {claim.claim}\n    {claim.command}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("word", nargs="?", default="", help="run claims with this word")
    parser.add_argument("--page", action="store_true", help="print the page instead")
    options = parser.parse_args()
    if options.page:
        print(page(), end="")
        return 0
    word = options.word.lower()
    rows = [each for each in claims() if word in f"{each.claim} {each.command}".lower()]
    if not rows:
        parser.error(f"no claim contains {options.word!r}")
    return 0 if check(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
