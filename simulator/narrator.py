"""What happened, in words. A narrator knows how to say things and nothing about what actions do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pddl2nl.compose import Phrases, kind_words, listed, say, say_state
from pddl2nl.english import indefinite, join
from pddl2nl.model import ActionSchema, Atom, Condition, GroundAction, Not, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.writer import atom_to_pddl, condition_to_pddl
from simulator.outcome import (
    Fault,
    Refused,
    UnknownAction,
    UnknownObject,
    Unsatisfied,
    WrongArity,
    WrongType,
)


class Narrator(Protocol):
    """A voice: how the simulator's answers are worded for one input form."""

    def action(self, action: GroundAction) -> str:
        """The action as the player is expected to say it."""
        ...

    def applied(self, action: GroundAction) -> str:
        """That the action has been carried out."""
        ...

    def refused(self, refusal: Refused) -> str:
        """That the action was not carried out, with every reason."""
        ...

    def state(self, facts: Iterable[Atom]) -> str:
        """Everything that holds now."""
        ...

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        """That the player says it is finished although the goal is not reached."""
        ...

    def misunderstood(self, sentence: str) -> str:
        """That the player's sentence names no action."""
        ...


@dataclass(frozen=True, slots=True)
class EnglishNarrator:
    """The voice of someone who carries out instructions ("I drive truck truck_0 …")."""

    problem: Problem
    phrases: Phrases
    names: ObjectNames

    def action(self, action: GroundAction) -> str:
        return self.phrases.action(action.name, [self._name(item) for item in action.args])

    def applied(self, action: GroundAction) -> str:
        return f"I {self.action(action)}."

    def refused(self, refusal: Refused) -> str:
        faults = refusal.faults
        unsatisfied = [fault.condition for fault in faults if isinstance(fault, Unsatisfied)]
        if unsatisfied:
            reasons = self._reasons(unsatisfied)
            return f"I cannot {self.action(refusal.action)} because {reasons}."
        return " ".join(self._fault(fault, refusal.action) for fault in faults)

    def state(self, facts: Iterable[Atom]) -> str:
        return say_state(facts, self.problem, self.phrases, self.names)

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        return f"I am not finished yet because {self._reasons(unmet)}."

    def misunderstood(self, sentence: str) -> str:
        quoted = " ".join(sentence.split())
        if not quoted:
            return "I was given no instruction."
        return f'I do not understand the instruction "{quoted}".'

    def _name(self, item: str) -> str:
        return self.names.english.get(item, item)

    def _reasons(self, failed: Iterable[Condition]) -> str:
        words = self.names.english
        return listed(say(opposite(part), self.phrases, words) for part in failed)

    def _fault(self, fault: Fault, action: GroundAction) -> str:
        match fault:
            case UnknownAction(name):
                return f'I do not know how to "{name}".'
            case UnknownObject(name):
                return f"There is no object called {self._name(name)}."
            case WrongArity(name, expected, given):
                example = _with_letters(_schema(self.problem, name))
                return (
                    f"I need {expected} objects to {self.phrases.action(name, example)}, "
                    f"but I was told {given}."
                )
            case WrongType(name, types, parameter):
                is_kind, should = (
                    indefinite(kind_words(types)),
                    indefinite(kind_words(parameter.types)),
                )
                phrase = self.action(action)
                return f"I cannot {phrase} because {self._name(name)} is {is_kind}, not {should}."
            case Unsatisfied(condition):
                return f"I cannot {self.action(action)} because {self._reasons([condition])}."


@dataclass(frozen=True, slots=True)
class PddlNarrator:
    """The voice for the PDDL input form (seed paper, section 5, "PDDL")."""

    problem: Problem

    def action(self, action: GroundAction) -> str:
        return str(action)

    def applied(self, action: GroundAction) -> str:
        return f"The action {action} has been executed."

    def refused(self, refusal: Refused) -> str:
        reasons = join([self._fault(fault) for fault in refusal.faults])
        return f"The action {refusal.action} cannot be executed because {reasons}."

    def state(self, facts: Iterable[Atom]) -> str:
        listing = " ".join(sorted(atom_to_pddl(atom) for atom in facts))
        return f"These facts are true, and all others are false: {listing or 'none'}"

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        return f"The goal is not reached because {self._reasons(unmet)}."

    def misunderstood(self, sentence: str) -> str:
        quoted = " ".join(sentence.split())
        if not quoted:
            return "The answer holds no action."
        return f'"{quoted}" is not an action of the form (name object ...).'

    def _reasons(self, failed: Iterable[Condition]) -> str:
        return join([_is_false(condition) for condition in failed])

    def _fault(self, fault: Fault) -> str:
        match fault:
            case UnknownAction(name):
                return f"there is no action {name}"
            case UnknownObject(name):
                return f"there is no object {name}"
            case WrongArity(name, expected, given):
                return f"{name} takes {expected} arguments, not {given}"
            case WrongType(name, types, parameter):
                wanted, found = " or ".join(parameter.types), " or ".join(types)
                return f"{name} is of type {found}, not {wanted}"
            case Unsatisfied(condition):
                return _is_false(condition)


def opposite(condition: Condition) -> Condition:
    """What holds where a condition does not."""
    return condition.part if isinstance(condition, Not) else Not(condition)


def _is_false(condition: Condition) -> str:
    if isinstance(condition, Not):
        return f"{condition_to_pddl(condition.part)} is true"
    return f"{condition_to_pddl(condition)} is false"


def _schema(problem: Problem, name: str) -> ActionSchema:
    return next(item for item in problem.domain.actions if item.name == name)


def _with_letters(schema: ActionSchema) -> list[str]:
    return [f"{parameter.name[1:]}" for parameter in schema.parameters]
