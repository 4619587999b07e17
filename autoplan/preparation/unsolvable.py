"""Unsolvable twins of tasks: one fact of the state, or one object in the goal, is another.

Such a task has the objects of a solvable one and looks like it, so that a claim that there is no
plan takes planning.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pddl2nl.model import (
    ROOT_TYPE,
    And,
    Atom,
    Condition,
    Problem,
    conjuncts,
    kind_predicates,
)
from pddl2nl.writer import problem_to_pddl
from policies.symbolic import ReferencePlans


async def with_twins(
    problems: Sequence[Problem], number: int, seed: int, references: ReferencePlans
) -> tuple[str, ...]:
    """The texts of tasks and of unsolvable twins, in an order that does not give the twins away.

    Args:
        number: how many of them get a twin each.
        seed: the seed of what is changed, and of the order.
        references: proves that a task is solvable, and that its twin is not.

    Raises:
        ValueError: there are not so many twins.
    """
    dice = random.Random(f"twins/{seed}")
    twins: list[Problem] = []
    for each in problems:
        if len(twins) == number:
            break
        twin = await _twin(each, references, dice)
        twins += [twin] if twin is not None else []
    if len(twins) < number:
        raise ValueError(
            f"only {len(twins)} of {len(problems)} problems have a twin that is proved unsolvable, "
            f"not {number}; more or larger problems may have"
        )
    # All are written alike: a generator's own layout would give those away that lack it.
    texts = [problem_to_pddl(each) for each in (*problems, *twins)]
    dice.shuffle(texts)
    return tuple(texts)


async def _twin(
    problem: Problem, references: ReferencePlans, dice: random.Random
) -> Problem | None:
    """A task that differs in one place and is proved unsolvable, None where none is found."""
    if (await references.plan(problem)).solvability != "solvable":
        return None
    candidates = list(changed_once(problem))
    dice.shuffle(candidates)
    for each in candidates:
        if (await references.plan(each)).solvability == "unsolvable":
            return each
    return None


def changed_once(problem: Problem) -> Iterator[Problem]:
    """The tasks without one of the initial facts, or with another object in one part of the goal.

    The only fact that says of what kind an object without a type is stays: an object of no kind is
    seen without planning. For the same reason the other object in the goal is one that some fact
    has in its place.
    """
    kinds = kind_predicates(problem.domain)
    of_kind = Counter(fact.args[0] for fact in problem.init if fact.predicate in kinds)
    of_kind.update(item.name for item in problem.all_objects if item.types != (ROOT_TYPE,))
    for fact in problem.init:
        if fact.predicate not in kinds or of_kind[fact.args[0]] > 1:
            yield replace(problem, init=tuple(each for each in problem.init if each != fact))
    parts = conjuncts(problem.goal)
    seen = {(each.predicate, n, arg) for each in problem.init for n, arg in enumerate(each.args)}
    for number, part in enumerate(parts):
        for other in _with_another_object(part, seen) if isinstance(part, Atom) else ():
            changed: tuple[Condition, ...] = (*parts[:number], other, *parts[number + 1 :])
            if other not in parts:
                yield replace(problem, goal=And(changed))


def _with_another_object(part: Atom, seen: set[tuple[str, int, str]]) -> Iterator[Atom]:
    for place in range(len(part.args)):
        others = {arg for name, n, arg in seen if (name, n) == (part.predicate, place)}
        for other in sorted(others - {*part.args}):
            yield replace(part, args=(*part.args[:place], other, *part.args[place + 1 :]))
