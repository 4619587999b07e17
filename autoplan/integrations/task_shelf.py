"""The tasks that the clients of a server are playing: each found by its owner alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from autoplan.integrations.playable import PlayableTask
from pddl2nl.errors import InputError
from simulator import Episode

TASKS_OF_A_SESSION = 16
TASKS_ALTOGETHER = 1_000
IDLE_SECONDS = 30 * 60.0
"""A task that nobody has touched for so long is dropped."""
_UNGUESSABLE = 16
"""Bytes of chance in an id."""


@dataclass
class OpenTask:
    """A task under way.

    Args:
        owner: the session that it belongs to; None where the protocol has no sessions, so that
            whoever knows the id plays.
        task: the task.
        episode: the attempt at it.
        touched: when it was last asked for, in seconds of the shelf's clock.
        turn: held by whoever acts, so that two requests at once come one after the other.
    """

    owner: str | None
    task: PlayableTask
    episode: Episode
    touched: float
    turn: Lock = field(default_factory=Lock)


class TaskShelf:
    """Keeps the tasks of all sessions, by ids that nobody can guess.

    Args:
        of_a_session: how many tasks a session may have under way.
        altogether: how many all of them may have.
        idle_seconds: when a task that nobody touches is dropped.
        clock: tells the seconds.
    """

    def __init__(
        self,
        *,
        of_a_session: int = TASKS_OF_A_SESSION,
        altogether: int = TASKS_ALTOGETHER,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._of_a_session, self._altogether = of_a_session, altogether
        self._idle_seconds, self._clock = idle_seconds, clock
        self._tasks: dict[str, OpenTask] = {}

    def add(self, owner: str | None, task: PlayableTask) -> str:
        """Begin an attempt at a task; returns its id.

        Raises:
            InputError: its owner, or all together, have too many under way.
        """
        self._drop_idle()
        own = [each for each in self._tasks.values() if each.owner == owner]
        if owner is not None and len(own) >= self._of_a_session:
            raise InputError(f"{len(own)} tasks are under way; end one of them with end_task")
        if len(self._tasks) >= self._altogether:
            raise InputError("the server has too many tasks under way; try again later")
        name = secrets.token_urlsafe(_UNGUESSABLE)
        self._tasks[name] = OpenTask(owner, task, task.episode(), self._clock())
        return name

    def get(self, owner: str | None, name: str) -> OpenTask:
        """A task of an owner.

        Raises:
            InputError: there is none of that id; one of another owner is as good as none.
        """
        self._drop_idle()
        found = self._tasks.get(name)
        if found is None or found.owner != owner:
            raise InputError("there is no such task, or it was idle for too long; use start_task")
        found.touched = self._clock()
        return found

    def end(self, owner: str | None, name: str) -> None:
        """Forget a task.

        Raises:
            InputError: there is none of that id.
        """
        self.get(owner, name)
        del self._tasks[name]

    def _drop_idle(self) -> None:
        oldest = self._clock() - self._idle_seconds
        for name in [name for name, each in self._tasks.items() if each.touched < oldest]:
            del self._tasks[name]
