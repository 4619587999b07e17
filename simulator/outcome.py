"""A state, and what comes of an action: it was applied, or refused for every reason named here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pddl2nl.model import Atom, Condition, GroundAction, Parameter


@dataclass(frozen=True, slots=True)
class State:
    """What holds at one moment. Two states of one problem are equal when their fluents are.

    Args:
        fluents: the true facts that some action can change.
        facts: the fluents and the derived facts that follow from them.
        static: the true facts that no action changes, the same in all states of a problem.
    """

    fluents: frozenset[Atom]
    facts: frozenset[Atom] = field(compare=False, repr=False)
    static: frozenset[Atom] = field(compare=False, repr=False)

    def atoms(self) -> frozenset[Atom]:
        """All facts that hold: fluents, derived and static ones."""
        return self.facts | self.static


@dataclass(frozen=True, slots=True)
class UnknownAction:
    """The domain has no action of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class UnknownObject:
    """The problem has no object of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class WrongArity:
    """The action takes `expected` arguments and was given `given`."""

    action: str
    expected: int
    given: int


@dataclass(frozen=True, slots=True)
class WrongType:
    """An object that is of none of the types (`parameter.types`) its parameter allows."""

    object: str
    types: tuple[str, ...]
    parameter: Parameter


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """A conjunct of the precondition that is false; its free variables are replaced by objects.

    A conjunct about all or no objects is replaced by its false instances if they are few.
    """

    condition: Condition


Fault: TypeAlias = UnknownAction | UnknownObject | WrongArity | WrongType | Unsatisfied


@dataclass(frozen=True, slots=True)
class Applied:
    """The action was carried out.

    `added` and `deleted` are the facts that changed: an effect that restates what was already so
    is in neither. Derived facts are in neither; they follow from `state`.
    """

    action: GroundAction
    state: State
    added: frozenset[Atom]
    deleted: frozenset[Atom]


@dataclass(frozen=True, slots=True)
class Refused:
    """The action was not carried out and nothing changed. `faults` has all faults of one kind.

    A name or a number of arguments that is wrong comes before a wrong type, a wrong type before
    an unsatisfied precondition: the later checks mean nothing until the earlier ones pass.
    """

    action: GroundAction
    faults: tuple[Fault, ...]


Outcome: TypeAlias = Applied | Refused

Mistake: TypeAlias = Literal[
    "unknown action",
    "unknown object",
    "wrong number of objects",
    "wrong type",
    "unsatisfied precondition",
    "not understood",
    "finished too early",
]
"""The ways in which a step can be wrong: five of an action that is refused, and two of a sentence
that is no action."""

_MISTAKES: Mapping[type[Fault], Mistake] = {
    UnknownAction: "unknown action",
    UnknownObject: "unknown object",
    WrongArity: "wrong number of objects",
    WrongType: "wrong type",
    Unsatisfied: "unsatisfied precondition",
}


def mistake_of(outcome: Outcome) -> Mistake | None:
    """What is wrong with an action, None where it was carried out."""
    return _MISTAKES[type(outcome.faults[0])] if isinstance(outcome, Refused) else None
