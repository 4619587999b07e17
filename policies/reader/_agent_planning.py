"""Planning tasks as an agent's problems: what its notes are to say of them, and whether they do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from pddl2nl.model import And, Atom, GroundAction, Not, Problem, conjuncts
from policies.reader._task import SolvedTask
from simulator.outcome import Applied, State

Solve: TypeAlias = Callable[[str, str], Awaitable[SolvedTask]]
"""Reads a planning task from instructions and a task's text, and looks for a plan."""
Search: TypeAlias = Callable[[Problem], Awaitable[Sequence[GroundAction] | None]]
"""Looks for a plan, None where there is none."""

SOLUTION, CLEARED, COMPARISON, CHECK = "solution", "cleared", "comparison", "check"
"""What notes may hold: a solution; the steps that take all towers apart; what each condition of the
goal that does not hold yet is brought about by; what every step of the solution does."""


@dataclass(frozen=True)
class Planning:
    """A planning task; its answer is a plan, a step a line."""

    specification: str
    request: str
    solve: Solve
    search: Search
    script: str = ""

    def final(self, solution: str) -> str:
        return solution

    async def notes(self, aspect: str, noted: Mapping[str, str]) -> str | None:
        solved = await self.solve(self.specification, self.request)
        if aspect == CLEARED:
            return await self._cleared(solved)
        if aspect == COMPARISON:
            return "\n".join(_compared(solved))
        if aspect == CHECK and SOLUTION in noted:
            return "\n".join(_checked(solved, noted[SOLUTION]))
        return await self._solution(solved, noted.get(CLEARED, ""))

    async def fault(self, aspect: str, text: str, noted: Mapping[str, str]) -> str:
        solved = await self.solve(self.specification, self.request)
        if aspect == COMPARISON:
            return _lacking(_compared(solved), text)
        if aspect == CHECK:
            plan = noted.get(SOLUTION, "")
            wrong = await self.fault(SOLUTION, plan, noted)
            return wrong or _lacking(_checked(solved, plan), text)
        state, fault = _carried_out(solved, text)
        if aspect == CLEARED:
            towers = state is not None and any(map(state.fluents.__contains__, _on(solved)))
            return fault or ("A block is still on another one." if towers else "")
        reached = state is not None and solved.world.goal_reached(state)
        return fault or ("" if reached else "The goal is not reached.")

    async def _solution(self, solved: SolvedTask, first: str) -> str | None:
        state, fault = _carried_out(solved, first)
        plan: Sequence[GroundAction] | None
        if not first.strip() or fault or state is None:
            plan = solved.plan
        else:
            plan = await self.search(_from(solved, state))
        if plan is None:
            return None
        return "\n".join([*_lines(first), *map(solved.task.say, plan)])

    async def _cleared(self, solved: SolvedTask) -> str | None:
        """The steps after which nothing is on anything, and what takes no object is as before."""
        init = [each for each in solved.task.problem.init if isinstance(each, Atom)]
        hand = [each for each in init if not each.args]
        goal = And((*hand, *map(Not, _on(solved))))
        plan = await self.search(replace(solved.task.problem, goal=goal))
        return None if plan is None else "\n".join(map(solved.task.say, plan))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _carried_out(solved: SolvedTask, steps: str) -> tuple[State | None, str]:
    """The state after steps, or which of them is not possible."""
    state = solved.world.initial
    for number, line in enumerate(_lines(steps), 1):
        outcome = _stepped(solved, state, line)
        if outcome is None:
            return None, f"Step {number}, '{line[:80]}', is not possible."
        state = outcome.state
    return state, ""


def _stepped(solved: SolvedTask, state: State, line: str) -> Applied | None:
    for action in solved.world.applicable(state):
        if solved.task.say(action) == line:
            outcome = solved.world.step(state, action)
            return outcome if isinstance(outcome, Applied) else None
    return None


def _on(solved: SolvedTask) -> list[Atom]:
    """That something is on something, for all pairs: the relation that the goal speaks of."""
    problem = solved.task.problem
    goal = [each for each in conjuncts(problem.goal) if isinstance(each, Atom)]
    names = {each.predicate for each in goal if len(each.args) == 2}
    objects = [each.name for each in problem.all_objects]
    return [Atom(name, pair) for name in sorted(names) for pair in product(objects, repeat=2)]


def _compared(solved: SolvedTask) -> Iterator[str]:
    """Each fact of the goal that does not hold, and the step of a plan that brings it about."""
    unmet = [each for each in solved.world.unmet_goal(solved.world.initial)]
    state = solved.world.initial
    last: dict[Atom, str] = {}
    for action in solved.plan or ():
        outcome = solved.world.step(state, action)
        if isinstance(outcome, Applied):
            state = outcome.state
            last.update(dict.fromkeys(outcome.added, solved.task.say(action)))
    for each in unmet:
        if isinstance(each, Atom) and each in last:
            yield f"{solved.task.tell(each)}: {last[each]}"


def _checked(solved: SolvedTask, steps: str) -> Iterator[str]:
    """Every step of a plan, and what is the case after it that was not before."""
    state = solved.world.initial
    for line in _lines(steps):
        outcome = _stepped(solved, state, line)
        if outcome is None:
            return  # not possible, so there is nothing to say
        state = outcome.state
        added = ", ".join(sorted(map(solved.task.tell, outcome.added)))
        yield f"{line}: possible; then {added or 'nothing new holds'}"
    if solved.world.goal_reached(state):
        yield "The goal holds."


def _lacking(lines: Iterator[str], text: str) -> str:
    """Which of the lines a text does not have; empty for none."""
    there = set(_lines(text))
    return next((f"Not said: {line[:120]}" for line in lines if line not in there), "")


def _from(solved: SolvedTask, state: State) -> Problem:
    return replace(solved.task.problem, init=tuple(state.fluents | state.static))
