"""The tables of a report, on episodes given row by row."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from autoplan.report import figures, tables, wording
from autoplan.report.material import Contender, labels, objects
from autoplan.results.record import TaskInWords

ROW = {
    "run": "r",
    "domain": "ferry",
    "instance": "i-1",
    "mechanism": "act",
    "input": "nl",
    "model": "m",
    "seed": 1,
    "player": "Act",
    "solved": True,
    "cause": None,
    "steps": 8,
    "refused": 2,
    "plan_length": 6,
    "reference_length": 4,
    "optimum": None,
    "calls": 8,
    "input_tokens": 100,
    "output_tokens": 10,
    "reasoning_tokens": 4,
    "tokens_estimated": False,
    "seconds": 1.0,
    "usd": 0.5,
    "usd_thinking": 0.2,
    "objects": 3,
}


def episodes(*rows: dict[str, object]) -> pd.DataFrame:
    frame = pd.DataFrame([{**ROW, **row} for row in rows])
    frame["player"] = pd.Categorical(frame["player"], ordered=True)
    return frame.astype({"reference_length": "Int64", "optimum": "Int64"})


def only(table: pd.DataFrame, **where: str) -> pd.Series:  # type: ignore[type-arg]
    for name, value in where.items():
        table = table[table[name] == value]
    assert len(table) == 1
    return table.iloc[0]


def failed(**more: object) -> dict[str, object]:
    return {"solved": False, "cause": "loop", **more}


def test_coverage_is_the_mean_over_seeds() -> None:
    frame = episodes(
        {"seed": 1},
        failed(seed=2),
        {"instance": "i-2", "seed": 1},
        {"instance": "i-2", "seed": 2},
    )
    row = only(tables.coverage(frame), domain="ferry")
    assert (row["instances"], row["seeds"], row["played"], row["solved"]) == (2, 2, 4, 3)
    assert row["coverage"] == 1.5
    assert row["share"] == 0.75
    assert row["low"] < 0.75 < row["high"]


def test_a_seed_that_played_fewer_instances_does_not_weigh_more() -> None:
    frame = episodes({"seed": 1}, {"instance": "i-2", "seed": 1}, failed(seed=2))
    assert only(tables.coverage(frame), domain="ferry")["coverage"] == 1.5


def test_the_share_is_the_mean_over_tasks() -> None:
    frame = episodes({"instance": "i-2"}, *(failed(seed=seed) for seed in (1, 2, 3)))
    row = only(tables.coverage(frame), domain="ferry")
    assert (row["played"], row["solved"], row["share"]) == (4, 1, 0.5)


def test_copies_of_a_seed_leave_the_interval_as_it_is() -> None:
    outcomes = [
        {"domain": domain, "instance": f"i-{number}", "solved": number % 3 > 0}
        for domain in ("ferry", "grid")
        for number in range(7)
    ]
    single = tables.coverage(episodes(*outcomes))
    copied = tables.coverage(
        episodes(*({**row, "seed": seed} for row in outcomes for seed in range(1, 11)))
    )
    assert copied["played"].tolist() == [70, 70, 140]
    same = ["domain", "coverage", "share", "low", "high", "trials", "unit"]
    pd.testing.assert_frame_equal(copied[same], single[same])


def test_seeds_that_differ_narrow_the_interval_less_than_tasks_do() -> None:
    def width(rows: list[dict[str, object]]) -> float:
        row = only(tables.coverage(episodes(*rows)), domain="ferry")
        return float(row["high"] - row["low"])

    once = [{"instance": f"i-{number}", "solved": number % 2 > 0} for number in range(20)]
    seeds = [
        {"instance": f"i-{number}", "seed": seed, "solved": seed <= number % 4}
        for number in range(20)
        for seed in (1, 2, 3)
    ]
    more = [{"instance": f"i-{number}", "solved": number % 2 > 0} for number in range(60)]
    assert width(more) < width(seeds) < width(once)


def test_totals_over_several_domains_are_clustered_by_domain() -> None:
    frame = episodes(
        *({"instance": f"i-{number}"} for number in range(9)),
        *(failed(domain="grid", instance=f"i-{number}") for number in range(9)),
        {"player": "Basic"},
    )
    found = tables.coverage(frame)
    total = only(found, domain=tables.ALL, player="Act")
    # Either domain fares alike in all of its tasks: two trials, one of them a success.
    assert (total["unit"], total["trials"]) == ("domain", 2)
    assert (total["low"], total["high"]) == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert only(found, domain="grid", player="Act")["unit"] == "task"
    assert only(found, domain=tables.ALL, player="Basic")["unit"] == "task"


def test_the_unit_of_the_intervals_is_said() -> None:
    one, two = episodes({}), episodes({}, {"domain": "grid"})
    assert wording.interval(tables.coverage(one)).startswith("clustered by task: seeds of one")
    assert wording.interval(tables.coverage(two)).startswith("clustered by domain: tasks of")


def test_instances_of_one_name_in_two_domains_are_two_tasks() -> None:
    frame = episodes({}, {"domain": "grid"})
    assert only(tables.coverage(frame), domain=tables.ALL)["instances"] == 2


UNREAD = {"solved": None, "cause": None, "plan_length": 0}


def partly_read(*rows: dict[str, object]) -> pd.DataFrame:
    """Episodes of which some are unread, as `autoplan.load` gives them."""
    return episodes(*rows).astype({"solved": "boolean"})


def test_what_is_unread_makes_coverage_an_interval() -> None:
    rows = [{"instance": f"i-{number}"} for number in range(4)]
    lost = [failed(instance=f"i-{number}") for number in range(4, 6)]
    open_ = {**UNREAD, "instance": "i-6"}
    row = only(tables.coverage(partly_read(*rows, *lost, open_)), domain="ferry")
    assert (row["played"], row["solved"], row["unread"]) == (7, 4, 1)
    assert (row["coverage"], row["coverage_most"]) == (4, 5)
    assert (row["share"], row["share_most"]) == pytest.approx((4 / 7, 5 / 7))
    none, every = (
        only(tables.coverage(episodes(*rows, *lost, {**open_, "solved": solved})), domain="ferry")
        for solved in (False, True)
    )
    assert (row["low"], row["high"]) == (none["low"], every["high"])


def test_unread_episodes_have_neither_failed_nor_a_plan() -> None:
    frame = partly_read({}, failed(), UNREAD)
    found = tables.failures(frame)
    assert found.loc["Act"].to_dict() == {"played": 3, "solved": 1, "unread": 1, "loop": 1}
    assert wording.failures(found).startswith("1 episode failed.")
    assert only(tables.plan_lengths(frame), player="Act")["plans"] == 1
    assert only(tables.effort(frame), player="Act")["solved"] == 1
    sized = tables.scaling(frame).iloc[0]
    assert (sized["share"], sized["share_most"]) == pytest.approx((1 / 3, 2 / 3))
    assert wording.strictly(partly_read({}, UNREAD).assign(**LOOSE)).startswith("1 episode is")


def test_an_unsupported_task_is_not_solved_and_has_not_failed() -> None:
    unsupported = [failed(cause="unsupported", instance=f"i-{n}", player="LM-cut") for n in (2, 3)]
    frame = partly_read({"player": "LM-cut"}, failed(), *unsupported)
    sentence = wording.failures(tables.failures(frame))
    assert sentence.startswith("1 episode failed. The most frequent cause: loop (1).")
    assert sentence.endswith(" 2 episodes were unsupported.")
    alone = tables.failures(partly_read(*unsupported))
    assert wording.failures(alone) == "No episode failed. 2 episodes were unsupported."
    assert "LM-cut does not support 2 tasks, which count as not solved." in wording.strictly(
        frame.assign(**LOOSE)
    )


@pytest.mark.parametrize(
    ("solved", "strict", "which"),
    [
        (1, 0, "The solved episode is not"),
        (2, 1, "1 of the 2 solved episodes is"),
        (2, 0, "0 of the 2 solved episodes are"),
    ],
)
def test_the_verb_agrees_with_the_number_of_strict_episodes(
    solved: int, strict: int, which: str
) -> None:
    frame = partly_read(*({"instance": f"i-{n}"} for n in range(solved))).assign(untranslated=0)
    frame["solved_strict"] = [n < strict for n in range(solved)]
    assert wording.strictly(frame).startswith(f"{which} solved strictly, with every line")


LOOSE = {"solved_strict": True, "untranslated": 0}


def test_who_solves_most_is_unknown_where_unread_episodes_decide_it() -> None:
    rows = [{"player": "A"}, failed(player="A", instance="i-2")]
    other = [{"player": "B", "instance": "i-2", **UNREAD}, {"player": "B"}]
    found = tables.coverage(partly_read(*rows, *other))
    assert wording.coverage(found, set()) == (
        "Which player solves most is unknown: 1 episode could not be read."
    )
    for first, second in ("AB", "BA"):  # both solve one task, and one of them perhaps another
        tied = [*({"player": first, "instance": n} for n in ("i-1",)), {"player": second}]
        tied += [
            failed(player=first, instance="i-2"),
            {"player": second, "instance": "i-2", **UNREAD},
        ]
        sentence = wording.coverage(tables.coverage(partly_read(*tied)), set())
        assert sentence == "Which player solves most is unknown: 1 episode could not be read."
    behind = [
        failed(player="B"),
        {"player": "B", "instance": "i-2", **UNREAD},
    ]  # A's equal, perhaps
    assert "is unknown" in wording.coverage(tables.coverage(partly_read(*rows, *behind)), set())
    alone = tables.coverage(partly_read(*other))
    assert wording.coverage(alone, set()).startswith("B solves 50 to 100% of its tasks (95%")


def test_plots_of_unread_episodes_are_drawn() -> None:
    frame = partly_read({}, failed(), UNREAD)
    total = tables.coverage(frame)
    look = figures.looks(["Act"], ["Act"])
    for drawn in (
        figures.coverage(total[total["domain"] == tables.ALL], 6),
        figures.failures(tables.failures(frame), 6),
        figures.scaling("scaling-1", tables.scaling(frame), tables.limits(frame), look),
        figures.tokens(tables.effort(frame), total[total["domain"] == tables.ALL], look, 6),
    ):
        assert drawn.lstrip().startswith("<svg")


@pytest.mark.parametrize(
    ("length", "columns"),
    [(5, {figures.NARROW: 2, figures.WIDE: 4}), (45, {figures.NARROW: 1, figures.WIDE: 2})],
)
def test_a_legend_has_as_many_columns_as_its_names_allow(
    length: int, columns: dict[float, int]
) -> None:
    names = [letter * length for letter in "abcd"]
    for width, expected in columns.items():
        drawn = figures.players(figures.looks(names, names), width)
        places = re.findall(
            r'<text [^>]*transform="translate\(([\d.]+)|<text [^>]*x="([\d.]+)', drawn
        )
        assert len(places) == len(names)
        assert len(set(places)) == expected


@pytest.mark.parametrize("cause", ["loop", "cut off"])
def test_every_cause_has_a_part_of_its_bar(cause: str) -> None:
    drawn = figures.failures(tables.failures(episodes(failed(cause=cause))), 6)
    assert f">{cause}<" in drawn


def test_plans_are_measured_by_the_optimal_plan_where_there_is_one() -> None:
    row = only(tables.plan_lengths(episodes({"optimum": 3})), player="Act")
    assert (row["yardstick"], row["yardstick_length"], row["ratio"]) == ("optimal plan", 3, 2)
    row = only(tables.plan_lengths(episodes({})), player="Act")
    assert (row["yardstick"], row["yardstick_length"], row["ratio"]) == ("reference plan", 4, 1.5)


def test_all_plans_of_a_task_have_one_yardstick() -> None:
    frame = episodes({"reference_length": 6}, {"player": "B", "reference_length": 4})
    lengths = tables.plan_lengths(frame)
    assert list(lengths["yardstick_length"]) == [4, 4]
    assert list(tables.yardstick_lengths(frame)) == [4, 4]


def test_a_plan_without_a_yardstick_is_not_measured() -> None:
    assert tables.plan_lengths(episodes({"reference_length": None})).empty
    assert tables.plan_lengths(episodes({"reference_length": 0, "plan_length": 0})).empty
    assert tables.plan_lengths(episodes(failed())).empty


def test_effort_is_that_of_solved_episodes_but_failures_cost_money_too() -> None:
    row = only(tables.effort(episodes({}, failed(steps=99, usd=1.5))), player="Act")
    assert (row["solved"], row["steps"], row["usd"]) == (1, 8, 0.5)
    assert row["usd_with_failures"] == 2.0
    assert (row["reasoning_tokens"], row["usd_thinking"]) == (4, 0.2)


def test_money_is_missing_where_a_price_is_not_known() -> None:
    row = only(tables.effort(episodes({}, {"usd": None})), player="Act")
    assert pd.isna(row["usd_with_failures"])


def test_failures_are_counted_by_cause_in_their_usual_order() -> None:
    frame = episodes(failed(), failed(), failed(cause="wrong type"), {}, {"player": "Basic"})
    table = tables.failures(frame)
    assert list(table.columns) == ["played", "solved", "wrong type", "loop"]
    assert table.loc["Act"].tolist() == [4, 1, 1, 2]
    assert table.loc["Basic"].tolist() == [1, 1, 0, 0]


def test_mistakes_are_counted_in_a_hundred_steps() -> None:
    frame = episodes({"steps": 20}, {"steps": 30}, {"player": "Basic"})
    made = pd.DataFrame([("Act", "loop", 0), ("Act", "wrong type", 5)], columns=_MISTAKES)
    made["player"] = made["player"].astype(frame["player"].dtype)
    found = tables.mistakes(frame, made)
    assert found["wrong type"].to_dict() == {"Act": 10.0, "Basic": 0.0}


_MISTAKES = ["player", "mistake", "times"]


def test_the_actions_refused_most_come_first_with_their_commonest_mistake() -> None:
    tries = pd.DataFrame(
        [
            ("ferry", "sail", None, 7),
            ("ferry", "sail", "wrong type", 1),
            ("ferry", "sail", "unsatisfied precondition", 2),
            ("ferry", "board", "wrong type", 4),
            ("ferry", "debark", None, 9),
        ],
        columns=["domain", "action", "mistake", "times"],
    )
    found = tables.refused_actions(tries)
    assert found[["action", "tried", "refused", "mistake"]].values.tolist() == [
        ["board", 4, 4, "wrong type"],
        ["sail", 10, 3, "unsatisfied precondition"],
    ]
    assert tables.refused_actions(tries, limit=1)["action"].tolist() == ["board"]


def test_nothing_was_refused() -> None:
    tries = pd.DataFrame(
        [("ferry", "sail", None, 7)], columns=["domain", "action", "mistake", "times"]
    )
    assert tables.refused_actions(tries).empty


def test_scaling_is_shown_where_tasks_come_in_several_sizes() -> None:
    sizes = [{"objects": size} for size in (3, 4, 5, 6)]
    frame = episodes(*sizes, {"domain": "grid"}, {"domain": "grid"})
    assert tables.scaled_domains(frame) == ["ferry"]


def test_the_limit_of_a_planner_is_its_smallest_task_out_of_reach() -> None:
    stopped = [failed(objects=size, cause="time limit", player="BrFS") for size in (9, 7, 8)]
    frame = episodes(*stopped, {"objects": 5, "player": "BrFS"}, failed(objects=2))
    assert tables.limits(frame).values.tolist() == [["ferry", "BrFS", 7]]


def test_objects_are_counted_by_their_names() -> None:
    english = TaskInWords(
        ("truck_0 is at place_10", "the hand is empty", "truck_0 is clear"), (), None
    )
    assert objects(english, "nl") == {"truck_0", "place_10"}
    named = TaskInWords(english.initial, (), None, names=(("truck_0", "t"), ("crate_0", "c")))
    assert objects(named, "nl") == {"truck_0", "crate_0"}  # no fact names the crate
    pddl = TaskInWords(("(at truck0 p-1)", "(handempty)"), (), None)
    assert objects(pddl, "pddl") == {"truck0", "p-1"}


def test_players_are_named_by_what_tells_them_apart() -> None:
    act, basic = (Contender("r", name, "nl", "m") for name in ("act", "basic"))
    random = Contender("r", "random", "nl", "none")
    assert list(labels([act, random, basic]).values()) == ["Basic", "Act", "Random"]
    pddl = Contender("r", "act", "pddl", "m")
    assert labels([act, pddl, random])[pddl] == "Act, pddl"
    assert labels([act, pddl, random])[random] == "Random"
    other = Contender("r", "act", "nl", "n")
    assert labels([act, other])[other] == "Act, n"
    again = Contender("s", "act", "nl", "m")
    assert labels([act, again, basic]) == {basic: "Basic", act: "Act, r", again: "Act, s"}
    walks = [Contender("r", "random", form, "none") for form in ("nl", "pddl")]
    assert len(set(labels([*walks, act]).values())) == 3


def test_a_mechanism_from_another_package_keeps_its_name() -> None:
    own = Contender("r", "act", "nl", "m")
    foreign = Contender("r", "dream", "nl", "m")
    assert list(labels([foreign, own]).values()) == ["Act", "dream"]


@pytest.mark.parametrize(("lengths", "as_short"), [((4, 4), 1.0), ((4, 5), 0.5), ((3, 9), 0.5)])
def test_plans_no_longer_than_the_yardstick_are_counted(
    lengths: tuple[int, int], as_short: float
) -> None:
    frame = episodes(*({"plan_length": length} for length in lengths))
    assert only(tables.plan_lengths(frame), player="Act")["as_short"] == as_short


def test_a_player_without_steps_makes_no_mistakes() -> None:
    frame = episodes(failed(player="FF", steps=0), {"player": "Act"})
    made = pd.DataFrame({"player": ["Act"], "mistake": ["loop"], "times": [2]})
    made["player"] = made["player"].astype(frame["player"].dtype)
    rates = tables.mistakes(frame, made)
    assert rates["loop"].to_dict() == {"Act": 25.0, "FF": 0.0}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [{"player": "Basic, a"}, {"player": "Act, b"}, failed(player="B")],
            "Act (b) and Basic (a) solve most: 100% of their tasks (95%",
        ),
        ([{"player": "A"}, failed(player="B")], "A solves most: 100% of its tasks (95%"),
        ([failed(player="A"), failed(player="B")], "No player that asks a model solved a task."),
        ([{"player": "A"}], "A, the only player that asks a model, solves 100% of its tasks (95%"),
        ([{"player": name} for name in "ABC"], "A, B and C solve the same share, 100% of their"),
        (
            [*({"player": name} for name in "AB"), failed(player="C")],
            "A and B solve most: 100% of their tasks (95%",
        ),
        (
            [*({"player": name} for name in "ABCDE"), failed(player="F")],
            "5 of 6 share first place: each solves 100% of its tasks",
        ),
        ([{"player": name} for name in "ABCDE"], "all 5 solve the same share, 100%"),
    ],
)
def test_who_solved_most(rows: list[dict[str, object]], said: str) -> None:
    coverage = tables.coverage(episodes(*rows, {"player": "Random"}))
    asking = {str(row["player"]) for row in rows}
    assert (
        wording.coverage(coverage, asking)
        .removeprefix("Of the players that ask a model, ")
        .startswith(said)
    )


def test_players_are_told_apart_and_planners_have_no_models_colour() -> None:
    asking = [f"model {number}" for number in range(30)]
    look = figures.looks(["FF", *asking, "BrFS"], asking)
    assert list(look) == ["FF", *asking, "BrFS"]
    assert len({str(each) for each in look.values()}) == len(look)
    colours = {look[name]["color"] for name in asking}
    assert not colours & {look["FF"]["color"], look["BrFS"]["color"]}
