"""Conversations packed into a page: compressed chunks, each opened when one of its own is read."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from autoplan.report.conversation import Answered, ConversationTurn, Done, Kept, Utterance
from autoplan.results.record import Call, TaskInWords

CHUNK_CHARACTERS = 400_000
"""How much text a chunk holds: enough to compress well, little enough to open at once."""

_LONG = 120  # characters; a shorter text is hardly shorter as a number

Text: TypeAlias = str | int
"""A text, or the number of one in its chunk's `texts`."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where in a page a conversation is: the number of its chunk, and its number in there."""

    chunk: int
    index: int


def packed(data: object) -> str:
    """Data as JSON, compressed (zlib) and in base64, of which no character is special in HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


class Packer:
    """Packs conversations in the order in which they come.

    A chunk holds `texts`, the long texts of its conversations, which often share them; `scenes`,
    each with `initial`, `goal` and `reference`; and `episodes`, each the number of its scene and
    its turns.
    """

    def __init__(self) -> None:
        self._chunks: list[str] = []
        self._begin()

    def add(self, scene: TaskInWords, turns: Iterable[ConversationTurn]) -> PagePlace:
        """Pack a conversation; returns where it will be."""
        if self._size > CHUNK_CHARACTERS:
            self._end()
        told = [self._told(turn) for turn in turns]
        self._episodes.append((self._scenes.setdefault(scene, len(self._scenes)), told))
        self._size += len(str(told))
        return PagePlace(len(self._chunks), len(self._episodes) - 1)

    def chunks(self) -> list[str]:
        """All chunks, once everything has been packed."""
        if self._episodes:
            self._end()
        return self._chunks

    def _begin(self) -> None:
        self._size = 0
        self._texts: dict[str, int] = {}
        self._scenes: dict[TaskInWords, int] = {}
        self._episodes: list[tuple[int, list[dict[str, Any]]]] = []

    def _end(self) -> None:
        scenes = [
            {"initial": scene.initial, "goal": scene.goal, "reference": scene.reference}
            for scene in self._scenes
        ]
        content = {"texts": list(self._texts), "scenes": scenes, "episodes": self._episodes}
        self._chunks.append(packed(content))
        self._begin()

    def _text(self, text: str) -> Text:
        if len(text) < _LONG:
            return text
        if text not in self._texts:
            self._size += len(text)
        return self._texts.setdefault(text, len(self._texts))

    def _told(self, turn: ConversationTurn) -> dict[str, Any]:
        match turn:
            case Utterance(role, message):
                return {"said": self._text(message.told), "by": message.role, "to": role}
            case Answered(call):
                return self._answer(call)
            case Kept(name, data):
                return {"kept": name, "data": data}
            case Done(number, step):
                return {
                    "step": number,
                    "words": self._text(step.said),
                    "action": step.action,
                    "refused": step.refused,
                    "mistake": step.mistake,
                    "observation": self._text(step.observation),
                    "added": step.added,
                    "deleted": step.deleted,
                }

    def _answer(self, call: Call) -> dict[str, Any]:
        answer = call.completion
        return {
            "answer": self._text(answer.told),
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
