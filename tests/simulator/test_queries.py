"""A query finds exactly the rows that trying out all objects finds."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.model import EQUALITY, Atom, Parameter
from pddl2nl.reader import parse_domain, parse_problem
from simulator.queries import Literals, QueryCompiler, StaticTask

DOMAIN = parse_domain(
    """(define (domain d) (:types a b) (:constants k - a)
    (:predicates (road ?x ?y) (lit ?x) (at ?x ?y))
    (:action go :parameters (?x ?y) :precondition (and) :effect (at ?x ?y)))"""
)
OBJECTS = {"k": "a", "m": "a", "n": "b", "o": "b"}
PARAMETERS = (Parameter("?x", ("a",)), Parameter("?y"), Parameter("?z", ("b",)))
TERMS = st.sampled_from(["?x", "?y", "?z", "k"])
PAIRS = st.sets(st.tuples(st.sampled_from("kmno"), st.sampled_from("kmno")), max_size=8)


def atoms(*predicates: str) -> st.SearchStrategy[list[Atom]]:
    pairs = st.builds(
        lambda name, one, other: Atom(name, (one, other)), st.sampled_from(predicates), TERMS, TERMS
    )
    return st.lists(pairs | st.builds(lambda term: Atom("lit", (term,)), TERMS), max_size=3)


@settings(max_examples=150)
@given(
    road=PAIRS,
    lit=st.sets(st.sampled_from("kmno")),
    at=PAIRS,
    seed=st.lists(TERMS, max_size=2),
    holding=atoms("road", "at", EQUALITY),
    failing=atoms("road", EQUALITY),
)
def test_a_query_finds_what_trying_out_finds(
    road: set[tuple[str, str]],
    lit: set[str],
    at: set[tuple[str, str]],
    seed: list[str],
    holding: list[Atom],
    failing: list[Atom],
) -> None:
    init = [f"(road {one} {other})" for one, other in road] + [f"(lit {one})" for one in lit]
    text = "(define (problem p) (:domain d) (:objects m - a n o - b) (:init {}) (:goal (and)))"
    task = StaticTask(parse_problem(text.format(" ".join(init)), DOMAIN))
    compiler = QueryCompiler(task)
    query = compiler.compile(seed, PARAMETERS, Literals(tuple(holding), tuple(failing)))
    compiler.index.add(Atom("at", pair) for pair in at)
    facts = {("road", *pair) for pair in road} | {("lit", one) for one in lit}
    facts |= {("at", *pair) for pair in at} | {(EQUALITY, one, one) for one in OBJECTS}

    def fits(row: tuple[str, ...], given_values: tuple[str, ...]) -> bool:
        binding = {**dict(zip(("?x", "?y", "?z"), row, strict=True)), "k": "k"}
        said = [(atom.predicate, *(binding[term] for term in atom.args)) for atom in holding]
        denied = [(atom.predicate, *(binding[term] for term in atom.args)) for atom in failing]
        return (
            OBJECTS[binding["?x"]] == "a"
            and OBJECTS[binding["?z"]] == "b"
            and tuple(binding[term] for term in seed) == given_values
            and facts.issuperset(said)
            and facts.isdisjoint(denied)
        )

    for values in product(OBJECTS, repeat=len(seed)):
        found = sorted(query(values, compiler.index.buckets))
        assert found == [row for row in product(sorted(OBJECTS), repeat=3) if fits(row, values)]
