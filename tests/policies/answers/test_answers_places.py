"""Remarks within a step, places that a fact has, and what stands under an explanation."""

from __future__ import annotations

import pytest

import domains
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, Doubt, domain_words
from tests.conftest import REPOSITORY
from tests.yard import act

FOLDER = domains.folder("blocksworld")
DOMAIN = read_domain(FOLDER / "domain.pddl")
TASK = read_problem(FOLDER / "instances" / "instance-2.pddl", DOMAIN)
BLOCKS = [item.name for item in TASK.all_objects]
NAMES = ObjectNames.of(dict(zip(BLOCKS, ("red block", "blue block", "green block"), strict=False)))
READER = AnswerReader(TASK, domain_words(DOMAIN, verbalizer("library").lexicon(DOMAIN)), NAMES)
A, B, C = BLOCKS[:3]


def plan(answer: str) -> tuple[str | None, ...]:
    """The steps of an answer; None for a doubt."""
    return tuple(str(step.action) if step.action else None for step in READER.read(answer).steps)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("stack the red block on the table", f"(put-down {A})"),
        ("Stack the red block on top of the table.", f"(put-down {A})"),
        ("unstack the red block from the table", f"(pick-up {A})"),
        (
            "stack the red block (with the green block on top) on top of the blue block",
            f"(stack {A} {B})",
        ),
        ("stack the red block (now clear) on top of the blue block", f"(stack {A} {B})"),
    ],
)
def test_no_object_is_left_open(line: str, step: str) -> None:
    assert plan(line) == (step,)


@pytest.mark.parametrize(
    "line",
    [
        "stack the red block under the table",
        "stack the red block and the blue block on the table",
        "stack the red block on the table under the blue block",
        "unstack the red block",
        "pick up the red block from on top of the blue block and the green block",
        "stack the red block (or the green block) on top of the blue block",
        "stack the red block (not the green block) on top of the blue block",
        "stack the red block (then pick up the green block) on top of the blue block",
        "stack the red block (if the green block is clear) on top of the blue block",
        "1. stack the red block on top of the blue block (if the green block is clear)",
    ],
)
def test_what_leaves_a_choice_is_in_doubt(line: str) -> None:
    assert set(plan(line)) == {None}


PLAN = "1. pick up the red block\n2. stack the red block on top of the blue block\n"
STEPS = (f"(pick-up {A})", f"(stack {A} {B})")


def test_what_stands_below_an_explanation_is_no_step() -> None:
    below = "- Stack the red block makes the blue block unclear.\n"
    assert plan(f"{PLAN}\nExplanation:\n{below}") == STEPS
    assert None in plan(f"{PLAN}\nContinue:\n{below}")
    assert None in plan(f"{PLAN}\nExplanation:\n- Step 2 is wrong: put down the red block instead.")


@pytest.mark.parametrize(
    ("below", "lacking"),
    [
        ("Put the red block on the blue block.", False),
        ("Steps 1 and 2 put the red block on top of the blue block, so the goal holds.", False),
        ("Put the blue block on the red block.", True),
        ("I then put the blue block on top of the red block.", True),
        ("Pick up the red block from the green block.", True),
        ("Pick up the red block from the green block and stack it.", True),
    ],
)
def test_a_step_in_other_words_is_compared_with_the_plan(below: str, lacking: bool) -> None:
    found = plan(f"{PLAN}\nExplanation:\n{below}")
    assert (None in found) == lacking
    assert lacking or found == STEPS


def test_a_sentence_about_the_plan_is_no_step() -> None:
    assert plan(f"{PLAN}\nThis plan picks up the red block and puts it on the blue block.") == STEPS


def test_an_analysis_is_the_plan_only_where_it_is_all_there_is() -> None:
    assert plan(f"I'll analyze the plan step by step:\n{PLAN}") == STEPS
    other = "1. pick up the green block\n2. put down the green block\n"
    assert plan(f"Let me analyze the steps:\n{PLAN}\nPlan:\n{other}") == (
        f"(pick-up {C})",
        f"(put-down {C})",
    )
    assert None in plan(f"An example of a plan:\n{PLAN}")


CITIES = read_domain(domains.folder("logistics") / "domain.pddl")
TRIP = read_problem(domains.folder("logistics") / "instances" / "instance-16.pddl", CITIES)
TRAVEL = AnswerReader(
    TRIP,
    domain_words(CITIES, verbalizer("library").lexicon(CITIES)),
    ObjectNames.unchanged(TRIP.all_objects),
)


def test_an_object_left_out_is_no_doubt_only_where_none_would_do() -> None:
    by_city: dict[str, list[str]] = {}
    for fact in TRIP.init:
        if fact.predicate == "in-city":
            by_city.setdefault(fact.args[1], []).append(fact.args[0])
    near, far, *_ = by_city.values()
    truck = next(fact.args[0] for fact in TRIP.init if fact.predicate == "truck")
    (across,) = TRAVEL.read(f"drive {truck} from {near[0]} to {far[0]}").steps
    (within,) = TRAVEL.read(f"drive {truck} from {near[0]} to {near[-1]}").steps
    assert isinstance(across.meaning, Doubt)
    assert isinstance(within.meaning, Doubt)
    assert across.meaning.attempt == act("drive-truck", truck, near[0], far[0])
    assert within.meaning.attempt is None


def test_without_its_last_object_a_step_may_be_another_action_and_is_refused_as_none() -> None:
    kinds = {
        kind: next(fact.args[0] for fact in TRIP.init if fact.predicate == kind)
        for kind in ("truck", "airplane", "package")
    }
    for vehicle in ("truck", "airplane"):
        (step,) = TRAVEL.read(f"load {kinds['package']} into {kinds[vehicle]}").steps
        assert isinstance(step.meaning, Doubt)
        assert step.meaning.attempt is None


def test_an_order_without_its_verb_is_no_step() -> None:
    (folder,) = (REPOSITORY / "tests" / "data" / "domains").glob("*/parcel-locker")
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "p1.pddl", domain)
    words = domain_words(domain, verbalizer("rules").lexicon(domain))
    reader = AnswerReader(task, words, ObjectNames.unchanged(task.all_objects))
    customer = next(item.name for item in task.all_objects if "customer" in item.types)
    (step,) = reader.read(f"let customer {customer}").steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.attempt is None
