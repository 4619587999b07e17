"""The load as conversations over any client that can ask: no harness around them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from harness.load import OBSERVATION, PROMPT, TURNS, Load

Message = dict[str, str]
Ask = Callable[[Sequence[Message], int], Awaitable[str]]
"""Puts a conversation and a seed to the server; gives the answer's text."""


async def converse(ask: Ask, seed: int) -> None:
    """One episode: each answer and an observation are added to what is asked next."""
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": OBSERVATION}]
    for _ in range(TURNS):
        answer = await ask(messages, seed)
        messages.append({"role": "assistant", "content": answer})
        messages.append({"role": "user", "content": OBSERVATION})


async def play_all(load: Load, ask: Ask) -> None:
    """All episodes, as many at the same time as there may be connections."""
    waiting = iter(range(load.episodes))

    async def work() -> None:
        for seed in waiting:
            await converse(ask, seed)

    async with asyncio.TaskGroup() as group:
        for _ in range(load.connections):
            group.create_task(work())
