"""Actions: abilities with their kinds, restrictions and effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    Condition,
    Effect,
    Not,
    Parameter,
)
from pddl2nl.readback._clauses import (
    HOLE,
    SLOT,
    Clauses,
    split_list,
    term,
    unused_name,
)
from pddl2nl.readback._errors import UnreadableText
from pddl2nl.readback._kinds import Kinds
from pddl2nl.readback._sections import Sections

_OF_KIND = re.compile(r"([A-HJ-Z]\d*) is of kind (.+)")


@dataclass(slots=True)
class Draft:
    """What has been read about one action so far: how it is said, asks for, and does."""

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


def read_actions(parts: Sections, kinds: Kinds, clauses: Clauses) -> list[Draft]:
    """All actions of a description.

    Raises:
        UnreadableText: a sentence is about no action of the list, or cannot be understood.
    """
    drafts = list(_abilities(parts.abilities, kinds))
    # The longest phrase first, since one ability may begin like another.
    reader = _Reader(sorted(drafts, key=lambda draft: -len(draft.text)), clauses)
    for line in parts.restrictions:
        reader.restriction(line)
    for line in parts.effects:
        reader.effect(line)
    return drafts


def _abilities(lines: Sequence[str], kinds: Kinds) -> Iterator[Draft]:
    taken: dict[str, int] = {}
    for text in lines:
        name = unused_name(HOLE.sub(SLOT, text), taken)
        taken[name] = 1
        yield Draft(name, text, tuple(_parameters(text, kinds)))


def _parameters(text: str, kinds: Kinds) -> Iterator[Parameter]:
    seen: set[str] = set()
    for hole in HOLE.finditer(text):
        letter = "_" not in hole.group()
        if letter and hole.group() not in seen:
            seen.add(hole.group())
            yield Parameter(term(hole.group()), kinds.before(text[: hole.start()]))


class _Reader:
    """Reads sentences about actions into their drafts."""

    def __init__(self, drafts: Sequence[Draft], clauses: Clauses) -> None:
        self._drafts = drafts
        self._clauses = clauses

    def restriction(self, line: str) -> None:
        """`I can only … if …`, `I can only … when …`, `I cannot … if …` or `I can always …`."""
        if line.startswith("I can only "):
            draft, mark, text = self._about(line, "I can only ", (" if ", " when "))
            if mark == " when ":
                draft.required.append(self._clauses.formula(text))
            else:
                self._require(draft, text)
        elif line.startswith("I cannot "):
            draft, _, text = self._about(line, "I cannot ", (" if ",))
            draft.required += [Not(atom) for atom in self._clauses.atoms(text, "or")]
        else:
            self._about(line, "I can always ", (".",))

    def effect(self, line: str) -> None:
        """`Once I …`, `After I …`, either for every object of a kind, or on a condition."""
        if line.startswith("Nothing changes when I "):
            return
        scope, text = self._clauses.scope(line[0].lower() + line[1:])
        if text.startswith("if "):
            self._conditional(text, scope)
            return
        adds = text.startswith("once I ")
        draft, _, result = self._about(text, "once I " if adds else "after I ", (", ",))
        atoms = self._clauses.atoms(result) if adds else self._clauses.ended(result)
        draft.effects += [Effect(atom, adds, TRUE, scope) for atom in atoms]

    def _require(self, draft: Draft, text: str) -> None:
        for item in split_list(text, "and"):
            bare = item[1:-1] if item.startswith("(") and item.endswith(")") else item
            if found := _OF_KIND.fullmatch(bare):
                name, types = term(found[1]), self._clauses.types(found[2])
                draft.parameters = tuple(
                    Parameter(each.name, types) if each.name == name else each
                    for each in draft.parameters
                )
            else:
                draft.required.append(self._clauses.atom(item))

    def _conditional(self, text: str, scope: tuple[Parameter, ...]) -> None:
        for draft in self._drafts:
            mark = f" when I {draft.text}, then "
            if mark in text:
                premise, result = text.removeprefix("if ").removesuffix(".").split(mark, 1)
                condition = self._clauses.premise(premise)
                adds = not result.startswith("afterwards ")
                read = self._clauses.atoms if adds else self._clauses.ended
                atoms = read(result.removeprefix("afterwards "))
                draft.effects += [Effect(atom, adds, condition, scope) for atom in atoms]
                return
        raise UnreadableText(f"no action fits «{text}»")

    def _about(self, line: str, opening: str, marks: Sequence[str]) -> tuple[Draft, str, str]:
        for draft in self._drafts:
            for mark in marks:
                start = f"{opening}{draft.text}{mark}"
                if line.startswith(start):
                    return draft, mark, line[len(start) :].removesuffix(".")
        raise UnreadableText(f"no action fits «{line}»")
