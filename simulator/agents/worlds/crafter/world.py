"""The real Crafter, its actions by name and its state as a view."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulator.agents.worlds.crafter.score import CrafterRun
from simulator.agents.worlds.crafter.view import COLUMNS, COMPASS, ROWS, CrafterView, Sighting

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

ACHIEVEMENTS: tuple[str, ...] = (
    "collect_wood",
    "place_table",
    "eat_cow",
    "collect_sapling",
    "collect_drink",
    "make_wood_pickaxe",
    "make_wood_sword",
    "place_plant",
    "defeat_zombie",
    "collect_stone",
    "place_stone",
    "eat_plant",
    "defeat_skeleton",
    "make_stone_pickaxe",
    "make_stone_sword",
    "wake_up",
    "place_furnace",
    "collect_coal",
    "collect_iron",
    "make_iron_pickaxe",
    "make_iron_sword",
    "collect_diamond",
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
    """

    def __init__(
        self, seed: int, *, area: tuple[int, int] = (64, 64), length: int = EPISODE_LENGTH
    ) -> None:
        self.seed = seed
        self._game = _game(seed, area, length)
        self._game.reset()
        self._finished = False
        self._reward = 0.0
        self._unlocked: list[str] = []

    @property
    def finished(self) -> bool:
        """Whether the player died or the steps are used up."""
        return self._finished

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
        if self._finished:
            raise ValueError("the game is over")
        before, taken, reward = len(self._unlocked), 0, 0.0
        while taken < repeats and not self._finished:
            _, gained, self._finished, info = self._game.step(ACTIONS.index(action))
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


class RandomPlayer:
    """Takes each of the 17 actions as likely as any other: the benchmark's Random row.

    Args:
        dice: where its choices come from.
    """

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def play(self, world: CrafterWorld) -> CrafterRun:
        """Play an episode to its end."""
        while not world.finished:
            world.act(self._dice.choice(ACTIONS))
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
