"""A whole trip as constraints over finite choices, solved by z3 (seed paper 001, section 4).

As in the code that Hao et al. 2024 give their models, a loop goes through the routes, and the solver
chooses the rest. Section 4.1 reports that cities as variables make the problem intractable.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations, product
from typing import Literal, TypeAlias

import z3

from domains.agents.travel.tour import (
    MEALS,
    DayPlan,
    Place,
    Ride,
    Tour,
    meal_costs,
    rides,
    sights_of,
    written,
)
from domains.agents.travel.trip import Number, StayOffer, TravelData

SECONDS = 30.0
"""How long the solver may take for all routes of a trip."""

_Group: TypeAlias = Mapping[int, z3.BoolRef]
"""A choice: for each option, by its number, whether it is the one."""


@dataclass(frozen=True, slots=True)
class TourSolution:
    """What the solver has found.

    Args:
        ended: how it ended.
        answer: the plan as the answer of the task; empty where there is none.
        reason: why there is none, in a line; of rules that do not go together, a set that is
            satisfiable as soon as any of them is left out.
        routes: how many routes were tried.
        seconds: how long it took.
    """

    ended: Literal["answered", "no-solution", "out-of-time"]
    answer: str
    reason: str
    routes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class _Route:
    """Where the travellers are: on each evening but the last, in the order of the days."""

    home: str
    evenings: tuple[str, ...]

    @property
    def ends(self) -> list[tuple[str, str]]:
        """Where each day begins and where it ends."""
        return list(pairwise((self.home, *self.evenings, self.home)))

    def __str__(self) -> str:
        return " - ".join((self.home, *dict.fromkeys(self.evenings), self.home))


def solve_tour(
    tour: Tour,
    data: TravelData,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> TourSolution:
    """A plan for a whole trip, or why there is none.

    Args:
        tour: what the travellers want.
        data: what can be booked.
        seconds: how long the solver may take.
        clock: the time in seconds.
    """
    begun, tried = clock(), 0
    reasons: list[str] = []

    def ended(how: Literal["answered", "no-solution", "out-of-time"], text: str) -> TourSolution:
        answer, reason = (text, "") if how == "answered" else ("", text)
        return TourSolution(how, answer, reason, tried, clock() - begun)

    for route in _routes(tour):
        left = begun + seconds - clock()
        if left <= 0:
            return ended("out-of-time", f"z3 was stopped after {seconds:g} s, on route {tried + 1}.")
        tried += 1
        offered = [
            rides(tour, data, *ends, day) if ends[0] != ends[1] else []
            for day, ends in enumerate(route.ends)
        ]
        missing = next(
            (ends for ends, some in zip(route.ends, offered, strict=True) if _gap(ends, some)), None
        )
        if missing:
            reasons.append(f"There is no way from {missing[0]} to {missing[1]} on the day for it.")
            continue
        encoding = _Encoding(tour, data, route, offered)
        found = encoding.solved(left)
        if found is None:
            return ended("out-of-time", f"z3 was stopped after {seconds:g} s, on route {tried}.")
        if isinstance(found, str):
            return ended("answered", found)
        # A route that has ways tells more than one that has none.
        reasons.insert(0, f"On the route {route}, these do not go together: {'; '.join(found)}.")
    reasons = reasons or ["The trip has no night for each of its cities."]
    more = f" None of {tried} routes has a plan." if tried > 1 else ""
    return ended("no-solution", f"{reasons[0]}{more}")


def _gap(ends: tuple[str, str], offered: Sequence[Ride]) -> bool:
    return ends[0] != ends[1] and not offered


def _routes(tour: Tour) -> Iterator[_Route]:
    """Cities in every order, with every number of nights; alike numbers come first."""
    nights = len(tour.dates) - 1
    cuts = combinations(range(1, nights), tour.visits - 1)
    splits = [tuple(b - a for a, b in pairwise((0, *cut, nights))) for cut in cuts]
    splits = [split for split in splits if min(split) > 0]
    for split in sorted(splits, key=lambda split: (max(split) - min(split), split)):
        for cities in permutations(tour.cities, tour.visits):
            places = zip(cities, split, strict=True)
            yield _Route(tour.origin, tuple(city for city, some in places for _ in range(some)))


@dataclass
class _Encoding:
    """The choices of one route, and the rules for them.

    Each rule has a text that switches it on, so that the solver can name those that clash.
    """

    tour: Tour
    data: TravelData
    route: _Route
    offered: Sequence[Sequence[Ride]]
    rules: dict[str, z3.BoolRef] = field(default_factory=dict)
    costs: list[tuple[z3.BoolRef, Number]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.solver = z3.SolverFor("QF_FD")
        self.meals = meal_costs(self.data)
        self.restaurants = sorted(self.meals)
        # A semicolon ends an attraction in a plan.
        self.sights = sorted(place for place in sights_of(self.data) if ";" not in place[0])
        self.days = range(len(self.route.ends))
        self.cities = tuple(dict.fromkeys(self.route.evenings))
        self.ride = {day: self._one(f"ride {day}", len(self.offered[day])) for day in self._travels}
        self.stays = {
            city: [stay for stay in self.data.stays if stay.city == city] for city in self.cities
        }
        self.stay = {city: self._one(f"stay {city}", len(self.stays[city])) for city in self.cities}
        self.meal = {
            (day, meal): self._places(f"{meal} {day}", day, self.restaurants)
            for day, meal in product(self.days, MEALS)
        }
        self.sight = {
            day: self._places(f"attraction {day}", day, self.sights) for day in self.days
        }
        self._transport_rules()
        self._stay_rules()
        self._place_rules()
        self._clock_rules()
        self._cost_rules()

    @property
    def _travels(self) -> list[int]:
        return [day for day, (start, end) in enumerate(self.route.ends) if start != end]

    def _one(self, name: str, count: int) -> _Group:
        """A choice of exactly one option."""
        group = {number: z3.Bool(f"{name} {number}") for number in range(count)}
        self.solver.add(z3.PbEq([(each, 1) for each in group.values()], 1) if group else False)
        return group

    def _places(self, name: str, day: int, places: Sequence[Place]) -> _Group:
        """A choice of at most one of the places in the cities of a day."""
        cities = self.route.ends[day]
        group = {
            number: z3.Bool(f"{name} {number}")
            for number, place in enumerate(places)
            if place[1] in cities
        }
        if group:
            self.solver.add(z3.PbLe([(each, 1) for each in group.values()], 1))
        return group

    def _require(self, rule: str, condition: z3.BoolRef | bool) -> None:
        switch = self.rules.setdefault(rule, z3.Bool(rule))
        self.solver.add(z3.Implies(switch, condition))

    def _transport_rules(self) -> None:
        own, others = [], []
        for day, group in self.ride.items():
            for number, chosen in group.items():
                ride = self.offered[day][number]
                (own if ride.mode == "self-driving" else others).append(chosen)
                self.costs.append((chosen, ride.cost))
                if ride.mode in self.tour.without:
                    self._require(f"no {ride.mode}", z3.Not(chosen))
                if ride.late:
                    rule = f"no flight after {self.tour.latest_departure}"
                    self._require(rule, z3.Not(chosen))
        if own and others:
            rule = "self-driving all the way or nowhere"
            self._require(rule, z3.Not(z3.And(z3.Or(own), z3.Or(others))))

    def _stay_rules(self) -> None:
        types = " or ".join(self.tour.room_types)
        for city in self.cities:
            nights = self.route.evenings.count(city)
            trip = self.tour.part(self.tour.origin, city, 0, nights)
            for number, chosen in self.stay[city].items():
                stay = self.stays[city][number]
                self.costs.append((chosen, stay.cost(trip)))
                if stay.too_long(nights):
                    self._require(f"minimum nights in {city}", z3.Not(chosen))
                if self.tour.room_types and stay.room_type not in self.tour.room_types:
                    self._require(f"room type {types}", z3.Not(chosen))
                if _forbids(stay, self.tour.need):
                    self._require(f"a house that allows {self.tour.need}", z3.Not(chosen))

    def _place_rules(self) -> None:
        for day in self.days:
            if day not in self._travels:
                for meal in MEALS:
                    self._require("three meals on days without travel", self._eats(day, meal))
                rule = "an attraction on days without travel"
                self._require(rule, z3.Or(list(self.sight[day].values())))
        self._once("no restaurant twice", list(self.meal.values()), len(self.restaurants))
        self._once("no attraction twice", list(self.sight.values()), len(self.sights))
        for cuisine in self.tour.cuisines:
            served = [
                chosen
                for group in self.meal.values()
                for number, chosen in group.items()
                if cuisine in self.meals[self.restaurants[number]][1]
                and self.restaurants[number][1] != self.tour.origin
            ]
            self._require(f"{cuisine} food", z3.Or(served))

    def _once(self, rule: str, groups: Sequence[_Group], count: int) -> None:
        for number in range(count):
            visits = [(group[number], 1) for group in groups if number in group]
            if len(visits) > 1:
                self._require(rule, z3.PbLe(visits, 1))

    def _eats(self, day: int, meal: str) -> z3.BoolRef:
        return z3.Or(list(self.meal[day, meal].values()))

    def _eats_in(self, day: int, meal: str, city: str) -> z3.BoolRef:
        group = self.meal[day, meal].items()
        return z3.Or([each for number, each in group if self.restaurants[number][1] == city])

    def _clock_rules(self) -> None:
        """On a day of travel, no two meals that no way lets the travellers have."""
        nothing: tuple[str, ...] = ()
        each = [(meal,) for meal in MEALS]
        for day in self._travels:
            start, end = self.route.ends[day]
            for before, after in product([nothing, *each], repeat=2):
                late = [
                    chosen
                    for number, chosen in self.ride[day].items()
                    if self.offered[day][number].misses(before, after)
                ]
                eaten = [self._eats_in(day, meal, start) for meal in before]
                eaten += [self._eats_in(day, meal, end) for meal in after]
                if late:
                    rule = "meals where the travellers are at that time"
                    self._require(rule, z3.Not(z3.And(z3.Or(late), *eaten)))

    def _cost_rules(self) -> None:
        for group in self.meal.values():
            for number, chosen in group.items():
                price = self.meals[self.restaurants[number]][0]
                self.costs.append((chosen, price * self.tour.people))
        # In cents, since a price may have some.
        terms = [(chosen, math.ceil(100 * cost)) for chosen, cost in self.costs]
        rule = f"the budget of ${self.tour.budget:,}"
        self._require(rule, z3.PbLe(terms, 100 * self.tour.budget))

    def solved(self, seconds: float) -> str | tuple[str, ...] | None:
        """The plan, or rules that clash, or None where the time is up."""
        self.solver.set("timeout", max(1, math.ceil(1000 * seconds)))
        rules = list(self.rules.values())
        found = self.solver.check(*rules)
        if found == z3.unsat:
            return tuple(str(each) for each in self._smallest(self.solver.unsat_core()))
        if found != z3.sat:
            return None
        model = self.solver.model()
        # What may be left out is taken in as long as there is a plan with it.
        for day, meal in product(self._travels, MEALS):
            wish = z3.Bool(f"wish {meal} {day}")
            self.solver.add(z3.Implies(wish, self._eats(day, meal)))
            if self.solver.check(*rules, wish) == z3.sat:
                rules.append(wish)
                model = self.solver.model()
        return written(self._plan(model))

    def _smallest(self, core: Sequence[z3.BoolRef]) -> list[z3.BoolRef]:
        """A part of a core of which no rule can be left out."""
        kept = list(core)
        for rule in core:
            rest = [each for each in kept if not each.eq(rule)]
            if len(rest) < len(kept) and self.solver.check(*rest) == z3.unsat:
                kept = rest
        return kept

    def _plan(self, model: z3.ModelRef) -> Iterator[DayPlan]:
        def chosen(group: _Group) -> int | None:
            return next((n for n, each in group.items() if z3.is_true(model.eval(each))), None)

        for day, (start, end) in enumerate(self.route.ends):
            ride = chosen(self.ride[day]) if day in self.ride else None
            meals = {meal: chosen(self.meal[day, meal]) for meal in MEALS}
            sight = chosen(self.sight[day])
            stay = chosen(self.stay[end]) if day < len(self.route.evenings) else None
            yield DayPlan(
                start,
                end,
                "" if ride is None else self.offered[day][ride].text,
                {meal: self.restaurants[place] for meal, place in meals.items() if place is not None},
                () if sight is None else (self.sights[sight],),
                None if stay is None else (self.stays[end][stay].name, end),
            )


def _forbids(stay: StayOffer, need: str) -> bool:
    return bool(need) and f"No {need}".casefold() in map(str.casefold, stay.house_rules)
