"""A short run of the cross-check: on conditions and effects of all kinds, nobody sees otherwise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ADL = REPOSITORY / "tests" / "data" / "adl"


def crosscheck(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = REPOSITORY / "scripts" / "crosscheck_semantics.py"
    return subprocess.run(
        [sys.executable, str(script), str(folder), *arguments],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        timeout=120,
        check=False,
    )


def verdicts(done: subprocess.CompletedProcess[str]) -> int:
    found = re.search(r"^([\d,]+) verdicts compared", done.stdout, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else 0


def states(done: subprocess.CompletedProcess[str]) -> int:
    """How many states of random walks were compared: the last but one column's sum."""
    [sums] = [line for line in done.stdout.splitlines() if line.startswith("| in all |")]
    return int(sums.strip("| ").split(" | ")[-2].replace(",", ""))


def test_conditional_effects_quantifiers_and_disjunctions_are_judged_alike() -> None:
    done = crosscheck(ADL, "--random", "20")
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done) > 150
    assert done.stdout.endswith("disagreements: 0\n")
    for line in done.stdout.splitlines()[3:6]:
        name, known, valid, *_ = line.strip("| ").split(" | ")
        assert known == valid == "2", name


def test_real_domains_are_judged_alike(shared: Path) -> None:
    done = crosscheck(shared / "apb", "--instances", "1", "--random", "3", "--walks", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done) > 250
    assert states(done) > 150
    assert done.stdout.endswith("disagreements: 0\n")
