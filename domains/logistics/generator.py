"""Logistics problems: one truck a city, packages that all have to move."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Logistics problem is made of."""

    cities: int = parameter(2, "cities, each with one truck", least=1)
    size: int = parameter(2, "locations in a city, of which one is the airport", least=1)
    packages: int = parameter(2, "packages", least=1)
    airplanes: int = parameter(1, "airplanes", least=1)


SCHEDULE = schedule(
    Parameters,
    (2, 1, 2, 1, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (1, 3, 1, 1),
    (2, 1, 1, 1),
    (1, 3, 2, 1),
    (2, 1, 2, 1, range(6, 10)),
    (2, 1, 3, 1),
    (3, 1, 2, 1),
    (1, 4, 3, 1),
    *((2, 2, 1, 1),) * 2,
    *((2, 2, 2, 1, range(8, 21)),) * 3,
    *((2, 2, 2, 2, range(8, 21)),) * 2,
    *((3, 2, 2, 1, range(10, 21)),) * 2,
    *((2, 3, 2, 1, range(10, 21)),) * 2,
    *((2, 2, 3, 1, range(14, 21)),) * 2,
)


@dataclass(frozen=True, slots=True)
class _City:
    """A city, its truck and its locations, the first of which is the airport."""

    name: str
    truck: str
    locations: tuple[str, ...]


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem in which every package has to get to another location.

    It has a plan: trucks reach all of their city, and airplanes reach every airport.

    Raises:
        ValueError: there is one location only, so nothing could move.
    """
    cities, size = parameters.cities, parameters.size
    if cities * size < 2:
        raise ValueError("logistics needs at least two locations: more cities, or larger ones")
    packages, airplanes = parameters.packages, parameters.airplanes
    names = shuffled_names(rng, cities * (2 + size) + packages + airplanes)
    places = iter(names)
    towns = [
        _City(next(places), next(places), tuple(next(places) for _ in range(size)))
        for _ in range(cities)
    ]
    planes = [next(places) for _ in range(airplanes)]
    cargo = list(places)
    locations = [place for town in towns for place in town.locations]
    routes = {item: rng.sample(locations, 2) for item in cargo}
    init = [
        *_static_facts(towns, planes, cargo),
        *(fact("at", town.truck, rng.choice(town.locations)) for town in towns),
        *(fact("at", plane, rng.choice(towns).locations[0]) for plane in planes),
        *(fact("at", item, start) for item, (start, _) in routes.items()),
    ]
    goal = [fact("at", item, end) for item, (_, end) in routes.items()]
    label = parameters.label("logistics", "cspa")
    objects = [" ".join(numbered_names(len(names)))]
    return problem_text(label, "logistics", objects, init, goal)


def _static_facts(towns: list[_City], planes: list[str], cargo: list[str]) -> list[str]:
    facts = [fact("airplane", plane) for plane in planes]
    facts += [fact("package", item) for item in cargo]
    for town in towns:
        facts += [fact("city", town.name), fact("truck", town.truck)]
        facts += [fact("airport", town.locations[0])]
        for place in town.locations:
            facts += [fact("location", place), fact("in-city", place, town.name)]
    return facts
