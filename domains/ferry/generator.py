"""Ferry problems: some of the cars have to get to another location, the others have to stay."""

from __future__ import annotations

import itertools
import random

from domains.problem_text import fact, numbered_names, problem_text, shuffled_names
from domains.suite import Entry


def _entry(locations: int, cars: int, moved: int, plan_lengths: range = range(3, 21)) -> Entry:
    return Entry({"locations": locations, "cars": cars, "moved": moved}, plan_lengths)


# One car takes three or four actions and two cars take six or more, so no optimal plan has the five
# actions that a few-shot example should have (paper, appendix B); four and six come closest.
SCHEDULE = (
    _entry(3, 2, 1, range(4, 5)),
    _entry(2, 2, 1),
    _entry(2, 2, 2),
    _entry(3, 2, 2),
    _entry(3, 3, 2),
    _entry(4, 2, 2),
    _entry(4, 3, 2),
    _entry(2, 3, 3),
    *(_entry(3, 3, 3),) * 2,
    *(_entry(4, 3, 3),) * 2,
    _entry(5, 3, 3),
    *(_entry(3, 4, 4),) * 2,
    *(_entry(4, 5, 4),) * 2,
    *(_entry(3, 5, 5),) * 2,
    *(_entry(4, 5, 5),) * 2,
)


def generate(rng: random.Random, *, locations: int, cars: int, moved: int) -> str:
    """A problem whose goal gives every car a location.

    Args:
        rng: the source of all choices.
        locations: the number of locations.
        cars: the number of cars.
        moved: how many of the cars start somewhere else than at their goal.

    Raises:
        ValueError: there are fewer than two locations, or `moved` is not between 1 and `cars`.
    """
    if locations < 2 or not 1 <= moved <= cars:
        raise ValueError("ferry needs two locations and between 1 and all of its cars to move")
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
    label = f"ferry-l{locations}-c{cars}-m{moved}"
    objects = [" ".join(numbered_names(len(names)))]
    return problem_text(label, "ferry", objects, init, goal)
