"""Renaming: the same task under other names, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import domains
from pddl2nl.model import GroundAction
from pddl2nl.obfuscation import Renaming
from pddl2nl.reader import parse_problem, read_domain, read_problem
from pddl2nl.writer import domain_to_pddl
from simulator.validation import validate_in
from simulator.world import World
from tests import pddl_strategies as pddl
from tests import yard

NEW = Renaming(
    {"p": "one", "near": "two", "done": "three", "derived": "four"}, {"go": "act", "stop": "end"}
)


@given(st.data())
def test_the_inverse_gives_back_what_was_renamed(data: st.DataObject) -> None:
    problem = data.draw(pddl.problems(data.draw(pddl.domains())))
    renamed = NEW.problem(problem)
    assert NEW.inverse.problem(renamed) == problem
    assert NEW.inverse.domain(renamed.domain) == problem.domain


@given(st.data())
def test_no_old_name_is_left(data: st.DataObject) -> None:
    renamed = NEW.problem(data.draw(pddl.problems(data.draw(pddl.domains()))))
    text = domain_to_pddl(renamed.domain)
    for name in ("(p ", "(near ", "(done)", "(derived ", "action go", "action stop"):
        assert name not in text


def test_a_step_keeps_its_objects() -> None:
    assert NEW.action(GroundAction("go", ("k", "l"))) == GroundAction("act", ("k", "l"))
    assert NEW.action(GroundAction("other", ("k",))) == GroundAction("other", ("k",))


def test_what_is_not_among_the_names_stays() -> None:
    problem = yard.problem()
    assert Renaming().problem(problem) == problem


def test_a_plan_does_the_same_under_other_names() -> None:
    folder = domains.folder("blocksworld")
    domain = read_domain(folder / "domain.pddl")
    names = Renaming(
        {each.name: f"q{number}" for number, each in enumerate(domain.predicates)},
        {each.name: f"b{number}" for number, each in enumerate(domain.actions)},
    )
    for path in domains.instances(folder)[:3]:
        problem = read_problem(path, domain)
        steps = domains.kept_plan(path)
        assert steps
        plan = [_step(step) for step in steps]
        renamed = [names.action(step) for step in plan]
        assert validate_in(World(problem), plan).valid
        assert validate_in(World(names.problem(problem)), renamed).valid
        assert not validate_in(World(names.problem(problem)), renamed[:-1]).valid


def test_a_renamed_task_is_pddl_that_can_be_read() -> None:
    names = Renaming({"loaded": "three"}, {"load": "act"})
    domain = names.domain(yard.problem().domain)
    text = yard.PROBLEM.replace("loaded", "three")
    assert parse_problem(text, domain, "problem") == names.problem(yard.problem())


def _step(text: str) -> GroundAction:
    name, *args = text.strip("() ").split()
    return GroundAction(name, tuple(args))
