"""A whole trip: what the travellers want, how they may get on, and a plan for every day.

The rules for such plans are those of TravelPlanner (Xie et al. 2024), and one more: a meal on a day
of travel lies where the travellers are at that time (multi-step paper, section 4.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

from domains.agents.task import AnswerFault, kind_of, quoted, read_json, text_fields
from domains.agents.travel.trip import (
    FlightOffer,
    Number,
    Record,
    StayOffer,
    TravelData,
    Trip,
)

Mode: TypeAlias = Literal["flight", "self-driving", "taxi"]
Place: TypeAlias = tuple[str, str]
"""A restaurant, an attraction or a place to stay: its name and its city."""

MEALS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"breakfast": (5 * 60, 11 * 60), "lunch": (11 * 60, 16 * 60), "dinner": (16 * 60, 24 * 60)}
)
"""The meals of a day in their order, and between which minutes of the day each is had."""
SEATS: Mapping[Mode, int] = MappingProxyType({"self-driving": 5, "taxi": 4})
"""How many people one car takes; further people need further cars."""
DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Tour:
    """A trip from home through some cities and back.

    Args:
        origin: where it begins and ends.
        cities: which cities may be visited.
        visits: how many of them are visited, each once.
        dates: its days in their order, as `2022-03-16`.
        people: how many travel.
        budget: what everything may cost, in dollars.
        latest_departure: no flight leaves after this time, as `17:00`; empty for any time.
        room_types: which types of room are welcome; empty for any.
        need: what the house rules may not forbid, as `pets`; empty for nothing.
        cuisines: which cuisines are wanted, each at some meal.
        without: which ways of travelling are not wanted.
    """

    origin: str
    cities: tuple[str, ...]
    visits: int
    dates: tuple[str, ...]
    people: int
    budget: int
    latest_departure: str = ""
    room_types: tuple[str, ...] = ()
    need: str = ""
    cuisines: tuple[str, ...] = ()
    without: tuple[Mode, ...] = ()

    def part(self, origin: str, city: str, first: int, last: int) -> Trip:
        """The trip to one city on one day, and on from there on another one; days from 0."""
        return Trip(
            origin=origin,
            destination=city,
            departing=self.dates[first],
            returning=self.dates[last],
            people=self.people,
            budget=self.budget,
            latest_departure=self.latest_departure,
            room_types=self.room_types,
            need=self.need,
        )


@dataclass(frozen=True, slots=True)
class Ride:
    """A way from one city to another on a day.

    Args:
        mode: how.
        text: the way as a plan has it.
        cost: in dollars, for all who travel.
        departure: of a flight, in minutes of the day; None for a car, which leaves at any time.
        arrival: of a flight, in minutes of the day of departure, more than `DAY` for the day after;
            of a car, the minutes of the way.
        late: whether the flight leaves later than the travellers want.
    """

    mode: Mode
    text: str
    cost: Number
    departure: int | None
    arrival: int
    late: bool = False

    def misses(self, before: Iterable[str], after: Iterable[str]) -> bool:
        """Whether meals before the departure and meals after the arrival do not fit the day."""
        start = max((MEALS[meal][0] for meal in before), default=-1)
        end = min((MEALS[meal][1] for meal in after), default=100 * DAY)
        if self.departure is None:
            return max(start, 0) + self.arrival >= end
        return self.departure <= start or self.arrival >= end


@dataclass(frozen=True, slots=True)
class DayPlan:
    """One day of a plan.

    Args:
        start: where the travellers are in the morning.
        end: where they are in the evening; the same on a day without travel.
        transport: how they get from the one to the other; empty for no travel.
        meals: where they eat, by meal.
        sights: what they visit.
        stay: where they sleep; None for nowhere.
    """

    start: str
    end: str
    transport: str
    meals: Mapping[str, Place]
    sights: tuple[Place, ...]
    stay: Place | None

    @property
    def travels(self) -> bool:
        """Whether the day begins and ends in different cities."""
        return self.start != self.end

    @property
    def cities(self) -> tuple[str, ...]:
        """Where the travellers are on this day."""
        return tuple(dict.fromkeys((self.start, self.end)))

    def as_data(self) -> dict[str, str]:
        """The day in the benchmark's form."""
        where = f"from {self.start} to {self.end}" if self.travels else self.start
        breakfast, lunch, dinner = (_joined(self.meals.get(meal)) for meal in MEALS)
        sights = "".join(f"{_joined(sight)};" for sight in self.sights) or "-"
        shown = (where, self.transport or "-", breakfast, sights, lunch, dinner)
        return dict(zip(_KEYS, (*shown, _joined(self.stay)), strict=True))


def written(days: Iterable[DayPlan]) -> str:
    """A plan as the answer of a task."""
    return json.dumps({"plan": [day.as_data() for day in days]}, ensure_ascii=False)


def _joined(place: Place | None) -> str:
    return ", ".join(place) if place else "-"


_KEYS = (
    *("current_city", "transportation", "breakfast", "attraction", "lunch", "dinner"),
    "accommodation",
)
_WAY = re.compile(r"from (?P<start>.+?) to (?P<end>.+)")
_STATE = re.compile(r"\([^()]*\)$")


def read_plan(text: str) -> tuple[DayPlan, ...]:
    """The days of an answer.

    Raises:
        AnswerFault: it is not in the form that the specification asks for.
    """
    answer = read_json(text, dict)
    if set(answer) != {"plan"}:
        raise AnswerFault('The answer should have the key "plan", and no other.')
    days = answer["plan"]
    if not isinstance(days, list):
        raise AnswerFault(f"The plan should be a list of days, not {kind_of(days)}.")
    return tuple(_day(number, day) for number, day in enumerate(days, 1))


def _day(number: int, value: object) -> DayPlan:
    if isinstance(value, dict):  # the benchmark numbers its days, which says nothing new
        value = {key: found for key, found in value.items() if key != "days"}
    texts = dict(zip(_KEYS, text_fields(value, _KEYS, f"Day {number}"), strict=True))
    shown = {key: "" if text.strip() in ("", "-") else text.strip() for key, text in texts.items()}
    where = shown["current_city"]
    way = _WAY.fullmatch(where)
    start, end = (way["start"], way["end"]) if way else (where, where)
    return DayPlan(
        _city(start),
        _city(end),
        shown["transportation"],
        {meal: _place(number, shown[meal]) for meal in MEALS if shown[meal]},
        tuple(_place(number, part) for part in shown["attraction"].split(";") if part.strip()),
        _place(number, shown["accommodation"]) if shown["accommodation"] else None,
    )


def _place(number: int, text: str) -> Place:
    name, comma, city = text.rpartition(",")
    if not comma:
        raise AnswerFault(f"Day {number} names {quoted(text)} without its city.")
    return " ".join(name.split()), _city(city)


def _city(text: str) -> str:
    """A city without the state that the benchmark's annotators put behind it."""
    return _STATE.sub("", " ".join(text.split())).strip()


# What can be booked.


def rides(tour: Tour, data: TravelData, origin: str, destination: str, day: int) -> list[Ride]:
    """All ways from one city to another on a day, wanted or not."""
    trip = tour.part(origin, destination, day, day)
    flights = [
        _flown(flight, trip)
        for flight in data.flights
        if (flight.origin, flight.destination, flight.date)
        == (origin, destination, tour.dates[day])
    ]
    return flights + [
        _driven(drive, tour.people)
        for drive in data.drives
        if (drive["origin"], drive["destination"]) == (origin, destination)
    ]


def _flown(flight: FlightOffer, trip: Trip) -> Ride:
    departure, arrival = clock_minutes(flight.departure), clock_minutes(flight.arrival)
    # Both times are local. The next day is meant where that is nearer to the time in the air.
    landed = departure + minutes_of(flight.duration)
    overnight = abs(arrival + DAY - landed) < abs(arrival - landed)
    text = (
        f"Flight Number: {flight.number}, from {flight.origin} to {flight.destination}, "
        f"Departure Time: {flight.departure}, Arrival Time: {flight.arrival}"
    )
    return Ride(
        "flight",
        text,
        flight.cost(trip),
        departure,
        arrival + DAY * overnight,
        flight.too_late(trip),
    )


def _driven(drive: Record, people: int) -> Ride:
    mode = cast("Mode", drive["mode"])
    cars = -(-people // SEATS[mode])
    return Ride(
        mode,
        f"{mode.capitalize()}, from {drive['origin']} to {drive['destination']}",
        cast("Number", drive["cost"]) * cars,
        None,
        minutes_of(str(drive["duration"])),
    )


def clock_minutes(time: str) -> int:
    """The minutes of the day at a time such as `17:05`.

    Raises:
        ValueError: it is no such time.
    """
    hours, minutes = time.split(":")
    return 60 * int(hours) + int(minutes)


_UNITS = {"day": DAY, "hour": 60, "min": 1}


def minutes_of(duration: str) -> int:
    """The minutes of a text such as `14 hours 2 mins`; 0 for none."""
    found = re.findall(r"(\d+) (day|hour|min)", duration)
    return sum(int(number) * _UNITS[unit] for number, unit in found)


_RIDE = re.compile(
    r"(Flight Number: [^,\s]+|Self-driving|Taxi), from (.+?) to ([^,]+)(?:,.*)?", re.IGNORECASE
)

_MAX_RIDE = 500
"""Characters of a way that are read; the rest could only be what nothing depends on."""


def ride_of(text: str, offered: Iterable[Ride]) -> Ride | None:
    """The cheapest of the ways that a plan names; None where it names none of them."""
    named = _named(text)
    found = [ride for ride in offered if named and _named(ride.text) == named]
    return min(found, key=lambda ride: ride.cost, default=None)


def _named(text: str) -> tuple[str, ...]:
    """The flight or the mode that a text names, and both cities; empty for none."""
    found = _RIDE.fullmatch(text[:_MAX_RIDE])
    return (found[1].casefold(), _city(found[2]), _city(found[3])) if found else ()


def stays_of(data: TravelData, place: Place) -> list[StayOffer]:
    """The places to stay of a name in a city."""
    return [stay for stay in data.stays if (stay.name, stay.city) == place]


def meal_costs(data: TravelData) -> dict[Place, tuple[Number, tuple[str, ...]]]:
    """What a meal costs for one person, and the cuisines, by restaurant.

    Of several restaurants with one name in one city the cheapest counts.
    """
    found: dict[Place, tuple[Number, tuple[str, ...]]] = {}
    for each in data.restaurants:
        place = (str(each["name"]), str(each["city"]))
        offer = (
            cast("Number", each["average_cost"]),
            tuple(cast("Sequence[str]", each["cuisines"])),
        )
        found[place] = min(found.get(place, offer), offer)
    return found


def sights_of(data: TravelData) -> set[Place]:
    """All attractions."""
    return {(str(each["name"]), str(each["city"])) for each in data.attractions}
