"""A problem in English: goal, objects counted by type, initial state (seed paper, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.compose.formulas import listed, say, split_literals
from pddl2nl.compose.phrases import Phrases, kind_words
from pddl2nl.english import counted, join
from pddl2nl.model import Atom, Condition, Problem, simplified
from pddl2nl.naming import ObjectNames

GOAL = "My goal is to reach a situation in which"
AVOID = "I must not end in a situation in which"
DEMAND = "In the end, it must hold that"
CURRENTLY = "Currently,"


@dataclass(frozen=True, slots=True)
class ProblemText:
    """A problem in English.

    Args:
        goal: the sentences that say what must hold, and what must not, in the end.
        objects: a sentence a type that counts and names the problem's objects.
        state: the sentence that says what holds at the start.
        costs: what costs refer to; empty unless `with_prices` adds it.
    """

    goal: str
    objects: tuple[str, ...]
    state: str
    costs: str = ""

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        return "\n".join(filter(None, (self.goal, *self.objects, self.state, self.costs)))


def compose_problem(problem: Problem, spoken: Phrases, names: ObjectNames) -> ProblemText:
    """Compose a problem's description from its domain's snippets and its objects' names."""
    return ProblemText(
        goal=say_goal(problem.goal, spoken, names),
        objects=tuple(say_objects(problem, names)),
        state=say_state(problem.init, problem, spoken, names),
    )


def say_goal(goal: Condition, spoken: Phrases, names: ObjectNames) -> str:
    """The goal as one sentence, or a few where it forbids things or is more than a conjunction."""
    positive, negative, compound = split_literals(simplified(goal))
    sentences = []
    if positive:
        wanted = listed(spoken.clause(atom, names.english) for atom in positive)
        sentences.append(f"{GOAL} {wanted}.")
    if negative:
        unwanted = listed((spoken.clause(atom, names.english) for atom in negative), "or")
        sentences.append(f"{AVOID} {unwanted}.")
    sentences += [f"{DEMAND} {say(part, spoken, names.english)}." for part in compound]
    return " ".join(sentences)


def say_objects(problem: Problem, names: ObjectNames) -> Iterator[str]:
    """The problem's own objects, counted by type: `There are 2 trucks: truck_0 and truck_1.`"""
    constants = {item.name for item in problem.domain.constants}
    by_types: dict[tuple[str, ...], list[str]] = {}
    for item in problem.objects:
        if item.name not in constants:
            by_types.setdefault(item.types, []).append(names.english[item.name])
    for types, members in by_types.items():
        verb = "is" if len(members) == 1 else "are"
        noun = objects_of(types, len(members))
        yield f"There {verb} {noun}: {join(members, 'and')}."
    if not by_types:
        yield "There are no objects."


def objects_of(types: tuple[str, ...], number: int) -> str:
    """A number of objects of one type, or of `either` type: `2 trucks`."""
    if len(types) == 1:
        return counted(number, kind_words(types))
    return f"{counted(number, 'object')} of kind {kind_words(types)}"


def say_state(facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames) -> str:
    """The facts of a state as one sentence, object by object in the problem's order."""
    order = _fact_order(problem)
    ordered = sorted(facts, key=lambda atom: _rank(atom, order))
    if not ordered:
        return f"{CURRENTLY} nothing is the case."
    return f"{CURRENTLY} {listed(spoken.clause(atom, names.english) for atom in ordered)}."


def _fact_order(problem: Problem) -> Mapping[str, int]:
    names = [item.name for item in problem.all_objects]
    names += [f"({item.name}" for item in problem.domain.predicates]
    return {name: place for place, name in enumerate(names)}


def _rank(atom: Atom, order: Mapping[str, int]) -> tuple[bool, tuple[int, ...]]:
    first, *others = (order[term] for term in atom.args) if atom.args else (-1,)
    return (not atom.args, (first, order[f"({atom.predicate}"], *others))
