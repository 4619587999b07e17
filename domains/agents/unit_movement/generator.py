"""Random scenarios of Unit Movement (seed paper 000, section 5), with a solution for sure."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import partial

from domains.agents.files import text_of
from domains.agents.task import AgenticTask
from domains.agents.unit_movement.names import CALL_SIGNS, PLACES
from domains.agents.unit_movement.scenario import SIDES, UnitScenario, assess

_NEIGHBOURS = 4
_OUTER = 3  # outer places of each neighbour of the target
_FURTHER_EDGES = 12
_MAX_UNITS = 1_000
_SIDES = "three"  # SIDES, as the request says it


def generate(rng: random.Random, *, units: int = 6, wanted: int = 3) -> AgenticTask:
    """A task of Unit Movement.

    Args:
        rng: the source of all chance.
        units: how many units stand in each of three sections (n).
        wanted: how many units each of three neighbours of the target needs (k).

    Raises:
        ValueError: a size is below one or above 1,000, or more units are wanted than a section
            has.
    """
    scenario = draw(rng, units, wanted)
    return AgenticTask(
        name=f"unit-movement-n{units}-k{wanted}",
        specification=text_of("unit_movement", "specification.txt"),
        request=_request(scenario),
        check=partial(assess, scenario),
        size={"units": units, "wanted": wanted},
    )


def draw(rng: random.Random, units: int, wanted: int) -> UnitScenario:
    """A random scenario; the units of a section can all move to its neighbour of the target.

    The further edges join outer places, as in the paper's printed example (appendix C.4.2), so that
    a neighbour of the target keeps its four edges.

    Raises:
        ValueError: as for `generate`.
    """
    if not 1 <= wanted <= units:
        raise ValueError(
            f"unit-movement needs at least one wanted unit, and no more than the units of a "
            f"section, not wanted={wanted} with units={units}"
        )
    if units > _MAX_UNITS:
        raise ValueError(f"unit-movement has at most {_MAX_UNITS:,} units, not {units:,}")
    target, *places = rng.sample(PLACES, 1 + _NEIGHBOURS * (1 + _OUTER))
    around, outer = places[:_NEIGHBOURS], places[_NEIGHBOURS:]
    sections = [outer[start : start + _OUTER] for start in range(0, len(outer), _OUTER)]
    edges = [(target, place) for place in around]
    edges += [(place, far) for place, far in _own(around, sections)]
    edges += rng.sample(list(itertools.combinations(outer, 2)), _FURTHER_EDGES)
    manned = sorted(rng.sample(range(_NEIGHBOURS), SIDES))
    signs = rng.sample(CALL_SIGNS, SIDES)
    stations = {
        f"{sign}_{number}": rng.choice(sections[section])
        for sign, section in zip(signs, manned, strict=True)
        for number in range(units)
    }
    return UnitScenario(target, _network([target, *places], edges), stations, wanted)


def _own(around: Sequence[str], sections: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    for place, section in zip(around, sections, strict=True):
        yield from ((place, far) for far in section)


def _network(places: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {place: [] for place in places}
    for one, other in edges:
        found[one].append(other)
        found[other].append(one)
    return {place: tuple(neighbours) for place, neighbours in found.items()}


def _request(scenario: UnitScenario) -> str:
    wanted = "1 unit stands" if scenario.wanted == 1 else f"{scenario.wanted} units stand"
    lines = [
        f"Surround {scenario.target} this turn: at least {_SIDES} of its neighbouring locations "
        "must be held.",
        f"A location is held if at least {wanted} there at the end of the turn.",
        "",
        "Units and where they stand:",
        *(f"- {unit}: {place}" for unit, place in scenario.units.items()),
        "",
        "Locations and their neighbours:",
        *(f"- {place}: {', '.join(near)}" for place, near in scenario.network.items()),
    ]
    return "\n".join(lines) + "\n"
