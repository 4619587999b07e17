"""What is carried along while a text is read: where it stands, remarks, and the names declared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from pddl2nl.english.nouns import counted
from pddl2nl.errors import PddlError, Remark, did_you_mean
from pddl2nl.model import ROOT_TYPE, Domain, Fluent, Parameter, Term
from pddl2nl.reader.blocks import Block, Node, Source, place

MAX_REMARKS = 100
_MAX_QUOTE_LENGTH = 60


class UnresolvedError(PddlError):
    """A name, or a number of arguments, that does not fit what is declared."""


@dataclass(frozen=True, slots=True)
class Context:
    """The source of what is being read, and the remarks made so far."""

    source: Source
    remarks: list[Remark] = field(default_factory=list)

    def error(self, parent: Block, index: int, message: str) -> PddlError:
        """An error at an element of a block."""
        line, column = self.source.place(place(parent, index))
        return PddlError(message, source=self.source.name, line=line, column=column)

    def error_at(self, block: Block, message: str) -> PddlError:
        """An error at a block's opening parenthesis."""
        line, column = self.source.place(block.start)
        return PddlError(message, source=self.source.name, line=line, column=column)

    def unresolved(self, parent: Block, index: int, message: str) -> UnresolvedError:
        """An error at an element that does not fit what is declared."""
        line, column = self.source.place(place(parent, index))
        return UnresolvedError(message, source=self.source.name, line=line, column=column)

    def undeclared(
        self, parent: Block, index: int, what: str, known: Iterable[str]
    ) -> UnresolvedError:
        """The error for a name that stands nowhere, with the nearest name that does."""
        name = parent[index]
        near = "" if isinstance(name, Block) else did_you_mean(name, known)
        message = f"undeclared {what} {quote(name)}{near}"
        return self.unresolved(parent, index, message)

    def remark(self, parent: Block, index: int, message: str) -> None:
        """Note something that was accepted although the language does not allow it."""
        if len(self.remarks) > MAX_REMARKS:
            return
        if len(self.remarks) == MAX_REMARKS:
            message = "there is more of this kind; further remarks are left out"
        line, column = self.source.place(place(parent, index))
        self.remarks.append(Remark(message, self.source.name, line, column))


def quote(node: Node) -> str:
    """A word or block as an error names it: short enough for one line."""
    if isinstance(node, Block):
        head = node[0] if node and isinstance(node[0], str) else ""
        return quote_text(f"({head} ...)" if len(node) > 1 else f"({head})")
    return quote_text(node)


def quote_text(text: str) -> str:
    """A piece of text in quotes, cut where it is long, with what cannot be printed escaped."""
    if len(text) > _MAX_QUOTE_LENGTH:
        text = text[:_MAX_QUOTE_LENGTH] + "..."
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return f"'{text}'"


def one_of(words: Collection[str]) -> str:
    """Words as an enumeration for a message."""
    return ", ".join(sorted(words))


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
        message = f"the {what} {quote(block[0])} takes {counted(arity, 'argument')}, not {found}"
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
