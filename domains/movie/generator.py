"""Movie problems: some kinds of snacks have to be got, and the tape has to be rewound."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names
from domains.suite import schedule

KINDS = ("chips", "dip", "pop", "cheese", "crackers")


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Movie problem is made of."""

    kinds: int = parameter(2, "kinds of snacks to get, of five", least=1)
    snacks: int = parameter(6, "snacks, at least one of every kind", least=len(KINDS))


# A plan gets the snacks in one action each, starts the movie, rewinds it and resets the counter;
# it needs one action more where the tape is rewound at first, and one where the counter is not at
# zero. So the plans have four to ten actions.
SCHEDULE = schedule(
    Parameters,
    (2, 8, range(5, 6)),  # the few-shot example has five actions (paper, appendix B)
    (1, 5, range(4, 5)),
    (1, 9, range(5, 6)),
    (1, 12, range(6, 7)),
    (2, 6, range(5, 6)),
    *((2, 9, range(6, 7)),) * 2,
    (2, 14, range(7, 8)),
    (3, 5, range(6, 7)),
    (3, 10, range(6, 7)),
    *((3, 12, range(7, 8)),) * 2,
    *((3, 15, range(8, 9)),) * 2,
    (4, 8, range(7, 8)),
    *((4, 11, range(8, 9)),) * 2,
    (4, 16, range(9, 10)),
    (5, 10, range(8, 9)),
    (5, 13, range(9, 10)),
    (5, 18, range(10, 11)),
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem in which the tape and its counter start in any of their four states.

    Every state can be left by some action, and every kind has a snack, so there is always a plan.

    Raises:
        ValueError: more kinds are to be got than there are.
    """
    kinds, snacks = parameters.kinds, parameters.snacks
    if kinds > len(KINDS):
        raise ValueError(f"movie needs at most {len(KINDS)} kinds of snacks to get, not {kinds}")
    offered = [*KINDS, *rng.choices(KINDS, k=snacks - len(KINDS))]
    init = [fact(*pair) for pair in zip(offered, shuffled_names(rng, snacks), strict=True)]
    init += [fact(rng.choice(("counter-at-zero", "counter-at-other-than-zero")))]
    init += [fact("movie-rewound")] * rng.randrange(2)
    goal = [fact("movie-rewound"), fact("counter-at-zero")]
    goal += [fact(f"have-{kind}") for kind in rng.sample(KINDS, kinds)]
    objects = [" ".join(numbered_names(snacks))]
    return problem_text(f"movie-k{kinds}-s{snacks}", "movie-strips-complex", objects, init, goal)
