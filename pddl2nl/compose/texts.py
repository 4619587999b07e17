"""Descriptions as values: their sections, and the text that they make."""

from __future__ import annotations

from dataclasses import dataclass


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
