"""Two results folders compared, pair by pair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autoplan.report.comparison import compare, summary
from autoplan.results.record import Record
from pddl2nl.errors import InputError
from tests.autoplan.report.played import PLAN, keep, play

BASE = play("basic", PLAN)


def record(how: str = "act", *, solved: bool = True, **key: object) -> Record:
    """An episode with a given outcome."""
    named = {"mechanism": how, "model": "m", **key}
    outcome = {"solved": solved, "finish": "goal" if solved else "limit"}
    return replace(BASE, key=replace(BASE.key, **named), **outcome)  # type: ignore[arg-type]


def test_models_are_compared_mechanism_by_mechanism_and_seed_by_seed(tmp_path: Path) -> None:
    a = keep(tmp_path / "a", record(), record(seed=2, solved=False), record("basic"))
    b = keep(tmp_path / "b", record(model="n", solved=False), record(model="n", seed=2))
    found = compare(a, b)
    assert found.on == ("domain", "instance", "mechanism", "input", "seed")
    assert found.pairs[
        ["seed", "solved_a", "finish_a", "solved_b", "finish_b"]
    ].values.tolist() == [
        [1, True, "goal", False, "limit"],
        [2, False, "limit", True, "goal"],
    ]
    assert (found.alone_a, found.alone_b) == (1, 0)


def test_players_without_a_model_do_not_hide_that_the_models_differ(tmp_path: Path) -> None:
    a = keep(tmp_path / "a", record(), record("random", model="none"))
    b = keep(tmp_path / "b", record(model="n"), record("random", model="none"))
    assert compare(a, b).pairs["mechanism"].tolist() == ["act", "random"]


def test_two_mechanisms_of_one_folder_are_compared(tmp_path: Path) -> None:
    a = keep(tmp_path, record(), record("basic", solved=False))
    found = compare(a, a, {"mechanism": ["act"]}, {"mechanism": ["basic"]})
    assert found.differing[["solved_a", "solved_b"]].values.tolist() == [[True, False]]


def test_an_episode_with_several_partners_is_refused(tmp_path: Path) -> None:
    a = keep(tmp_path / "a", record("act"), record("react"))
    b = keep(tmp_path / "b", record("basic"))
    with pytest.raises(InputError, match=r"several of mechanism \(act, react\).*mechanism=act"):
        compare(a, b)


def test_episodes_that_broke_off_have_no_outcome(tmp_path: Path) -> None:
    broken = replace(record(seed=2), error="no answer", finish="error", solved=False)
    a, b = keep(tmp_path / "a", record(), broken), keep(tmp_path / "b", record(), record(seed=2))
    found = compare(a, b)
    assert found.pairs["seed"].tolist() == [1]
    assert (found.alone_a, found.alone_b) == (0, 1)


def test_folders_without_a_common_episode_are_refused(tmp_path: Path) -> None:
    a = keep(tmp_path / "a", record(instance="instance-1"))
    b = keep(tmp_path / "b", record(instance="instance-2"))
    with pytest.raises(InputError, match="no episode in common"):
        compare(a, b)


def test_a_value_that_does_not_occur_is_refused_with_those_that_do(tmp_path: Path) -> None:
    a = keep(tmp_path, record("act"), record("react"))
    with pytest.raises(InputError, match="no mechanism cot; it has act, react"):
        compare(a, a, {"mechanism": ["cot"]})


def test_the_same_name_for_different_tasks_is_refused(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record()), keep(tmp_path / "b", record(), digest="5678")
    with pytest.raises(InputError, match="another instance-1 of yard"):
        compare(a, b)


def test_the_summary_counts_who_solved_what(tmp_path: Path) -> None:
    outcomes = [(True, True)] * 2 + [(True, False)] * 6 + [(False, False)]
    seeds = list(enumerate(outcomes, start=1))
    a = keep(tmp_path / "a", *(record(seed=seed, solved=one) for seed, (one, _) in seeds))
    b = keep(tmp_path / "b", *(record(seed=seed, solved=two) for seed, (_, two) in seeds))
    [row] = summary(compare(a, b).pairs, []).to_dict("records")
    assert row == {
        "pairs": 9,
        "solved_a": 8,
        "solved_b": 2,
        "both": 2,
        "only_a": 6,
        "only_b": 0,
        "neither": 1,
        "p": 0.03125,
    }


def test_the_summary_tells_groups_apart(tmp_path: Path) -> None:
    a = keep(tmp_path, record("act"), record("basic", solved=False))
    found = summary(compare(a, a).pairs, ["mechanism"])
    assert found[["mechanism", "both", "neither"]].values.tolist() == [
        ["act", 1, 0],
        ["basic", 0, 1],
    ]


def test_pairs_are_listed_in_natural_order(tmp_path: Path) -> None:
    names = [f"instance-{number}" for number in (10, 9, 1)]
    a = keep(tmp_path, *(record(instance=name) for name in names))
    assert compare(a, a).pairs["instance"].tolist() == names[::-1]
