"""The problems that the reader can solve as an agent, known by their texts alone.

Planning tasks in the words of our prompts or in PDDL, Unit Movement, and Recipe Generator: what its
notes are to say of each, and whether they do.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TypeAlias

from pddl2nl.model import And, Atom, GroundAction, Not, Problem, conjuncts
from policies.reader._conversation import SolvedTask, is_task
from simulator.outcome import Applied, State

Solve: TypeAlias = Callable[[str, str], Awaitable[SolvedTask]]
"""Reads a planning task from instructions and a task's text, and looks for a plan."""
Search: TypeAlias = Callable[[Problem], Awaitable[Sequence[GroundAction] | None]]
"""Looks for a plan, None where there is none."""

SOLUTION, CLEARED, COMPARISON, CHECK = "solution", "cleared", "comparison", "check"
"""What notes may hold: a solution; the steps that take all towers apart; what each condition of the
goal that does not hold yet is brought about by; what every step of the solution does."""


class AgentProblem(ABC):
    """A problem that was understood."""

    @property
    def script(self) -> str:
        """A script that prints the answer; empty where none is needed."""
        return ""

    def final(self, solution: str) -> str:
        """The answer, made of the solution in the notes."""
        return solution

    @abstractmethod
    async def notes(self, aspect: str, noted: Mapping[str, str]) -> str | None:
        """What the notes are to say, None where that cannot be found, or not without a script.

        Args:
            aspect: of what, such as `SOLUTION`; a problem may take all for the solution.
            noted: what they say already.
        """

    @abstractmethod
    async def fault(self, aspect: str, text: str, noted: Mapping[str, str]) -> str:
        """What is wrong with such notes, or with an answer; empty for nothing."""


@dataclass(frozen=True)
class Planning(AgentProblem):
    """A planning task; its answer is a plan, a step a line."""

    specification: str
    request: str
    solve: Solve
    search: Search

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
            plan = await self.search(solved.task_from(state))
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
    state = solved.world.initial
    last: dict[Atom, str] = {}
    for action in solved.plan or ():
        outcome = solved.world.step(state, action)
        if isinstance(outcome, Applied):
            state = outcome.state
            last.update(dict.fromkeys(outcome.added, solved.task.say(action)))
    for each in solved.world.unmet_goal(solved.world.initial):
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


_ANY_DISH = re.compile(r"\bget_dish(?:es)?_from_ingredient\b")
_ITS_INGREDIENTS = re.compile(r"\bget_ingredients?_from_dish\b")
_IMPORT = re.compile(r"^from (\S+) import ", re.MULTILINE)
_LISTED = re.compile(r"^- (.+)$", re.MULTILINE)
_TARGET = re.compile(r"Surround (.+?) this turn")
_WANTED = re.compile(r"at least (\d+) units? stands?")


def agent_problem(
    specification: str, request: str, tools: str, solve: Solve, search: Search
) -> AgentProblem | None:
    """The problem of these texts, None where the reader knows none of that kind.

    Raises:
        ValueError: it is of a known kind, but cannot be read.
    """
    if is_task(request):
        return Planning(specification, request, solve, search)
    if _TARGET.search(request):
        return UnitMovement.read(request)
    if "dish" in request and _LISTED.search(request):
        return Cooking(tuple(_LISTED.findall(request)), tools)
    return None


@dataclass(frozen=True)
class UnitMovement(AgentProblem):
    """Units that have to surround a place; its answer is a list of moves."""

    target: str
    wanted: int
    units: Mapping[str, str]
    network: Mapping[str, tuple[str, ...]]

    @staticmethod
    def read(request: str) -> UnitMovement:
        """The problem of a request.

        Raises:
            ValueError: something is missing.
        """
        target, wanted = _TARGET.search(request), _WANTED.search(request)
        head, _, places = request.partition("Locations and their neighbours:")
        if target is None or wanted is None:
            raise ValueError("the request does not tell what to surround, or with how many units")
        units = dict(each.rsplit(": ", 1) for each in _LISTED.findall(head))
        network = {
            place: tuple(near.split(", "))
            for place, near in (each.split(": ", 1) for each in _LISTED.findall(places))
        }
        if target[1] not in network:
            raise ValueError(f"the request does not tell the neighbours of {target[1]}")
        return UnitMovement(target[1], int(wanted[1]), units, network)

    async def notes(self, aspect: str, noted: Mapping[str, str]) -> str | None:
        for around in combinations(self.network[self.target], 3):
            placed = self._placed(around)
            if placed is not None:
                moves = (
                    json.dumps({"unit_id": unit, "action_type": "move", "location": place})
                    for unit, place in placed.items()
                    if self.units[unit] != place
                )
                return "[\n  " + ",\n  ".join(moves) + "\n]"
        return None

    def _placed(self, around: tuple[str, ...]) -> dict[str, str] | None:
        """Which unit goes to which of three places, None where there are not enough."""
        import networkx as nx  # it takes a while to import

        posts = [(place, number) for place in around for number in range(self.wanted)]
        graph = nx.Graph()
        graph.add_nodes_from(posts)
        for unit, here in self.units.items():
            reach = {here, *self.network.get(here, ())}
            graph.add_edges_from((unit, post) for post in posts if post[0] in reach)
        found = nx.bipartite.hopcroft_karp_matching(graph, posts)
        if any(post not in found for post in posts):
            return None
        return {found[post]: post[0] for post in posts}

    async def fault(self, aspect: str, text: str, noted: Mapping[str, str]) -> str:
        try:
            moves = json.loads(text)
            places = dict(self.units)
            for move in moves:
                unit, place = move["unit_id"], move["location"]
                if places[unit] != self.units[unit] or place not in self.network[places[unit]]:
                    return f"{unit} cannot move to {place}."
                places[unit] = place
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            return f"The answer is no list of moves of these units ({error})."
        there = Counter(places.values())
        held = sum(there[place] >= self.wanted for place in self.network[self.target])
        return "" if held >= 3 else f"Only {held} neighbours of {self.target} are held."


@dataclass(frozen=True)
class Cooking(AgentProblem):
    """A dish that can be made of ingredients; only the tools know the dishes."""

    given: tuple[str, ...]
    tools: str

    @property
    def script(self) -> str:
        """It asks the tools for all dishes, and prints the first that fits and its ingredients."""
        imported = _IMPORT.search(self.tools)
        dishes, ingredients = _ANY_DISH.search(self.tools), _ITS_INGREDIENTS.search(self.tools)
        if dishes is None or ingredients is None:
            return ""
        module = imported[1] if imported else "tools.recipes"
        return f"""from {module} import {dishes[0]}, {ingredients[0]}

given = {json.dumps(self.given)}
at_hand = {{name.casefold() for name in given}}
for dish in sorted({{dish for name in given for dish in {dishes[0]}(name)}}):
    needed = {ingredients[0]}(dish)
    if all(name.casefold() in at_hand for name in needed):
        print(f"{{dish}}: {{', '.join(needed)}}")
        break
"""

    def final(self, solution: str) -> str:
        return solution.partition(":")[0].strip()

    async def notes(self, aspect: str, noted: Mapping[str, str]) -> str | None:
        return None

    async def fault(self, aspect: str, text: str, noted: Mapping[str, str]) -> str:
        """Compares with the line of a dish and its ingredients: the text, or one in the notes."""
        lines = _lines(text)
        if len(lines) != 1:
            return "There is not the name of one dish."
        known = [*lines, *noted.get(SOLUTION, "").splitlines()]
        named = lines[0].partition(":")[0]
        needed = next(
            (line.partition(": ")[2] for line in known if line.startswith(f"{named}: ")), ""
        )
        if not needed:
            return f"Nothing shows the ingredients of {named[:80]}."
        given = {name.casefold() for name in self.given}
        missing = [name for name in needed.split(", ") if name.casefold() not in given]
        return f"{named[:80]} needs what is not there: {', '.join(missing)}" if missing else ""
