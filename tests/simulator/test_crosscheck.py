"""A short run of the cross-check: on conditions and effects of all kinds, nobody sees otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import crosscheck_semantics
from simulator.validation import find_val
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

ADL = REPOSITORY / "tests" / "data" / "adl"


Crosscheck = Callable[..., str]


@pytest.fixture
def crosscheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Crosscheck:
    """Runs the script, which must find no disagreement; what it printed."""

    def run(folder: Path, *arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["crosscheck_semantics.py", str(folder), *arguments])
        status = crosscheck_semantics.main()
        said = capsys.readouterr().out
        assert (status, said.splitlines()[-1]) == (0, "disagreements: 0"), said
        return said

    return run


def some_of(folder: Path, every: int, place: Path) -> Path:
    """A folder with some of the domains of another; the claims have the check of all."""
    for path in sorted(folder.iterdir())[::every]:
        (place / path.name).symlink_to(path)
    return place


def verdicts(said: str) -> int:
    found = re.search(r"^([\d,]+) verdicts compared", said, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else 0


def states(said: str) -> int:
    """How many states of random walks were compared: the last but one column's sum."""
    [sums] = [line for line in said.splitlines() if line.startswith("| in all |")]
    return int(sums.strip("| ").split(" | ")[-2].replace(",", ""))


def judged_by(witness: str, said: str) -> tuple[int, int]:
    """How many plans a witness judged, and how many it was asked about; none if it is not here."""
    found = re.search(rf"^{witness}: ([\d,]+) of ([\d,]+) plans", said, re.MULTILINE)
    if found is None:
        assert (witness, find_val()) == ("val", None)
        return 0, 0
    given, asked = (int(number.replace(",", "")) for number in found.groups())
    return given, asked


def all_but_axioms_were_judged(said: str) -> bool:
    """Whether VAL judged every plan, and unified-planning all but those of tasks with axioms."""
    given, asked = judged_by("val", said)
    lines = said.splitlines()
    reasons = [line for line in lines if re.match(r" +\d+ times: ", line)]
    return given == asked and all("unified-planning has no derived" in line for line in reasons)


def test_conditional_effects_quantifiers_and_disjunctions_are_judged_alike(
    crosscheck: Crosscheck,
) -> None:
    said = crosscheck(ADL, "--random", "10")
    assert verdicts(said) > 150
    assert "no verdict: 0" in said
    for line in said.splitlines()[3:6]:
        name, known, valid, *_ = line.strip("| ").split(" | ")
        assert known == valid == "2", name


def test_real_domains_are_judged_alike(
    crosscheck: Crosscheck, shared: Path, tmp_path: Path
) -> None:
    folder = some_of(shared / "apb", 3, tmp_path)
    options = ("--instances", "1", "--left-out", "4", "--random", "3", "--walks", "1")
    said = crosscheck(folder, *options)
    assert verdicts(said) > 80
    assert states(said) > 50
    assert "no verdict: 0" in said


def test_random_plans_of_competition_domains_are_judged_alike(
    crosscheck: Crosscheck, shared: Path, tmp_path: Path
) -> None:
    options = ("--instances", "1", "--random", "2", "--walks", "0", "--search", "0")
    said = crosscheck(some_of(shared / "ipc", 4, tmp_path), *options)
    assert verdicts(said) > 25
    assert all_but_axioms_were_judged(said)


def test_plans_of_ff_in_competition_domains_are_judged_alike(
    crosscheck: Crosscheck, shared: Path, tmp_path: Path
) -> None:
    """Families with conditional effects, axioms, quantifiers, and names that VAL keeps."""
    families = ("data-network", "miconic-fulladl", "philosophers", "psr-middle", "schedule", "tpp")
    for name in families:
        (tmp_path / name).symlink_to(shared / "ipc" / name)
    options = ("--instances", "1", "--random", "0", "--walks", "0", "--left-out", "2")
    said = crosscheck(tmp_path, *options)
    assert all(f"| {name} | 1 | 1 | 2 |" in said for name in families)
    assert all_but_axioms_were_judged(said)
