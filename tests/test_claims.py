"""The page of claims is made of its rows, and a claim that slipped is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import claims as script
from scripts.claims import Claim, Figure, check, claims, page
from tests.conftest import REPOSITORY


def test_the_page_is_made_of_the_rows() -> None:
    assert (REPOSITORY / "docs" / "evidence/claims.md").read_text("utf-8") == page()


@pytest.mark.parametrize(
    ("figure", "holding", "slipping"),
    [
        (Figure("x", 10.0, "at most"), 11.9, 12.1),
        (Figure("x", 10.0, "at least"), 8.4, 8.3),
        (Figure("x", 10.0), 10, 9.9),
    ],
)
def test_a_figure_slips_by_more_than_a_fifth(
    figure: Figure, holding: float, slipping: float
) -> None:
    assert not figure.slipped(holding)
    assert figure.slipped(slipping)


def row(run: str, *figures: Figure, seconds: float = 1) -> Claim:
    return Claim("it is fast", f"`{run}`", "yes", seconds=seconds, figures=figures)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No figure here is in yardsticks, and one takes half a second."""
    monkeypatch.setattr(script, "yardstick", lambda: 0.5)


@pytest.mark.usefixtures("quick")
def test_what_is_stated_stands_beside_what_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    ratio = Figure(r"ours ([\d.]+)", 1.0, "at most", r"theirs ([\d.]+)")
    assert check([row("echo ours 3.3, theirs 3", ratio)])
    assert "holds: stated at most 1, seen 1.1" in capsys.readouterr().out
    assert not check([row("echo ours 4, theirs 3", ratio)])
    assert "SLIPPED: stated at most 1, seen 1.333" in capsys.readouterr().out
    assert not check([row("echo theirs 3", ratio)])
    assert "SLIPPED: stated at most 1, seen not in the output" in capsys.readouterr().out
    assert not check([row("echo no such file; exit 3")])
    assert "SLIPPED: exit status 3: no such file" in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_a_time_has_three_tries_and_a_finding_one(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    noisy = f"echo x >> {runs}; n=$(wc -l < {runs}); echo ours $((9 / n)), theirs 3"
    ratio = Figure(r"ours ([\d.]+)", 1.0, "at most", r"theirs ([\d.]+)")
    assert not check([row(noisy, Figure(r"ours ([\d.]+)", 4.0))])
    assert len(runs.read_text().split()) == 1
    assert not check([row(noisy, Figure(r"ours ([\d.]+)", 0.5, "at most", r"theirs ([\d.]+)"))])
    assert len(runs.read_text().split()) == 4
    runs.unlink()
    assert check([row(noisy, ratio)])
    assert len(runs.read_text().split()) == 3


def test_a_claim_that_takes_long_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert check([row("false", seconds=600)])
    assert "not run, takes about 10 minutes: it is fast\n    `false`" in capsys.readouterr().out


def test_each_claim_is_run_or_says_why_not() -> None:
    for each in claims():
        assert each.obstacle or each.seconds, each.claim
