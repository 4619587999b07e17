"""Descriptions as values, the text that they make, and the order of facts in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pddl2nl.model import Atom, Problem


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a domain's description.

    Args:
        name: what it is about: `kinds`, `abilities`, `effects`.
        heading: the line above it; empty for none.
        lines: its lines.
    """

    name: str
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join((*([self.heading] if self.heading else []), *self.lines))


@dataclass(frozen=True, slots=True)
class DomainText:
    """A domain in English, section by section; those without lines are left out of the text."""

    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        return "\n\n".join(section.text for section in self.sections if section.lines)

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of the section of a name; none where there is no such section."""
        return next((each.lines for each in self.sections if each.name == name), ())


@dataclass(frozen=True, slots=True)
class ProblemText:
    """A problem in English.

    Args:
        goal: what must hold, and what must not, in the end.
        objects: the problem's objects.
        state: what holds at the start.
        costs: what costs refer to; empty unless `with_prices` adds it.
    """

    goal: str
    objects: tuple[str, ...]
    state: str
    costs: str = ""

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        return "\n".join(filter(None, (self.goal, *self.objects, self.costs, self.state)))


def in_order(facts: Iterable[Atom], problem: Problem) -> list[Atom]:
    """Facts by their first object, then by predicate, then by the other objects."""
    names = [item.name for item in problem.all_objects]
    names += [f"({item.name}" for item in problem.domain.predicates]
    order = {name: place for place, name in enumerate(names)}
    return sorted(facts, key=lambda atom: _rank(atom, order))


def _rank(atom: Atom, order: Mapping[str, int]) -> tuple[bool, tuple[int, ...]]:
    first, *others = (order[term] for term in atom.args) if atom.args else (-1,)
    return (not atom.args, (first, order.get(f"({atom.predicate}", -1), *others))
