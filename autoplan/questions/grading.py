"""Whether an answer is right: from the texts of a question alone, no file is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from autoplan.grade.rows import RowTexts, row_task
from autoplan.questions.question import Question, named
from autoplan.questions.reading import Named, Reading, UnreadError, Words, read
from pddl2nl.errors import InputError
from pddl2nl.model import Atom, GroundAction, fluents
from simulator.world import World


@dataclass(frozen=True, slots=True)
class QuestionGrade:
    """What an answer is worth.

    Args:
        right: whether it is right; None for one that is unread.
        reading: what it says; None for one that is unread.
        why: why it is unread.
    """

    right: bool | None
    reading: Reading | None = None
    why: str = ""


def grade(question: Question, answer: str) -> QuestionGrade:
    """Grade an answer; one that cannot be read as a whole is neither right nor wrong.

    Raises:
        InputError: the texts of the question's task cannot be used.
    """
    world, words = (None, None) if question.texts is None else _task(question.texts)
    if question.form == "open" and words is None and question.kind != "val":
        raise InputError("an open question needs its task: 'domain_pddl' and 'problem_pddl'")
    try:
        found = read(question, words, answer)
    except UnreadError as error:
        return QuestionGrade(None, why=str(error))
    if question.form != "open" or question.kind == "val":
        return QuestionGrade(found == question.answer, found)
    assert world is not None
    return QuestionGrade(_is_right(question, found, world), found)


@lru_cache(256)
def _task(texts: RowTexts) -> tuple[World, Words]:
    world, words, names, lexicon = row_task(texts)
    style = "paper" if words.style is None else words.style.name
    return world, Words(world.problem, lexicon, style, names)


def _is_right(question: Question, found: Any, world: World) -> bool:
    answer: Any = question.answer
    match question.kind:
        case "app":
            return _names(found) == _texts(answer)
        case "prog":
            true, false = map(_names, found)
            return true == _texts(answer["pos"]) and false == _texts(answer["neg"])
        case "reach" | "areach":
            return _are_impossible(found, answer, world)
        case "just":
            return tuple(found) in _shorter(question.steps, answer)
        case _:
            # Right ones alone; `none` where there are none.
            return _names(found) <= _texts(answer["yes"]) and bool(found) == bool(answer["yes"])


def _are_impossible(found: Sequence[Named], answer: Mapping[str, Any], world: World) -> bool:
    """Whether all that is named is of the task, and none of it is possible."""
    if not found:
        return bool(answer["none"])
    possible = _texts(answer["not"])
    return all(_belongs(each, world) and named(each) not in possible for each in found)


def _belongs(item: Named, world: World) -> bool:
    """Whether an action or a fact has objects of the right types, and a fact can change."""
    if isinstance(item, GroundAction):
        return not world.misfits(item)
    predicates = world.problem.domain.predicates
    found = [each for each in predicates if each.name == item.predicate]
    return item.predicate in fluents(world.problem.domain) and any(
        world.fits(item.args, each.parameters) for each in found
    )


def _shorter(
    plan: Sequence[GroundAction], removed: Sequence[Sequence[int]]
) -> set[tuple[GroundAction, ...]]:
    """A plan without the steps of each list of numbers."""
    return {
        tuple(step for number, step in enumerate(plan, start=1) if number not in numbers)
        for numbers in removed
    }


def _names(items: Sequence[GroundAction | Atom]) -> set[str]:
    return set(map(named, items))


def _texts(names: Sequence[str]) -> set[str]:
    """The names of actions or facts as `named` writes them."""
    return {f"({' '.join(each.strip('() ').lower().split())})" for each in names}
