"""Assesses an answer to a trip by rule, part by part (seed paper 000, Table 1)."""

from __future__ import annotations

from collections.abc import Mapping

from domains.agents.answers import AnswerFault, kind_of, quoted, read_object
from domains.agents.task import Assessment
from domains.agents.travel.trip import FlightOffer, Number, StayOffer, TravelData, Trip

FLIGHT_1, FLIGHT_2, HOTEL = "flight 1", "flight 2", "hotel"
PARTS = {FLIGHT_1: "departing_flight", FLIGHT_2: "returning_flight", HOTEL: "accommodation"}
"""The parts of the task in their order, and the key of the answer for each."""


def assess(trip: Trip, data: TravelData, answer: str) -> Assessment:
    """Whether an answer books what the trip needs, for no more than its budget.

    Each part counts by itself: Table 1 of seed paper 000 counts a part where all up to it are done.
    What is spent adds up in the order of the parts, over those that suit the trip, and each part
    whose cost takes it beyond the budget fails.
    """
    try:
        booked = read_object(answer)
    except AnswerFault as fault:
        return Assessment(False, str(fault), dict.fromkeys(PARTS, False))
    faults: dict[str, str] = {}
    spent: Number = 0
    for part, key in PARTS.items():
        try:
            offer = _offer(trip, data, part, _text(booked, key))
            spent = _paid(trip, spent + offer.cost(trip), key)
        except AnswerFault as fault:
            faults[part] = str(fault)
    parts = {part: part not in faults for part in PARTS}
    reasons = [*faults.values(), *_strangers(booked)]
    return Assessment(not reasons, " ".join(reasons), parts)


def _paid(trip: Trip, total: Number, key: str) -> Number:
    if total > trip.budget:
        raise AnswerFault(
            f"The {_in_words(key)} is too dear: the cost would be ${total:,}, and the budget is "
            f"${trip.budget:,}."
        )
    return total


def _strangers(booked: Mapping[str, object]) -> list[str]:
    unknown = [key for key in booked if key not in PARTS.values()]
    return [f"The answer has an unknown key {quoted(unknown[0])}."] if unknown else []


def _text(booked: Mapping[str, object], key: str) -> str:
    """What is booked under a key, with its blanks made single."""
    if key not in booked:
        raise AnswerFault(f"The answer has no key {quoted(key)}.")
    value = booked[key]
    if not isinstance(value, str):
        raise AnswerFault(f"The {_in_words(key)} should be a text, not {kind_of(value)}.")
    return " ".join(value.split())


def _offer(trip: Trip, data: TravelData, part: str, name: str) -> FlightOffer | StayOffer:
    if part == HOTEL:
        return _stay(trip, data, name)
    return _flight(trip, data, name, back=part == FLIGHT_2)


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
