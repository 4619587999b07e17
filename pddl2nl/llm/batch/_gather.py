"""Gathers requests that come in one by one, and hands them on together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar


class BatchItem(Protocol):
    """Something to be gathered."""

    @property
    def key(self) -> str:
        """What tells it from others."""
        ...

    @property
    def size(self) -> int:
        """The bytes that it takes up in a batch."""
        ...


T = TypeVar("T", bound=BatchItem)


class Gatherer(Generic[T]):
    """Hands on what has come in once nothing new comes, or earlier where there is enough.

    Args:
        settle: the seconds without anything new after which all is handed on.
        most: the most items to hand on together; may be changed at any time.
        size: the most bytes to hand on together. A single item may have more.
        hand_on: takes what has come in, in order; called in the event loop.
    """

    def __init__(
        self, settle: float, most: int, size: int, hand_on: Callable[[Sequence[T]], object]
    ) -> None:
        self.most = most
        self._settle = settle
        self._size = size
        self._hand_on = hand_on
        self._waiting: dict[str, T] = {}
        self._newest = 0.0
        self._watch: asyncio.Task[None] | None = None

    def add(self, item: T) -> None:
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

    def _take(self) -> list[T]:
        """As many of the oldest items as fit together, at least one."""
        taken: list[T] = []
        size = 0
        for item in self._waiting.values():
            size += item.size
            if taken and (len(taken) >= self.most or size > self._size):
                break
            taken.append(item)
        for item in taken:
            del self._waiting[item.key]
        return taken
