"""A model's server on 127.0.0.1 that sends the bytes that a case wants."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from tests.local_server import Handler, LocalServer


def completion(text: str, usage: object) -> dict[str, object]:
    """An answer of the chat-completions protocol."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    head = {"id": "1", "object": "chat.completion", "model": "odd"}
    return {**head, "choices": [choice], "usage": usage}


class ModelServer(LocalServer):
    """Sends each body in turn, the last one again when they run out, within a `with` statement.

    Args:
        bodies: what to send; None for a connection that is dropped.
        status: of the first answer; the others have 200.
        headers: of the first answer, beside its length.

    Attributes:
        authorizations: the key that came with each request.
    """

    def __init__(
        self,
        bodies: Iterable[bytes | None],
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(_Odd)
        self.authorizations: list[str | None] = []
        self.bodies = deque(bodies)
        self.first = [(status, dict(headers or {}))]


class _Odd(Handler):
    owner: ModelServer

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", "0")))
        owner = self.owner
        owner.authorizations.append(self.headers.get("authorization"))
        body = owner.bodies.popleft() if len(owner.bodies) > 1 else owner.bodies[0]
        status, more = owner.first.pop() if owner.first else (200, {})
        self.close_connection = True
        if body is None:
            return
        self.send_response_only(status)
        for name, value in {"content-length": str(len(body)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST
