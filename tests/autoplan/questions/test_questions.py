"""Questions: balanced, the same for a seed, right answers graded as right, others as wrong."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from autoplan.cli import main
from autoplan.questions.grading import grade
from autoplan.questions.question import FORMS, KINDS, LETTERS, Question
from autoplan.reward import answer_reward

DOMAINS = ("blocksworld", "ferry", "visitall")
NUMBER = 8

pytestmark = pytest.mark.long


def made(folder: Path, *more: str) -> list[Question]:
    """Questions made by the command line, in a process like this one."""
    file = folder / "questions.jsonl"
    call = ["questions", "--domain", *DOMAINS, "--instances", "4", "-n", str(NUMBER), *more]
    assert main([*call, "-o", str(file)]) == 0
    return [Question.of(json.loads(line)) for line in file.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> list[Question]:
    return made(tmp_path_factory.mktemp("questions"))


def share(questions: Sequence[Question], answers: Sequence[str]) -> float:
    pairs = zip(questions, answers, strict=True)
    return sum(grade(each, answer).right is True for each, answer in pairs) / len(questions)


def test_each_kind_and_form_is_there_for_each_domain(questions: list[Question]) -> None:
    found = Counter((each.domain, each.kind, each.form) for each in questions)
    wanted = {(domain, kind, form) for domain in DOMAINS for kind in KINDS for form in FORMS}
    assert found.keys() == wanted
    assert len({each.id for each in questions}) == len(questions)


def test_right_answers_are_right_and_rewarded(questions: list[Question]) -> None:
    assert all(grade(each, each.completion).right for each in questions)
    rows = [each.as_json() for each in questions]
    columns: dict[str, list[Any]] = {key: [row[key] for row in rows] for key in rows[0]}
    completions = columns.pop("completion")
    assert answer_reward(completions, **columns) == [1.0] * len(rows)
    assert answer_reward(["Answer: perhaps"] * len(rows), **columns) == [0.0] * len(rows)


def test_the_answers_to_other_questions_are_not_right(questions: list[Question]) -> None:
    ordinary = [q for q in questions if q.form == "open" and q.kind in ("app", "prog", "just")]
    for one, other in zip(ordinary, [*ordinary[1:], ordinary[0]], strict=True):
        if one.answer != other.answer or one.kind != other.kind:
            assert not grade(one, other.completion).right
    echoed = [each.prompt[-1].content for each in ordinary]
    assert share(ordinary, echoed) == 0.0


@pytest.mark.parametrize("word", ["yes", "no"])
def test_always_the_same_answer_is_right_by_chance(questions: list[Question], word: str) -> None:
    for kind in KINDS:
        own = [each for each in questions if (each.form, each.kind) == ("bool", kind)]
        assert abs(share(own, [f"Answer: {word}"] * len(own)) - 0.5) <= 0.1


@pytest.mark.parametrize("letter", LETTERS)
def test_always_the_same_letter_is_right_by_chance(questions: list[Question], letter: str) -> None:
    own = [each for each in questions if each.form == "choice"]
    assert abs(share(own, [f"Answer: {letter}"] * len(own)) - 0.25) <= 0.06


@pytest.mark.parametrize("sign", [1, -1])
def test_the_longest_and_the_shortest_option_are_right_by_chance(
    questions: list[Question], sign: int
) -> None:
    own, dice = [each for each in questions if each.form == "choice"], random.Random(1)

    def picked(options: Sequence[str]) -> str:
        by_length = sorted(
            range(len(options)), key=lambda n: (-sign * len(options[n]), dice.random())
        )
        return LETTERS[by_length[0]]

    assert share(own, [f"Answer: {picked(each.options)}" for each in own]) <= 0.38


def test_options_are_different_and_one_is_right(questions: list[Question]) -> None:
    for each in questions:
        if each.form == "choice":
            assert len(set(each.options)) == 4
            rights = [grade(each, f"Answer: {letter}").right for letter in LETTERS]
            assert sum(rights) == 1  # type: ignore[arg-type]


def test_the_same_seed_makes_the_same_bytes(questions: list[Question], tmp_path: Path) -> None:
    again = made(tmp_path)
    assert [each.as_json() for each in again] == [each.as_json() for each in questions]


def test_another_seed_makes_other_questions(questions: list[Question], tmp_path: Path) -> None:
    others = made(tmp_path, "--seed", "2", "--kinds", "app", "--form", "open")
    texts = {each.prompt for each in questions}
    assert sum(each.prompt in texts for each in others) < len(others) / 2


@pytest.mark.parametrize(("form", "style"), [("pddl", "paper"), ("template", "brief")])
def test_right_answers_are_right_in_other_words(form: str, style: str, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    call = ["questions", "--domain", "floortile", "rovers", "--instances", "2"]
    assert main([*call, "--input", form, "--style", style, "-n", "2", "-o", str(file)]) == 0
    found = [Question.of(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
    assert {each.kind for each in found} == {*KINDS}
    assert all(grade(each, f"Let me think.\n\n{each.completion}").right for each in found)


def test_questions_that_rest_on_no_claims_are_counted_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["questions", "--domain", "ferry", "--instances", "1", "-n", "1", "-o"]
    assert main([*call, str(tmp_path / "open.jsonl"), "--kinds", "app", "--form", "open"]) == 0
    assert capsys.readouterr().err.endswith("1 question\n")
    assert main([*call, str(tmp_path / "land.jsonl"), "--kinds", "land", "--form", "bool"]) == 0
    assert "; 0 of 1 claim undecided and left out\n" in capsys.readouterr().err
