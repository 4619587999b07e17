"""A player to put behind a server: the reader, in an event loop of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from pddl2nl.llm import Message, Request
from policies.reader import ReaderModel
from policies.symbolic import SymbolicPlanner
from tests.chat_server import Behaviour


class Player:
    """Answers requests as the reader does, from an event loop in a thread of its own."""

    def __init__(self, planner: SymbolicPlanner) -> None:
        self._model = ReaderModel(planner)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def answer(self, request: dict[str, Any]) -> str | Behaviour:
        messages = tuple(Message(each["role"], each["content"]) for each in request["messages"])
        answering = asyncio.run_coroutine_threadsafe(
            self._model.complete(Request(messages)), self._loop
        )
        return answering.result(60).text

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
