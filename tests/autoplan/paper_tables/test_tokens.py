"""Input tokens of Act: on the tasks solved everywhere, beside the published means."""

from __future__ import annotations

import pandas as pd

from autoplan.report.paper.filled import tokens_sheet
from autoplan.report.paper.played import Side, Tokens, act_tokens
from autoplan.results.record import BY_HAND, PDDL2NL

NL, PDDL, HAND = Side(PDDL2NL, "nl"), Side(PDDL2NL, "pddl"), Side(BY_HAND, "nl")


def episode(
    instance: str,
    side: Side,
    tokens: int,
    *,
    solved: bool = True,
    seed: int = 1,
    mechanism: str = "act",
    estimated: bool = False,
) -> dict[str, object]:
    return {
        "domain": "ferry",
        "instance": instance,
        "mechanism": mechanism,
        "input": side.input,
        "model": "m",
        "seed": seed,
        "solved": solved,
        "snippets": side.snippets,
        "planner_tokens": tokens,
        "tokens_estimated": estimated,
    }


def test_tasks_count_that_were_solved_on_all_sides() -> None:
    frame = pd.DataFrame(
        [
            *(episode("one", NL, 100), episode("one", PDDL, 80)),
            *(episode("two", NL, 300), episode("two", PDDL, 100)),
            *(episode("three", NL, 900), episode("three", PDDL, 900, solved=False)),
            *(episode("four", NL, 900), episode("four", PDDL, 900, mechanism="react")),
            *(episode("five", NL, 900, seed=1), episode("five", PDDL, 900, seed=2)),
        ]
    )
    assert act_tokens(frame, "m", [NL, PDDL]) == {"ferry": Tokens(2, (200.0, 90.0), False)}
    assert act_tokens(frame, "other", [NL, PDDL]) == {}


def test_snippets_by_people_are_a_side_of_their_own() -> None:
    frame = pd.DataFrame([episode("one", NL, 100), episode("one", HAND, 70, estimated=True)])
    assert act_tokens(frame, "m", [NL, HAND]) == {"ferry": Tokens(1, (100.0, 70.0), True)}


def test_ours_stand_beside_the_published_means() -> None:
    published = {
        "ferry": {"nl": 1000, "pddl": 500},
        "floortile": {},
        "grid": {"nl": 3000, "pddl": 3000},
        "movie": {"nl": 1000, "pddl": 1000},
    }
    ours = {
        "ferry": Tokens(4, (1200.4, 600.0), True),
        "floortile": Tokens(2, (50.0, 60.0), False),
        "grid": Tokens(1, (2800.0, 5400.0), False),
        "own": Tokens(1, (1.0, 2.0), False),
    }
    assert tokens_sheet("T", ("nl", "pddl"), published, ours).rows == (
        ("ferry", "4", "~1,200 (1,000)", "~600 (500)"),
        ("floortile", "2", "50", "60"),
        ("grid", "1", "2,800 (3,000)", "5,400 (3,000)"),
        ("movie", "–", "(1,000)", "(1,000)"),
        ("own", "1", "1", "2"),
        ("Σ", "5", "~4,000 (4,000)", "~6,000 (3,500)"),
        ("ratio", "", "1.00 (1.00)", "1.50 (0.88)"),
    )


def test_without_figures_of_ours_there_are_no_sums() -> None:
    assert tokens_sheet("T", ("nl",), {"ferry": {"nl": 10}}, {}).rows == (("ferry", "–", "(10)"),)
