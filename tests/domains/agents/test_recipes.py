"""Recipe Generator: a dish can always be made, and the tools find it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agents import AgenticTask
from domains.agents.recipes import assess, dishes, generate
from tests.domains.agents.hostile import answers


def listed(task: AgenticTask) -> list[str]:
    return [line[2:] for line in task.request.splitlines() if line.startswith("- ")]


@given(st.integers(0, 10**6), st.integers(0, 30))
def test_a_dish_can_be_made_and_every_dish_is_judged_by_its_ingredients(
    seed: int, further: int
) -> None:
    task = generate(random.Random(seed), further=further)
    database = json.loads(task.tools["tools/recipes.json"])
    given_ = set(listed(task))
    possible = {dish for dish, needed in database.items() if given_.issuperset(needed)}
    assert possible
    assert possible == {dish for dish in database if task.check(dish).solved}
    assert len(given_) == len(listed(task))


def test_the_database_is_large_and_its_ingredients_are_shared() -> None:
    menu = dishes()
    shared = Counter(name for needed in menu.values() for name in needed)
    assert len(menu) >= 120
    assert sum(count > 1 for count in shared.values()) > 100
    assert all(len(set(needed)) == len(needed) >= 4 for needed in menu.values())
    assert len({dish.casefold() for dish in menu}) == len(menu)
    assert len({name.casefold() for name in shared}) == len(shared)


@pytest.mark.parametrize("further", [-1, 1000])
def test_a_number_of_ingredients_that_there_is_not_is_refused(further: int) -> None:
    with pytest.raises(ValueError, match="recipes needs from 0 to"):
        generate(random.Random(0), further=further)


WAFFLES = dishes()["Waffles"]


@pytest.mark.parametrize(
    "answer", ["Waffles", "waffles\n", "Dish: Waffles", "dish:WAFFLES", "  Waffles  "]
)
def test_case_and_a_label_do_not_matter(answer: str) -> None:
    assert assess(WAFFLES, answer).solved


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "The answer is empty; it should be the name of a dish."),
        ("Dish:", "The answer is empty; it should be the name of a dish."),
        ("Waffle", 'The database has no dish "Waffle".'),
        ("Waffles.", 'The database has no dish "Waffles.".'),
        ('"Waffles"', 'The database has no dish "\\"Waffles\\"".'),
        ("Dish: Dish: Waffles", 'The database has no dish "Dish: Waffles".'),
        ("Crêpes\nWaffles", "The answer has several lines; it should be the name of one dish."),
        ("Apple Pancakes", "The dish needs what is not given: Apple, Cinnamon."),
    ],
)
def test_other_answers_are_refused_with_the_reason(answer: str, reason: str) -> None:
    found = assess(WAFFLES, answer)
    assert (found.solved, found.reason) == (False, reason)


@given(answers("Dish:", "Waffles", "Crêpes"))
def test_no_text_raises(text: str) -> None:
    found = assess(WAFFLES, text)
    assert found.reason or found.solved
    found.reason.encode()


SOLVER = """
from tools.recipes import get_dishes_from_ingredient, get_ingredients_from_dish
given = {given!r}
found = {{dish for name in given for dish in get_dishes_from_ingredient(name.upper())}}
print(sorted(d for d in found if set(get_ingredients_from_dish(d.lower())) <= set(given))[0])
print(get_ingredients_from_dish("Stone Soup"), get_dishes_from_ingredient("Stone"))
"""


def test_the_tools_solve_a_task_in_a_process_of_their_own(tmp_path: Path) -> None:
    task = generate(random.Random(8))
    for name, text in {**task.tools, "solver.py": SOLVER.format(given=listed(task))}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    # Without site packages: the tools need the standard library alone.
    command = [sys.executable, "-S", "solver.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    dish, unknown = output.stdout.splitlines()
    assert task.check(dish).solved
    assert unknown == "[] []"
