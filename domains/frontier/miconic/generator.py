"""Miconic problems: every passenger has to be taken to another floor."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, typed


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Miconic problem is made of."""

    floors: int = parameter(4, "floors", least=2)
    passengers: int = parameter(2, "passengers", least=1)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem in which the lift can go from every floor to every other.

    It has a plan: one passenger after the other is fetched and taken along.
    """
    floors = numbered_names(parameters.floors, "floor")
    passengers = numbered_names(parameters.passengers, "passenger")
    init = [fact("above", *pair) for pair in itertools.combinations(floors, 2)]
    for passenger in passengers:
        origin, destination = rng.sample(floors, 2)
        init += [fact("origin", passenger, origin), fact("destin", passenger, destination)]
    init.append(fact("lift-at", rng.choice(floors)))
    objects = [typed(passengers, "passenger"), typed(floors, "floor")]
    goal = [fact("served", passenger) for passenger in passengers]
    label = parameters.label("miconic", "fp")
    return problem_text(label, "miconic", objects, init, goal)
