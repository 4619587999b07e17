"""Crafter as it is played and described: one small map, built once for all tests."""

from __future__ import annotations

import copy
import math
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.agents.worlds.crafter import (
    ACHIEVEMENTS,
    ACTIONS,
    CrafterView,
    CrafterWorld,
    Moment,
    Sighting,
    play_at_random,
    score,
    success_rates,
    view_text,
)

pytest.importorskip("crafter", reason="the extra agents is not installed")

AREA = (24, 24)


@pytest.fixture(scope="module")
def fresh() -> CrafterWorld:
    return CrafterWorld(3, area=AREA)


@pytest.fixture
def world(fresh: CrafterWorld) -> CrafterWorld:
    return copy.deepcopy(fresh)


VIEW = CrafterView(
    step=205,
    facing="north",
    sightings=(
        *(Sighting("zombie", east, 0) for east in (-1, 1)),
        *(Sighting("grass", 0, south) for south in (-1, 1)),
        Sighting("tree", -1, -2),
        Sighting("tree", -2, 0),
        Sighting("tree", 4, 3),
        Sighting("table", 3, 2),
    ),
    vitals={"health": 1, "food": 7, "drink": 6, "energy": 9},
    inventory={"sapling": 1, "wood_pickaxe": 1},
    asleep=False,
)


def test_an_observation_reads_as_in_the_paper() -> None:
    assert view_text(VIEW).splitlines() == [
        "== Gamestep 205 ==",
        "* Observation (1-step):",
        "- zombie: west, 1W",
        "- zombie: east, 1E",
        "- grass: north, 1N (facing)",
        "- grass: south, 1S",
        "* Near-by objects (7x9 grid):",
        "- table 5 steps to south-east, 2S 3E",
        "- tree 2 steps to west, 2W",
        "- tree 3 steps to north-west, 2N 1W",
        "- zombie 1 steps to west, 1W",
        "- zombie 1 steps to east, 1E",
        "* Further to the north: 1 grass(s), 1 tree(s).",
        "* Vitals:",
        "- health: 1/9",
        "- food: 7/9",
        "- drink: 6/9",
        "- energy: 9/9",
        "* Inventory:",
        "- sapling: 1",
        "- wood_pickaxe: 1",
    ]


def test_the_half_of_the_view_ahead_is_counted_whole(world: CrafterWorld) -> None:
    moment = world.act("move_north")
    (line,) = (each for each in view_text(moment.view).splitlines() if "Further to the" in each)
    numbers = [int(word) for word in line.split() if word.isdigit()]
    assert sum(numbers) == 3 * 9
    assert line.startswith("* Further to the north")


def test_moves_go_where_their_names_say(world: CrafterWorld) -> None:
    trees = {(each.east, each.south) for each in world.view().sightings if each.kind == "tree"}
    after = world.act("move_west").view
    assert after.facing == "west"
    moved = {(each.east, each.south) for each in after.sightings if each.kind == "tree"}
    shown = {(east + 1, south) for east, south in trees if east + 1 <= 4}
    assert shown <= moved


def test_repeats_count_as_steps_and_end_with_the_game() -> None:
    short = CrafterWorld(3, area=AREA, length=5)
    assert short.act("noop", 3).repeats == 3
    assert short.act("noop", 9).repeats == 2
    assert short.finished
    assert short.run.steps == 5
    assert not short.run.died
    with pytest.raises(ValueError, match="the game is over"):
        short.act("noop")


def test_wood_is_collected_from_the_tree_that_is_faced(world: CrafterWorld) -> None:
    moment = _beside_a_tree(world)
    before = moment.view.inventory.get("wood", 0)
    taken = world.act("do")
    assert taken.view.inventory["wood"] == before + 1
    assert taken.unlocked == ("collect_wood",)
    assert taken.reward == pytest.approx(1.0, abs=0.11)
    assert "collect_wood" not in world.remaining


def test_an_unknown_action_names_those_that_there_are(world: CrafterWorld) -> None:
    with pytest.raises(ValueError, match=r"'fly'.*move_west"):
        world.act("fly")


def test_a_seed_gives_the_same_episode_in_another_process() -> None:
    """The game keeps creatures in sets, whose order depends on the process."""
    program = (
        "import random\n"
        "from simulator.agents.worlds.crafter import CrafterWorld, play_at_random\n"
        f"world = CrafterWorld(3, area={AREA})\n"
        "print(play_at_random(world, random.Random(1)))"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    here = play_at_random(CrafterWorld(3, area=AREA), random.Random(1))
    assert other.stdout.strip() == str(here)


def test_a_player_who_waits_dies_of_want(world: CrafterWorld) -> None:
    world.act("noop", 10_000)
    assert world.finished
    assert world.run.died
    assert world.run.reward == pytest.approx(-0.9)


RATE = st.floats(0, 100)


@given(st.lists(RATE, min_size=len(ACHIEVEMENTS), max_size=len(ACHIEVEMENTS)))
def test_the_score_lies_between_the_rates(rates: list[float]) -> None:
    found = score(dict(zip(ACHIEVEMENTS, rates, strict=True)))
    assert min(rates) - 1e-9 <= found <= max(rates) + 1e-9


def test_the_score_is_the_geometric_mean_of_rates_raised_by_one() -> None:
    rates = success_rates([("wake_up", "collect_wood"), ()])
    assert rates["wake_up"] == 50.0
    assert rates["eat_plant"] == 0.0
    assert score(rates) == pytest.approx(math.exp(2 * math.log(51) / 22) - 1)


def test_all_actions_have_the_games_order() -> None:
    import crafter

    names = {"left": "west", "right": "east", "up": "north", "down": "south"}
    expected = [
        f"move_{names[name.removeprefix('move_')]}" if name.startswith("move_") else name
        for name in crafter.constants.actions
    ]
    assert list(ACTIONS) == expected
    assert sorted(ACHIEVEMENTS) == crafter.constants.achievements


def _beside_a_tree(world: CrafterWorld) -> Moment:
    """Walk to the nearest tree, first along one axis, then along the other."""
    for _ in range(60):
        view = world.view()
        tree = min(
            (each for each in view.sightings if each.kind == "tree"), key=lambda each: each.distance
        )
        if tree.east:
            moment = world.act("move_east" if tree.east > 0 else "move_west")
        else:
            moment = world.act("move_south" if tree.south > 0 else "move_north")
        if moment.view.sides[moment.view.facing] == "tree":
            return moment
    raise AssertionError("no tree was reached")
