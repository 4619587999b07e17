"""Answers to questions are read as a whole, or unread with a reason; nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autoplan.grade.rows import RowTexts
from autoplan.questions.grading import grade
from autoplan.questions.question import Form, Kind, Question
from pddl2nl.errors import InputError

DOMAIN = """
(define (domain quay) (:requirements :strips :typing) (:types boat pier)
  (:predicates (moored ?b - boat ?p - pier) (calm))
  (:action sail :parameters (?b - boat ?from ?to - pier)
    :precondition (and (moored ?b ?from) (calm))
    :effect (and (moored ?b ?to) (not (moored ?b ?from)))))
"""
PROBLEM = """
(define (problem one) (:domain quay) (:objects gull tern - boat east west - pier)
  (:init (moored gull east) (moored tern west) (calm)) (:goal (moored gull west)))
"""
LEXICON = {
    "domain": "quay",
    "source": "test",
    "predicates": {"moored": "{?b} is moored at {?p}", "calm": "the sea is calm"},
    "actions": {"sail": "sail boat {?b} from {?from} to {?to}"},
}
NAMES = {"boat_0": "gull", "boat_1": "tern", "pier_0": "east", "pier_1": "west"}
TEXTS = RowTexts(DOMAIN, PROBLEM, "nl", "paper", json.dumps(LEXICON), json.dumps(NAMES))
PDDL = RowTexts(DOMAIN, PROBLEM, "pddl")


def question(kind: Kind, form: Form, answer: Any, **more: Any) -> Question:
    return Question("q", kind, form, "quay", "one", (), answer, **{"texts": TEXTS, **more})


YES = question("app", "bool", True)
B = question("app", "choice", "B", options=("wait", "sail boat boat_0 from pier_0", "row", "rest"))
ALL = question("app", "open", ["(sail gull east west)", "(sail tern west east)"])
CHANGES = question("prog", "open", {"pos": ["(moored gull west)"], "neg": ["(moored gull east)"]})
STEP = question("val", "open", 2)
NEVER = question("reach", "open", {"not": ["(calm)", "(moored gull east)"], "none": False})
POSSIBLE = question("reach", "open", {"not": ["(calm)"], "none": True})
LANDMARK = question("land", "open", {"yes": ["(calm)"]})
NO_LANDMARK = question("land", "open", {"yes": []})
THERE, BACK = "sail boat boat_0 from pier_0 to pier_1", "sail boat boat_1 from pier_1 to pier_0"
WEST, EAST = "boat_0 is moored at pier_1", "boat_0 is moored at pier_0"
PLAN = ("(sail gull east west)", "(sail tern west east)", "(sail tern east west)")
SHORTER = question("just", "open", [[2, 3]], plan=PLAN)


@pytest.mark.parametrize(
    ("asked", "answer", "right"),
    [
        (YES, "Answer: yes", True),
        (YES, "**Answer:** No.", False),
        (YES, "First I thought no.\nAnswer: no\nBut then:\nAnswer: yes", True),
        (YES, "yes", True),
        (YES, "<think>no, no</think>\nyes", True),
        (B, "Answer: B", True),
        (B, "Final answer: (c)", False),
        (B, "Answer: (B)", True),
        (B, "Answer: B. sail boat boat_0 from pier_0", True),
        (B, "Answer: D", False),
        (STEP, "Answer: step 2", True),
        (STEP, "Answer: 0", False),
        (ALL, f"Answer:\n1. sail boat_1 from pier_1 to pier_0\n- {THERE}.", True),
        (ALL, f"Answer: {THERE} and {BACK}", True),
        (ALL, 'Answer: ["sail boat boat_0 from pier_0 to pier_1"]', False),
        (ALL, "Answer: none", False),
        (ALL, f"Answer: sail(boat_1, pier_1, pier_0), {THERE}", True),
        (B, "Answer: b", True),
        (CHANGES, f"Answer:\nBecomes true:\n{WEST}\nBecomes false: {EAST}", True),
        (CHANGES, f"Answer:\nBecomes false:\n- {EAST}\nBecomes true:\n- {WEST}", True),
        (CHANGES, "Answer:\nBecomes true: none\nBecomes false: boat_0 is moored at pier_0", False),
        (NEVER, "Answer: boat_1 is moored at pier_0", True),
        (NEVER, "Answer: boat_0 is moored at pier_0", False),
        (NEVER, "Answer: boat_0 is moored at boat_1", False),
        (NEVER, "Answer: none", False),
        (POSSIBLE, "Answer: None.", True),
        (LANDMARK, "Answer: The sea is calm.", True),
        (LANDMARK, "Answer: boat_0 is moored at pier_1", False),
        (LANDMARK, "Answer: the sea is calm, boat_0 is moored at pier_1", False),
        (LANDMARK, "Answer: none", False),
        (LANDMARK, "Answer: (the sea is calm)", True),
        (NO_LANDMARK, "Answer: none", True),
        (SHORTER, "Answer:\nsail boat boat_0 from pier_0 to pier_1", True),
        (SHORTER, "Answer:\nsail boat boat_1 from pier_1 to pier_0", False),
    ],
)
def test_answers_are_graded(asked: Question, answer: str, right: bool | None) -> None:
    assert grade(asked, answer).right is right


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (YES, ""),
        (YES, "Answer:"),
        (YES, "Answer: yes and no"),
        (YES, "Yes, because the sea is calm"),
        (YES, "<think>it is yes"),
        (B, "Answer: E"),
        (B, "Answer: A or B"),
        (B, "Answer: B. row"),
        (STEP, "Answer: the second"),
        (ALL, "Answer:\nsail boat boat_0 from pier_0 to pier_1\nand maybe another one"),
        (ALL, f"Answer: {THERE} {BACK}"),
        (ALL, "I could sail boat boat_0 from pier_0 to pier_1."),
        (CHANGES, "Answer:\nboat_0 is moored at pier_1"),
        (CHANGES, "Answer:\nBecomes true:\nboat_0 is moored at pier_1"),
        (NEVER, "Answer: boat_1 is not moored at pier_0"),
        (NEVER, "Answer: the boat is moored"),
        (LANDMARK, "Answer: none, since the sea is calm"),
    ],
)
def test_what_cannot_be_read_as_a_whole_is_unread_with_a_reason(
    asked: Question, answer: str
) -> None:
    verdict = grade(asked, answer)
    assert verdict.right is None
    assert verdict.why


def test_answers_in_pddl_are_read_in_pddl() -> None:
    asked = question("app", "open", ["(sail gull east west)"], texts=PDDL)
    assert grade(asked, "Answer: (sail gull east west)").right
    assert grade(asked, "Answer: sail(gull, east, west)").right
    assert grade(asked, "Answer: (sail gull west east)").right is False
    assert grade(asked, "Answer: (sail gull east").right is None
    fact = question("land", "open", {"yes": ["(calm)"]}, texts=PDDL)
    assert grade(fact, "Answer: (calm)").right
    assert grade(fact, "Answer: (calm) (moored gull east)").right is False
    assert grade(fact, "Answer: (calm), I think").right is None


def test_an_open_question_needs_its_task() -> None:
    with pytest.raises(InputError, match="domain_pddl"):
        grade(question("app", "open", [], texts=None), "Answer: none")


def test_a_question_survives_its_file(tmp_path: Path) -> None:
    for each in (YES, B, ALL, CHANGES, STEP, NEVER, LANDMARK, SHORTER):
        assert Question.of(json.loads(json.dumps(each.as_json()))) == each


def test_columns_of_one_type_hold_answers_as_json() -> None:
    row = {**CHANGES.as_json(), "answer": json.dumps(CHANGES.answer)}
    assert Question.of(row).answer == CHANGES.answer


@pytest.mark.parametrize(
    ("change", "fault"),
    [({"kind": "guess"}, "'kind' must be"), ({"id": ...}, "'id' is missing")],
)
def test_what_is_no_question_is_refused(change: dict[str, Any], fault: str) -> None:
    row = {**YES.as_json(), **change}
    with pytest.raises(InputError, match=fault):
        Question.of({key: value for key, value in row.items() if value is not ...})
