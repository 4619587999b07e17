"""A model whose answers are given beforehand, for tests and for replaying a conversation."""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.llm.tokens import estimate_usage
from pddl2nl.llm.values import Completion, Message, PermanentModelError, Request


class ScriptedModel:
    """Gives the answers in order, one a call, and records what it was asked.

    Args:
        answers: what to answer with: texts, or messages, which may hold calls.
        name: the name under which its results are filed.
    """

    def __init__(self, answers: Sequence[str | Message], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._answers = tuple(answers)

    async def complete(self, request: Request) -> Completion:
        """The next answer of the script; its usage is an estimate.

        Raises:
            PermanentModelError: the script has no answer left.
        """
        if len(self.requests) >= len(self._answers):
            raise PermanentModelError(
                f"{self.name}: the script has {len(self._answers)} answers and was asked for more"
            )
        answer = self._answers[len(self.requests)]
        message = Message("assistant", answer) if isinstance(answer, str) else answer
        self.requests.append(request)
        usage = estimate_usage(request.messages, message.full_text, tools=request.tools)
        calls, reason = message.tool_calls, "tool_calls" if message.tool_calls else "stop"
        return Completion(
            message.content, usage, reason, cached=False, model=self.name, tool_calls=calls
        )
