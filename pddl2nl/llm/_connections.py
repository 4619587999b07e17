"""The SDK's clients: one for each event loop, closed when the loop ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import openai

from pddl2nl.llm._secret import Secret
from pddl2nl.llm._transport import http_client


class Connections:
    """Opens the client that an event loop needs; connections belong to one loop.

    Args:
        base_url: the server's address.
        secret: the key.
        most: how many connections a client may hold.
    """

    def __init__(self, base_url: str, secret: Secret, most: int) -> None:
        self._base_url = base_url
        self._secret = secret
        self._most = most
        self._open: dict[asyncio.AbstractEventLoop, _Client] = {}

    def __len__(self) -> int:
        """How many event loops have a client open."""
        return len(self._open)

    async def client(self) -> openai.AsyncOpenAI:
        """The client of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._open:
            lifetime = self._lifetime()
            # Nothing is awaited before the yield, so two coroutines can't both come by here.
            self._open[loop] = _Client(await anext(lifetime), lifetime)
        return self._open[loop].sdk

    async def aclose(self) -> None:
        """Close the running event loop's client; `asyncio.run` does so by itself."""
        client = self._open.get(asyncio.get_running_loop())
        if client is not None:
            await client.lifetime.aclose()

    async def _lifetime(self) -> AsyncGenerator[openai.AsyncOpenAI, None]:
        """Yields the client, and closes it when the event loop ends.

        An asynchronous generator since `asyncio.run` closes those that are open before it closes
        the loop: callers need not hold a model in an `async with`.
        """
        client = openai.AsyncOpenAI(
            api_key=self._secret.reveal(),
            base_url=self._base_url,
            max_retries=0,
            http_client=http_client(self._most),
        )
        try:
            yield client
        finally:
            self._open.pop(asyncio.get_running_loop(), None)
            await client.close()


@dataclass(frozen=True, slots=True)
class _Client:
    """The SDK's client, and the generator whose end closes it."""

    sdk: openai.AsyncOpenAI
    lifetime: AsyncGenerator[openai.AsyncOpenAI, None]
