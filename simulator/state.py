"""A state of the world: the facts that hold, everything else being false."""

from __future__ import annotations

from dataclasses import dataclass, field

from pddl2nl.model import Atom


@dataclass(frozen=True, slots=True)
class State:
    """What holds at one moment. Two states of one problem are equal when their fluents are.

    Args:
        fluents: the true facts that some action can change.
        facts: the fluents and the derived facts that follow from them.
        static: the true facts that no action changes, the same in all states of a problem.
    """

    fluents: frozenset[Atom]
    facts: frozenset[Atom] = field(compare=False, repr=False)
    static: frozenset[Atom] = field(compare=False, repr=False)

    def atoms(self) -> frozenset[Atom]:
        """All facts that hold: fluents, derived and static ones."""
        return self.facts | self.static
