"""What is true of a task, each with its proof: what can be reached, what every plan needs, what a
best step is.

Small state spaces are enumerated. In others, reachable pairs of facts (h²) prove what can never
hold, and symbolic planners find plans or prove that there are none. What nothing proves is unknown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pddl2nl.model import EQUALITY, And, Atom, Condition, GroundAction, Not, Or, Problem, conjuncts
from policies.symbolic import NoPlan, PlanFound, SymbolicPlanner
from simulator.applicable import MAX_ACTIONS
from simulator.outcome import Applied, State
from simulator.relaxation import ReachablePairs, Relaxation
from simulator.statespace import Explored, explore
from simulator.world import World

MAX_STATES = 10_000
"""The number of states up to which a state space is enumerated."""
SECONDS = 10.0
"""How long a planner may take for one question."""

Means = Literal[
    "simulation", "no action", "plan", "all states", "pairs of facts", "search", "costs"
]
"""What proves something: the simulator alone; that no action can make a fact true, or that facts
which never change rule an action out; a plan that the simulator carries out; all states
that can be reached; reachable pairs of facts (h²); a planner that has searched everything; or
optimal costs."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim that is proved or disproved.

    Args:
        holds: whether it is true.
        by: what proves it.
        plan: the steps that show it, where a plan does.
        states: how many states were gone through, where all were.
        costs: the number of steps of a shortest plan from the state, and from the state after the
            step in question, None where that has no plan.
    """

    holds: bool
    by: Means
    plan: tuple[GroundAction, ...] = ()
    states: int = 0
    costs: tuple[int, int | None] | None = None


class Truth:
    """Decides claims about a task, from its initial state on.

    Derived predicates, costs and everything else that `World` simulates may occur; the length of a
    plan is its measure.
    """

    def __init__(
        self,
        world: World,
        planner: SymbolicPlanner,
        explored: Explored | None = None,
        max_states: int = MAX_STATES,
        seconds: float = SECONDS,
    ) -> None:
        """
        Args:
            world: the task.
            planner: where planners run.
            explored: what can be reached from the initial state, if that is known already.
            max_states: the number of states up to which they are enumerated.
            seconds: how long a planner may take for one question.
        """
        self.world = world
        self._planner = planner
        self._given = explored
        self._max_states = max_states
        self._seconds = seconds
        self._found: dict[Hashable, PlanFound | NoPlan] = {}
        self._plans: list[tuple[GroundAction, ...]] = []

    @cached_property
    def explored(self) -> Explored:
        """The states that are enumerated; all that can be reached where it is complete."""
        return self._given or explore(self.world, self._max_states).seen_from(0)

    @cached_property
    def _relaxation(self) -> Relaxation:
        return Relaxation(self.world, self.world.possible(MAX_ACTIONS))

    @cached_property
    def _pairs(self) -> ReachablePairs:
        return self._relaxation.pairs(self.world.initial.facts)

    async def reachable(self, facts: Sequence[Atom]) -> Proof | None:
        """Whether a state can be reached in which facts hold together; None where unknown."""
        changing = [fact for fact in facts if fact not in self.world.initial.static]
        state = self.explored.holding(changing)
        if state is not None:
            return Proof(True, "plan", self.explored.way_to(state))
        return await self._goal(And(tuple(facts)))

    async def ever_applicable(self, action: GroundAction) -> Proof | None:
        """Whether a state can be reached in which an action can be carried out."""
        if self.world.misfits(action) or not self.world.precondition(action).possible:
            return Proof(False, "no action")
        state = self.explored.actions.get(action)
        if state is not None:
            return Proof(True, "plan", self.explored.way_to(state))
        return await self._goal(precondition_of(self.world.problem, action))

    async def landmark(self, fact: Atom) -> Proof | None:
        """Whether a fact holds at some point along every plan; None where unknown, or no plan is.

        The initial state and the state at the end of a plan belong to its points.
        """
        if fact in self.world.initial.atoms():
            return Proof(True, "simulation")
        if self.explored.complete:
            way = self.explored.way_without(fact)
            if way is not None:
                return Proof(False, "plan", way)
            if await self.shortest() is None:
                return None
            return Proof(True, "all states", states=len(self.explored))
        plan = await self.plan()
        if plan is None:
            return None
        for known in self._plans:
            if not self._passes(known, fact):
                return Proof(False, "plan", known)
        goal = self.world.ground(self.world.problem.goal)
        if not self._relaxation.pairs(self.world.initial.facts, fact).may_be_met(goal):
            return Proof(True, "pairs of facts")
        return await self._searched_without(fact)

    async def shortest(self) -> tuple[GroundAction, ...] | None:
        """A plan that is proved to be a shortest one, None where none is known."""
        if self.explored.complete:
            return self._nearest_goal()
        found = await self._search("shortest", self.world.problem, "lmcut")
        return found.plan if isinstance(found, PlanFound) else None

    async def best(self, action: GroundAction) -> Proof | None:
        """Whether a shortest plan begins with an action; None where unknown, or no plan is."""
        plan = await self.shortest()
        if plan is None or self.world.goal_reached(self.world.initial):
            return None
        outcome = self.world.step(self.world.initial, action)
        if not isinstance(outcome, Applied):
            return Proof(False, "simulation")
        if plan[0] == action:
            return Proof(True, "costs", plan, costs=(len(plan), len(plan) - 1))
        rest = await self._distance(outcome.state)
        if rest == "unknown":
            return None
        return Proof(rest == len(plan) - 1, "costs", plan, costs=(len(plan), rest))

    # --- plans

    async def _goal(self, goal: Condition) -> Proof | None:
        """Whether a condition can be brought about that holds in none of the states seen."""
        if self.explored.complete:
            return Proof(False, "all states", states=len(self.explored))
        if not self._pairs.may_be_met(self.world.ground(goal)):
            return Proof(False, "pairs of facts")
        found = await self._search(goal, replace(self.world.problem, goal=goal), "ff")
        return self._proof(found)

    @property
    def known_plans(self) -> Sequence[tuple[GroundAction, ...]]:
        """The plans that were found so far."""
        return self._plans

    async def plan(self) -> tuple[GroundAction, ...] | None:
        """Some plan, None where none is known.

        All that are found are kept, since each shows what plans can do without.
        """
        if not self._plans and self.explored.complete:
            way = self._nearest_goal()
            self._plans += [] if way is None else [way]
        elif not self._plans:
            found = await self._search("any", self.world.problem, "ff")
            if isinstance(found, PlanFound):
                self._plans.append(found.plan)
        return self._plans[0] if self._plans else None

    async def _searched_without(self, fact: Atom) -> Proof | None:
        """Whether a planner finds a plan that never makes a fact true, or proves there is none."""
        task = never(self.world.problem, fact)
        if task is None:
            return None
        found = await self._search(("without", fact), task, "ff")
        if isinstance(found, PlanFound):
            if self._passes(found.plan, fact):
                return None
            self._plans.append(found.plan)
            return Proof(False, "plan", found.plan)
        return Proof(True, "search") if found.solvability == "unsolvable" else None

    def _proof(self, found: PlanFound | NoPlan) -> Proof | None:
        if isinstance(found, PlanFound):
            return Proof(True, "plan", found.plan)
        return Proof(False, "search") if found.solvability == "unsolvable" else None

    async def _search(self, key: Hashable, task: Problem, planner: str) -> PlanFound | NoPlan:
        """What a planner finds; `key` says which task it is."""
        if key not in self._found:
            self._found[key] = await self._planner.solve(task, planner, seconds=self._seconds)
        return self._found[key]

    async def _distance(self, state: State) -> int | Literal["unknown"] | None:
        """The length of a shortest plan from a state, None where it has none."""
        if self.explored.complete:
            space = self.explored.space
            after = {
                each: n for _, n in space.steps[self.explored.start] for each in [space.states[n]]
            }
            return space.distances.get(after[state])
        found = await self._search(state, starting_in(self.world.problem, state), "lmcut")
        if isinstance(found, PlanFound):
            return len(found.plan)
        return None if found.solvability == "unsolvable" else "unknown"

    def _nearest_goal(self) -> tuple[GroundAction, ...] | None:
        goals = self.explored.space.goals
        goal = next((number for number in self.explored if number in goals), None)
        return None if goal is None else self.explored.way_to(goal)

    def _passes(self, plan: Iterable[GroundAction], fact: Atom) -> bool:
        return any(fact in state.facts for state in states_along(self.world, plan))


def states_along(world: World, plan: Iterable[GroundAction]) -> list[State]:
    """The states along a plan, the initial one first, up to a step that cannot be carried out."""
    states = [world.initial]
    for action in plan:
        outcome = world.step(states[-1], action)
        if not isinstance(outcome, Applied):
            break
        states.append(outcome.state)
    return states


def starting_in(problem: Problem, state: State) -> Problem:
    """The task that begins in another of its states."""
    derived = {axiom.predicate for axiom in problem.domain.axioms}
    facts = (fact for fact in state.atoms() if fact.predicate not in derived)
    init = tuple(sorted(facts, key=lambda fact: (fact.predicate, fact.args)))
    return replace(problem, init=init)


def precondition_of(problem: Problem, action: GroundAction) -> Condition:
    """The precondition of a ground action."""
    from pddl2nl.model import substitute

    schema = next(each for each in problem.domain.actions if each.name == action.name)
    names = (parameter.name for parameter in schema.parameters)
    return substitute(schema.precondition, dict(zip(names, action.args, strict=True)))


def never(problem: Problem, fact: Atom) -> Problem | None:
    """The task without the ground actions that make a fact true.

    Returns:
        The task; None where a conditional effect or an axiom may make it true, since leaving out
        whole actions would then rule out plans that never do.
    """
    domain = problem.domain
    if any(axiom.predicate == fact.predicate for axiom in domain.axioms):
        return None
    actions = []
    for schema in domain.actions:
        guards: list[Condition] = []
        for effect in schema.effects:
            if not effect.adds or effect.atom.predicate != fact.predicate:
                continue
            if effect.parameters or effect.condition != And():
                return None
            pairs = zip(effect.atom.args, fact.args, strict=True)
            guards.append(
                Or(tuple(Not(Atom(EQUALITY, pair)) for pair in pairs if pair[0] != pair[1]))
            )
        parts = (*conjuncts(schema.precondition), *guards)
        actions.append(replace(schema, precondition=And(parts)) if guards else schema)
    named = tuple(item for item in problem.objects if item.name in fact.args)
    objects = tuple(item for item in problem.objects if item not in named)
    domain = replace(domain, actions=tuple(actions), constants=(*domain.constants, *named))
    return replace(problem, domain=domain, objects=objects)
