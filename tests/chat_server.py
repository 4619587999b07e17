"""A chat-completions server on 127.0.0.1 that answers, or fails, as a test asks it to."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from tests.local_server import Handler, LocalServer, Reply, Reset


class Hang:
    """No answer comes until the server is closed."""


class Trickle:
    """A byte of the answer comes now and then, and the answer never ends."""


class HangUp:
    """The connection is closed in good order instead of an answer."""


Behaviour = Reply | Reset | Hang | Trickle | HangUp


@dataclass(frozen=True)
class Received:
    """A request as it came in."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


def completion(
    text: str | None = "hello",
    *,
    finish_reason: str = "stop",
    usage: Mapping[str, object] | None = None,
    **message: object,
) -> dict[str, object]:
    """The JSON of a successful answer; further arguments are fields of its message."""
    choice = {
        "index": 0,
        "finish_reason": finish_reason,
        "message": {"role": "assistant", "content": text, **message},
    }
    counts = {"usage": dict(usage)} if usage is not None else {}
    return {"id": "c1", "object": "chat.completion", "model": "m-1", "choices": [choice], **counts}


def reply(content: object, status: int = 200, **headers: str) -> Reply:
    """An answer with a JSON body; `retry_after="3"` sends the header `retry-after: 3`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        json.dumps(content).encode(), status, {"content-type": "application/json", **named}
    )


def error(
    status: int, message: str, *, code: str | None = None, param: str | None = None, **headers: str
) -> Reply:
    """An error page of the form that OpenAI's servers use."""
    content = {"error": {"message": message, "type": "error", "code": code, "param": param}}
    return reply(content, status, **headers)


class ChatServer(LocalServer):
    """Answers each request with the next of the behaviours, and with `answer` when they run out.

    Use it in a `with` statement. `received` lists the requests in the order they came.

    Args:
        behaviours: what to do with the first requests.
        answer: the text, or the behaviour, to answer a request's JSON with after that.
    """

    def __init__(
        self,
        behaviours: Iterable[Behaviour] = (),
        answer: Callable[[dict[str, Any]], str | Behaviour] = lambda request: "hello",
    ) -> None:
        self.received: list[Received] = []
        self._behaviours = deque(behaviours)
        self._answer = answer
        self._lock = threading.Lock()
        self._closed = threading.Event()
        super().__init__(_Handler)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closed.set()
        super().__exit__(kind, error, traceback)

    def respond(self, request: Received) -> Behaviour:
        """Record a request and choose what to do with it."""
        with self._lock:
            self.received.append(request)
            if self._behaviours:
                return self._behaviours.popleft()
        answer = self._answer(request.body)
        if not isinstance(answer, str):
            return answer
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        return reply(completion(answer, usage=usage))

    def wait_until_closed(self, seconds: float | None = None) -> bool:
        """Block a request's thread; whether the server was closed within that time."""
        return self._closed.wait(seconds)


class _Handler(Handler):
    owner: ChatServer

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        behaviour = self.owner.respond(Received(self.path, headers, body))
        if isinstance(behaviour, Reply):
            self.send(behaviour)
        elif isinstance(behaviour, Reset):
            self.reset()
        elif isinstance(behaviour, Trickle):
            self._trickle()
        elif isinstance(behaviour, Hang):
            self.owner.wait_until_closed()
        self.close_connection = self.close_connection or not isinstance(behaviour, Reply)

    def _trickle(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "1000000")
        self.end_headers()
        with suppress(OSError):
            while not self.owner.wait_until_closed(0.01):
                self.wfile.write(b" ")
