"""English, as `pddl2nl.compose` writes it, read back into values without a look at the PDDL."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from pddl2nl.compose import STYLES
from pddl2nl.compose.brief import implied_nouns
from pddl2nl.compose.paper import RULES
from pddl2nl.compose.phrases import Template, TerseTemplate
from pddl2nl.model import (
    And,
    Atom,
    Condition,
    Domain,
    GroundAction,
    Object,
    Parameter,
    Predicate,
    Problem,
)
from pddl2nl.readback._clauses import HOLE, UNREAD, Clauses, UnreadableText, filled, term
from pddl2nl.readback._parts import ActionDraft, Kinds, below, read_kinds, rules

__all__ = ["HOLE", "UNREAD", "ReadTask", "UnreadableText", "filled", "holds_task", "read_task"]


_ARTICLE = re.compile(r"\b(?:an?|another) ((?:(?!(?:an?|another) )(?:[^\W_A-Z]|['-])+ ){1,6})$")


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A task understood from English alone.

    Args:
        problem: the task as PDDL values, under invented names.
        sentences: for every action's invented name, its phrase in the text.
        frames: for every predicate's invented name, the words of its clauses with `{}` for names.
        templates: for every action, its phrase without articles, to be filled with objects.
    """

    problem: Problem
    sentences: dict[str, str]
    frames: dict[str, str]
    templates: dict[str, Template]

    def say(self, action: GroundAction) -> str:
        """A ground action in the words of the description, without the articles."""
        return self.templates[action.name].fill(action.args)

    def clause(self, fact: Atom) -> str:
        """A ground fact in the words of the description."""
        return filled(self.frames[fact.predicate], fact.args)


def _template(draft: ActionDraft, terse: bool) -> Template:
    """An action's phrase without articles, to be filled with objects."""
    place = {item.name: number for number, item in enumerate(draft.parameters)}
    texts, slots, end = [""], [], 0
    for hole in HOLE.finditer(draft.text):
        texts[-1] += _ARTICLE.sub(r"\1", draft.text[end : hole.start()])
        end = hole.end()
        if term(hole.group()) in place:
            slots.append(place[term(hole.group())])
            texts.append("")
        else:
            texts[-1] += hole.group()
    texts[-1] += draft.text[end:]
    return (TerseTemplate if terse else Template)(tuple(texts), tuple(slots))


def read_task(domain_text: str, problem_text: str = "") -> ReadTask:
    """Read a domain's and a problem's description back into PDDL values.

    Args:
        domain_text: text that contains a `DomainText`, such as a whole prompt.
        problem_text: text that contains a `ProblemText`; nothing for the domain alone.

    Raises:
        UnreadableText: a sentence that cannot be understood; it is quoted.
    """
    lines = [line.strip() for line in domain_text.splitlines()]
    reader = _reader(lines)
    kinds = read_kinds(reader.about_kinds)
    clauses = Clauses(kinds.names, implied_nouns(kinds.types) if reader.terse else None)
    drafts = reader.actions(kinds, clauses)
    axioms = tuple(rules(tuple(below(RULES, lines)), clauses))
    state = reader.state(problem_text, kinds, clauses) if problem_text else ()
    goal = reader.goal(problem_text, clauses) if problem_text else ()
    domain = Domain(
        name="from-english",
        types=kinds.types,
        constants=kinds.constants,
        predicates=tuple(
            Predicate(name, tuple(Parameter(f"?{place}x") for place in range(arity)))
            for name, arity in clauses.arities.items()
        ),
        actions=tuple(draft.schema for draft in drafts),
        axioms=axioms,
    )
    objects = tuple(reader.objects(problem_text, kinds))
    problem = Problem("from-english", domain, objects, state, And(goal))
    return ReadTask(
        problem,
        {draft.name: draft.text for draft in drafts},
        clauses.frames,
        {draft.name: _template(draft, reader.terse) for draft in drafts},
    )


def holds_task(text: str) -> bool:
    """Whether a text holds a problem's description, in any style."""
    return any(reader.holds_task(text) for reader in _READERS)


class StyleReader(Protocol):
    """Reads descriptions in one style: `READER` of the module that is called like the style."""

    heading: str
    terse: bool

    def __init__(self, lines: Sequence[str]) -> None: ...

    @staticmethod
    def holds_task(text: str) -> bool: ...

    @property
    def about_kinds(self) -> Sequence[str]: ...

    def actions(self, kinds: Kinds, clauses: Clauses) -> list[ActionDraft]: ...

    def objects(self, text: str, kinds: Kinds) -> Iterator[Object]: ...

    def state(self, text: str, kinds: Kinds, clauses: Clauses) -> tuple[Atom, ...]: ...

    def goal(self, text: str, clauses: Clauses) -> tuple[Condition, ...]: ...


_READERS: Sequence[type[StyleReader]] = tuple(
    import_module(f"pddl2nl.readback._{name}").READER for name in STYLES
)


def _reader(lines: Sequence[str]) -> StyleReader:
    for reader in _READERS:
        if reader.heading in lines:
            return reader(lines)
    headings = " or ".join(f"«{reader.heading}»" for reader in _READERS)
    raise UnreadableText(f"there is no line {headings}")
