"""A day of work at a Beluga site, drawn at random, from which a task is read off.

The work comes first and the orders after it: jigs are moved about on racks of any length, and the
planes and the production lines then ask for just what they got, in that order. A rack becomes as
long as the work needed it, or a little longer, but fit for any jig. So every task has a plan,
namely that work, although it may leave little room.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

SPARE = 2  # how much longer a rack may be than the work needed it

End = Literal[0, -1]  # of a rack, as an index into its jigs
PLANES: End = 0
FACTORY: End = -1


class DayTask(enum.Enum):
    """A piece of work that starts and ends with empty trailers and hangars."""

    UNLOAD = enum.auto()  # the next jig from the plane
    DELIVER = enum.auto()  # a jig to a hangar, and without its part back to a rack
    LOAD = enum.auto()  # an empty jig into the plane
    DEPART = enum.auto()  # the next plane takes the place of this one


@dataclass(frozen=True, slots=True)
class JigType:
    """A type of jigs, with the sizes of its jigs without and with a part."""

    name: str
    empty_size: int
    laden_size: int


@dataclass(frozen=True, slots=True)
class Jig:
    """A jig, laden with a part or empty."""

    name: str
    type: JigType
    laden: bool

    @property
    def size(self) -> int:
        """How much of a rack it takes up."""
        return self.type.laden_size if self.laden else self.type.empty_size


@dataclass(frozen=True, slots=True)
class Rack:
    """The length of a rack, and the jigs on it from the planes' end to the factory's."""

    length: int
    jigs: tuple[Jig, ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """The jigs that a plane brings and the types of the jigs that it takes, both in order."""

    incoming: tuple[Jig, ...]
    outgoing: tuple[JigType, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """A task: the racks in the morning, the flights, and what each production line gets."""

    racks: tuple[Rack, ...]
    flights: tuple[Flight, ...]
    lines: tuple[tuple[Jig, ...], ...]


def random_day(
    rng: random.Random,
    stored: Sequence[Jig],
    arriving: Sequence[Jig],
    tasks: Mapping[DayTask, int],
    *,
    racks: int,
    lines: int,
) -> Day:
    """A day on which all the work is done.

    Args:
        rng: the source of all choices.
        stored: the jigs on the racks in the morning.
        arriving: the jigs that the planes bring.
        tasks: how often each piece of work is done: all that arrives is unloaded, at most as much
            is delivered as there are laden jigs, and at most as much is loaded as there are jigs
            that are delivered or empty at first.
        racks: the number of racks, at least two: what is in the way on one goes to another.
        lines: the number of production lines, at least one.
    """
    site = _Site(rng, arriving, racks, lines)
    for jig in stored:
        rng.choice(site.rows).put(jig, rng.choice((PLANES, FACTORY)))
    morning = [tuple(row.jigs) for row in site.rows]
    waiting = [task for task, times in tasks.items() for _ in range(times)]
    rng.shuffle(waiting)
    while waiting:
        task = next(task for task in waiting if site.can(task))
        site.do(task)
        waiting.remove(task)
    largest = max(jig.size for jig in (*stored, *arriving))
    lengths = [max(row.needed, largest) + rng.randint(0, SPARE) for row in site.rows]
    orders = zip(site.unloaded, site.loaded, strict=True)
    return Day(
        tuple(Rack(*rack) for rack in zip(lengths, morning, strict=True)),
        tuple(Flight(tuple(incoming), tuple(outgoing)) for incoming, outgoing in orders),
        tuple(map(tuple, site.delivered)),
    )


@dataclass(slots=True)
class _Row:
    """The jigs on a rack at a moment, and the length that they have needed until then."""

    jigs: list[Jig] = field(default_factory=list)
    needed: int = 0

    def put(self, jig: Jig, end: End) -> None:
        """Adds a jig at one end."""
        self.jigs.insert(0 if end == PLANES else len(self.jigs), jig)
        self.needed = max(self.needed, sum(item.size for item in self.jigs))


class _Site:
    """The racks while the work goes on, and a record of it.

    Attributes:
        rows: what is on each rack.
        unloaded: the jigs that each plane has brought so far.
        loaded: the types of jigs that each plane has taken so far.
        delivered: the jigs that each production line has got so far.
    """

    def __init__(self, rng: random.Random, arriving: Iterable[Jig], racks: int, lines: int) -> None:
        self._rng = rng
        self._arriving = iter(arriving)
        self.rows = [_Row() for _ in range(racks)]
        self.unloaded: list[list[Jig]] = [[]]
        self.loaded: list[list[JigType]] = [[]]
        self.delivered: list[list[Jig]] = [[] for _ in range(lines)]

    def can(self, task: DayTask) -> bool:
        """Whether there is a jig for a task."""
        match task:
            case DayTask.DELIVER:
                return bool(self._jigs(laden=True))
            case DayTask.LOAD:
                return bool(self._jigs(laden=False))
            case _:
                return True

    def do(self, task: DayTask) -> None:
        """Does a task, with any jig that it can be done with."""
        match task:
            case DayTask.UNLOAD:
                jig = next(self._arriving)
                self.unloaded[-1].append(jig)
                self._rng.choice(self.rows).put(jig, PLANES)
            case DayTask.DELIVER:
                jig = self._fetched(FACTORY, laden=True)
                self._rng.choice(self.delivered).append(jig)
                self._rng.choice(self.rows).put(replace(jig, laden=False), FACTORY)
            case DayTask.LOAD:
                self.loaded[-1].append(self._fetched(PLANES, laden=False).type)
            case DayTask.DEPART:
                self.unloaded.append([])
                self.loaded.append([])

    def _jigs(self, *, laden: bool) -> list[Jig]:
        return [jig for row in self.rows for jig in row.jigs if jig.laden == laden]

    def _fetched(self, end: End, *, laden: bool) -> Jig:
        """Takes a jig out at one end of its rack, once those before it are on other racks."""
        wanted = self._rng.choice(self._jigs(laden=laden))
        (row,) = (row for row in self.rows if wanted in row.jigs)
        others = [other for other in self.rows if other is not row]
        while (jig := row.jigs.pop(end)) != wanted:
            self._rng.choice(others).put(jig, end)
        return wanted
