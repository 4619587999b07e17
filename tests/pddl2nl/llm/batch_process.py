"""A process that asks through batches, to be killed while it does."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

from pddl2nl.llm import CachedModel, Message, Request
from pddl2nl.llm.batch import BatchModel
from tests.batch_server import quick

KEY = "sk-planted-0123456789"
TIMING = quick(total=10, doubt=3.0)


def ask(base_url: str, folder: Path, questions: Sequence[str]) -> None:
    """Ask all questions at the same time, and write the answers by question to `answers.json`."""
    os.environ["NO_PROXY"] = "127.0.0.1"
    (folder / "answers.json").write_text(json.dumps(asyncio.run(_ask(base_url, folder, questions))))


async def _ask(base_url: str, folder: Path, questions: Sequence[str]) -> dict[str, str]:
    batches = BatchModel(
        "m", base_url=base_url, api_key=KEY, folder=folder / "batches", timing=TIMING
    )
    model = CachedModel(batches, folder / "cache.sqlite")
    calls = (model.complete(Request((Message("user", question),))) for question in questions)
    answers = await asyncio.gather(*calls)
    await model.aclose()
    return {question: answer.text for question, answer in zip(questions, answers, strict=True)}
