"""From our values to unified-planning's objects, without a detour through PDDL text."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from unified_planning.environment import Environment
from unified_planning.model import (
    ExpressionManager,
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
    TOTAL_COST,
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


@dataclass(frozen=True, slots=True)
class _Names:
    """What the names that may be used at a place stand for in unified-planning."""

    env: Environment
    types: Mapping[str, Type]
    predicates: Mapping[str, Fluent]
    functions: Mapping[str, Fluent]
    terms: Mapping[str, FNode]

    @property
    def em(self) -> ExpressionManager:
        return self.env.expression_manager

    def with_terms(self, terms: Mapping[str, FNode]) -> _Names:
        return replace(self, terms={**self.terms, **terms})

    def widest(self, item: model.Parameter) -> Type:
        return self.types[item.types[0] if len(item.types) == 1 else ROOT_TYPE]


def translate(problem: Problem, env: Environment) -> UpProblem:
    """The problem as unified-planning's; see `pddl2nl.interop.to_unified_planning`."""
    _refuse_inexpressible(problem)
    # One name may stand for an action and a predicate; unified-planning distinguishes them for us.
    env.error_used_name = False
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*error_used_name")
        return _translated(env, problem)


def _translated(env: Environment, problem: Problem) -> UpProblem:
    domain, types = problem.domain, _types(env, problem.domain)
    objects = {o.name: Object(o.name, types[o.types[0]], env) for o in problem.all_objects}
    whole = all(value == int(value) for value in problem.costs.values())
    number = env.type_manager.IntType() if whole else env.type_manager.RealType()
    truth = env.type_manager.BoolType()
    names = _Names(
        env,
        types,
        {
            name: _fluent(env, name, truth, [types[kind] for kind in kinds])
            for name, kinds in _signatures(problem).items()
        },
        {
            # Costs may be looked up in these; arguments of any type are let in.
            each.name: _fluent(env, each.name, number, [types[ROOT_TYPE] for _ in each.parameters])
            for each in domain.functions
            if each.name != TOTAL_COST
        },
        {name: env.expression_manager.ObjectExp(item) for name, item in objects.items()},
    )
    result = UpProblem(problem.name, env)
    for fluent in names.predicates.values():
        result.add_fluent(fluent, default_initial_value=False)
    result.add_objects(objects.values())
    for action in domain.actions:
        result.add_action(_action(names, action))
    for atom in problem.init:
        result.set_initial_value(_atom(names, atom), True)
    for part in model.conjuncts(problem.goal):
        result.add_goal(_condition(names, part))
    if problem.minimizes_cost:
        _add_costs(names, problem, result)
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


def _fluent(env: Environment, name: str, value: Type, types: Iterable[Type]) -> Fluent:
    declared = [Parameter(f"x{number}", kind, env) for number, kind in enumerate(types, 1)]
    return Fluent(name, value, declared, env)


def _action(names: _Names, action: ActionSchema) -> InstantaneousAction:
    kinds = {item.name[1:]: names.widest(item) for item in action.parameters}
    made = InstantaneousAction(action.name, kinds, names.env)
    names = _inside(names, made)
    for item in action.parameters:
        if len(item.types) > 1:
            made.add_precondition(_of_types(names, item))
    for part in model.conjuncts(action.precondition):
        made.add_precondition(_condition(names, part))
    for effect in _without_conflicts(action.effects):
        for variant in _variants(effect):
            inner, variables = _bound(names, variant.parameters)
            condition = _condition(inner, variant.condition)
            made.add_effect(_atom(inner, effect.atom), effect.adds, condition, forall=variables)
    return made


def _inside(names: _Names, action: InstantaneousAction) -> _Names:
    """The names within an action."""
    return names.with_terms({f"?{p.name}": names.em.ParameterExp(p) for p in action.parameters})


def _of_types(names: _Names, item: model.Parameter) -> FNode:
    """That a term is of one of several types, since unified-planning knows no `either`."""
    em = names.em
    options = []
    for kind in item.types:
        variable = Variable(f"some-{kind}", names.types[kind], names.env)
        same = em.Equals(names.terms[item.name], em.VariableExp(variable))
        options.append(em.Exists(same, variable))
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
    choices = product(
        *(
            [model.Parameter(item.name, (kind,)) for kind in item.types]
            for item in effect.parameters
        )
    )
    return [replace(effect, parameters=chosen) for chosen in choices]


def _bound(names: _Names, parameters: Iterable[model.Parameter]) -> tuple[_Names, list[Variable]]:
    """The names within a quantifier, and its variables."""
    made = {p.name: Variable(p.name[1:], names.widest(p), names.env) for p in parameters}
    bound = {name: names.em.VariableExp(variable) for name, variable in made.items()}
    return names.with_terms(bound), list(made.values())


def _condition(names: _Names, condition: Condition) -> FNode:
    em = names.em
    match condition:
        case Atom():
            return _atom(names, condition)
        case Not(part):
            return em.Not(_condition(names, part))
        case model.And(parts):
            return em.And([_condition(names, part) for part in parts])
        case model.Or(parts):
            return em.Or([_condition(names, part) for part in parts])
        case model.Imply(premise, conclusion):
            return em.Implies(_condition(names, premise), _condition(names, conclusion))
        case model.ForAll() | model.Exists():
            return _quantified(names, condition)


def _quantified(names: _Names, condition: model.ForAll | model.Exists) -> FNode:
    em = names.em
    inner, variables = _bound(names, condition.parameters)
    body = _condition(inner, condition.part)
    if not variables:
        return body
    kinds = [_of_types(inner, item) for item in condition.parameters if len(item.types) > 1]
    if isinstance(condition, model.Exists):
        return em.Exists(em.And([*kinds, body]), *variables)
    return em.Forall(em.Implies(em.And(kinds), body) if kinds else body, *variables)


def _atom(names: _Names, atom: Atom) -> FNode:
    args = [names.terms[arg] for arg in atom.args]
    if atom.predicate == model.EQUALITY:
        return names.em.Equals(*args)
    return names.em.FluentExp(names.predicates[atom.predicate], args)


def _add_costs(names: _Names, problem: Problem, result: UpProblem) -> None:
    for fluent in names.functions.values():
        result.add_fluent(fluent, default_initial_value=0)
    for cost, value in problem.costs.items():
        if cost.function in names.functions:
            result.set_initial_value(_value(names, cost), _number(value))
    costs = {}
    for action in problem.domain.actions:
        made = result.action(action.name)
        costs[made] = _cost(_inside(names, made), action.cost)
    result.add_quality_metric(MinimizeActionCosts(costs, environment=names.env))


def _value(names: _Names, fluent: model.Fluent) -> FNode:
    args = [names.terms[arg] for arg in fluent.args]
    return names.em.FluentExp(names.functions[fluent.function], args)


def _cost(names: _Names, cost: model.Cost | None) -> FNode:
    if isinstance(cost, model.Fluent):
        return _value(names, cost)
    value = _number(cost or 0.0)
    return names.em.Int(value) if isinstance(value, int) else names.em.Real(value)


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
