"""Problems are told apart by what they say, not by the names of their objects."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import domains
from domains.isomorphism import fingerprint
from domains.problem_text import fact, problem_text, typed
from domains.suite import candidate, generator


def renamed(text: str, rng: random.Random) -> str:
    """The same problem with its objects' names exchanged and its facts in another order."""
    names = sorted(set(re.findall(r"\b[a-z]+_[0-9]+\b", text)))
    others = dict(
        zip(names, rng.sample([f"thing_{n}" for n in range(len(names))], len(names)), strict=True)
    )
    changed = re.sub(r"\b[a-z]+_[0-9]+\b", lambda found: others[found[0]], text)
    head, init, tail = re.split(r"(?<=\(:init\n)|(?=\n  \)\n  \(:goal)", changed)
    lines = init.splitlines()
    return head + "\n".join(rng.sample(lines, len(lines))) + tail


@pytest.mark.parametrize("name", domains.names())
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), index=st.integers(0, 20))
def test_names_and_order_do_not_matter(name: str, seed: int, index: int) -> None:
    text = candidate(generator(name), seed, index, 0)
    other = renamed(text, random.Random(seed))
    assert other != text
    assert fingerprint(other) == fingerprint(text)


def problem(objects: list[str], init: list[str], goal: list[str]) -> str:
    return problem_text("p", "d", objects, init, goal)


SAME = problem(["a b - room"], [fact("at", "a"), fact("next", "a", "b")], [fact("at", "b")])


@pytest.mark.parametrize(
    "other",
    [
        problem(["a b - room"], [fact("at", "a"), fact("next", "a", "b")], [fact("at", "a")]),
        problem(["a b - room"], [fact("at", "a"), fact("next", "b", "a")], [fact("at", "b")]),
        problem(["a b - room"], [fact("at", "a"), fact("at", "b")], [fact("at", "b")]),
        problem(
            ["a - room", "b - hall"], [fact("at", "a"), fact("next", "a", "b")], [fact("at", "b")]
        ),
        problem(["a b c - room"], [fact("at", "a"), fact("next", "a", "b")], [fact("at", "b")]),
    ],
)
def test_facts_goal_types_and_idle_objects_matter(other: str) -> None:
    assert fingerprint(other) != fingerprint(SAME)


def test_what_things_cost_and_what_must_not_hold_matters() -> None:
    objects = ["a b - room"]
    at, goal = [fact("at", "a")], [fact("at", "b")]
    priced = [
        fingerprint(problem(objects, [*at, f"(= (fare a b) {fare})"], goal)) for fare in (2, 3)
    ]
    assert len({*priced, fingerprint(problem(objects, at, goal))}) == 3
    denied = fingerprint(problem(objects, at, ["(not (at b))"]))
    assert denied != fingerprint(problem(objects, at, goal))
    assert denied == fingerprint(problem(objects, [fact("at", "b")], ["(not (at a))"]))


def test_who_is_meant_twice_matters() -> None:
    objects = [typed("abcd", "room")]
    one = [
        fact("up", "a", "b"),
        fact("down", "a", "b"),
        fact("up", "c", "d"),
        fact("down", "c", "d"),
    ]
    two = [
        fact("up", "a", "b"),
        fact("down", "a", "d"),
        fact("up", "c", "d"),
        fact("down", "c", "b"),
    ]
    goal = [fact("at", "a")]
    assert fingerprint(problem(objects, one, goal)) != fingerprint(problem(objects, two, goal))


def test_the_place_of_an_object_in_a_fact_matters() -> None:
    objects = [typed("abc", "room")]
    cycle = [fact("next", "a", "b"), fact("next", "b", "c"), fact("next", "c", "a")]
    shortcut = [fact("next", "a", "b"), fact("next", "b", "c"), fact("next", "a", "c")]
    goal = [fact("lit")]
    assert fingerprint(problem(objects, cycle, goal)) != fingerprint(
        problem(objects, shortcut, goal)
    )


def test_an_object_that_stands_twice_in_a_fact_matters() -> None:
    objects = [typed("ab", "room")]
    alone = [fact("next", "a", "a"), fact("next", "b", "b")]
    together = [fact("next", "a", "b"), fact("next", "b", "a")]
    goal = [fact("lit")]
    assert fingerprint(problem(objects, alone, goal)) != fingerprint(
        problem(objects, together, goal)
    )


@pytest.mark.parametrize("length", [2, 9, 20])
def test_objects_far_apart_matter(length: int) -> None:
    rooms = [f"room_{number}" for number in range(length + 1)]
    row = [fact("next", one, other) for one, other in pairwise(rooms)]
    texts = [problem([typed(rooms, "room")], row, [fact("at", room)]) for room in rooms]
    assert len(set(map(fingerprint, texts))) == length + 1
