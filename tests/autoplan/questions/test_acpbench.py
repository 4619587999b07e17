"""ACPBench's files: read and graded; where its answers are wrong, another planner agrees.

The expected differences are proved by `Truth`; here a second procedure confirms each of them: the
task is grounded afresh, without the actions that a landmark rules out, and unified-planning's
pyperplan searches it to the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from autoplan.cli import main
from autoplan.grade.rows import row_task
from autoplan.questions.acpbench import Given, GoldJudge, check, read_acpbench
from autoplan.questions.question import KINDS, Question, fact_named
from pddl2nl.model import (
    ActionSchema,
    And,
    Atom,
    Effect,
    Not,
    Predicate,
    Problem,
    conjuncts,
    substitute,
)
from policies import PromptSet
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator.world import World

pytestmark = pytest.mark.long

SAMPLE = 5
"""One of so many questions is checked in the tests."""


@pytest.fixture(scope="module")
def given(shared: Path) -> list[Given]:
    folder = shared / "acpbench"
    if not folder.is_dir():
        pytest.skip(f"ACPBench's questions are not at {folder}")
    return read_acpbench(folder, PromptSet())


@pytest.fixture(scope="module")
def planner() -> Iterator[SymbolicPlanner]:
    with SymbolicPlanner() as planner:
        yield planner


def test_all_kinds_and_forms_are_read(given: list[Given]) -> None:
    found = {(each.question.kind, each.question.form) for each in given}
    assert {kind for kind, _ in found} == {*KINDS}
    assert {(kind, form) for kind in KINDS for form in ("bool", "choice", "open")} - found == {
        ("nexta", "bool"),
        ("nexta", "choice"),
    }
    assert len({each.question.id for each in given}) == len(given)


async def test_published_answers_are_right_answers(
    given: list[Given], planner: SymbolicPlanner
) -> None:
    """The answer of the file itself is graded as right, in the format that the prompt asks for."""
    judge = GoldJudge(given, planner)
    for each in given[::SAMPLE]:
        answer = _reference(each)
        if answer is not None:
            verdict = await judge.verdict(each.question, answer)
            assert verdict.right is True, (each.question.id, answer, verdict)


def _reference(each: Given) -> str | None:
    """A right answer by the published one; None where the published one names none."""
    gold, question = each.gold, each.question
    if question.form != "open" or question.kind == "val":
        return f"Answer: {gold}"
    match question.kind:
        case "prog":
            true, false = (" ".join(gold[key]) or "none" for key in ("pos", "neg"))
            return f"Answer:\nBecomes true: {true}\nBecomes false: {false}"
        case "app":
            return "Answer:\n" + "\n".join(gold)
        case "just":
            return None
        case _:
            accepted = gold if isinstance(gold, list) else gold["yes"]
            return f"Answer: ({accepted[0].strip('()')})" if accepted else "Answer: none"


async def test_simulated_kinds_agree_throughout(
    given: list[Given], planner: SymbolicPlanner
) -> None:
    simulated = [each for each in given if each.question.kind in ("app", "prog", "val", "just")]
    async for question, found in check(simulated, GoldJudge(given, planner)):
        assert not found.wrong_accepted, question.id
        assert not found.undecided


@pytest.mark.parametrize("kind", ["reach", "areach", "land", "nexta"])
async def test_whatever_is_disproved_another_planner_disproves(
    kind: str, given: list[Given], planner: SymbolicPlanner
) -> None:
    own = [each for each in given if each.question.kind == kind and each.question.form == "open"]
    # Small tasks alone, since the other planner goes through all states.
    most = 16 if kind == "reach" else 12
    small = [each for each in own if _objects(each.question) <= most][::6]
    differences = 0
    async for question, found in check(small, GoldJudge(given, planner)):
        assert not found.undecided
        for each in (*found.wrong_accepted, *found.wrong_denied)[:2]:
            differences += 1
            fact = fact_named(each.claim.rpartition(";")[2].partition(" is ")[0])
            task = _problem(question)
            if kind == "land":
                assert each.proof["holds"]
                assert not await _solvable(grounded(task, without=fact), planner)
            else:
                assert kind == "reach"
                assert not await _solvable(grounded(replace(task, goal=fact)), planner)
    assert differences or kind in ("areach", "nexta")


def _objects(question: Question) -> int:
    return len(_problem(question).all_objects)


def _problem(question: Question) -> Problem:
    assert question.texts is not None
    return row_task(question.texts)[0].problem


async def _solvable(task: Problem, planner: SymbolicPlanner) -> bool:
    """Whether unified-planning's pyperplan finds a plan; it ends without one if there is none."""
    found = await planner.solve(task, "up:pyperplan", seconds=300)
    assert isinstance(found, PlanFound) or found.reason in ("unsolvable", "gave-up"), found
    return isinstance(found, PlanFound)


def grounded(problem: Problem, without: Atom | None = None) -> Problem:
    """The task with an action without parameters for each ground action, in plain STRIPS.

    Args:
        problem: a STRIPS task.
        without: actions that make this fact true are left out.
    """
    ranges = World(problem).range_of
    statics = {p.name for p in problem.domain.predicates} - {
        e.atom.predicate for a in problem.domain.actions for e in a.effects
    }
    actions = []
    for schema in problem.domain.actions:
        names = [parameter.name for parameter in schema.parameters]
        for number, args in enumerate(product(*map(ranges, schema.parameters))):
            binding = dict(zip(names, args, strict=True))
            needed = [substitute(part, binding) for part in conjuncts(schema.precondition)]
            if not all(_may_hold(part, problem, statics) for part in needed):
                continue
            effects = [(e.adds, _nullary(substitute(e.atom, binding))) for e in schema.effects]
            adds = {fact for added, fact in effects if added}
            if without is not None and _nullary(without) in adds:
                continue
            actions.append(
                ActionSchema(
                    f"{schema.name}-{number}",
                    (),
                    And(tuple(_nullary(part) for part in needed if _changes(part, statics))),
                    tuple(Effect(f, added) for added, f in effects if added or f not in adds),
                )
            )
    facts = {effect.atom for each in actions for effect in each.effects}
    facts |= {part for each in actions for part in conjuncts(each.precondition)}  # type: ignore[misc]
    init = {_nullary(fact) for fact in problem.init if fact.predicate not in statics}
    goal = tuple(_nullary(part) for part in conjuncts(problem.goal) if _changes(part, statics))
    domain = replace(
        problem.domain,
        requirements=(":strips",),
        types=(),
        constants=(),
        predicates=tuple(map(Predicate, sorted({f.predicate for f in facts | init | {*goal}}))),
        actions=tuple(actions),
    )
    return replace(problem, domain=domain, objects=(), init=tuple(init), goal=And(goal))


def _changes(part: Any, statics: set[str]) -> bool:
    return isinstance(part, Atom) and part.predicate not in statics and part.predicate != "="


def _may_hold(part: Any, problem: Problem, statics: set[str]) -> bool:
    """Whether a conjunct is not ruled out by facts that never change."""
    atom = part.part if isinstance(part, Not) else part
    if atom.predicate == "=":
        return bool((atom.args[0] == atom.args[1]) != isinstance(part, Not))
    if atom.predicate in statics:
        return bool((atom in problem.init) != isinstance(part, Not))
    assert isinstance(part, Atom)
    return True


def _nullary(fact: Any) -> Atom:
    assert isinstance(fact, Atom)
    return Atom("-".join((fact.predicate, *fact.args)))


def test_the_command_prints_a_table_and_the_differences(
    tmp_path: Path, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = shared / "acpbench" / "disputed.json"
    if not source.is_file():
        pytest.skip(f"ACPBench's questions are not at {source.parent}")
    folder, out = tmp_path / "acp", tmp_path / "differences.jsonl"
    folder.mkdir()
    rows = json.loads(source.read_text("utf-8"))
    (folder / "one.json").write_text(json.dumps(rows[:1]), "utf-8")
    assert main(["ask", "--acpbench", str(folder), "--check", "-o", str(out)]) == 0
    assert "landmarks" in capsys.readouterr().out
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert any("(at rover0 waypoint2)" in each["claim"] for each in found)
    assert all(each["proof"] for each in found)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("[]", "contains no questions"),
        ("{", "cannot be read as JSON"),
        ('[{"group": "x"}]', "something other"),
    ],
)
def test_other_files_are_refused(
    content: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some.json").write_text(content, "utf-8")
    assert main(["ask", "--acpbench", str(tmp_path), "--check"]) == 2
    assert fault in capsys.readouterr().err
