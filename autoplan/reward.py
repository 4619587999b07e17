"""Rewards for answers to our tasks, as the GRPO trainer of TRL calls them.

Every function takes the completions of a batch and, as keywords, the columns of a dataset that
`autoplan export` wrote; from the texts in a row alone, the simulator decides. `reward` is for
training. The others show where it comes from: give them the weight 0, so that they are logged.

Examples:
    >>> from autoplan.reward import reward
    >>> domain = "(define (domain d) (:predicates (p)) (:action ring :effect (p)))"
    >>> problem = "(define (problem t) (:domain d) (:init) (:goal (p)))"
    >>> rows = {"domain_pddl": [domain] * 2, "problem_pddl": [problem] * 2}
    >>> reward(["ring", "The goal is reached."], **rows)
    [1.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from autoplan.grade.rows import UNREAD, RowGrade, RowTexts, grade_row, plan_cost
from autoplan.questions.grading import grade
from autoplan.questions.question import Question
from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction
from simulator.plans import parse_plan

__all__ = ["answer_reward", "goal_share", "plan_quality", "reward", "steps_share", "unread"]


def reward(completions: Sequence[object], **columns: object) -> list[float]:
    """1.0 for each completion whose plan the simulator carries out to the goal, else 0.0.

    An answer that cannot be read gets 0.0, and so does one that is no text; a format earns nothing.

    Args:
        completions: texts, or lists of messages, of which the assistant's are read as one answer.
        columns: lists of the same length: `domain_pddl` and `problem_pddl`; for prompts in English
            `input`, `style`, `lexicon` and `names` (see `RowTexts`). Others are not looked at.

    Raises:
        InputError: a column is missing, has another length, or cannot be used.
    """
    return [float(grade.solved) for grade in _grades(completions, columns)]


def answer_reward(completions: Sequence[object], **columns: object) -> list[float]:
    """1.0 for each completion that answers its question rightly, else 0.0.

    Args:
        completions: as for `reward`.
        columns: the columns of questions, as `autoplan questions` writes them.

    Raises:
        InputError: a column is missing, has another length, or cannot be used.
    """
    given = {
        name: _column(name, columns, len(completions))
        for name, column in columns.items()
        if isinstance(column, Iterable) and not isinstance(column, str | Mapping)
    }
    rows = ({name: column[n] for name, column in given.items()} for n in range(len(completions)))
    answers = zip(map(Question.of, rows), map(_answer, completions), strict=True)
    return [float(text is not None and grade(each, text).right is True) for each, text in answers]


def steps_share(completions: Sequence[object], **columns: object) -> list[float]:
    """The share of a plan's steps that were carried out before one was refused."""
    return [grade.steps_share for grade in _grades(completions, columns)]


def goal_share(completions: Sequence[object], **columns: object) -> list[float]:
    """The share of the goal's parts that hold where a plan stands at its end.

    Some may hold in the initial state, so that a plan without steps may get more than 0.0.
    """
    return [grade.goal_share for grade in _grades(completions, columns)]


def unread(completions: Sequence[object], **columns: object) -> list[float]:
    """1.0 for each completion that could not be read as a whole, else 0.0."""
    return [float(grade.unread) for grade in _grades(completions, columns)]


def plan_quality(completions: Sequence[object], **columns: object) -> list[float | None]:
    """The cost of the reference plan (column `plan`) by the cost of a plan that solves the task.

    1.0 for a plan that costs as much, less for one that costs more. None, which TRL leaves out of
    its means, for what does not solve the task, and where a cost is undefined or 0.

    Raises:
        InputError: the rows have been scored, so that `plan` is no reference plan.
    """
    if "solved_strict" in columns:
        raise InputError("scored rows have the answer's plan in 'plan'; use the rows as exported")
    references = _column("plan", columns, len(completions))
    graded = zip(
        references, _rows(completions, columns), _grades(completions, columns), strict=True
    )
    return [_ratio(texts, plan, grade.cost) for plan, texts, grade in graded]


def _ratio(texts: RowTexts, plan: object, cost: float | None) -> float | None:
    reference = plan_cost(texts, _actions(plan)) if cost else None
    return None if reference is None or not cost else reference / cost


def _actions(plan: object) -> tuple[GroundAction, ...]:
    if isinstance(plan, str) or not isinstance(plan, Iterable):
        raise InputError("'plan' must be a list of ground actions, such as (move a b)")
    return parse_plan("\n".join(map(str, plan)))


def _grades(completions: Sequence[object], columns: Mapping[str, object]) -> list[RowGrade]:
    rows = zip(completions, _rows(completions, columns), strict=True)
    answers = ((texts, _answer(completion)) for completion, texts in rows)
    return [UNREAD if text is None else grade_row(texts, text) for texts, text in answers]


def _rows(completions: Sequence[object], columns: Mapping[str, object]) -> list[RowTexts]:
    """The task of each completion."""
    given = {
        name: _column(name, columns, len(completions))
        for name in RowTexts._fields
        if name in columns
    }
    return [
        RowTexts.of({name: column[place] for name, column in given.items()})
        for place in range(len(completions))
    ]


def _column(name: str, columns: Mapping[str, object], length: int) -> Sequence[object]:
    column = columns.get(name)
    if isinstance(column, str) or not isinstance(column, Iterable):
        raise InputError(f"the column '{name}' must be a list with a value for each completion")
    values = list(column)
    if len(values) != length:
        raise InputError(f"the column '{name}' has {len(values)} values for {length} completions")
    return values


def _answer(completion: object) -> str | None:
    """What the assistant has written; None for what is no completion."""
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, Iterable) or isinstance(completion, Mapping):
        return None
    texts = [text for message in completion for text in _texts(message)]
    return "\n".join(texts) if texts else None


def _texts(message: object) -> Iterator[str]:
    """The texts of an assistant's message, whose content may be in parts."""
    if not isinstance(message, Mapping) or message.get("role", "assistant") != "assistant":
        return
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    for part in parts:
        text = part.get("text") if isinstance(part, Mapping) else None
        if isinstance(text, str):
            yield text
