"""Ferry problems: some of the cars have to get to another location, the others have to stay."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names
from domains.suite import scaled_schedule, schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Ferry problem is made of."""

    locations: int = parameter(3, "locations", least=2)
    cars: int = parameter(3, "cars", least=1)
    moved: int = parameter(2, "cars that start somewhere else than at their goal", least=1)


# One car takes three or four actions and two cars take six or more, so no optimal plan has the five
# actions that a few-shot example should have (paper, appendix B); four and six come closest.
SCHEDULE = schedule(
    Parameters,
    (3, 2, 1, range(4, 5)),
    (2, 2, 1),
    (2, 2, 2),
    (3, 2, 2),
    (3, 3, 2),
    (4, 2, 2),
    (4, 3, 2),
    (2, 3, 3),
    *((3, 3, 3),) * 2,
    *((4, 3, 3),) * 2,
    (5, 3, 3),
    *((3, 4, 4),) * 2,
    *((4, 5, 4),) * 2,
    *((3, 5, 5),) * 2,
    *((4, 5, 5),) * 2,
)

# Three locations, and all cars have to move (paper, appendix B: more than 80 % of them). See
# docs/domains.md for the sizes at which planners give up.
SCALED = scaled_schedule(Parameters(3, cars, cars) for cars in range(11, 21))


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal gives every car a location.

    It has a plan: the ferry can fetch the cars one after another.

    Raises:
        ValueError: more cars are to be moved than there are.
    """
    locations, cars, moved = parameters.locations, parameters.cars, parameters.moved
    if moved > cars:
        raise ValueError(f"ferry needs at least as many cars as it moves, {moved}, not {cars}")
    names = shuffled_names(rng, locations + cars)
    places, vehicles = names[:locations], names[locations:]
    ends = {car: rng.choice(places) for car in vehicles}
    starts = dict(ends)
    for car in rng.sample(vehicles, moved):
        starts[car] = rng.choice([place for place in places if place != ends[car]])
    init = [
        *(fact("location", place) for place in places),
        *(fact("car", car) for car in vehicles),
        *(fact("not-eq", *pair) for pair in itertools.permutations(places, 2)),
        fact("empty-ferry"),
        fact("at-ferry", rng.choice(places)),
        *(fact("at", car, place) for car, place in starts.items()),
    ]
    goal = [fact("at", car, place) for car, place in ends.items()]
    label = parameters.label("ferry", "lcm")
    objects = [" ".join(numbered_names(len(names)))]
    return problem_text(label, "ferry", objects, init, goal)
