"""Rewards: what is paid for, what is not, and whether a trainer can call them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from autoplan.cli import main
from autoplan.grade.rows import RowTexts
from autoplan.grade.score import Scorer
from autoplan.reward import goal_share, plan_quality, reward, steps_share, unread
from pddl2nl.errors import InputError
from pddl2nl.reader import parse_domain, parse_problem
from scripts import benchmark_reward as benchmark
from simulator import present_english

FUNCTIONS = (reward, steps_share, goal_share, unread, plan_quality)
Row = Mapping[str, Any]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("reward") / "dataset"
    call = ["export", "--domain", "ferry", "grid", "rovers", "--instances", "2", "-o", str(folder)]
    mechanisms = ("--mechanism", "basic", "cot", "act", "react")
    assert main([*call, *mechanisms, "--input", "nl", "template", "pddl", "--style", "brief"]) == 0
    files = sorted((folder / "data").glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]


def columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """The columns that are passed on of a batch."""
    taken = ("prompt", "completion", "completion_ids")
    return {key: [row[key] for row in rows] for key in rows[0] if key not in taken}


def as_trl_calls(function: Any, rows: Sequence[Row], completions: Sequence[object]) -> list[Any]:
    """Call a reward function as `GRPOTrainer._calculate_rewards` does.

    Checked against trl 1.16.0, `trl/trainer/grpo_trainer.py`: keyword arguments alone, all columns
    but `prompt`, `completion` and `completion_ids`, the trainer's state and two loggers, and for
    `None` a NaN, which is no part of a sum.
    """
    reward_kwargs: dict[str, Any] = columns(rows)
    reward_kwargs["trainer_state"] = SimpleNamespace(global_step=7)
    reward_kwargs["log_extra"] = reward_kwargs["log_metric"] = lambda name, value: None
    output = function(
        prompts=[row["prompt"] for row in rows],
        completions=completions,
        completion_ids=[[1, 2, 3] for _ in rows],
        **reward_kwargs,
    )
    assert len(output) == len(rows)
    assert all(each is None or isinstance(each, float) for each in output)
    return list(output)


def test_the_reference_of_every_exported_row_is_rewarded(rows: list[dict[str, Any]]) -> None:
    forms = {(row["mechanism"], row["input"]) for row in rows}
    assert len(forms) == 3 + 3 + 1 + 1  # thoughts are English
    assert as_trl_calls(reward, rows, [row["completion"] for row in rows]) == [1.0] * len(rows)
    whole = [row for row in rows if row["mechanism"] == "basic"]
    assert reward([row["completion"][0]["content"] for row in whole], **columns(whole)) == [
        1.0
    ] * len(whole)


def test_a_row_read_by_pandas_is_enough(rows: list[dict[str, Any]]) -> None:
    frame = pd.DataFrame(rows)
    taken = {name: frame[name] for name in RowTexts._fields}
    assert reward(frame["completion"], **taken) == [1.0] * len(rows)


def test_a_trainer_gets_one_number_for_each_completion_from_every_function(
    rows: list[dict[str, Any]],
) -> None:
    basic = next(row for row in rows if row["mechanism"] == "basic" and row["input"] == "nl")
    right = basic["completion"][0]["content"]
    first, *others = right.splitlines()
    refused = "\n".join([first, first, *others])
    answers = [right, first, refused, "I would rather not.", ""]
    messages = [[{"role": "assistant", "content": answer}] for answer in answers]
    batch = [basic] * len(answers)
    found = {each.__name__: as_trl_calls(each, batch, messages) for each in FUNCTIONS}
    length = basic["plan_length"]
    assert found["reward"] == [1.0, 0.0, 0.0, 0.0, 0.0]
    assert found["unread"] == [0.0, 0.0, 0.0, 1.0, 0.0]
    assert found["steps_share"] == [1.0, 1.0, 1 / (length + 1), 0.0, 0.0]
    assert found["goal_share"][0] == 1.0
    assert found["goal_share"][3] == 0.0
    assert found["plan_quality"] == [1.0, None, None, None, None]
    for function in FUNCTIONS:  # trl takes names from functions, also from partial ones
        assert function.__name__ == partial(function).func.__name__


def test_a_longer_plan_costs_more_and_is_rewarded_as_well() -> None:
    domain = """(define (domain d) (:predicates (lit ?x) (seen))
      (:action press :parameters (?x) :effect (lit ?x))
      (:action watch :effect (seen)))"""
    problem = (
        "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (and (lit a) (lit b))))"
    )
    given = {"domain_pddl": [domain] * 3, "problem_pddl": [problem] * 3, "input": ["pddl"] * 3}
    answers = ["(press a)\n(press b)", "(press a)\n(watch)\n(watch)\n(press b)", "(press a)"]
    plans = [["(press a)", "(press b)"]] * 3
    assert reward(answers, **given) == [1.0, 1.0, 0.0]
    assert plan_quality(answers, plan=plans, **given) == [1.0, 0.5, None]
    assert goal_share(answers, **given) == [1.0, 1.0, 0.5]


def test_the_words_of_a_prompt_travel_in_its_row() -> None:
    task = next(each for each in benchmark.kept_tasks() if each.domain == "ferry")
    problem = parse_problem(task.texts.problem_pddl, parse_domain(task.texts.domain_pddl))
    lexicon = task.presentation.lexicon
    assert lexicon is not None
    other = {
        name: snippet.replace(snippet.split()[0], "magic", 1)
        for name, snippet in lexicon.actions.items()
    }
    lexicon = type(lexicon)(lexicon.domain, "another", lexicon.predicates, other)
    shown = present_english(problem, lexicon)
    called = {f"gadget_{place}": item for place, item in enumerate(shown.names.pddl.values())}
    row = RowTexts.shown(problem, shown)._replace(names=json.dumps(called))._asdict()
    lines = ["\n".join(map(shown.narrator.action, task.plan)), ""]
    for name, item in called.items():
        lines[0] = re.sub(rf"\b{shown.names.english[item]}\b", name, lines[0])
    assert "magic" in lines[0]
    given = {name: [value] * 2 for name, value in row.items()}
    assert reward(lines, **given) == [1.0, 0.0]
    for left_out in ("lexicon", "names"):
        assert reward(lines, **{**given, left_out: [None, None]}) == [0.0, 0.0]


STRANGE: tuple[object, ...] = (
    *(None, 0, 1.0, True, b"(press a)", object(), [], {}, [[]], [None], [0], ["text"]),
    {"role": "assistant", "content": "ring"},
    [{"role": "assistant"}],
    [{"role": "assistant", "content": None}],
    [{"role": "assistant", "content": 7}],
    [{"role": "user", "content": "ring"}],
    [{"role": "assistant", "content": [{"type": "image"}, 3, None]}],
    *("\ud800", "\x00" * 1000, "(" * 50_000, "[" * 50_000, '{"a":' * 50_000, "ring " * 50_000),
    *("<think>" * 9_000, "```" * 9_000, "1. " * 30_000, "| a " * 20_000),
)


def test_a_strange_completion_is_worth_nothing_and_breaks_nothing() -> None:
    domain = "(define (domain d) (:predicates (p)) (:action ring :effect (p)))"
    problem = "(define (problem t) (:domain d) (:init) (:goal (p)))"
    size = len(STRANGE)
    given = {"domain_pddl": [domain] * size, "problem_pddl": [problem] * size}
    assert reward(STRANGE, **given) == [0.0] * size
    parts = [{"role": "assistant", "content": [{"type": "text", "text": "ring"}]}]
    turns = [
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "nothing"},
        {"role": "assistant", "content": "ring"},
    ]
    known = {name: values[:3] for name, values in given.items()}
    assert reward(["ring", parts, turns], **known) == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("fault", [ValueError, RecursionError, MemoryError, AssertionError])
def test_a_fault_in_the_grading_of_one_answer_costs_that_answer_alone(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = next(islice(benchmark.kept_tasks(), 3, None))
    right = task.answer(task.plan)
    given = {name: [value] * 2 for name, value in task.texts._asdict().items()}
    own = benchmark.rows.walked

    def walked(world: Any, reading: Any) -> Any:
        if len(reading.steps) == 1:
            raise fault
        return own(world, reading)

    monkeypatch.setattr(benchmark.rows, "walked", walked)
    benchmark.rows.grade_row.cache_clear()
    assert reward([task.lines(task.plan)[0], right], **given) == [0.0, 1.0]
    benchmark.rows.grade_row.cache_clear()


def test_columns_that_do_not_fit_are_named(rows: list[dict[str, Any]]) -> None:
    row = rows[0]
    given = {name: [row[name]] for name in RowTexts._fields}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({**given, "problem_pddl": [""] * 2}, "'problem_pddl' has 2 values for 1 completions"),
        ({**given, "problem_pddl": row["problem_pddl"]}, "'problem_pddl' must be a list"),
        ({**given, "problem_pddl": [None]}, "a row needs the text 'problem_pddl'"),
        ({**given, "input": ["prose"]}, "'form' must be nl, template or pddl, not 'prose'"),
        ({**given, "names": [{}]}, "'names' must be text, not dict"),
        ({**given, "names": ["{"]}, "'names' must be a JSON object"),
        ({**given, "style": ["grand"]}, "'style' must be paper or brief"),
    ]
    del given["domain_pddl"]
    for arguments, message in [*wrong, (given, "a row needs the text 'domain_pddl'")]:
        with pytest.raises(InputError, match=message):
            reward(["(a)"], **arguments)
    scored = {"plan": [["(a)"]], "solved_strict": [True]}
    with pytest.raises(InputError, match="scored rows have the answer's plan in 'plan'"):
        plan_quality(["(a)"], **{name: [row[name]] for name in RowTexts._fields}, **scored)
    with pytest.raises(InputError, match="'plan' must be a list with a value"):
        plan_quality(["(a)"], **{name: [row[name]] for name in RowTexts._fields})


def test_plans_are_paid_for_and_attacks_are_not() -> None:
    """The benchmark with few tasks: all its figures are exact."""
    dice = random.Random(5)
    drawn = chain(islice(benchmark.kept_tasks(), 0, None, 120), benchmark.fresh_tasks(5))
    found = benchmark.measure(islice(drawn, 60), 60, 200, dice)
    assert found.unrewarded == []
    assert len(found.references) >= 20
    assert found.chance[True, True] > 0
    assert found.chance[True, False] == found.chance[False, True] == 0
    assert found.paid == []
    assert found.attacks.total() == 200
    assert min(found.attacks.values()) > 2


def test_a_line_of_score_may_be_about_a_prompt_in_template_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = next(each for each in benchmark.kept_tasks() if each.texts.input == "template")
    (tmp_path / "d.pddl").write_text(task.texts.domain_pddl)
    (tmp_path / "p.pddl").write_text(task.texts.problem_pddl)
    entry = {"domain": "d.pddl", "problem": "p.pddl", "response": task.answer(task.plan)}
    lines = [json.dumps({**entry, "form": form}) for form in ("template", "nl")]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    assert main(["score", str(tmp_path / "answers.jsonl")]) == 0
    graded = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [each["solved"] for each in graded] == [True, None]


def test_from_a_folder_of_pddl_to_a_reward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of the page "Train on planning"."""
    monkeypatch.chdir(tmp_path)
    assert main(["export", "--domain", "ferry", "grid", "visitall", "-o", "dataset"]) == 0
    rows = pd.read_json("dataset/data/train.jsonl", lines=True)
    given = rows.drop(columns=["prompt", "completion"]).to_dict("list")
    assert set(reward(list(rows.completion), **given)) == {1.0}
    assert set(reward(["The goal is reached."] * len(rows), **given)) == {0.0}
    frames = {path.stem: pd.read_json(path, lines=True) for path in Path("dataset/data").iterdir()}
    held = [set(frame.domain) for frame in frames.values()]
    assert sum(map(len, held)) == len(set().union(*held)) == 3


def test_the_names_of_an_exported_row_are_those_of_its_prompt(tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    call = ["export", "--domain", "ferry", "--instances", "2", "--names", "keep"]
    assert main([*call, "-o", str(folder)]) == 0
    lines = (folder / "data" / "train.jsonl").read_text("utf-8").splitlines()
    rows = list(map(json.loads, lines))
    assert reward([row["completion"] for row in rows], **columns(rows)) == [1.0] * len(rows)
    scorer = Scorer()
    assert all(
        scorer.grade({**row, "response": row["completion"][0]["content"]}, folder).solved
        for row in rows
    )
    wrong = scorer.grade({**rows[0], "response": "The goal is reached."}, folder)
    assert wrong.solved is None
    names = json.loads(rows[0]["names"])
    asked = rows[0]["prompt"][-1]["content"]
    assert names
    assert all(name in asked for name in names)
