"""Translated tasks, kept for a while so that several searches share one translation."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from pathlib import Path
from threading import Event, Lock

from pddl2nl.model import Problem
from policies.symbolic._fast_downward import Translation, task_for_fast_downward, translate
from policies.symbolic._outcome import Limits, NoPlan

_KEPT_BYTES = 256 * 1024**2


class Translations:
    """The latest translations, as files in a folder. Several threads may use it."""

    def __init__(self, folder: Path) -> None:
        """Args: folder: where the files are; it belongs to this object."""
        self._folder = folder
        self._kept: dict[str, Translation | NoPlan] = {}
        self._locks: defaultdict[str, Lock] = defaultdict(Lock)
        self._lock = Lock()

    def translation(
        self, problem: Problem, room: Path, limits: Limits, stop: Event
    ) -> Translation | NoPlan:
        """The translation of a task as a file in a planner's own folder, or why there is none.

        Args:
            problem: the task.
            room: the planner's folder.
            limits: what the translator may use.
            stop: ends it early when set.

        Raises:
            InputError: Fast Downward is not installed.
            StoppedError: `stop` was set.
        """
        task = task_for_fast_downward(problem)
        key = hashlib.sha256(repr((task, limits)).encode()).hexdigest()
        with self._lock:
            own = self._locks[key]
        with own:
            known = self._recall(key, room)
            if known is not None:
                return known
            made = translate(task, room, limits, stop)
            self._keep(key, made)
            return made

    def _recall(self, key: str, room: Path) -> Translation | NoPlan | None:
        """What is known of a task; a kept file is linked, so that it may be removed meanwhile."""
        with self._lock:
            known = self._kept.pop(key, None)
            if known is None:
                return None
            self._kept[key] = known
            if isinstance(known, NoPlan):
                return known
            linked = room / known.file.name
            os.link(known.file, linked)
            return Translation(linked, known.seconds)

    def _keep(self, key: str, made: Translation | NoPlan) -> None:
        with self._lock:
            if isinstance(made, Translation):
                file = self._folder / f"{key}.sas"
                os.link(made.file, file)
                made = Translation(file, made.seconds)
            self._kept[key] = made
            self._make_room()

    def _make_room(self) -> None:
        """Forget the files that were not used for longest, once there are too many."""
        files = {
            key: each.file for key, each in self._kept.items() if isinstance(each, Translation)
        }
        sizes = {key: file.stat().st_size for key, file in files.items()}
        for key, file in files.items():
            if sum(sizes.values()) <= _KEPT_BYTES:
                return
            file.unlink()
            del self._kept[key], sizes[key]
