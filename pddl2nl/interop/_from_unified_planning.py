"""From unified-planning's objects to our values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from unified_planning.model import Effect as UpEffect
from unified_planning.model import Fluent as UpFluent
from unified_planning.model import FNode, InstantaneousAction, Type
from unified_planning.model import Problem as UpProblem
from unified_planning.model.metrics import MinimizeActionCosts

from pddl2nl import model
from pddl2nl.errors import InputError
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Cost,
    Domain,
    Effect,
    Exists,
    Fluent,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    Predicate,
    Problem,
    atoms_of,
    is_variable,
)
from pddl2nl.writer import needed_requirements


def translate(problem: UpProblem) -> Problem:
    """The problem as ours; see `pddl2nl.interop.from_unified_planning`."""
    _refuse_unclassical(problem)
    _refuse_names_alike(problem)
    costs = _action_costs(problem)
    domain = Domain(
        name=pddl_name(problem.name or "problem"),
        types=_types(problem),
        predicates=tuple(_declared(f) for f in problem.fluents if f.type.is_bool_type()),
        functions=tuple(_declared(f) for f in problem.fluents if not f.type.is_bool_type()),
        actions=tuple(_action(action, costs.get(action.name)) for action in problem.actions),
    )
    named = _constants(domain)
    objects = tuple(
        model.Object(pddl_name(item.name), (_type(item.type),)) for item in problem.all_objects
    )
    domain = replace(
        domain,
        requirements=needed_requirements(domain),
        constants=tuple(item for item in objects if item.name in named),
    )
    facts, values = _initial(problem)
    goals = tuple(_condition(goal) for goal in problem.goals)
    return Problem(
        name=domain.name,
        domain=domain,
        objects=tuple(item for item in objects if item.name not in named),
        init=facts,
        goal=goals[0] if len(goals) == 1 else And(goals),
        costs=values,
        minimizes_cost=bool(problem.quality_metrics),
    )


def _constants(domain: Domain) -> frozenset[str]:
    """The names of the objects that the actions of a domain speak of."""
    terms: set[str] = set()
    for action in domain.actions:
        spoken = [action.precondition]
        spoken += [part for each in action.effects for part in (each.atom, each.condition)]
        terms.update(term for part in spoken for atom in atoms_of(part) for term in atom.args)
        if isinstance(action.cost, Fluent):
            terms.update(action.cost.args)
    return frozenset(term for term in terms if not is_variable(term))


def _refuse_unclassical(problem: UpProblem) -> None:
    if type(problem) is not UpProblem:
        raise InputError(f"a {type(problem).__name__} is not a classical planning problem")
    for action in problem.actions:
        if type(action) is not InstantaneousAction:
            message = f"the action '{action.name}' is a {type(action).__name__}"
            raise InputError(f"{message}; only instantaneous actions can be converted")
    if problem.timed_goals or problem.timed_effects or problem.trajectory_constraints:
        raise InputError("timed goals, timed effects and trajectory constraints are not supported")
    for metric in problem.quality_metrics:
        if not isinstance(metric, MinimizeActionCosts):
            message = f"the metric {type(metric).__name__} is not supported"
            raise InputError(f"{message}; only MinimizeActionCosts is")


def _refuse_names_alike(problem: UpProblem) -> None:
    """PDDL knows no upper case, so what differs in it alone would become one thing."""
    for kind, items in (
        ("types", problem.user_types),
        ("fluents", problem.fluents),
        ("actions", problem.actions),
        ("objects", problem.all_objects),
    ):
        known: dict[str, str] = {}
        for item in items:
            name = str(item.name)
            other = known.setdefault(pddl_name(name), name)
            if other != name:
                raise InputError(
                    f"the {kind} '{other}' and '{name}' have the same name in PDDL, which "
                    "has neither upper-case letters nor blanks; rename one of them"
                )


def pddl_name(name: str) -> str:
    """A name as PDDL has it: lower case, without blanks."""
    return "-".join(name.lower().split())


def _types(problem: UpProblem) -> tuple[model.Type, ...]:
    found = []
    for kind in problem.user_types:
        name, father = _type(kind), getattr(kind, "father", None)
        if name != ROOT_TYPE:
            found.append(model.Type(name, (_type(father) if father is not None else ROOT_TYPE,)))
    return tuple(found)


def _type(kind: Type) -> str:
    if not kind.is_user_type():
        raise InputError(f"parameters and objects of the type {kind} are not supported")
    return pddl_name(str(getattr(kind, "name", kind)))


def _declared(fluent: UpFluent) -> Predicate:
    if not (fluent.type.is_bool_type() or fluent.type.is_int_type() or fluent.type.is_real_type()):
        raise InputError(f"the fluent '{fluent.name}' has objects as values; it is not supported")
    return Predicate(pddl_name(fluent.name), _parameters(fluent.signature))


def _parameters(items: Iterable[object]) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(_variable(item), (_type(item.type),))  # type: ignore[attr-defined]
        for item in items
    )


def _variable(item: object) -> str:
    return f"?{pddl_name(item.name)}"  # type: ignore[attr-defined]


def _action_costs(problem: UpProblem) -> Mapping[str, Cost]:
    metrics = problem.quality_metrics
    if not metrics:
        return {}
    if len(metrics) > 1:
        raise InputError("several metrics at once are not supported")
    (metric,) = metrics
    assert isinstance(metric, MinimizeActionCosts)
    given = ((action, metric.get_action_cost(action)) for action in problem.actions)
    costs = {action.name: _cost(cost) for action, cost in given if cost is not None}
    return {name: cost for name, cost in costs.items() if cost != 0}


def _cost(expression: FNode) -> Cost:
    if expression.is_int_constant() or expression.is_real_constant():
        return float(expression.constant_value())
    if expression.is_fluent_exp():
        return _fluent(expression)
    raise InputError(f"the cost {expression} is neither a number nor the value of a function")


def _action(action: InstantaneousAction, cost: Cost | None) -> ActionSchema:
    preconditions = tuple(_condition(part) for part in action.preconditions)
    return ActionSchema(
        name=pddl_name(action.name),
        parameters=_parameters(action.parameters),
        precondition=preconditions[0] if len(preconditions) == 1 else And(preconditions),
        effects=tuple(part for effect in action.effects for part in _effects(effect)),
        cost=cost,
    )


def _effects(effect: UpEffect) -> Iterator[Effect]:
    """An assignment as additions and deletions; that of a formula depends on its value."""
    if not effect.is_assignment() or not effect.fluent.type.is_bool_type():
        raise InputError(f"the numeric effect '{effect}' is not supported")
    atom = _atom(effect.fluent)
    condition = _condition(effect.condition)
    variables = _parameters(effect.forall)
    if effect.value.is_bool_constant():
        yield Effect(atom, effect.value.is_true(), condition, variables)
        return
    value = _condition(effect.value)
    yield Effect(atom, True, _both(condition, value), variables)
    yield Effect(atom, False, _both(condition, Not(value)), variables)


def _both(first: Condition, second: Condition) -> Condition:
    return second if first == TRUE else And((first, second))


def _initial(problem: UpProblem) -> tuple[tuple[Atom, ...], dict[Fluent, float]]:
    """The facts that hold at first, and the values of functions."""
    implicit = any(default.is_true() for default in problem.fluents_defaults.values())
    given = problem.initial_values if implicit else problem.explicit_initial_values
    facts = tuple(_atom(fluent) for fluent, value in given.items() if value.is_true())
    numbers = {each: value for each, value in given.items() if not value.is_bool_constant()}
    return facts, {_fluent(each): float(value.constant_value()) for each, value in numbers.items()}


def _fluent(expression: FNode) -> Fluent:
    return Fluent(pddl_name(expression.fluent().name), tuple(map(_term, expression.args)))


def _atom(expression: FNode) -> Atom:
    return Atom(pddl_name(expression.fluent().name), tuple(map(_term, expression.args)))


def _term(expression: FNode) -> str:
    if expression.is_object_exp():
        return pddl_name(expression.object().name)
    if expression.is_parameter_exp():
        return _variable(expression.parameter())
    if expression.is_variable_exp():
        return _variable(expression.variable())
    raise InputError(f"the argument {expression} is neither an object nor a variable")


def _condition(expression: FNode) -> Condition:
    if expression.is_bool_constant():
        return TRUE if expression.is_true() else Or()
    if expression.is_fluent_exp() and expression.type.is_bool_type():
        return _atom(expression)
    for fits, build in _BUILDERS:
        if fits(expression):
            return build(expression)
    raise InputError(f"the condition {expression} is not supported")


def _parts(expression: FNode) -> tuple[Condition, ...]:
    return tuple(_condition(arg) for arg in expression.args)


def _equivalence(expression: FNode) -> Condition:
    one, other = _parts(expression)
    return And((Imply(one, other), Imply(other, one)))


_BUILDERS: tuple[tuple[Callable[[FNode], bool], Callable[[FNode], Condition]], ...] = (
    (FNode.is_not, lambda e: Not(*_parts(e))),
    (FNode.is_and, lambda e: And(_parts(e))),
    (FNode.is_or, lambda e: Or(_parts(e))),
    (FNode.is_implies, lambda e: Imply(*_parts(e))),
    (FNode.is_iff, _equivalence),
    (FNode.is_forall, lambda e: ForAll(_parameters(e.variables()), *_parts(e))),
    (FNode.is_exists, lambda e: Exists(_parameters(e.variables()), *_parts(e))),
    (FNode.is_equals, lambda e: Atom(EQUALITY, tuple(map(_term, e.args)))),
)
