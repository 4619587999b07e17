"""Lamps in rooms: all of them are to be lit, and some are broken."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.suite import ScheduleEntry


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a problem is made of."""

    rooms: int = parameter(3, "rooms, each with a spare bulb", least=1)
    lamps: int = parameter(4, "lamps", least=1)
    broken: int = parameter(2, "broken lamps, no two in one room", least=0)


# The first is the few-shot example: three lamps, of which two are broken, take five actions.
SCHEDULE = tuple(
    ScheduleEntry(Parameters(rooms, lamps, 2)) for rooms in (2, 3, 4) for lamps in range(3, 10)
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem that can be solved: for each broken lamp there is a spare bulb in its room.

    Raises:
        ValueError: more lamps are to be broken than there are lamps or rooms.
    """
    rooms = [f"room{number}" for number in range(parameters.rooms)]
    lamps = [f"lamp{number}" for number in range(parameters.lamps)]
    if parameters.broken > min(len(rooms), len(lamps)):
        raise ValueError(f"there are too few lamps or rooms for {parameters.broken} broken lamps")
    homes = rng.sample(rooms, parameters.broken)
    homes += rng.choices(rooms, k=len(lamps) - len(homes))
    facts = [
        *(f"(in {lamp} {home})" for lamp, home in zip(lamps, homes, strict=True)),
        *(f"(broken {lamp})" for lamp in lamps[: parameters.broken]),
        *(f"(has-spare-bulb {room})" for room in rooms),
    ]
    return f"""(define (problem lamps-{len(lamps)})
  (:domain lamps)
  (:objects {" ".join(lamps)} - lamp {" ".join(rooms)} - room)
  (:init {" ".join(facts)})
  (:goal (and {" ".join(f"(lit {lamp})" for lamp in lamps)})))
"""
