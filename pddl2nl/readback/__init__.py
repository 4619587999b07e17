"""English, as `pddl2nl.compose` writes it, read back into values without a look at the PDDL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType

from pddl2nl.compose import STYLES
from pddl2nl.compose.paper import RULES
from pddl2nl.compose.phrases import ARTICLE, Template, TersePhrase, noun_behind_article
from pddl2nl.compose.styles import implied_nouns
from pddl2nl.model import (
    ROOT_TYPE,
    And,
    Atom,
    Domain,
    GroundAction,
    Parameter,
    Predicate,
    Problem,
)
from pddl2nl.naming import stand_ins
from pddl2nl.obfuscation import Renaming
from pddl2nl.readback._clauses import HOLE, UNREAD, Clauses, UnreadableText, filled, term
from pddl2nl.readback._costs import read_costs, read_prices, with_costs
from pddl2nl.readback._parts import ActionDraft, Kinds, below, read_kinds, rules

__all__ = [
    "HOLE",
    "UNREAD",
    "ReadTask",
    "UnreadableText",
    "filled",
    "holds_task",
    "read_costs",
    "read_prices",
    "read_task",
]


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


def _template(draft: ActionDraft, nouns: Sequence[str]) -> Template:
    """An action's phrase without articles, to be filled with objects."""
    place = {item.name: number for number, item in enumerate(draft.parameters)}
    texts, before, slots, end = [""], list[str](), [], 0
    for hole in HOLE.finditer(draft.text):
        part = draft.text[end : hole.start()]
        texts[-1] += ARTICLE.sub(r"\1", part)
        end = hole.end()
        if term(hole.group()) in place:
            before.append(noun_behind_article(part, nouns))
            slots.append(place[term(hole.group())])
            texts.append("")
        else:
            texts[-1] += hole.group()
    texts[-1] += draft.text[end:]
    return TersePhrase(tuple(texts), tuple(slots), tuple(before))


def read_task(domain_text: str, problem_text: str = "") -> ReadTask:
    """Read a domain's and a problem's description back into PDDL values.

    Args:
        domain_text: text that contains a `DomainText`, such as a whole prompt.
        problem_text: text that contains a `ProblemText`; nothing for the domain alone.

    Raises:
        UnreadableText: a sentence that cannot be understood; it is quoted.
    """
    style, kinds = _opened(_lines(domain_text))
    listed = (*kinds.constants, *(style.objects(problem_text, kinds) if problem_text else ()))
    hidden = stand_ins(item.name for item in listed)
    read = _read(_lines(hidden.hide(domain_text)), hidden.hide(problem_text))
    if not hidden.table:
        return read
    return replace(read, problem=Renaming(terms=hidden.inverse).problem(read.problem))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def _read(lines: Sequence[str], problem_text: str) -> ReadTask:
    """A task, all of whose names have underscores."""
    style, kinds = _opened(lines)
    clauses = Clauses(kinds.names, implied_nouns(kinds.types))
    drafts: list[ActionDraft] = style.actions(lines, kinds, clauses)
    axioms = tuple(rules(tuple(below(RULES, lines)), clauses))
    state = style.state(problem_text, kinds, clauses) if problem_text else ()
    goal = style.goal(problem_text, clauses) if problem_text else ()
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
    objects = tuple(style.objects(problem_text, kinds)) if problem_text else ()
    problem = Problem("from-english", domain, objects, state, And(goal))
    nouns = [ROOT_TYPE, *(item.name.replace("-", " ") for item in kinds.types)]
    sentences = {draft.name: draft.text for draft in drafts}
    return ReadTask(
        with_costs(problem, sentences, "\n".join(lines), problem_text),
        sentences,
        clauses.frames,
        {draft.name: _template(draft, nouns) for draft in drafts},
    )


def holds_task(text: str) -> bool:
    """Whether a text holds a problem's description, in any style."""
    return any(style.holds_task(text) for style in _STYLES)


_STYLES = tuple(import_module(f"pddl2nl.readback._{name}") for name in STYLES)


def _opened(lines: Sequence[str]) -> tuple[ModuleType, Kinds]:
    """What reads a domain's description, and the kinds of objects in it."""
    for style in _STYLES:
        if style.HEADING in lines:
            return style, read_kinds(style.about_kinds(lines))
    headings = " or ".join(f"«{style.HEADING}»" for style in _STYLES)
    raise UnreadableText(f"there is no line {headings}")
