"""Thoughts for the few-shot example, written by rule from what the steps are good for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pddl2nl.model import Atom, Condition, GroundAction, conjuncts
from simulator import EnglishNarrator, Presentation
from simulator.narrator import clauses, opposite
from simulator.outcome import Applied
from simulator.state import State
from simulator.world import World

_LAST_THOUGHT = "Now your goal is reached, so nothing is left to do."
_MOST_CLAUSES = 2


def thoughts(world: World, presentation: Presentation, plan: Sequence[GroundAction]) -> list[str]:
    """A thought before each step, what is still missing and what the step makes true; then a last.

    Raises:
        ValueError: the plan has a step that cannot be carried out.
        TypeError: the task is not presented in English.
    """
    narrator = presentation.narrator
    if not isinstance(narrator, EnglishNarrator):
        raise TypeError("thoughts are written in English, so the task has to be as well")
    states = _states(world, plan)
    before_steps = [_thought(world, narrator, states, plan, each) for each in range(len(plan))]
    return [*before_steps, _LAST_THOUGHT]


def _states(world: World, plan: Sequence[GroundAction]) -> list[State]:
    states = [world.initial]
    for action in plan:
        outcome = world.step(states[-1], action)
        if not isinstance(outcome, Applied):
            raise ValueError(f"the example's plan breaks off at {action}")  # noqa: TRY004
        states.append(outcome.state)
    return states


def _thought(
    world: World,
    narrator: EnglishNarrator,
    states: Sequence[State],
    plan: Sequence[GroundAction],
    number: int,
) -> str:
    missing = world.unmet_goal(states[number])[:_MOST_CLAUSES]
    first = f"The goal is not reached yet: {_clauses(map(opposite, missing), narrator)}."
    gained = states[number + 1].facts - states[number].facts
    useful = _useful(world, gained, plan[number + 1 :])[:_MOST_CLAUSES]
    step = narrator.action(plan[number])
    if not useful:
        return f"{first} To get there, the next step is to {step}."
    return f"{first} If you {step}, then {_clauses(useful, narrator)}, which is needed."


def _useful(world: World, gained: Iterable[Atom], later: Sequence[GroundAction]) -> list[Condition]:
    """The new facts that the goal or a later step asks for, the goal's first."""
    schemas = {schema.name: schema for schema in world.problem.domain.actions}
    wanted = list(conjuncts(world.problem.goal))
    for action in later:
        schema = schemas[action.name]
        binding = {
            item.name: value for item, value in zip(schema.parameters, action.args, strict=True)
        }
        for part in conjuncts(schema.precondition):
            if isinstance(part, Atom):
                args = tuple(binding.get(term, term) for term in part.args)
                wanted.append(Atom(part.predicate, args))
    new = set(gained)
    return list(dict.fromkeys(part for part in wanted if isinstance(part, Atom) and part in new))


def _clauses(conditions: Iterable[Condition], narrator: EnglishNarrator) -> str:
    return clauses(conditions, narrator.phrases, narrator.names.english)
