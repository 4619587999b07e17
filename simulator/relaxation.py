"""Which facts can never hold together: reachable pairs of facts.

This is the reachability part of the heuristic h² (Haslum and Geffner, Admissible Heuristics for
Optimal Planning, AIPS 2000): a fact or a pair of facts that is not found here holds in no state
that can be reached. The converse is not true. Only what makes more reachable is left out: negative
and compound conditions, conditions of effects, and conditional deletions; derived facts may hold
in any state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pddl2nl.model import Atom, GroundAction
from simulator.grounding import GroundCondition
from simulator.queries import check
from simulator.world import World


@dataclass(frozen=True, slots=True)
class _Operator:
    """An action as numbers and bit masks of facts.

    Args:
        needed: the numbers of the facts that its precondition asks for.
        needs: the same as a mask.
        adds: the numbers of the facts that it may add.
        added: the same as a mask.
        surely: those that it adds in any case.
        deleted: the facts that it deletes in any case.
    """

    needed: tuple[int, ...]
    needs: int
    adds: tuple[int, ...]
    added: int
    surely: int
    deleted: int


class Relaxation:
    """The actions of a task, made ready to look for reachable pairs from several states."""

    def __init__(self, world: World, actions: Iterable[GroundAction]) -> None:
        """
        Args:
            world: the task.
            actions: all actions that may ever be applicable (see `World.possible`).
        """
        self._derived = frozenset(axiom.predicate for axiom in world.problem.domain.axioms)
        self._numbers: dict[Atom, int] = {}
        self._operators = tuple(
            self._operator(world, action)
            for action in actions
            if world.precondition(action).possible
        )
        self._world = world

    def pairs(self, facts: Iterable[Atom], without: Atom | None = None) -> ReachablePairs:
        """What may hold after any number of steps from a state.

        Args:
            facts: what holds in the state.
            without: a fact that must never hold: actions that add it in any case are left out.

        Raises:
            OutOfTimeError: the time that `queries.within` gives is up.
        """
        initial = self._mask(fact for fact in facts if fact.predicate not in self._derived)
        banned = 0 if without is None else self._mask((without,))
        return ReachablePairs(self, _fixpoint(self._operators, initial, banned))

    def needs(self, condition: GroundCondition) -> Iterator[Atom]:
        """The facts that a condition asks for and that are no derived ones."""
        return (fact for fact in condition.holding if fact.predicate not in self._derived)

    def number(self, fact: Atom) -> int | None:
        """The number of a fact; None if no action adds it and no state that was given has it."""
        return self._numbers.get(fact)

    def _operator(self, world: World, action: GroundAction) -> _Operator:
        change = world.change(action)
        needed = tuple(map(self._numbered, self.needs(world.precondition(action))))
        maybe = {each.fact for each in change.conditional if each.adds}
        adds = tuple(map(self._numbered, change.adds | maybe))
        return _Operator(
            needed=needed,
            needs=_bits(needed),
            adds=adds,
            added=_bits(adds),
            surely=self._mask(change.adds),
            deleted=self._mask(change.deletes - change.adds),
        )

    def _numbered(self, fact: Atom) -> int:
        return self._numbers.setdefault(fact, len(self._numbers))

    def _mask(self, facts: Iterable[Atom]) -> int:
        return _bits(map(self._numbered, facts))


@dataclass(frozen=True, slots=True)
class ReachablePairs:
    """For each fact that may hold, by its number, the mask of the facts that may hold with it."""

    relaxation: Relaxation
    partners: dict[int, int]

    def may_hold(self, facts: Iterable[Atom]) -> bool:
        """Whether facts may hold together in a state that is reached; if not, they never do."""
        numbers = [
            self.relaxation.number(fact)
            for fact in facts
            if fact.predicate not in self.relaxation._derived
        ]
        if None in numbers:
            return False
        wanted = _bits(number for number in numbers if number is not None)
        return all(not wanted & ~self.partners.get(number or 0, 0) for number in numbers)

    def may_be_met(self, condition: GroundCondition) -> bool:
        """Whether a condition may hold in a state that is reached; if not, it never does."""
        return condition.possible and self.may_hold(self.relaxation.needs(condition))


def _bits(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def _fixpoint(operators: tuple[_Operator, ...], initial: int, banned: int) -> dict[int, int]:
    """The partners of each reachable fact, from those of the initial state on."""
    partners = dict.fromkeys(_numbers_in(initial), initial)
    reachable = initial
    usable = [each for each in operators if not each.surely & banned]
    grown = True
    while grown:
        grown = False
        for each in usable:
            common = reachable
            for number in each.needed:
                common &= partners.get(number, 0)
            if each.needs & ~common:
                continue
            after = (common & ~each.deleted) | (each.added & ~banned)
            for number in each.adds:
                new = after & ~partners.get(number, 0)
                if not new or banned >> number & 1:
                    continue
                grown = True
                check()
                reachable |= 1 << number
                partners[number] = partners.get(number, 0) | after
                for other in _numbers_in(new):
                    partners[other] = partners.get(other, 0) | 1 << number
    return partners


def _numbers_in(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
