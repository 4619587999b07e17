"""Every generator makes valid, open, solvable problems, and nothing but its arguments counts."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import domains
from domains.isomorphism import facts, fingerprint
from domains.parameters import ParameterSet, least
from domains.suite import Generator, candidate, distinct_problems, generator
from pddl2nl.model import Problem
from pddl2nl.reader import parse_problem, read_domain
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator.world import World
from tests.domains.conftest import ROOT

NAMES = domains.names()
SEEDS = st.integers(0, 10**6)


def parameter_sets(
    source: Generator[Any], examples: Sequence[ParameterSet]
) -> st.SearchStrategy[ParameterSet]:
    """Parameters up to one above the largest of some examples, fitting one another or not."""
    largest = {
        item.name: max(getattr(example, item.name) for example in examples)
        for item in fields(source.parameters)
    }
    ranges = {
        item.name: st.integers(least(item), 1 + largest[item.name])
        for item in fields(source.parameters)
    }
    return st.builds(source.parameters, **ranges)


def draw(source: Generator[Any], parameters: ParameterSet, seed: int) -> str:
    """A problem; the case is passed over where the parameters do not fit one another."""
    try:
        return source.generate(random.Random(seed), parameters)
    except ValueError as error:
        refusal = str(error)
    assert refusal.startswith(f"{source.name} needs ")
    assert "\n" not in refusal
    return reject()


def read(name: str, text: str) -> Problem:
    return parse_problem(text, read_domain(domains.domain_file(domains.folder(name))))


@pytest.mark.parametrize("name", NAMES)
def test_the_domain_is_read_without_a_remark(name: str) -> None:
    assert not read_domain(domains.domain_file(domains.folder(name))).remarks


@pytest.mark.parametrize("name", NAMES)
def test_the_defaults_make_a_problem(name: str) -> None:
    source = generator(name)
    assert World(read(name, source.generate(random.Random(0), source.parameters())))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(data=st.data(), seed=SEEDS)
def test_a_problem_is_valid_open_and_a_function_of_its_arguments(
    name: str, data: st.DataObject, seed: int
) -> None:
    source = generator(name)
    scheduled = [entry.parameters for entry in source.schedule]
    parameters = data.draw(parameter_sets(source, scheduled))
    text = draw(source, parameters, seed)
    assert text == source.generate(random.Random(seed), parameters)
    problem = read(name, text)
    assert not problem.remarks
    world = World(problem)
    assert not world.goal_reached(world.initial)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=2)
@given(data=st.data(), seed=SEEDS)
def test_a_problem_has_a_plan(
    name: str, planner: SymbolicPlanner, data: st.DataObject, seed: int
) -> None:
    source = generator(name)
    parameters = data.draw(parameter_sets(source, [source.parameters()]))
    problem = read(name, draw(source, parameters, seed))
    assert isinstance(asyncio.run(planner.solve(problem, seconds=60)), PlanFound)


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_or_attempt_gives_another_problem(name: str) -> None:
    source = generator(name)
    last = len(source.schedule) - 1
    drawn = {candidate(source, 1, last, 0), candidate(source, 2, last, 0)}
    assert len(drawn | {candidate(source, 1, last, 1)}) == 3


@pytest.mark.parametrize("name", NAMES)
def test_a_number_below_the_least_is_refused(name: str) -> None:
    kind = generator(name).parameters
    for item in fields(kind):
        with pytest.raises(ValueError, match=f"{item.name} must be at least {least(item)}, not"):
            kind(**{item.name: least(item) - 1})


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("ferry", {"locations": 2, "cars": 2, "moved": 3}),
        ("logistics", {"cities": 1, "size": 1}),
        ("visitall", {"columns": 2, "rows": 2, "goals": 4}),
        ("visitall", {"columns": 2, "rows": 2, "holes": 3, "goals": 1}),
        ("depot", {"depots": 2, "pallets": 2, "hoists": 3}),
        ("depot", {"depots": 2, "pallets": 3, "hoists": 2}),
        ("floortile", {"columns": 2, "robots": 3}),
        ("floortile", {"columns": 2, "rows": 2, "painted": 5}),
        ("goldminer", {"columns": 2, "rows": 2, "hard": 2}),
        ("grid", {"keys": 1, "shapes": 2}),
        ("grid", {"keys": 1, "moved": 2}),
        ("grid", {"columns": 2, "rows": 1, "locks": 2}),
        ("grid", {"columns": 1, "rows": 1, "locks": 0}),
    ],
)
def test_parameters_that_admit_no_open_problem_are_refused(
    name: str, parameters: dict[str, int]
) -> None:
    source = generator(name)
    with pytest.raises(ValueError, match=f"{name} needs"):
        source.generate(random.Random(0), source.parameters(**parameters))


@cache
def digest_of_everything() -> str:
    """All candidates for all schedules, as one number."""
    drawn = (
        candidate(generator(name), 5, index, 0)
        for name in NAMES
        for index in range(len(generator(name).schedule))
    )
    return hashlib.sha256("\n".join(drawn).encode()).hexdigest()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_draws_the_same_problems(hash_seed: str) -> None:
    code = "from tests.domains.test_generators import *; print(digest_of_everything())"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest_of_everything()


@pytest.mark.parametrize("name", NAMES)
def test_problems_of_one_call_differ_in_more_than_names(name: str) -> None:
    source = generator(name)
    parameters = source.schedule[-1].parameters
    made = distinct_problems(source, parameters, seed=3, count=4)
    assert len(set(map(fingerprint, made))) == 4
    assert distinct_problems(source, parameters, seed=3, count=2) == made[:2]


def test_asking_for_more_problems_than_there_are_is_refused() -> None:
    source = generator("blocksworld")
    with pytest.raises(ValueError, match="only 2 different problems"):
        distinct_problems(source, source.parameters(blocks=2), seed=1, count=3)


@given(seed=SEEDS, holes=st.integers(0, 10))
def test_every_place_of_a_visitall_grid_can_be_reached(seed: int, holes: int) -> None:
    source = generator("visitall")
    text = source.generate(random.Random(seed), source.parameters(4, 3, holes, 1))
    init, _ = facts(text)
    links = [words[1:] for words in map(str.split, init) if words[0] == "connected"]
    reached = {
        place for words in map(str.split, init) if words[0] == "at-robot" for place in words[1:]
    }
    for _ in links:
        reached |= {end for begin, end in links if begin in reached}
    assert len(reached) == 12 - holes
