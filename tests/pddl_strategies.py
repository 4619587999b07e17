"""Random PDDL of every kind that is read: domains and problems as hypothesis strategies."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    Fluent,
    ForAll,
    Imply,
    Not,
    Object,
    Or,
    Parameter,
    Predicate,
    Problem,
    Type,
)

TYPES = ("object", "truck", "place", "stop-or-hub")
PREDICATES = (
    Predicate("p", (Parameter("?x", ("truck",)),)),
    Predicate("near", (Parameter("?a", ("place", "stop-or-hub")), Parameter("?b"))),
    Predicate("done"),
    Predicate("derived", (Parameter("?x"),)),
)
STATED = PREDICATES[:3]
FUNCTIONS = (
    Predicate("total-cost"),
    Predicate("road", (Parameter("?x"), Parameter("?y", ("place",)))),
)
CONSTANTS = (Object("k", ("stop-or-hub",)), Object("l"), Object("m", ("truck", "place")))

type_names = st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True).map(
    tuple[str, ...]
)
prices = st.floats(0, 1e12).map(abs)
# A strategy is validated when it is first drawn from, which takes longer than the drawing: those
# of equal arguments are one and the same.
one_of = cache(st.sampled_from)


@cache
@st.composite
def parameter_lists(
    draw: st.DrawFn, names: tuple[str, ...], least: int = 0
) -> tuple[Parameter, ...]:
    chosen = draw(st.lists(st.sampled_from(names), min_size=least, max_size=3, unique=True))
    return tuple(Parameter(name, draw(type_names)) for name in chosen)


@cache
@st.composite
def atoms(draw: st.DrawFn, terms: tuple[str, ...], equality: bool = True) -> Atom:
    choices = (*PREDICATES, Predicate("=", (Parameter("?a"), Parameter("?b"))))
    predicate = draw(one_of(choices if equality else STATED))
    return Atom(predicate.name, tuple(draw(one_of(terms)) for _ in predicate.parameters))


@cache
@st.composite
def conditions(draw: st.DrawFn, terms: tuple[str, ...], depth: int = 3) -> Condition:
    kind = draw(st.integers(0, 7 if depth else 1))
    deeper = conditions(terms, depth - 1)
    if kind <= 1:
        return draw(atoms(terms))
    if kind <= 3:
        parts = tuple(draw(st.lists(deeper, max_size=3)))
        return And(parts) if kind == 2 else Or(parts)
    if kind == 4:
        return Not(draw(deeper))
    if kind == 5:
        return Imply(draw(deeper), draw(deeper))
    variables = draw(parameter_lists(("?x", "?u", "?v")))
    part = draw(conditions((*terms, *(item.name for item in variables)), depth - 1))
    return ForAll(variables, part) if kind == 6 else Exists(variables, part)


@cache
@st.composite
def effects(draw: st.DrawFn, terms: tuple[str, ...]) -> Effect:
    variables = draw(parameter_lists(("?e", "?f")))
    terms = (*terms, *(item.name for item in variables))
    condition = draw(st.just(TRUE) | conditions(terms, 2))
    return Effect(draw(atoms(terms, equality=False)), draw(st.booleans()), condition, variables)


@cache
@st.composite
def actions(draw: st.DrawFn, name: str) -> ActionSchema:
    declared = draw(parameter_lists(("?x", "?y", "?z")))
    terms = (*(item.name for item in declared), "k", "l")
    roads = st.builds(Fluent, st.just("road"), st.tuples(*[st.sampled_from(terms)] * 2))
    return ActionSchema(
        name,
        declared,
        draw(conditions(terms)),
        tuple(draw(st.lists(effects(terms), max_size=4))),
        draw(st.none() | prices | roads),
    )


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    variables = draw(parameter_lists(("?x",), least=1))
    axiom = Axiom("derived", variables, draw(conditions(("?x", "k", "l"), 2)))
    return Domain(
        name="delivery",
        requirements=tuple(
            draw(st.lists(st.sampled_from((":strips", ":adl", ":typing")), unique=True))
        ),
        types=(Type("truck"), Type("stop-or-hub", ("place", "truck")), Type("place")),
        constants=CONSTANTS,
        predicates=PREDICATES,
        functions=FUNCTIONS,
        actions=tuple(draw(actions(name)) for name in ("go", "stop")),
        axioms=(axiom,),
    )


@st.composite
def problems(draw: st.DrawFn, domain: Domain) -> Problem:
    names = draw(st.lists(st.sampled_from("abcdef"), max_size=5, unique=True))
    terms = (*names, "k", "l")
    goal = draw(conditions(terms, 2).filter(lambda goal: goal not in (TRUE, And((TRUE,)))))
    roads = st.builds(Fluent, st.just("road"), st.tuples(*[st.sampled_from(terms)] * 2))
    return Problem(
        name="monday",
        domain=domain,
        objects=tuple(Object(name, draw(type_names)) for name in names),
        init=tuple(draw(st.lists(atoms(terms, equality=False), max_size=6, unique=True))),
        goal=And((goal, Atom("done"))),
        costs=draw(st.dictionaries(roads, prices, max_size=3)),
        minimizes_cost=draw(st.booleans()),
    )


MAX_ATOMS = 20_000


def small_tasks() -> st.SearchStrategy[Problem]:
    """Tasks that can be grounded without types in no time: quantifiers multiply when they nest."""
    return domains().flatmap(problems).filter(_is_small)


def _is_small(problem: Problem) -> bool:
    objects = len(problem.all_objects)
    domain = problem.domain
    sizes = [_atoms(problem.goal, objects)]
    sizes += [_atoms(axiom.condition, objects) * objects for axiom in domain.axioms]
    for action in domain.actions:
        parts = [action.precondition, *(effect.condition for effect in action.effects)]
        most = max(len(effect.parameters) for effect in action.effects) if action.effects else 0
        each = sum(_atoms(part, objects) for part in parts) * objects**most
        sizes.append(each * objects ** len(action.parameters))
    return sum(sizes) <= MAX_ATOMS


def _atoms(condition: Condition, objects: int) -> int:
    """How many atoms a condition has once its quantifiers are spelled out."""
    match condition:
        case Not(part):
            return _atoms(part, objects)
        case And(parts) | Or(parts):
            return sum(_atoms(part, objects) for part in parts)
        case Imply(premise, conclusion):
            return _atoms(premise, objects) + _atoms(conclusion, objects)
        case ForAll(parameters, part) | Exists(parameters, part):
            return objects ** len(parameters) * _atoms(part, objects)
        case _:
            return 1
