"""What a description consists of in every style: kinds of objects, actions, derived predicates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeAlias

from pddl2nl.compose import brief
from pddl2nl.compose.paper import CASES, KINDS, constants_are, objects_of
from pddl2nl.compose.phrases import OTHER, WORDS_BEFORE, squash
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Effect,
    Not,
    Object,
    Or,
    Parameter,
    Type,
)
from pddl2nl.readback._clauses import (
    HOLE,
    SLOT,
    Clauses,
    split_list,
    split_once,
    term,
    unused_name,
    without_brackets,
)

_HIERARCHY = re.compile(r"Every (.+) is an? (.+)\.")
_CONSTANTS = re.compile(r"In every task, (.+?) (is|are) (.+)\.")
_MAX_NOUN_LENGTH = 12
_Say: TypeAlias = Callable[[tuple[str, ...]], str]


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a description says about kinds: types, called like their nouns, and constants."""

    types: tuple[Type, ...] = ()
    constants: tuple[Object, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The types' names by their squashed nouns; `object` is always among them."""
        return {ROOT_TYPE: ROOT_TYPE, **{squash(item.name): item.name for item in self.types}}

    def known(self, noun: str) -> tuple[str, ...] | None:
        """The types that a noun such as `van or bike` names; None where one is no kind."""
        names = self.names
        kinds = [squash(kind) for kind in noun.split(" or ")]
        return tuple(names[kind] for kind in kinds) if all(map(names.__contains__, kinds)) else None

    def counted(self, number: int, noun: str) -> tuple[str, ...]:
        """The types that a counted noun such as `2 trucks` or `2 other trucks` names."""
        found = self._found(noun, lambda types: objects_of(types, number))
        if found != (ROOT_TYPE,):
            return found
        return self._found(noun, lambda types: objects_of(types, number, OTHER))

    def constant(self, number: int, noun: str) -> tuple[str, ...]:
        """The types of constants that are called `a truck` or `trucks`."""
        return self._found(noun, lambda types: constants_are(types, number))

    def before(self, text: str) -> tuple[str, ...]:
        """The types that the words at the end of a text name: `from a van or bike ` names two."""
        found = WORDS_BEFORE.search(text)
        words = found.group().split() if found else []
        for start in range(max(0, len(words) - _MAX_NOUN_LENGTH), len(words)):
            found_types = self.known(" ".join(words[start:]))
            if found_types:
                return found_types
        return (ROOT_TYPE,)

    def _found(self, noun: str, say: _Say) -> tuple[str, ...]:
        if " of kind " in noun:
            kinds = noun.split(" of kind ")[1].split(" or ")
            return tuple(self.names.get(squash(kind), ROOT_TYPE) for kind in kinds)
        choices = [*(item.name for item in self.types), ROOT_TYPE]
        fitting = (name for name in choices if say((name.replace("-", " "),)) == noun)
        return (next(fitting, ROOT_TYPE),)


def read_kinds(lines: Iterable[str]) -> Kinds:
    """Read what the lines of a domain's description say about kinds of objects."""
    nouns: list[str] = []
    parents: dict[str, list[str]] = {}
    constants: list[re.Match[str]] = []
    for line in lines:
        if line.startswith((KINDS, brief.KINDS)):
            nouns = split_list(line.partition(":")[2].strip().rstrip("."), "and")
        elif found := _CONSTANTS.fullmatch(line):
            constants.append(found)
        elif nouns and (found := _HIERARCHY.fullmatch(line)):
            for child in split_list(f"every {found[1]}", "and"):
                parents.setdefault(child.removeprefix("every "), []).append(found[2])
    types = tuple(
        Type(_slug(noun), tuple(map(_slug, parents.get(noun, [ROOT_TYPE])))) for noun in nouns
    )
    return Kinds(types, tuple(_constants(constants, Kinds(types))))


def _constants(sentences: Iterable[re.Match[str]], kinds: Kinds) -> Iterator[Object]:
    for found in sentences:
        names = split_list(found[1], "and")
        types = kinds.constant(len(names), found[3])
        yield from (Object(name, types) for name in names)


def _slug(noun: str) -> str:
    return re.sub(r"[\W_]+", "-", noun.lower())


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


_CASE = re.compile(r"\(\d+\) (.+)\.")
_STARTS_WITH_LETTER = re.compile(r"[A-Z]\d*\b")


def rules(lines: Sequence[str], clauses: Clauses) -> Iterator[Axiom]:
    """Derived predicates: a sentence each, or a sentence and its numbered cases.

    Raises:
        UnreadableText: a rule cannot be understood.
    """
    waiting: list[Condition] = []
    for line in reversed(lines):
        if found := _CASE.fullmatch(line):
            waiting.insert(0, clauses.formula(found[1]))
        else:
            yield _rule(line, tuple(waiting), clauses)
            waiting = []


def _rule(line: str, cases: tuple[Condition, ...], clauses: Clauses) -> Axiom:
    begun = line if _STARTS_WITH_LETTER.match(line) else line[0].lower() + line[1:]
    scope, text = clauses.scope(begun)
    head, body = split_once(f"{text.removesuffix('.')} ", " whenever ")
    if cases:
        common = body.strip().removesuffix(CASES).strip().removesuffix(" and")
        shared = (clauses.formula(common),) if common else ()
        condition: Condition = And((*shared, Or(cases)))
    else:
        condition = clauses.formula(body.strip())
    atom = clauses.atom(head)
    typed = {item.name: item for item in scope}
    parameters = tuple(typed.get(name, Parameter(name)) for name in atom.args)
    return Axiom(atom.predicate, parameters, condition)


def below(heading: str, lines: Sequence[str]) -> Iterator[str]:
    """The lines below a heading, up to the next empty one; none where the heading is missing."""
    if heading in lines:
        yield from takewhile(bool, lines[lines.index(heading) + 1 :])
