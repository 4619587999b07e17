"""Tasks in the part of PDDL that Fast Downward reads.

It reads no quantifier without variables, `either` only where a predicate is declared, and no type
called `number`, which it keeps for the values of numeric functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from pddl2nl.model import (
    ROOT_TYPE,
    And,
    Atom,
    Condition,
    Domain,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    Predicate,
    Problem,
    children,
    conjuncts,
    objects_by_type,
    simplified,
)

_RESERVED_TYPE = "number"

_Parameters: TypeAlias = tuple[Parameter, ...]
_Names: TypeAlias = Mapping[str, str]
"""The predicates that stand for types, by type."""


def simplified_throughout(problem: Problem) -> Problem:
    """The task with simplified conditions; see `pddl2nl.model.simplified`."""
    return _rewritten(problem, lambda _, condition: simplified(condition))


def _rewritten(
    problem: Problem,
    change: Callable[[_Parameters, Condition], Condition],
    declare: Callable[[_Parameters], _Parameters] = lambda parameters: parameters,
) -> Problem:
    """The task with other conditions and parameters.

    Args:
        problem: the task.
        change: what a condition becomes, given the parameters around it.
        declare: what these parameters become.
    """
    domain = problem.domain
    actions = tuple(
        replace(
            action,
            parameters=declare(action.parameters),
            precondition=change(action.parameters, action.precondition),
            effects=tuple(
                replace(
                    effect,
                    parameters=declare(effect.parameters),
                    condition=change(effect.parameters, effect.condition),
                )
                for effect in action.effects
            ),
        )
        for action in domain.actions
    )
    axioms = tuple(
        replace(
            axiom,
            parameters=declare(axiom.parameters),
            condition=change(axiom.parameters, axiom.condition),
        )
        for axiom in domain.axioms
    )
    domain = replace(domain, actions=actions, axioms=axioms)
    return replace(problem, domain=domain, goal=change((), problem.goal))


def with_single_types(problem: Problem) -> Problem:
    """The task as it is, or, where it says `either` or has a type `number`, without types.

    There each type becomes a predicate that no action changes: an object of the type has it, and
    conditions ask for it. The planner makes the same of types, so its search stays the same.
    """
    domain = problem.domain
    reserved = any(declared.name == _RESERVED_TYPE for declared in domain.types)
    if not reserved and not any(len(types) > 1 for types in _type_lists(problem)):
        return problem
    names = _free_names(domain)
    kinds = tuple(Predicate(name, (Parameter("?x"),)) for name in names.values())
    facts = (
        Atom(names[kind], (item,))
        for kind, items in objects_by_type(problem).items()
        if kind != ROOT_TYPE
        for item in items
    )
    rewritten = _rewritten(problem, partial(_both, names), _untyped)
    untyped = replace(
        rewritten.domain,
        types=(),
        constants=tuple(replace(item, types=(ROOT_TYPE,)) for item in domain.constants),
        predicates=(
            *(replace(each, parameters=_untyped(each.parameters)) for each in domain.predicates),
            *kinds,
        ),
    )
    return replace(
        rewritten,
        domain=untyped,
        objects=tuple(replace(item, types=(ROOT_TYPE,)) for item in problem.objects),
        init=(*problem.init, *facts),
    )


def _type_lists(problem: Problem) -> Iterator[tuple[str, ...]]:
    domain = problem.domain
    yield from (declared.parents for declared in domain.types)
    yield from (item.types for item in problem.all_objects)
    yield from _quantified(problem.goal)
    for axiom in domain.axioms:
        yield from (item.types for item in axiom.parameters)
        yield from _quantified(axiom.condition)
    for action in domain.actions:
        yield from (item.types for item in action.parameters)
        yield from _quantified(action.precondition)
        for effect in action.effects:
            yield from (item.types for item in effect.parameters)
            yield from _quantified(effect.condition)


def _quantified(condition: Condition) -> Iterator[tuple[str, ...]]:
    """The types of the variables that a condition quantifies over."""
    if isinstance(condition, ForAll | Exists):
        yield from (item.types for item in condition.parameters)
    for part in children(condition):
        yield from _quantified(part)


def _free_names(domain: Domain) -> _Names:
    """A name for the predicate of each type, which no other predicate bears."""
    taken = {predicate.name for predicate in domain.predicates}
    prefix = "is-"
    while any(name.startswith(prefix) for name in taken):
        prefix = f"really-{prefix}"
    return {declared.name: prefix + declared.name for declared in domain.types}


def _untyped(parameters: _Parameters) -> _Parameters:
    return tuple(replace(item, types=(ROOT_TYPE,)) for item in parameters)


def _of_their_types(names: _Names, parameters: _Parameters) -> tuple[Condition, ...]:
    """What the variables' types ask of the objects that they stand for."""
    asked = []
    for item in parameters:
        if ROOT_TYPE not in item.types:
            kinds = tuple(Atom(names[kind], (item.name,)) for kind in item.types)
            asked.append(kinds[0] if len(kinds) == 1 else Or(kinds))
    return tuple(asked)


def _both(names: _Names, parameters: _Parameters, condition: Condition) -> Condition:
    """A condition together with what the types of its parameters ask."""
    return And((*_of_their_types(names, parameters), *conjuncts(_condition(names, condition))))


def _condition(names: _Names, condition: Condition) -> Condition:
    match condition:
        case Not(part):
            return Not(_condition(names, part))
        case And(parts):
            return And(tuple(_condition(names, part) for part in parts))
        case Or(parts):
            return Or(tuple(_condition(names, part) for part in parts))
        case Imply(premise, conclusion):
            return Imply(_condition(names, premise), _condition(names, conclusion))
        case Exists(parameters, part):
            return Exists(_untyped(parameters), _both(names, parameters, part))
        case ForAll(parameters, part):
            asked = And(_of_their_types(names, parameters))
            return ForAll(_untyped(parameters), Imply(asked, _condition(names, part)))
        case _:
            return condition
