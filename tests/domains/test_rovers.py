"""Rovers: what communicating costs, and which numbers make no problem."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from domains.isomorphism import facts
from domains.rovers.generator import Parameters, generate
from pddl2nl.model import Atom, GroundAction
from pddl2nl.reader import read_domain, read_problem
from simulator.outcome import Applied
from simulator.world import World


def test_the_rover_and_the_channel_are_free_again_at_once_after_communicating() -> None:
    folder = domains.folder("rovers")
    domain = read_domain(domains.domain_file(folder))
    world = World(read_problem(domains.instances(folder)[0], domain))
    state = world.initial
    for line in (folder / "plans" / "instance-1.plan").read_text().splitlines():
        name, *objects = line.strip("()").split()
        outcome = world.step(state, GroundAction(name, tuple(objects)))
        assert isinstance(outcome, Applied)
        state = outcome.state
        assert {
            Atom("available", ("rover_0",)),
            Atom("channel_free", ("lander_0",)),
        } <= state.atoms()
    assert world.goal_reached(state)


@given(soils=st.integers(0, 4), rocks=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_every_sample_that_is_wanted_is_there(soils: int, rocks: int, seed: int) -> None:
    parameters = Parameters(rovers=2, waypoints=4, soils=soils, rocks=rocks)
    init, goal = facts(generate(random.Random(seed), parameters))
    for kind, wanted in (("soil", soils), ("rock", rocks)):
        opening = f"communicated_{kind}_data "
        places = {line.removeprefix(opening) for line in goal if line.startswith(opening)}
        assert len(places) == wanted
        assert {f"at_{kind}_sample {place}" for place in places} <= init


@given(waypoints=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_every_rover_gets_to_a_waypoint_that_the_lander_is_visible_from(
    waypoints: int, seed: int
) -> None:
    init, _ = facts(generate(random.Random(seed), Parameters(rovers=2, waypoints=waypoints)))
    words = [line.split() for line in init]
    (base,) = (items[2] for items in words if items[0] == "at_lander")
    reporting = {items[1] for items in words if items[0] == "visible" and items[2] == base}
    for rover in ("rover_0", "rover_1"):
        ways = [items[2:] for items in words if items[:2] == ["can_traverse", rover]]
        reached = {items[2] for items in words if items[:2] == ["at", rover]}
        for _ in ways:
            reached |= {end for start, end in ways if start in reached}
        assert reached & reporting


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        (Parameters(soils=0, rocks=0, images=0), "something to communicate"),
        (Parameters(waypoints=3, soils=4), "a waypoint for each sample"),
        (Parameters(waypoints=3, rocks=4), "a waypoint for each sample"),
        (Parameters(objectives=1, modes=2, images=3), "an objective and a mode of its own"),
    ],
)
def test_numbers_that_do_not_fit_one_another_are_refused(
    parameters: Parameters, reason: str
) -> None:
    with pytest.raises(ValueError, match=f"rovers needs {reason}"):
        generate(random.Random(0), parameters)
