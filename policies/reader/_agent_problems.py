"""The problems that the reader can solve as an agent, known by their texts alone.

Planning tasks in the words of our prompts or in PDDL, Unit Movement, and Recipe Generator.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from pddl2nl.readback import holds_task
from policies.reader._task import SolvedTask
from simulator.outcome import Applied

Solve = Callable[[str, str], Awaitable[SolvedTask]]
"""Reads a planning task from instructions and a task's text, and looks for a plan."""

_ANY_DISH = re.compile(r"\bget_dish(?:es)?_from_ingredient\b")
_ITS_INGREDIENTS = re.compile(r"\bget_ingredients?_from_dish\b")
_IMPORT = re.compile(r"^from (\S+) import ", re.MULTILINE)
_LISTED = re.compile(r"^- (.+)$", re.MULTILINE)
_TARGET = re.compile(r"Surround (.+?) this turn")
_WANTED = re.compile(r"at least (\d+) units? stands?")


class AgentProblem(Protocol):
    """A problem that was understood."""

    @property
    def script(self) -> str:
        """A script that prints the answer; empty where none is needed."""
        ...

    async def answer(self) -> str | None:
        """The answer, None where there is none, or a script has to find it."""
        ...

    async def fault(self, answer: str) -> str:
        """What is wrong with an answer, as far as the texts tell; empty for nothing."""
        ...


def agent_problem(
    specification: str, request: str, tools: str, solve: Solve
) -> AgentProblem | None:
    """The problem of these texts, None where the reader knows none of that kind.

    Raises:
        ValueError: it is of a known kind, but cannot be read.
    """
    if holds_task(request) or ("(:goal" in request and "(:init" in request):
        return Planning(specification, request, solve)
    if _TARGET.search(request):
        return UnitMovement.read(request)
    if _ANY_DISH.search(tools) and _ITS_INGREDIENTS.search(tools):
        return Cooking(tuple(_LISTED.findall(request)), tools)
    return None


@dataclass(frozen=True)
class Planning:
    """A planning task; its answer is a plan, a step a line."""

    specification: str
    request: str
    solve: Solve
    script: str = ""

    async def answer(self) -> str | None:
        solved = await self.solve(self.specification, self.request)
        if solved.plan is None:
            return None
        return "\n".join(solved.task.say(step) for step in solved.plan)

    async def fault(self, answer: str) -> str:
        solved = await self.solve(self.specification, self.request)
        state = solved.world.initial
        for number, line in enumerate(filter(None, map(str.strip, answer.splitlines())), 1):
            chosen = next(
                (each for each in solved.world.applicable(state) if solved.task.say(each) == line),
                None,
            )
            outcome = None if chosen is None else solved.world.step(state, chosen)
            if not isinstance(outcome, Applied):
                return f"Step {number}, '{line[:80]}', is not possible."
            state = outcome.state
        return "" if solved.world.goal_reached(state) else "The goal is not reached."


@dataclass(frozen=True)
class UnitMovement:
    """Units that have to surround a place; its answer is a list of moves."""

    target: str
    wanted: int
    units: Mapping[str, str]
    network: Mapping[str, tuple[str, ...]]
    script: str = ""

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

    async def answer(self) -> str | None:
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

    async def fault(self, answer: str) -> str:
        try:
            moves = json.loads(answer)
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
class Cooking:
    """A dish that can be made of ingredients; only the tools know the dishes."""

    given: tuple[str, ...]
    tools: str

    @property
    def script(self) -> str:
        imported = _IMPORT.search(self.tools)
        dishes, ingredients = _ANY_DISH.search(self.tools), _ITS_INGREDIENTS.search(self.tools)
        assert dishes is not None
        assert ingredients is not None
        module = imported[1] if imported else "tools.recipes"
        return f"""from {module} import {dishes[0]}, {ingredients[0]}

given = {json.dumps(self.given)}
at_hand = {{name.casefold() for name in given}}
for dish in sorted({{dish for name in given for dish in {dishes[0]}(name)}}):
    if all(name.casefold() in at_hand for name in {ingredients[0]}(dish)):
        print(dish)
        break
"""

    async def answer(self) -> str | None:
        return None

    async def fault(self, answer: str) -> str:
        lines = [line for line in answer.splitlines() if line.strip()]
        if len(lines) != 1:
            return "The answer is not the name of one dish."
        return "An ingredient is no dish." if lines[0].strip() in self.given else ""
