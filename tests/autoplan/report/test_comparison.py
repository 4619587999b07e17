"""Two results folders compared, pair by pair."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from autoplan.cli import main
from autoplan.report.comparison import PairedCosts, compare, summary
from autoplan.results.record import Costs, Record
from autoplan.results.store import Store
from pddl2nl.errors import InputError
from tests.autoplan.report.played import PLAN, keep, play
from tests.autoplan.report.test_statistics import newcombe

BASE = play("basic", PLAN)


def record(how: str = "act", *, solved: bool = True, **key: object) -> Record:
    """An episode with a given outcome."""
    named = {"mechanism": how, "model": "m", **key}
    outcome = {"solved": solved, "finish": "goal" if solved else "limit"}
    return replace(BASE, key=replace(BASE.key, **named), **outcome)  # type: ignore[arg-type]


def sides(folder: Path, column: str, values: Iterable[object]) -> tuple[Path, Path]:
    """Nine pairs: two that both solve, six that A alone solves, one that neither does."""
    outcomes = [(True, True)] * 2 + [(True, False)] * 6 + [(False, False)]
    a, b = (
        keep(
            folder / name,
            *(
                record(**{column: value}, solved=pair[side])
                for value, pair in zip(values, outcomes, strict=True)
            ),
        )
        for side, name in enumerate("ab")
    )
    return a, b


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


def test_what_plans_cost_is_compared_where_both_sides_solve(tmp_path: Path) -> None:
    def side(name: str, *costs: float | None) -> Path:
        played = (
            replace(
                record(instance=f"instance-{number}", solved=cost is not None),
                costs=None if cost is None else Costs(cost, None, False),
            )
            for number, cost in enumerate(costs)
        )
        return keep(tmp_path / name, *played)

    a, b = side("a", 4.0, 6.0, 2.0, None, 9.0), side("b", 5.0, 3.0, 2.0, 1.0, None)
    assert compare(a, b).costs == PairedCosts(3, 4.0, 10 / 3, cheaper_a=1, cheaper_b=1)
    assert compare(a, side("c", None, None, None, None, None)).costs is None


def test_runs_without_costs_are_not_compared_by_them(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record()), keep(tmp_path / "b", record(model="n"))
    found = compare(a, b)
    assert found.costs is None
    assert not [name for name in found.pairs if "cost" in name]


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
    with pytest.raises(InputError, match=r"no episode in common with \S+$"):
        compare(a, b)
    aborted = replace(record(instance="instance-2"), error="no answer", finish="error")
    keep(tmp_path / "a", aborted)
    with pytest.raises(InputError, match=r"in common with .*; episodes that were aborted by"):
        compare(a, b)


def test_a_value_that_does_not_occur_is_refused_with_those_that_do(tmp_path: Path) -> None:
    a = keep(tmp_path, record("act"), record("react"))
    with pytest.raises(InputError, match="no mechanism cot; it has act, react"):
        compare(a, a, {"mechanism": ["cot"]})


def test_the_same_name_for_different_tasks_is_refused(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record()), keep(tmp_path / "b", record(), digest="5678")
    with pytest.raises(InputError, match=r"the same yard as .* \(what differs: instance-1\)"):
        compare(a, b)


def test_other_words_are_a_condition_and_no_other_task(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record()), keep(tmp_path / "b", record(solved=False))
    for folder, words in ((a, "1"), (b, "2")):
        with Store.open(folder, {"verbalizer": "rules"}) as store:
            names = ("snippets of domain 1 for seed 1", "snippets of domain 2 for seed 1")
            store.claim_files("yard", dict.fromkeys(names, words))
            store.claim_files("mechanism act", {"prompts": words})
    found = compare(a, b)
    assert len(found.pairs) == 1
    assert found.conditions == (
        "mechanism act: prompts",
        "yard: the lexicon (seed 1)",
        "yard: the lexicon of domain file 2 (seed 1)",
    )


def test_an_option_without_a_value_is_a_yes_or_a_no(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record(), costs="True"), keep(tmp_path / "b", record())
    assert compare(a, b).conditions == ("costs: yes (A), no (B)",)


def test_players_that_no_pair_shares_are_a_condition(tmp_path: Path) -> None:
    a, b = keep(tmp_path / "a", record()), keep(tmp_path / "b", record(model="n", solved=False))
    assert compare(a, b).conditions == ("model: m (A), n (B)",)
    planner = record("ff", model="none")
    c = keep(tmp_path / "c", planner)
    apart = ("mechanism: act (A), ff (B)", "input: nl (A), none (B)", "model: m (A), none (B)")
    assert compare(a, c).conditions == apart
    assert compare(c, keep(tmp_path / "d", planner)).conditions == ()


def test_limits_of_planners_are_named_where_a_planner_is_compared(tmp_path: Path) -> None:
    planner = record("ff", model="none")
    a = keep(tmp_path / "a", record(), planner)
    for folder, size in ((a, 8 * 2**30), (keep(tmp_path / "b", record(), planner), 500 * 2**20)):
        with Store.open(folder, {"verbalizer": "rules"}) as store:
            store.claim_limits(1800.0, size)
    limits = "memory-limit of planners: 8G (A), 500M (B)"
    assert compare(a, tmp_path / "b").conditions == (limits,)
    act = {"mechanism": ["act"]}
    assert compare(a, tmp_path / "b", act, act).conditions == ()
    assert compare(a, keep(tmp_path / "c", record())).conditions == ()


def test_the_summary_counts_who_solved_what(tmp_path: Path) -> None:
    found = compare(*sides(tmp_path, "instance", [f"instance-{number}" for number in range(9)]))
    [row] = summary(found.pairs, []).to_dict("records")
    assert not found.repeated
    assert row == {
        "tasks": 9,
        "pairs": 9,
        "solved_a": 8,
        "solved_b": 2,
        "both": 2,
        "only_a": 6,
        "only_b": 0,
        "neither": 1,
        "difference": pytest.approx(6 / 9),
        "low": pytest.approx(newcombe(2, 6, 0, 1)[0]),
        "high": pytest.approx(newcombe(2, 6, 0, 1)[1]),
        "p": 0.03125,
    }


def test_seeds_of_one_task_are_no_trials_of_their_own(tmp_path: Path) -> None:
    found = compare(*sides(tmp_path, "seed", range(9)))
    [row] = summary(found.pairs, []).to_dict("records")
    assert found.repeated
    assert (row["tasks"], row["pairs"], row["only_a"], row["p"]) == (1, 9, 6, 1.0)


def test_players_of_one_task_are_no_trials_of_their_own() -> None:
    played = [
        {"domain": "d", "instance": f"p{n}", "mechanism": how, "solved_a": won, "solved_b": won}
        for n in range(3)
        for how, won in (("basic", True), ("act", True), ("react", True), ("random", False))
    ]
    [row] = summary(pd.DataFrame(played), []).to_dict("records")
    assert row["high"] == pytest.approx(0.54, abs=0.01)  # of 3 trials, where 12 have 0.33


def test_copies_of_a_seed_leave_the_test_as_it_is(tmp_path: Path) -> None:
    def found(name: str, seeds: range) -> list[float]:
        a, b = (
            keep(
                tmp_path / name / side,
                *(
                    record(instance=f"instance-{number}", seed=seed, solved=number in solved)
                    for number in range(8)
                    for seed in seeds
                ),
            )
            for side, solved in (("a", range(6)), ("b", range(5, 7)))
        )
        [row] = summary(compare(a, b).pairs, []).to_dict("records")
        return [row[name] for name in ("difference", "low", "high", "p")]

    assert found("one", range(1)) == found("ten", range(10))
    # Five tasks for A, one for B: 2 * (1 + 6) / 2**6.
    assert found("two", range(2))[-1] == 0.21875


def test_a_task_counts_by_the_share_of_its_seeds(tmp_path: Path) -> None:
    solved = {"instance-1": (True, True), "instance-2": (True, False), "instance-3": (True, False)}
    a, b = (
        keep(
            tmp_path / side,
            *(
                record(instance=name, seed=seed, solved=side == "a" and each)
                for name, outcomes in solved.items()
                for seed, each in enumerate(outcomes)
            ),
        )
        for side in "ab"
    )
    # Differences 1, 1/2 and 1/2 add up to 2, which two of the eight ways to sign them reach.
    assert summary(compare(a, b).pairs, [])["p"].item() == 0.25


def test_a_task_with_more_seeds_does_not_weigh_more(tmp_path: Path) -> None:
    def side(name: str, *solved: str) -> Path:
        seeds = {"instance-1": range(3), "instance-2": range(1), "instance-3": range(1)}
        played = [
            record(instance=task, seed=seed, solved=task in solved)
            for task in seeds
            for seed in seeds[task]
        ]
        return keep(tmp_path / name, *played)

    found = compare(side("a", "instance-1", "instance-2"), side("b", "instance-3"))
    # 1, 1 and -1, not 3, 1 and -1, which would make it 0.75.
    assert summary(found.pairs, [])["p"].item() == 1


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


def unread(how: str = "act", **key: object) -> Record:
    """An episode whose plan could not be read."""
    known = record(how, **key)
    return replace(known, solved=None, solved_strict=None, finish="unread")


def test_pairs_of_which_a_side_is_unread_are_left_out_and_bound_the_difference(
    tmp_path: Path,
) -> None:
    names = [f"i-{number}" for number in range(4)]
    a = keep(tmp_path / "a", *(record(instance=name) for name in names[:3]), unread(instance="i-3"))
    b = keep(
        tmp_path / "b",
        *(record(model="n", solved=False, instance=name) for name in names[:2]),
        unread(model="n", instance="i-2"),
        unread(model="n", instance="i-3"),
    )
    found = compare(a, b)
    assert found.pairs["instance"].tolist() == ["i-0", "i-1"]
    assert found.unread["instance"].tolist() == ["i-2", "i-3"]
    [row] = summary(found.pairs, []).to_dict("records")
    assert (row["pairs"], row["difference"]) == (2, 1.0)
    assert found.bounds == (0.25, 1.0)


def test_where_no_pair_is_read_the_difference_has_bounds_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = keep(tmp_path / "a", unread()), keep(tmp_path / "b", record(model="n"))
    found = compare(a, b)
    assert (len(found.pairs), len(found.unread), found.bounds) == (0, 1, (-1.0, 0.0))
    assert main(["compare", str(a), str(b), "-o", str(tmp_path / "pairs.json")]) == 0
    out = capsys.readouterr().out
    assert "No pair was read on both sides." in out
    assert "A - B lies between -100 and +0 points" in out
    content = json.loads((tmp_path / "pairs.json").read_text("utf-8"))
    assert (content["summary"], len(content["pairs"])) == (None, 1)
