"""What is gathered from results folders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autoplan.report.conversation import Packer
from autoplan.report.material import Material, gather
from autoplan.results.store import Store
from pddl2nl.errors import InputError
from pddl2nl.llm.prices import PriceList
from tests.autoplan.report.played import BACK, BROKEN, DRIVE, LOAD, PLAN, keep, play

PRICES = PriceList.load()


def test_every_episode_has_its_cause_and_its_price(material: Material) -> None:
    frame = material.episodes.set_index(["mechanism", "instance"])
    causes = frame["cause"].to_dict()
    assert causes["basic", "instance-1"] is None
    assert causes["basic", "instance-2"] == "goal not reached"
    assert causes["basic", "instance-10"] == "unsatisfied precondition"
    assert causes["act", "instance-2"] is None
    assert causes["act", "instance-10"] == "not understood"
    assert causes["react", "instance-10"] == "model error"
    # 500 fresh and 500 cached tokens in, 100 out, a call; $2.50, $1.25, $10 a million.
    assert frame["usd"]["act", "instance-1"] == pytest.approx(3 * 0.002875)
    assert frame["usd"]["random", "instance-1"] == 0


def test_limits_of_planners_are_shown_as_their_options_take_them(tmp_path: Path) -> None:
    with Store.open(keep(tmp_path, play("act", BROKEN)), {"verbalizer": "rules"}) as store:
        store.claim_limits(60.0, 8 * 2**30)
    found = gather({"r": tmp_path}, PRICES).settings["r"]
    shown = {name: value for name, value in found.items() if name.endswith("of planners")}
    assert shown == {"time-limit of planners": "60", "memory-limit of planners": "8G"}


def test_steps_are_counted_by_action_and_mistake(tmp_path: Path) -> None:
    keep(tmp_path, play("act", BROKEN, DRIVE, LOAD, BACK))
    found = gather({"r": tmp_path}, PRICES)
    what = ["player", "domain", "action", "mistake"]
    counted = found.steps.fillna({"mistake": "fine"}).set_index(what)["times"]
    assert counted.to_dict() == {
        ("Act", "yard", "drive", "fine"): 2,
        ("Act", "yard", "drive", "unsatisfied precondition"): 1,
        ("Act", "yard", "load", "fine"): 1,
    }


def test_the_plan_of_the_optimal_planner_is_the_optimum_in_every_folder(tmp_path: Path) -> None:
    played = keep(tmp_path / "a", play("act", BROKEN, DRIVE, LOAD, BACK))
    planned = play("random", "")
    key = replace(planned.key, mechanism="lmcut")
    planners = keep(tmp_path / "b", replace(planned, key=key, solved=True, plan_length=3))
    found = gather({"a": played, "b": planners}, PRICES)
    assert found.episodes["optimum"].tolist() == [3, 3]


def test_a_price_that_is_not_known_leaves_the_money_open(tmp_path: Path) -> None:
    keep(tmp_path, play("basic", PLAN, model="compat/nobody"), play("random", ""))
    frame = gather({"r": tmp_path}, PRICES).episodes.set_index("mechanism")
    assert frame["usd"].isna().to_dict() == {"basic": True, "random": False}


def test_folders_of_different_tasks_are_not_mixed(tmp_path: Path) -> None:
    one = keep(tmp_path / "a", play("basic", PLAN))
    other = keep(tmp_path / "b", play("basic", PLAN), digest="5678")
    with pytest.raises(InputError, match=r"the same yard as .* \(what differs: instance-1\)"):
        gather({"a": one, "b": other}, PRICES)


def test_conversations_are_packed_into_chunks_of_a_bounded_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplan.report.conversation.CHUNK_CHARACTERS", 5000)
    keep(tmp_path, *(play("act", BROKEN, instance=f"instance-{number}") for number in range(9)))
    found = gather({"r": tmp_path}, PRICES)
    assert len(found.chunks) > 2
    places = list(zip(found.episodes["chunk"], found.episodes["place"], strict=True))
    assert len(set(places)) == 9
    assert {chunk for chunk, _ in places} == set(range(len(found.chunks)))


def test_nothing_packed_is_no_chunk() -> None:
    assert Packer().chunks() == []
