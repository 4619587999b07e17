"""`--costs`: what prompts say, what planners minimize, and what results say of plans."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from autoplan.report.material import gather
from autoplan.report.tables import plan_costs
from autoplan.results.costs import BestCost, best_costs, cost_lines, yardstick
from autoplan.results.reading import settings
from autoplan.results.record import Costs, EpisodeKey
from autoplan.results.summary import print_table
from pddl2nl.verbalizers import verbalizer
from simulator import InputForm, present_by_hand
from tests import fares
from tests.autoplan.running import refused

LOW = "I want the total cost to be as low as possible."
COLUMNS = ["plan_cost", "reference_cost", "best_cost", "optimum_known", "cost_ratio"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.chdir(tmp_path)
    fares.lay_out(tmp_path / "wet")
    fares.lay_out(tmp_path / "dry", fares.DRY)
    fares.lay_out(tmp_path / "free", metric="")
    return tmp_path


def play(*options: str, out: str = "out", mechanisms: tuple[str, ...] = ("basic", "ff")) -> None:
    order = ["eval", "--mechanism", *mechanisms, "--out", out, "--validator", "own"]
    assert cli.main([*order, *options]) == 0


def figures(out: str = "out") -> pd.DataFrame:
    frame = autoplan.load(out)
    return frame[frame["instance"] == "instance-2"].set_index(["domain", "mechanism"])[COLUMNS]


def test_plans_are_measured_by_the_metric_beside_the_optimum(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--costs", "--domain", "dry", "wet", mechanisms=("basic", "ff", "lmcut", "lama"))
    out, err = capsys.readouterr()
    found = figures()
    for mechanism, cost in (("ff", 14.5), ("basic", 5.5), ("lama", 5.5)):
        for domain in ("dry", "wet"):
            row = found.loc[domain, mechanism].tolist()
            assert row == [cost, 5.5, 5.5, True, cost / 5.5]
    assert found.loc[("dry", "lmcut"), "plan_cost"] == 5.5
    assert found.loc[("wet", "lmcut"), "plan_cost"] is pd.NA  # it has no conditional effects
    assert "has a cost" not in err
    lines = [line.split() for line in out.splitlines() if line.startswith(" dry")]
    cells = {line[1]: line[5:8] for line in lines}
    assert cells["lama"] == ["6.00", "1.00", "optimum"]  # the mean of 5.5 and 6.5
    assert cells["basic"] == cells["lama"]  # the offline model reads the costs in its prompt
    assert cells["ff"] == ["15.00", "2.51", "optimum"]
    assert "yardstick: whether that plan is optimal, as proved by A*" in out


def test_what_is_not_proved_is_only_the_best_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("policies.symbolic._fast_downward.MAX_COST", 1)
    play("--costs", "--domain", "wet", mechanisms=("basic", "ff"))
    out = capsys.readouterr().out
    assert figures().loc[("wet", "basic")].tolist() == [14.5, 14.5, 14.5, False, 1.0]
    assert "best known" in out.splitlines()[3]


def test_some_episodes_are_measured_by_the_cheapest_plans_of_all() -> None:
    dear = EpisodeKey("dry", "instance-1", "basic", "nl", "reader", 1)
    cheap = replace(dear, mechanism="act")
    played = {
        key: Costs(cost, None, reference_optimal=False) for key, cost in ((dear, 6.0), (cheap, 2.0))
    }
    assert {group[1] for group in cost_lines(played)} == {"basic", "act"}
    [(group, line)] = cost_lines(played, {dear}).items()
    assert (group[1], line.cost, line.ratio) == ("basic", 6.0, 3.0)


def test_a_domain_without_costs_is_noted_and_measured_by_length(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--costs", "--domain", "ferry", "free", "dry", "--instances", "2", mechanisms=("ff",))
    err = capsys.readouterr().err
    notes = [line for line in err.splitlines() if "measured by their length" in line]
    assert notes == [
        "ferry: no action has a cost, so plans are measured by their length",
        "free: 2 tasks without (:metric minimize (total-cost)), where plans are measured by their "
        "length",
    ]
    frame = autoplan.load("out").set_index("domain")
    for name in ("ferry", "free"):
        assert frame.loc[name, "plan_cost"].tolist() == frame.loc[name, "plan_length"].tolist()


def test_an_undefined_cost_is_noted(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    for path in (place / "dry" / "instances").iterdir():
        path.write_text(path.read_text().replace("(= (fare d a) 0.1)", ""))
    play("--costs", "--domain", "dry", mechanisms=("ff",))
    noted = "dry instance-2: the cost of (ride d a) is undefined because (:init …) has no value for"
    assert f"{noted} (fare d a)\n" in capsys.readouterr().err
    play("--domain", "dry", out="other", mechanisms=("ff",))
    assert "undefined" not in capsys.readouterr().err


def test_an_action_that_lasting_facts_rule_out_is_not_noted(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    file = place / "dry" / "domain.pddl"
    either = "(or (road ?a ?b) (and (road ?a ?b) (wet)))"
    file.write_text(file.read_text().replace("(road ?a ?b))", f"{either})"))
    assert either in file.read_text()
    play("--costs", "--domain", "dry", mechanisms=("blind",))
    assert "undefined" not in capsys.readouterr().err


def test_without_costs_tables_and_folders_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    play("--domain", "dry", mechanisms=("lmcut", "basic"))
    out, err = capsys.readouterr()
    assert "cost" not in out + err
    assert "costs" not in settings(Path("out"))
    assert figures().isna().all(axis=None)
    assert autoplan.load("out").set_index("mechanism")["plan_length"]["lmcut"].tolist() == [2, 2]
    with sqlite3.connect(place / "out" / "results.sqlite") as connection:
        connection.execute("DROP TABLE costs")
    assert figures().isna().all(axis=None)  # so folders of earlier versions are
    print_table(Path("out"))
    assert "cost" not in capsys.readouterr().out
    assert plan_costs(gather({"r": Path("out")}).episodes).empty
    play("--domain", "dry", mechanisms=("ff",))  # and they go on


def test_a_folder_has_costs_in_play_for_all_its_episodes_or_for_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("--domain", "dry")
    again = ("eval", "--mechanism", "ff", "--domain", "dry", "--out", "out", "--costs")
    assert "(costs is not set there and True here)" in refused(capsys, *again)


@pytest.mark.parametrize("style", ["paper", "brief"])
def test_prompts_say_what_actions_cost(capsys: pytest.CaptureFixture[str], style: str) -> None:
    order = ["prompt", "--mechanism", "basic", "--domain", "wet", "--instance", "2"]
    order += ["--style", style, "--format", "json"]
    assert cli.main(order) == 0
    assert "cost" not in capsys.readouterr().out
    assert cli.main([*order, "--costs"]) == 0
    asked = json.loads(capsys.readouterr().out)
    assert asked["costs"] is True
    system, *turns, task = (each["content"] for each in asked["messages"])
    assert "It costs the fare from A to B to ride from a place A to a place B." in system
    assert "It costs 1.5 to do" in system
    assert "All other actions cost nothing." in system
    assert LOW in task
    assert "the fare from place_0 to place_1 is 12.5" in task
    assert LOW in turns[0]
    assert turns[1].count("ride from") == 3  # the example shows a cheapest plan


def test_a_prompt_in_pddl_states_the_metric(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["prompt", "--mechanism", "act", "--domain", "wet", "--instance", "2", "--input"]
    assert cli.main([*order, "pddl", "--costs"]) == 0
    assert capsys.readouterr().out.count(fares.METRIC) == 2


def test_a_persons_description_is_followed_by_what_actions_cost() -> None:
    problem = fares.problem()
    lexicon = verbalizer("rules").lexicon(problem.domain)
    silent = present_by_hand(problem, lexicon, "One rides.")
    shown = present_by_hand(problem, lexicon, "One rides.", costs=True)
    assert "cost" not in silent.domain_text + silent.problem_text
    assert shown.domain_text.startswith("One rides.\n\nMy actions have these costs:\nIt costs")
    assert LOW in shown.problem_text


def test_the_offline_model_reads_tasks_with_costs_in_every_form() -> None:
    forms = ("nl", "template", "pddl")
    for style in ("paper", "brief"):
        play("--costs", "--domain", "wet", "--style", style, "--input", *forms, out=style)
        assert autoplan.load(style)["solved"].all()


def test_a_dataset_has_answers_by_the_cheapest_plan(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["export", "--domain", "wet", "--split-by", "instance"]
    dear = Path("wet/plans/instance-2.plan")
    dear.parent.mkdir()
    dear.write_text("(wait)\n(ride a b)\n(ride b d)\n")
    for out, options in (("short", []), ("cheap", ["--costs"])):
        assert cli.main([*order, "-o", out, *options]) == 0
    cheap, short = (
        [json.loads(line) for file in Path(out).glob("data/*") for line in file.open()]
        for out in ("cheap", "short")
    )
    assert all("(ride a c)" in row["plan"] for row in cheap)
    assert not any("(ride a c)" in row["plan"] for row in short)
    assert all(LOW in row["messages"][-2]["content"] for row in cheap)


def key(mechanism: str, instance: str = "i", form: InputForm = "nl") -> EpisodeKey:
    return EpisodeKey("d", instance, mechanism, form, "m", 1)


def test_the_best_cost_is_that_of_the_cheapest_plan_of_anyone() -> None:
    played = [
        (key("act"), Costs(7.0, 9.0, reference_optimal=False)),
        (key("basic"), Costs(None, 9.0, reference_optimal=False)),
        (key("act", "j"), Costs(7.0, 6.0, reference_optimal=True)),
        (key("act", "k"), Costs(None, None, reference_optimal=False)),
    ]
    best = best_costs(played)
    assert best == {("d", "i"): BestCost(7.0, False), ("d", "j"): BestCost(6.0, True)}
    proved = best_costs([*played, (key("lmcut"), Costs(7.0, 9.0, reference_optimal=False))])
    assert proved["d", "i"] == BestCost(7.0, True)


def test_a_proof_that_a_cheaper_plan_refutes_is_none() -> None:
    played = [
        (key("lmcut"), Costs(7.0, None, reference_optimal=False)),
        (key("act"), Costs(6.0, None, reference_optimal=False)),
    ]
    assert best_costs(played) == {("d", "i"): BestCost(6.0, False)}


def test_a_plan_beside_one_that_costs_nothing_has_no_ratio() -> None:
    assert BestCost(0.0, True).ratio(3.0) is None
    assert BestCost(2.0, True).ratio(3.0) == 1.5


@pytest.mark.parametrize(
    ("optimal", "named"),
    [([True], "optimum"), ([False] * 2, "best known"), ([True, False], "optimum for 1 of 2")],
)
def test_a_yardstick_says_how_much_of_it_is_proved(optimal: list[bool], named: str) -> None:
    assert yardstick(optimal) == named


def test_a_report_measures_by_the_cheapest_plan_of_all_folders() -> None:
    order = ("--costs", "--domain", "dry", "--examples", "0")
    play(*order, "--reference-time", "0.000001", mechanisms=("ff",), out="a")
    play(*order, mechanisms=("lmcut",), out="b")
    assert set(figures("a")["cost_ratio"]) == {1.0}
    material = gather({"a": Path("a"), "b": Path("b")})
    table = plan_costs(material.episodes).set_index("player")
    assert table["yardstick"].tolist() == ["optimum", "optimum"]
    assert table.loc["FF", ["cost", "best_cost", "as_cheap"]].tolist() == [14.5, 5.5, 0.0]
    ratios = (13.5 / 4.5, 14.5 / 5.5, 15.5 / 6.5)
    assert table.loc["FF", "ratio"] == pytest.approx(sum(ratios) / 3)
    assert material.episodes["optimum"].isna().all()  # the cheapest need not be the shortest
    assert cli.main(["report", "a", "b", "-o", "page.html"]) == 0
    assert 'id="costs"' in Path("page.html").read_text()
    assert "plan_costs.csv" in {each.name for each in Path("page").iterdir()}
