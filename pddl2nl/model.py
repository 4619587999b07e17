"""PDDL as immutable values: what a domain and a problem say, not how to read or speak it.

Names are lower case (PDDL ignores case). A term is a string: a variable starts with `?`, anything
else names an object. Types form a tree (or, with `either`, a graph) under the root type `object`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from pddl2nl.errors import Remark

ROOT_TYPE = "object"
EQUALITY = "="
TOTAL_COST = "total-cost"
"""The function that actions raise and metrics minimize."""

Term: TypeAlias = str


def is_variable(term: Term) -> bool:
    """Whether a term is a variable rather than the name of an object."""
    return term.startswith("?")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable and the types it ranges over; several types mean `either`."""

    name: str
    types: tuple[str, ...] = (ROOT_TYPE,)


@dataclass(frozen=True, slots=True)
class Object:
    """An object of a problem or a constant of a domain; several types mean `either`."""

    name: str
    types: tuple[str, ...] = (ROOT_TYPE,)


@dataclass(frozen=True, slots=True)
class Predicate:
    """The declaration of a predicate. Equality is not declared; it is the predicate `=`."""

    name: str
    parameters: tuple[Parameter, ...] = ()


# --- conditions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; ground where no term is a variable."""

    predicate: str
    args: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction; the empty one is true."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction; the empty one is false."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Imply:
    premise: Condition
    conclusion: Condition


@dataclass(frozen=True, slots=True)
class ForAll:
    parameters: tuple[Parameter, ...]
    part: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    parameters: tuple[Parameter, ...]
    part: Condition


Condition: TypeAlias = Atom | Not | And | Or | Imply | ForAll | Exists
TRUE = And()


# --- effects --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """One atom that becomes true or false: for all `parameters`, where `condition` held before.

    A fact that one action both deletes and adds is true afterwards (PDDL's add-after-delete rule).
    """

    atom: Atom
    adds: bool = True
    condition: Condition = TRUE
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Fluent:
    """A numeric function applied to terms, as in `(road-length ?from ?to)`."""

    function: str
    args: tuple[Term, ...] = ()


Cost: TypeAlias = float | Fluent


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """An action: parameters, precondition, effects, and by how much it raises the total cost."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    precondition: Condition = TRUE
    effects: tuple[Effect, ...] = ()
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class Axiom:
    """A derived predicate: its atom holds wherever the condition does."""

    predicate: str
    parameters: tuple[Parameter, ...]
    condition: Condition


# --- hierarchies (HDDL) ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Subtask:
    """A task or an action applied to terms, as it stands in a method or a task network."""

    name: str
    args: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return "(" + " ".join((self.name, *self.args)) + ")"


@dataclass(frozen=True, slots=True)
class CompoundTask:
    """A task that methods decompose: what it asks for, and what is true once it is done."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: Condition
    effect: Condition


@dataclass(frozen=True, slots=True)
class Method:
    """A way to decompose a task, where the precondition holds: subtasks in their order."""

    name: str
    parameters: tuple[Parameter, ...]
    task: Subtask
    precondition: Condition
    subtasks: tuple[Subtask, ...]


# --- domain and problem ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """A declared type and the types it is directly a kind of (one, or several with `either`)."""

    name: str
    parents: tuple[str, ...] = (ROOT_TYPE,)


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain. `file` is the one that it was read from; its lexicon may lie beside it."""

    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    constants: tuple[Object, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    functions: tuple[Predicate, ...] = ()
    actions: tuple[ActionSchema, ...] = ()
    axioms: tuple[Axiom, ...] = ()
    tasks: tuple[CompoundTask, ...] = ()
    methods: tuple[Method, ...] = ()
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    file: Path | None = field(default=None, compare=False, repr=False)

    @property
    def doable(self) -> tuple[ActionSchema | CompoundTask, ...]:
        """The actions, and the compound tasks that stand above them."""
        return (*self.actions, *self.tasks)

    @property
    def typed(self) -> bool:
        """Whether the domain distinguishes objects by type at all."""
        return any(declared.name != ROOT_TYPE for declared in self.types)


@dataclass(frozen=True, slots=True)
class Problem:
    """A task of a domain. `objects` holds the problem's own objects, not the domain's constants.

    Where there is a task network (HDDL), the goal includes what its compound tasks achieve.
    """

    name: str
    domain: Domain
    objects: tuple[Object, ...] = ()
    init: tuple[Atom, ...] = ()
    goal: Condition = TRUE
    costs: Mapping[Fluent, float] = field(default_factory=dict)
    minimizes_cost: bool = False
    network: tuple[Subtask, ...] = ()
    remarks: tuple[Remark, ...] = field(default=(), compare=False)

    @property
    def all_objects(self) -> tuple[Object, ...]:
        """The domain's constants, then the problem's objects."""
        return self.domain.constants + self.objects

    @property
    def has_metric(self) -> bool:
        """Whether plans are measured by what their actions cost, not by their length."""
        return self.minimizes_cost and any(each.cost is not None for each in self.domain.actions)


@dataclass(frozen=True, slots=True)
class GroundAction:
    """An action's name and the objects that its parameters stand for, in their order."""

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "(" + " ".join((self.name, *self.args)) + ")"


# --- the few things that everything asks of these values -----------------------------------------


def supertypes(domain: Domain) -> dict[str, frozenset[str]]:
    """Every type with all types that it is a kind of, itself and `object` included."""
    parents = {declared.name: declared.parents for declared in domain.types}
    closed: dict[str, frozenset[str]] = {}
    for name in (ROOT_TYPE, *parents):
        seen = {name, ROOT_TYPE}
        pending = [name]
        while pending:
            for parent in parents.get(pending.pop(), ()):
                if parent not in seen:
                    seen.add(parent)
                    pending.append(parent)
        closed[name] = frozenset(seen)
    return closed


def objects_by_type(problem: Problem) -> dict[str, tuple[str, ...]]:
    """Every declared type (and `object`) with the names of the objects that belong to it."""
    above = supertypes(problem.domain)
    members: dict[str, list[str]] = {name: [] for name in above}
    for item in problem.all_objects:
        for name in frozenset().union(*(above[kind] for kind in item.types)):
            members[name].append(item.name)
    return {name: tuple(names) for name, names in members.items()}


def simplified(condition: Condition) -> Condition:
    """A condition without nested conjunctions and quantifiers of one kind, and double negations."""
    match condition:
        case And():
            items = map(simplified, conjuncts(condition))
            parts = tuple(part for item in items for part in conjuncts(item))
            return parts[0] if len(parts) == 1 else And(parts)
        case Or(parts):
            flat = tuple(
                inner
                for part in map(simplified, parts)
                for inner in (part.parts if isinstance(part, Or) else (part,))
            )
            return flat[0] if len(flat) == 1 else Or(flat)
        case Not(part):
            inner = simplified(part)
            return inner.part if isinstance(inner, Not) else Not(inner)
        case Imply(premise, conclusion):
            return Imply(simplified(premise), simplified(conclusion))
        case ForAll(parameters, part) | Exists(parameters, part):
            body = simplified(part)
            if isinstance(body, type(condition)) and _apart(parameters, body.parameters):
                return type(condition)((*parameters, *body.parameters), body.part)
            return type(condition)(parameters, body) if parameters else body
        case _:
            return condition


def mapped(condition: Condition, change: Callable[[Condition], Condition]) -> Condition:
    """A condition with its direct parts changed; an atom has none."""
    match condition:
        case Atom():
            return condition
        case Not(part):
            return Not(change(part))
        case And(parts) | Or(parts):
            return type(condition)(tuple(map(change, parts)))
        case Imply(premise, conclusion):
            return Imply(change(premise), change(conclusion))
        case ForAll(parameters, part) | Exists(parameters, part):
            return type(condition)(parameters, change(part))


def substitute(condition: Condition, binding: Mapping[str, Term]) -> Condition:
    """The condition with its free variables replaced; quantified variables stay as they are."""
    if isinstance(condition, Atom):
        return Atom(condition.predicate, tuple(binding.get(term, term) for term in condition.args))
    if isinstance(condition, ForAll | Exists):
        hidden = {parameter.name for parameter in condition.parameters}
        binding = {name: value for name, value in binding.items() if name not in hidden}
    return mapped(condition, lambda part: substitute(part, binding))


def children(condition: Condition) -> tuple[Condition, ...]:
    """The direct parts of a condition; an atom has none."""
    match condition:
        case Atom():
            return ()
        case And(parts) | Or(parts):
            return parts
        case Imply(premise, conclusion):
            return premise, conclusion
        case Not(part) | ForAll(_, part) | Exists(_, part):
            return (part,)


def atoms_of(condition: Condition) -> Iterator[Atom]:
    """All atoms of a condition, however deep."""
    if isinstance(condition, Atom):
        yield condition
    for part in children(condition):
        yield from atoms_of(part)


def used_predicates(domain: Domain) -> dict[tuple[str, int], bool]:
    """The predicates that actions and rules mention, by name and arity, and whether they change."""
    effects = [effect for schema in domain.actions for effect in schema.effects]
    conditions = [schema.precondition for schema in domain.actions]
    conditions += [each.condition for each in effects]
    conditions += [each.condition for each in domain.axioms]
    asked = [atom for condition in conditions for atom in atoms_of(condition)]
    return {
        **{(atom.predicate, len(atom.args)): False for atom in asked},
        **{(each.atom.predicate, len(each.atom.args)): True for each in effects},
        **{(each.predicate, len(each.parameters)): True for each in domain.axioms},
    }


def _apart(one: tuple[Parameter, ...], other: tuple[Parameter, ...]) -> bool:
    """Whether no variable of one quantifier is hidden by one of another."""
    return {item.name for item in one}.isdisjoint(item.name for item in other)


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """The parts of a condition once nested conjunctions are taken apart."""
    if not isinstance(condition, And):
        return (condition,)
    return tuple(part for nested in condition.parts for part in conjuncts(nested))


# --- what follows from a domain alone -------------------------------------------------------------


Heads: TypeAlias = frozenset[tuple[str, int]]
"""Names, each with the number of its arguments."""
Signature: TypeAlias = tuple[Heads, Heads]
"""The heads of a domain's predicates, and those of its actions."""


def fluents(domain: Domain) -> frozenset[str]:
    """The predicates that some action changes, or that are derived."""
    changed = {effect.atom.predicate for each in domain.actions for effect in each.effects}
    return frozenset(changed | {axiom.predicate for axiom in domain.axioms})


def kind_predicates(domain: Domain) -> tuple[str, ...]:
    """The predicates that may say of what kind an object is: one argument, and never changed."""
    changing = fluents(domain)
    unary = (item.name for item in domain.predicates if len(item.parameters) == 1)
    return tuple(name for name in unary if name not in changing)


def static_conditions(domain: Domain, action: ActionSchema) -> tuple[Atom, ...]:
    """The atoms of an action's precondition that nothing ever changes; no equalities."""
    changing = fluents(domain) | {EQUALITY}
    return tuple(
        part
        for part in conjuncts(action.precondition)
        if isinstance(part, Atom) and part.predicate not in changing
    )


def kinds_asked_for(domain: Domain, action: ActionSchema) -> Iterator[tuple[str, int]]:
    """The predicates that say of what kind a parameter is, and its place: `(truck ?t)`."""
    places = {item.name: number for number, item in enumerate(action.parameters)}
    for atom in static_conditions(domain, action):
        if len(atom.args) == 1 and is_variable(atom.args[0]) and atom.args[0] in places:
            yield atom.predicate, places[atom.args[0]]


def signature(domain: Domain) -> Signature:
    """The names and arities of a domain's predicates, and those of its actions and tasks."""
    return (
        frozenset((item.name, len(item.parameters)) for item in domain.predicates),
        frozenset((item.name, len(item.parameters)) for item in domain.doable),
    )
