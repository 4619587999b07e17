"""Clients in a loop: aiohttp alone, and the `openai` SDK on each of its transports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from harness.conversation import Message, play_all
from harness.load import Load, Play, measure


def aiohttp_alone(load: Load) -> Play:
    """The floor: HTTP, JSON in and out, and nothing else."""
    import aiohttp

    async def play(load: Load) -> None:
        connector = aiohttp.TCPConnector(limit=load.connections)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def ask(messages: Sequence[Message], seed: int) -> str:
                body = {"model": "m", "messages": messages, "temperature": 0.0, "seed": seed}
                async with session.post(f"{load.url}/chat/completions", json=body) as response:
                    content = await response.json()
                return str(content["choices"][0]["message"]["content"])

            await play_all(load, ask)

    return lambda load: asyncio.run(play(load))


def sdk_on_httpx(load: Load) -> Play:
    """The SDK as it comes."""
    import openai

    return _with_sdk(openai.DefaultAsyncHttpxClient)


def sdk_on_aiohttp(load: Load) -> Play:
    """The SDK on its faster transport."""
    import openai

    return _with_sdk(openai.DefaultAioHttpClient)


def _with_sdk(http_client: Callable[[], object]) -> Play:
    import openai

    async def play(load: Load) -> None:
        async with openai.AsyncOpenAI(
            api_key="none",
            base_url=load.url,
            http_client=http_client(),  # type: ignore[arg-type]
        ) as client:

            async def ask(messages: Sequence[Message], seed: int) -> str:
                answer = await client.chat.completions.create(
                    model="m",
                    messages=messages,  # type: ignore[arg-type]
                    temperature=0.0,
                    seed=seed,
                )
                return answer.choices[0].message.content or ""

            await play_all(load, ask)

    return lambda load: asyncio.run(play(load))


if __name__ == "__main__":
    measure(
        {
            "aiohttp": aiohttp_alone,
            "sdk on httpx": sdk_on_httpx,
            "sdk on aiohttp": sdk_on_aiohttp,
        }
    )
