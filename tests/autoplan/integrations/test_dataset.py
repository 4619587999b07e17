"""Datasets of reference conversations: what stands in them, and that others load them."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml

import domains
from autoplan.cli import main
from autoplan.integrations.dataset import COLUMNS, SPLITS, assigned
from autoplan.integrations.playable import playable_tasks
from pddl2nl.reader import parse_domain, parse_problem
from simulator.plans import parse_plan
from simulator.validation import validate_in
from simulator.world import World

DOMAINS = ("ferry", "grid", "visitall")
MECHANISMS = ("basic", "cot", "act", "react")


def export(folder: Path) -> int:
    call = ["export", "--domain", *DOMAINS, "--instances", "2", "--mechanism", *MECHANISMS]
    forms = ("--input", "nl", "pddl", "--format", "jsonl", "parquet")
    return main([*call, *forms, "-o", str(folder)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("export") / "dataset"
    assert export(made) == 0
    return made


def rows(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for name in SPLITS
        for line in (folder / "data" / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]


def contents(folder: Path) -> Mapping[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_every_plan_of_a_row_solves_the_problem_of_the_row(folder: Path) -> None:
    found = rows(folder)
    # Two instances of three domains; thoughts are English, so CoT and ReAct have no PDDL.
    assert len(found) == 2 * 3 * (4 + 2)
    for row in found:
        assert list(row) == list(COLUMNS)
        problem = parse_problem(row["problem_pddl"], parse_domain(row["domain_pddl"]))
        plan = parse_plan("\n".join(row["plan"]))
        assert validate_in(World(problem), plan).valid
        assert len(plan) == row["plan_length"]


def test_the_answers_of_a_conversation_are_the_plan_in_its_words(folder: Path) -> None:
    for row in rows(folder):
        task = playable_tasks(row["domain"], row["instance"], form=row["input"])[row["instance"]]
        prompt, reference = (
            row["messages"][: row["prompt_messages"]],
            row["messages"][row["prompt_messages"] :],
        )
        assert prompt[0]["role"] == "system"
        assert task.presentation.problem_text in prompt[-1]["content"]
        assert [each["role"] for each in reference] == [
            ("assistant", "user")[number % 2] for number in range(len(reference))
        ]
        answers = [each["content"] for each in reference if each["role"] == "assistant"]
        steps = [step for answer in answers for step in task.reader.read(answer).steps]
        assert [str(step.action) for step in steps] == row["plan"]
        thinks = row["mechanism"] in ("cot", "react")
        assert all(("Think: " in answer) == thinks for answer in answers)
        whole = row["mechanism"] in ("basic", "cot")
        assert len(answers) == (1 if whole else row["plan_length"])


def test_the_prompt_is_the_one_that_an_evaluation_sends(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = next(row for row in rows(folder) if row["mechanism"] == "react")
    call = ["--mechanism", "react", "--domain", row["domain"], "--instance", row["instance"]]
    assert main(["prompt", *call, "--format", "messages"]) == 0
    sent = json.loads(capsys.readouterr().out)
    assert row["messages"][: row["prompt_messages"]] == sent


def test_the_same_call_gives_the_same_bytes_and_another_seed_other_splits(
    folder: Path, tmp_path: Path
) -> None:
    assert export(tmp_path / "again") == 0
    assert contents(tmp_path / "again") == contents(folder)
    splits = {tuple(assigned(DOMAINS, seed).values()) for seed in range(20)}
    assert len(splits) == 6


@pytest.mark.parametrize(
    ("number", "sizes"),
    [(1, (1, 0, 0)), (2, (1, 0, 1)), (3, (1, 1, 1)), (13, (11, 1, 1)), (40, (32, 4, 4))],
)
def test_a_tenth_is_held_out_twice(number: int, sizes: tuple[int, int, int]) -> None:
    given = list(assigned(range(number), 3).values())
    assert tuple(map(given.count, SPLITS)) == sizes


def test_no_domain_is_in_two_splits_unless_instances_are_asked_for(
    folder: Path, tmp_path: Path
) -> None:
    held = [
        {json.loads(line)["domain"] for line in path.read_text("utf-8").splitlines()}
        for path in (folder / "data").glob("*.jsonl")
    ]
    assert sorted(map(len, held)) == [1, 1, 1]
    assert set.union(*held) == set(DOMAINS)
    call = ["export", "--domain", "ferry", "--split-by", "instance", "--instances", "4"]
    assert main([*call, "-o", str(tmp_path / "d")]) == 0
    frames = [pd.read_json(path, lines=True) for path in (tmp_path / "d" / "data").iterdir()]
    assert sorted(map(len, frames)) == [1, 1, 2]
    assert len(set(pd.concat(frames).instance)) == 4


def test_pandas_loads_both_formats_alike(folder: Path) -> None:
    for name in SPLITS:
        lines = pd.read_json(folder / "data" / f"{name}.jsonl", lines=True)
        table = pd.read_parquet(folder / "data" / f"{name}.parquet")
        assert list(lines.columns) == list(table.columns) == list(COLUMNS)
        assert [list(map(dict, each)) for each in table.messages] == list(lines.messages)


def test_hugging_faces_library_loads_the_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="the package datasets is not installed")
    datasets.disable_progress_bars()
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path))
    assert list(loaded) == list(SPLITS)
    assert sum(map(len, loaded.values())) == len(rows(folder))
    first = loaded["train"][0]
    assert first["messages"][0]["role"] == "system"
    files = str(folder / "data" / "train.parquet")
    other = datasets.load_dataset("parquet", data_files=files, cache_dir=str(tmp_path))
    assert other["train"][0] == first


def test_the_card_tells_what_is_there(folder: Path) -> None:
    _, front, text = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    facts = yaml.safe_load(front)
    assert facts["license"] == "apache-2.0"
    (configuration,) = facts["configs"]
    assert [file["split"] for file in configuration["data_files"]] == list(SPLITS)
    assert all((folder / file["path"]).is_file() for file in configuration["data_files"])
    for name in (*COLUMNS, *DOMAINS):
        assert name in text
    assert str(folder) not in text


def test_what_cannot_be_exported_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    assert export(folder) == 2
    assert contents(folder) == before
    new = str(tmp_path / "new")
    assert main(["export", "--domain", "fery", "-o", new]) == 2
    call = ["export", "--domain", "ferry", "--mechanism", "react", "--input", "pddl"]
    assert main([*call, "-o", new]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"{folder}: is not empty; name a new folder"
    assert "did you mean 'ferry'?" in lines[1]
    assert "'react' cannot play in the input form pddl" in lines[2]
    assert not Path(new).exists()


def test_with_costs_a_row_has_the_cost_of_its_plan(tmp_path: Path) -> None:
    bakery = tmp_path / "bakery"
    bakery.mkdir()
    (bakery / "domain.pddl").write_text(
        "(define (domain bakery) (:requirements :strips :action-costs)\n"
        "(:predicates (baked)) (:functions (total-cost) - number)\n"
        "(:action bake :parameters () :precondition (not (baked))\n"
        ":effect (and (baked) (increase (total-cost) 7))))"
    )
    (bakery / "p1.pddl").write_text(
        "(define (problem p1) (:domain bakery) (:init (= (total-cost) 0)) (:goal (baked))\n"
        "(:metric minimize (total-cost)))"
    )
    call = ["export", "--domain", str(bakery), "--examples", "0", "--format", "jsonl", "parquet"]
    for name, more in (("with", ["--costs"]), ("without", [])):
        assert main([*call, *more, "-o", str(tmp_path / name)]) == 0
    found, plain = (
        json.loads((tmp_path / name / "data" / "train.jsonl").read_text("utf-8"))
        for name in ("with", "without")
    )
    assert (found["plan_length"], found["reference_cost"]) == (1, 7.0)
    assert plain["reference_cost"] is None
    table = pd.read_parquet(tmp_path / "with" / "data" / "train.parquet")
    assert table["reference_cost"].tolist() == [7.0]


def test_a_warning_is_printed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # as outside of tests
    call = ["export", "--domain", "ferry", "--instances", "2", "--mechanism", "act", "react"]
    assert main([*call, "--input", "nl", "pddl", "-o", str(tmp_path / "new")]) == 0
    line = "react does not support the input form pddl; it uses only nl"
    assert capsys.readouterr().err.splitlines().count(line) == 1


def test_a_task_without_a_plan_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    ferry, own = domains.folder("ferry"), tmp_path / "own"
    own.mkdir()
    (own / "domain.pddl").write_bytes((ferry / "domain.pddl").read_bytes())
    text = (ferry / "instances" / "instance-1.pddl").read_text("utf-8")
    (own / "p01.pddl").write_text(text)
    # No ferry, no way.
    (own / "p02.pddl").write_text(text.replace("(at-ferry ", "(location "))
    call = ["export", "--domain", str(own), "--examples", "0", "-o", str(tmp_path / "dataset")]
    assert main(call) == 0
    line = "own p02: left out, as it is proved unsolvable"
    assert capsys.readouterr().err.splitlines().count(line) == 1
    (row,) = map(json.loads, (tmp_path / "dataset/data/train.jsonl").read_text().splitlines())
    assert (row["instance"], row["example"]) == ("p01", None)
    assert "license" not in (tmp_path / "dataset" / "README.md").read_text()
