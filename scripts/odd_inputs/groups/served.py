"""Odd HTTP requests to `autoplan serve-model`: charsets, headers, dropped connections."""

from __future__ import annotations

import json
import random
import re
import select
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.odd_inputs.case import Case

REQUESTS_A_PROCESS = 12
SECONDS_TO_ANSWER = 5.0
"""A server may wait so long for the rest of a request."""
PATHS = ("/v1/chat/completions", "/v1/models", "/", "/v1/nowhere", "/%00", "/v1/" + "a" * 9000)
HEADERS = (
    *("content-type: application/json; charset=klingon", "content-type: text/plain"),
    *("content-type: application/json; charset=utf-16", "content-type: \xff", "content-type:"),
    *("content-encoding: gzip", "content-encoding: nowhere", "transfer-encoding: nowhere"),
    *("content-length: -1", "content-length: many", "expect: 100-continue", "expect: 200-ok"),
    *("origin: http://elsewhere.example", "host: elsewhere.example", "host:", "a: " + "b" * 9000),
    *("connection: upgrade\r\nupgrade: websocket", "cookie: \x01", "range: bytes=5-1"),
)
BODIES: tuple[object, ...] = (
    *(None, [], "a", 1, {}, {"model": "reader"}, {"model": 1, "messages": []}),
    {"model": "reader", "messages": [{"role": "user", "content": "\ud800"}]},
    {"model": "reader", "messages": [{"role": "user", "content": None}]},
    {"model": "reader", "messages": [{"role": ["user"], "content": {"a": 1}}]},
    {"model": "reader", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
    {"model": "reader", "messages": "hello", "stream": "yes"},
    {"model": "reader", "messages": [{"role": "user", "content": "(" * 3000}], "n": 10**9},
    {"model": "reader", "messages": [{"role": "user", "content": "hi"}], "max_tokens": -1},
    {"model": "reader", "messages": [{"role": "user", "content": "hi"}], "stream": True},
    {"model": "\x1b[2J", "messages": []},
)


def request(choose: random.Random) -> bytes:
    body = json.dumps(choose.choice(BODIES)).encode()
    if choose.random() < 0.2:
        body = choose.choice((b"", b"\xff\xfe", b"[" * 9000, b"\x00", b"{" + b'"a":' * 900))
    method = choose.choice(("POST", "POST", "POST", "GET", "PUT", "OPTIONS", "BREW"))
    headers = choose.sample(HEADERS, choose.randint(0, 2))
    names = {header.split(":")[0] for header in headers}
    ours = {"host": "127.0.0.1", "content-type": "application/json"}
    ours |= {"content-length": str(len(body)), "connection": "close"}
    headers += [f"{name}: {value}" for name, value in ours.items() if name not in names]
    lines = [f"{method} {choose.choice(PATHS[:1] * 5 + PATHS)} HTTP/1.1", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def exchanged(port: int, sent: bytes, *, drop: bool) -> bytes:
    """Send a request, and the answer to it; a dropped connection has none."""
    with socket.create_connection(("127.0.0.1", port), SECONDS_TO_ANSWER) as connection:
        connection.sendall(sent)
        if drop:
            # A linger time of zero makes the close a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return b""
        try:
            return connection.recv(65536)
        except (ConnectionError, TimeoutError):
            return b""


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    command = [sys.executable, "-m", "autoplan", "serve-model", "reader", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        try:
            yield from _requests(process, choose)
        finally:
            process.kill()


def _requests(process: subprocess.Popen[bytes], choose: random.Random) -> Iterator[Case]:
    assert process.stderr is not None
    first = process.stderr.readline()
    found = re.search(rb":(\d+)/v1", first)
    assert found, first
    port, stderr = int(found[1]), process.stderr

    for _ in range(REQUESTS_A_PROCESS):
        sent, drop = request(choose), choose.random() < 0.2
        if drop:
            sent = sent[: choose.randrange(1, len(sent) + 1)]

        def exchange(arguments: list[str], sent: bytes = sent, drop: bool = drop) -> int:
            answer = exchanged(port, sent, drop=drop)
            status = re.match(rb"HTTP/1\.\d (\d+)", answer)
            if status and int(status[1]) >= 500 and int(status[1]) != 501:
                raise ValueError(f"it answers {answer[:200]!r}")
            if not exchanged(
                port, b"GET /v1/models HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n", drop=False
            ).startswith(b"HTTP/1.0 200"):
                raise ValueError("the next request is not answered")
            if select.select([stderr], [], [], 0)[0]:
                sys.stderr.write(stderr.read1(100_000).decode("utf-8", "replace"))  # type: ignore[attr-defined]
            return 0

        about = f"{'dropped: ' if drop else ''}{sent[:300]!r}"
        yield Case(exchange, [], about=about)
