"""How well a model translates labelled answers, and what it costs.

Usage: python scripts/translate_answers.py SET.jsonl... --model SPEC [--base-url URL] [--every]
                                           [--record FILE] [--at-once N]
       python scripts/translate_answers.py SET.jsonl... --replay FILE [--every]

A line of a set is what `autoplan score` takes, with paths relative to the file, to this project or
to the folder $AUTOPLAN_SHARED (or ../shared); or it has `domain` and `instance` of a bundled domain
in place of the paths. `plan` holds the PDDL actions that the answer means, null for one that cannot
be known. A model is asked about the answers that cannot be read;
with --every, about those that can be read as well.

--record adds each translation to FILE, as JSON lines {"id", "by", "prompt", "translation"}: the
answer, the model, a digest of the request, and what the model wrote. --replay takes translations
from such a file. Prints one line per answer that is not read as meant, and a table in Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from autoplan.grade.score import Grade, Scorer
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel, Completion, Message, Request, Usage, open_model
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames
from policies import PromptSet
from policies.answers import AnswerReading, Before, Doubt, ModelTranslator, ReadStep
from scripts.score_answers import ROOT, answers

Outcome: TypeAlias = Literal["as meant", "mended", "otherwise", "unread"]
"""Of an answer: its plan as meant; a wrong plan that became a right one; another plan; or none."""


NOBODY = "nobody"
"""Stands for a model where translations are replayed."""
Answer: TypeAlias = Mapping[str, Any]
"""What `autoplan score` takes, its paths absolute, with `id` and the actions meant as `plan`."""


class Translation(NamedTuple):
    """What a model (`by`) wrote about the answer `id`; `prompt` is a digest of the request."""

    id: str
    by: str
    prompt: str
    translation: str


class Result(NamedTuple):
    """How an answer was understood: how its plan compares with the one meant, and its grade.

    `asked` is what the model wrote, empty where it was not asked.
    """

    answer: Answer
    outcome: Outcome
    grade: Grade
    asked: tuple[Translation, ...]


def labelled(path: Path) -> Iterator[Answer]:
    """The answers of a set with a whole plan each, if their domains are at hand."""
    for entry in answers(path):
        if entry.get("mechanism") not in ("act", "react") and entry.get("plan") is not None:
            yield entry


def recorded(path: Path) -> list[Translation]:
    """The translations of a file; none where there is no such file."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [Translation(**json.loads(line)) for line in text.splitlines() if line.strip()]


def digest(messages: Sequence[Message]) -> str:
    """A request in a few letters, by which one to a changed prompt is recognized."""
    text = json.dumps([[each.role, each.content] for each in messages])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def understand(
    answer: Answer,
    model: ChatModel | None,
    known: Iterable[Translation] = (),
    *,
    every: bool = False,
) -> Result:
    """Read an answer, and have a model translate it if it is unread.

    Args:
        answer: the answer.
        model: is asked; without one, an answer that has no known translation stays unread.
        known: translations that take the place of the model's, by the answer's id.
        every: whether the model is asked about an answer that can be read, too.
    """
    written = {each.id: each for each in known}
    asking = _Asking(model, str(answer["id"]), written.get(str(answer["id"])))

    def opened(task: Problem, lexicon: Lexicon, names: ObjectNames, style: Any) -> ModelTranslator:
        kind = _AlwaysAsked if every else ModelTranslator
        return kind(asking, PromptSet(), task, lexicon, names, style)

    grade = await Scorer(opened).translated(answer, ROOT)
    return Result(answer, _outcome(answer, grade), grade, tuple(asking.made))


def _outcome(answer: Answer, grade: Grade) -> Outcome:
    if grade.reading.unread:
        return "unread"
    if [None if step is None else str(step) for step in grade.reading.plan] == answer["plan"]:
        return "as meant"
    right = None not in answer["plan"] and _graded_plan(answer).solved
    return "mended" if grade.solved and not right else "otherwise"


def _graded_plan(answer: Answer) -> Grade:
    """The plan that an answer means, graded in PDDL."""
    kept = {key: answer[key] for key in ("domain", "problem")}
    plan = "\n".join(map(str, answer["plan"]))
    return Scorer().grade({**kept, "form": "pddl", "response": plan}, ROOT)


class _AlwaysAsked(ModelTranslator):
    """Translates an answer whether or not it is read."""

    async def translate(
        self, answer: str, reading: AnswerReading, before: Before | None = None
    ) -> AnswerReading:
        doubt = ReadStep("", Doubt("it is to be translated"))
        return await super().translate(answer, replace(reading, steps=(doubt,)), before)


class _Asking:
    """Asks a model about one answer where no translation is known, and keeps what it wrote."""

    def __init__(self, model: ChatModel | None, answer: str, known: Translation | None) -> None:
        self.name = model.name if model else NOBODY
        self.made: list[Translation] = []
        self._model = model
        self._answer = answer
        self._known = known

    async def complete(self, request: Request) -> Completion:
        if self._known is None and self._model is not None:
            found = await self._model.complete(request)
        else:
            known = self._known or Translation(self._answer, NOBODY, "", "")
            found = Completion(known.translation, Usage(), "stop", cached=True, model=known.by)
        made = Translation(self._answer, found.model, digest(request.messages), found.text)
        self.made.append(made)
        return found


def table(results: Sequence[Result]) -> list[str]:
    """The outcomes in Markdown."""
    counts = [sum(each.outcome == name for each in results) for name in get_args(Outcome)]
    right = [each for each in results if _graded_plan(each.answer).solved]
    calls = sum(len(each.asked) for each in results)
    return [
        "| answers | right plans | wrong plans | as meant | wrong plans mended | another plan "
        "| still unread | calls per answer |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
        f"| {len(results)} | {len(right)} | {len(results) - len(right)} "
        + "".join(f"| {count} " for count in counts)
        + f"| {calls / max(len(results), 1):.2f} |",
    ]


def report(result: Result) -> Iterator[str]:
    """What became of an answer that is not read as meant."""
    yield f"{result.answer['id']}: {result.outcome}; {result.grade.first_error or 'solved'}"
    yield f"    meant {' '.join(map(str, result.answer['plan']))}"
    yield f"    read  {' '.join(map(str, result.grade.reading.plan))}"
    for each in result.asked:
        yield f"    translated by {each.by}: {' / '.join(each.translation.splitlines())}"


async def _understood(
    found: Sequence[Answer], model: ChatModel | None, known: Sequence[Translation], options: Any
) -> list[Result]:
    gate = asyncio.Semaphore(options.at_once)

    async def one(answer: Answer) -> Result:
        async with gate:
            return await understand(answer, model, known, every=options.every)

    return await asyncio.gather(*map(one, found))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", metavar="SET.jsonl", type=Path, nargs="+")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--model", metavar="SPEC")
    who.add_argument("--replay", metavar="FILE", type=Path)
    parser.add_argument("--base-url", metavar="URL")
    parser.add_argument("--timeout", metavar="SECONDS", type=float)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--at-once", metavar="N", type=int, default=32)
    parser.add_argument("--record", metavar="FILE", type=Path)
    options = parser.parse_args()
    model: ChatModel | None = None
    if options.model:
        model = open_model(options.model, base_url=options.base_url, timeout=options.timeout)
    found = [answer for path in options.sets for answer in labelled(path)]
    known = recorded(options.replay) if options.replay else []
    for by in sorted({each.by for each in known}) or [options.model or NOBODY]:
        own = [each for each in known if each.by == by]
        results = asyncio.run(_understood(found, model, own, options))
        print(f"## {by}\n")
        for result in results:
            if result.outcome != "as meant":
                print("\n".join(report(result)))
        print("\n".join(["", *table(results), ""]))
        if options.record:
            with options.record.open("a", encoding="utf-8") as file:
                made = (each for result in results for each in result.asked)
                file.writelines(
                    f"{json.dumps(each._asdict(), ensure_ascii=False)}\n" for each in made
                )


if __name__ == "__main__":
    main()
