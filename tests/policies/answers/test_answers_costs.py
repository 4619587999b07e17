"""What an answer says of costs is no step, and hides none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import RulesVerbalizer
from policies.answers import AnswerReader, AnswerReading, Finished, LookAround
from tests import fares
from tests.interpreting import answer_reader
from tests.yard import act

TASK = fares.problem()
STEPS = ["ride from place_0 to place_2", "ride from place_2 to place_1", "wait"]
PLAN = (act("ride", "a", "c"), act("ride", "c", "b"), act("wait"))


def reader() -> AnswerReader:
    return answer_reader(TASK, RulesVerbalizer().lexicon(TASK.domain))


def read(*lines: str) -> AnswerReading:
    return reader().read("\n".join(lines))


def with_remark(remark: str) -> list[str]:
    return [f"{number}. {step}{remark}" for number, step in enumerate(STEPS, 1)]


def test_a_line_that_cannot_be_read_is_quoted_with_its_amounts() -> None:
    found = read(*with_remark(""), "Then hop to place_1 (cost 2).")
    assert found.untranslated == ("Then hop to place_1 (cost 2).",)


REMARKS = [
    " (cost 2)",
    " (cost: 2.5)",
    " (fare 2)",
    " – the fare is 2",
    ". Riding costs 2",
    " [cost: 2 | total: 4]",
    " (no cost)",
    "\n   - Cost: 2\n   - Total cost so far: 4",
    " [cost = 2]",
    " (total so far: 5)",
    " – cost: 2",
    ", cost 2",
    " at a cost of 2",
    " (1 step)",
    ". Cost: 2",
    ", which costs 2",
    " (cost 2, as the road is long)",
    "\n   Cost: 2 (the fare of place_0 and place_2)",
    "\n   Cost: 2",
]


@pytest.mark.parametrize("remark", REMARKS)
def test_a_cost_behind_a_step_is_no_part_of_it(remark: str) -> None:
    assert read(*with_remark(remark)).plan == PLAN
    (step,) = reader().read_turn(STEPS[0] + remark).steps
    assert step.meaning == PLAN[0]
    assert not read(*with_remark(remark)).strict


TOTALS = [
    "Total cost: 5",
    "The total cost is 5.",
    "It costs 5 in total.",
    "In total this costs 5.",
    "Altogether, that is a cost of 5.",
    "The trip costs 5.",
    "Cost: 2+2+1=5",
    "2 + 2 + 1 = 5",
    "**Total cost:** 2 + 2 + 1 = **5**",
    "The cost of this plan is 5.",
    "Total cost: 5 (1 for riding, 4 for waiting).",
    "The total cost is 5: 1 for place_0, 4 for riding on.",
    "Costs: place_0 1, riding 4, so 5 in total.",
    "This plan has 3 steps and a total cost of 5.",
    "The plan has 3 steps, and its total cost is 5.",
    "It reaches the goal in 3 steps and costs 5.",
]


@pytest.mark.parametrize("total", TOTALS)
def test_a_total_behind_the_plan_takes_nothing_back(total: str) -> None:
    assert read(*with_remark(""), "", total).plan == PLAN


@pytest.mark.parametrize(
    "line",
    [
        "It costs 5 in the order 3, 1, 2.",
        "The plan has 3 steps and costs 5, but 2 steps are enough.",
        "The plan has 3 steps and costs 5, and 2 follow.",
        "It costs 4 and lacks 2 steps.",
        "Without step 2, the plan has 2 steps and costs 3.",
    ],
)
def test_a_number_of_steps_beside_a_cost_may_change_the_plan(line: str) -> None:
    assert read(*with_remark(""), "", line).unread


@pytest.mark.parametrize("total", ["Total cost: 5", "Total: 5", "Cost: 2 + 2 + 1 = 5"])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_total_may_end_a_list_of_steps_with_their_costs(total: str, gap: str) -> None:
    listed = [f"{number}. {step} (cost 2)" for number, step in enumerate(STEPS, start=1)]
    assert read(*listed, gap + total).plan == PLAN


def test_a_total_between_steps_may_end_one_plan_and_begin_another() -> None:
    for total in ("The total cost is 4.", "The total cost is 4, and 3 of it for place_0."):
        found = read(*STEPS[:2], total, STEPS[2])
        assert found.unread
        assert "steps follow" in str(found.steps[0].meaning)


def test_the_value_of_a_function_is_a_fact() -> None:
    assert read("The fare of place_0 and place_2 is 1.", *with_remark("")).plan == PLAN


def test_a_column_and_a_key_for_costs_hold_no_steps() -> None:
    rows = [f"| {number} | {step} | 2 |" for number, step in enumerate(STEPS, 1)]
    assert read("| step | action | cost |", "|---|---|---|", *rows).plan == PLAN
    items = ", ".join(f'{{"action": "{step}", "cost": 2}}' for step in STEPS)
    assert read(f'{{"plan": [{items}], "total_cost": 6}}').plan == PLAN


@pytest.mark.parametrize(
    "remark",
    [
        " (3 times)",
        " (3 steps)",
        " (cost 2 if it rains)",
        " (cost 2 twice)",
        " (2)",
        ", not cost 2",
    ],
)
def test_what_says_more_than_a_cost_is_in_doubt(remark: str) -> None:
    assert read(*with_remark(remark)).unread


def test_a_column_without_a_word_for_costs_may_say_how_often() -> None:
    rows = [f"| {number} | {step} | 2 |" for number, step in enumerate(STEPS, 1)]
    assert read("| step | action | times |", "|---|---|---|", *rows).unread


def test_what_the_domain_calls_an_action_or_an_object_is_no_cost() -> None:
    domain = parse_domain(
        "(define (domain shop) (:predicates (seen ?a) (paid)) (:action look :parameters (?a)"
        " :effect (seen ?a)) (:action cost :parameters () :effect (paid)))"
    )
    task = parse_problem(
        "(define (problem p) (:domain shop) (:objects x y) (:init) (:goal (paid)))", domain
    )
    found = answer_reader(task, RulesVerbalizer().lexicon(domain)).read(
        "1. look object_0\n2. cost: 1"
    )
    assert found.unread or act("cost") in found.plan


@given(st.lists(st.sampled_from(["", *REMARKS]), min_size=3, max_size=3), st.integers(0, 999))
def test_whatever_the_amounts_the_plan_is_the_same(remarks: list[str], amount: int) -> None:
    lines = [
        f"{number}. {step}{remark.replace('2', str(amount))}"
        for number, (step, remark) in enumerate(zip(STEPS, remarks, strict=True), 1)
    ]
    found = read(*lines)
    assert found.plan == PLAN
    assert not any(isinstance(step.meaning, LookAround | Finished) for step in found.steps)


@pytest.mark.parametrize("remark", [" (+2)", " ($2)", " (2)"])
def test_a_number_alone_is_in_doubt_for_what_it_is(remark: str) -> None:
    found = read(*with_remark(remark))
    assert found.unread
    assert "a number follows the step" in str(found.steps[0].meaning)


def test_a_cost_may_stand_in_the_label_of_a_step() -> None:
    lines = [f"Step {number} (cost 2): {step}" for number, step in enumerate(STEPS, 1)]
    assert read(*lines).plan == PLAN
