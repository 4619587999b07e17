"""A whole answer read as a plan: which lines propose it, and which action each of them names."""

from __future__ import annotations

from dataclasses import dataclass

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.translation._phrasebook import Phrasebook
from policies.translation._steps import LineReading, StepReader
from policies.translation.extract import Look, proposed


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
        readings: dict[str, LineReading | None] = {}

        def judge(line: str) -> Look:
            if line not in readings:
                readings[line] = self._steps.read(line)
            return _look(readings[line])

        lines = proposed(answer, judge)
        read = [(line, reading.steps) for line in lines if (reading := readings[line])]
        return PlanReading(
            plan=tuple(step for _, steps in read for step in steps),
            untranslated=tuple(line for line, steps in read if None in steps),
        )


def _look(reading: LineReading | None) -> Look:
    if reading is None:
        return Look.OTHER
    if None in reading.steps:
        return Look.BROKEN
    return Look.STEP if reading.whole else Look.EXPLAINED
