"""A whole answer read as a plan: which lines propose it, and which action each of them names."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.translation._doubt import Doubt
from policies.translation._looks import Look
from policies.translation._phrasebook import Phrasebook
from policies.translation._steps import LineReading, StepReader
from policies.translation.extract import proposed

_UNREAD = LineReading((None,), whole=True)


@dataclass(frozen=True, slots=True)
class PlanReading:
    """What an answer proposes.

    Attributes:
        plan: its steps in order; None for a step that names no action beyond doubt.
        untranslated: the lines of those steps.
    """

    plan: tuple[GroundAction | None, ...]
    untranslated: tuple[str, ...]


class AnswerReader:
    """Reads answers to one problem, without a model."""

    def __init__(self, problem: Problem, book: Phrasebook, names: ObjectNames) -> None:
        """
        Args:
            problem: the task that was asked.
            book: the wordings of its domain (see `phrasebook`).
            names: what the objects were called in the prompt.
        """
        self._steps = StepReader(problem, book, names)

    def read(self, answer: str) -> PlanReading:
        """The plan of an answer; empty where it proposes none."""
        judge = _Readings(self._steps)
        plan: list[GroundAction | None] = []
        untranslated: list[str] = []
        for line in proposed(answer, judge):
            reading = judge.reading(line.text) or _UNREAD
            # Prose that tells of the step that has just been ordered is no further step.
            if reading.told and line.mark == "plain" and plan[-1:] == list(reading.steps):
                continue
            plan += reading.steps
            if None in reading.steps:
                untranslated.append(line.text)
        return PlanReading(tuple(plan), tuple(untranslated))


class _Readings:
    """Reads every line of an answer once."""

    def __init__(self, steps: StepReader) -> None:
        self._steps = steps
        self._read: dict[str, LineReading | None] = {}

    def reading(self, line: str) -> LineReading | None:
        if line not in self._read:
            self._read[line] = self._steps.read(line)
        return self._read[line]

    def look(self, line: str) -> Look:
        reading = self.reading(line)
        if reading is None:
            return Look.OTHER
        if None in reading.steps:
            return Look.BROKEN
        if reading.told:
            return Look.TOLD
        return Look.STEP if reading.whole else Look.EXPLAINED

    def meaning(self, line: str) -> Hashable:
        reading = self.reading(line)
        return reading.steps if reading and None not in reading.steps else line

    def repeats(self, line: str) -> bool:
        return self._steps.repeats(line)

    def doubt(self, line: str) -> Doubt:
        return self._steps.doubt(line)
