"""Processes that are talked to oddly, or called where something around them is out of order."""

from __future__ import annotations

import json
import os
import random
import re
import select
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import domains
from scripts.odd_inputs.case import Case

MESSAGES_A_PROCESS = 12
MCP_SECONDS = 15.0
HELLO = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "odd", "version": "1"},
    },
}
MCP_VALUES: tuple[object, ...] = (
    *(None, True, 0, -1, 1.5, 10**400, "", "a", "\ud800", "\x00", [], [1], {}, {"a": 1}),
    *("ferry", "instance-1", "a" * 100_000, "(" * 3000, "../../etc/passwd"),
)
TOOLS = ("list_domains", "start_task", "act", "validate_plan", "convert", "nowhere", "\ud800")
ODD_LINES = (
    *("", "{", "[]", "[1]", "null", "1", '"a"', "{}", '{"jsonrpc": "2.0"}', "[" * 5000, "\x00"),
    *('{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', '{"id": 1e999}', "\ufeff{}", "é" * 1000),
)


def message(choose: random.Random, identifier: str) -> str:
    """A line; one with the identifier is a request, and has to be answered."""
    if choose.random() < 0.25:
        return choose.choice(ODD_LINES)
    arguments = {
        name: choose.choice(MCP_VALUES) for name in ("domain", "task", "instance", "plan", "action")
    }
    call: dict[str, object] = {
        "jsonrpc": "2.0",
        "id": identifier,
        "method": choose.choice(("tools/call", "tools/call", "tools/list", "ping", "nowhere")),
        "params": {"name": choose.choice(TOOLS), "arguments": arguments},
    }
    odd = choose.choice(("jsonrpc", "method", "params", "more", "nothing", "nothing"))
    if odd == "jsonrpc":
        call[odd] = choose.choice(("1.0", *MCP_VALUES))
    elif odd != "nothing":
        call[odd] = choose.choice(MCP_VALUES)
    return json.dumps(call)


class Talk:
    """A process of `autoplan mcp`, and what it has written."""

    def __init__(self, folder: Path) -> None:
        self._errors = (folder / "stderr").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "autoplan", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
        )
        self._rest = b""

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def send(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")

    def answered(self, identifier: str) -> bool:
        """Wait for the answer to a request; whether it comes in time."""
        assert self._process.stdout is not None
        while True:
            while b"\n" in self._rest:
                line, self._rest = self._rest.split(b"\n", 1)
                answer = json.loads(line)
                if isinstance(answer, dict) and answer.get("id") == identifier:
                    return True
            if not select.select([self._process.stdout], [], [], MCP_SECONDS)[0]:
                return False
            chunk = self._process.stdout.read(65536)
            if not chunk:
                return False
            self._rest += chunk


def mcp_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """JSON-RPC to `autoplan mcp` that is odd in text, version or shape."""
    talk = Talk(place)
    try:
        talk.send(json.dumps(HELLO))
        talk.answered("hello")
        talk.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        for number in range(MESSAGES_A_PROCESS):
            line = message(choose, f"odd-{number}")

            def exchange(arguments: list[str], number: int = number) -> int:
                (text,) = arguments
                talk.send(text)
                if f'"odd-{number}"' in text and not talk.answered(f"odd-{number}"):
                    raise TimeoutError("the request is not answered")
                talk.send(json.dumps({"jsonrpc": "2.0", "id": f"ping-{number}", "method": "ping"}))
                if not talk.answered(f"ping-{number}"):
                    raise TimeoutError("nothing is answered after it")
                return 0

            yield Case(exchange, [line], about=f"message {number}")
    finally:
        talk.close()


REQUESTS_A_PROCESS = 12
HTTP_SECONDS = 5.0
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
    with socket.create_connection(("127.0.0.1", port), HTTP_SECONDS) as connection:
        connection.sendall(sent)
        if drop:
            # A linger time of zero makes the close a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return b""
        try:
            return connection.recv(65536)
        except (ConnectionError, TimeoutError):
            return b""


def served_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Odd HTTP requests to `autoplan serve-model`: charsets, headers, dropped connections."""
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


COMMANDS = (
    "pddl2nl convert {ferry}/domain.pddl {ferry}/instances/instance-1.pddl",
    "pddl2nl convert {ferry}/domain.pddl --format json -o text.json",
    "pddl2nl check {ferry}/domain.pddl --lexicon-out lexicon.json",
    "pddl2nl lexicons",
    "autoplan domains",
    "autoplan doctor",
    "autoplan generate ferry --seed 1 -n 3 --out made",
    "autoplan prompt --mechanism act --domain ferry --instance 2",
    "autoplan eval --mechanism random ff act --domain ferry --instances 2 --out out",
    "autoplan eval --mechanism basic --domain ferry --instances 1 --dry-run",
    "autoplan graph show --format mermaid",
    "autoplan table out",
    "autoplan report out",
    "autoplan score -",
)
SITUATIONS = {
    "output to a full disk": "{} > /dev/full",
    "messages to a full disk": "{} 2> /dev/full",
    "no output": "{} >&-",
    "no input": "{} <&-",
    "no messages": "{} 2>&-",
    "no streams": "{} <&- >&- 2>&-",
    "a reader that leaves": "set -o pipefail; {} | head -c 10",
    "ASCII": "LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii {}",
    # Python would leave halves of compiled modules behind.
    "small files": "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 8; {}",
    "few files": "ulimit -n 24; {}",
    "no home": "unset AUTOPLAN_CACHE XDG_CACHE_HOME; HOME=/proc/none {}",
    "no place for temporary files": "TMPDIR=/proc/none {}",
    "a narrow terminal": "COLUMNS=20 {}",
    "a folder that is gone": "mkdir gone; cd gone; rmdir ../gone; {}",
    "Ctrl-C": "timeout --preserve-status -s INT {pause} {}",
}


def situations_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Commands where something around them is out of order."""
    about, way = choose.choice(list(SITUATIONS.items()))
    command = choose.choice(COMMANDS).format(ferry=domains.folder("ferry"))
    called = way.replace("{pause}", f"{choose.uniform(0, 3):.2f}")
    called = called.replace("{}", f"{sys.executable} -m {command}")

    def run(arguments: list[str]) -> int:
        root = Path(__file__).resolve().parents[2]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(
            ["bash", "-c", *arguments],
            capture_output=True,
            env=environment,
            check=False,
            timeout=120,
        )
        sys.stderr.write(done.stderr.decode("utf-8", "replace"))
        return 0 if done.returncode in (130, 141) else done.returncode

    yield Case(run, [called], about=about, mute="2>" in way)


GROUPS = {
    "mcp": mcp_cases,
    "served": served_cases,
    "situations": situations_cases,
}
