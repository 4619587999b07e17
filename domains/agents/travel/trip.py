"""What a traveller wants, what can be booked and what it costs, and how an answer is assessed.

The rule assesses an answer part by part (ProcLLM paper, Table 1).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from domains.agents.task import AnswerFault, Assessment, kind_of, quoted, read_json, text_of

Number = int | float
Record = Mapping[str, object]
"""One entry of the database as the tools return it."""

TOOLS = ("accommodations", "attractions", "distances", "flights", "restaurants")
_SHARED = ("__init__", "records")


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip to one city and back, and what the travellers ask for.

    Args:
        departing: the date of the first flight, as `2022-03-16`.
        returning: the date of the flight back.
        people: how many travel.
        budget: what flights and stay may cost, all in all, in dollars.
        latest_departure: no flight leaves after this time, as `17:00`; empty for any time.
        room_types: which types of room are welcome; empty for any.
        need: what the house rules may not forbid, as `pets`; empty for nothing.
    """

    origin: str
    destination: str
    departing: str
    returning: str
    people: int
    budget: int
    latest_departure: str = ""
    room_types: tuple[str, ...] = ()
    need: str = ""

    @property
    def nights(self) -> int:
        """From the day of the first flight to that of the flight back."""
        return (date.fromisoformat(self.returning) - date.fromisoformat(self.departing)).days


@dataclass(frozen=True, slots=True)
class FlightOffer:
    """A flight: times as `HH:MM`, distance in kilometres, price in dollars for one person."""

    number: str
    origin: str
    destination: str
    date: str
    departure: str
    arrival: str
    duration: str
    distance: Number
    price: Number

    def serves(self, trip: Trip, *, back: bool) -> bool:
        """Whether it is on the way of a trip, on the right day and not too late."""
        way = (trip.origin, trip.destination)
        return (
            (self.origin, self.destination) == (way[::-1] if back else way)
            and self.date == (trip.returning if back else trip.departing)
            and not self.too_late(trip)
        )

    def too_late(self, trip: Trip) -> bool:
        """Whether it leaves after the time that the travellers named."""
        return bool(trip.latest_departure) and self.departure > trip.latest_departure

    def cost(self, trip: Trip) -> Number:
        """In dollars, for all who travel."""
        return self.price * trip.people


@dataclass(frozen=True, slots=True)
class StayOffer:
    """A place to stay: price in dollars for one room and night, house rules as `No pets`."""

    name: str
    city: str
    room_type: str
    price: Number
    minimum_nights: int
    maximum_occupancy: int
    house_rules: tuple[str, ...]
    rating: Number

    def misfit(self, trip: Trip) -> str:
        """Why it does not suit a trip, as the end of a sentence; empty where it does."""
        return self.too_long(trip.nights) or self.unwelcome(trip)

    def too_long(self, nights: int) -> str:
        """Why so few nights cannot be booked; empty where they can."""
        if self.minimum_nights <= nights:
            return ""
        trip = "1 night" if nights == 1 else f"{nights} nights"
        return f"takes guests for at least {self.minimum_nights} nights, and the trip has {trip}"

    def unwelcome(self, trip: Trip) -> str:
        """Which wish of the travellers it does not fulfil; empty for none."""
        if trip.room_types and self.room_type not in trip.room_types:
            return f"offers the room type {self.room_type}, not {' or '.join(trip.room_types)}"
        return f"has the house rule No {trip.need}" if self.forbids(trip.need) else ""

    def forbids(self, need: str) -> bool:
        """Whether a house rule is against something, which is empty for nothing."""
        return bool(need) and f"No {need}".casefold() in map(str.casefold, self.house_rules)

    def cost(self, trip: Trip) -> Number:
        """In dollars, for as many rooms as all need, and for all nights."""
        rooms = -(-trip.people // max(self.maximum_occupancy, 1))
        return self.price * rooms * trip.nights


@dataclass(frozen=True, slots=True)
class TravelData:
    """What the tools of a task know."""

    flights: Sequence[FlightOffer]
    stays: Sequence[StayOffer]
    restaurants: Sequence[Record]
    attractions: Sequence[Record]
    drives: Sequence[Record]


def cheapest(trip: Trip, data: TravelData) -> Number | None:
    """The least that suitable flights and a suitable stay cost, or None where one is lacking.

    The budget counts for nothing here.
    """
    stays = [stay for stay in data.stays if stay.city == trip.destination and not stay.misfit(trip)]
    offers: tuple[Iterable[FlightOffer | StayOffer], ...] = (
        [flight for flight in data.flights if flight.serves(trip, back=False)],
        [flight for flight in data.flights if flight.serves(trip, back=True)],
        stays,
    )
    costs = [min((offer.cost(trip) for offer in some), default=None) for some in offers]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def tool_files(data: TravelData) -> dict[str, str]:
    """The modules and data files of the tools, by their path in the workspace."""
    records: dict[str, Iterable[Record]] = {
        "accommodations": map(asdict, data.stays),
        "attractions": data.attractions,
        "distances": data.drives,
        "flights": map(asdict, data.flights),
        "restaurants": data.restaurants,
    }
    modules = {f"{name}.py": text_of("travel", f"tools/{name}.py") for name in (*_SHARED, *TOOLS)}
    tables = {f"{name}.json": _table(records[name]) for name in TOOLS}
    return {f"tools/{name}": text for name, text in {**modules, **tables}.items()}


def _table(records: Iterable[Record]) -> str:
    """JSON with one record a line."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    return f"[\n{lines}\n]\n"


FLIGHT_1, FLIGHT_2, HOTEL = "flight 1", "flight 2", "hotel"
PARTS = {FLIGHT_1: "departing_flight", FLIGHT_2: "returning_flight", HOTEL: "accommodation"}
"""The parts of the task in their order, and the key of the answer for each."""


def assess(trip: Trip, data: TravelData, answer: str) -> Assessment:
    """Whether an answer books what the trip needs, for no more than its budget.

    Each part counts by itself: in the ProcLLM paper's Table 1, only if all up to it are done.
    What is spent adds up in the order of the parts, over those that suit the trip, and each part
    whose cost takes it beyond the budget fails.
    """
    try:
        booked = read_json(answer, dict)
    except AnswerFault as fault:
        return Assessment(False, str(fault), dict.fromkeys(PARTS, False))
    faults: dict[str, str] = {}
    spent: Number = 0
    for part, key in PARTS.items():
        try:
            name = _text(booked, key)
            offer = (
                _stay(trip, data, name)
                if part == HOTEL
                else _flight(trip, data, name, back=part == FLIGHT_2)
            )
            total = spent + offer.cost(trip)
            if total <= trip.budget:
                spent = total
            else:
                costs = f"the cost would be ${total:,}, and the budget is ${trip.budget:,}."
                faults[part] = f"The {_in_words(key)} is too dear: {costs}"
        except AnswerFault as fault:
            faults[part] = str(fault)
    parts = {part: part not in faults for part in PARTS}
    unknown = [key for key in booked if key not in PARTS.values()]
    strangers = [f"The answer has an unknown key {quoted(key)}." for key in unknown[:1]]
    reasons = [*faults.values(), *strangers]
    return Assessment(not reasons, " ".join(reasons), parts)


def _text(booked: Mapping[str, object], key: str) -> str:
    """What is booked under a key, with its blanks made single."""
    if key not in booked:
        raise AnswerFault(f"The answer has no key {quoted(key)}.")
    value = booked[key]
    if not isinstance(value, str):
        raise AnswerFault(f"The {_in_words(key)} should be a text, not {kind_of(value)}.")
    return " ".join(value.split())


def _flight(trip: Trip, data: TravelData, number: str, *, back: bool) -> FlightOffer:
    """The flight of a number, if it serves the trip."""
    which = _in_words(PARTS[FLIGHT_2 if back else FLIGHT_1])
    known = [flight for flight in data.flights if flight.number == number]
    if not known:
        raise AnswerFault(f"The {which} is {quoted(number)}, but there is no such flight.")
    found = next((flight for flight in known if flight.serves(trip, back=back)), known[0])
    if found.serves(trip, back=back):
        return found
    start, end = (trip.destination, trip.origin) if back else (trip.origin, trip.destination)
    day = trip.returning if back else trip.departing
    if (found.origin, found.destination) != (start, end):
        raise AnswerFault(
            f"The {which} {number} goes from {found.origin} to {found.destination}, not from "
            f"{start} to {end}."
        )
    if found.date != day:
        raise AnswerFault(f"The {which} {number} is on {found.date}, not on {day}.")
    raise AnswerFault(
        f"The {which} {number} departs at {found.departure}, after {trip.latest_departure}."
    )


def _stay(trip: Trip, data: TravelData, name: str) -> StayOffer:
    """The cheapest stay of a name that suits the trip."""
    known = [stay for stay in data.stays if stay.name == name]
    if not known:
        raise AnswerFault(f"The accommodation is {quoted(name)}, but there is none of that name.")
    there = [stay for stay in known if stay.city == trip.destination]
    if not there:
        raise AnswerFault(
            f"The accommodation {name} is in {known[0].city}, not in {trip.destination}."
        )
    misfits = [stay.misfit(trip) for stay in there]
    if all(misfits):
        raise AnswerFault(f"The accommodation {name} {misfits[0]}.")
    suitable = [stay for stay, misfit in zip(there, misfits, strict=True) if not misfit]
    return min(suitable, key=lambda stay: stay.cost(trip))


def _in_words(key: str) -> str:
    return key.replace("_", " ")
