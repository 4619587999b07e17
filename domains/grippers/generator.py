"""Grippers problems: every object has to get to another room."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed
from domains.suite import scaled_schedule, schedule

GRIPPERS_PER_ROBOT = 2


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Grippers problem is made of."""

    robots: int = parameter(1, "robots, each with two grippers", least=1)
    rooms: int = parameter(2, "rooms", least=2)
    balls: int = parameter(3, "objects, each of which has to get to another room", least=1)


SCHEDULE = schedule(
    Parameters,
    (1, 2, 2, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (1, 2, 1),
    (1, 3, 1, range(4, 5)),
    (2, 2, 2, range(4, 6)),
    (1, 2, 2, range(6, 8)),
    (1, 3, 2),
    (2, 3, 2),
    (2, 3, 3),
    (1, 2, 3),
    (1, 3, 3),
    (1, 4, 3),
    (2, 4, 3),
    (2, 2, 4),
    (1, 2, 4),
    (1, 3, 4),
    (2, 3, 4),
    (1, 2, 5, range(13, 21)),
    (2, 4, 4, range(12, 21)),
    (1, 3, 5, range(15, 21)),
    (2, 3, 5, range(13, 21)),
    (1, 2, 6, range(16, 21)),
)

# One robot and two rooms, that is IPC-98's Gripper (paper, appendix B). See docs/domains.md for the
# sizes at which planners give up.
SCALED = scaled_schedule(Parameters(1, 2, balls) for balls in range(12, 22))


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal gives every object another room.

    It has a plan: a robot can carry the objects one after another.
    """
    robots = numbered_names(parameters.robots, "robot")
    grippers = shuffled_names(rng, GRIPPERS_PER_ROBOT * parameters.robots, "gripper")
    rooms = numbered_names(parameters.rooms, "room")
    balls = numbered_names(parameters.balls, "ball")
    routes = {ball: rng.sample(rooms, 2) for ball in balls}
    objects = [
        typed(robots, "robot"),
        typed(numbered_names(len(grippers), "gripper"), "gripper"),
        typed(rooms, "room"),
        typed(balls, "object"),
    ]
    init = [fact("at-robby", robot, rng.choice(rooms)) for robot in robots]
    init += [
        fact("free", robots[number // GRIPPERS_PER_ROBOT], gripper)
        for number, gripper in enumerate(grippers)
    ]
    init += [fact("at", ball, start) for ball, (start, _) in routes.items()]
    goal = [fact("at", ball, end) for ball, (_, end) in routes.items()]
    label = parameters.label("grippers", "rxb")
    return problem_text(label, "gripper-strips", objects, init, goal)
