"""Satellite problems: images to take, and directions in which satellites have to end up."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, problem_text, shuffled_names, typed
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Satellite problem is made of."""

    satellites: int = parameter(1, "satellites", least=1)
    instruments: int = parameter(2, "instruments of all satellites together", least=1)
    modes: int = parameter(2, "modes of the images", least=1)
    directions: int = parameter(4, "directions", least=1)
    images: int = parameter(2, "images to take", least=1)
    turned: int = parameter(0, "satellites that have to end up in some direction", least=0)


SCHEDULE = schedule(
    Parameters,
    (1, 2, 2, 3, 1, 0, range(5, 6)),  # the few-shot example: five actions (appendix B)
    (1, 1, 1, 2, 1, 0, range(3, 4)),
    (1, 2, 1, 3, 1, 0, range(4, 6)),
    (2, 2, 2, 3, 1, 0, range(5, 6)),
    (2, 2, 2, 4, 1, 1),
    (1, 2, 2, 4, 2),
    (2, 3, 2, 4, 2),
    (1, 1, 2, 4, 3),
    (2, 2, 2, 4, 2, 1),
    (1, 2, 2, 5, 3),
    (2, 3, 2, 5, 3),
    (2, 4, 3, 5, 3, 1),
    (3, 3, 2, 5, 3, 2),
    *((1, 3, 3, 5, 4, 0, range(10, 16)),) * 2,
    (2, 4, 3, 6, 4, 1, range(10, 17)),
    (3, 5, 3, 6, 4, 2, range(11, 18)),
    *((2, 4, 3, 6, 5, 1, range(13, 19)),) * 2,
    (2, 3, 3, 7, 6, 2, range(16, 19)),
    (2, 3, 3, 7, 6, 2, range(18, 21)),
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem in which every instrument is off at first.

    A satellite can always turn and switch its instruments, and every mode has an instrument, so any
    image can be taken.

    Raises:
        ValueError: there are fewer instruments than satellites, more satellites have to be turned
            than there are, or more images to take than directions and modes admit.
    """
    count = parameters
    if count.instruments < count.satellites or count.turned > count.satellites:
        raise ValueError(
            "satellite needs an instrument on, and at most one turn of, each satellite"
        )
    if count.images > count.directions * count.modes:
        raise ValueError("satellite needs at most one image of every direction in every mode")
    satellites = shuffled_names(rng, count.satellites, "satellite")
    instruments = shuffled_names(rng, count.instruments, "instrument")
    modes = shuffled_names(rng, count.modes, "mode")
    directions = shuffled_names(rng, count.directions, "direction")
    init = [
        *_instrument_facts(rng, satellites, instruments, modes, directions),
        *(fact("power_avail", satellite) for satellite in satellites),
        *(fact("pointing", satellite, rng.choice(directions)) for satellite in satellites),
    ]
    images = rng.sample([*itertools.product(directions, modes)], count.images)
    goal = [fact("have_image", *image) for image in images]
    for satellite in rng.sample(satellites, count.turned):
        goal.append(fact("pointing", satellite, rng.choice(directions)))
    label = count.label("satellite", "simdgt")
    objects = [
        typed(satellites, "satellite"),
        typed(instruments, "instrument"),
        typed(modes, "mode"),
        typed(directions, "direction"),
    ]
    return problem_text(label, "satellite", objects, init, goal)


def _instrument_facts(
    rng: random.Random,
    satellites: list[str],
    instruments: list[str],
    modes: list[str],
    directions: list[str],
) -> list[str]:
    """Where the instruments are, on what they are calibrated, and what they support."""
    homes = [*satellites, *rng.choices(satellites, k=len(instruments) - len(satellites))]
    supported = {instrument: {rng.choice(modes)} for instrument in instruments}
    for mode in modes:
        supported[rng.choice(instruments)].add(mode)
    facts = []
    for instrument, home in zip(instruments, homes, strict=True):
        facts.append(fact("on_board", instrument, home))
        facts.append(fact("calibration_target", instrument, rng.choice(directions)))
        of_its_own = supported[instrument]
        facts += [fact("supports", instrument, mode) for mode in modes if mode in of_its_own]
    return facts
