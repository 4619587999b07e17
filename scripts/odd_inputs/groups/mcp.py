"""JSON-RPC over the standard streams of `autoplan mcp` that is odd in text, version or shape."""

from __future__ import annotations

import json
import random
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.odd_inputs.case import Case

MESSAGES_A_PROCESS = 12
SECONDS_TO_ANSWER = 15.0
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
VALUES: tuple[object, ...] = (
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
        name: choose.choice(VALUES) for name in ("domain", "task", "instance", "plan", "action")
    }
    call: dict[str, object] = {
        "jsonrpc": "2.0",
        "id": identifier,
        "method": choose.choice(("tools/call", "tools/call", "tools/list", "ping", "nowhere")),
        "params": {"name": choose.choice(TOOLS), "arguments": arguments},
    }
    odd = choose.choice(("jsonrpc", "method", "params", "more", "nothing", "nothing"))
    if odd == "jsonrpc":
        call[odd] = choose.choice(("1.0", *VALUES))
    elif odd != "nothing":
        call[odd] = choose.choice(VALUES)
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
            if not select.select([self._process.stdout], [], [], SECONDS_TO_ANSWER)[0]:
                return False
            chunk = self._process.stdout.read(65536)
            if not chunk:
                return False
            self._rest += chunk


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
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
