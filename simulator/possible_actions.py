"""The actions of a problem that are possible in some state, as far as what never changes tells."""

from __future__ import annotations

from itertools import islice

from pddl2nl.model import Domain, GroundAction
from simulator.conditions import normal_form, sort_conjuncts
from simulator.queries import Literals, QueryCompiler
from simulator.task import StaticTask


def possible_actions(
    domain: Domain, task: StaticTask, most: int
) -> tuple[GroundAction, ...] | None:
    """The actions whose objects have the right types and whose static preconditions hold.

    Every action that is applicable in any state is among them. They are ordered by name, then by
    arguments.

    Args:
        domain: the domain.
        task: what never changes.
        most: how many there may be.

    Returns:
        The actions, None where there are more.

    Raises:
        OutOfTimeError: the time that `patience.within` gives is up.
    """
    compiler = QueryCompiler(task)
    found: list[GroundAction] = []
    for schema in domain.actions:
        positive, negative, _ = sort_conjuncts(normal_form(schema.precondition))
        literals = Literals(
            holding=tuple(atom for atom in positive if task.is_static(atom.predicate)),
            failing=tuple(atom for atom in negative if task.is_static(atom.predicate)),
        )
        rows = compiler.compile((), schema.parameters, literals)((), compiler.index.buckets)
        left = most - len(found)
        found += (GroundAction(schema.name, row) for row in islice(rows, left + 1))
        if len(found) > most:
            return None
    return tuple(sorted(set(found), key=lambda action: (action.name, action.args)))
