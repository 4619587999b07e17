"""Steps as calls of functions: offered, read, and answered with the calls' results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

from pddl2nl.llm import Completion, Message, Tool, ToolCall, numbered_id
from policies.answers import MAX_READ, AnswerReading, Before, Doubt, ReadStep, UnusableCall
from policies.few_shot import THINK, Example, played
from policies.functions import FINISHED_CALL, functions_of
from policies.mechanism import Player
from simulator import Episode

MAX_QUOTED = 200
"""The maximum number of characters of an answer without a call that the model gets again."""


class CallTurns:
    """Steps are calls of functions, each answered by a message with its result.

    Args:
        player: who plays.
        episode: the task, in the form `tools`.
    """

    def __init__(self, player: Player, episode: Episode) -> None:
        self._player = player
        self._functions = functions_of(episode.problem, episode.presentation)

    @property
    def tools(self) -> tuple[Tool, ...]:
        return self._functions.tools

    def example(self, *, thinking: bool) -> list[Message]:
        shown = self._player.example
        return call_example(shown, thinking=thinking) if shown else []

    async def read(self, answer: Completion, before: Before | None) -> AnswerReading:
        """The steps of an answer, one per call; they are read exactly, without `before`.

        It keeps to the format if it is one call that can be read; text beside it is welcome.
        """
        steps = tuple(self._step(rank, call) for rank, call in enumerate(answer.tool_calls, 1))
        if not steps:
            steps = (ReadStep(_excerpt(answer.text), UnusableCall("no function was called"), 1),)
        return AnswerReading(steps, strict=len(steps) == 1 and steps[0].exact)

    def reply(self, answer: Completion, seen: Sequence[str]) -> list[Message]:
        """The answer, and the result of each call; one that was not tried has a result, too."""
        reply = Message("assistant", answer.text[:MAX_READ], _shortened(answer.tool_calls))
        if not reply.tool_calls:
            return [reply, Message("user", "\n".join(seen))]
        skipped = self._player.prompts.text("skipped")
        results = chain(seen, repeat(skipped))
        return [reply, *map(result_of, reply.tool_calls, results)]

    def _step(self, rank: int, call: ToolCall) -> ReadStep:
        meaning = self._functions.read(call)
        return ReadStep(str(call), meaning, rank, exact=not isinstance(meaning, Doubt))


def call_example(example: Example, *, thinking: bool) -> list[Message]:
    """The example played step by step, each step a call; the last one has no result yet."""
    functions = functions_of(example.world.problem, example.presentation)
    messages: list[Message] = []
    for rank, turn in enumerate(played(example, thinking=thinking)):
        message = (
            result_of(messages[-1].tool_calls[0], turn.message)
            if messages
            else Message("user", turn.message)
        )
        done = turn.action
        call = ToolCall(FINISHED_CALL, "{}") if done is None else functions.call(done)
        thought = f"{THINK} {turn.thought}" if thinking else ""
        numbered = replace(call, id=numbered_id(rank))
        messages += [message, Message("assistant", thought, (numbered,))]
    return messages


def result_of(call: ToolCall, text: str) -> Message:
    """The message with the result of a call."""
    return Message("tool", text, tool_call_id=call.id)


def _shortened(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """Calls as they are sent again: not with all of what is far too long for any."""
    return tuple(replace(call, arguments=call.arguments[:MAX_READ]) for call in calls)


def _excerpt(text: str) -> str:
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"
