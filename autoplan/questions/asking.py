"""Questions put to a model, and its answers graded and kept, so that a run can be continued."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from autoplan.models.paid_models import Budget
from autoplan.questions.grading import QuestionGrade
from autoplan.questions.question import Question
from autoplan.results.answers import GradedAnswer, answers, keep, opened
from pddl2nl.errors import InputError
from pddl2nl.files import read_text
from pddl2nl.llm import ChatModel, ModelError, PermanentModelError, Request, TransientModelError
from policies.conduct import Sampling

AT_ONCE = 256
"""The questions that wait for an answer at the same time, as far as the server's gate lets them."""


def read_questions(path: Path) -> list[Question]:
    """The questions of a file, one JSON object per line.

    Raises:
        InputError: the file cannot be read, or a line is no question or the id of another.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise InputError(f"cannot be read: {reason}", source=str(path)) from error
    found: dict[str, Question] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            question = Question.of(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise InputError(f"not valid JSON: {error}", source=str(path), line=number) from error
        except InputError as error:
            raise InputError(error.message, source=str(path), line=number) from error
        if question.id in found:
            message = f"a second question is called {question.id}"
            raise InputError(message, source=str(path), line=number)
        found[question.id] = question
    if not found:
        raise InputError("contains no questions", source=str(path))
    return list(found.values())


async def ask_model(
    questions: Sequence[Question],
    model: ChatModel,
    sampling: Sampling,
    budget: Budget,
    folder: Path,
    judge: Callable[[Question, str], Awaitable[QuestionGrade]],
    *,
    seed: int = 1,
    advance: Callable[[], object] = lambda: None,
) -> list[GradedAnswer]:
    """The answers of a model to questions, those that a folder already holds among them.

    Args:
        questions: what is asked.
        model: who is asked.
        sampling: how its answers are drawn.
        budget: what it is paid from.
        folder: where answers are kept.
        judge: grades an answer.
        seed: is sent along.
        advance: called for every answer.

    Raises:
        InputError: the folder holds other answers, or cannot be written.
        ModelError: the model cannot be asked any longer; what it has answered is kept.
    """
    known = {each.id: each for each in answers(folder) if each.model == model.name}
    found = [known[each.id] for each in questions if each.id in known]
    for question in questions:
        if question.id in known and known[question.id].asked != question.digest:
            raise InputError(
                f"contains an answer to another question {question.id}; choose another --out",
                source=str(folder),
            )
    budget.resume(sum(each.usd or 0.0 for each in known.values()), lambda payments: None)
    for _ in found:
        advance()
    missing = iter([each for each in questions if each.id not in known])
    faults: list[ModelError] = []
    with opened(folder) as file:

        async def work() -> None:
            # A fault ends the run once the answers that are under way, and paid for, are kept.
            while not faults and (question := next(missing, None)) is not None:
                try:
                    answer = await _answered(question, model, sampling, budget, judge, seed)
                except (PermanentModelError, TransientModelError) as fault:
                    faults.append(fault)
                    return
                keep(file, [answer])
                found.append(answer)
                advance()

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(questions))):
                group.create_task(work())
    if faults:
        raise faults[0]
    return found


async def _answered(
    question: Question,
    model: ChatModel,
    sampling: Sampling,
    budget: Budget,
    judge: Callable[[Question, str], Awaitable[QuestionGrade]],
    seed: int,
) -> GradedAnswer:
    answer = await model.complete(
        Request(question.prompt, sampling.max_tokens, sampling.temperature, seed)
    )
    verdict = await judge(question, answer.text)
    return GradedAnswer(
        id=question.id,
        asked=question.digest,
        kind=question.kind,
        form=question.form,
        domain=question.domain,
        instance=question.instance,
        model=model.name,
        response=answer.text,
        right=verdict.right,
        why=verdict.why,
        usage=answer.usage,
        usd=0.0 if answer.cached else budget.price_of(model.name, answer),
    )
