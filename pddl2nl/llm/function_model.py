"""A Python function as a chat model: it receives the messages and returns a text."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from pddl2nl.errors import InputError
from pddl2nl.llm.values import Completion, RejectedRequestError, Request, estimate_usage
from pddl2nl.llm.wire import encodable, message_as_json

ModelFunction: TypeAlias = Callable[[list[dict[str, Any]]], str | Awaitable[str]]
"""Receives the conversation, each message with its `role` and `content`, and returns the answer;
it may be asynchronous."""

FUNCTION = "python"
"""The kind of model that a function is."""

_log = logging.getLogger(__name__)


class FunctionSpec(str):
    """The specification of a model that is a function: `python/` and its module and name.

    It holds the function, so that a function can stand wherever the name of a model does.
    """

    function: ModelFunction

    def __new__(cls, function: ModelFunction) -> FunctionSpec:
        """
        Args:
            function: a function or method.

        Raises:
            InputError: it has no name under which results can be filed.
        """
        name = getattr(function, "__qualname__", None)
        if name is None or "<lambda>" in name:
            raise InputError(
                "a model is a specification such as openai/NAME, or a function or method with a "
                f"name, which results are filed under, not {name or type(function).__name__}"
            )
        made = super().__new__(cls, f"{FUNCTION}/{function.__module__}.{name}")
        made.function = function
        return made

    def __reduce__(self) -> tuple[type[FunctionSpec], tuple[ModelFunction]]:
        return FunctionSpec, (self.function,)


class FunctionModel:
    """A function as a chat model.

    Args:
        spec: its specification, under which its results are filed.
    """

    def __init__(self, spec: FunctionSpec) -> None:
        self.name = str(spec)
        self._function = spec.function

    async def complete(self, request: Request) -> Completion:
        """The function's answer; its usage is an estimate.

        Raises:
            RejectedRequestError: the function has raised an exception, or returned no text.
        """
        try:
            answer = self._function(list(map(message_as_json, request.messages)))
            if inspect.isawaitable(answer):
                answer = await answer
        except Exception as error:
            _log.info("%s has raised an exception", self.name, exc_info=True)
            fault = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
            raise RejectedRequestError(f"the model {self.name} raised {fault}") from error
        if not isinstance(answer, str):
            kind = type(answer).__name__
            raise RejectedRequestError(f"the model {self.name} must return a text, not {kind}")
        return answered(request, answer, self.name)


def answered(request: Request, text: str, name: str) -> Completion:
    """A text as a model's answer to a request; its usage is an estimate."""
    usage = estimate_usage(request.messages, text, tools=request.tools)
    return Completion(encodable(text), usage, "stop", cached=False, model=name)
