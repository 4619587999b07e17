"""A whole task, read back from its two descriptions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pddl2nl.compose.paper import ABILITIES
from pddl2nl.model import And, Domain, GroundAction, Parameter, Predicate, Problem
from pddl2nl.readback._clauses import HOLE, Clauses, term
from pddl2nl.readback._errors import UnreadableText
from pddl2nl.readback._kinds import read_kinds
from pddl2nl.readback._paper import PaperReader

_ARTICLE = re.compile(r"\b(?:an?|the|another) ((?:[a-z0-9'-]+ ){1,6})$")


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A task understood from English alone.

    Args:
        problem: the task as PDDL values, under invented names.
        sentences: for every action's invented name, how it is said (as the text says it).
        frames: for every predicate's invented name, the words of its clauses with `{}` for names.
    """

    problem: Problem
    sentences: dict[str, str]
    frames: dict[str, str]

    def say(self, action: GroundAction) -> str:
        """A ground action in the words of the description, without the articles."""
        schema = next(item for item in self.problem.domain.actions if item.name == action.name)
        values = {
            parameter.name: value
            for parameter, value in zip(schema.parameters, action.args, strict=True)
        }
        parts, end = [], 0
        text = self.sentences[action.name]
        for hole in HOLE.finditer(text):
            parts.append(_ARTICLE.sub(r"\1", text[end : hole.start()]))
            parts.append(values.get(term(hole.group()), hole.group()))
            end = hole.end()
        return "".join(parts) + text[end:]


def read_task(domain_text: str, problem_text: str = "") -> ReadTask:
    """Read a domain's and a problem's description back into PDDL values.

    Args:
        domain_text: text that contains a `DomainText`, such as a whole prompt.
        problem_text: text that contains a `ProblemText`; nothing for the domain alone.

    Raises:
        UnreadableText: a sentence that cannot be understood; it is quoted.
    """
    reader = _reader(domain_text)
    kinds = read_kinds(reader.about_kinds)
    clauses = Clauses(kinds.names)
    drafts = reader.actions(kinds, clauses)
    axioms = tuple(reader.rules.read(clauses))
    state = reader.state(problem_text, clauses) if problem_text else ()
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
    return ReadTask(problem, {draft.name: draft.text for draft in drafts}, clauses.frames)


def holds_task(text: str) -> bool:
    """Whether a text holds a problem's description, in any style."""
    return any(reader.holds_task(text) for reader in _READERS)


_READERS = (PaperReader,)


def _reader(text: str) -> PaperReader:
    lines = [line.strip() for line in text.splitlines()]
    for reader in _READERS:
        if reader.fits(lines):
            return reader(lines)
    raise UnreadableText(f"there is no line «{ABILITIES}»")
