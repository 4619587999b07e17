"""A whole task, read back from its two descriptions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pddl2nl.compose.brief import ACTIONS
from pddl2nl.compose.paper import ABILITIES
from pddl2nl.compose.phrases import Template, TerseTemplate
from pddl2nl.model import And, Atom, Domain, GroundAction, Parameter, Predicate, Problem
from pddl2nl.readback._brief import BriefReader
from pddl2nl.readback._clauses import HOLE, Clauses, filled, term
from pddl2nl.readback._draft import ActionDraft
from pddl2nl.readback._errors import UnreadableText
from pddl2nl.readback._kinds import read_kinds
from pddl2nl.readback._paper import PaperReader

_ARTICLE = re.compile(r"\b(?:an?|another) ((?:(?!(?:an?|another) )(?:[^\W_A-Z]|['-])+ ){1,6})$")


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A task understood from English alone.

    Args:
        problem: the task as PDDL values, under invented names.
        sentences: for every action's invented name, how it is said (as the text says it).
        frames: for every predicate's invented name, the words of its clauses with `{}` for names.
        templates: for every action, how it is said of objects.
    """

    problem: Problem
    sentences: dict[str, str]
    frames: dict[str, str]
    templates: dict[str, Template]

    def say(self, action: GroundAction) -> str:
        """A ground action in the words of the description, without the articles."""
        return self.templates[action.name].fill(action.args)

    def tell(self, fact: Atom) -> str:
        """A ground fact in the words of the description."""
        return filled(self.frames[fact.predicate], fact.args)


def _template(draft: ActionDraft, kind: type[Template]) -> Template:
    """How an action is said of objects: its phrase without articles."""
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
    return kind(tuple(texts), tuple(slots))


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
    kind = TerseTemplate if isinstance(reader, BriefReader) else Template
    return ReadTask(
        problem,
        {draft.name: draft.text for draft in drafts},
        clauses.frames,
        {draft.name: _template(draft, kind) for draft in drafts},
    )


def holds_task(text: str) -> bool:
    """Whether a text holds a problem's description, in any style."""
    return any(reader.holds_task(text) for reader in _READERS)


_READERS = (PaperReader, BriefReader)


def _reader(text: str) -> PaperReader | BriefReader:
    lines = [line.strip() for line in text.splitlines()]
    for reader in _READERS:
        if reader.fits(lines):
            return reader(lines)
    raise UnreadableText(f"there is no line «{ABILITIES}» or «{ACTIONS}»")
