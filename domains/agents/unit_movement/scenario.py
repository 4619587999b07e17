"""A scenario of Unit Movement, and what its rule says of an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domains.agents.answers import AnswerFault, quoted, read_list, text_fields
from domains.agents.task import Assessment

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

    A turn is one move a unit: seed paper 000 speaks of "a single turn", gives no unit two actions
    in its example, and places every unit next to a neighbour of the target (appendix C.4).
    """
    try:
        _surrounded(scenario, _moved(scenario, read_list(answer)))
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
            f"{_units(scenario.wanted)} each after the turn, and {held or 'none'} of them "
            f"{'has' if held <= 1 else 'have'} enough: {counts}."
        )


def _units(count: int) -> str:
    return "unit" if count == 1 else "units"
