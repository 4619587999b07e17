"""ChatHTN with the answers that a language model gave to its queries."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

import domains
from autoplan.agents.commands.htn_study import cases, study
from pddl2nl.llm import Completion, Request, estimate_usage
from policies.agents.chathtn.search import SeekLimits
from tests.conftest import REPOSITORY
from tests.policies.agents.chathtn.yards import replayed

RECORDED = REPOSITORY / "tests" / "data" / "agents" / "chathtn"


class Recorded:
    """Answers as was answered to the same question in the same turn.

    The questions of then lack the line on the task's precondition.
    """

    name = "recorded"

    def __init__(self, domain: str) -> None:
        data = json.loads((RECORDED / f"{domain}.json").read_text(encoding="utf-8"))
        self._answers = {
            (each["question"], each["turn"]): each["answer"] for each in data["answers"]
        }
        self.asked: set[tuple[str, int]] = set()

    async def complete(self, request: Request) -> Completion:
        (question, *_) = (each.content for each in request.messages if each.role == "user")
        question = re.sub(r"\nI can do it only if .*, which is so now\.\n", "\n", question)
        key = question, sum(each.role == "assistant" for each in request.messages) + 1
        self.asked.add(key)
        text = self._answers[key]
        return Completion(text, estimate_usage(request.messages, text), "stop", False, self.name)


@pytest.mark.parametrize(
    ("domain", "tests", "questions"),
    [("transport", 12, 9), ("household", 13, 14), ("rescue", 14, 17)],
)
def test_every_gap_is_filled_by_what_the_model_said(
    domain: str, tests: int, questions: int
) -> None:
    every = cases(domains.htn_folder(domain))
    gaps = [each for each in every if each.kind in ("no-methods", "method-removed")]
    model = Recorded(domain)
    found = asyncio.run(study(gaps, model, attempts=2, limits=SeekLimits(queries=8)))
    assert len(found) == tests
    for each in found:
        assert each.found is not None, each.case
        assert not each.refused
        replayed(each.case.problem, each.found.hierarchy)
    assert len({question for question, _ in model.asked}) == questions
