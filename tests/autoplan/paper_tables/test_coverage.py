"""Tasks solved: added up as in the paper, and set beside its numbers."""

from __future__ import annotations

import pandas as pd

from autoplan.report.paper.filled import coverage_sheet
from autoplan.report.paper.numbers import Column, Coverage, PublishedRow
from autoplan.report.paper.played import Score, compared, models, scores
from autoplan.results.record import OBFUSCATED, PDDL2NL

ACT, LMCUT = Column("act", "nl"), Column("lmcut")
TABLE = Coverage(
    (ACT, LMCUT),
    (
        PublishedRow("ferry", ("ferry",), PDDL2NL, 2, {ACT: 1, LMCUT: 2}),
        PublishedRow("grid", ("grid", "grid11"), PDDL2NL, 20, {ACT: 16, LMCUT: 20}),
        PublishedRow("ferry", ("ferry",), OBFUSCATED, 2, {ACT: 0}),
    ),
)


def episodes(*rows: tuple[str, str, str, str, int, bool], snippets: str = PDDL2NL) -> pd.DataFrame:
    columns = ["domain", "instance", "mechanism", "model", "seed", "solved"]
    return pd.DataFrame(rows, columns=columns).assign(input="nl", snippets=snippets)


def test_a_score_is_the_mean_over_seeds_added_up_over_tasks() -> None:
    frame = episodes(
        ("ferry", "one", "act", "m", 1, True),
        ("ferry", "one", "act", "m", 2, False),
        ("ferry", "two", "act", "m", 1, True),
        ("ferry", "two", "act", "m", 2, True),
    )
    assert scores(frame, "m") == {("ferry", PDDL2NL, ACT): Score(1.5, 2)}


def test_a_seed_that_is_not_complete_does_not_weigh_more() -> None:
    frame = episodes(
        ("ferry", "one", "act", "m", 1, True),
        ("ferry", "one", "act", "m", 2, True),
        ("ferry", "two", "act", "m", 1, False),
    )
    assert scores(frame, "m")["ferry", PDDL2NL, ACT] == Score(1.0, 2)


def test_what_is_unread_makes_a_score_a_range() -> None:
    frame = episodes(
        ("ferry", "one", "act", "m", 1, True),
        ("ferry", "one", "act", "m", 2, None),  # type: ignore[arg-type]
        ("ferry", "two", "act", "m", 1, None),  # type: ignore[arg-type]
    ).astype({"solved": "boolean"})
    found = scores(frame, "m")
    assert found == {("ferry", PDDL2NL, ACT): Score(0.5, 2, 1.5)}
    sheet = coverage_sheet("T", TABLE, found)
    assert sheet.rows[0] == ("ferry", "2", "0.5 to 2 (1)", "– (2)")
    assert "could not be read" in sheet.notes[-1]
    assert str(Score(40.0, 60, 6.0) + Score(1.5, 2)) == "41.5 to 47.5"


def test_models_are_told_apart_and_planners_stand_beside_each() -> None:
    frame = episodes(
        ("ferry", "one", "act", "m", 1, True),
        ("ferry", "one", "act", "n", 1, False),
        ("ferry", "one", "lmcut", "none", 1, True),
    )
    assert models(frame) == ["m", "n"]
    for model, solved in (("m", 1.0), ("n", 0.0)):
        assert scores(frame, model) == {
            ("ferry", PDDL2NL, ACT): Score(solved, 1),
            ("ferry", PDDL2NL, LMCUT): Score(1.0, 1),
        }


def test_an_offline_model_does_not_stand_beside_published_figures() -> None:
    frame = episodes(
        ("ferry", "one", "act", "openai/m", 1, True),
        ("ferry", "one", "act", "reader", 1, True),
        ("ferry", "one", "lmcut", "none", 1, True),
    )
    planner = {("ferry", PDDL2NL, LMCUT): Score(1.0, 1)}
    assert compared(frame, "reader") == planner
    assert compared(frame, "openai/m") == {("ferry", PDDL2NL, ACT): Score(1.0, 1), **planner}


def test_planners_alone_are_a_table_too() -> None:
    frame = episodes(("ferry", "one", "lmcut", "none", 1, True))
    assert models(frame) == ["none"]
    assert scores(frame, "none") == {("ferry", PDDL2NL, LMCUT): Score(1.0, 1)}


def test_ours_stand_beside_the_published_numbers() -> None:
    found = {
        ("ferry", PDDL2NL, ACT): Score(1.5, 2),
        ("grid", "", LMCUT): Score(4.0, 4),
        ("grid11", "", LMCUT): Score(0.96, 1),
        ("ferry", OBFUSCATED, ACT): Score(2.0, 2),
        ("ferry", OBFUSCATED, LMCUT): Score(2.0, 2),
        ("ferry", "words", ACT): Score(3.0, 3),
        ("elsewhere", PDDL2NL, ACT): Score(3.0, 3),
    }
    assert coverage_sheet("T", TABLE, found).rows == (
        ("ferry", "2", "1.5 (1)", "– (2)"),
        ("grid", "20", "– (16)", "5/5 (20)"),
        ("ferry, obfuscated", "2", "2 (0)", "2"),
        ("ferry, words", "3", "3", ""),
        ("Σ, this run", "20", "1.5/2 (1)", "5/5 (20)"),
        ("Σ, words", "3", "3", ""),
        ("Σ, published", "22", "(17)", "(22)"),
    )


def test_sums_leave_out_what_was_not_played() -> None:
    rows = coverage_sheet("T", TABLE, {}).rows
    assert rows[0] == ("ferry", "2", "– (1)", "– (2)")
    assert rows[-2] == ("Σ, this run", "0", "", "")
