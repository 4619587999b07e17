"""A whole trip as constraints over finite choices, solved by z3 (multi-step paper, section 4).

As in the code that Hao et al. 2024 give their models, a loop goes through the routes, and the
solver chooses the rest: section 4.1 reports that cities as variables make the problem intractable.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations, product
from typing import Literal, TypeAlias, TypeVar

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
from domains.agents.travel.trip import Number, TravelData

_CONFLICTS = 1_000
"""How long a meal that may be left out is tried; not in seconds, so that plans stay the same."""
SECONDS = 30.0
"""How long the solver may take for all routes of a trip."""

_Ended: TypeAlias = Literal["answered", "no-solution", "out-of-time"]
_Group: TypeAlias = Mapping[int, z3.BoolRef]
"""A choice: for each option, by its number, whether it is the one."""
_Somewhere: TypeAlias = Mapping[str, z3.BoolRef]
"""A choice of a city."""
_Option = TypeVar("_Option")


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

    ended: _Ended
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
        nights = Counter(self.evenings)
        visits = [f"{city} ({count} night{'s' * (count > 1)})" for city, count in nights.items()]
        return " - ".join((self.home, *visits, self.home))


def solve_tour(tour: Tour, data: TravelData, *, seconds: float = SECONDS) -> TourSolution:
    """A plan for a whole trip, or why there is none; all routes share the seconds."""
    begun, tried, reason = time.perf_counter(), 0, ""

    def ended(how: _Ended, why: str, answer: str = "") -> TourSolution:
        return TourSolution(how, answer, why, tried, time.perf_counter() - begun)

    for route in _routes(tour):
        tried += 1
        left = begun + seconds - time.perf_counter()
        found = _on_route(tour, data, route, left, explained=not reason) if left > 0 else None
        if found is None:
            return ended("out-of-time", f"z3 was stopped after {seconds:g} s, on route {tried}.")
        if not isinstance(found, str):
            return ended("answered", "", written(found))
        reason = reason or found
    if not tried:
        return ended("no-solution", f"There are too few cities or nights to visit {tour.visits}.")
    more = f" None of {tried} routes has a plan." if tried > 1 else ""
    return ended("no-solution", f"{reason}{more}")


def _on_route(
    tour: Tour, data: TravelData, route: _Route, seconds: float, *, explained: bool
) -> tuple[DayPlan, ...] | str | None:
    """A plan, or why there is none, or None where the time is up."""
    offered = []
    for day, (start, end) in enumerate(route.ends):
        offered.append([] if start == end else rides(tour, data, start, end, day))
        if start != end and not offered[-1]:
            return f"There is no way from {start} to {end} on {tour.dates[day]}."
    found = _Encoding(tour, data, route, offered).solved(seconds, explained=explained)
    if isinstance(found, str):
        return f"On the route {route}, these do not go together: {found}."
    return found


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
        self.days = range(len(self.route.ends))
        self.cities = tuple(dict.fromkeys(self.route.evenings))
        self._all = (self.tour.origin, *self.cities)
        self._travels = [day for day, ends in enumerate(self.route.ends) if len(set(ends)) > 1]
        self.meals = {
            place: offer for place, offer in meal_costs(self.data).items() if place[1] in self._all
        }
        self.restaurants = sorted(self.meals)
        # A semicolon ends an attraction in a plan.
        self.sights = sorted(place for place in sights_of(self.data) if ";" not in place[0])
        self.ride = {
            day: self._one(f"a way on day {day + 1}", len(self.offered[day]))
            for day in self._travels
        }
        self.stays = {
            city: [stay for stay in self.data.stays if stay.city == city] for city in self.cities
        }
        self.stay = {
            city: self._one(f"a place to stay in {city}", len(stays))
            for city, stays in self.stays.items()
        }
        self.used = {place: z3.Bool(f"eat at {place}") for place in self.restaurants}
        self.eats = {
            (day, meal): self._where(f"{meal} {day}", day)
            for day, meal in product(self.days, MEALS)
        }
        self.sees = {day: self._where(f"attraction {day}", day) for day in self.days}
        self._transport_rules()
        self._stay_rules()
        self._place_rules()
        self._clock_rules()
        self._cost_rules()

    def _one(self, name: str, count: int) -> _Group:
        """A choice of exactly one option; where there is none, a rule that cannot be kept."""
        group = {number: z3.Bool(f"{name}: {number}") for number in range(count)}
        if group:
            self.solver.add(z3.PbEq([(each, 1) for each in group.values()], 1))
        else:
            self._require(name, False)
        return group

    def _where(self, name: str, day: int) -> _Somewhere:
        """A choice of at most one of the cities of a day."""
        group = {city: z3.Bool(f"{name} in {city}") for city in dict.fromkeys(self.route.ends[day])}
        self.solver.add(z3.PbLe([(each, 1) for each in group.values()], 1))
        return group

    def _require(self, rule: str, condition: z3.BoolRef | bool) -> None:
        if rule not in self.rules:
            self.rules[rule] = z3.Bool(rule)
        self.solver.add(z3.Implies(self.rules[rule], condition))

    def _transport_rules(self) -> None:
        own: list[z3.BoolRef] = []
        others: list[z3.BoolRef] = []
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
                if stay.forbids(self.tour.need):
                    self._require(f"a house that allows {self.tour.need}", z3.Not(chosen))

    def _place_rules(self) -> None:
        for day in self.days:
            if day not in self._travels:
                for meal in MEALS:
                    rule = "three meals on days without travel"
                    self._require(rule, z3.Or(list(self.eats[day, meal].values())))
                rule = "an attraction on days without travel"
                self._require(rule, z3.Or(list(self.sees[day].values())))
        # Which meal is had at which of a city's restaurants changes nothing, so the solver chooses
        # cities of meals, and as many restaurants; the plan puts one beside the other.
        for city in self._all:
            eaten = [group[city] for group in self.eats.values() if city in group]
            there = [used for (_, where), used in self.used.items() if where == city]
            rule = "a restaurant of its own for every meal"
            self._require(rule, _as_many(there, eaten))
            seen = [(group[city], 1) for group in self.sees.values() if city in group]
            count = sum(place[1] == city for place in self.sights)
            self._require("an attraction of its own for every day", z3.PbLe(seen, count))
        self._cheaper_first()
        for cuisine in self.tour.cuisines:
            served = [
                used
                for place, used in self.used.items()
                if cuisine in self.meals[place][1] and place[1] in self.cities
            ]
            self._require(f"{cuisine} food", z3.Or(served))

    def _cheaper_first(self) -> None:
        """Of restaurants that fulfil the same wishes, a dearer one is taken after the cheaper ones.

        No plan is lost, and the budget is decided without trying every set of restaurants.
        """
        alike: dict[tuple[str, frozenset[str]], list[Place]] = {}
        for place, (_, cuisines) in sorted(self.meals.items(), key=lambda each: each[1][0]):
            wanted = frozenset(cuisines) & frozenset(self.tour.cuisines)
            alike.setdefault((place[1], wanted), []).append(place)
        for places in alike.values():
            for cheaper, dearer in pairwise(places):
                self.solver.add(z3.Implies(self.used[dearer], self.used[cheaper]))

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
                    if _first_miss(self.offered[day][number], before, after)
                ]
                eaten = [self.eats[day, meal][start] for meal in before]
                eaten += [self.eats[day, meal][end] for meal in after]
                if late:
                    rule = "meals where the travellers are at that time"
                    self._require(rule, z3.Not(z3.And(z3.Or(late), *eaten)))

    def _cost_rules(self) -> None:
        for place, used in self.used.items():
            self.costs.append((used, self.meals[place][0] * self.tour.people))
        # In cents, since a price may have some.
        terms = [(chosen, math.ceil(round(100 * cost, 6))) for chosen, cost in self.costs]
        rule = f"the budget of ${self.tour.budget:,}"
        self._require(rule, z3.PbLe(terms, 100 * self.tour.budget))

    def solved(self, seconds: float, *, explained: bool) -> tuple[DayPlan, ...] | str | None:
        """The plan, or rules that clash (none if not to be explained), or None if time is up."""
        self.solver.set("timeout", max(1, math.ceil(1000 * seconds)))
        rules = list(self.rules.values())
        found = self.solver.check(*rules)
        if found == z3.unsat:
            core = [each.decl().name() for each in self.solver.unsat_core()]
            return "; ".join(self._smallest(core)) if explained else ""
        if found != z3.sat:
            return None
        model = self.solver.model()
        # What may be left out is taken in as long as a plan with it is found soon.
        self.solver.set("max_conflicts", _CONFLICTS)
        for day, meal in product(self._travels, MEALS):
            wish = z3.Bool(f"wish {meal} {day}")
            self.solver.add(z3.Implies(wish, z3.Or(list(self.eats[day, meal].values()))))
            if self.solver.check(*rules, wish) == z3.sat:
                rules.append(wish)
                model = self.solver.model()
        return tuple(self._plan(model))

    def _smallest(self, core: Collection[str]) -> tuple[str, ...]:
        """A part of a core of which no rule can be left out."""
        kept = [rule for rule in self.rules if rule in core]
        for rule in list(kept):
            rest = [each for each in kept if each != rule]
            if self.solver.check(*(self.rules[each] for each in rest)) == z3.unsat:
                kept = rest
        return tuple(kept)

    def _plan(self, model: z3.ModelRef) -> Iterator[DayPlan]:
        def chosen(group: Mapping[_Option, z3.BoolRef]) -> _Option | None:
            return next((key for key, each in group.items() if z3.is_true(model.eval(each))), None)

        taken = [place for place, used in self.used.items() if z3.is_true(model.eval(used))]
        tables = {city: iter([each for each in taken if each[1] == city]) for city in self._all}
        views = {
            city: iter([each for each in self.sights if each[1] == city]) for city in self._all
        }
        for day, (start, end) in enumerate(self.route.ends):
            ride = chosen(self.ride[day]) if day in self.ride else None
            meals = {meal: chosen(self.eats[day, meal]) for meal in MEALS}
            sight = chosen(self.sees[day])
            stay = chosen(self.stay[end]) if day < len(self.route.evenings) else None
            yield DayPlan(
                start,
                end,
                "" if ride is None else self.offered[day][ride].text,
                {meal: next(tables[city]) for meal, city in meals.items() if city},
                (next(views[sight]),) if sight else (),
                None if stay is None else (self.stays[end][stay].name, end),
            )


def _as_many(some: Sequence[z3.BoolRef], others: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """That as many are true of the one as of the other."""
    terms = [(each, 1) for each in some] + [(z3.Not(each), 1) for each in others]
    return z3.PbEq(terms, len(others))


def _first_miss(ride: Ride, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a way misses meals, although it misses neither those before nor those after alone."""
    alone = before and after and (ride.misses(before, ()) or ride.misses((), after))
    return ride.misses(before, after) and not alone
