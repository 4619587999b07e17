"""Transport problems: every package has to be taken to another place."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Transport problem is made of."""

    locations: int = parameter(4, "places", least=2)
    vehicles: int = parameter(1, "vehicles", least=1)
    packages: int = parameter(2, "packages", least=1)
    room: int = parameter(2, "the most packages that a vehicle has room for", least=1)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem on connected roads, each of which leads both ways.

    It has a plan: one vehicle fetches one package after the other and takes it along.
    """
    count = parameters
    places = shuffled_names(rng, count.locations, "location")
    vehicles = numbered_names(count.vehicles, "vehicle")
    packages = numbered_names(count.packages, "package")
    sizes = numbered_names(count.room + 1, "size")
    init = []
    for start, end in _roads(rng, places):
        init += [fact("road", start, end), fact("road", end, start)]
    init += [fact("capacity-predecessor", *pair) for pair in itertools.pairwise(sizes)]
    for vehicle in vehicles:
        room = rng.choice(sizes[1:])
        init += [fact("at", vehicle, rng.choice(places)), fact("capacity", vehicle, room)]
    goal = []
    for package in packages:
        start, end = rng.sample(places, 2)
        init.append(fact("at", package, start))
        goal.append(fact("at", package, end))
    objects = [
        typed(vehicles, "vehicle"),
        typed(packages, "package"),
        typed(numbered_names(count.locations, "location"), "location"),
        typed(sizes, "size"),
    ]
    label = count.label("transport", "lvpr")
    return problem_text(label, "transport", objects, init, goal)


def _roads(rng: random.Random, places: list[str]) -> list[tuple[str, str]]:
    """A random tree, which keeps the places connected, and half as many roads more."""
    tree = [(rng.choice(places[:index]), places[index]) for index in range(1, len(places))]
    known = set(tree)
    others = [pair for pair in itertools.combinations(places, 2) if pair not in known]
    return [*tree, *rng.sample(others, min(len(others), len(places) // 2))]
