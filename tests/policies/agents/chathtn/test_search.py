"""The search of ChatHTN: sound whatever a model says, and asking nobody where methods suffice."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from pddl2nl.model import CompoundTask, Problem, Subtask
from pddl2nl.reader import parse_domain, parse_problem, read_problem
from policies.agents.chathtn import Found, Seeker, SeekLimits
from policies.agents.chathtn.search import as_data, as_html, as_text
from simulator.outcome import State
from simulator.world import World
from tests.policies.agents.chathtn import yards
from tests.policies.agents.chathtn.yards import HOSTILE, Hostile

NAMES = ("transport", "household", "rescue")
PROBLEMS = int(os.environ.get("CHATHTN_PROBLEMS", "240"))
LIMITS = SeekLimits(queries=12, depth=12, seconds=20)


def instance(name: str, number: int) -> Problem:
    path = yards.folder(name) / "instances" / f"instance-{number}.hddl"
    return read_problem(path, yards.domain(name))


async def sought(given: Problem, seeker: Seeker | None = None) -> Found | None:
    return await (seeker or Seeker(World(given), given.domain)).seek(given.network)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", [1, 2, 3])
async def test_methods_alone_solve_the_bundled_problems(name: str, number: int) -> None:
    given = instance(name, number)
    found = await sought(given)
    assert found is not None
    end = yards.replayed(given, found.hierarchy)
    assert World(given).goal_reached(end)


@pytest.mark.parametrize("name", NAMES)
async def test_every_task_of_a_domain_is_needed_by_some_problem(name: str) -> None:
    used: set[str] = set()
    for number in (1, 2, 3):
        found = await sought(instance(name, number))
        assert found is not None
        pending = list(found.hierarchy)
        while pending:
            node = pending.pop()
            used.add(node.task.name)
            pending += node.children
    assert {each.name for each in yards.domain(name).tasks} <= used


@pytest.mark.parametrize("name", NAMES)
async def test_the_unsolvable_variant_has_no_plan(name: str) -> None:
    given = read_problem(yards.folder(name) / "unsolvable.hddl", yards.domain(name))
    assert await sought(given) is None


def hostile(given: Problem, model: Hostile, rng: random.Random) -> Seeker:
    world = World(given)

    async def ask(state: State, task: CompoundTask, said: Subtask) -> tuple[Subtask, ...] | None:
        return model(rng, world, state, said)

    gone = rng.sample(given.domain.methods, rng.randrange(3))
    methods = tuple(each for each in given.domain.methods if each not in gone)
    return Seeker(world, replace(given.domain, methods=methods), ask, LIMITS)


@pytest.mark.parametrize("model", HOSTILE)
@pytest.mark.parametrize("name", NAMES)
async def test_a_plan_is_sound_whatever_the_model_says(
    name: str, model: Hostile, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(f"{name} {model.__name__}")
    plans = 0
    for _ in range(-(-PROBLEMS // (len(NAMES) * len(HOSTILE)))):
        given = yards.problem(name, rng)
        found = await sought(given, hostile(given, model, rng))
        if found is not None:
            yards.replayed(given, found.hierarchy)
            assert [str(step) for step in found.plan] == list(yards.leaves(found.hierarchy))
            assert tuple(node.task for node in found.hierarchy) == given.network
            plans += 1
    record_property("plans", plans)
    assert plans


@pytest.mark.parametrize("model", HOSTILE)
@pytest.mark.parametrize("name", NAMES)
async def test_what_is_impossible_never_gets_a_plan(
    name: str, model: Hostile, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(f"{name} {model.__name__} impossible")
    tried = 0
    for _ in range(max(PROBLEMS // (4 * len(NAMES) * len(HOSTILE)), 2)):
        given = yards.impossible(name, rng)
        if yards.unreachable(given):
            tried += 1
            assert await sought(given, hostile(given, model, rng)) is None
    record_property("impossible", tried)
    assert tried


async def test_the_model_is_asked_where_the_methods_end_and_its_answer_is_verified() -> None:
    given = instance("transport", 2)
    asked: list[Subtask] = []

    async def ask(state: State, task: CompoundTask, said: Subtask) -> tuple[Subtask, ...] | None:
        asked.append(said)
        return (Subtask("load", (said.args[0], "lorry", said.args[1])),)

    methods = tuple(m for m in given.domain.methods if m.task.name != "carry-by-truck")
    seeker = Seeker(World(given), replace(given.domain, methods=methods), ask)
    assert await sought(given, seeker) is None
    assert {each.name for each in asked} == {"carry-by-truck", "deliver"}


LONG = """(define (domain count) (:requirements :strips :typing) (:types n - object)
  (:predicates (next ?a ?b - n) (at ?a - n) (last ?a - n) (end))
  (:task walk :parameters () :effect (end))
  (:method arrive :parameters (?a - n) :task (walk)
    :precondition (and (at ?a) (last ?a)) :ordered-subtasks (stop ?a))
  (:method step :parameters (?a ?b - n) :task (walk)
    :precondition (and (at ?a) (next ?a ?b)) :ordered-subtasks (and (go ?a ?b) (walk)))
  (:action go :parameters (?a ?b - n) :precondition (at ?a)
    :effect (and (at ?b) (not (at ?a))))
  (:action stop :parameters (?a - n) :precondition (at ?a) :effect (end)))"""


async def test_depth_is_no_matter_of_recursion() -> None:
    size = sys.getrecursionlimit() // 4
    names = " ".join(f"n{number}" for number in range(size))
    facts = " ".join(f"(next n{number} n{number + 1})" for number in range(size - 1))
    text = f"""(define (problem p) (:domain count) (:objects {names} - n)
      (:htn :ordered-subtasks (walk)) (:init (at n0) (last n{size - 1}) {facts}))"""
    given = parse_problem(text, parse_domain(LONG))
    seeker = Seeker(World(given), given.domain, limits=SeekLimits(depth=size + 1))
    found = await sought(given, seeker)
    assert found is not None
    assert len(found.plan) == size


async def test_limits_end_a_search() -> None:
    given = instance("rescue", 1)

    async def ask(state: State, task: CompoundTask, said: Subtask) -> tuple[Subtask, ...] | None:
        return (Subtask("scan", ("camp",)),)

    bare = replace(given.domain, methods=())
    seeker = Seeker(World(given), bare, ask, SeekLimits(queries=1))
    assert await sought(given, seeker) is None
    assert seeker.queries == 1
    late = Seeker(World(given), given.domain, ask, SeekLimits(seconds=-1))
    assert await sought(given, late) is None


async def test_a_hierarchy_is_told_as_text_data_and_a_page() -> None:
    found = await sought(instance("household", 2))
    assert found is not None
    text = as_text(found.hierarchy)
    assert text.splitlines()[0] == "(tidy-house)  [hand-written: put-another-thing-away]"
    assert "    (move " in text
    (first, *_) = as_data(found.hierarchy)
    assert (first["origin"], first["method"]) == ("hand-written", "put-another-thing-away")
    assert "<summary><code>(tidy-house)</code>" in as_html(found.hierarchy)
