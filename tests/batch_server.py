"""A server of batches on 127.0.0.1 that fails, stops or forgets as a test asks it to."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import HTTP
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from pddl2nl.llm import Backoff
from pddl2nl.llm.batch import Timing
from tests.chat_server import completion, error, reply
from tests.local_server import Handler, LocalServer, Reply, Reset

Json = dict[str, Any]
Step = Literal["upload", "create", "list", "retrieve", "content"]
Moment = tuple[Step, Literal["before", "after"]]
"""A step of the protocol, before the server acts on it or after that and before it answers."""

USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def quick(*, total: float = 5.0, doubt: float = 0.1, settle: float = 0.02) -> Timing:
    """A timing with which tests do not wait; `total` seconds until a failing server is given up."""
    wait = Backoff(0.01, 0.05, total)
    return Timing(settle, 0.01, 0.02, doubt, backoff=wait, timeout=5, upload=wait)


class Dropped(Exception):
    """A hook raises it to have the connection closed and nothing done or answered."""


@dataclass(frozen=True)
class Fate:
    """What becomes of a batch.

    Args:
        status: its last state.
        executed: how many of its requests are executed before that; None means all.
        complaints: why it is refused, where its last state is `failed`.
        looks: how often it has to be looked at before it is over; None means the server's usual.
    """

    status: str = "completed"
    executed: int | None = None
    complaints: Sequence[Json] = ()
    looks: int | None = None


NO_ROOM = Fate(
    "failed",
    complaints=[{"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}],
    looks=0,
)
"""What becomes of a batch that finds the account's queue full."""


@dataclass
class Batch:
    """A batch on the server."""

    id: str
    input_file: str
    metadata: Json
    created: float
    fate: Fate
    lines: list[Json]
    output: list[Json] = field(default_factory=list)
    errors: list[Json] = field(default_factory=list)
    looks: int = 0


def answer_to(line: Json) -> Json:
    """The usual answer to a line: the last message's text, repeated."""
    return completion(f"answer to {line['body']['messages'][-1]['content']}", usage=USAGE)


class BatchServer(LocalServer):
    """Keeps files and carries out batches. Use it in a `with` statement.

    `paid` counts how often the request with each key was executed, `asked` how often each step was
    taken, and `batches` lists the batches in the order of their creation.

    Args:
        answer: the JSON that a line is answered with, or an error's Reply.
        looks: how often a batch has to be looked at before it is over.
        page: how many batches one page of the list holds.
        room: how many requests may be under way at the same time; None means any number.
        at: called at every moment of the protocol; may block, or raise Dropped.
    """

    def __init__(
        self,
        answer: Callable[[Json], Json | Reply] = answer_to,
        *,
        looks: int = 2,
        page: int = 100,
        room: int | None = None,
        at: Callable[[Moment], object] = lambda moment: None,
    ) -> None:
        self.paid: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.batches: list[Batch] = []
        self.files: dict[str, bytes] = {}
        self.keys: list[str] = []
        self.fates: deque[Fate] = deque()
        self.faults: dict[Moment, deque[Reply | Reset]] = defaultdict(deque)
        self.spoil: deque[Callable[[bytes], bytes]] = deque()
        self.hidden = 0
        self.at = at
        self._answer = answer
        self._looks = looks
        self._page = page
        self._room = room
        self._lock = threading.RLock()
        super().__init__(_Handler)

    # --- what the steps do ------------------------------------------------------------------------

    def respond(self, method: str, path: str, body: bytes, content_type: str) -> Reply | Reset:
        """Carry out one call."""
        parts = urlsplit(path)
        step, act = self._route(method, parts.path.removeprefix("/v1/").split("/"))
        fault = self._moment((step, "before"))
        if fault is not None:
            return fault
        with self._lock:
            self.asked[step] += 1
            answer = act(body, content_type, parse_qs(parts.query))
        return self._moment((step, "after")) or answer

    def _route(self, method: str, place: list[str]) -> tuple[Step, Callable[..., Reply]]:
        match method, *place:
            case "POST", "files":
                return "upload", self._upload
            case "POST", "batches":
                return "create", self._create
            case "GET", "batches":
                return "list", self._list
            case "GET", "batches", name:
                return "retrieve", lambda *_: self._retrieve(name)
            case "GET", "files", name, "content":
                return "content", lambda *_: self._content(name)
        raise AssertionError(f"no such call: {method} {place}")

    def _moment(self, moment: Moment) -> Reply | Reset | None:
        self.at(moment)
        with self._lock:
            return self.faults[moment].popleft() if self.faults[moment] else None

    def _upload(self, body: bytes, content_type: str, _: object) -> Reply:
        form = message_from_bytes(
            f"content-type: {content_type}\r\n\r\n".encode() + body, policy=HTTP
        )
        parts = {
            part.get_param("name", header="content-disposition"): part for part in form.iter_parts()
        }
        assert _payload(parts["purpose"]).strip() == b"batch"
        assert str(parts["file"].get_filename()).endswith(".jsonl")
        name = f"file-{len(self.files)}"
        self.files[name] = _payload(parts["file"])
        return reply({"id": name, "object": "file", "bytes": len(self.files[name])})

    def _create(self, body: bytes, *_: object) -> Reply:
        order = json.loads(body)
        assert order["completion_window"] == "24h"
        assert order["endpoint"] == "/v1/chat/completions"
        rows = self.files[order["input_file_id"]].decode("ascii").splitlines()
        lines = [json.loads(row) for row in rows]
        keys = [line["custom_id"] for line in lines]
        assert lines
        assert len(set(keys)) == len(keys), "a custom_id must be unique"
        assert all(len(key) <= 64 for key in keys), "a custom_id is too long"
        batch = Batch(
            id=f"batch_{len(self.batches)}",
            input_file=order["input_file_id"],
            metadata=order.get("metadata") or {},
            created=time.time(),
            fate=self._fate(lines),
            lines=lines,
        )
        self.batches.append(batch)
        if batch.fate.status != "failed":
            self._execute(batch)
        return reply(self._shown(batch))

    def _fate(self, lines: list[Json]) -> Fate:
        under_way = sum(len(batch.lines) for batch in self.batches if not self._over(batch))
        if self._room is not None and under_way + len(lines) > self._room:
            return NO_ROOM
        return self.fates.popleft() if self.fates else Fate()

    def _over(self, batch: Batch) -> bool:
        looks = self._looks if batch.fate.looks is None else batch.fate.looks
        return batch.looks >= looks

    def _execute(self, batch: Batch) -> None:
        executed = len(batch.lines) if batch.fate.executed is None else batch.fate.executed
        # Answers come in any order.
        for line in reversed(batch.lines[:executed]):
            given = self._answer(line)
            failed = isinstance(given, Reply)
            status = given.status if isinstance(given, Reply) else 200
            content = json.loads(given.body) if isinstance(given, Reply) else given
            response = {"status_code": status, "request_id": "r", "body": content}
            row = {"id": "r", "custom_id": line["custom_id"], "response": response, "error": None}
            (batch.errors if failed else batch.output).append(row)
            self.paid[line["custom_id"]] += not failed
        for line in batch.lines[executed:]:
            why = {"code": f"batch_{batch.fate.status}", "message": "not executed"}
            batch.errors.append({"custom_id": line["custom_id"], "response": None, "error": why})

    def _list(self, _: object, __: object, query: dict[str, list[str]]) -> Reply:
        if self.hidden:
            self.hidden -= 1
            return reply({"object": "list", "data": [], "has_more": False})
        newest_first = [self._shown(batch) for batch in reversed(self.batches)]
        names = [batch["id"] for batch in newest_first]
        begin = names.index(query["after"][0]) + 1 if "after" in query else 0
        data = newest_first[begin : begin + self._page]
        more = begin + self._page < len(newest_first)
        return reply({"object": "list", "data": data, "has_more": more})

    def _retrieve(self, name: str) -> Reply:
        for batch in self.batches:
            if batch.id == name:
                batch.looks += 1
                return reply(self._shown(batch))
        return error(404, f"No batch found with id '{name}'.")

    def _content(self, name: str) -> Reply:
        kind, _, number = name.partition("-")
        batch = self.batches[int(number)]
        rows = batch.output if kind == "output" else batch.errors
        content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
        if self.spoil:
            content = self.spoil.popleft()(content)
        return Reply(content, headers={"content-type": "application/octet-stream"})

    def _shown(self, batch: Batch) -> Json:
        over = self._over(batch)
        number = batch.id.removeprefix("batch_")
        return {
            "id": batch.id,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "status": batch.fate.status if over else "in_progress",
            "input_file_id": batch.input_file,
            "metadata": batch.metadata,
            "created_at": int(batch.created),
            "request_counts": {
                "total": len(batch.lines),
                "completed": len(batch.output) if over else 0,
                "failed": len(batch.errors) if over else 0,
            },
            "output_file_id": f"output-{number}" if over and batch.output else None,
            "error_file_id": f"errors-{number}" if over and batch.errors else None,
            "errors": {"object": "list", "data": list(batch.fate.complaints)}
            if over and batch.fate.complaints
            else None,
        }


def _payload(part: Any) -> bytes:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


class _Handler(Handler):
    owner: BatchServer

    def do_POST(self) -> None:
        self._serve()

    def do_GET(self) -> None:
        self._serve()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        key = self.headers.get("authorization", "").removeprefix("Bearer ")
        self.owner.keys.append(key)
        try:
            answer = self.owner.respond(
                self.command, self.path, body, self.headers.get("content-type", "")
            )
        except Dropped:
            answer = Reset()
        if isinstance(answer, Reply):
            self.send(answer)
        else:
            self.reset()
