"""Depot problems: crates have to be stacked anew, on pallets at depots and distributors."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, typed
from domains.suite import schedule


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Depot problem is made of."""

    depots: int = parameter(1, "depots", least=1)
    distributors: int = parameter(1, "distributors", least=1)
    trucks: int = parameter(1, "trucks", least=1)
    pallets: int = parameter(2, "pallets, at least one at each depot and distributor", least=2)
    hoists: int = parameter(2, "hoists, at least one at each depot and distributor", least=2)
    crates: int = parameter(2, "crates", least=1)


SCHEDULE = schedule(
    Parameters,
    # Five actions move a crate to where a truck waits for it (paper, appendix B).
    (1, 1, 1, 2, 2, 1, range(5, 6)),
    (1, 1, 1, 2, 2, 1, range(6, 7)),
    (1, 1, 1, 3, 2, 2, range(3, 6)),
    (2, 1, 1, 3, 3, 1, range(6, 8)),
    (2, 1, 2, 4, 3, 2, range(5, 8)),
    (1, 1, 1, 3, 2, 3, range(6, 10)),
    *((1, 1, 1, 2, 2, 2, range(8, 12)),) * 2,
    *((2, 1, 1, 3, 3, 2, range(8, 14)),) * 3,
    (1, 1, 1, 3, 2, 3, range(10, 14)),
    *((2, 1, 2, 3, 3, 2, range(10, 14)),) * 2,
    *((2, 1, 1, 4, 3, 3, range(11, 16)),) * 2,
    *((2, 1, 2, 3, 3, 3, range(13, 19)),) * 2,
    (3, 1, 2, 4, 4, 3, range(14, 20)),
    (1, 1, 1, 3, 2, 4, range(15, 21)),
    (2, 1, 2, 4, 3, 4, range(16, 21)),
)

Stacks = Mapping[str, tuple[str, ...]]  # by pallet, from the lowest crate to the highest


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose goal says what every crate stands on.

    It has a plan: a truck can take in all crates, and then deliver them from the bottom of each
    stack to its top.

    Raises:
        ValueError: a depot or distributor would be left without a pallet or a hoist.
    """
    count = parameters.depots + parameters.distributors
    if min(parameters.pallets, parameters.hoists) < count:
        raise ValueError(f"depot needs {count} pallets and {count} hoists, one each at every place")
    depots = numbered_names(parameters.depots, "depot")
    distributors = numbered_names(parameters.distributors, "distributor")
    trucks = numbered_names(parameters.trucks, "truck")
    pallets = numbered_names(parameters.pallets, "pallet")
    hoists = numbered_names(parameters.hoists, "hoist")
    crates = numbered_names(parameters.crates, "crate")
    places = depots + distributors
    sites = _spread(rng, pallets, places)
    stacks = _random_stacks(rng, pallets, crates)
    init = [fact("at", truck, rng.choice(places)) for truck in trucks]
    for hoist, place in _spread(rng, hoists, places).items():
        init += [fact("at", hoist, place), fact("available", hoist)]
    init += _state(stacks, sites)
    objects = [
        typed(depots, "depot"),
        typed(distributors, "distributor"),
        typed(trucks, "truck"),
        typed(pallets, "pallet"),
        typed(hoists, "hoist"),
        typed(crates, "crate"),
    ]
    label = parameters.label("depot", "eitphc")
    return problem_text(label, "depots", objects, init, _open_goal(rng, stacks, crates))


def _spread(rng: random.Random, things: list[str], places: list[str]) -> dict[str, str]:
    """A place for each thing, and at least one thing for each place."""
    spare = [rng.choice(places) for _ in things[len(places) :]]
    return dict(zip(things, rng.sample(places + spare, len(things)), strict=True))


def _random_stacks(rng: random.Random, pallets: list[str], crates: list[str]) -> Stacks:
    stacks: dict[str, tuple[str, ...]] = dict.fromkeys(pallets, ())
    for crate in rng.sample(crates, len(crates)):
        pallet = rng.choice(pallets)
        stacks[pallet] = (*stacks[pallet], crate)
    return stacks


def _open_goal(rng: random.Random, stacks: Stacks, crates: list[str]) -> list[str]:
    # There are two pallets or more, so some other way to stack the crates is drawn in the end.
    while True:
        goal = list(_on_facts(_random_stacks(rng, list(stacks), crates)))
        if set(goal) != set(_on_facts(stacks)):
            return goal


def _on_facts(stacks: Stacks) -> Iterator[str]:
    for pallet, crates in stacks.items():
        for lower, upper in itertools.pairwise((pallet, *crates)):
            yield fact("on", upper, lower)


def _state(stacks: Stacks, sites: Mapping[str, str]) -> Iterator[str]:
    for pallet, crates in stacks.items():
        for surface in (pallet, *crates):
            yield fact("at", surface, sites[pallet])
        yield fact("clear", (pallet, *crates)[-1])
    yield from _on_facts(stacks)
