"""An action while it is being read: its phrase, what it asks for, and what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pddl2nl.model import TRUE, ActionSchema, And, Atom, Condition, Effect, Not, Parameter
from pddl2nl.readback._clauses import (
    HOLE,
    SLOT,
    Clauses,
    split_list,
    term,
    unused_name,
    without_brackets,
)
from pddl2nl.readback._kinds import Kinds

_OF_KIND = re.compile(r"([A-HJ-Z]\d*) is (?:of kind|an?) (.+)")


@dataclass(slots=True)
class ActionDraft:
    """What has been read about one action so far."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    required: list[Condition] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)

    @property
    def schema(self) -> ActionSchema:
        """The action as a value."""
        return ActionSchema(
            self.name, self.parameters, And(tuple(self.required)), tuple(self.effects)
        )

    def require(self, text: str, kinds: Kinds, clauses: Clauses) -> None:
        """Take a list of positive clauses, some of which may say of what kind something is."""
        for item in split_list(text, "and"):
            found = _OF_KIND.fullmatch(without_brackets(item))
            types = kinds.known(found[2]) if found else None
            if found and types:
                self._is_of(term(found[1]), types)
            else:
                self.required.append(clauses.atom(item))

    def forbid(self, text: str, clauses: Clauses) -> None:
        """Take a list of clauses none of which may hold."""
        self.required += [Not(atom) for atom in clauses.atoms(text, "or")]

    def change(
        self,
        gained: Sequence[Atom],
        lost: Sequence[Atom],
        condition: Condition = TRUE,
        scope: tuple[Parameter, ...] = (),
    ) -> None:
        """Take what becomes true, and what ceases to be."""
        self.effects += [Effect(atom, True, condition, scope) for atom in gained]
        self.effects += [Effect(atom, False, condition, scope) for atom in lost]

    def _is_of(self, name: str, types: tuple[str, ...]) -> None:
        self.parameters = tuple(
            replace(each, types=types) if each.name == name else each for each in self.parameters
        )


def drafts(lines: Sequence[str], kinds: Kinds) -> Iterator[ActionDraft]:
    """A draft for each ability."""
    taken: dict[str, int] = {}
    for text in lines:
        name = unused_name(HOLE.sub(SLOT, text), taken)
        taken[name] = 1
        yield ActionDraft(name, text, tuple(_parameters(text, kinds)))


def _parameters(text: str, kinds: Kinds) -> Iterator[Parameter]:
    seen: set[str] = set()
    for hole in HOLE.finditer(text):
        letter = "_" not in hole.group()
        if letter and hole.group() not in seen:
            seen.add(hole.group())
            yield Parameter(term(hole.group()), kinds.before(text[: hole.start()]))
