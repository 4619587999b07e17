"""Benchmarks and task networks by name."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domains.agents import (
    BENCHMARKS,
    TOP_TASK,
    WRITTEN_NETWORKS,
    agentic_task,
    blocks_stack,
    task_network,
)

FILES = {"problem_specification.txt", "request.txt", "notes.txt", "answer.txt"}
WITH_TOOLS = FILES | {"tools_specification.txt", "output.txt"}
WRITTEN = [(kind, name) for kind, each in WRITTEN_NETWORKS.items() for name in each.benchmarks]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_task_of_a_name_and_seed_is_the_same_again(name: str) -> None:
    task, again, other = (agentic_task(name, seed=seed) for seed in (3, 3, 4))
    assert (task.request, task.tools) == (again.request, again.tools)
    assert task.request != other.request
    assert task.name == again.name != other.name
    assert bool(task.tools) == bool(task.tools_specification)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_task_can_be_sent_to_another_process(name: str) -> None:
    task = pickle.loads(pickle.dumps(agentic_task(name, seed=1)))
    assert not task.check("").solved


def test_sizes_reach_the_generator() -> None:
    task = agentic_task("unit-movement", seed=3, units=6, wanted=2)
    assert task.name == "unit-movement-n6-k2-s3"


@pytest.mark.parametrize(
    ("name", "sizes", "message"),
    [
        (
            "chess",
            {},
            "unknown benchmark 'chess'; the benchmarks are recipes, travel, trips, unit-",
        ),
        ("recipes", {"units": 3}, "recipes has no size 'units'; its sizes are further"),
        ("travel", {"days": 1}, "travel needs days from 2 to 14, not 1"),
    ],
)
def test_what_there_is_not_is_refused(name: str, sizes: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agentic_task(name, seed=1, **sizes)


def test_published_sizes_can_be_generated() -> None:
    """Those that the text of the ProcLLM paper names (section 5, appendix C)."""
    for sizes in ({"units": 10, "wanted": 6}, {"units": 15, "wanted": 9}):
        assert agentic_task("unit-movement", seed=1, **sizes).request
    assert blocks_stack(random.Random(1), blocks=9, height=6)


@pytest.mark.parametrize(("kind", "name"), WRITTEN)
def test_a_network_is_a_tree_of_tasks_whose_effects_name_their_files(kind: str, name: str) -> None:
    methods = list(task_network(name, kind).values())
    tasks = [method["task"] for method in methods]
    subtasks = [task for method in methods for task in method.get("subtasks", {}).values()]
    known = WITH_TOOLS if name in ("recipes", "travel", "trips") else FILES
    assert tasks[0] == TOP_TASK
    assert len(set(tasks)) == len(tasks)
    assert sorted(subtasks) == sorted(tasks[1:])
    for method in methods:
        files = list(method["effect_files"].values())
        named = {word.strip(",;") for word in method["effect"].split() if ".txt" in word}
        assert named <= set(files) <= known, method["task"]
        assert list(method["effect_files"]) == [f"file{n}" for n in range(1, len(files) + 1)]


PUBLISHED = {
    ("paper", "travel"): "0AS 1NR 2NS 1NRS 2NT 1NRS 1NRS 2NT",
    ("paper", "recipes"): "0ARS 1NRS 1NT",
    ("paper", "blocks-world"): "0ARS 1NS 1NR 1NRS",
    ("paper", "unit-movement"): "0ARS 1NS 1NR 1NR 1NRS 2N 2N 2N",
    ("paper-llm", "blocks-world"): "0ARS 1NR 2NRS 3NS 3NR 2NR 2NR 1AN",
    ("paper-llm", "unit-movement"): "0ARS 1NRS 2NRS 3R 3S 3NRS 2NRS 2NRS 1ANRS",
}
"""The published networks (ProcLLM paper, appendices D and E), from their top tasks downwards: the
level of every task, and the initials of its effect files: answer, notes, (problem_)specification,
request, tools_specification."""


@pytest.mark.parametrize(("kind", "name"), PUBLISHED)
def test_a_network_has_the_shape_of_the_published_one(kind: str, name: str) -> None:
    network = {each["task"]: each for each in task_network(name, kind).values()}
    assert " ".join(walk(network, TOP_TASK, 0)) == PUBLISHED[kind, name]


def test_the_first_steps_have_the_tasks_of_the_paper_and_no_stay() -> None:
    """The multi-step paper, section 6.1: understand the tool, choose both flights (figure 10)."""
    network = {each["task"]: each for each in task_network("travel", "first-steps").values()}
    levels = [each[0] for each in walk(network, TOP_TASK, 0)]
    assert levels == ["0", "1", "1", "2", "2", "2"]
    assert len(network["choose the flights"]["subtasks"]) == 3


def walk(network: Mapping[str, Any], task: str, level: int) -> Iterator[str]:
    method = network[task]
    files = (each.removeprefix("problem_") for each in method["effect_files"].values())
    yield f"{level}{''.join(sorted(each[0].upper() for each in files))}"
    for subtask in method.get("subtasks", {}).values():
        yield from walk(network, subtask, level + 1)


def test_a_network_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no task network for 'chess'; there are some for"):
        task_network("chess")
    with pytest.raises(ValueError, match="no task network for 'recipes'; there are some for bloc"):
        task_network("recipes", "paper-llm")
    with pytest.raises(ValueError, match="no task networks 'draft'; there are human, paper, pap"):
        task_network("recipes", "draft")
