"""Spanner problems: all nuts at the end of the path have to be tightened."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, typed


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Spanner problem is made of."""

    locations: int = parameter(3, "places on the path between shed and gate", least=1)
    spanners: int = parameter(2, "spanners", least=1)
    nuts: int = parameter(1, "nuts, at most one a spanner", least=1)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem with a spanner for each nut.

    It has a plan: the man picks up every spanner on his way, and tightens each nut with another.

    Raises:
        ValueError: there are more nuts than spanners.
    """
    count = parameters
    if count.nuts > count.spanners:
        raise ValueError(f"spanner needs a spanner for each of {count.nuts} nuts")
    places = numbered_names(count.locations, "location")
    path = ["shed", *places, "gate"]
    spanners = numbered_names(count.spanners, "spanner")
    nuts = numbered_names(count.nuts, "nut")
    init = [fact("at", "bob", "shed")]
    for spanner in spanners:
        init += [fact("at", spanner, rng.choice(places)), fact("usable", spanner)]
    for nut in nuts:
        init += [fact("at", nut, "gate"), fact("loose", nut)]
    init += [fact("link", *pair) for pair in itertools.pairwise(path)]
    objects = [
        typed(["bob"], "man"),
        typed(spanners, "spanner"),
        typed(nuts, "nut"),
        typed(path, "location"),
    ]
    goal = [fact("tightened", nut) for nut in nuts]
    label = count.label("spanner", "lsn")
    return problem_text(label, "spanner", objects, init, goal)
