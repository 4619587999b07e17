"""The rules for a plan of a whole trip, each of which names what breaks it.

They judge an answer alone: what makes plans (`policies.agents.constraints`) has no part in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from domains.agents.task import AnswerFault, Assessment, quoted
from domains.agents.travel.tour import (
    MEALS,
    DayPlan,
    Place,
    Ride,
    Tour,
    meal_costs,
    read_plan,
    ride_of,
    rides,
    sights_of,
    stays_of,
)
from domains.agents.travel.trip import Number, TravelData

ENDS, ROUTE, TRANSPORT, STAYS = "there and back", "route", "transport", "stays"
EATEN, SIGHTS, WISHES, BUDGET = "meals", "attractions", "wishes", "budget"
CLOCK = "time of day"
TOUR_PARTS = (ENDS, ROUTE, TRANSPORT, STAYS, EATEN, SIGHTS, WISHES, BUDGET, CLOCK)
"""What is judged, each by itself. All but the last are rules of TravelPlanner; the first one, the
way there and the way back, is what the multi-step paper counts (section 6.3)."""

_MAX_REASONS = 12

Faults = Iterator[tuple[str, str]]
"""Parts that are not as they should be, each with the reason as a sentence."""


def assess_tour(tour: Tour, data: TravelData, answer: str) -> Assessment:
    """Whether an answer plans a trip as its travellers want it."""
    try:
        days = read_plan(answer)
        faults = list(_faults(tour, data, days))
    except AnswerFault as fault:
        return Assessment(False, str(fault), dict.fromkeys(TOUR_PARTS, False))
    broken = {part for part, _ in faults}
    reasons = list(dict.fromkeys(reason for _, reason in faults))
    more = len(reasons) - _MAX_REASONS
    shown = reasons[:_MAX_REASONS] + [f"There are {more} more faults."] * (more > 0)
    parts = {part: part not in broken for part in TOUR_PARTS}
    return Assessment(not faults, " ".join(shown), parts)


def _faults(tour: Tour, data: TravelData, days: Sequence[DayPlan]) -> Faults:
    if len(days) != len(tour.dates):
        raise AnswerFault(f"The plan has {len(days)} days, and the trip has {len(tour.dates)}.")
    taken = [
        ride_of(day.transport, rides(tour, data, day.start, day.end, number))
        if day.travels
        else None
        for number, day in enumerate(days)
    ]
    yield from _route(tour, days)
    yield from _transport(tour, days, taken)
    yield from _stays(tour, data, days)
    yield from _meals(data, days)
    yield from _sights(data, days)
    yield from _clock(days, taken)
    yield from _wishes(tour, data, days, taken)
    spent = cost_of(tour, data, days)
    if spent > tour.budget:
        reason = f"The plan costs ${spent:,.10g}, and the budget is ${tour.budget:,}."
        yield BUDGET, reason


def _route(tour: Tour, days: Sequence[DayPlan]) -> Faults:
    if days[0].start != tour.origin or not days[0].travels:
        yield ENDS, f"Day 1 should lead away from {tour.origin}."
        yield ROUTE, f"Day 1 should lead away from {tour.origin}."
    if days[-1].end != tour.origin or not days[-1].travels:
        yield ENDS, f"Day {len(days)} should lead back to {tour.origin}."
        yield ROUTE, f"Day {len(days)} should lead back to {tour.origin}."
    for number, (day, following) in enumerate(pairwise(days), 2):
        if day.end != following.start:
            yield (
                ROUTE,
                f"Day {number} begins in {quoted(following.start)}, not in {quoted(day.end)}.",
            )
    evenings = [day.end for day in days[:-1]]
    visited = [city for city, _ in groupby(evenings)]
    for city in dict.fromkeys(visited):
        if city not in tour.cities:
            yield ROUTE, f"{quoted(city)} is none of the cities that may be visited."
        if visited.count(city) > 1:
            yield ROUTE, f"{quoted(city)} is visited more than once."
    if len(set(visited)) != tour.visits:
        yield ROUTE, f"The cities visited are {len(set(visited))}, and should be {tour.visits}."


def _transport(tour: Tour, days: Sequence[DayPlan], taken: Sequence[Ride | None]) -> Faults:
    last = len(days) - 1
    for number, (day, ride) in enumerate(zip(days, taken, strict=True)):
        if not day.travels:
            if day.transport:
                yield TRANSPORT, f"Day {number + 1} has transport, but leads nowhere."
        elif ride is None:
            way = f"from {quoted(day.start)} to {quoted(day.end)}"
            reason = f"Day {number + 1} has no way {way} that there is."
            yield TRANSPORT, reason
            if number in (0, last):
                yield ENDS, reason
    modes = {ride.mode for ride in taken if ride}
    if "self-driving" in modes and len(modes) > 1:
        yield TRANSPORT, f"Self-driving does not go with {' or '.join(modes - {'self-driving'})}."


def _stays(tour: Tour, data: TravelData, days: Sequence[DayPlan]) -> Faults:
    if days[-1].stay:
        yield STAYS, "There is no night after the last day."
    for number, day in enumerate(days[:-1], 1):
        if day.stay is None:
            yield STAYS, f"Day {number} has no place to stay."
        elif day.stay[1] != day.end:
            yield STAYS, f"The place to stay on day {number} is not in {quoted(day.end)}."
    for stay, nights in _nights(days):
        offers = stays_of(data, stay)
        if not offers:
            yield STAYS, f"There is no place to stay {quoted(', '.join(stay))}."
        elif all(too_long := [offer.too_long(nights) for offer in offers]):
            yield STAYS, f"{stay[0]} {too_long[0]}."


def _nights(days: Sequence[DayPlan]) -> Iterator[tuple[Place, int]]:
    """Places to stay in their order, and for how many nights on end."""
    for stay, nights in groupby(day.stay for day in days[:-1]):
        if stay:
            yield stay, len(list(nights))


def _meals(data: TravelData, days: Sequence[DayPlan]) -> Faults:
    for number, day in enumerate(days, 1):
        for meal in MEALS:
            if meal not in day.meals and not day.travels:
                yield EATEN, f"Day {number} has no {meal}."
    eaten = [(number, place) for number, day in enumerate(days, 1) for place in day.meals.values()]
    yield from _visits(EATEN, days, eaten, meal_costs(data))


def _sights(data: TravelData, days: Sequence[DayPlan]) -> Faults:
    for number, day in enumerate(days, 1):
        if not day.sights and not day.travels:
            yield SIGHTS, f"Day {number} has no attraction."
    seen = [(number, place) for number, day in enumerate(days, 1) for place in day.sights]
    yield from _visits(SIGHTS, days, seen, dict.fromkeys(sights_of(data)))


def _visits(
    part: str,
    days: Sequence[DayPlan],
    visits: Sequence[tuple[int, Place]],
    known: Mapping[Place, object],
) -> Faults:
    """What is wrong with places that are visited on days, numbered from 1."""
    for number, place in visits:
        shown = quoted(", ".join(place))
        if place not in known:
            yield part, f"There is no {shown}."
        elif place[1] not in days[number - 1].cities:
            yield part, f"{shown} is not where the travellers are on day {number}."
    for place, times in Counter(place for _, place in visits).items():
        if times > 1:
            yield part, f"{quoted(', '.join(place))} is visited more than once."


def _clock(days: Sequence[DayPlan], taken: Sequence[Ride | None]) -> Faults:
    for number, (day, ride) in enumerate(zip(days, taken, strict=True), 1):
        before = [meal for meal, place in day.meals.items() if place[1] == day.start]
        after = [meal for meal, place in day.meals.items() if place[1] == day.end]
        if ride and ride.misses(before, after):
            early = f"{' and '.join(before)} in {day.start}" if before else ""
            late = f"{' and '.join(after)} in {day.end}" if after else ""
            both = ", and then ".join(filter(None, (early, late)))
            yield CLOCK, f"Day {number} has no time for {both}: {ride.text}."


def _wishes(
    tour: Tour, data: TravelData, days: Sequence[DayPlan], taken: Sequence[Ride | None]
) -> Faults:
    trip = tour.part(tour.origin, tour.origin, 0, len(days) - 1)
    for stay, _ in _nights(days):
        if (offers := stays_of(data, stay)) and all(
            unwelcome := [offer.unwelcome(trip) for offer in offers]
        ):
            yield WISHES, f"{stay[0]} {unwelcome[0]}."
    for ride in filter(None, taken):
        if ride.mode in tour.without:
            yield WISHES, f"The travellers do not want this way of travelling: {ride.text}."
        if ride.late:
            yield WISHES, f"This leaves after {tour.latest_departure}: {ride.text}."
    known = meal_costs(data)
    eaten = [place for day in days for place in day.meals.values() if place in known]
    # As in the benchmark, a meal at home is none of the trip.
    served = {each for place in eaten if place[1] != tour.origin for each in known[place][1]}
    for cuisine in tour.cuisines:
        if cuisine not in served:
            yield WISHES, f"No meal is {cuisine}."


def cost_of(tour: Tour, data: TravelData, days: Sequence[DayPlan]) -> Number:
    """What a plan costs for all who travel; what cannot be booked costs nothing."""
    total: Number = 0
    known = meal_costs(data)
    for number, day in enumerate(days):
        ride = ride_of(day.transport, rides(tour, data, day.start, day.end, number))
        total += ride.cost if ride else 0
        eaten = [known[place][0] for place in day.meals.values() if place in known]
        total += sum(eaten) * tour.people
    for stay, nights in _nights(days):
        trip = tour.part(tour.origin, stay[1], 0, nights)
        offers = stays_of(data, stay)
        fit = [offer for offer in offers if not offer.misfit(trip)] or offers
        total += min((offer.cost(trip) for offer in fit), default=0)
    return total
