"""A second, naive reading of PDDL's semantics, and random small tasks to hold the World against.

The interpreter shares no code with the simulator: it looks every rule up in the definition,
tries every object for every variable, and knows no index and no normal form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from hypothesis import strategies as st

from pddl2nl.model import (
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    ForAll,
    GroundAction,
    Imply,
    Not,
    Object,
    Or,
    Parameter,
    Predicate,
    Problem,
    Type,
    objects_by_type,
)

Facts = frozenset[Atom]
Binding = Mapping[str, str]

TYPES = (Type("vehicle"), Type("truck", ("vehicle",)), Type("box"))
CONSTANTS = (Object("depot", ("object",)),)
OBJECTS = (
    Object("t1", ("truck",)),
    Object("v1", ("vehicle",)),
    Object("b1", ("box",)),
    Object("x1", ("box", "truck")),
)
# Nothing changes `road`; `reach`, `alone` and `far` are derived where the axioms are there.
ARITIES = {"road": 2, "at": 2, "full": 1, "lit": 0}
DERIVED = {"reach": 2, "alone": 1, "far": 1}
KINDS = (("object",), ("vehicle",), ("truck",), ("box",), ("box", "truck"))


class Reference:
    """The definition of PDDL, taken literally, for one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.members = objects_by_type(problem)

    def bindings(self, parameters: tuple[Parameter, ...], binding: Binding) -> Iterator[Binding]:
        ranges = [
            [
                item.name
                for item in self.problem.all_objects
                if any(item.name in self.members[kind] for kind in parameter.types)
            ]
            for parameter in parameters
        ]
        for values in product(*ranges):
            found = zip((parameter.name for parameter in parameters), values, strict=True)
            yield {**binding, **dict(found)}

    def ground(self, atom: Atom, binding: Binding) -> Atom:
        return Atom(atom.predicate, tuple(binding.get(term, term) for term in atom.args))

    def holds(self, condition: Condition, facts: Facts, binding: Binding) -> bool:
        match condition:
            case Atom("=", (left, right)):
                return binding.get(left, left) == binding.get(right, right)
            case Atom():
                return self.ground(condition, binding) in facts
            case Not(part):
                return not self.holds(part, facts, binding)
            case And(parts):
                return all([self.holds(part, facts, binding) for part in parts])
            case Or(parts):
                return any([self.holds(part, facts, binding) for part in parts])
            case Imply(premise, conclusion):
                return not self.holds(premise, facts, binding) or self.holds(
                    conclusion, facts, binding
                )
            case ForAll(parameters, part):
                return all(self.holds(part, facts, b) for b in self.bindings(parameters, binding))
            case Exists(parameters, part):
                return any(self.holds(part, facts, b) for b in self.bindings(parameters, binding))

    def close(self, facts: Facts) -> Facts:
        """The facts with all derived ones, one predicate after another, in the order declared.

        The generated axioms negate only predicates that are complete by then.
        """
        for name in dict.fromkeys(axiom.predicate for axiom in self.problem.domain.axioms):
            before = None
            while before != facts:
                before = facts
                for axiom in self.problem.domain.axioms:
                    if axiom.predicate != name:
                        continue
                    for binding in self.bindings(axiom.parameters, {}):
                        if self.holds(axiom.condition, before, binding):
                            args = tuple(binding[each.name] for each in axiom.parameters)
                            facts |= {Atom(name, args)}
        return facts

    def actions(self) -> Iterator[tuple[GroundAction, ActionSchema, Binding]]:
        for schema in self.problem.domain.actions:
            for binding in self.bindings(schema.parameters, {}):
                args = tuple(binding[each.name] for each in schema.parameters)
                yield GroundAction(schema.name, args), schema, binding

    def applicable(self, facts: Facts) -> set[GroundAction]:
        """`facts` has the derived facts in it, here and below."""
        return {
            action
            for action, schema, binding in self.actions()
            if self.holds(schema.precondition, facts, binding)
        }

    def successor(self, facts: Facts, action: GroundAction) -> Facts:
        """The facts after an action, the derived ones still those from before."""
        schema = next(each for each in self.problem.domain.actions if each.name == action.name)
        names = [parameter.name for parameter in schema.parameters]
        binding = dict(zip(names, action.args, strict=True))
        adds: set[Atom] = set()
        deletes: set[Atom] = set()
        for effect in schema.effects:
            for each in self.bindings(effect.parameters, binding):
                if self.holds(effect.condition, facts, each):
                    (adds if effect.adds else deletes).add(self.ground(effect.atom, each))
        return (facts - deletes) | adds


# --- random tasks ---------------------------------------------------------------------------------

VARIABLES = ("?a", "?b", "?c")
_ARITIES = {**ARITIES, **DERIVED, "=": 2}


# A strategy is validated when it is first drawn from, which takes longer than the drawing: those
# of equal arguments are one and the same.
_one_of = cache(st.sampled_from)


@cache
@st.composite
def _atoms(draw: st.DrawFn, terms: tuple[str, ...], names: tuple[str, ...]) -> Atom:
    name = draw(_one_of(names))
    return Atom(name, tuple(draw(_one_of(terms)) for _ in range(_ARITIES[name])))


@cache
def parameters(names: tuple[str, ...], most: int) -> st.SearchStrategy[tuple[Parameter, ...]]:
    """Up to `most` parameters with some of the names, in this order."""
    return st.lists(st.sampled_from(KINDS), max_size=min(most, len(names))).map(
        lambda kinds: tuple(map(Parameter, names, kinds))
    )


def _names(derived: bool) -> tuple[str, ...]:
    """The predicates that conditions speak of."""
    return tuple(sorted({*ARITIES, "=", *(DERIVED if derived else ())}))


@cache
@st.composite
def conditions(
    draw: st.DrawFn, variables: tuple[str, ...], depth: int = 3, derived: bool = False
) -> Condition:
    """A condition over the given variables and the constant."""
    terms = (*variables, "depot")
    names = _names(derived)
    more = ("and", "or", "imply", "forall", "exists") if depth else ()
    kind = draw(_one_of(("atom", "not", "and", *more)))
    below = conditions(variables, max(depth - 1, 0), derived)
    if kind == "atom":
        return draw(_atoms(terms, names))
    if kind == "not":
        return Not(draw(below if depth else _atoms(terms, names)))
    if kind in ("and", "or"):
        simple = _atoms(terms, names)
        parts = draw(st.lists(below if depth else simple, max_size=3))
        return And(tuple(parts)) if kind == "and" else Or(tuple(parts))
    if kind == "imply":
        return Imply(draw(below), draw(below))
    quantified = draw(parameters(draw(st.permutations(("?a", "?x", "?y")).map(tuple)), 2))
    inner = tuple(dict.fromkeys((*variables, *(each.name for each in quantified))))
    part = draw(conditions(inner, depth - 1, derived))
    return ForAll(quantified, part) if kind == "forall" else Exists(quantified, part)


@cache
def _literals(variables: tuple[str, ...], derived: bool) -> st.SearchStrategy[Condition]:
    """Conjunctions of literals, the form that most preconditions have."""
    atom = _atoms((*variables, "depot"), _names(derived))
    return st.lists(atom | atom.map(Not), min_size=1, max_size=3).map(
        lambda parts: And(tuple(parts))
    )


@cache
@st.composite
def effects(draw: st.DrawFn, variables: tuple[str, ...], derived: bool) -> Effect:
    """One effect, plain, conditional or quantified."""
    changing = tuple(sorted(ARITIES.keys() - {"road"}))
    quantified = draw(parameters(("?x", "?y"), 2)) if draw(st.booleans()) else ()
    inner = (*variables, *(each.name for each in quantified))
    condition = draw(conditions(inner, 2, derived)) if draw(st.booleans()) else And()
    atom = draw(_atoms((*inner, "depot"), changing))
    return Effect(atom, draw(st.booleans()), condition, quantified)


@cache
@st.composite
def schemas(draw: st.DrawFn, name: str, derived: bool) -> ActionSchema:
    """An action with up to three parameters."""
    taken = draw(parameters(VARIABLES, 3))
    variables = tuple(each.name for each in taken)
    return ActionSchema(
        name,
        taken,
        draw(_literals(variables, derived) | conditions(variables, 3, derived)),
        tuple(draw(st.lists(effects(variables, derived), min_size=1, max_size=4))),
    )


def _axioms(draw: st.DrawFn) -> tuple[Axiom, ...]:
    """A transitive closure, a predicate that negates it, and one over both at random."""
    here, there = Parameter("?a"), Parameter("?b")
    link = draw(st.sampled_from([Atom("at", ("?a", "?b")), Atom("road", ("?a", "?b"))]))
    onward = And((Atom("at", ("?a", "?x")), Atom("reach", ("?x", "?b"))))
    reach = Or((link, Exists((Parameter("?x", draw(st.sampled_from(KINDS))),), onward)))
    alone: list[Condition] = [
        ForAll((Parameter("?b"),), Not(Atom("reach", ("?a", "?b")))),
        And((Atom("full", ("?a",)), Not(Atom("reach", ("?a", "?a"))))),
    ]
    recursive = Exists((Parameter("?b"),), And((Atom("at", ("?b", "?a")), Atom("far", ("?b",)))))
    return (
        Axiom("reach", (here, there), reach),
        Axiom(
            "alone", (Parameter("?a", draw(st.sampled_from(KINDS))),), draw(st.sampled_from(alone))
        ),
        Axiom("far", (here,), Or((Atom("alone", ("?a",)), recursive))),
        Axiom("far", (here,), ForAll((Parameter("?b", ("box",)),), Atom("far", ("?b",)))),
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A small task with random actions, sometimes with derived predicates."""
    derived = draw(st.booleans())
    names = ("act", "bend", "cut")[: draw(st.integers(1, 3))]
    everyone = tuple(item.name for item in CONSTANTS + OBJECTS)
    domain = Domain(
        name="random",
        types=TYPES,
        constants=CONSTANTS,
        predicates=tuple(
            Predicate(name, tuple(Parameter(f"?{at}") for at in range(arity)))
            for name, arity in {**ARITIES, **DERIVED}.items()
        ),
        actions=tuple(draw(schemas(name, derived)) for name in names),
        axioms=_axioms(draw) if derived else (),
    )
    init = draw(
        st.lists(_atoms(everyone, tuple(sorted(ARITIES))), min_size=6, max_size=20, unique=True)
    )
    goal = draw(conditions((), 3, derived))
    return Problem("task", domain, OBJECTS, tuple(init), goal)
