"""Putting questions to models, and reading an agent's answer: one action as JSON.

Each question is a conversation without a memory of the others; the answer is that of the ProcLLM
paper, appendix B.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pddl2nl.errors import did_you_mean
from pddl2nl.llm import ChatModel, Completion, Message
from policies.answers.text import without_thoughts
from policies.conduct import Sampling
from policies.mechanism import Player, request_of

Put: TypeAlias = Callable[[list[Message], int], Awaitable[Completion]]
"""Puts a conversation to a model; the number says which of several answers to it is wanted."""


@dataclass
class Questions:
    """Asks a model, and counts.

    A question that was asked before in the same words asks for another answer: an agent that sees
    what it has seen before would else go round in circles for ever.
    """

    put: Put
    calls: int = 0
    asked: Counter[tuple[Message, ...]] = field(default_factory=Counter)

    async def ask(self, messages: Sequence[Message]) -> str:
        """The model's answer, as text."""
        self.calls += 1
        draw = self.asked[tuple(messages)]
        self.asked[tuple(messages)] += 1
        return (await self.put(list(messages), draw)).text


def questions_of(player: Player) -> Questions:
    """Questions to the planning model of a player."""
    return Questions(lambda messages, draw: player.ask(messages, draw=draw))


def questions_to(
    model: ChatModel, sampling: Sampling = Sampling(), seed: int | None = None
) -> Questions:
    """Questions to a model."""
    return Questions(
        lambda messages, draw: model.complete(request_of(messages, sampling, seed, draw=draw))
    )


@dataclass(frozen=True, slots=True)
class AgentModels:
    """Who is asked for what; they may be one and the same.

    Args:
        agent: chooses the actions.
        verifier: says whether an effect is achieved.
        coder: writes a script from instructions.
        repairer: mends a script.
    """

    agent: Questions
    verifier: Questions
    coder: Questions
    repairer: Questions

    @staticmethod
    def all_the_same(questions: Questions) -> AgentModels:
        """One model in every part."""
        return AgentModels(questions, questions, questions, questions)

    @property
    def calls(self) -> int:
        """How often models were asked."""
        parts = (self.agent, self.verifier, self.coder, self.repairer)
        return sum(each.calls for each in {id(each): each for each in parts}.values())


_FENCE = "```"
_OPENING = re.compile(rf"{_FENCE}[\w-]*[ \t]*")
_KEYS = ("observation", "thought", "action")
_ACTION_KEYS = ("name", "action_arg1", "action_arg2")
_LENIENT = json.JSONDecoder(strict=False)
_SHAPE = (
    '{"observation": "...", "thought": "...", '
    '"action": {"name": "...", "action_arg1": "...", "action_arg2": "..."}}'
)


@dataclass(frozen=True, slots=True)
class Command:
    """What an agent wants done.

    Args:
        name: the action, as its action set calls it.
        first: its first argument: a file.
        second: its second argument: a text.
        tolerated: what was wrong with the answer and could not be mistaken.
    """

    name: str
    first: str = ""
    second: str = ""
    tolerated: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.first}".strip()


class MalformedAnswer(ValueError):
    """An answer that is no action; its text says what is wrong with it, for the agent to read."""


def parse_command(answer: str, actions: Sequence[str]) -> Command:
    """Read an answer: one JSON object, alone, in a code fence, or with prose around it.

    What cannot be mistaken is tolerated, and noted: prose, an argument that is missing or null, and
    line breaks within a text.

    Raises:
        MalformedAnswer: it is none of them.
    """
    tolerated: list[str] = []
    try:
        data = _loaded(unfenced(without_thoughts(answer).strip()), tolerated)
    except json.JSONDecodeError as error:
        reason = f"JSONDecodeError: {error}. Answer with one JSON object: {_SHAPE}"
        raise MalformedAnswer(reason) from error
    except (ValueError, RecursionError) as error:
        reason = f"JSONDecodeError: the JSON is too large. Answer with {_SHAPE}"
        raise MalformedAnswer(reason) from error
    _check_keys(data, _KEYS, "the answer")
    if not all(isinstance(data[key], str) for key in _KEYS[:2]):
        raise _misshapen("'observation' and 'thought' must be texts")
    action = data["action"]
    if isinstance(action, dict) and (
        absent := [key for key in _ACTION_KEYS[1:] if action.get(key) is None]
    ):
        tolerated.append("an argument that is missing or null")
        action = {**action, **dict.fromkeys(absent, "")}
    _check_keys(action, _ACTION_KEYS, "'action'")
    if not all(isinstance(action[key], str) for key in _ACTION_KEYS):
        raise _misshapen("the name and the arguments of the action must be texts")
    # Half of a surrogate pair is no text that could be kept or shown.
    name, file, text = (action[key].encode("utf-8", "replace").decode() for key in _ACTION_KEYS)
    named, name = {each.lower(): each for each in actions}, name.strip()
    if name.lower() not in named:
        near = did_you_mean(name, named) or f"; there are {', '.join(actions)}"
        raise MalformedAnswer(f"There is no action '{name[:80]}'{near}")
    return Command(named[name.lower()], file.strip(), text, tuple(tolerated))


def unfenced(text: str) -> str:
    """A text without the code fence that is around the whole of it."""
    opening, _, rest = text.partition("\n")
    fenced = _OPENING.fullmatch(opening) and rest.endswith(_FENCE)
    return rest.removesuffix(_FENCE).strip() if fenced else text


def _loaded(text: str, tolerated: list[str]) -> Any:
    """The one JSON value of an answer.

    Raises:
        ValueError: there is none, or a second object stands behind it.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        start = text.find("{")
        if start < 0:
            raise
        try:
            data, end = _LENIENT.raw_decode(text, start)
        except json.JSONDecodeError:
            raise error from None
        if "{" in text[end:]:
            raise
    if text[:start].strip() or text[end:].strip():
        tolerated.append("prose around the JSON")
    with suppress(json.JSONDecodeError):
        json.loads(text[start:end])
        return data
    tolerated.append("a line break in a text")
    return data


def _check_keys(data: object, keys: Sequence[str], what: str) -> None:
    if not isinstance(data, dict):
        raise _misshapen(f"{what} must be an object with the keys {', '.join(keys)}")
    if missing := [key for key in keys if key not in data]:
        raise _misshapen(f"{what} lacks {', '.join(missing)}")
    if further := [str(key)[:80] for key in data if key not in keys]:
        raise _misshapen(f"{what} has keys that nobody asked for: {', '.join(further)}")


def _misshapen(fault: str) -> MalformedAnswer:
    return MalformedAnswer(f"The JSON is not as asked for: {fault}. Answer with {_SHAPE}")
