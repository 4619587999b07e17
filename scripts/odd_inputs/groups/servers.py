"""Model servers that answer oddly: charsets, headers, redirects, connections that are dropped."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt
from scripts.odd_inputs.model_server import ModelServer, completion

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


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    os.environ["OPENAI_API_KEY"] = KEY
    good = json.dumps(GOOD).encode()
    status, headers = choose.choice(STATUS), dict(choose.choice(HEADERS))
    odd = body(choose)
    other = ModelServer([good])
    headers["location"] = other.base_url.replace("127.0.0.1", "localhost") + "/other"
    with other, ModelServer([odd, good], status, headers) as server:
        arguments = ["eval", "--mechanism", "basic", "--domain", "ferry", "--instances", "1"]
        arguments += ["--model", "openai/odd", "--base-url", server.base_url]
        arguments += ["--timeout", "3", "--out", str(place / "out")]

        def run(arguments: list[str]) -> int:
            done = autoplan_cli.main(arguments)
            if any(KEY in (each or "") for each in other.authorizations):
                raise ValueError("the key goes to another server")
            return done

        about = f"{status} {headers} {odd if odd is None else odd[:80]!r}"[:300]
        yield Case(run, arguments, about=about)
