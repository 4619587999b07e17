"""Brings requests into batches, and the batches' outcomes back to those who wait."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.llm.batch.course import (
    Refusal,
    collect,
    failure,
    is_answer,
    recover,
    refused_batch,
    refused_for_room,
    submit,
    wait_for_end,
)
from pddl2nl.llm.batch.journal import Journal, JournalEntry, StoredAnswer
from pddl2nl.llm.batch.server import BatchLine, BatchServer, ServerBatch, input_line
from pddl2nl.llm.dialects import RENAMED, replaced, sampling_parameters
from pddl2nl.llm.values import (
    CacheError,
    ModelError,
    PermanentModelError,
    Request,
    TransientModelError,
)

BatchOutcome: TypeAlias = StoredAnswer | BaseException
"""How a request ends: with an answer, or with the error to raise."""


class Waiter:
    """A request without an outcome yet, under its key, and how many wait for it."""

    def __init__(self, key: str, request: Request, model: str) -> None:
        self.key = key
        self.wanted = sampling_parameters(request)
        # No line for this request gets longer than the one with all parameters renamed.
        longest = replaced(self.wanted, RENAMED)
        self.size = len(input_line(key, model, request, longest))
        self.request = request
        self.rounds = 0
        self.waiting = 0
        self.outcome: asyncio.Future[BatchOutcome] = asyncio.get_running_loop().create_future()


class Gatherer:
    """Hands on what has come in once nothing new comes, or earlier where there is enough.

    Args:
        settle: the seconds without anything new after which all is handed on.
        most: the most items to hand on together; may be changed at any time.
        size: the most bytes to hand on together. A single item may have more.
        hand_on: takes what has come in, in order; called in the event loop.
    """

    def __init__(
        self, settle: float, most: int, size: int, hand_on: Callable[[Sequence[Waiter]], object]
    ) -> None:
        self.most = most
        self._settle = settle
        self._size = size
        self._hand_on = hand_on
        self._waiting: dict[str, Waiter] = {}
        self._newest = 0.0
        self._watch: asyncio.Task[None] | None = None

    def add(self, item: Waiter) -> None:
        """Gather one more."""
        self._waiting[item.key] = item
        self._newest = asyncio.get_running_loop().time()
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._hand_on_in_time())

    def discard(self, key: str) -> None:
        """Forget an item that has not been handed on."""
        self._waiting.pop(key, None)

    def close(self) -> None:
        """Hand on nothing more."""
        if self._watch is not None:
            self._watch.cancel()

    async def _hand_on_in_time(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            missing = self._newest + self._settle - loop.time()
            if missing <= 0 or self._enough():
                self._hand_on(self._take())
            else:
                await asyncio.sleep(missing)

    def _enough(self) -> bool:
        total = sum(item.size for item in self._waiting.values())
        return len(self._waiting) >= self.most or total >= self._size

    def _take(self) -> list[Waiter]:
        """As many of the oldest items as fit together, at least one."""
        taken: list[Waiter] = []
        size = 0
        for item in self._waiting.values():
            size += item.size
            if taken and (len(taken) >= self.most or size > self._size):
                break
            taken.append(item)
        for item in taken:
            del self._waiting[item.key]
        return taken


def count_requests(count: int) -> str:
    """`1 request`, `2 requests`."""
    return "1 request" if count == 1 else f"{count} requests"


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """How large a batch may be, and how often a request is put into one.

    Args:
        requests: the most requests in a batch; OpenAI takes 50,000.
        size: the most bytes in a batch's file; OpenAI takes 200 MB.
        rounds: in how many batches a request may fail in a passing way before it is given up.
    """

    requests: int = 50_000
    size: int = 200_000_000
    rounds: int = 4


class Dispatcher:
    """Gathers requests into batches, sees each batch through, and reports how far it has come."""

    def __init__(
        self,
        model: str,
        server: BatchServer,
        journal: Journal,
        limits: BatchLimits,
        report: Callable[[str], object],
    ) -> None:
        self._model = model
        self._server = server
        self._journal = journal
        self._rounds = limits.rounds
        self._report = report
        self._replacements = journal.replacements()
        self._gatherer = Gatherer(server.timing.settle, limits.requests, limits.size, self._hand_in)
        self._waiters: dict[str, Waiter] = {}
        self._carried: dict[int, asyncio.Task[None]] = {}
        self._without_room: set[int] = set()
        self._resumed = False

    async def answer(self, key: str, request: Request) -> StoredAnswer:
        """The answer to a request that has none yet.

        Raises:
            ModelError: there will be none; see `BatchModel.complete`.
        """
        waiter = self._waiters.get(key) or self._enter(key, request)
        waiter.waiting += 1
        try:
            outcome = await asyncio.shield(waiter.outcome)
        except asyncio.CancelledError:
            if waiter.waiting == 1 and self._waiters.get(key) is waiter:
                del self._waiters[key]
                self._gatherer.discard(key)
            raise
        finally:
            waiter.waiting -= 1
        if isinstance(outcome, BaseException):
            # One error may be raised in thousands of coroutines, and each lengthens its traceback.
            raise outcome.with_traceback(None)
        return outcome

    async def aclose(self) -> None:
        """Stop waiting; the batches go on at the server."""
        self._gatherer.close()
        tasks = tuple(self._carried.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        closed = PermanentModelError(f"{self._server.name}: the model has been closed")
        for waiter in tuple(self._waiters.values()):
            self._wake(waiter, closed)

    # --- those who wait ---------------------------------------------------------------------------

    def _enter(self, key: str, request: Request) -> Waiter:
        """Begin to wait for a request, which is in a batch already or will be in the next."""
        waiter = Waiter(key, request, self._model)
        number = self._journal.batch_of(key)
        self._waiters[key] = waiter
        if number is None:
            self._gatherer.add(waiter)
        if not self._resumed or (number is not None and number not in self._carried):
            self._resumed = True
            self._resume()
        return waiter

    def _waiters_of(self, entry: JournalEntry) -> list[Waiter]:
        return [self._waiters[key] for key in entry.keys if key in self._waiters]

    def _wake(self, waiter: Waiter, outcome: BatchOutcome) -> None:
        del self._waiters[waiter.key]
        waiter.outcome.set_result(outcome)

    def _gather_again(self, waiters: Sequence[Waiter]) -> None:
        for waiter in waiters:
            # Those who waited may have left, and others may have asked again meanwhile.
            if self._journal.batch_of(waiter.key) is None:
                self._gatherer.add(waiter)

    # --- batches ----------------------------------------------------------------------------------

    def _hand_in(self, waiters: Sequence[Waiter]) -> None:
        """Begin a new batch."""
        content = b"".join(
            input_line(
                each.key, self._model, each.request, replaced(each.wanted, self._replacements)
            )
            for each in waiters
        )
        keys = [waiter.key for waiter in waiters]
        try:
            entry = self._journal.plan(secrets.token_hex(16), keys, self._replacements)
        except CacheError as fault:
            for waiter in waiters:
                self._wake(waiter, fault)
            return
        self._start(entry, self._submit(entry, content))

    def _resume(self) -> None:
        """Go on with the batches of earlier runs, and with those that were given up on."""
        for entry in self._journal.unfinished():
            if entry.number not in self._carried:
                self._start(entry, self._recover(entry))

    def _start(self, entry: JournalEntry, course: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(course)
        self._carried[entry.number] = task
        task.add_done_callback(lambda task: self._ended(entry, task))

    def _ended(self, entry: JournalEntry, task: asyncio.Task[None]) -> None:
        """Pass on what went wrong with a batch to those who wait for it."""
        del self._carried[entry.number]
        self._without_room.discard(entry.number)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        waiters = self._waiters_of(entry)
        if not waiters:
            self._report(f"batch {entry.number}: {error}")
        for waiter in waiters:
            self._wake(waiter, error)

    async def _submit(self, entry: JournalEntry, content: bytes) -> None:
        batch_id = await submit(self._server, self._journal, entry, content)
        del content  # may be large, and the batch may take a day
        self._report(
            f"batch {entry.number}: {count_requests(len(entry.keys))} submitted as {batch_id}"
        )
        await self._follow(entry, batch_id)

    async def _recover(self, entry: JournalEntry) -> None:
        batch_id = await recover(self._server, self._journal, entry)
        if batch_id is None:
            self._journal.end(entry.number, "never created", {})
            self._gather_again(self._waiters_of(entry))
            return
        self._report(f"batch {entry.number}: found again as {batch_id}")
        await self._follow(entry, batch_id)

    async def _follow(self, entry: JournalEntry, batch_id: str) -> None:
        """Wait for a batch's end, keep what it brought, and give it out."""
        try:
            batch, lines = await self._end_of(entry, batch_id)
        except PermanentModelError as fault:
            # What to do about a batch that the server no longer knows is for the user to say.
            place = f"batch {batch_id}, remembered in {self._journal.path}"
            raise PermanentModelError(f"{fault} ({place})") from None
        answers = {
            key: lines[key].body
            for key in entry.keys
            if key in lines and is_answer(lines[key], self._server.name)
        }
        self._journal.end(entry.number, batch.status, answers)
        if refused_for_room(batch):
            await self._wait_for_room(entry, batch)
            self._gather_again(self._waiters_of(entry))
        elif batch.status == "failed":
            raise refused_batch(batch, self._server.name)
        else:
            self._give_out(entry, batch, lines, answers)

    async def _end_of(
        self, entry: JournalEntry, batch_id: str
    ) -> tuple[ServerBatch, dict[str, BatchLine]]:
        last = ""

        def progress(batch: ServerBatch) -> None:
            """Report a batch whenever it looks other than before."""
            nonlocal last
            done, status = batch.completed + batch.failed, batch.status.replace("_", " ")
            line = f"batch {entry.number}: {count_requests(len(entry.keys))}, {done} done, {status}"
            if line != last:
                last = line
                self._report(line)

        batch = await wait_for_end(self._server, batch_id, progress)
        return batch, await collect(self._server, batch)

    async def _wait_for_room(self, entry: JournalEntry, batch: ServerBatch) -> None:
        """Return once there may be room for a batch: when another is over, or for half as much.

        Servers limit the tokens that wait in an account's batches. The limit is not known
        beforehand: it depends on the account and the model.
        """
        self._without_room.add(entry.number)
        others = [
            task for number, task in self._carried.items() if number not in self._without_room
        ]
        if others:
            self._report(f"batch {entry.number}: no room on the server, waits for another batch")
            await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
            return
        if len(entry.keys) == 1:
            raise refused_batch(batch, self._server.name)
        self._gatherer.most = (len(entry.keys) + 1) // 2
        self._report(
            f"batch {entry.number}: no room on the server, "
            f"smaller batches of {self._gatherer.most} follow"
        )

    # --- outcomes ---------------------------------------------------------------------------------

    def _give_out(
        self,
        entry: JournalEntry,
        batch: ServerBatch,
        lines: Mapping[str, BatchLine],
        answers: Mapping[str, str],
    ) -> None:
        again = []
        for waiter in self._waiters_of(entry):
            body = answers.get(waiter.key)
            if body is not None:
                self._wake(waiter, StoredAnswer(body, entry.replacements))
                continue
            sent = replaced(waiter.wanted, entry.replacements)
            fault = self._lasting(
                waiter, failure(lines.get(waiter.key), batch, sent, self._server.name)
            )
            if fault is None:
                again.append(waiter)
            else:
                self._wake(waiter, fault)
        self._gather_again(again)
        self._report(
            f"batch {entry.number}: {len(answers)} of {count_requests(len(entry.keys))} answered, "
            f"{len(again)} to be sent again"
        )

    def _lasting(self, waiter: Waiter, what: Refusal | ModelError) -> ModelError | None:
        """The error that ends a request, None where a further batch may answer it."""
        if isinstance(what, Refusal):
            self._learn(what.parameter)
            return None
        if not isinstance(what, TransientModelError):
            return what
        waiter.rounds += 1
        if waiter.rounds < self._rounds:
            return None
        return TransientModelError(
            f"{what} (in each of {waiter.rounds} batches)", reason=what.reason
        )

    def _learn(self, parameter: str) -> None:
        # The requests of a batch are all refused for the same parameter.
        if parameter not in self._replacements:
            self._replacements[parameter] = RENAMED.get(parameter)
            self._journal.replace(parameter, RENAMED.get(parameter))
            self._report(f"{self._server.name}: the server refuses the parameter {parameter}")
