"""Rovers problems: what rovers find out about soil, rock and objectives has to reach a lander."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, problem_text, shuffled_names, typed
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Rovers problem is made of."""

    rovers: int = parameter(1, "rovers, each with a store", least=1)
    waypoints: int = parameter(4, "waypoints", least=2)
    objectives: int = parameter(2, "objectives, of which images can be taken", least=1)
    cameras: int = parameter(1, "cameras of all rovers together", least=1)
    modes: int = parameter(2, "modes of the images", least=1)
    soils: int = parameter(1, "waypoints whose soil data have to be communicated", least=0)
    rocks: int = parameter(0, "waypoints whose rock data have to be communicated", least=0)
    images: int = parameter(1, "images that have to be communicated", least=0)


SCHEDULE = schedule(
    Parameters,
    (1, 3, 1, 1, 2, 1, 0, 1, range(5, 6)),  # the few-shot example (paper, appendix B)
    (1, 3, 1, 1, 1, 1, 0, 0, range(3, 5)),
    (1, 4, 1, 1, 2, 0, 1, 0, range(4, 6)),
    (1, 3, 1, 1, 2, 0, 0, 1, range(4, 6)),
    (1, 4, 1, 1, 2, 1, 1, 0, range(5, 8)),
    (2, 4, 1, 1, 2, 0, 1, 1, range(5, 8)),
    *((1, 4, 2, 1, 2, 1, 0, 1, range(6, 10)),) * 2,
    (2, 4, 2, 2, 2, 1, 1, 0, range(6, 10)),
    (1, 4, 2, 1, 2, 0, 0, 2, range(7, 11)),
    *((2, 4, 2, 2, 2, 1, 1, 1, range(8, 12)),) * 2,
    (1, 5, 1, 1, 2, 2, 1, 0, range(9, 14)),
    (1, 5, 2, 2, 3, 1, 1, 1, range(10, 15)),
    *((2, 5, 2, 2, 3, 1, 1, 2, range(11, 16)),) * 2,
    (2, 5, 2, 3, 3, 2, 1, 1, range(12, 17)),
    *((2, 6, 3, 2, 3, 2, 1, 2, range(13, 19)),) * 2,
    *((2, 6, 3, 3, 3, 2, 2, 2, range(15, 21)),) * 2,
)

Links = tuple[tuple[str, str], ...]  # pairs of waypoints, each pair both ways


@dataclass(frozen=True, slots=True)
class _Site:
    """The waypoints, from which of them which is visible, and the one where the lander is."""

    waypoints: tuple[str, ...]
    sights: Links
    base: str


@dataclass(frozen=True, slots=True)
class _Rover:
    """A rover, the waypoints that it can get to (it starts at the first), and its ways there."""

    name: str
    places: tuple[str, ...]
    ways: Links


_Part = tuple[list[str], list[str], list[str]]
"""What one part of a task adds to a problem: lines of its objects, initial facts, and goals."""


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem in which there is more to find out than has to be communicated.

    There is always a plan: every rover gets to a waypoint that the lander is visible from, a rover
    with the right equipment gets to every sample that is wanted, and the rovers equipped for
    imaging carry cameras for all modes and get to waypoints that each objective is visible from.

    Raises:
        ValueError: nothing has to be communicated, or more than there is to find out.
    """
    count = parameters
    if max(count.soils, count.rocks) > count.waypoints:
        raise ValueError("rovers needs a waypoint for each sample of one kind")
    if count.images > count.objectives * count.modes:
        raise ValueError("rovers needs an objective and a mode of its own for each image")
    if count.soils + count.rocks + count.images == 0:
        raise ValueError("rovers needs something to communicate")
    site = _site(rng, count.waypoints)
    rovers = _rovers(rng, count, site)
    parts = (
        _site_part(site),
        _rovers_part(rng, rovers),
        _samples_part(rng, "soil", count.soils, site, rovers),
        _samples_part(rng, "rock", count.rocks, site, rovers),
        _images_part(rng, count, site, rovers),
    )
    objects, init, goal = ([*itertools.chain(*lines)] for lines in zip(*parts, strict=True))
    return problem_text(count.label("rovers", "rwocmski"), "rover", objects, init, goal)


def _site(rng: random.Random, size: int) -> _Site:
    waypoints = shuffled_names(rng, size, "waypoint")
    # A random tree keeps the waypoints connected; some more pairs make detours.
    tree = [(rng.choice(waypoints[:index]), waypoints[index]) for index in range(1, size)]
    others = [pair for pair in itertools.combinations(waypoints, 2) if pair not in tree]
    pairs = [*tree, *rng.sample(others, rng.randint(0, len(others) // 2))]
    return _Site(tuple(waypoints), _both_ways(pairs), rng.choice(waypoints))


def _rovers(rng: random.Random, count: Parameters, site: _Site) -> tuple[_Rover, ...]:
    found = []
    for name in shuffled_names(rng, count.rovers, "rover"):
        # A rover may have to collect all samples of a kind, and it should be able to move.
        size = rng.randint(max(2, count.soils, count.rocks), count.waypoints)
        places, ways = _explored(rng, site, size)
        found.append(_Rover(name, places, ways))
    return tuple(found)


def _explored(rng: random.Random, site: _Site, size: int) -> tuple[tuple[str, ...], Links]:
    """At least `size` waypoints, connected, with one that the lander is visible from."""
    reporting = {start for start, end in site.sights if end == site.base}
    places = {rng.choice(site.waypoints): None}  # in the order in which they are found
    ways = []
    while len(places) < size or reporting.isdisjoint(places):
        steps = [pair for pair in site.sights if pair[0] in places and pair[1] not in places]
        way = rng.choice(steps)
        ways.append(way)
        places[way[1]] = None
    return tuple(places), _both_ways(ways)


def _both_ways(pairs: list[tuple[str, str]]) -> Links:
    return tuple(way for start, end in pairs for way in ((start, end), (end, start)))


def _site_part(site: _Site) -> _Part:
    init = [fact("visible", *pair) for pair in site.sights]
    init += [fact("at_lander", "lander_0", site.base), fact("channel_free", "lander_0")]
    return [typed(site.waypoints, "waypoint"), typed(["lander_0"], "lander")], init, []


def _rovers_part(rng: random.Random, rovers: tuple[_Rover, ...]) -> _Part:
    stores = shuffled_names(rng, len(rovers), "store")
    init = []
    for rover, store in zip(rovers, stores, strict=True):
        init += [fact("available", rover.name), fact("at", rover.name, rover.places[0])]
        init += [fact("store_of", store, rover.name), fact("empty", store)]
        init += [fact("can_traverse", rover.name, *way) for way in rover.ways]
    return [typed([rover.name for rover in rovers], "rover"), typed(stores, "store")], init, []


def _samples_part(
    rng: random.Random, kind: str, wanted: int, site: _Site, rovers: tuple[_Rover, ...]
) -> _Part:
    equipped = _some(rng, rovers)
    within_reach = {place for rover in equipped for place in rover.places}
    places = [place for place in site.waypoints if place in within_reach]
    goals = rng.sample(places, wanted)
    init = [fact(f"equipped_for_{kind}_analysis", rover.name) for rover in equipped]
    for place in site.waypoints:
        if place in goals or rng.randrange(2):
            init.append(fact(f"at_{kind}_sample", place))
    goal = [fact(f"communicated_{kind}_data", place) for place in goals]
    return [], init, goal


def _images_part(
    rng: random.Random, count: Parameters, site: _Site, rovers: tuple[_Rover, ...]
) -> _Part:
    equipped = _some(rng, rovers)
    objectives = shuffled_names(rng, count.objectives, "objective")
    cameras = shuffled_names(rng, count.cameras, "camera")
    modes = shuffled_names(rng, count.modes, "mode")
    init = [fact("equipped_for_imaging", rover.name) for rover in equipped]
    for objective in objectives:
        views = {rng.choice(rover.places) for rover in equipped} | {rng.choice(site.waypoints)}
        seen_from = [place for place in site.waypoints if place in views]
        init += [fact("visible_from", objective, place) for place in seen_from]
    supporting = {mode: rng.choice(cameras) for mode in modes}
    for camera in cameras:
        init.append(fact("on_board", camera, rng.choice(equipped).name))
        init.append(fact("calibration_target", camera, rng.choice(objectives)))
        for mode in modes:
            if supporting[mode] == camera or rng.randrange(2):
                init.append(fact("supports", camera, mode))
    wanted = rng.sample([*itertools.product(objectives, modes)], count.images)
    objects = [typed(objectives, "objective"), typed(cameras, "camera"), typed(modes, "mode")]
    return objects, init, [fact("communicated_image_data", *image) for image in wanted]


def _some(rng: random.Random, rovers: tuple[_Rover, ...]) -> list[_Rover]:
    return rng.sample(rovers, rng.randint(1, len(rovers)))
