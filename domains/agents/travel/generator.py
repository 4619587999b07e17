"""Random trips among made-up cities; a plan within the budget exists for sure."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, partial
from itertools import pairwise
from typing import Any

from domains.agents.task import AgenticTask, text_of
from domains.agents.travel.tour import MEALS, DayPlan, Tour, meal_costs, rides
from domains.agents.travel.tour_rules import cost_of
from domains.agents.travel.tour_tasks import TourTask
from domains.agents.travel.trip import (
    FlightOffer,
    Number,
    Record,
    StayOffer,
    TravelData,
    Trip,
    assess,
    cheapest,
    tool_files,
)

ROOM_TYPES = ("Entire home/apt", "Private room", "Shared room")
NEEDS = ("pets", "parties", "smoking", "visitors", "children under 10")
"""What a house rule may forbid."""

_PREFERENCES = ("latest departure", "type of room", "house rule")
_ROOM_WEIGHTS = (5, 4, 1)
_LONGEST = 14  # days
_FIRST_DAY = date(2031, 1, 1)


def generate(
    rng: random.Random, *, cities: int = 5, days: int = 3, people: int = 2, preferences: int = 2
) -> AgenticTask:
    """A task of Travel Planner over made-up cities.

    Args:
        cities: how many cities the tools know.
        days: from the first flight to the flight back, both days counted.
        people: how many travel.
        preferences: how many of the latest departure, the type of room and a house rule are asked
            for, from 0 to 3.

    Raises:
        ValueError: a size is out of its range.
    """
    _check({"cities": (cities, 2, len(_cities())), "days": (days, 2, _LONGEST)})
    _check({"people": (people, 1, 12), "preferences": (preferences, 0, len(_PREFERENCES))})
    chosen = rng.sample(sorted(_cities()), cities)
    first = _FIRST_DAY + timedelta(days=rng.randrange(300))
    last = first + timedelta(days=days - 1)
    trip = Trip(chosen[0], chosen[1], first.isoformat(), last.isoformat(), people, budget=0)
    legs = {
        (trip.origin, trip.destination, trip.departing),
        (trip.destination, trip.origin, trip.returning),
    }
    ends = {first, last}
    near = {(end + timedelta(days=shift)).isoformat() for end in ends for shift in (-1, 0, 1)}
    data = _drawn(rng, chosen, legs, sorted(near), trip.nights)
    trip = _with_preferences(rng, trip, data, preferences)
    least = cheapest(trip, data)
    assert least is not None, "the wishes were taken from flights and a stay that fulfil them"
    trip = replace(trip, budget=_budget(rng, least))
    return AgenticTask(
        name=f"travel-c{cities}-d{days}-p{people}-w{preferences}",
        specification=text_of("travel", "specification.txt"),
        request=_request(trip, days),
        check=partial(assess, trip, data),
        tools_specification=text_of("travel", "tools_specification.txt"),
        tools=tool_files(data),
    )


def generate_tour(
    rng: random.Random, *, cities: int = 5, visits: int = 2, people: int = 2, preferences: int = 2
) -> TourTask:
    """A whole trip over made-up cities, with two nights in each that is visited.

    Args:
        cities: how many cities may be visited.
        visits: how many of them are.
        people: how many travel.
        preferences: how many of a type of room, a house rule, two cuisines and no self-driving are
            asked for, from 0 to 4.

    Raises:
        ValueError: a size is out of its range.
    """
    known = len(_cities())
    _check({"cities": (cities, 1, known - 1), "visits": (visits, 1, min(cities, 6))})
    _check({"people": (people, 1, 12), "preferences": (preferences, 0, len(_WISHES))})
    home, *others = rng.sample(sorted(_cities()), cities + 1)
    first = _FIRST_DAY + timedelta(days=rng.randrange(300))
    dates = tuple((first + timedelta(days=day)).isoformat() for day in range(2 * visits + 1))
    tour = Tour(home, tuple(sorted(others)), visits, dates, people, budget=0)
    route = [home, *rng.sample(others, visits), home]
    legs = [(*ends, dates[2 * place]) for place, ends in enumerate(pairwise(route))]
    data = _drawn(rng, [home, *others], set(legs), dates, 2)
    days = _possible(rng, tour, data, route)
    tour = _with_wishes(rng, tour, data, days, preferences)
    tour = replace(tour, budget=_budget(rng, cost_of(tour, data, days)))
    name = f"trips-c{cities}-v{visits}-p{people}-w{preferences}"
    return TourTask(name, tour, data, _tour_request(tour))


def _possible(
    rng: random.Random, tour: Tour, data: TravelData, route: Sequence[str]
) -> tuple[DayPlan, ...]:
    """A plan that flies, and eats on days without travel alone."""
    days: list[DayPlan] = []
    for place, (start, end) in enumerate(pairwise(route)):
        flights = [each for each in rides(tour, data, start, end, 2 * place) if each.departure]
        there = [each for each in data.stays if each.city == end and each.minimum_nights <= 2]
        stay = (rng.choice(there).name, end) if end != tour.origin else None
        days.append(DayPlan(start, end, rng.choice(flights).text, {}, (), stay))
        if stay:
            tables = [(name, end) for name, _, _ in _cities()[end].restaurants]
            sight = (rng.choice(_cities()[end].attractions), end)
            meals = dict(zip(MEALS, rng.sample(tables, len(MEALS)), strict=True))
            days.append(DayPlan(end, end, "", meals, (sight,), stay))
    return tuple(days)


_WISHES = ("type of room", "house rule", "cuisines", "no self-driving")


def _with_wishes(
    rng: random.Random, tour: Tour, data: TravelData, days: Sequence[DayPlan], count: int
) -> Tour:
    """The trip with wishes that a plan fulfils."""
    stays = [each for day in days if day.stay for each in data.stays if each.name == day.stay[0]]
    served = [meal_costs(data)[place][1] for day in days for place in day.meals.values()]
    for wish in rng.sample(_WISHES, count):
        match wish:
            case "type of room":
                types = {each.room_type for each in stays}
                tour = replace(tour, room_types=tuple(each for each in ROOM_TYPES if each in types))
            case "house rule":
                rules = {rule for each in stays for rule in each.house_rules}
                allowed = [need for need in NEEDS if f"No {need}" not in rules]
                tour = replace(tour, need=rng.choice(allowed or [""]))
            case "cuisines":
                known = sorted({cuisine for some in served for cuisine in some})
                tour = replace(tour, cuisines=tuple(rng.sample(known, 2)))
            case _:
                tour = replace(tour, without=("self-driving",))
    return tour


def _tour_request(tour: Tour) -> str:
    we, our, who = _people(tour.people)
    where = f"{tour.visits} of the region's cities" if len(tour.cities) > 1 else tour.cities[0]
    sentences = [
        f"Please plan a whole trip of {len(tour.dates)} days from {tour.origin} to {where} "
        f"and back for {who}, from {_day(tour.dates[0])} to {_day(tour.dates[-1])}.",
        f"{our.capitalize()} budget is ${tour.budget:,}.",
    ]
    if tour.room_types:
        types = " or ".join(f'"{each}"' for each in tour.room_types)
        sentences.append(f"The room type should be {types}.")
    if tour.need:
        sentences.append(f"{we} will {_NEEDS_SAID[tour.need]}.")
    if tour.cuisines:
        sentences.append(f"{we} would like to try {' and '.join(tour.cuisines)} food.")
    if tour.without:
        sentences.append(f"{we} will not drive a car on {our} own.")
    return " ".join(sentences) + "\n"


def _check(ranges: Mapping[str, tuple[int, int, int]]) -> None:
    """See that sizes are within their bounds.

    Raises:
        ValueError: one is not.
    """
    for name, (value, least, most) in ranges.items():
        if not least <= value <= most:
            raise ValueError(f"travel needs {name} from {least} to {most}, not {value}")


@dataclass(frozen=True, slots=True)
class _City:
    place: tuple[int, int]  # kilometres to the east and to the north of some point
    stays: Sequence[str]
    restaurants: Sequence[tuple[str, list[str], int]]
    attractions: Sequence[str]


@cache
def _cities() -> dict[str, _City]:
    known: dict[str, dict[str, Any]] = json.loads(text_of("travel", "cities.json"))
    return {name: _City(**facts) for name, facts in known.items()}


def _drawn(
    rng: random.Random,
    cities: Sequence[str],
    wanted: Container[tuple[str, str, str]],
    days: Sequence[str],
    nights: int,
) -> TravelData:
    """What can be booked.

    There are at least two flights on each wanted way and day, and a stay for so few nights in each
    city.
    """
    return TravelData(
        flights=tuple(_flights(rng, cities, wanted, days)),
        stays=tuple(_stays(rng, cities, nights)),
        restaurants=tuple(_restaurants(rng, cities)),
        attractions=[
            {"name": name, "city": city} for city in cities for name in _cities()[city].attractions
        ],
        drives=tuple(_drives(cities)),
    )


def _pairs(cities: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """Two cities each, and how many kilometres they are apart."""
    for origin in cities:
        for destination in cities:
            if origin != destination:
                ends = _cities()[origin].place, _cities()[destination].place
                yield origin, destination, round(math.dist(*ends))


def _flights(
    rng: random.Random,
    cities: Sequence[str],
    wanted: Container[tuple[str, str, str]],
    days: Sequence[str],
) -> Iterator[FlightOffer]:
    numbers = iter(rng.sample(range(1000, 10000), 4 * len(days) * len(cities) ** 2))
    for origin, destination, distance in _pairs(cities):
        for day in days:
            own = (origin, destination, day) in wanted
            for _ in range(rng.randint(2, 4) if own else rng.randint(0, 2)):
                number = f"Q{next(numbers)}"
                yield _flight(rng, number, origin, destination, day, distance)


def _flight(
    rng: random.Random, number: str, origin: str, destination: str, day: str, distance: int
) -> FlightOffer:
    minutes = 35 + round(distance / 12)
    departure = 5 * rng.randrange(6 * 12, 19 * 12)  # from 06:00 to 18:55: all land on that day
    return FlightOffer(
        number=number,
        origin=origin,
        destination=destination,
        date=day,
        departure=_clock(departure),
        arrival=_clock(departure + minutes),
        duration=_duration(minutes),
        distance=distance,
        price=round((40 + 0.12 * distance) * rng.uniform(0.7, 1.6)),
    )


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [_counted(hours, "hour")] * bool(hours) + [_counted(rest, "minute")] * bool(rest)
    return " ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _stays(rng: random.Random, cities: Sequence[str], nights: int) -> Iterator[StayOffer]:
    for city in cities:
        offers = [_stay(rng, name, city) for name in _cities()[city].stays]
        sure = rng.randrange(len(offers))
        least = min(offers[sure].minimum_nights, nights)
        offers[sure] = replace(offers[sure], minimum_nights=least)
        yield from offers


def _stay(rng: random.Random, name: str, city: str) -> StayOffer:
    room_type = rng.choices(ROOM_TYPES, _ROOM_WEIGHTS)[0]
    rules = rng.sample(NEEDS, rng.randint(0, 3))
    return StayOffer(
        name=name,
        city=city,
        room_type=room_type,
        price=rng.randint(25, 90) + 50 * (room_type == ROOM_TYPES[0]),
        minimum_nights=rng.choice((1, 1, 2, 2, 3, 5)),
        maximum_occupancy=rng.randint(1, 6),
        house_rules=tuple(f"No {rule}" for rule in rules),
        rating=rng.randint(2, 5),
    )


def _restaurants(rng: random.Random, cities: Sequence[str]) -> Iterator[Record]:
    for city in cities:
        for name, cuisines, cost in _cities()[city].restaurants:
            rating = rng.randint(25, 50) / 10
            yield {
                "name": name,
                "city": city,
                "cuisines": cuisines,
                "average_cost": cost,
                "rating": rating,
            }


def _drives(cities: Sequence[str]) -> Iterator[Record]:
    for origin, destination, distance in _pairs(cities):
        road = round(1.2 * distance)
        minutes = round(road / 1.5)
        for mode, rate in (("self-driving", 0.05), ("taxi", 1.0)):
            yield {
                "origin": origin,
                "destination": destination,
                "mode": mode,
                "duration": _duration(minutes),
                "distance": road,
                "cost": round(rate * road),
            }


def _with_preferences(rng: random.Random, trip: Trip, data: TravelData, count: int) -> Trip:
    """The trip with wishes that some flights and some stay, drawn first, fulfil together."""
    out = rng.choice([flight for flight in data.flights if flight.serves(trip, back=False)])
    back = rng.choice([flight for flight in data.flights if flight.serves(trip, back=True)])
    stays = [stay for stay in data.stays if stay.city == trip.destination]
    stay = rng.choice([stay for stay in stays if not stay.misfit(trip)])
    latest = max(out.departure, back.departure)
    for preference in rng.sample(_PREFERENCES, count):
        match preference:
            case "latest departure":
                trip = replace(trip, latest_departure=f"{int(latest[:2]) + 1:02}:00")
            case "type of room":
                trip = replace(trip, room_types=(stay.room_type,))
            case _:
                allowed = [need for need in NEEDS if f"No {need}" not in stay.house_rules]
                trip = replace(trip, need=rng.choice(allowed))
    return trip


def _budget(rng: random.Random, least: Number) -> int:
    """Up to a quarter above what has to be spent, in tens."""
    return 10 * math.ceil(least * rng.uniform(1.0, 1.25) / 10)


_NEEDS_SAID = {
    "pets": "bring a pet, so pets must be allowed",
    "parties": "give a party, so parties must be allowed",
    "smoking": "smoke, so smoking must be allowed",
    "visitors": "receive friends, so visitors must be allowed",
    "children under 10": "bring a small child, so children under 10 must be allowed",
}


def _request(trip: Trip, days: int) -> str:
    we, our, who = _people(trip.people)
    sentences = [
        f"Please plan a trip of {days} days from {trip.origin} to {trip.destination} for {who}, "
        f"from {_day(trip.departing)} to {_day(trip.returning)}.",
        f"The budget for the flights and the stay is ${trip.budget:,}.",
    ]
    if trip.latest_departure:
        sentences.append(f"None of {our} flights should depart after {trip.latest_departure}.")
    for room_type in trip.room_types:
        sentences.append(f'The room type should be "{room_type}".')
    if trip.need:
        sentences.append(f"{we} will {_NEEDS_SAID[trip.need]}.")
    return " ".join(sentences) + "\n"


def _people(number: int) -> tuple[str, str, str]:
    """How those who travel call themselves, what is theirs, and who they are."""
    return ("I", "my", "one person") if number == 1 else ("We", "our", f"{number} people")


def _day(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


_MONTHS = (
    "January February March April May June July August September October November December"
).split()
