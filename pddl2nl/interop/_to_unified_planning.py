"""From our values to unified-planning's objects, without a detour through PDDL text."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from unified_planning.environment import Environment
from unified_planning.model import (
    Fluent,
    FNode,
    InstantaneousAction,
    Object,
    Parameter,
    Type,
    Variable,
)
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts

from pddl2nl import model
from pddl2nl.errors import InputError
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Effect,
    Exists,
    ForAll,
    Not,
    Problem,
    children,
    supertypes,
)

_Terms = Mapping[str, FNode]


@dataclass(frozen=True, slots=True)
class _Names:
    """What the names of a domain stand for in unified-planning."""

    env: Environment
    types: Mapping[str, Type]
    predicates: Mapping[str, Fluent]
    functions: Mapping[str, Fluent]


def translate(problem: Problem, env: Environment) -> UpProblem:
    """The problem as unified-planning's; see `pddl2nl.interop.to_unified_planning`."""
    _refuse_inexpressible(problem)
    # One name may stand for an action and a predicate; unified-planning distinguishes them for us.
    env.error_used_name = False
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*error_used_name")
        return _translated(env, problem)


def _translated(env: Environment, problem: Problem) -> UpProblem:
    domain = problem.domain
    types = _types(env, domain)
    names = _Names(
        env,
        types,
        {name: _fluent(env, types, name, kinds) for name, kinds in _signatures(problem).items()},
        _functions(env, types, problem),
    )
    result = UpProblem(problem.name, env)
    for fluent in names.predicates.values():
        result.add_fluent(fluent, default_initial_value=False)
    objects = {o.name: Object(o.name, types[o.types[0]], env) for o in problem.all_objects}
    result.add_objects(objects.values())
    terms = {name: env.expression_manager.ObjectExp(item) for name, item in objects.items()}
    for action in domain.actions:
        result.add_action(_action(names, terms, action))
    for atom in problem.init:
        result.set_initial_value(_atom(names, terms, atom), True)
    for part in model.conjuncts(problem.goal):
        result.add_goal(_condition(names, terms, part))
    if problem.minimizes_cost:
        _add_costs(names, terms, problem, result)
    return result


def _refuse_inexpressible(problem: Problem) -> None:
    if problem.domain.axioms:
        name = problem.domain.axioms[0].predicate
        raise InputError(f"unified-planning has no derived predicates such as '{name}'")
    for declared in problem.domain.types:
        if len(declared.parents) > 1:
            raise InputError(f"unified-planning has no types of several kinds: '{declared.name}'")
    for item in problem.all_objects:
        if len(item.types) > 1:
            raise InputError(f"unified-planning has no objects of several types: '{item.name}'")


def _types(env: Environment, domain: Domain) -> dict[str, Type]:
    """unified-planning's types, made from the root down."""
    parents = {declared.name: declared.parents[0] for declared in domain.types}
    made = {ROOT_TYPE: env.type_manager.UserType(ROOT_TYPE)}
    for name in parents:
        line = [name]
        while line[-1] not in made:
            line.append(parents[line[-1]])
        for upper, lower in zip(reversed(line[1:]), reversed(line[:-1]), strict=True):
            made[lower] = env.type_manager.UserType(lower, made[upper])
    return made


def _fluent(env: Environment, types: Mapping[str, Type], name: str, kinds: Iterable[str]) -> Fluent:
    declared = [Parameter(f"x{i}", types[kind], env) for i, kind in enumerate(kinds, 1)]
    return Fluent(name, env.type_manager.BoolType(), declared, env)


def _functions(env: Environment, types: Mapping[str, Type], problem: Problem) -> dict[str, Fluent]:
    """The functions that costs may be looked up in; arguments of any type are let in."""
    whole = all(value == int(value) for value in problem.costs.values())
    kind = env.type_manager.IntType() if whole else env.type_manager.RealType()
    return {
        function.name: Fluent(
            function.name,
            kind,
            [
                Parameter(f"x{i}", types[ROOT_TYPE], env)
                for i in range(1, len(function.parameters) + 1)
            ],
            env,
        )
        for function in problem.domain.functions
        if function.name != "total-cost"
    }


def _action(names: _Names, objects: _Terms, action: ActionSchema) -> InstantaneousAction:
    env, em = names.env, names.env.expression_manager
    declared = {item.name: _widest(names, item) for item in action.parameters}
    made = InstantaneousAction(
        action.name, {name[1:]: kind for name, kind in declared.items()}, env
    )
    terms = {**objects, **{f"?{p.name}": em.ParameterExp(p) for p in made.parameters}}
    for item in action.parameters:
        if len(item.types) > 1:
            made.add_precondition(_of_types(names, terms[item.name], item.types))
    for part in model.conjuncts(action.precondition):
        made.add_precondition(_condition(names, terms, part))
    for effect in _without_conflicts(action.effects):
        for variant in _variants(effect):
            _add_effect(names, terms, variant, made)
    return made


def _widest(names: _Names, item: model.Parameter) -> Type:
    return names.types[item.types[0] if len(item.types) == 1 else ROOT_TYPE]


def _of_types(names: _Names, term: FNode, types: Iterable[str]) -> FNode:
    """That a term is of one of several types, since unified-planning knows no `either`."""
    em = names.env.expression_manager
    options = []
    for kind in types:
        variable = Variable(f"some-{kind}", names.types[kind], names.env)
        options.append(em.Exists(em.Equals(term, em.VariableExp(variable)), variable))
    return em.Or(options)


def _without_conflicts(effects: Iterable[Effect]) -> list[Effect]:
    """Effects of which none deletes what another adds: in PDDL, adding wins."""
    added = [effect for effect in dict.fromkeys(effects) if effect.adds]
    kept = []
    for effect in dict.fromkeys(effects):
        if not effect.adds:
            rivals = [
                other.condition
                for other in added
                if (other.atom, other.parameters) == (effect.atom, effect.parameters)
            ]
            if any(rival in (model.TRUE, effect.condition) for rival in rivals):
                continue
            if rivals:
                parts = [part for part in (effect.condition,) if part != model.TRUE]
                parts += [Not(rival) for rival in rivals]
                effect = Effect(effect.atom, False, model.And(tuple(parts)), effect.parameters)
        kept.append(effect)
    return kept


def _variants(effect: Effect) -> list[Effect]:
    """An effect for all of several types as one for each of them."""
    choices: list[tuple[model.Parameter, ...]] = [()]
    for item in effect.parameters:
        choices = [
            (*chosen, model.Parameter(item.name, (kind,)))
            for chosen in choices
            for kind in item.types
        ]
    return [Effect(effect.atom, effect.adds, effect.condition, chosen) for chosen in choices]


def _add_effect(names: _Names, outer: _Terms, effect: Effect, action: InstantaneousAction) -> None:
    terms, variables = _bound(names, outer, effect.parameters)
    action.add_effect(
        _atom(names, terms, effect.atom),
        effect.adds,
        _condition(names, terms, effect.condition),
        forall=variables,
    )


def _bound(
    names: _Names, outer: _Terms, parameters: Iterable[model.Parameter]
) -> tuple[_Terms, list[Variable]]:
    """The terms within a quantifier, and its variables."""
    em = names.env.expression_manager
    made = {p.name: Variable(p.name[1:], _widest(names, p), names.env) for p in parameters}
    bound = {name: em.VariableExp(variable) for name, variable in made.items()}
    return {**outer, **bound}, list(made.values())


def _condition(names: _Names, terms: _Terms, condition: Condition) -> FNode:
    em = names.env.expression_manager
    match condition:
        case Atom():
            return _atom(names, terms, condition)
        case Not(part):
            return em.Not(_condition(names, terms, part))
        case model.And(parts):
            return em.And([_condition(names, terms, part) for part in parts])
        case model.Or(parts):
            return em.Or([_condition(names, terms, part) for part in parts])
        case model.Imply(premise, conclusion):
            return em.Implies(
                _condition(names, terms, premise), _condition(names, terms, conclusion)
            )
        case model.ForAll() | model.Exists():
            return _quantified(names, terms, condition)


def _quantified(names: _Names, outer: _Terms, condition: model.ForAll | model.Exists) -> FNode:
    em = names.env.expression_manager
    terms, variables = _bound(names, outer, condition.parameters)
    body = _condition(names, terms, condition.part)
    if not variables:
        return body
    kinds = [
        _of_types(names, terms[item.name], item.types)
        for item in condition.parameters
        if len(item.types) > 1
    ]
    if isinstance(condition, model.Exists):
        return em.Exists(em.And([*kinds, body]), *variables)
    return em.Forall(em.Implies(em.And(kinds), body) if kinds else body, *variables)


def _atom(names: _Names, terms: _Terms, atom: Atom) -> FNode:
    em = names.env.expression_manager
    args = [terms[arg] for arg in atom.args]
    if atom.predicate == model.EQUALITY:
        return em.Equals(*args)
    return em.FluentExp(names.predicates[atom.predicate], args)


def _add_costs(names: _Names, objects: _Terms, problem: Problem, result: UpProblem) -> None:
    em = names.env.expression_manager
    for fluent in names.functions.values():
        result.add_fluent(fluent, default_initial_value=0)
    for value in problem.costs:
        if value.function in names.functions:
            args = [objects[arg] for arg in value.args]
            spoken = em.FluentExp(names.functions[value.function], args)
            result.set_initial_value(spoken, _number(problem.costs[value]))
    costs = {}
    for action in problem.domain.actions:
        made = result.action(action.name)
        terms = {**objects, **{f"?{p.name}": em.ParameterExp(p) for p in made.parameters}}
        costs[made] = _cost(names, terms, action.cost)
    result.add_quality_metric(MinimizeActionCosts(costs, environment=names.env))


def _cost(names: _Names, terms: _Terms, cost: model.Cost | None) -> FNode:
    em = names.env.expression_manager
    if isinstance(cost, model.Fluent):
        return em.FluentExp(names.functions[cost.function], [terms[arg] for arg in cost.args])
    value = _number(cost or 0.0)
    return em.Int(value) if isinstance(value, int) else em.Real(value)


def _number(value: float) -> int | Fraction:
    return int(value) if value == int(value) else Fraction(str(value))


_Kinds = Mapping[str, tuple[str, ...]]


def _signatures(problem: Problem) -> dict[str, list[str]]:
    """For each predicate, one type for each of its arguments.

    PDDL lets an atom be spoken of an object of the wrong type (it is merely false at first);
    unified-planning refuses it. Where some use does not fit the declaration, the argument's type is
    widened to `object`. That changes nothing in what a task means.
    """
    above = supertypes(problem.domain)
    found = {
        predicate.name: [
            item.types[0] if len(item.types) == 1 else ROOT_TYPE for item in predicate.parameters
        ]
        for predicate in problem.domain.predicates
    }
    for atom, kinds in _uses(problem):
        if atom.predicate == EQUALITY:
            continue
        signature = found[atom.predicate]
        for index, arg in enumerate(atom.args):
            types = kinds[arg]
            if len(types) > 1 or signature[index] not in above[types[0]]:
                signature[index] = ROOT_TYPE
    return found


def _uses(problem: Problem) -> Iterator[tuple[Atom, _Kinds]]:
    """Every atom of a problem, with the types of the terms that may occur in it."""
    objects = {item.name: item.types for item in problem.all_objects}
    for atom in problem.init:
        yield atom, objects
    yield from _within(problem.goal, objects)
    for action in problem.domain.actions:
        kinds = _extended(objects, action.parameters)
        yield from _within(action.precondition, kinds)
        for effect in action.effects:
            # A variable over several types becomes one effect for each of them.
            inner = _extended(kinds, effect.parameters)
            yield effect.atom, inner
            yield from _within(effect.condition, inner)


def _within(condition: Condition, kinds: _Kinds) -> Iterator[tuple[Atom, _Kinds]]:
    if isinstance(condition, Atom):
        yield condition, kinds
    if isinstance(condition, ForAll | Exists):
        kinds = _extended(kinds, condition.parameters)
    for part in children(condition):
        yield from _within(part, kinds)


def _extended(kinds: _Kinds, parameters: tuple[model.Parameter, ...]) -> _Kinds:
    return {**kinds, **{item.name: item.types for item in parameters}}
