"""What a player's answers mean: read without a model, and only what stays unread with one."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from policies.answers.answer_reader import AnswerReader
from policies.answers.model_translator import Before, ModelTranslator
from policies.answers.reading import AnswerReading, Doubt, ReadStep


class Interpreter:
    """Reads the answers of one player to one task."""

    def __init__(self, reader: AnswerReader, translator: ModelTranslator | None = None) -> None:
        """
        Args:
            reader: reads without a model.
            translator: the T-LLM, asked about what the reader leaves unread; None for nobody.
        """
        self._reader = reader
        self._translator = translator

    async def plan(self, answer: str) -> AnswerReading:
        """The steps of an answer that holds a whole plan."""
        return await self._translated(self._reader.read(answer), None)

    async def turn(self, answer: str, before: Before | None) -> AnswerReading:
        """The steps that one turn of a conversation orders.

        Args:
            answer: the whole turn.
            before: what happened just before it, None at the beginning.
        """
        reading = self._reader.read_turn(answer, before.action if before else None)
        return await self._translated(reading, before)

    async def _translated(self, reading: AnswerReading, before: Before | None) -> AnswerReading:
        steps: list[ReadStep] = []
        for _, said in groupby(reading.steps, key=lambda step: (step.line, step.said)):
            last = next((each.action for each in reversed(steps) if each.action), None)
            known = Before(last) if last else before
            steps += await self._sentence(list(said), known)
        return replace(reading, steps=tuple(steps))

    async def _sentence(self, steps: list[ReadStep], before: Before | None) -> list[ReadStep]:
        """The steps of one sentence: translated as a whole, once, if any of them is unread."""
        unread = any(
            isinstance(step.meaning, Doubt) and step.meaning.attempt is None for step in steps
        )
        if self._translator is None or not unread:
            return steps
        meanings = await self._translator.translate(steps[0].said, before)
        return [replace(steps[0], meaning=meaning) for meaning in meanings] or steps
