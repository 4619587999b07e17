"""What a player's answers mean: read without a model, and translated as a whole by one."""

from __future__ import annotations

from policies.answers.answer_reader import AnswerReader
from policies.answers.model_translator import Before, Translator
from policies.answers.reading import AnswerReading


class Interpreter:
    """Reads the answers of one player to one task."""

    def __init__(self, reader: AnswerReader, translator: Translator | None = None) -> None:
        """
        Args:
            reader: reads without a model.
            translator: the T-LLM; None for nobody, so that what is unread stays unread.
        """
        self._reader = reader
        self._translator = translator

    async def plan(self, answer: str) -> AnswerReading:
        """The steps of an answer that holds a whole plan.

        Raises:
            ModelError: the translating model gives no answer.
        """
        return await self._translated(answer, self._reader.read(answer), None)

    async def turn(self, answer: str, before: Before | None) -> AnswerReading:
        """The steps that one turn of a conversation proposes: one at least, if only a doubt.

        Args:
            answer: the whole turn.
            before: what happened before it, None at the beginning.

        Raises:
            ModelError: the translating model gives no answer.
        """
        reading = self._reader.read_turn(answer)
        translated = await self._translated(answer, reading, before)
        # A turn that proposes nothing, by its translation, is answered as one that is unread.
        return translated if translated.steps else reading

    async def _translated(
        self, answer: str, reading: AnswerReading, before: Before | None
    ) -> AnswerReading:
        if self._translator is None:
            return reading
        return await self._translator.translate(answer, reading, before)
