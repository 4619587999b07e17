"""Plan files of several planners give the same actions; anything else is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction
from simulator.plans import parse_plan, read_plan

UNSTACK = GroundAction("unstack", ("a", "b"))

names = st.from_regex(r"[a-z][a-z0-9_\-]{0,6}", fullmatch=True)
actions = st.builds(GroundAction, names, st.lists(names, max_size=4).map(tuple))


@pytest.mark.parametrize(
    "line",
    [
        "(unstack a b)",
        "  ( UNSTACK  A\tb )  ",
        "0: (unstack a b)",
        "0.000: (UNSTACK A B) [1.0]",
        "12 : (unstack a b) [ 1 ] ; the first",
        "; a comment\n\n(unstack a b)\n; cost = 1 (unit cost)\n",
        "\ufeff(unstack a b)\r\n",
    ],
)
def test_planners_ways_of_writing_a_step_are_read(line: str) -> None:
    assert parse_plan(line) == (UNSTACK,)


def test_an_action_without_arguments_is_read() -> None:
    assert parse_plan("(noop)\n(noop)") == (GroundAction("noop"), GroundAction("noop"))


def test_nothing_but_comments_is_the_empty_plan() -> None:
    assert parse_plan("; cost = 0 (unit cost)\n\n") == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(unstack a b)\nput it down", "p.txt:2:1:"),
        ("  unstack a b", "p.txt:1:3:"),
        ("(unstack a b", "p.txt:1:1:"),
        ("()", "p.txt:1:1:"),
        ("(unstack a b) (put-down a)", "p.txt:1:15:"),
        ("(unstack (a) b)", "p.txt:1:1:"),
    ],
)
def test_a_line_that_is_no_step_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_plan(text, "p.txt")
    assert str(caught.value).startswith(place)
    assert "(move a b)" in str(caught.value)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"plan\.txt: cannot read the plan: No such file"):
        read_plan(tmp_path / "plan.txt")


def test_a_binary_file_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_plan(path)


@given(st.lists(actions, max_size=6))
def test_a_printed_plan_is_read_back(plan: list[GroundAction]) -> None:
    assert parse_plan("\n".join(map(str, plan))) == tuple(plan)
