"""A process that fills a cache of answers which others use as well."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pddl2nl.llm import CachedModel, Message, Request, ScriptedModel


def write_answers(path: Path, writer: int) -> None:
    """Ask thirty questions, whose answers are the number of whoever asked first."""

    async def write() -> None:
        model = CachedModel(ScriptedModel([f"{writer}"] * 30), path)
        for number in range(30):
            await model.complete(Request((Message("user", str(number)),)))
        await model.aclose()

    asyncio.run(write())
