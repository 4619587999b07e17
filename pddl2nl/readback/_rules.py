"""Derived predicates: a sentence each, or a sentence and its numbered cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pddl2nl.model import And, Axiom, Condition, Or, Parameter
from pddl2nl.readback._clauses import Clauses, split_once

_CASE = re.compile(r"\(\d+\) (.+)\.")
_STARTS_WITH_LETTER = re.compile(r"[A-HJ-Z]\d*\b")


@dataclass(frozen=True, slots=True)
class RuleLines:
    """The lines about derived predicates.

    Args:
        lines: the lines.
        mark: what stands between a rule's head and its condition.
        cases: the end of a rule whose condition follows below it, case by case.
    """

    lines: tuple[str, ...]
    mark: str
    cases: str

    def read(self, clauses: Clauses) -> Iterator[Axiom]:
        """The rules.

        Raises:
            UnreadableText: a rule cannot be understood.
        """
        waiting: list[Condition] = []
        for line in reversed(self.lines):
            if found := _CASE.fullmatch(line):
                waiting.insert(0, clauses.formula(found[1]))
            else:
                yield self._rule(line, tuple(waiting), clauses)
                waiting = []

    def _rule(self, line: str, cases: tuple[Condition, ...], clauses: Clauses) -> Axiom:
        begun = line if _STARTS_WITH_LETTER.match(line) else line[0].lower() + line[1:]
        scope, text = clauses.scope(begun)
        head, body = split_once(f"{text.removesuffix('.')} ", self.mark)
        if cases:
            common = body.strip().removesuffix(self.cases).strip().removesuffix(" and")
            shared = (clauses.formula(common),) if common else ()
            condition: Condition = And((*shared, Or(cases)))
        else:
            condition = clauses.formula(body.strip())
        atom = clauses.atom(head)
        typed = {item.name: item for item in scope}
        parameters = tuple(typed.get(name, Parameter(name)) for name in atom.args)
        return Axiom(atom.predicate, parameters, condition)
