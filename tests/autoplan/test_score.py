"""Answers that a model gave elsewhere: read, graded, and told apart from what cannot be graded."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from io import BytesIO, TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from autoplan import cli
from autoplan.grade.score import MAX_COMPLAINTS, Grade, GradedLine, Scorer, score
from tests import fares
from tests.autoplan.running import refused
from tests.commands import done

FERRY = domains.folder("ferry")
DOMAIN = str(FERRY / "domain.pddl")
PROBLEM = str(FERRY / "instances" / "instance-1.pddl")

TOWER = """(define (domain tower)
  (:predicates (ontable ?x) (clear ?x) (handempty) (holding ?x) (on ?x ?y))
  (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (holding ?x) (not (clear ?x)) (not (ontable ?x)) (not (handempty))))
  (:action put-down :parameters (?x) :precondition (holding ?x)
    :effect (and (ontable ?x) (clear ?x) (handempty) (not (holding ?x))))
  (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
    :effect (and (on ?x ?y) (clear ?x) (handempty) (not (holding ?x)) (not (clear ?y))))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (handempty)))))
"""
TASK = """(define (problem t) (:domain tower) (:objects a b c)
  (:init (on a b) (ontable b) (ontable c) (clear a) (clear c) (handempty))
  (:goal (on b c)))
"""
CONFIG = """
actions:
  {pick-up: "pick up the {}", put-down: "put down the {}",
   stack: "stack the {} on top of the {}", unstack: "unstack the {} from on top of the {}"}
predicates:
  {ontable: "the {} is on the table", clear: "the {} is clear", handempty: "the hand is empty",
   holding: "the hand is currently holding {}", "on": "the {} is on top of the {}"}
encoded_objects: {"a": "red block", "b": "blue block", "c": "orange block"}
"""
SOLUTION = ["(unstack a b)", "(put-down a)", "(pick-up b)", "(stack b c)"]
STEPS = [
    "unstack the red block from on top of the blue block",
    "put down the red block",
    "pick up the blue block",
    "stack the blue block on top of the orange block",
]


@pytest.fixture(scope="module")
def tower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tower")
    for name, text in (("domain.pddl", TOWER), ("task.pddl", TASK), ("words.yaml", CONFIG)):
        (folder / name).write_text(text)
    return folder


def entry(response: str, **more: str) -> dict[str, str]:
    files = {"domain": "domain.pddl", "problem": "task.pddl", "config": "words.yaml"}
    return {**files, "response": response, **more}


def read(folder: Path, response: str, **more: str) -> list[str | None]:
    reading = Scorer().grade(entry(response, **more), folder).reading
    return [None if step is None else str(step) for step in reading.plan]


def graded(folder: Path, *lines: str) -> tuple[list[dict[str, object]], list[str]]:
    complaints: list[str] = []
    return list(score(lines, "answers", folder, complaints.append)), complaints


# --- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Unstack red from blue.", "(unstack a b)"),
        ("pick up red from blue", "(unstack a b)"),
        ("put down red onto blue", "(stack a b)"),
        ("Stack(red, blue)", "(stack a b)"),
        ("PutDown(red block)", "(put-down a)"),
    ],
)
def test_a_step_may_leave_out_words(tower: Path, said: str, meant: str) -> None:
    assert read(tower, f"1. {said}") == [meant]


@pytest.mark.parametrize(
    "said",
    [
        "Remove the red block from the blue block",
        "Lay the red block down on the table",
        "Place red on top of blue",
        "stack the blue block on the table under the orange block",
        "pick up the red block and the orange block together",
        "stack the red block",
        "stack the red block on top of the green block",
        "unstack the red block from the table and the blue block",
    ],
)
def test_a_step_that_is_not_in_the_words_of_the_prompt_is_in_doubt(tower: Path, said: str) -> None:
    grade = Scorer().grade(entry(f"1. {STEPS[0]}\n2. {said}"), tower)
    assert grade.reading.unread
    assert grade.reading.untranslated == (said,)
    assert grade.solved is None


def test_pddl_is_read_under_its_own_names(tower: Path) -> None:
    response = "```\n(UNSTACK a b)\n(put-down a)\n(pick-up b)\n(stack b c)\n```"
    assert read(tower, response, form="pddl") == SOLUTION
    assert read(tower, "(stack a z)", form="pddl") == [None]


def test_two_actions_in_one_line_are_two_steps(tower: Path) -> None:
    response = f"1. {STEPS[0]} and {STEPS[1]}.\n2. {STEPS[2]}, then {STEPS[3]}"
    assert read(tower, response) == SOLUTION


NUMBERS = st.sampled_from(["{n}. {s}", "{n}) {s}", "Step {n}: {s}", "- {s}", "{s}", "**{n}. {s}**"])
ENDS = st.sampled_from(["", ".", " (this is allowed)", ";", "!"])
OPENINGS = st.sampled_from(["", "Here is my plan:\n\n", "[PLAN]\n", "**Plan**\n\n"])
CLOSINGS = st.sampled_from(["", "\n[PLAN END]", "\n\nThis plan stacks blue on orange."])
CASES = st.sampled_from([str, str.capitalize, str.upper])


@given(NUMBERS, ENDS, OPENINGS, CLOSINGS, CASES, st.sampled_from(["\n", "\n\n", " \n"]))
def test_decorations_never_change_the_reading(
    tower: Path, number: str, end: str, opening: str, closing: str, case: Any, gap: str
) -> None:
    steps = [number.format(n=n, s=case(step) + end) for n, step in enumerate(STEPS, start=1)]
    assert read(tower, opening + gap.join(steps) + closing) == SOLUTION


# --- grading --------------------------------------------------------------------------------------


def test_an_entry_comes_back_with_its_grade(tower: Path) -> None:
    line = json.dumps({**entry("\n".join(STEPS)), "id": 7, "plan": ["old"]})
    [found], complaints = graded(tower, line)
    assert complaints == []
    assert found == {
        **json.loads(line),
        "outcome": "read",
        "plan": SOLUTION,
        "solved": True,
        "solved_strict": True,
        "first_error": None,
        "plan_cost": len(SOLUTION),
        "untranslated": [],
    }


def test_what_a_plan_costs_is_stated_if_it_solves_the_task(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(fares.DOMAIN)
    (tmp_path / "p.pddl").write_text(fares.problem_text(wet=""))
    way, stuck = "(ride a c)\n(ride c b)\n(ride b d)", "(ride a c)"
    task = {"domain": "domain.pddl", "problem": "p.pddl", "form": "pddl"}
    graded = [Scorer().grade({**task, "response": plan}, tmp_path) for plan in (way, stuck)]
    assert [each.plan_cost for each in graded] == [5.5, None]


def test_an_answer_that_is_unread_is_not_graded(tower: Path) -> None:
    said = "paint the red block on top of the blue block green"
    response = "\n".join([*STEPS, said])
    [found], complaints = graded(tower, json.dumps({**entry(response), "plan": ["old"]}))
    assert complaints == []
    assert (found["outcome"], found["plan"]) == ("unread", None)
    assert (found["solved"], found["solved_strict"]) == (None, None)
    error = found["first_error"]
    assert isinstance(error, str)
    assert error.startswith("could not be read: line 5 (")
    assert error.endswith(f"): {said}")
    assert found["untranslated"] == [said]


def test_the_name_in_the_prompt_is_given_for_a_name_in_the_pddl(tower: Path) -> None:
    grade = Scorer().grade(entry("pick up b, if it is clear"), tower)
    assert grade.solved is None
    assert grade.first_error is not None
    assert "; the prompt calls b blue block): pick up b" in grade.first_error
    other = Scorer().grade(entry("lift the blue block, if it is clear"), tower)
    assert other.first_error is not None
    assert "the prompt calls" not in other.first_error


def test_no_name_is_given_for_a_word_that_any_sentence_has(tmp_path: Path) -> None:
    domain = (
        "(define (domain d) (:predicates (up ?x)) (:action lift :parameters (?x) :effect (up ?x)))"
    )
    task = "(define (problem p) (:domain d) (:objects to) (:init) (:goal (up to)))"
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "problem.pddl").write_text(task)
    row = {"domain": "domain.pddl", "problem": "problem.pddl", "response": "bring it to A"}
    grade = Scorer().grade(row, tmp_path)
    assert grade.first_error is not None
    assert "the prompt calls" not in grade.first_error


def test_a_terminal_is_shown_how_many_are_unread(
    tower: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [entry("\n".join(STEPS)), entry("paint the red block on top of the blue block green")]
    (tower / "two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main(["score", str(tower / "two.jsonl")]) == 0
    assert capsys.readouterr().err == "\r2 answers, 1 solved, 1 unread\n"


def test_the_first_error_is_told_in_the_words_of_the_prompt(tower: Path) -> None:
    grade = Scorer().grade(entry("pick up the blue block"), tower)
    assert grade.first_error is not None
    assert grade.first_error.startswith("step 1: I cannot pick up the blue block because")
    assert not grade.solved


def test_without_a_config_the_words_are_our_own(tower: Path) -> None:
    [found], complaints = graded(
        tower, json.dumps({"domain": DOMAIN, "problem": PROBLEM, "response": "no idea"})
    )
    assert complaints == []
    assert (found["outcome"], found["solved"]) == ("unread", None)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not valid JSON"),
        ('{"id": "x"', "(column 11)"),
        ("[" + "9" * 5000 + "]", "not valid JSON: Exceeds the limit"),
        ("[]", "expected a JSON object"),
        (json.dumps({"domain": "domain.pddl", "response": ""}), "no 'problem'"),
        (json.dumps(entry("", problem="none.pddl")), "none.pddl"),
        (json.dumps(entry("", form="prose")), "'form' must be nl, template or pddl"),
        (json.dumps(entry("", lexicon="words.yaml")), "not both"),
    ],
)
def test_a_line_that_cannot_be_graded_is_named_and_left_out(
    tower: Path, line: str, complaint: str
) -> None:
    found, [said] = graded(tower, "", line, json.dumps(entry("nothing")))
    assert len(found) == 1
    assert said.startswith("answers:2: ")
    assert complaint in said


# --- the command ----------------------------------------------------------------------------------


def test_the_command_grades_a_file_and_standard_input_alike(
    tower: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tower)
    line = json.dumps(entry("\n".join(STEPS))) + "\n"
    (tower / "answers.jsonl").write_text(line)
    by_file = done(capsys, cli.main, "score", "answers.jsonl")
    assert (by_file.returncode, by_file.stderr) == (0, "")
    assert json.loads(by_file.stdout)["solved"] is True
    command = [sys.executable, "-m", "autoplan", "score", "-"]
    by_pipe = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
    assert by_file.stdout == by_pipe.stdout
    written = done(capsys, cli.main, "score", "answers.jsonl", "-o", "graded.jsonl")
    assert (written.returncode, written.stdout) == (0, "")
    assert (tower / "graded.jsonl").read_text() == by_file.stdout


def test_the_command_says_which_lines_are_bad(
    tower: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tower)
    given = "oops\n" + json.dumps(entry("nothing")) + "\n"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(given.encode()), encoding="utf-8"))
    found = done(capsys, cli.main, "score", "-")
    assert found.returncode == 2
    assert found.stderr.startswith("<stdin>:1: not valid JSON")
    assert len(found.stderr.splitlines()) == len(found.stdout.splitlines()) == 1
    assert refused(capsys, "score", "absent.jsonl")


# --- real answers ---------------------------------------------------------------------------------


def share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits)


def same_plan(gold: Mapping[str, Any], ours: Mapping[str, Any]) -> bool:
    return bool(gold["plan"] == ours["plan"])


def test_real_answers_are_read_and_judged_as_by_careful_people(shared: Path) -> None:
    path = shared / "replay" / "responses.jsonl"
    gold = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    complaints: list[str] = []
    lines = (json.dumps(item) for item in gold)
    ours: list[Any] = list(score(lines, str(path), path.parent, complaints.append))
    assert complaints == []
    pairs = list(zip(gold, ours, strict=True))
    graded = [(one, two) for one, two in pairs if two["outcome"] != "unread"]
    assert [one["id"] for one, two in graded if one["solved"] != two["solved"]] == []
    assert all(same_plan(*pair) for pair in graded)
    # docs/evidence/scoring.md has the figures.
    assert len(graded) >= 0.87 * len(pairs)


def test_a_line_may_say_what_the_names_of_its_prompt_stand_for(tower: Path) -> None:
    names = {"the crimson one": "a", "the azure one": "b", "the third one": "c"}
    own = {"domain": "domain.pddl", "problem": "task.pddl", "names": names}
    said = ["unstack object the crimson one from object the azure one"]
    [found], complaints = graded(tower, json.dumps({**own, "response": said[0]}))
    assert complaints == []
    assert found["plan"] == ["(unstack a b)"]


@pytest.mark.parametrize("names", [{"x": "nobody"}, ["a"], {"x": 1}])
def test_names_that_stand_for_no_object_are_complained_about(tower: Path, names: object) -> None:
    own = {"domain": "domain.pddl", "problem": "task.pddl", "names": names}
    found, complaints = graded(tower, json.dumps({**own, "response": "stack x on x"}))
    assert found == []
    assert "names" in complaints[0]


def test_of_names_what_is_missing_and_what_is_no_object_is_named(tower: Path) -> None:
    names = {"one": "a", "another": "nobody", "third": "c"}
    own = {"domain": "domain.pddl", "problem": "task.pddl", "names": names}
    _, complaints = graded(tower, json.dumps({**own, "response": "stack x on x"}))
    assert complaints[0].endswith("exactly once; missing: b; no object: nobody")


def test_a_fault_of_ours_in_one_answer_does_not_lose_the_others(
    tower: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    translated, calls = Scorer.translated, count()

    async def clumsy(self: Scorer, entry: GradedLine, folder: Path) -> Grade:
        if next(calls) == 1:
            raise IndexError("tuple index out of range")
        return await translated(self, entry, folder)

    monkeypatch.setattr(Scorer, "translated", clumsy)
    (tower / "three.jsonl").write_text((json.dumps(entry("nothing")) + "\n") * 3)
    assert cli.main(["score", str(tower / "three.jsonl")]) == 2
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert told.err.endswith(":2: internal error: IndexError: tuple index out of range\n")


def test_a_file_that_is_none_of_answers_is_named_in_a_few_lines(
    tower: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tower / "README.md").write_text("no answers\n" * 99)
    assert cli.main(["score", str(tower / "README.md")]) == 2
    *named, last = capsys.readouterr().err.splitlines()
    assert len(named) == MAX_COMPLAINTS
    assert last == f"{tower / 'README.md'}: {99 - MAX_COMPLAINTS} further lines could not be graded"


def test_answers_are_not_written_over(tower: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tower / "a.jsonl").write_text(json.dumps(entry("nothing")) + "\n")
    (tower / "link.jsonl").hardlink_to(tower / "a.jsonl")
    before = (tower / "a.jsonl").read_bytes()
    for target in ("a.jsonl", "link.jsonl"):
        assert cli.main(["score", str(tower / "a.jsonl"), "-o", str(tower / target)]) == 2
        assert "is an input as well" in capsys.readouterr().err
    assert (tower / "a.jsonl").read_bytes() == before


def test_a_target_that_cannot_be_written_is_what_is_blamed(
    tower: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tower / "a.jsonl").write_text(json.dumps(entry("nothing")) + "\n")
    (tower / "folder").mkdir()
    assert cli.main(["score", str(tower / "a.jsonl"), "-o", str(tower / "folder")]) == 2
    assert capsys.readouterr().err == f"{tower / 'folder'}: cannot be written: Is a directory\n"
    full = f"{sys.executable} -m autoplan score {tower / 'a.jsonl'} > /dev/full"
    done = subprocess.run(["bash", "-c", full], capture_output=True, text=True, check=False)
    assert "cannot read" not in done.stderr
    assert "No space left on device" in done.stderr
