"""Travel Planner over made-up cities: a plan exists, and each part is judged by what is asked."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.agents import AgenticTask
from domains.agents.travel import (
    FLIGHT_1,
    FLIGHT_2,
    HOTEL,
    FlightOffer,
    StayOffer,
    TravelData,
    Trip,
    assess,
    generate,
)
from tests.domains.agents.hostile import answers

Offer = dict[str, Any]
SIZES = st.fixed_dictionaries(
    {
        "cities": st.integers(2, 8),
        "days": st.integers(2, 14),
        "people": st.integers(1, 12),
        "preferences": st.integers(0, 3),
    }
)


@dataclass(frozen=True)
class Told:
    """What a reader of the request and the tables knows, and a rule of its own for them."""

    origin: str
    destination: str
    first: datetime
    last: datetime
    people: int
    budget: int
    latest: str
    room: str
    rule: str
    tables: dict[str, list[Offer]]

    def flights(self, *, back: bool) -> list[Offer]:
        ends = (self.destination, self.origin) if back else (self.origin, self.destination)
        day = (self.last if back else self.first).strftime("%Y-%m-%d")
        return [
            flight
            for flight in self.tables["flights"]
            if (flight["origin"], flight["destination"], flight["date"]) == (*ends, day)
            and (not self.latest or flight["departure"] <= self.latest)
        ]

    def stays(self) -> list[Offer]:
        return [
            stay
            for stay in self.tables["accommodations"]
            if stay["city"] == self.destination
            and stay["minimum_nights"] <= (self.last - self.first).days
            and (not self.room or stay["room_type"] == self.room)
            and (not self.rule or f"No {self.rule}" not in stay["house_rules"])
        ]

    def cost(self, out: Offer, back: Offer, stay: Offer) -> int:
        rooms = (self.people + stay["maximum_occupancy"] - 1) // stay["maximum_occupancy"]
        nights = (self.last - self.first).days
        total = self.people * (out["price"] + back["price"]) + stay["price"] * rooms * nights
        return int(total)

    def plans(self) -> list[tuple[Offer, Offer, Offer]]:
        trios = itertools.product(self.flights(back=False), self.flights(back=True), self.stays())
        return [trio for trio in trios if self.cost(*trio) <= self.budget]


def told(task: AgenticTask) -> Told:
    def said(pattern: str) -> str:
        found = re.search(pattern, task.request)
        return found[1] if found else ""

    def day(text: str) -> datetime:
        return datetime.strptime(text, "%B %d, %Y")

    who = said(r"for (one person|\d+ people)")
    tables = ("flights", "accommodations")
    return Told(
        origin=said(r"days from ([A-Z][\w ]+) to "),
        destination=said(r" to ([A-Z][\w ]+?) for (?:one|\d)"),
        first=day(said(r", from (\w+ \d+, \d{4}) to ")),
        last=day(said(r" to (\w+ \d+, \d{4})\.")),
        people=1 if who == "one person" else int(who.split()[0]),
        budget=int(said(r"is \$([\d,]+)\.").replace(",", "")),
        latest=said(r"depart after (\d\d:\d\d)\."),
        room=said(r'The room type should be "(.+)"\.'),
        rule=said(r"so (.+) must be allowed\."),
        tables={name: json.loads(task.tools[f"tools/{name}.json"]) for name in tables},
    )


def written(out: Offer, back: Offer, stay: Offer) -> str:
    return json.dumps(
        {
            "departing_flight": out["number"],
            "returning_flight": back["number"],
            "accommodation": stay["name"],
        }
    )


@given(st.integers(0, 10**6), SIZES, st.data())
@settings(max_examples=60)
def test_a_plan_exists_and_any_choice_is_judged_as_the_request_says(
    seed: int, sizes: dict[str, int], data: st.DataObject
) -> None:
    task = generate(random.Random(seed), **sizes)
    known = told(task)
    plans = known.plans()
    assert plans
    assert task.check(written(*data.draw(st.sampled_from(plans)))).solved
    near = [flight for flight in known.tables["flights"] if flight["origin"] == known.origin]
    back = [flight for flight in known.tables["flights"] if flight["origin"] == known.destination]
    there = [s for s in known.tables["accommodations"] if s["city"] == known.destination]
    trio = (
        data.draw(st.sampled_from(known.flights(back=False) + near)),
        data.draw(st.sampled_from(known.flights(back=True) + back)),
        data.draw(st.sampled_from(there)),
    )
    found = task.check(written(*trio))
    assert found.solved == (trio in plans) == all(found.parts.values()), found.reason


@given(st.integers(0, 10**6), SIZES)
@settings(max_examples=30)
def test_each_preference_is_asked_for_and_the_flights_are_unique(
    seed: int, sizes: dict[str, int]
) -> None:
    known = told(generate(random.Random(seed), **sizes))
    assert sum(map(bool, (known.latest, known.room, known.rule))) == sizes["preferences"]
    assert (known.last - known.first).days == sizes["days"] - 1
    assert known.people == sizes["people"]
    numbers = [flight["number"] for flight in known.tables["flights"]]
    assert len(set(numbers)) == len(numbers)
    stays = [(stay["name"], stay["city"]) for stay in known.tables["accommodations"]]
    assert len(set(stays)) == len(stays) == 7 * sizes["cities"]


def test_there_are_flights_on_wrong_days_and_stays_in_wrong_cities() -> None:
    known = told(generate(random.Random(2), days=5))
    days = {flight["date"] for flight in known.tables["flights"]}
    wanted = {
        end + timedelta(days=shift) for end in (known.first, known.last) for shift in (-1, 0, 1)
    }
    assert days == {day.strftime("%Y-%m-%d") for day in wanted}
    assert len({stay["city"] for stay in known.tables["accommodations"]}) == 5


TRIP = Trip(
    origin="A",
    destination="B",
    departing="2031-05-01",
    returning="2031-05-04",
    people=3,
    budget=1000,
    latest_departure="17:00",
    room_types=("Private room",),
    need="pets",
)
OUT = FlightOffer("F1", "A", "B", "2031-05-01", "17:00", "18:00", "1 hour", 500, 100)
BACK = FlightOffer("F2", "B", "A", "2031-05-04", "09:00", "10:00", "1 hour", 500, 80)
STAY = StayOffer("Old  Inn", "B", "Private room", 70, 3, 2, ("No smoking",), 4)
FLIGHTS = (
    OUT,
    BACK,
    replace(OUT, number="late", departure="17:01"),
    replace(OUT, number="day", date="2031-05-02"),
    replace(OUT, number="way", destination="C"),
    replace(OUT, number="dear", price=334),
    replace(BACK, number="dear back", price=94),
)
STAYS = (
    replace(STAY, name="Old Inn"),
    replace(STAY, name="Away", city="C"),
    replace(STAY, name="Home", room_type="Entire home/apt"),
    replace(STAY, name="Petless", house_rules=("No smoking", "No pets")),
    replace(STAY, name="Monthly", minimum_nights=30),
    replace(STAY, name="Single", maximum_occupancy=1),
    replace(STAY, name="Twin", house_rules=("No pets",)),
    replace(STAY, name="Twin"),
)
DATA = TravelData(FLIGHTS, STAYS, (), (), ())
RIGHT = {"departing_flight": "F1", "returning_flight": "F2", "accommodation": "Old Inn"}


def test_a_plan_that_costs_the_whole_budget_is_right() -> None:
    # Three people fly for 180 each, and take two rooms for three nights.
    exact = replace(TRIP, budget=3 * 180 + 2 * 3 * 70)
    assert assess(exact, DATA, json.dumps(RIGHT)).solved
    assert not assess(replace(exact, budget=exact.budget - 1), DATA, json.dumps(RIGHT)).solved


@pytest.mark.parametrize("name", ["Old Inn", " Old  Inn ", "Twin"])
def test_blanks_do_not_matter_and_of_two_with_one_name_either_may_suit(name: str) -> None:
    assert assess(TRIP, DATA, json.dumps({**RIGHT, "accommodation": name})).solved


def test_of_two_suitable_stays_with_one_name_the_cheaper_counts() -> None:
    twins = (replace(STAY, name="Twin", price=170), replace(STAY, name="Twin"))
    data = replace(DATA, stays=twins)
    assert assess(TRIP, data, json.dumps({**RIGHT, "accommodation": "Twin"})).solved


@pytest.mark.parametrize(
    ("key", "value", "part", "reason"),
    [
        ("departing_flight", "F9", FLIGHT_1, 'The departing flight is "F9", but there is no such'),
        ("departing_flight", "f1", FLIGHT_1, 'The departing flight is "f1", but there is no such'),
        ("departing_flight", "late", FLIGHT_1, "departing flight late departs at 17:01, after 17"),
        ("departing_flight", "day", FLIGHT_1, "flight day is on 2031-05-02, not on 2031-05-01."),
        ("departing_flight", "way", FLIGHT_1, "goes from A to C, not from A to B."),
        ("departing_flight", "F2", FLIGHT_1, "goes from B to A, not from A to B."),
        ("departing_flight", 7, FLIGHT_1, "The departing flight should be a text, not a number."),
        ("departing_flight", "dear", FLIGHT_1, "the cost would be $1,002, and the budget is"),
        ("returning_flight", "F1", FLIGHT_2, "goes from A to B, not from B to A."),
        ("accommodation", "New Inn", HOTEL, 'is "New Inn", but there is none of that name.'),
        ("accommodation", "old inn", HOTEL, 'is "old inn", but there is none of that name.'),
        ("accommodation", "Away", HOTEL, "The accommodation Away is in C, not in B."),
        ("accommodation", "Home", HOTEL, "offers the room type Entire home/apt, not Private room"),
        ("accommodation", "Petless", HOTEL, "The accommodation Petless has the house rule No pets"),
        ("accommodation", "Monthly", HOTEL, "for at least 30 nights, and the trip has 3 nights."),
        ("accommodation", "Single", HOTEL, "the cost would be $1,170, and the budget is $1,000."),
        ("accommodation", None, HOTEL, "The accommodation should be a text, not null."),
    ],
)
def test_a_wrong_part_is_named_and_the_others_count(
    key: str, value: object, part: str, reason: str
) -> None:
    found = assess(TRIP, DATA, json.dumps({**RIGHT, key: value}))
    assert reason in found.reason
    assert found.parts == {name: name != part for name in (FLIGHT_1, FLIGHT_2, HOTEL)}
    assert not found.solved


def test_the_part_that_goes_beyond_the_budget_fails() -> None:
    found = assess(TRIP, DATA, json.dumps({**RIGHT, "returning_flight": "dear back"}))
    assert found.parts == {FLIGHT_1: True, FLIGHT_2: True, HOTEL: False}
    assert found.reason == (
        "The accommodation is too dear: the cost would be $1,002, and the budget is $1,000."
    )


@pytest.mark.parametrize("key", RIGHT)
def test_a_missing_key_fails_its_part(key: str) -> None:
    found = assess(TRIP, DATA, json.dumps({k: v for k, v in RIGHT.items() if k != key}))
    assert found.reason == f'The answer has no key "{key}".'
    assert list(found.parts.values()).count(False) == 1


def test_a_key_too_many_is_a_fault_of_the_whole() -> None:
    found = assess(TRIP, DATA, json.dumps({**RIGHT, "dinner": "Old Inn"}))
    assert found.reason == 'The answer has an unknown key "dinner".'
    assert (found.solved, all(found.parts.values())) == (False, True)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"cities": 1}, "travel needs cities from 2 to 8, not 1"),
        ({"cities": 9}, "travel needs cities from 2 to 8, not 9"),
        ({"preferences": 4}, "travel needs preferences from 0 to 3, not 4"),
        ({"people": 13}, "travel needs people from 1 to 12, not 13"),
    ],
)
def test_sizes_out_of_range_are_refused(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generate(random.Random(0), **sizes)


@given(answers(*RIGHT, *RIGHT.values()))
def test_no_text_raises(text: str) -> None:
    found = assess(TRIP, DATA, text)
    assert found.reason or found.solved
    assert list(found.parts) == [FLIGHT_1, FLIGHT_2, HOTEL]
    found.reason.encode()
