"""A model that remembers its answers: the same request, the same answer, no second call."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from pddl2nl.llm.answer_store import AnswerStore
from pddl2nl.llm.values import ChatModel, Completion, Request
from pddl2nl.llm.wire import messages_text, offered

_NO_ARGUMENTS: Mapping[str, object] = MappingProxyType({})
_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
_Place: TypeAlias = tuple[asyncio.AbstractEventLoop, str]


def request_key(
    model: str,
    base_url: str | None,
    request: Request,
    arguments: Mapping[str, object] = _NO_ARGUMENTS,
) -> str:
    """The SHA-256 of everything that determines an answer, as 64 hexadecimal digits.

    Args:
        model: the name of the model.
        base_url: the address of its server, None where it has none.
        request: what it is asked.
        arguments: what else stands in the request's body.
    """
    # JSON with sorted names, in which the messages need not be written again.
    before = {
        **({"arguments": dict(arguments)} if arguments else {}),
        "base_url": base_url,
        "max_tokens": request.max_tokens,
    }
    after = {
        "model": model,
        "seed": request.seed,
        # 0 and 0.0 are one temperature, and JSON would distinguish them.
        "temperature": float(request.temperature),
        **offered(request),
    }
    messages = messages_text(request.messages, _canonical)
    text = f'{_canonical(before)[:-1]},"messages":{messages},{_canonical(after)[1:]}'
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class CachedModel:
    """Answers from a SQLite file what has been asked before, and asks the inner model the rest.

    An answer is on disk before it is returned. Identical requests that are under way at the same
    time in one event loop share one call. Errors are not kept. Several processes may use one file.

    Args:
        inner: the model to ask.
        path: the file with the answers; made where absent.

    Raises:
        InputError: the file is no cache of answers, or can't be opened.
    """

    def __init__(self, inner: ChatModel, path: Path | str) -> None:
        self.name = inner.name
        # Two servers may give one name to different models.
        self.base_url: str | None = getattr(inner, "base_url", None)
        self._arguments: Mapping[str, object] = getattr(inner, "arguments", _NO_ARGUMENTS)
        self._inner = inner
        self._store = AnswerStore(Path(path))
        self._under_way: dict[_Place, _SharedCall] = {}

    def __repr__(self) -> str:
        return f"CachedModel({self._inner!r}, {str(self._store.path)!r})"

    async def complete(self, request: Request) -> Completion:
        """The stored answer, or else the inner model's, which is stored.

        Raises:
            CacheError: the file can't be read or written.
            ModelError: as the inner model raises it.
        """
        key = request_key(self.name, self.base_url, request, self._arguments)
        place = (asyncio.get_running_loop(), key)
        call = self._under_way.get(place)
        if call is not None:
            return replace(await call.wait(), cached=True)
        known = self._store.get(key)
        if known is not None:
            await asyncio.sleep(0)  # as a call would, so that other coroutines have their turn
            return known
        task = asyncio.create_task(self._ask(key, request))
        call = _SharedCall(task, when_over=lambda: self._under_way.pop(place))
        self._under_way[place] = call
        return await call.wait()

    async def aclose(self) -> None:
        """Close the file, and the inner model's connections."""
        await asyncio.to_thread(self._store.close)
        if (close := getattr(self._inner, "aclose", None)) is not None:
            await close()

    async def _ask(self, key: str, request: Request) -> Completion:
        answer = await self._inner.complete(request)
        stored = await self._store.put(key, answer)
        if stored is answer:
            return answer
        # Another process has stored its answer first. That one counts, so that all see the same;
        # but a call was made here too, and its tokens were spent.
        return replace(stored, cached=answer.cached, usage=answer.usage)


class _SharedCall:
    """A call that several coroutines wait for; cancelled when the last of them is.

    `when_over` is called once, at its end or as soon as it is being cancelled, from when on nobody
    should join it.
    """

    def __init__(self, task: asyncio.Task[Completion], when_over: Callable[[], object]) -> None:
        self._task = task
        self._when_over = when_over
        self._waiting = 0
        self._over = False
        task.add_done_callback(lambda _: self._end())

    async def wait(self) -> Completion:
        """The call's answer, for one more coroutine."""
        self._waiting += 1
        try:
            return await asyncio.shield(self._task)
        except asyncio.CancelledError:
            if self._waiting == 1:
                self._end()
                self._task.cancel()
                # Its end may fail, too, as when what it has cost cannot be kept.
                with suppress(asyncio.CancelledError):
                    await self._task
            raise
        finally:
            self._waiting -= 1

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self._when_over()
