"""What a language model wrote for domains that nobody had prepared, through the `llm` verbalizer.

The answers are found by domain, so that another wording of the prompt leaves them valid.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.check import check
from pddl2nl.compose import STYLES
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import OpenAIModel
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers.llm import LlmVerbalizer
from tests.chat_server import ChatServer
from tests.conftest import REPOSITORY

WRITTEN = REPOSITORY / "tests" / "data" / "written"
UNPREPARED = REPOSITORY / "tests" / "data" / "domains"
FOLDERS = [
    path.parent
    if (path.parent / "domain.pddl").exists()
    else next(UNPREPARED.glob(f"*/{path.parent.name}"))
    for path in sorted(WRITTEN.glob("*/answer-1.txt"))
]


def recorded(request: dict[str, Any]) -> str:
    """The recorded answer for the domain that a request is about."""
    messages = request["messages"]
    again = messages[-1]["content"].startswith("These snippets cannot be used")
    asked = messages[-3 if again else -1]["content"]
    found = re.match(r"domain: (\S+)", asked)
    assert found is not None
    return (WRITTEN / found[1] / f"answer-{1 + again}.txt").read_text("utf-8")


def written(domain: Domain) -> tuple[Lexicon, int]:
    """The lexicon that the recorded answers give, and how many requests it took."""
    with ChatServer(answer=recorded) as server:
        model = OpenAIModel("m", base_url=server.base_url, api_key="none", label="compat/m")
        lexicon = LlmVerbalizer(model, warn=lambda _: None).lexicon(domain)
        return lexicon, len(server.received)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_nothing_is_lost_in_the_english(folder: Path) -> None:
    domain = read_domain(folder / "domain.pddl")
    problem = read_problem(next(folder.glob("p*.pddl")), domain)
    lexicon, _ = written(domain)
    for style in STYLES:
        assert check(domain, [problem], lexicon, style) == []


def test_how_many_snippets_are_accepted_at_once_corrected_and_fallen_back() -> None:
    counts: Counter[str] = Counter()
    for folder in FOLDERS:
        domain = read_domain(folder / "domain.pddl")
        lexicon, requests = written(domain)
        revised, fell_back = (
            sum(map(len, lexicon.notes[each].values()))  # type: ignore[attr-defined]
            for each in ("revised", "fell_back")
        )
        counts["requests"] += requests
        counts["snippets"] += len(domain.predicates) + len(domain.actions)
        counts["corrected"] += revised
        counts["fallen back"] += fell_back
    assert counts == {"requests": 32, "snippets": 514, "corrected": 0, "fallen back": 0}
