"""Beluga: the orders are those of a day of work, and racks have room for it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.beluga.day import DayTask, Jig, JigType, random_day
from domains.beluga.generator import Parameters, generate
from domains.isomorphism import facts

SEEDS = st.integers(0, 10**6)
SMALL, LARGE = JigType("small", 1, 2), JigType("large", 2, 4)


def jigs(count: int, stem: str, *, laden: bool) -> list[Jig]:
    return [Jig(f"{stem}_{n}", (SMALL, LARGE)[n % 2], laden) for n in range(count)]


@given(
    empty=st.integers(1, 3),
    laden=st.integers(0, 3),
    arriving=st.integers(0, 3),
    flights=st.integers(1, 3),
    seed=SEEDS,
)
def test_a_day_does_all_the_work_that_there_is(
    empty: int, laden: int, arriving: int, flights: int, seed: int
) -> None:
    stored = jigs(empty, "empty", laden=False) + jigs(laden, "laden", laden=True)
    coming = jigs(arriving, "coming", laden=True)
    tasks = {
        DayTask.UNLOAD: arriving,
        DayTask.DELIVER: laden + arriving,
        DayTask.LOAD: empty + laden,
        DayTask.DEPART: flights - 1,
    }
    day = random_day(random.Random(seed), stored, coming, tasks, racks=2, lines=2)
    everything = {jig.name for jig in (*stored, *coming)}
    in_the_morning = [jig for rack in day.racks for jig in rack.jigs]
    brought = [jig for flight in day.flights for jig in flight.incoming]
    assert sorted(jig.name for jig in (*in_the_morning, *brought)) == sorted(everything)
    delivered = [jig.name for line in day.lines for jig in line]
    assert sorted(delivered) == sorted(jig.name for jig in (*stored, *coming) if jig.laden)
    assert sum(len(flight.outgoing) for flight in day.flights) == empty + laden
    assert len(day.flights) == flights


@given(seed=SEEDS)
def test_no_plane_takes_a_jig_of_a_type_before_one_can_be_empty(seed: int) -> None:
    stored = jigs(1, "empty", laden=False)
    coming = [Jig("coming", LARGE, laden=True)]
    tasks = {DayTask.UNLOAD: 1, DayTask.DELIVER: 1, DayTask.LOAD: 2, DayTask.DEPART: 3}
    day = random_day(random.Random(seed), stored, coming, tasks, racks=2, lines=1)
    arrival = next(n for n, flight in enumerate(day.flights) if flight.incoming)
    departure = next(n for n, flight in enumerate(day.flights) if LARGE in flight.outgoing)
    assert arrival <= departure


@given(seed=SEEDS)
def test_a_rack_holds_what_is_on_it_and_any_one_jig(seed: int) -> None:
    stored = jigs(2, "empty", laden=False) + jigs(2, "laden", laden=True)
    tasks = {DayTask.DELIVER: 2, DayTask.LOAD: 3}
    day = random_day(random.Random(seed), stored, [], tasks, racks=3, lines=1)
    for rack in day.racks:
        assert rack.length >= max(LARGE.laden_size, sum(jig.size for jig in rack.jigs))


@given(seed=SEEDS)
def test_the_numbers_add_up_and_cover_every_free_space(seed: int) -> None:
    init, _ = facts(generate(random.Random(seed), Parameters(laden=2, arriving=2)))
    words = [line.split() for line in init]
    fits = [items[1:] for items in words if items[0] == "fit"]
    assert all(int(rest[1:]) + int(size[1:]) == int(space[1:]) for rest, size, space, _ in fits)
    sizes = {items[2] for items in words if items[0] in ("size", "empty-size")}
    reached = [tuple(items[1:]) for items in words if items[0] == "free-space"]
    reached += [(rack, rest) for rest, _, _, rack in fits]
    for rack, space in reached:
        wanted = {size for size in sizes if int(size[1:]) <= int(space[1:])}
        assert wanted <= {size for _, size, whole, place in fits if (place, whole) == (rack, space)}


@given(seed=SEEDS)
def test_a_row_of_jigs_reads_the_same_from_both_sides(seed: int) -> None:
    init, _ = facts(generate(random.Random(seed), Parameters(empty=3, laden=3)))
    rows = {tuple(line.split()[1:]) for line in init if line.startswith("next-to ")}
    other = {"bside": "fside", "fside": "bside"}
    assert {(second, first, other[side]) for first, second, side in rows} == rows


NOTHING = Parameters(arriving=0, delivered=0, loaded=0)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        (NOTHING, "something to do"),
        (replace(NOTHING, laden=1, delivered=2), "a jig with a part"),
        (replace(NOTHING, empty=1, loaded=2), "an empty or delivered jig"),
        (Parameters(types=4), "at most 3 types"),
    ],
)
def test_numbers_that_do_not_fit_one_another_are_refused(
    parameters: Parameters, reason: str
) -> None:
    with pytest.raises(ValueError, match=f"beluga needs {reason}"):
        generate(random.Random(0), parameters)
