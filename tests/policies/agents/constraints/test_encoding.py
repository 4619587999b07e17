"""The encoding of whole trips: what z3 returns keeps to the rules, and what clashes is named."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.agents.travel import (
    FlightOffer,
    StayOffer,
    Tour,
    TourTask,
    TravelData,
    assess_tour,
    generate_tour,
    load_tours,
)
from domains.agents.travel.tour import MEALS, DayPlan, written
from pddl2nl.llm import ScriptedModel
from policies import PromptSet
from policies.agents.constraints import run_form
from policies.agents.procedural.asking import questions_to

pytestmark = pytest.mark.skipif(find_spec("z3") is None, reason="z3-solver is not installed")
if find_spec("z3"):
    import z3

    from policies.agents.constraints.encoding import TourSolution, _Encoding, solve_tour


def sizes(draw: st.DrawFn) -> Mapping[str, int]:
    cities = draw(st.integers(1, 6))
    return {
        "cities": cities,
        "visits": draw(st.integers(1, min(cities, 3))),
        "people": draw(st.integers(1, 9)),
        "preferences": draw(st.integers(0, 4)),
    }


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.composite(sizes)())
def test_a_made_up_trip_has_a_plan_and_any_plan_keeps_to_the_rules(
    seed: int, sizes: Mapping[str, int]
) -> None:
    task = generate_tour(random.Random(seed), **sizes)
    found = solve_tour(task.tour, task.data)
    assert found.ended == "answered", found.reason
    assert task.task.check(found.answer).solved, task.task.check(found.answer).reason


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_whatever_is_asked_for_a_plan_keeps_to_the_rules_or_there_is_a_reason(
    seed: int, data: st.DataObject
) -> None:
    task = generate_tour(random.Random(seed), cities=3, visits=2, preferences=0)
    drawn = data.draw
    tour = replace(
        task.tour,
        budget=drawn(st.sampled_from([task.tour.budget, 2 * task.tour.budget])),
        latest_departure=drawn(st.sampled_from(["", "09:00", "14:00"])),
        room_types=drawn(st.sampled_from([(), ("Private room",), ("Shared room",)])),
        need=drawn(st.sampled_from(["", "pets", "smoking"])),
        cuisines=drawn(st.sampled_from([(), ("Indian",), ("French", "Seafood")])),
        without=drawn(st.sampled_from([(), ("flight",), ("self-driving", "taxi")])),
    )
    found = solve_tour(tour, task.data)
    assert (found.ended == "answered") == (found.reason == "")
    if found.ended == "answered":
        judged = replace(task, tour=tour).task.check(found.answer)
        assert judged.solved, judged.reason


@pytest.fixture(scope="module")
def tasks(shared: Path) -> list[TourTask]:
    return list(load_tours(shared / "travelplanner"))


def test_all_training_tasks_have_plans_within_a_second(tasks: list[TourTask]) -> None:
    for task in tasks:
        found = solve_tour(task.tour, task.data)
        judged = task.task.check(found.answer)
        assert judged.solved, (task.name, found.reason, judged.reason)
        assert found.routes == 1
        assert found.seconds < 5  # 0.1 on an idle machine


def test_a_plan_with_half_the_money_keeps_to_it_or_the_budget_is_named(
    tasks: list[TourTask],
) -> None:
    ends = set()
    for task in tasks[:20]:
        tour = replace(task.tour, budget=task.tour.budget // 2)
        found = solve_tour(tour, task.data)
        ends.add(found.ended)
        assert ("the budget of $" in found.reason) == (found.ended == "no-solution")
        assert replace(task, tour=tour).task.check(found.answer).solved == bool(found.answer)
    assert ends == {"answered", "no-solution"}


# A trip of three days to one city and back, made here.

DATES = ("2031-05-01", "2031-05-02", "2031-05-03")
TOUR = Tour("Home", ("Abel",), 1, DATES, people=2, budget=400)
STAY = StayOffer("Inn", "Abel", "Private room", 40, 1, 2, (), 4)


def data(**changes: object) -> TravelData:
    """Flights for 200 in all, two nights for 80, meals for 20 each."""
    out = FlightOffer("F1", "Home", "Abel", DATES[0], "10:00", "14:00", "4 hours", 900, 50)
    back = replace(out, number="F2", origin="Abel", destination="Home", date=DATES[2])
    tables = [
        {"name": f"Table {n}", "city": "Abel", "cuisines": ["Thai"], "average_cost": 10}
        for n in range(3)
    ]
    known = TravelData((out, back), (STAY,), tables, ({"name": "Tower", "city": "Abel"},), ())
    return replace(known, **changes)  # type: ignore[arg-type]


def solved(tour: Tour = TOUR, known: TravelData | None = None) -> TourSolution:
    return solve_tour(tour, known or data())


def test_the_answer_is_a_plan_for_every_day() -> None:
    first, second, third = json.loads(solved().answer)["plan"]
    assert first["current_city"] == "from Home to Abel"
    assert first["transportation"].startswith("Flight Number: F1, from Home to Abel")
    assert (second["current_city"], second["transportation"]) == ("Abel", "-")
    assert {second[meal] for meal in ("breakfast", "lunch", "dinner")} == {
        f"Table {n}, Abel" for n in range(3)
    }
    assert second["attraction"] == "Tower, Abel;"
    assert (second["accommodation"], third["accommodation"]) == ("Inn, Abel", "-")


FOOD = st.lists(st.sampled_from(["Thai", "French"]), min_size=1, max_size=2, unique=True)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.integers(5, 30), FOOD), min_size=4, max_size=4),
    st.lists(st.integers(30, 60), min_size=2, max_size=2),
    st.integers(280, 480),
    st.sampled_from([(), ("French",), ("French", "Thai")]),
)
def test_it_finds_a_plan_just_where_one_of_all_plans_keeps_to_the_rules(
    food: list[tuple[int, list[str]]], fares: list[int], budget: int, wishes: tuple[str, ...]
) -> None:
    tables = [
        {"name": f"Table {n}", "city": "Abel", "cuisines": cuisines, "average_cost": cost}
        for n, (cost, cuisines) in enumerate(food)
    ]
    out, back = data().flights
    more = replace(out, number="F3", price=fares[0]), replace(back, number="F4", price=fares[1])
    known = data(restaurants=tables, flights=(out, back, *more))
    tour = replace(TOUR, budget=budget, cuisines=wishes)

    def plans() -> Iterator[bool]:
        full = DayPlan("Abel", "Abel", "", {}, (("Tower", "Abel"),), ("Inn", "Abel"))
        for there, home in product((out, more[0]), (back, more[1])):
            first = DayPlan("Home", "Abel", _text(there), {}, (), ("Inn", "Abel"))
            last = DayPlan("Abel", "Home", _text(home), {}, (), None)
            for *eaten, extra in permutations((str(each["name"]), "Abel") for each in tables):
                second = replace(full, meals=dict(zip(MEALS, eaten, strict=True)))
                for meals in ({}, {"dinner": extra}):
                    days = (replace(first, meals=meals), second, last)
                    yield bool(assess_tour(tour, known, written(days)).solved)

    assert (solved(tour, known).ended == "answered") == any(plans())


def _text(flight: FlightOffer) -> str:
    return f"Flight Number: {flight.number}, from {flight.origin} to {flight.destination}"


def test_it_costs_the_whole_budget_where_it_has_to() -> None:
    exact = replace(TOUR, budget=200 + 80 + 60)
    assert solved(exact).ended == "answered"
    found = solved(replace(exact, budget=339))
    assert (found.ended, found.routes) == ("no-solution", 1)
    assert found.reason == (
        "On the route Home - Abel (2 nights) - Home, these do not go together: three meals on days "
        "without travel; a restaurant of its own for every meal; the budget of $339."
    )


@pytest.mark.parametrize(
    ("tour", "rule"),
    [
        (replace(TOUR, room_types=("Shared room",)), "room type Shared room"),
        (replace(TOUR, cuisines=("Thai", "French")), "French food"),
        (replace(TOUR, without=("flight",)), "no flight"),
        (replace(TOUR, latest_departure="09:00"), "no flight after 09:00"),
    ],
)
def test_a_wish_that_cannot_be_fulfilled_is_named_alone(tour: Tour, rule: str) -> None:
    assert solved(tour).reason.endswith(f"these do not go together: {rule}.")


PETLESS = replace(STAY, house_rules=("No pets",))
DRIVE = {"origin": "Home", "destination": "Abel", "mode": "self-driving", "distance": 9, "cost": 9}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"flights": ()}, "There is no way from Home to Abel on 2031-05-01."),
        ({"stays": ()}, "do not go together: a place to stay in Abel."),
        ({"stays": (replace(STAY, minimum_nights=3),)}, "together: minimum nights in Abel."),
        ({"stays": (PETLESS,)}, "together: a house that allows pets."),
        ({"attractions": ()}, "an attraction on days without travel; an attraction of its own for"),
        ({"restaurants": ()}, "three meals on days without travel; a restaurant of its own for"),
        (
            {"flights": data().flights[1:], "drives": ({**DRIVE, "duration": "9 hours"},)},
            "these do not go together: self-driving all the way or nowhere.",
        ),
    ],
)
def test_what_is_missing_is_named(changes: Mapping[str, object], reason: str) -> None:
    found = solved(replace(TOUR, need="pets"), data(**changes))
    assert found.ended == "no-solution"
    assert reason in found.reason


def test_of_the_rules_that_clash_none_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[tuple[_Encoding, tuple[str, ...]]] = []
    smallest = _Encoding._smallest

    def keeping(encoding: _Encoding, core: Collection[str]) -> tuple[str, ...]:
        kept.append((encoding, smallest(encoding, core)))
        return kept[-1][1]

    monkeypatch.setattr(_Encoding, "_smallest", keeping)
    for seed in range(30):
        task = generate_tour(random.Random(seed), cities=2, visits=2, preferences=3)
        solve_tour(replace(task.tour, budget=task.tour.budget // 2), task.data)
    assert len(kept) > 5
    for encoding, rules in kept:
        for rule in rules:
            others = [encoding.rules[each] for each in rules if each != rule]
            assert encoding.solver.check(*others) == z3.sat, (rules, rule)


FORM = {
    "org": "Home",
    "dest": "Abel",
    "days": 3,
    "visiting_city_number": 1,
    "date": list(DATES),
    "people_number": 2,
    "budget": 400,
    "room_types": ["Private room"],
    "need": None,
    "cuisines": ["Thai"],
    "without": ["taxi"],
    "latest_departure": "17:00",
    "preferences": [],
}


@pytest.mark.parametrize(
    ("changes", "ended", "reason"),
    [
        ({}, "answered", ""),
        ({"budget": 339.9}, "no-solution", "a restaurant of its own for every meal; the budget of"),
        ({"latest_departure": "09:59"}, "no-solution", "together: no flight after 09:59."),
        ({"need": "pets", "cuisines": ["French"]}, "no-solution", "together: French food."),
        ({"preferences": ["A window seat."]}, "other-wishes", "Not encoded: A window seat."),
        ({"latest_departure": "5 PM"}, "no-json", "The answer is empty."),
        ({"room_types": ["Tent"]}, "no-json", "The answer is empty."),
    ],
)
def test_a_form_is_solved_or_the_reason_is_given(
    changes: Mapping[str, object], ended: str, reason: str
) -> None:
    task = TourTask("a trip", TOUR, data(), "Away, please.")
    model = ScriptedModel([json.dumps({**FORM, **changes})] * 2)
    run = asyncio.run(run_form(task, questions_to(model).ask, PromptSet(), seconds=30))
    assert run.ended == ended
    assert reason in run.assessment.reason
    assert bool(run.assessment.solved) == (ended == "answered")
    assert len(model.requests) == len(run.stages) == 1 + (ended == "no-json")


def test_too_many_cities_are_named() -> None:
    found = solved(replace(TOUR, visits=2))
    assert found.reason == "There are too few cities or nights to visit 2."


def test_the_time_limit_is_one_line() -> None:
    found = solve_tour(TOUR, data(), seconds=0)
    assert (found.ended, found.answer) == ("out-of-time", "")
    assert found.reason == "z3 was stopped after 0 s, on route 1."
