"""Beluga problems: planes are unloaded and loaded, and production lines get their parts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domains.beluga.day import Day, DayTask, Flight, Jig, JigType, Rack, random_day
from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed
from domains.suite import PLAN_LENGTHS, ScheduleEntry

PLANNER = "ff"  # A* with LM-cut solved no Beluga task in half an hour (paper, table 2)
SIZES = ((1, 2), (2, 3), (2, 4))  # of the jigs of a type, without and with a part

SIDES = BELUGA_SIDE, FACTORY_SIDE = "bside", "fside"
LAST_JIG, LAST_TYPE, LAST_SLOT = "dummy-jig", "dummy-type", "dummy-slot"  # at an order's end


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Beluga problem is made of."""

    racks: int = parameter(2, "racks", least=2)
    trailers: int = parameter(1, "trailers on each of the two sides", least=1)
    hangars: int = parameter(1, "hangars", least=1)
    lines: int = parameter(1, "production lines", least=1)
    types: int = parameter(2, "types of jigs, at most three", least=1)
    flights: int = parameter(1, "planes, which come one after another", least=1)
    empty: int = parameter(1, "empty jigs on the racks at the start", least=0)
    laden: int = parameter(1, "jigs with a part on the racks at the start", least=0)
    arriving: int = parameter(1, "jigs with a part that planes bring", least=0)
    delivered: int = parameter(1, "parts that production lines wait for", least=0)
    loaded: int = parameter(1, "empty jigs that planes take along", least=0)


def _entry(
    jigs: tuple[int, int, int],
    work: tuple[int, int],
    flights: int,
    plan_lengths: range = PLAN_LENGTHS,
    **site: int,
) -> ScheduleEntry[Parameters]:
    """An entry with numbers of empty, laden and arriving jigs, and of parts and jigs to move."""
    names = ("flights", "empty", "laden", "arriving", "delivered", "loaded")
    numbers = dict(zip(names, (flights, *jigs, *work), strict=True))
    return ScheduleEntry(Parameters(**numbers, **site), plan_lengths)


SCHEDULE = (
    _entry((1, 1, 0), (1, 1), 2, range(5, 6)),  # the few-shot example (paper, appendix B)
    _entry((1, 1, 1), (1, 0), 1, range(3, 4)),
    _entry((2, 0, 1), (0, 1), 1, range(4, 7)),
    _entry((1, 2, 0), (1, 1), 1, range(5, 7)),
    _entry((1, 2, 0), (2, 0), 1, range(5, 9)),
    _entry((1, 1, 1), (1, 1), 2, range(6, 9)),
    _entry((2, 1, 0), (1, 2), 2, range(7, 11)),
    _entry((1, 2, 1), (2, 1), 1, range(8, 12), lines=2),
    _entry((1, 1, 1), (1, 1), 2, range(8, 12), types=1),
    _entry((2, 1, 1), (1, 2), 2, range(9, 14), types=3),
    _entry((0, 2, 2), (2, 1), 1, range(9, 14), hangars=2),
    _entry((1, 1, 2), (2, 1), 2, range(10, 15)),
    _entry((1, 1, 2), (2, 1), 2, range(10, 15), racks=3),
    _entry((2, 2, 0), (2, 2), 2, range(11, 16), trailers=2),
    _entry((1, 2, 1), (2, 2), 2, range(12, 17), lines=2),
    _entry((1, 2, 1), (2, 2), 3, range(12, 18), hangars=2, lines=2),
    _entry((1, 2, 2), (3, 1), 2, range(13, 19), hangars=2, lines=2),
    _entry((2, 2, 1), (2, 2), 2, range(14, 20), types=3),
    _entry((1, 3, 1), (3, 1), 2, range(15, 21), lines=2),
    _entry((2, 2, 2), (2, 2), 3, range(15, 21), racks=3),
    _entry((1, 2, 2), (3, 2), 3, range(16, 21), trailers=2, hangars=2),
)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem whose orders are those of a random day of work, so that there is a plan.

    Raises:
        ValueError: there is nothing to do, there are too few jigs for it, or too many types.
    """
    count = parameters
    _refuse_impossible(count)
    types = numbered_names(count.types, "type")
    jigs = _random_jigs(rng, count, types)
    day = _random_day(rng, count, jigs)
    racks = dict(zip(numbered_names(count.racks, "rack"), day.racks, strict=True))
    lines = dict(zip(numbered_names(count.lines, "line"), day.lines, strict=True))
    flights = dict(zip(shuffled_names(rng, count.flights, "beluga"), day.flights, strict=True))
    slots = shuffled_names(rng, max(len(flight.outgoing) for flight in day.flights), "slot")
    hangars = numbered_names(count.hangars, "hangar")
    trailers = shuffled_names(rng, 2 * count.trailers, "trailer")
    sizes = sorted({size for jig in jigs for size in (jig.size, jig.type.empty_size)})
    spaces = {space for rack in day.racks for space in _spaces(rack, sizes)}
    groups = {
        "rack": racks,
        "trailer": trailers,
        "hangar": hangars,
        "production-line": lines,
        "beluga": flights,
        "slot": slots,
        "type": types,
        "jig": [jig.name for jig in jigs],
        "num": map(_number, sorted(spaces.union(sizes))),
    }
    init = [
        *(fact("empty", hangar) for hangar in hangars),
        *_trailer_facts(trailers),
        *_jig_facts(jigs),
        *_rack_facts(racks),
        *_fit_facts(racks, sizes),
        *_flight_facts(flights, slots),
        *_line_facts(lines),
    ]
    objects = [typed(names, kind) for kind, names in groups.items() if names]
    label = count.label("beluga", "rthlyfepado")
    return problem_text(label, "beluga", objects, init, [*_goal(flights, day.lines)])


def _refuse_impossible(count: Parameters) -> None:
    if count.types > len(SIZES):
        raise ValueError(f"beluga needs at most {len(SIZES)} types of jigs, not {count.types}")
    if count.delivered > count.laden + count.arriving:
        raise ValueError("beluga needs a jig with a part for every part to be delivered")
    if count.loaded > count.empty + count.delivered:
        raise ValueError("beluga needs an empty or delivered jig for every jig to be loaded")
    if count.arriving + count.delivered + count.loaded == 0:
        raise ValueError("beluga needs something to do")


def _number(size: int) -> str:
    return f"n{size:02}"


def _random_jigs(rng: random.Random, count: Parameters, types: Sequence[str]) -> list[Jig]:
    """The empty jigs, then those with a part."""
    kinds = [
        JigType(name, *sizes)
        for name, sizes in zip(types, rng.sample(SIZES, len(types)), strict=True)
    ]
    names = shuffled_names(rng, count.empty + count.laden + count.arriving, "jig")
    return [
        Jig(name, rng.choice(kinds), laden=index >= count.empty) for index, name in enumerate(names)
    ]


def _random_day(rng: random.Random, count: Parameters, jigs: Sequence[Jig]) -> Day:
    stored = count.empty + count.laden
    tasks = {
        DayTask.UNLOAD: count.arriving,
        DayTask.DELIVER: count.delivered,
        DayTask.LOAD: count.loaded,
        DayTask.DEPART: count.flights - 1,
    }
    return random_day(
        rng, jigs[:stored], jigs[stored:], tasks, racks=count.racks, lines=count.lines
    )


def _trailer_facts(trailers: Sequence[str]) -> Iterator[str]:
    for index, trailer in enumerate(trailers):
        yield fact("at-side", trailer, SIDES[index % len(SIDES)])
        yield fact("empty", trailer)


def _jig_facts(jigs: Sequence[Jig]) -> Iterator[str]:
    for jig in jigs:
        yield fact("is_type", jig.name, jig.type.name)
        yield fact("size", jig.name, _number(jig.size))
        yield fact("empty-size", jig.name, _number(jig.type.empty_size))
        if not jig.laden:
            yield fact("empty", jig.name)


def _rack_facts(racks: Mapping[str, Rack]) -> Iterator[str]:
    for name, rack in racks.items():
        yield from (fact("at-side", name, side) for side in SIDES)
        yield fact("free-space", name, _number(rack.length - sum(jig.size for jig in rack.jigs)))
        yield from (fact("in", jig.name, name) for jig in rack.jigs)
        for first, second in itertools.pairwise(rack.jigs):
            yield fact("next-to", first.name, second.name, BELUGA_SIDE)
            yield fact("next-to", second.name, first.name, FACTORY_SIDE)
        if rack.jigs:
            yield fact("clear", rack.jigs[0].name, BELUGA_SIDE)
            yield fact("clear", rack.jigs[-1].name, FACTORY_SIDE)
        else:
            yield fact("empty", name)


def _spaces(rack: Rack, sizes: Collection[int]) -> list[int]:
    """All free space that there can be on a rack, in descending order."""
    found = {rack.length}
    for space in range(rack.length, 0, -1):
        if space in found:
            found.update(space - size for size in sizes if size <= space)
    return sorted(found, reverse=True)


def _fit_facts(racks: Mapping[str, Rack], sizes: Collection[int]) -> Iterator[str]:
    """The space that a jig leaves on each rack."""
    for name, rack in racks.items():
        for space, size in itertools.product(_spaces(rack, sizes), sizes):
            if size <= space:
                yield fact("fit", *map(_number, (space - size, size, space)), name)


def _flight_facts(flights: Mapping[str, Flight], slots: Sequence[str]) -> Iterator[str]:
    yield fact("processed-flight", next(iter(flights)))
    for pair in itertools.pairwise(flights):
        yield fact("next-flight-to-process", *pair)
    for name, flight in flights.items():
        jigs = [*(jig.name for jig in flight.incoming), LAST_JIG]
        yield from (fact("in", jig.name, name) for jig in flight.incoming)
        yield fact("to_unload", jigs[0], name)
        yield from (fact("next_unload", *pair) for pair in itertools.pairwise(jigs))
        types = [kind.name for kind in flight.outgoing]
        loads = [*zip(types, slots, strict=False), (LAST_TYPE, LAST_SLOT)]
        yield fact("to_load", *loads[0], name)
        for (_, slot), (kind, next_slot) in itertools.pairwise(loads):
            yield fact("next_load", kind, slot, next_slot, name)


def _line_facts(lines: Mapping[str, Sequence[Jig]]) -> Iterator[str]:
    for name, delivered in lines.items():
        jigs = [*(jig.name for jig in delivered), LAST_JIG]
        yield fact("to_deliver", jigs[0], name)
        yield from (fact("next_deliver", *pair) for pair in itertools.pairwise(jigs))


def _goal(flights: Iterable[str], lines: Iterable[Sequence[Jig]]) -> Iterator[str]:
    yield from (fact("empty", jig.name) for line in lines for jig in line)
    for name in flights:
        yield fact("to_unload", LAST_JIG, name)
        yield fact("to_load", LAST_TYPE, LAST_SLOT, name)
