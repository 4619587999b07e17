"""A server that plays the model, and the verbalizer that asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeAlias

from pddl2nl.llm import Backoff, OpenAIModel
from pddl2nl.verbalizers.llm import LlmVerbalizer
from pddl2nl.verbalizers.llm_single import SingleLlmVerbalizer
from tests.chat_server import ChatServer


class Model:
    """A server, the verbalizer that asks it, and what it warned of.

    Args:
        server: gives the answers.
        made: which verbalizer.
        settings: further arguments of the verbalizer.
    """

    def __init__(
        self,
        server: ChatServer,
        made: type[LlmVerbalizer] | type[SingleLlmVerbalizer],
        **settings: Any,
    ) -> None:
        self.server = server
        self.warnings: list[str] = []
        client = OpenAIModel(
            "m",
            base_url=server.base_url,
            api_key="none",
            timeout=20,
            max_retries=1,
            backoff=Backoff(first=0.001, longest=0.002, total=20.0),
            label="compat/m",
        )
        self.verbalizer = made(client, warn=self.warnings.append, **settings)

    def requests(self) -> list[dict[str, Any]]:
        return [each.body for each in self.server.received]

    def last_messages(self) -> list[str]:
        """The last message of each request."""
        return [str(each["messages"][-1]["content"]) for each in self.requests()]


Play: TypeAlias = Callable[..., Model]
"""Starts a model with answers, and settings of the verbalizer."""


@contextmanager
def models(made: type[LlmVerbalizer] | type[SingleLlmVerbalizer]) -> Iterator[Play]:
    """What makes a model of a server; the servers end with the test."""
    with ExitStack() as opened:
        yield lambda server, **settings: Model(opened.enter_context(server), made, **settings)
