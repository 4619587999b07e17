"""Unit Movement: units move one step each, until a place is surrounded (ProcLLM paper).

A scenario, what its rule says of an answer, and random scenarios (section 5), with a solution for
sure.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from domains.agents.task import (
    AgenticTask,
    AnswerFault,
    Assessment,
    quoted,
    read_json,
    text_fields,
    text_of,
)

SIDES = 3
"""From how many neighbouring places the target has to be surrounded."""

_KEYS = ("unit_id", "action_type", "location")


@dataclass(frozen=True, slots=True)
class UnitScenario:
    """Units in a network of places.

    Args:
        target: the place to surround.
        network: the neighbours of each place, both ways.
        units: where each unit stands.
        wanted: how many units hold a place.
    """

    target: str
    network: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]
    wanted: int


def assess(scenario: UnitScenario, answer: str) -> Assessment:
    """Whether a list of moves surrounds the target, each unit moving at most once.

    A turn is one move per unit: the ProcLLM paper speaks of "a single turn", gives no unit two
    actions in its example, and places every unit next to a neighbour of the target (appendix C.4).
    """
    try:
        _surrounded(scenario, _moved(scenario, read_json(answer, list)))
    except AnswerFault as fault:
        return Assessment(False, str(fault))
    return Assessment(True)


def _moved(scenario: UnitScenario, moves: Sequence[object]) -> Mapping[str, str]:
    """Where the units stand after the moves."""
    places = dict(scenario.units)
    moved: set[str] = set()
    for number, move in enumerate(moves, 1):
        unit, kind, goal = text_fields(move, _KEYS, f"Action {number}")
        if kind != "move":
            raise AnswerFault(
                f'Action {number} has the type {quoted(kind)}; the only type is "move".'
            )
        if unit not in places:
            raise AnswerFault(f"Action {number} is for {quoted(unit)}, but there is no such unit.")
        if goal not in scenario.network:
            raise AnswerFault(f"Action {number} leads to {quoted(goal)}, which is no location.")
        if unit in moved:
            raise AnswerFault(
                f"Action {number} moves {unit} again; a unit moves at most once in a turn."
            )
        if goal not in scenario.network[places[unit]]:
            raise AnswerFault(
                f"Action {number} moves {unit} from {places[unit]} to {goal}, which is no "
                "neighbour of it."
            )
        places[unit] = goal
        moved.add(unit)
    return places


def _surrounded(scenario: UnitScenario, places: Mapping[str, str]) -> None:
    present = Counter(places.values())
    around = scenario.network[scenario.target]
    held = sum(present[place] >= scenario.wanted for place in around)
    if held < SIDES:
        counts = ", ".join(f"{place} has {present[place]}" for place in around)
        raise AnswerFault(
            f"{SIDES} neighbours of {scenario.target} need at least {scenario.wanted} "
            f"unit{'' if scenario.wanted == 1 else 's'} each after the turn, and "
            f"{held or 'none'} of them {'has' if held <= 1 else 'have'} enough: {counts}."
        )


PLACES = tuple(
    """
    Alderbrook Amberley Ashcombe Barrowdale Beechmoor Birchfield Blackmere Bramblewick Brightwater
    Cloverdown Copperhill Cranmoor Dovecote Driftwood Elmstead Fernleigh Foxhollow Gorsebank
    Greystone Hartsford Hazelmere Heatherton Ivybridge Juniper Kestrelgate Larkrise Lindenhall
    Longmeadow Mapledene Marshgate Millbrook Netherby Oakhampton Orchardside Otterburn Pebblecombe
    Quarrymoor Ravenscar Redcliff Rowanwood Saltmarsh Sandhaven Silverdale Stonebridge Thistledown
    Tidewell Underhill Vinebank Wheatley Willowford Windmere Yarrowfield
    """.split()
)

CALL_SIGNS = tuple(
    """
    Anvil Badger Cobalt Falcon Granite Hammer Javelin Lancer Magpie Nomad Osprey Panther Ranger
    Saber Talon Viper Wolf Zephyr
    """.split()
)


_NEIGHBOURS = 4
_OUTER = 3  # outer places of each neighbour of the target
_FURTHER_EDGES = 12
_MAX_UNITS = 1_000
_SIDES = "three"  # SIDES, as the request says it


def generate(rng: random.Random, *, units: int = 6, wanted: int = 3) -> AgenticTask:
    """A task of Unit Movement.

    Args:
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
    own = zip(around, sections, strict=True)
    edges += [(place, far) for place, section in own for far in section]
    edges += rng.sample(list(itertools.combinations(outer, 2)), _FURTHER_EDGES)
    manned = sorted(rng.sample(range(_NEIGHBOURS), SIDES))
    signs = rng.sample(CALL_SIGNS, SIDES)
    stations = {
        f"{sign}_{number}": rng.choice(sections[section])
        for sign, section in zip(signs, manned, strict=True)
        for number in range(units)
    }
    return UnitScenario(target, _network([target, *places], edges), stations, wanted)


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
