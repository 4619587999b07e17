"""`autoplan validate`: every witness's verdict, where the plan fails, and why in two voices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from autoplan import cli
from autoplan.commands import validate as grade
from autoplan.commands.validate import Validation
from pddl2nl.model import GroundAction, Problem
from simulator.validation import Verdict
from tests import fares
from tests.autoplan import fake_val
from tests.yard import DOMAIN, PLAN, PROBLEM

FILES = ("domain.pddl", "problem.pddl", "plan.txt")
VALID = [str(step) for step in PLAN]


@pytest.fixture(autouse=True)
def no_val(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever is installed here, these tests choose their own VAL."""
    monkeypatch.setenv("VAL", str(tmp_path / "no-val"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problem.pddl").write_text(PROBLEM)


def validate(steps: list[str], *more: str) -> int:
    Path("plan.txt").write_text("\n".join(steps))
    return cli.main(["validate", *FILES, *more])


def test_a_valid_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert validate(VALID) == 0
    assert capsys.readouterr().out == (
        "the plan has 3 steps\n"
        "\n"
        "own               valid\n"
        "unified-planning  valid\n"
        f"val               not asked: VAL is not found: $VAL is {tmp_path / 'no-val'}, and there "
        "is no Validate there\n"
        "\n"
        "verdict: valid\n"
    )


def test_a_valid_plan_of_a_task_with_a_metric_has_a_cost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("domain.pddl").write_text(fares.DRY)
    Path("problem.pddl").write_text(fares.problem_text(name="dry-fares", wet=""))
    assert validate(["(ride a c)", "(ride c b)", "(ride b d)"]) == 0
    assert capsys.readouterr().out.endswith("verdict: valid\ncost: 5.5\n")
    assert validate(["(ride a c)"]) == 1
    assert "cost" not in capsys.readouterr().out


def test_an_undefined_cost_of_a_valid_plan_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("domain.pddl").write_text(fares.DRY)
    text = fares.problem_text(name="dry-fares", wet="").replace("(= (fare c b) 2.5)", "")
    Path("problem.pddl").write_text(text)
    assert validate(["(ride a c)", "(ride c b)", "(ride b d)"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\ncost: undefined because (:init …) has no value for (fare c b)\n")


def test_a_validator_of_another_package_is_heard_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Miser:
        name = "miser"

        def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
            return Verdict(self.name, False, reason="too long for a miser")

    monkeypatch.setattr(grade, "other_validators", lambda choice: (Miser(),))
    assert validate(VALID) == 1
    out, err = capsys.readouterr()
    assert "miser  invalid (too long for a miser)\n" in out
    assert err.endswith("own says valid; miser says invalid (too long for a miser)\n")


def test_the_first_failing_step_is_explained_in_english_and_in_pddl(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert validate([VALID[0], VALID[0], VALID[1]]) == 1
    out, err = capsys.readouterr()
    assert "own               invalid at step 2\n    step     (drive lorry quay shed)\n" in out
    assert "    names    lorry is truck_0, quay is place_0 and shed is place_1\n" in out
    assert "    English  I cannot drive truck_0 from place_0 to place_1 because" in out
    assert (
        "    PDDL     The action (drive lorry quay shed) cannot be executed because "
        "(parked lorry quay) is false.\n"
    ) in out
    assert "unified-planning  invalid at step 2\n" in out
    assert "    output   Preconditions " in out
    assert out.endswith("verdict: invalid\n")
    assert err == ""


def test_a_goal_that_is_missed_is_explained_in_english_and_in_pddl(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert validate(VALID[:2]) == 1
    out = capsys.readouterr().out
    assert "own               invalid (the goal is not reached)\n" in out
    assert "    English  I am not finished yet because " in out
    assert "    PDDL     The goal is not reached because (parked lorry shed) is true.\n" in out


def test_the_english_is_made_of_the_given_snippets(capsys: pytest.CaptureFixture[str]) -> None:
    assert validate(VALID[1:], "--lexicon", "template") == 1
    assert "English  I cannot apply the action 'load' to " in capsys.readouterr().out


def test_a_step_that_is_no_action_is_invalid_for_all_witnesses(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert validate([VALID[0], "(fly lorry)"]) == 1
    out = capsys.readouterr().out
    assert out.count("invalid at step 2") == 2
    assert 'I do not know an action called "fly".' in out


def test_witnesses_that_contradict_each_other_have_no_common_verdict() -> None:
    for verdicts in ((True, False), (False, True)):
        judged = tuple(Verdict(str(index), valid) for index, valid in enumerate(verdicts))
        assert Validation((), judged, ()).valid is None


@pytest.mark.parametrize("literal", ["at nowhere_ nobody_", "fly_ plane_", " "])
def test_advice_about_what_the_task_does_not_have_is_no_verdict(
    literal: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    advice = f"(Set (at_ x_) to true) (Set ({literal}) to true)"
    words = f"{fake_val.GOAL_MISSED}\nPlan Repair Advice:\n{advice}"
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", words)))
    assert validate(VALID) == 0
    told = capsys.readouterr().out
    assert "no verdict (VAL names a fact that the task does not have)" in told


@pytest.mark.parametrize(("words", "status"), [(fake_val.VALID, 0), (fake_val.GOAL_MISSED, 1)])
def test_a_disagreement_is_an_error_of_one_line(
    words: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", words)))
    assert validate(VALID) == status
    out, err = capsys.readouterr()
    if status == 0:
        assert "val               valid\n" in out
        assert err == ""
        return
    assert out.endswith("verdict: none, the validators disagree\n")
    assert err == (
        "the validators disagree: own says valid; val says invalid (the goal is not reached); "
        "unified-planning says valid\n"
    )


def test_a_witness_without_a_verdict_says_why_and_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VAL", str(fake_val.install(tmp_path / "val", fake_val.GREETINGS)))
    assert validate(VALID) == 0
    out = capsys.readouterr().out
    assert "val               no verdict (VAL's words are not known)\n" in out
    assert "Good morning." in out
    assert out.endswith("verdict: valid\n")


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("plan.txt", "pick up the box", "plan.txt:1:1: expected one ground action, such as"),
        ("plan.txt", "(drive lorry", "plan.txt:1:1: expected one ground action, such as"),
        ("plan.txt", None, "plan.txt: cannot read the plan: No such file"),
        ("domain.pddl", PROBLEM, "domain.pddl:2:10: this is a problem; expected a domain"),
        ("problem.pddl", "(define", "problem.pddl:1:"),
        ("lexicon.json", "{", "lexicon.json:"),
    ],
)
def test_bad_input_is_one_line(
    file: str, text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("plan.txt").write_text("\n".join(VALID))
    if text is None:
        Path(file).unlink()
    else:
        Path(file).write_text(text)
    more = ["--lexicon", file] if file.endswith(".json") else []
    assert cli.main(["validate", *FILES, *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert len(err.splitlines()) == 1


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["validate", "--help"])
    assert leaving.value.code == 0
    assert "examples:\n  autoplan validate domain.pddl problem.pddl plan.txt" in (
        capsys.readouterr().out
    )
