"""What other packages bring may break; the rest of a run, a verdict or a page is not lost."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from autoplan.play.judge import asked
from autoplan.report import page
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain, GroundAction, Problem
from pddl2nl.verbalizers import TemplateVerbalizer, registry
from simulator.validation import Verdict
from tests import yard

PLAN = tuple(yard.PLAN)


class Breaking:
    name = "breaking"

    def validate(self, problem: Problem, plan: tuple[GroundAction, ...]) -> Verdict:
        raise ZeroDivisionError("by zero")


class Miscounting:
    name = "miscounting"

    def validate(self, problem: Problem, plan: tuple[GroundAction, ...]) -> Verdict:
        return Verdict(self.name, False, failed_step=len(plan))


def test_a_validator_that_breaks_has_no_verdict() -> None:
    verdict = asked(Breaking(), yard.problem(), PLAN)
    assert (verdict.witness, verdict.valid) == ("breaking", None)
    assert verdict.reason == "ZeroDivisionError: by zero"


def test_without_a_log_it_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    asked(Breaking(), yard.problem(), PLAN)
    assert capsys.readouterr() == ("", "")


def test_nor_has_one_that_names_a_step_there_is_not() -> None:
    verdict = asked(Miscounting(), yard.problem(), PLAN)
    assert verdict.valid is None
    assert verdict.reason == f"it names step {len(PLAN)} (the first is 0) of {len(PLAN)}"


class Words(TemplateVerbalizer):
    """Snippets of a package, which its author changes."""

    verb: ClassVar[str] = "sail to {?to} from {?from}"

    def lexicon(self, domain: Domain) -> Lexicon:
        made = super().lexicon(domain)
        return replace(made, actions={**made.actions, "sail": self.verb})


@pytest.fixture
def order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    known = {**registry.BUILT_IN, "words": f"{__name__}:Words"}
    monkeypatch.setattr(registry, "BUILT_IN", known)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Words.__module__])
    call = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1"]
    return [*call, "--verbalizer", "words", "--out", "o"]


def test_a_packages_snippets_are_checked_before_they_are_played(
    order: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Words, "verb", "sail to {?to}")
    assert cli.main(order) == 2
    assert "snippet of the action 'sail'" in capsys.readouterr().err
    assert not Path("o").exists()


def test_results_in_one_wording_are_not_continued_in_another(
    order: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(order) == 0
    assert cli.main(order) == 0
    monkeypatch.setattr(Words, "verb", "go to {?to} from {?from}")
    assert cli.main(order) == 2
    told = "contains results of another ferry (what differs: the lexicon (seed 1)"
    assert told in capsys.readouterr().err
    assert len(autoplan.load("o")) == 1


class Crashing:
    name = "crashing"
    title = "Crashes"

    def html(self, episodes: pd.DataFrame) -> str:
        raise KeyError("calls")


def test_a_section_that_breaks_says_so_in_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    point = EntryPoint("crashing", f"{__name__}:Crashing", page.ENTRY_POINTS)

    def offered(group: str) -> list[Any]:
        return [point]

    monkeypatch.setattr(page, "entry_points", offered)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Crashing.__module__])
    (shown,) = page.added_sections(pd.DataFrame())
    assert "This section broke: KeyError: &#39;calls&#39;" in shown["html"]
    assert "crashing" in capsys.readouterr().err
