"""Several samples of a task: in the same words, counted as the field counts them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autoplan
import domains
from autoplan import cli
from autoplan.results.summary import majority, pass_at, sampled, samples_table
from tests.autoplan.report import played
from tests.autoplan.running import refused
from tests.autoplan.served_reader import Player
from tests.autoplan.served_writer import part_of, writing
from tests.chat_server import Behaviour, ChatServer

pytestmark = pytest.mark.usefixtures("key")

FERRY = domains.folder("ferry") / "domain.pddl"
MOST = 6


def test_samples_that_are_unread_bound_the_chances(tmp_path: Path) -> None:
    unread = played.play("basic", f"{played.PLAN}\njuggle crate crate_0", seed=2)
    folder = played.keep(tmp_path / "out", played.play("basic", played.PLAN), unread)
    [found] = sampled(folder)
    assert (found.samples, found.unread) == (2, 1)
    assert (found.majority, found.majority_most, found.agreed) == (0.5, 1.0, "50.0% to 100.0%")
    assert (found.pass_at, found.pass_at_most) == ({1: 0.5, 2: 1.0}, {1: 1.0, 2: 1.0})
    assert (found.chance(1), found.chance(2)) == ("50.0% to 100.0%", "100.0%")
    assert [column.header for column in samples_table([found]).columns][-1] == "unread"


@given(solved=st.lists(st.booleans(), min_size=1, max_size=MOST), data=st.data())
def test_pass_at_k_is_the_share_of_choices_of_k_samples_that_solve(
    solved: list[bool], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(solved)))
    counted = fmean(any(chosen) for chosen in combinations(solved, k))
    assert pass_at(len(solved), sum(solved), k) == pytest.approx(counted)


@pytest.mark.parametrize("k", [0, 4])
def test_no_more_samples_can_be_drawn_than_there_are(k: int) -> None:
    with pytest.raises(ValueError, match=f"{k} of 3"):
        pass_at(3, 1, k)


@pytest.mark.parametrize(
    ("samples", "chance"),
    [
        ([("ab", True), ("ab", True), ("x", False)], 1.0),
        ([("ab", True), ("x", False), ("x", False)], 0.0),
        ([("ab", True), ("x", False)], 0.5),
        ([("", False), ("", False), ("ab", True)], 1.0),
        ([("", True), ("", True), ("ab", False)], 1.0),
        ([("", False)], 0.0),
        ([("ab", True), ("ab", False), ("ab", True), ("ab", True)], 0.75),
    ],
)
def test_the_majority_is_the_plan_given_most_often(
    samples: list[tuple[str, bool | None]], chance: float
) -> None:
    for unread in (False, True):
        assert (
            majority(((tuple(plan), solved) for plan, solved in samples), unread=unread) == chance
        )


@pytest.mark.parametrize(
    ("samples", "low", "high"),
    [
        ([("", None), ("", None)], 0.0, 1.0),
        ([("", None), ("", None), ("ab", True)], 0.0, 1.0),
        ([("", None), ("ab", True), ("ab", True)], 1.0, 1.0),
        ([("", None), ("ab", True), ("x", False)], 0.0, 1.0),
        ([("ab", None), ("ab", True)], 0.5, 1.0),
        ([("", None), ("x", False), ("x", False), ("y", False)], 0.0, 0.0),
    ],
)
def test_unread_samples_bound_the_majority(
    samples: list[tuple[str, bool | None]], low: float, high: float
) -> None:
    plans = [(tuple(plan), solved) for plan, solved in samples]
    assert (majority(plans, unread=False), majority(plans, unread=True)) == (low, high)


def moody(player: Player) -> ChatServer:
    """A model that is right once in four samples, and twice wrong in the same way."""

    honest = writing(player, FERRY)

    def answer(request: dict[str, Any]) -> str | Behaviour:
        right = honest(request)
        if part_of(request) != "plan" or request["seed"] == 1 or not isinstance(right, str):
            return right
        if request["seed"] == 4:
            return "I would rather not."
        return "\n".join([*right.splitlines()[:1], "[PLAN END]"])

    return ChatServer(answer=answer)


def order(server: ChatServer, out: Path, *more: str) -> list[str]:
    return [
        *("eval", "--domain", "ferry", "--instances", "2", "--mechanism", "basic"),
        *("--model", "openai/m-1", "--base-url", server.base_url, "--temperature", "0.7"),
        *("--out", str(out), *more),
    ]


def test_samples_share_their_words_and_are_counted(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with moody(player) as server:
        assert cli.main(order(server, out, "--samples", "4", "--verbalizer", "llm:single")) == 0
        asked = [each.body for each in server.received]
    assert {each["seed"] for each in asked if part_of(each) == "snippet"} == {1}
    assert {each["seed"] for each in asked if part_of(each) == "plan"} == {1, 2, 3, 4}
    assert [path.name for path in (out / "lexicons").iterdir()] == ["ferry-seed1.json"]
    (line,) = sampled(out)
    assert (line.tasks, line.samples, line.pass_at) == (2, 4, {1: 0.25, 4: 1.0})
    assert line.majority == 0.0
    told = capsys.readouterr().out
    assert "pass@1" in told
    assert "pass@4" in told
    page = tmp_path / "page.html"
    assert cli.main(["report", str(out), "-o", str(page)]) == 0
    assert ">pass@4</th>" in page.read_text()
    assert cli.main(["table", str(out), "--pass-at", "2", "3"]) == 0
    assert "50.0%" in capsys.readouterr().out  # 1 - (3 choose 2) / (4 choose 2)


def test_more_samples_are_added_to_those_there_are(player: Player, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with moody(player) as server:
        assert cli.main(order(server, out, "--samples", "1")) == 0
        before = len(server.received)
        assert cli.main(order(server, out, "--samples", "3")) == 0
        assert sorted(each.body["seed"] for each in server.received[before:]) == [2, 2, 3, 3]
    assert sorted(set(autoplan.load(out)["seed"])) == [1, 2, 3]


def test_what_cannot_be_sampled_is_told_in_one_line(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    what = ("eval", "--domain", "ferry", "--mechanism", "basic", "--out", str(tmp_path / "o"))
    assert "needs a --temperature above 0" in refused(capsys, *what, "--samples", "3")
    more = ("--seed", "1", "2", "--temperature", "1")
    assert "several seeds cannot be combined" in refused(capsys, *what, "--samples", "3", *more)
    assert not (tmp_path / "o").exists()
    with moody(player) as server:
        assert cli.main(order(server, tmp_path / "out")) == 0
    told = refused(capsys, "table", str(tmp_path / "out"), "--pass-at", "5")
    assert "pass@5 needs 5 samples of each task; ferry with basic has 1" in told
