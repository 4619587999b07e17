"""What language models answered, played again. An answer is found by what was asked about.

Every recording is one file of this shape; prompts may change their wording, and it still fits:

    {"date": "2026-11-22",
     "about": {"benchmark": "travel", "seed": 11},       what was played
     "outcome": {"ended": "answered"},                   what came of it
     "prompts": {"system": "…"},                         evidence: what the model saw all the time
     "answers": [{"subject": "observe", "asked": "…", "answer": "…"}]}

`subject` is what a question is about: a node of a graph, a task in a state; empty, or left out,
where one conversation has one thread. The answers on a subject stand in their order. `asked` and
`prompts` are what the model saw on that date. Nothing compares them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pddl2nl.llm import Completion, Request, estimate_usage
from tests.conftest import REPOSITORY

DATA = REPOSITORY / "tests" / "data"


class NotRecordedError(AssertionError):
    """A question that the recorded conversation did not have."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded conversation: what was played, what came of it, the answers with subjects."""

    about: Mapping[str, Any]
    outcome: Mapping[str, Any]
    answers: tuple[Mapping[str, Any], ...]


def recording(path: Path) -> Recording:
    """Read a recording."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Recording(data["about"], data.get("outcome", {}), tuple(data["answers"]))


class Replay:
    """A chat model that gives the recorded answers, each by its subject and its turn.

    Args:
        recorded: the conversation.
        subject: what a request is about; nothing in particular if left out.
        turn: which answer on its subject is wanted, from 1; the next one if left out.
    """

    name = "recorded"

    def __init__(
        self,
        recorded: Recording,
        subject: Callable[[Request], str] = lambda _: "",
        turn: Callable[[Request], int] | None = None,
    ) -> None:
        self._answers = {
            (about, number): str(each["answer"])
            for about, number, each in _numbered(recorded.answers)
        }
        self._subject = subject
        self._turn = turn
        self._next = Counter[str]()
        self.asked: set[tuple[str, int]] = set()

    async def complete(self, request: Request) -> Completion:
        subject = self._subject(request)
        text = self.answer(subject, self._turn and self._turn(request))
        return Completion(text, estimate_usage(request.messages, text), "stop", False, self.name)

    def answer(self, subject: str = "", turn: int | None = None) -> str:
        """The answer on a subject.

        Raises:
            NotRecordedError: the conversation has none.
        """
        self._next[subject] += 1
        key = subject, turn or self._next[subject]
        if key not in self._answers:
            known = ", ".join(repr(each) for each, number in self._answers if number == 1)
            raise NotRecordedError(f"no answer {key[1]} on {subject!r}; subjects are {known}")
        self.asked.add(key)
        return self._answers[key]

    @property
    def unused(self) -> set[tuple[str, int]]:
        """The subjects and turns of the answers that nobody asked for."""
        return self._answers.keys() - self.asked


def _numbered(
    answers: tuple[Mapping[str, Any], ...],
) -> list[tuple[str, int, Mapping[str, Any]]]:
    seen = Counter[str]()
    found = []
    for each in answers:
        subject = each.get("subject", "")
        seen[subject] += 1
        found.append((subject, seen[subject], each))
    return found
