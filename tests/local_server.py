"""What the tests' servers on 127.0.0.1 have in common."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Reply:
    """One answer over HTTP.

    Args:
        body: the bytes to send.
        status: the HTTP status.
        headers: further headers.
        missing: how many bytes more than `body` are announced, so that the answer breaks off.
    """

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    missing: int = 0


class Reset:
    """The connection is reset instead of an answer."""


class LocalServer:
    """Serves in a thread of its own for the length of a `with` statement.

    Args:
        handler: what handles requests; its `owner` is this server.
    """

    def __init__(self, handler: type[Handler]) -> None:
        bound = type(handler.__name__, (handler,), {"owner": self})
        self._server = _Server(("127.0.0.1", 0), bound)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        """The address up to and including `/v1`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Handler(BaseHTTPRequestHandler):
    """Answers, or resets the connection, and prints nothing."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    owner: Any

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""

    def send(self, answer: Reply) -> None:
        """Send an answer."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(answer.body) + answer.missing))
        self.end_headers()
        self.wfile.write(answer.body)
        self.close_connection = answer.missing > 0

    def reset(self) -> None:
        """Reset the connection."""
        # A linger time of zero makes the close a reset.
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        with suppress(OSError):
            self.connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def handle_error(self, request: object, client_address: object) -> None:
        """Print nothing: clients hang up, and are killed, on purpose."""
