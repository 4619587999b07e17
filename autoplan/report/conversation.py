"""An episode as a conversation: what was asked, answered, done and observed, in order.

A transcript holds calls and steps in two lists; each call has the number of steps before it. A
step's observation comes back to the model as a message; shown as a step, the message is left out.

A page holds conversations in compressed chunks, each opened when one of its own is read.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, takewhile
from typing import Any, TypeAlias

from autoplan.models.paid_models import Call
from autoplan.results.reading import RecordedStep, Transcript
from autoplan.results.record import TaskInWords
from pddl2nl.llm import Message, encodable, tools_text

CHUNK_CHARACTERS = 400_000
"""How much text a chunk holds: enough to compress well, little enough to open at once."""

_LONG = 120  # characters; a shorter text is hardly shorter as a number


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message that was sent to a model asked as `role`."""

    role: str
    message: Message


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model answered."""

    call: Call


@dataclass(frozen=True, slots=True)
class Done:
    """A step, numbered from 1.

    Args:
        again: whether it is the first of another plan, in the initial state.
    """

    number: int
    step: RecordedStep
    again: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """What a mechanism has kept besides, as JSON: ChatHTN's hierarchy."""

    name: str
    data: Any


ConversationTurn: TypeAlias = Utterance | Answered | Done | Kept


def turns(transcript: Transcript) -> Iterator[ConversationTurn]:
    """The turns of an episode, in the order in which they happened."""
    begun = {number + 1 for number in transcript.begun if number}
    steps = [
        Done(number, step, number in begun) for number, step in enumerate(transcript.steps, start=1)
    ]
    shown = 0
    answers: defaultdict[str, set[str]] = defaultdict(set)
    for call in transcript.calls:
        fresh = deque(steps[shown : call.done])
        shown += len(fresh)
        yield from tuple(fresh)
        before = answers[call.role]
        if call.tools:
            yield Utterance(call.role, Message("system", tools_text(call.tools)))
        for message in call.sent:
            if message.role == "assistant" and message.full_text in before:
                continue  # what the model answered before, repeated to it
            observed = _observed(fresh, message.content)
            for _ in range(observed):
                fresh.popleft()
            if not observed:
                yield Utterance(call.role, message)
        before.add(call.completion.full_text)
        yield Answered(call)
    yield from steps[shown:]
    yield from (Kept(name, data) for name, data in transcript.attachments.items())


def _observed(steps: Iterable[Done], message: str) -> int:
    """How many of the next steps a message has the observations of; 0 if it has other things.

    One answer may hold several steps, and their observations come back together.
    """
    observations = (done.step.observation for done in steps)
    texts = accumulate(observations, lambda text, more: f"{text}\n{more}" if text else more)
    for number, text in enumerate(takewhile(message.startswith, texts), start=1):
        if text == message:
            return number
    return 0


def packed(data: object) -> str:
    """Data as JSON, compressed (zlib) and in base64, of which no character is special in HTML."""
    text = encodable(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


class Packer:
    """Packs conversations in the order in which they come.

    A chunk holds `texts`, the long texts of its conversations, which often share them; `scenes`,
    each with `initial`, `goal` and `reference`; and `episodes`, each the number of its scene, its
    turns, and which parts of the goal hold at the end.
    """

    def __init__(self) -> None:
        self._chunks: list[str] = []
        self._begin()

    def add(
        self, scene: TaskInWords, turns: Iterable[ConversationTurn], held: Sequence[bool] = ()
    ) -> tuple[int, int]:
        """Pack a conversation; returns the number of its chunk, and its number in there.

        Args:
            scene: its task.
            turns: its turns.
            held: for each part of the goal whether it holds at the end, if that is known.
        """
        if self._size > CHUNK_CHARACTERS:
            self._end()
        data = [self._data(turn) for turn in turns]
        place = self._scenes.setdefault(scene, len(self._scenes))
        self._episodes.append((place, data, list(held)))
        self._size += len(str(data))
        return len(self._chunks), len(self._episodes) - 1

    def chunks(self) -> list[str]:
        """All chunks, once everything has been packed."""
        if self._episodes:
            self._end()
        return self._chunks

    def _begin(self) -> None:
        self._size = 0
        self._texts: dict[str, int] = {}
        self._scenes: dict[TaskInWords, int] = {}
        self._episodes: list[tuple[int, list[dict[str, Any]], list[bool]]] = []

    def _end(self) -> None:
        scenes = [asdict(scene) for scene in self._scenes]
        content = {"texts": list(self._texts), "scenes": scenes, "episodes": self._episodes}
        self._chunks.append(packed(content))
        self._begin()

    def _text(self, text: str) -> str | int:
        """A text, or the number of a long one in the chunk's `texts`."""
        if len(text) < _LONG:
            return text
        if text not in self._texts:
            self._size += len(text)
        return self._texts.setdefault(text, len(self._texts))

    def _data(self, turn: ConversationTurn) -> dict[str, Any]:
        match turn:
            case Utterance(role, message):
                return {"said": self._text(message.full_text), "by": message.role, "to": role}
            case Answered(call):
                answer = call.completion
                return {
                    "answer": self._text(answer.full_text),
                    "from": call.role,
                    "model": call.model,
                    "reasoning": self._text(answer.reasoning or ""),
                    "input": answer.usage.input_tokens,
                    "cached": answer.usage.cached_tokens,
                    "output": answer.usage.output_tokens,
                    "reused": answer.cached,
                    "finish": answer.finish_reason,
                    "notes": answer.notes,
                }
            case Kept(name, data):
                return {"kept": name, "data": data}
            case Done(number, step, again):
                fields = asdict(step)
                words = self._text(fields.pop("text"))
                fields["observation"] = self._text(step.observation)
                return {"step": number, "again": again, "words": words, **fields}
