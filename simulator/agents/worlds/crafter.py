"""Crafter, a game of survival, in words (Hafner 2021; text as in the AgentKit paper, appendix E.1).

The real package (extra `agents`) is played: what is seen of it as values, these in words, its
actions by name, and its own measures (Hafner 2021, section 3).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

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


@dataclass(frozen=True, slots=True)
class CrafterRun:
    """What came of an episode.

    Args:
        seed: the world's.
        steps: the actions that were taken in the game.
        reward: 1 for each achievement when it is unlocked first, a tenth for each point of health,
            won or lost.
        unlocked: the achievements, in the order in which they were reached.
        died: whether the player's health ended the episode.
    """

    seed: int
    steps: int
    reward: float
    unlocked: tuple[str, ...]
    died: bool


def success_rates(episodes: Sequence[Collection[str]]) -> Mapping[str, float]:
    """How often each achievement was unlocked, in percent of episodes."""
    return {
        name: 100 * sum(name in unlocked for unlocked in episodes) / len(episodes)
        for name in ACHIEVEMENTS
    }


def score(rates: Mapping[str, float]) -> float:
    """The Crafter score in percent: the geometric mean of rates in percent, each raised by 1 %."""
    return math.exp(sum(math.log1p(rate) for rate in rates.values()) / len(rates)) - 1


_MATERIALS = ("wood", "stone", "iron")
ACTIONS: tuple[str, ...] = (
    "noop",
    *(f"move_{side}" for side in COMPASS),
    "do",
    "sleep",
    *(f"place_{what}" for what in ("stone", "table", "furnace", "plant")),
    *(f"make_{material}_pickaxe" for material in _MATERIALS),
    *(f"make_{material}_sword" for material in _MATERIALS),
)
"""The 17 actions in the game's order; west, east, north, south are its left, right, up, down."""

ACHIEVEMENTS = tuple(
    """
    collect_wood place_table eat_cow collect_sapling collect_drink make_wood_pickaxe
    make_wood_sword place_plant defeat_zombie collect_stone place_stone eat_plant
    defeat_skeleton make_stone_pickaxe make_stone_sword wake_up place_furnace collect_coal
    collect_iron make_iron_pickaxe make_iron_sword collect_diamond
    """.split()
)
"""The 22 achievements, from easy to hard, as the paper lists them (appendix D.1)."""

EPISODE_LENGTH = 10_000
"""The number of steps after which the game ends, if the player does not die before."""

_VITALS = ("health", "food", "drink", "energy")


@dataclass(frozen=True, slots=True)
class Moment:
    """What an action came to.

    Args:
        action: its name, one of `ACTIONS`.
        repeats: how often it was taken; fewer times than asked for where the game ended.
        reward: the sum of the game's rewards.
        unlocked: the achievements that were reached first by it.
        view: what is seen after it.
    """

    action: str
    repeats: int
    reward: float
    unlocked: tuple[str, ...]
    view: CrafterView


class CrafterWorld:
    """One episode of the game.

    Pictures are not drawn. At night the game's drawing takes random numbers from its world, so that
    an episode here differs from one with pictures, but not in its chances.

    Args:
        seed: the world's; the same one gives the same world, and the same course of events.
        area: the map's width and height; the benchmark's is 64 by 64.
        length: steps until the episode ends.

    Raises:
        ModuleNotFoundError: the package `crafter` is not installed.

    Attributes:
        finished: whether the player died or the steps are used up.
    """

    def __init__(
        self, seed: int, *, area: tuple[int, int] = (64, 64), length: int = EPISODE_LENGTH
    ) -> None:
        self.seed = seed
        self._game = _game(seed, area, length)
        self._game.reset()
        self.finished = False
        self._reward = 0.0
        self._unlocked: list[str] = []

    @property
    def run(self) -> CrafterRun:
        """What came of the episode so far."""
        died = self._game._player.health <= 0
        steps, reward = int(self._game._step), round(self._reward, 1)
        return CrafterRun(self.seed, steps, reward, tuple(self._unlocked), died)

    @property
    def remaining(self) -> tuple[str, ...]:
        """The achievements that were not reached yet."""
        return tuple(name for name in ACHIEVEMENTS if name not in self._unlocked)

    def view(self) -> CrafterView:
        """What the player sees now."""
        player = self._game._player
        carried = {name: int(number) for name, number in player.inventory.items() if number > 0}
        east, south = map(int, player.facing)
        facing = next(side for side, way in COMPASS.items() if way == (east, south))
        return CrafterView(
            step=int(self._game._step),
            facing=facing,
            sightings=tuple(self._sightings()),
            vitals={name: int(player.inventory[name]) for name in _VITALS},
            inventory={name: n for name, n in carried.items() if name not in _VITALS},
            asleep=bool(player.sleeping),
        )

    def act(self, action: str, repeats: int = 1) -> Moment:
        """Take an action some times in a row.

        Args:
            action: one of `ACTIONS`.
            repeats: how often, from 1 on; the end of the game ends the repetition.

        Raises:
            ValueError: there is no such action, it is taken less than once, or the game is over.
        """
        if action not in ACTIONS:
            raise ValueError(f"there is no action '{action}'; there are {', '.join(ACTIONS)}")
        if repeats < 1:
            raise ValueError(f"an action is taken once or more, not {repeats} times")
        if self.finished:
            raise ValueError("the game is over")
        before, taken, reward = len(self._unlocked), 0, 0.0
        while taken < repeats and not self.finished:
            _, gained, self.finished, info = self._game.step(ACTIONS.index(action))
            taken, reward = taken + 1, reward + float(gained)
            reached = info["achievements"]
            self._unlocked += [name for name in self.remaining if reached[name] > 0]
        self._reward += reward
        return Moment(action, taken, round(reward, 1), tuple(self._unlocked[before:]), self.view())

    def _sightings(self) -> Sequence[Sighting]:
        world, (x, y) = self._game._world, map(int, self._game._player.pos)
        found = []
        for south in range(-(ROWS // 2), ROWS // 2 + 1):
            for east in range(-(COLUMNS // 2), COLUMNS // 2 + 1):
                material, thing = world[x + east, y + south]
                if material is not None and (east, south) != (0, 0):
                    found.append(Sighting(_kind(material, thing), east, south))
        return found


def play_at_random(world: CrafterWorld, dice: random.Random) -> CrafterRun:
    """Play to the end, each action as likely as any other: the benchmark's Random row."""
    while not world.finished:
        world.act(dice.choice(ACTIONS))
    return world.run


def _kind(material: str, thing: Any) -> str:
    """What stands on a field, or the field's material."""
    if thing is None:
        return material
    name = type(thing).__name__.lower()
    return "ripe plant" if name == "plant" and thing.ripe else name


def _game(seed: int, area: tuple[int, int], length: int) -> Any:
    # The game is an extra, and its import takes a third of a second.
    import crafter

    class Game(crafter.Env):  # type: ignore[misc]
        """The game without pictures, and the same for a seed in every process."""

        def _obs(self) -> None:
            """Draw nothing."""

        def _balance_chunk(self, chunk: Any, objs: Any) -> None:
            # A set of objects has another order in each process; that on the map is fixed.
            number = self._world._obj_map
            super()._balance_chunk(chunk, sorted(objs, key=lambda each: number[tuple(each.pos)]))

    return Game(area=area, length=length, seed=seed)
