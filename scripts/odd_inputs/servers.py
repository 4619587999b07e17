"""Model servers that answer oddly, and counts and prices that are none."""

from __future__ import annotations

import json
import os
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt, written
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


PLAYED = "eval --mechanism basic --domain ferry --model openai/odd --base-url".split()
KEY = "a-key-for-one-server-alone"
GOOD = completion("1. sail from there", {"prompt_tokens": 9, "completion_tokens": 3})
HEADERS = (
    *({"content-type": "text/html"}, {"content-type": "application/json; charset=klingon"}),
    *({"content-type": "application/json; charset=utf-16"}, {"content-encoding": "gzip"}),
    *({"content-encoding": "nowhere"}, {"content-length": "0"}, {"content-length": "-1"}),
    *({"content-length": "many"}, {"retry-after": "-1"}, {"retry-after": "soon"}),
    *({"retry-after": "0"}, {"transfer-encoding": "chunked"}, {"content-type": "\x00"}, {}),
    *({"set-cookie": "a" * 9000}, {"x": "y" * 100_000}, {"retry-after-ms": "1e400"}),
)
STATUS = (200, 200, 200, 204, 206, 301, 302, 304, 307, 400, 401, 404, 413, 418, 422, 599, 999)


def body(choose: random.Random) -> bytes | None:
    text = json.dumps(GOOD)
    odd: dict[str, object] = json.loads(text)
    name = choose.choice(list(odd))
    odd[name] = choose.choice((None, [], {}, 1, "a", [None], [{}], [{"message": None}]))
    message = {
        "role": "assistant",
        "content": choose.choice((None, 1, [], {}, "\ud800", "\x1b[2J")),
    }
    return choose.choice(
        (
            *(None, b"", b"\xff\xfe", b"null", b"[]", b"[" * 50_000, b"<html>", b"\x1b[2J\x07"),
            json.dumps(odd).encode(),
            json.dumps({**GOOD, "choices": [{"index": 0, "message": message}]}).encode(),
            json.dumps({"error": {"message": "\x1b[2J" + "e" * 5000}}).encode(),
            spoilt(text, choose).encode("utf-8", "surrogatepass"),
        )
    )


def servers_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Answers with odd charsets, headers or redirects, and connections that are dropped."""
    os.environ["OPENAI_API_KEY"] = KEY
    good = json.dumps(GOOD).encode()
    status, headers = choose.choice(STATUS), dict(choose.choice(HEADERS))
    odd = body(choose)
    other = ModelServer([good])
    headers["location"] = other.base_url.replace("127.0.0.1", "localhost") + "/other"
    with other, ModelServer([odd, good], status, headers) as server:
        arguments = [*PLAYED, server.base_url, "--instances", "1", "--timeout", "3"]
        arguments += ["--out", str(place / "out")]

        def run(arguments: list[str]) -> int:
            done = autoplan_cli.main(arguments)
            if any(KEY in (each or "") for each in other.authorizations):
                raise ValueError("the key goes to another server")
            return done

        about = f"{status} {headers} {odd if odd is None else odd[:80]!r}"[:300]
        yield Case(run, arguments, about=about)


NUMBERS: tuple[object, ...] = (
    *(0, 1, 10, 101, 5000, 10**6, -1, -(10**9), 10**9, 10**400, 1.5, -0.5, 1e308),
    *(float("inf"), float("nan"), None, "", "7", "many", True, False, [], [1], {}, {"a": 1}),
)


def usage(choose: random.Random) -> object:
    counts: dict[str, object] = {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "total_tokens": 110,
        "prompt_tokens_details": {"cached_tokens": 40},
        "completion_tokens_details": {"reasoning_tokens": 6},
    }
    for name in choose.sample(list(counts), choose.randint(1, 3)):
        odd = choose.choice(NUMBERS)
        inner = counts[name]
        if isinstance(inner, dict) and choose.random() < 0.7:
            odd = dict.fromkeys(inner, odd)
        counts[name] = odd
    return choose.choice((None, [], "none", 0)) if choose.random() < 0.1 else counts


def usage_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Counts of tokens that a server reports, and prices, that are no counts and no prices."""
    counts = usage(choose)
    price: dict[str, object] = {"input": 10, "cached_input": 1, "output": 80}
    if choose.random() < 0.15:
        price[choose.choice(list(price))] = choose.choice(NUMBERS)
    models = {"openai/odd": price}
    prices = written(place / "prices.json", json.dumps({"dated": "2031-01-01", "models": models}))
    out = str(place / "out")
    os.environ["OPENAI_API_KEY"] = "none"
    body = json.dumps(completion("1. sail there", counts)).encode()
    with ModelServer([body] * 50) as server:
        arguments = [*PLAYED, server.base_url, "--instances", "2", "--out", out]
        arguments += ["--prices", str(prices), "--max-cost", choose.choice(("0.001", "1", "1000"))]
        arguments += ["--timeout", "5"]
        about = f"usage {counts}, price {price}"[:400]
        yield Case(autoplan_cli.main, arguments, (prices,), about, counted=out)
    if (place / "out" / "results.sqlite").is_file():
        yield Case(autoplan_cli.main, ["table", out], (), about)


GROUPS = {
    "servers": servers_cases,
    "usage": usage_cases,
}
