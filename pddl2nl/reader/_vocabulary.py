"""The declared names that conditions and effects are checked against."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pddl2nl.model import ROOT_TYPE, Domain, Fluent, Parameter, Term
from pddl2nl.reader._blocks import Block, Node
from pddl2nl.reader._context import Context, plural, quote

TOTAL_COST = "total-cost"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Types, predicates and functions (with how many arguments they take), derived predicates."""

    types: Collection[str]
    predicates: Mapping[str, int]
    functions: Mapping[str, int]
    derived: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scope:
    """The terms that may be used at a place: objects, and variables with what they stand for.

    A variable stands for itself unless a quantified effect had to rename it.
    """

    objects: Collection[str]
    variables: Mapping[str, str]

    def bind(self, parameters: Iterable[Parameter]) -> Scope:
        """The scope within which these parameters are known as well."""
        return Scope(self.objects, {**self.variables, **{p.name: p.name for p in parameters}})


def vocabulary_of(domain: Domain) -> Vocabulary:
    """What a domain declares, for reading a problem of it."""
    return Vocabulary(
        types=frozenset((ROOT_TYPE, *(declared.name for declared in domain.types))),
        predicates={p.name: len(p.parameters) for p in domain.predicates},
        functions={f.name: len(f.parameters) for f in domain.functions},
        derived=frozenset(axiom.predicate for axiom in domain.axioms),
    )


def terms(ctx: Context, scope: Scope, block: Block) -> tuple[Term, ...]:
    """The arguments of an atom or fluent: all elements of the block but the first.

    Raises:
        PddlError: one is a block, or is neither an object nor a variable in scope.
    """
    return tuple(_term(ctx, scope, block, index) for index in range(1, len(block)))


def check_arity(ctx: Context, block: Block, what: str, arity: int) -> None:
    """Refuse a block whose number of arguments is not the declared one."""
    found = len(block) - 1
    if found != arity:
        message = f"the {what} {quote(block[0])} takes {plural(arity, 'argument')}, not {found}"
        raise ctx.unresolved(block, 0, message)


def fluent(ctx: Context, vocabulary: Vocabulary, scope: Scope, parent: Block, index: int) -> Fluent:
    """The function application at an element of a block."""
    block = parent[index]
    if not isinstance(block, Block):
        raise ctx.error(parent, index, f"expected a function such as '({TOTAL_COST})'")
    if not block or isinstance(block[0], Block):
        raise ctx.error_at(block, "expected the name of a function after this '('")
    name = block[0]
    if name not in vocabulary.functions and name != TOTAL_COST:
        raise ctx.undeclared(block, 0, "function", vocabulary.functions)
    check_arity(ctx, block, "function", vocabulary.functions.get(name, 0))
    return Fluent(name, terms(ctx, scope, block))


def number(node: Node) -> float | None:
    """The number that a word stands for, or None where it is not one."""
    if isinstance(node, Block) or node[:1] not in "+-.0123456789":
        return None
    try:
        return float(node)
    except ValueError:
        return None


def _term(ctx: Context, scope: Scope, block: Block, index: int) -> Term:
    term = block[index]
    if isinstance(term, Block):
        message = f"expected an object or a variable, found {quote(term)}; functions cannot be used"
        raise ctx.error_at(term, message + " as arguments")
    if term.startswith("?"):
        if term not in scope.variables:
            raise ctx.undeclared(block, index, "variable", scope.variables)
        return scope.variables[term]
    if term not in scope.objects:
        raise ctx.undeclared(block, index, "object", scope.objects)
    return term
