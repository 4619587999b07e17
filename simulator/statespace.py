"""The states that can be reached, one by one: what is found in all of them is proved."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pddl2nl.model import Atom, GroundAction
from simulator.outcome import Applied, State
from simulator.queries import check
from simulator.world import World


@dataclass(frozen=True)
class StateSpace:
    """States with the steps between them, in the order of their distance from the initial state.

    Attributes:
        world: the task.
        states: the states; the first is the initial one.
        steps: for each state its applicable actions, each with the number of the state after it;
            empty for a state that was not expanded.
        complete: whether these are all states that can be reached.
    """

    world: World
    states: Sequence[State]
    steps: Sequence[Sequence[tuple[GroundAction, int]]]
    complete: bool

    def seen_from(self, number: int) -> Explored:
        """What can be reached from one of the states."""
        return Explored(self, number)

    @cached_property
    def numbers(self) -> dict[Atom, int]:
        """A number for each fact that holds in some state."""
        facts = dict.fromkeys(fact for state in self.states for fact in _sorted(state.facts))
        return {fact: number for number, fact in enumerate(facts)}

    @cached_property
    def masks(self) -> Sequence[int]:
        """The facts of each state as a bit mask of their numbers."""
        bit = {fact: 1 << number for fact, number in self.numbers.items()}
        return [sum(bit[fact] for fact in state.facts) for state in self.states]

    @cached_property
    def goals(self) -> frozenset[int]:
        """The states in which the goal holds."""
        reached = self.world.goal_reached
        return frozenset(n for n, state in enumerate(self.states) if reached(state))

    @cached_property
    def distances(self) -> dict[int, int]:
        """The number of steps of a shortest way to the goal, for the states that have one.

        Exact only where the space is complete.
        """
        before: list[list[int]] = [[] for _ in self.states]
        for number, steps in enumerate(self.steps):
            for _, after in steps:
                before[after].append(number)
        found = dict.fromkeys(sorted(self.goals), 0)
        queue = deque(found)
        while queue:
            number = queue.popleft()
            for each in before[number]:
                if each not in found:
                    found[each] = found[number] + 1
                    queue.append(each)
        return found


def explore(world: World, max_states: int) -> StateSpace:
    """The states of a task, breadth first.

    Args:
        world: the task.
        max_states: no state is expanded once so many are known.

    Raises:
        OutOfTimeError: the time that `queries.within` gives is up.
    """
    known = {world.initial: 0}
    states, steps = [world.initial], list[Sequence[tuple[GroundAction, int]]]()
    while len(steps) < len(states) and len(states) <= max_states:
        check()
        state = states[len(steps)]
        found: list[tuple[GroundAction, int]] = []
        for action in world.applicable(state):
            outcome = world.step(state, action)
            assert isinstance(outcome, Applied)
            after = outcome.state
            if after not in known:
                known[after] = len(states)
                states.append(after)
            found.append((action, known[after]))
        steps.append(found)
    complete = len(steps) == len(states)
    return StateSpace(world, states, [*steps, *[()] * (len(states) - len(steps))], complete)


@dataclass(frozen=True)
class Explored:
    """The part of a state space that can be reached from one state.

    Attributes:
        space: the whole space.
        start: the number of the state.
    """

    space: StateSpace
    start: int
    _before: dict[int, tuple[int, GroundAction] | None] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_before", self._ways(0))

    @property
    def complete(self) -> bool:
        """Whether these are all states that can be reached from the start."""
        return self.space.complete

    def __len__(self) -> int:
        return len(self._before)

    def __iter__(self) -> Iterator[int]:
        return iter(self._before)

    def holding(self, facts: Iterable[Atom]) -> int | None:
        """The nearest state in which facts hold together, None where there is none."""
        numbers = [self.space.numbers.get(fact) for fact in facts]
        wanted = sum(1 << number for number in numbers if number is not None)
        if None in numbers or wanted & ~self.seen:
            return None
        return next((n for n in self if not wanted & ~self.space.masks[n]), None)

    @cached_property
    def seen(self) -> int:
        """The mask of the facts that hold in some of the states."""
        found = 0
        for number in self:
            found |= self.space.masks[number]
        return found

    @cached_property
    def actions(self) -> dict[GroundAction, int]:
        """Each action that can be carried out in some state, with the nearest such state."""
        found: dict[GroundAction, int] = {}
        for number in self:
            for action, _ in self.space.steps[number]:
                found.setdefault(action, number)
        return found

    def way_to(self, number: int) -> tuple[GroundAction, ...]:
        """A shortest sequence of steps from the start to a state."""
        return _way(self._before, number)

    def way_without(self, fact: Atom) -> tuple[GroundAction, ...] | None:
        """Steps to the goal through states in which a fact does not hold, None if there are none.

        The start counts as one of these states.
        """
        number = self.space.numbers.get(fact)
        ways = self._ways(0 if number is None else 1 << number)
        goal = next((n for n in ways if n in self.space.goals), None)
        return None if goal is None else _way(ways, goal)

    def _ways(self, avoided: int) -> dict[int, tuple[int, GroundAction] | None]:
        """Each state that can be reached without some facts, with the step that leads there."""
        masks = self.space.masks if avoided else ()
        if avoided and masks[self.start] & avoided:
            return {}
        found: dict[int, tuple[int, GroundAction] | None] = {self.start: None}
        queue = deque([self.start])
        while queue:
            number = queue.popleft()
            for action, after in self.space.steps[number]:
                if after not in found and not (avoided and masks[after] & avoided):
                    found[after] = (number, action)
                    queue.append(after)
        return found


def _way(
    before: dict[int, tuple[int, GroundAction] | None], number: int
) -> tuple[GroundAction, ...]:
    steps: list[GroundAction] = []
    while (step := before[number]) is not None:
        number, action = step
        steps.append(action)
    return tuple(reversed(steps))


def _sorted(facts: Iterable[Atom]) -> list[Atom]:
    return sorted(facts, key=lambda fact: (fact.predicate, fact.args))
