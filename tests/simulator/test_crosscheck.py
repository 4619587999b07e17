"""A short run of the cross-check: on conditions and effects of all kinds, nobody sees otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import crosscheck_semantics
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


def verdicts(said: str) -> int:
    found = re.search(r"^([\d,]+) verdicts compared", said, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else 0


def states(said: str) -> int:
    """How many states of random walks were compared: the last but one column's sum."""
    [sums] = [line for line in said.splitlines() if line.startswith("| in all |")]
    return int(sums.strip("| ").split(" | ")[-2].replace(",", ""))


def test_conditional_effects_quantifiers_and_disjunctions_are_judged_alike(
    crosscheck: Crosscheck,
) -> None:
    said = crosscheck(ADL, "--random", "20")
    assert verdicts(said) > 150
    for line in said.splitlines()[3:6]:
        name, known, valid, *_ = line.strip("| ").split(" | ")
        assert known == valid == "2", name


def test_real_domains_are_judged_alike(crosscheck: Crosscheck, shared: Path) -> None:
    said = crosscheck(shared / "apb", "--instances", "1", "--random", "3", "--walks", "1")
    assert verdicts(said) > 250
    assert states(said) > 150
