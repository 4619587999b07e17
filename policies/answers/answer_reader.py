"""A whole answer read as steps: which lines propose them, and which action each of them names."""

from __future__ import annotations

from collections.abc import Hashable

from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames
from policies.answers.doubt import Likeness
from policies.answers.extract import proposed
from policies.answers.frames import DomainWords
from policies.answers.lines import LineReader, LineReading
from policies.answers.looks import Look
from policies.answers.reading import AnswerReading, Doubt, Step
from policies.answers.text import plain

_UNREAD = LineReading((Doubt("it names no action"),), whole=True)


class AnswerReader:
    """Reads answers to one problem, without a model."""

    def __init__(self, problem: Problem, words: DomainWords, names: ObjectNames) -> None:
        """
        Args:
            problem: the task that was asked.
            words: its domain in the words of the prompt (see `domain_words`).
            names: what the objects were called in the prompt.
        """
        self._lines = LineReader(problem, words, names)

    def read(self, answer: str) -> AnswerReading:
        """The plan of an answer; empty where it proposes none."""
        judge = _Readings(self._lines)
        steps: list[Step] = []
        for line in proposed(answer, judge):
            before = [step.action for step in steps[-1:] if step.action is not None]
            reading = judge.reading(line.text)
            if before and (reading is None or not reading.read):
                reading = self._lines.read(line.text, before) or reading
            reading = reading or _UNREAD
            found = [
                Step(plain(line.text), meaning, line.number + 1, reading.exact)
                for meaning in reading.steps
            ]
            # Prose that tells of the step that has just been ordered is no further step.
            told_again = [step.action for step in found] == [step.action for step in steps[-1:]]
            if reading.told and line.mark == "plain" and told_again:
                continue
            steps += found
        return AnswerReading(tuple(steps), strict=False)


class _Readings:
    """Reads every line of an answer once."""

    def __init__(self, lines: LineReader) -> None:
        self._lines = lines
        self._read: dict[str, LineReading | None] = {}

    def reading(self, line: str) -> LineReading | None:
        if line not in self._read:
            self._read[line] = self._lines.read(line)
        return self._read[line]

    def look(self, line: str) -> Look:
        reading = self.reading(line)
        if reading is None:
            return Look.OTHER
        if reading.told:
            return Look.TOLD if reading.read else Look.HINT
        if not reading.read:
            return Look.BROKEN
        return Look.STEP if reading.whole else Look.EXPLAINED

    def meaning(self, line: str) -> Hashable:
        reading = self.reading(line)
        return reading.steps if reading and reading.read else line

    def repeats(self, line: str) -> bool:
        return self._lines.repeats(line)

    def likeness(self, line: str) -> Likeness:
        return self._lines.likeness(line)
