"""Writing PDDL: domains, problems and their parts as text that people can read.

What is written here, `pddl2nl.reader` reads back as the same values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from textwrap import wrap

from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
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
    children,
)

_WORDS: Mapping[type[Condition], str] = {
    Not: "not",
    And: "and",
    Or: "or",
    Imply: "imply",
    ForAll: "forall",
    Exists: "exists",
}
_REQUIRED: Mapping[type[Condition], str] = {
    Not: ":negative-preconditions",
    Or: ":disjunctive-preconditions",
    Imply: ":disjunctive-preconditions",
    ForAll: ":universal-preconditions",
    Exists: ":existential-preconditions",
}
_INDENT = "  "
_WIDTH = 100
# What a requirement stands for besides itself (PDDL 3.1, section on requirement flags).
_INCLUDED = {
    ":quantified-preconditions": (":existential-preconditions", ":universal-preconditions"),
    ":adl": (
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":existential-preconditions",
        ":universal-preconditions",
        ":conditional-effects",
    ),
}


def domain_to_pddl(domain: Domain) -> str:
    """A domain as the text of a PDDL file.

    The requirements are the declared ones, and after them those that it needs besides.
    """
    functions = (f"{declaration_to_pddl(item)} - number" for item in domain.functions)
    sections = [
        f"(:requirements {' '.join(needed_requirements(domain))})",
        _section(":types", _typed_lines(domain.types)),
        _section(":constants", _typed_lines(domain.constants)),
        _section(":predicates", map(declaration_to_pddl, domain.predicates)),
        _section(":functions", functions),
        *map(_axiom, domain.axioms),
        *map(action_to_pddl, domain.actions),
    ]
    return _definition(f"(domain {domain.name})", sections)


def setting_to_pddl(domain: Domain, axioms: Iterable[Axiom] = ()) -> str:
    """The sections of a domain's types and constants, and some derived predicates."""
    sections = (
        _section(":types", _typed_lines(domain.types)),
        _section(":constants", _typed_lines(domain.constants)),
        *map(_axiom, axioms),
    )
    return "\n".join(filter(None, sections))


def problem_to_pddl(problem: Problem) -> str:
    """A problem as the text of a PDDL file."""
    sections = [
        f"(:domain {problem.domain.name})",
        objects_to_pddl(problem),
        init_to_pddl(problem),
        goal_to_pddl(problem),
        metric_to_pddl(problem),
    ]
    return _definition(f"(problem {problem.name})", sections)


def objects_to_pddl(problem: Problem) -> str:
    """The `(:objects ...)` section of a problem, without the domain's constants."""
    return _section(":objects", _typed_lines(problem.objects)) or "(:objects)"


def init_to_pddl(problem: Problem) -> str:
    """The `(:init ...)` section of a problem: a line for each fact and each value of a function."""
    facts = map(atom_to_pddl, problem.init)
    values = (
        f"(= {_fluent(item)} {number_to_pddl(value)})" for item, value in problem.costs.items()
    )
    return _section(":init", [*facts, *values]) or "(:init)"


def goal_to_pddl(problem: Problem) -> str:
    """The `(:goal ...)` section of a problem."""
    return f"(:goal {_continued(condition_lines(problem.goal))})"


def metric_to_pddl(problem: Problem) -> str:
    """The `(:metric ...)` section of a problem; empty where it has none."""
    return "(:metric minimize (total-cost))" if problem.minimizes_cost else ""


def atom_to_pddl(atom: Atom) -> str:
    """An atom as it stands in a file: `(on a b)`."""
    return f"({' '.join((atom.predicate, *atom.args))})"


def condition_to_pddl(condition: Condition) -> str:
    """A condition on one line; the true one is `(and)`."""
    if isinstance(condition, Atom):
        return atom_to_pddl(condition)
    parts = [condition_to_pddl(part) for part in children(condition)]
    if isinstance(condition, ForAll | Exists):
        parts.insert(0, _variables(condition.parameters))
    return f"({' '.join((_WORDS[type(condition)], *parts))})"


def condition_lines(condition: Condition) -> list[str]:
    """A condition on as many indented lines as it takes to keep them short."""
    flat = condition_to_pddl(condition)
    match condition:
        case And(parts) | Or(parts) if len(parts) > 1 and len(flat) > 40:
            inside = [line for part in parts for line in condition_lines(part)]
            return _wrapped(f"({_WORDS[type(condition)]}", inside)
        case ForAll(parameters, part) | Exists(parameters, part) if len(flat) > _WIDTH // 2:
            opening = f"({_WORDS[type(condition)]} {_variables(parameters)}"
            return _wrapped(opening, condition_lines(part))
    return [flat]


def needed_requirements(domain: Domain) -> tuple[str, ...]:
    """The declared requirements of a domain, then what its contents need besides."""
    declared = domain.requirements
    covered = {*declared, *(part for item in declared for part in _INCLUDED.get(item, ()))}
    needed = dict.fromkeys((*_needed(domain), *_needed_by_conditions(domain)))
    missing = (item for item in needed if item not in covered)
    return (*declared, *missing) or (":strips",)


def _needed(domain: Domain) -> Iterator[str]:
    if domain.typed:
        yield ":typing"
    effects = [effect for action in domain.actions for effect in action.effects]
    if any(effect.condition != TRUE or effect.parameters for effect in effects):
        yield ":conditional-effects"
    if domain.axioms:
        yield ":derived-predicates"
    if domain.functions or any(action.cost is not None for action in domain.actions):
        yield ":action-costs"


def _needed_by_conditions(domain: Domain) -> Iterator[str]:
    pending: list[Condition] = [action.precondition for action in domain.actions]
    pending += [effect.condition for action in domain.actions for effect in action.effects]
    pending += [axiom.condition for axiom in domain.axioms]
    while pending:
        condition = pending.pop()
        if isinstance(condition, Atom) and condition.predicate == EQUALITY:
            yield ":equality"
        if type(condition) in _REQUIRED:
            yield _REQUIRED[type(condition)]
        pending.extend(children(condition))


def action_to_pddl(action: ActionSchema) -> str:
    """An action schema as it stands in a domain."""
    effects = [_effect(effect) for effect in action.effects]
    if action.cost is not None:
        cost = (
            _fluent(action.cost) if isinstance(action.cost, Fluent) else number_to_pddl(action.cost)
        )
        effects.append(f"(increase (total-cost) {cost})")
    effect = effects if len(effects) == 1 else _wrapped("(and", effects)
    parts = [
        f":parameters {_variables(action.parameters)}",
        f":precondition {_continued(condition_lines(action.precondition))}",
        f":effect {_continued(effect)}",
    ]
    return f"(:action {action.name}\n" + _indented(parts) + ")"


def _axiom(axiom: Axiom) -> str:
    head = declaration_to_pddl(Predicate(axiom.predicate, axiom.parameters))
    return "\n".join(_wrapped(f"(:derived {head}", condition_lines(axiom.condition)))


def _effect(effect: Effect) -> str:
    text = atom_to_pddl(effect.atom)
    if not effect.adds:
        text = f"(not {text})"
    if effect.condition != TRUE:
        text = f"(when {condition_to_pddl(effect.condition)} {text})"
    if effect.parameters:
        text = f"(forall {_variables(effect.parameters)} {text})"
    return text


def _fluent(fluent: Fluent) -> str:
    return f"({' '.join((fluent.function, *fluent.args))})"


def number_to_pddl(value: float) -> str:
    """A number as PDDL has it: no exponent, no fraction where there is none to say."""
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def declaration_to_pddl(predicate: Predicate) -> str:
    """A predicate with its typed variables: `(at ?t - truck ?d - depot)`."""
    return f"({' '.join((predicate.name, *_typed(predicate.parameters)))})"


def _variables(parameters: Sequence[Parameter]) -> str:
    return f"({' '.join(_typed(parameters))})"


def _typed(items: Sequence[Parameter | Object | Type]) -> list[str]:
    """Names grouped by type: `?a ?b - truck`; types are left out where none says anything."""
    groups = [(types, list(names)) for types, names in groupby(items, key=_types_of)]
    last = len(groups) - 1
    lines = []
    for index, (types, names) in enumerate(groups):
        text = " ".join(item.name for item in names)
        # Only at the very end is an untyped name not taken into the next group's type.
        plain = types == (ROOT_TYPE,) and index == last
        lines.append(text if plain else f"{text} - {_type(types)}")
    return lines


def _typed_lines(items: Sequence[Object | Type]) -> list[str]:
    """Names grouped by type, each group from a new line on."""
    return [
        line
        for group in _typed(items)
        for line in wrap(group, _WIDTH, break_long_words=False, break_on_hyphens=False)
    ]


def _types_of(item: Parameter | Object | Type) -> tuple[str, ...]:
    return item.parents if isinstance(item, Type) else item.types


def _type(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def _section(keyword: str, lines: Iterable[str]) -> str:
    """A section with a line for each element, or nothing where there are none."""
    body = list(lines)
    return "\n".join(_wrapped(f"({keyword}", body)) if body else ""


def _definition(header: str, sections: Iterable[str]) -> str:
    return f"(define {header}\n" + _indented(part for part in sections if part) + ")\n"


def _wrapped(opening: str, lines: Sequence[str]) -> list[str]:
    """A block: its opening, its parts indented below, its parenthesis closed after the last."""
    if not lines:
        return [opening + ")"]
    body = [_INDENT + line for part in lines for line in part.split("\n")]
    return [opening, *body[:-1], body[-1] + ")"]


def _indented(parts: Iterable[str]) -> str:
    return "\n".join(_INDENT + line for part in parts for line in part.split("\n"))


def _continued(lines: Sequence[str]) -> str:
    """Lines of which the first follows a keyword, and the others stand below, set in."""
    return ("\n" + _INDENT).join(lines)
