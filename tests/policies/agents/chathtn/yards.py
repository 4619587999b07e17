"""Random problems of the three hierarchical domains, and hostile models, for tests of soundness."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import domains
from pddl2nl.model import CompoundTask, Domain, Problem, Subtask, substitute
from pddl2nl.reader import parse_problem, read_domain
from policies.agents.chathtn import Seeker, SeekLimits
from policies.agents.chathtn.search import TaskNode
from simulator.outcome import Applied, State
from simulator.world import World

Hostile = Callable[[random.Random, World, State, Subtask], tuple[Subtask, ...] | None]


@cache
def domain(name: str) -> Domain:
    return read_domain(domains.htn_folder(name) / "domain.hddl")


def folder(name: str) -> Path:
    return domains.htn_folder(name)


def problem(name: str, rng: random.Random) -> Problem:
    """A small random problem; many of them have no solution."""
    objects, init, tasks = {
        "transport": _transport,
        "household": _household,
        "rescue": _rescue,
    }[name](rng)
    text = f"""(define (problem {name}-{rng.randrange(10**6)}) (:domain htn-{name})
      (:objects {objects}) (:htn :ordered-subtasks (and {tasks})) (:init {" ".join(init)}))"""
    return parse_problem(text, domain(name))


def _some(rng: random.Random, facts: Iterable[str], share: float) -> Iterator[str]:
    return (fact for fact in facts if rng.random() < share)


def _transport(rng: random.Random) -> tuple[str, list[str], str]:
    places, ports = ["p1", "p2"], ["f1", "f2"]
    everywhere = [*places, *ports]
    facts = [f"(in-city {place} {rng.choice(['c1', 'c2'])})" for place in everywhere]
    facts += [f"(lies {each} {rng.choice(everywhere)})" for each in ("b1", "b2")]
    facts += _some(rng, (f"(at {each} {rng.choice(everywhere)})" for each in ("t1", "t2")), 0.8)
    facts += _some(rng, [f"(at a1 {rng.choice(ports)})"], 0.7)
    tasks = " ".join(f"(deliver {each} {rng.choice(everywhere)})" for each in ("b1", "b2"))
    objects = (
        "b1 b2 - package t1 t2 - truck a1 - airplane p1 p2 - place f1 f2 - airport c1 c2 - city"
    )
    return objects, facts, tasks


def _household(rng: random.Random) -> tuple[str, list[str], str]:
    rooms, things = ["r1", "r2", "r3"], ["x1", "x2"]
    facts = ["(hand-free)", f"(robot-in {rng.choice(rooms)})"]
    facts += _some(
        rng, (f"(door {one} {two})" for one in rooms for two in rooms if one != two), 0.6
    )
    facts += [f"(lies {each} {rng.choice(rooms)})" for each in things]
    facts += _some(rng, (f"(belongs {each} {rng.choice(rooms)})" for each in things), 0.8)
    return "r1 r2 r3 - room x1 x2 - thing", facts, rng.choice(["(care-for-house)", "(tidy-house)"])


def _rescue(rng: random.Random) -> tuple[str, list[str], str]:
    areas, people = ["a1", "a2", "a3"], ["m1", "m2"]
    facts = ["(seat-free)", f"(drone-over {rng.choice(areas)})"]
    ways = (f"(reachable {one} {two})" for one in areas for two in areas if one != two)
    facts += _some(rng, ways, 0.8)
    facts += _some(rng, [f"(safe-area {rng.choice(areas)})"], 0.9)
    facts += [f"(stranded {each} {rng.choice(areas)})" for each in people]
    return "a1 a2 a3 - area m1 m2 - person", facts, "(search-and-rescue)"


def impossible(name: str, rng: random.Random) -> Problem:
    """A random problem that has no solution, for a reason that is plain to see."""
    given = problem(name, rng)
    gone = {"transport": "at", "household": "door", "rescue": "safe-area"}[name]
    left = tuple(atom for atom in given.init if atom.predicate != gone)
    return given.__class__(
        given.name, given.domain, given.objects, left, given.goal, network=given.network
    )


def unreachable(given: Problem) -> bool:
    """Whether the goal, which nothing can change without the facts taken, is open."""
    world = World(given)
    return not world.goal_reached(world.initial)


# --- hostile models -------------------------------------------------------------------------------


def random_actions(
    rng: random.Random, world: World, state: State, said: Subtask
) -> tuple[Subtask, ...]:
    """Actions that can be carried out one after another, and have nothing to do with the task."""
    found = []
    for _ in range(rng.randrange(4)):
        choices = world.applicable(state)
        if not choices:
            break
        action = rng.choice(choices)
        found.append(Subtask(action.name, action.args))
        outcome = world.step(state, action)
        assert isinstance(outcome, Applied)
        state = outcome.state
    return tuple(found)


def any_actions(
    rng: random.Random, world: World, state: State, said: Subtask
) -> tuple[Subtask, ...]:
    """Actions and tasks with any objects at all, in any order."""
    objects = [each.name for each in world.problem.all_objects]
    doable = world.problem.domain.doable
    return tuple(
        Subtask(each.name, tuple(rng.choice(objects) for _ in each.parameters))
        for each in (rng.choice(doable) for _ in range(rng.randrange(5)))
    )


def itself(rng: random.Random, world: World, state: State, said: Subtask) -> tuple[Subtask, ...]:
    """The task again, as its own subtask, and something before it."""
    return (*random_actions(rng, world, state, said)[:1], said)


def nothing(rng: random.Random, world: World, state: State, said: Subtask) -> tuple[Subtask, ...]:
    return ()


def useless(rng: random.Random, world: World, state: State, said: Subtask) -> None:
    return None


def shuffled(rng: random.Random, world: World, state: State, said: Subtask) -> tuple[Subtask, ...]:
    """The right actions for the task in the wrong order, as far as methods know them."""
    here = replace(world.problem, init=tuple(state.fluents | state.static))
    found = asyncio.run_coroutine_threadsafe(
        Seeker(World(here), here.domain, limits=SeekLimits(depth=12, seconds=5)).seek([said]),
        _loop(),
    ).result()
    steps = [Subtask(each.name, each.args) for each in found.plan] if found else []
    rng.shuffle(steps)
    return tuple(steps)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """An event loop in a thread of its own, for a search inside a search."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


HOSTILE: tuple[Hostile, ...] = (random_actions, any_actions, shuffled, itself, nothing, useless)


# --- an independent look at what was found --------------------------------------------------------


def leaves(hierarchy: Iterable[TaskNode]) -> Iterator[str]:
    """The actions of a hierarchy, in their order."""
    for node in hierarchy:
        if node.origin == "action":
            yield str(node.task)
        yield from leaves(node.children)


def replayed(given: Problem, hierarchy: Iterable[TaskNode]) -> State:
    """Carry a hierarchy out, and see that every compound task's effect holds at its end.

    Raises:
        AssertionError: an action cannot be carried out, or an effect does not hold.
    """
    world = World(given)
    tasks = {each.name: each for each in given.domain.tasks}
    state = world.initial
    for node in hierarchy:
        state = _replayed(world, tasks, node, state)
    return state


def _replayed(world: World, tasks: dict[str, CompoundTask], node: TaskNode, state: State) -> State:
    from pddl2nl.model import GroundAction

    if node.origin == "action":
        outcome = world.step(state, GroundAction(node.task.name, node.task.args))
        assert isinstance(outcome, Applied), f"{node.task} cannot be carried out"
        return outcome.state
    for child in node.children:
        state = _replayed(world, tasks, child, state)
    task = tasks[node.task.name]
    binding = dict(zip((each.name for each in task.parameters), node.task.args, strict=True))
    assert world.holds(substitute(task.effect, binding), state), f"{node.task} is not done"
    return state


# --- hostile texts --------------------------------------------------------------------------------

PROSE = (
    "That is a delicate matter. First one would think about it, then one would do it, and in the "
    "end everything would be as it should be. I am confident that this works.\n[PLAN END]"
)
ENDLESS = "do it again and again, and then do it once more\n" * 20_000
NONSENSE = "[PLAN END]\n{]\n| a | b |\n\\begin{itemize}\n(((" * 50
TEXTS = {"prose": PROSE, "endless": ENDLESS, "nonsense": NONSENSE, "nothing": ""}
