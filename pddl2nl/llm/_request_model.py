"""A chat model whose answer depends on one value: the request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pddl2nl.llm._values import Completion, Message, Request, Tool


class RequestModel(ABC):
    """Gathers the arguments of `ChatModel.complete`; a subclass has a name and answers."""

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
        tools: Sequence[Tool] = (),
    ) -> Completion:
        """As `ChatModel.complete`."""
        return await self.answer(
            Request(tuple(messages), max_tokens, temperature, seed, tuple(tools))
        )

    @abstractmethod
    async def answer(self, request: Request) -> Completion:
        """The answer to a request; raises as `ChatModel.complete`."""
