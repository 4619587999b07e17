"""What is seen of Crafter, as values, and these in words (seed paper 002, appendix E.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

ROWS, COLUMNS = 7, 9
"""The part of the map that is seen, the player in its middle."""

COMPASS: Mapping[str, tuple[int, int]] = {
    "west": (-1, 0),
    "east": (1, 0),
    "north": (0, -1),
    "south": (0, 1),
}
"""The four directions as steps (to the east, to the south), as the game counts them."""

GROUND = frozenset(("grass", "sand", "path"))
"""What one walks on; it is counted, but not listed among the objects."""

_NEAREST = 2
"""How many objects of each kind are listed."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something in view.

    Args:
        kind: what it is: `tree`, `zombie`.
        east: its distance to the east in steps, negative to the west.
        south: its distance to the south in steps, negative to the north.
    """

    kind: str
    east: int
    south: int

    @property
    def distance(self) -> int:
        """How many steps lead there, since none goes diagonally."""
        return abs(self.east) + abs(self.south)


@dataclass(frozen=True, slots=True)
class CrafterView:
    """What a player is shown at one step.

    Args:
        step: how many actions were taken.
        facing: the direction in which the player looks, one of `COMPASS`.
        sightings: all that is in view but the player, ground included.
        vitals: health, food, drink and energy, 0 to 9.
        inventory: what the player carries, without what is absent.
        asleep: whether the player sleeps.
    """

    step: int
    facing: str
    sightings: tuple[Sighting, ...]
    vitals: Mapping[str, int]
    inventory: Mapping[str, int]
    asleep: bool

    @property
    def sides(self) -> dict[str, str]:
        """What lies one step away, by direction."""
        there = {(each.east, each.south): each.kind for each in self.sightings}
        return {side: there.get(way, "edge of the world") for side, way in COMPASS.items()}


def view_text(view: CrafterView) -> str:
    """A view in words: what is near, what is further ahead, vitals and inventory."""
    return "\n".join(
        (
            f"== Gamestep {view.step} ==",
            *_sides(view),
            *_near(view),
            *_ahead(view),
            "* Vitals:",
            *(f"- {name}: {value}/9" for name, value in view.vitals.items()),
            *_carried(view),
            *(["* The player is asleep."] if view.asleep else []),
        )
    )


def _sides(view: CrafterView) -> Iterator[str]:
    yield "* Observation (1-step):"
    for side, kind in view.sides.items():
        yield f"- {kind}: {side}, 1{side[0].upper()}" + " (facing)" * (side == view.facing)


def _near(view: CrafterView) -> Iterator[str]:
    objects = sorted(
        (each for each in view.sightings if each.kind not in GROUND),
        key=lambda each: (each.kind, each.distance, each.south, each.east),
    )
    yield f"* Near-by objects ({ROWS}x{COLUMNS} grid):"
    if not objects:
        yield "- none"
    for _, same in groupby(objects, key=lambda each: each.kind):
        for each in list(same)[:_NEAREST]:
            yield f"- {each.kind} {each.distance} steps to {_direction(each)}, {_offset(each)}"


def _direction(seen: Sighting) -> str:
    north = "north" if seen.south < 0 else "south" if seen.south > 0 else ""
    west = "west" if seen.east < 0 else "east" if seen.east > 0 else ""
    return "-".join(filter(None, (north, west)))


def _offset(seen: Sighting) -> str:
    """`2N 1W`: the steps along each axis."""
    rows = f"{abs(seen.south)}{'N' if seen.south < 0 else 'S'}" if seen.south else ""
    columns = f"{abs(seen.east)}{'W' if seen.east < 0 else 'E'}" if seen.east else ""
    return " ".join(filter(None, (rows, columns)))


def _ahead(view: CrafterView) -> Iterator[str]:
    """What is in the half of the view that the player faces, counted by kind."""
    east, south = COMPASS[view.facing]
    counts = Counter(
        each.kind for each in view.sightings if each.east * east + each.south * south > 0
    )
    listed = ", ".join(f"{number} {kind}(s)" for kind, number in counts.most_common())
    yield f"* Further to the {view.facing}: {listed or 'nothing'}."


def _carried(view: CrafterView) -> Iterator[str]:
    yield "* Inventory:"
    if not view.inventory:
        yield "- empty"
    for name, number in view.inventory.items():
        yield f"- {name}: {number}"
