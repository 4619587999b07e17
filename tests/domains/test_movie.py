"""Movie has the two changes that set it apart from the classical domain (paper, appendix B)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from domains.movie.generator import KINDS, Parameters, generate
from pddl2nl.model import Atom, GroundAction
from pddl2nl.reader import parse_problem, read_domain
from simulator.outcome import Applied
from simulator.world import World

DOMAIN = read_domain(domains.domain_file(domains.folder("movie")))
ZERO, ELSEWHERE = Atom("counter-at-zero"), Atom("counter-at-other-than-zero")
REWOUND = Atom("movie-rewound")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("facts", "possible"),
    [
        ({ZERO}, True),
        ({ZERO, REWOUND}, False),
        ({ELSEWHERE}, False),
        ({ELSEWHERE, REWOUND}, False),
    ],
)
def test_a_snack_can_be_got_only_at_zero_while_the_movie_is_not_rewound(
    kind: str, facts: set[Atom], possible: bool
) -> None:
    world = World(parse_problem(generate(random.Random(1), Parameters()), DOMAIN))
    snack = next(atom.args[0] for atom in world.initial.atoms() if atom.predicate == kind)
    outcome = world.step(world.state_of(frozenset(facts)), GroundAction(f"get-{kind}", (snack,)))
    assert isinstance(outcome, Applied) is possible


@given(kinds=st.integers(1, len(KINDS)), seed=st.integers(0, 10**6))
def test_the_goal_asks_for_as_many_kinds_as_wanted_and_each_is_offered(
    kinds: int, seed: int
) -> None:
    text = generate(random.Random(seed), Parameters(kinds=kinds, snacks=7))
    assert text.count("(have-") == kinds
    assert all(f"({kind} object_" in text for kind in KINDS)


def test_more_kinds_than_there_are_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="movie needs at most 5 kinds of snacks to get, not 6"):
        generate(random.Random(0), Parameters(kinds=6))
