"""The states that questions are about: of each instance some that lie on ways to its goal."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pddl2nl.model import Atom, GroundAction, Predicate, Problem, fluents
from policies.symbolic import PlanFound, SymbolicPlanner
from policies.truth import MAX_STATES, Truth, starting_in, states_along
from simulator.outcome import Applied, State
from simulator.statespace import StateSpace, explore
from simulator.world import World

MAX_LARGE = 1_000
"""The number of states that are enumerated from a state of a space that is not enumerated whole."""
MAX_DETOUR = 3
"""Steps from a plan to a state beside it."""


@dataclass(frozen=True)
class Scene:
    """A state of an instance, as a task of its own.

    Attributes:
        instance: the name of the instance.
        problem: the task that begins in the state.
        truth: decides claims about it.
        depth: how many steps the state was away from the instance's initial state.
    """

    instance: str
    problem: Problem
    truth: Truth
    depth: int

    @property
    def world(self) -> World:
        return self.truth.world

    @property
    def state(self) -> State:
        return self.world.initial

    @cached_property
    def applicable(self) -> Sequence[GroundAction]:
        return self.world.applicable(self.state)

    @cached_property
    def changing(self) -> tuple[Predicate, ...]:
        """The predicates that actions change."""
        names = fluents(self.problem.domain)
        return tuple(each for each in self.problem.domain.predicates if each.name in names)

    def all_facts(self) -> Iterator[Atom]:
        """All facts that the types allow of predicates that actions change."""
        for each in self.changing:
            for args in product(*map(self.world.range_of, each.parameters)):
                yield Atom(each.name, args)

    def all_actions(self) -> Iterator[GroundAction]:
        """All actions that the types allow."""
        for each in self.problem.domain.actions:
            for args in product(*map(self.world.range_of, each.parameters)):
                yield GroundAction(each.name, args)

    def after(self, action: GroundAction) -> State | None:
        """The state after an action, None where it cannot be carried out."""
        outcome = self.world.step(self.state, action)
        return outcome.state if isinstance(outcome, Applied) else None

    def like(self, action: GroundAction, dice: random.Random) -> Iterator[GroundAction]:
        """Actions that differ from one in a single object of the same kind, in random order."""
        schema = next(e for e in self.problem.domain.actions if e.name == action.name)
        for args in self._varied(action.args, schema.parameters, dice):
            yield GroundAction(action.name, args)

    def like_fact(self, fact: Atom, dice: random.Random) -> Iterator[Atom]:
        """Facts that differ from one in a single object of the same kind, in random order."""
        predicate = next(
            each
            for each in self.problem.domain.predicates
            if each.name == fact.predicate and len(each.parameters) == len(fact.args)
        )
        for args in self._varied(fact.args, predicate.parameters, dice):
            yield Atom(fact.predicate, args)

    def _varied(
        self, args: tuple[str, ...], parameters: Sequence[object], dice: random.Random
    ) -> Iterator[tuple[str, ...]]:
        ranges = [self.world.range_of(each) for each in parameters]  # type: ignore[arg-type]
        found = [
            (*args[:place], other, *args[place + 1 :])
            for place, members in enumerate(ranges)
            for other in members
            if other != args[place]
        ]
        dice.shuffle(found)
        yield from found


class SceneSource:
    """Draws scenes from one instance."""

    def __init__(self, name: str, problem: Problem, planner: SymbolicPlanner, seed: int) -> None:
        self.name = name
        self._problem = problem
        self._planner = planner
        self._seed = seed
        self._world = World(problem)
        self._plan: tuple[GroundAction, ...] | None = None
        self._made: dict[int, Scene] = {}

    @cached_property
    def _space(self) -> StateSpace:
        return explore(self._world, MAX_STATES)

    @cached_property
    def _open(self) -> list[int]:
        """The states from which the goal can be reached, and in which it does not hold."""
        return [number for number, steps in self._space.distances.items() if steps]

    async def prepared(self) -> bool:
        """Whether there is a state to ask about, once a plan has been looked for."""
        if self._space.complete:
            return bool(self._open)
        if self._plan is None:
            found = await self._planner.solve(self._problem, "ff", seconds=60)
            self._plan = found.plan if isinstance(found, PlanFound) else ()
        return bool(self._plan)

    def scene(self, number: int) -> Scene:
        """The scene of a number, always the same."""
        if number not in self._made:
            dice = random.Random(f"scene/{self._seed}/{self.name}/{number}")
            self._made[number] = self._near_plan(dice) if self._plan else self._anywhere(dice)
        return self._made[number]

    def _anywhere(self, dice: random.Random) -> Scene:
        number = dice.choice(self._open)
        explored = self._space.seen_from(number)
        problem = starting_in(self._problem, self._space.states[number])
        depth = len(self._space.seen_from(0).way_to(number))
        return Scene(self.name, problem, Truth(World(problem), self._planner, explored), depth)

    def _near_plan(self, dice: random.Random) -> Scene:
        """A state along a plan, or a few steps away from it; none in which the goal holds."""
        states = states_along(self._world, self._plan or ())[:-1]
        depth = dice.randrange(len(states))
        state = states[depth]
        for _ in range(dice.randrange(MAX_DETOUR + 1)):
            actions = self._world.applicable(state)
            outcome = self._world.step(state, dice.choice(actions)) if actions else None
            if not isinstance(outcome, Applied) or self._world.goal_reached(outcome.state):
                break
            state, depth = outcome.state, depth + 1
        problem = starting_in(self._problem, state)
        truth = Truth(World(problem), self._planner, max_states=MAX_LARGE)
        return Scene(self.name, problem, truth, depth)


async def in_turn(sources: Sequence[SceneSource], numbers: Iterable[int]) -> AsyncIterator[Scene]:
    """The scenes of some numbers, one instance after the other; those without any are left out."""
    for number in numbers:
        source = sources[number % len(sources)]
        if await source.prepared():
            yield source.scene(number // len(sources))
