"""Action schemas as functions for a model to call, and calls as ground actions: offered and read.

A function is named after its action, described by the action's snippet and conditions, and takes
the names of objects: for each parameter, a JSON Schema lists those of the right type.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from pddl2nl.compose import ActionText, in_style, kind_words
from pddl2nl.english import join
from pddl2nl.llm import (
    MAX_NAME_LENGTH,
    Completion,
    Message,
    Tool,
    ToolCall,
    encodable,
    numbered_id,
    plain_name,
)
from pddl2nl.model import GroundAction, Parameter, Problem, objects_by_type
from pddl2nl.naming import ObjectNames
from policies.answers import (
    MAX_READ,
    AnswerReading,
    Before,
    Doubt,
    Finished,
    LookAround,
    Meaning,
    ReadStep,
    UnusableCall,
)
from policies.few_shot import THINK, Example, played
from policies.mechanism import Player
from simulator import Episode, Presentation

LOOK_AROUND_CALL = "look_around"
FINISHED_CALL = "finished"
_LOOK_AROUND = "Have me look around: I describe my current situation."
_FINISHED = "Tell me that I am finished, because my goal is reached."


class _UnusableArgumentsError(ValueError):
    """The arguments of a call are none; its text says why, as a clause."""


@dataclass(frozen=True, slots=True)
class _Function:
    """A function: the action that it stands for, and its parameters' names in the action's order.

    `tool` is what a model is shown of it.
    """

    action: str
    parameters: tuple[str, ...]
    tool: Tool


@dataclass(frozen=True, slots=True)
class Functions:
    """The actions of a task as functions.

    Args:
        problem: the task.
        names: what its objects are called.
        by_action: the function of each action, by the action's name.
    """

    problem: Problem
    names: ObjectNames
    by_action: Mapping[str, _Function]

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What a model is offered: a function an action, then `look_around` and `finished`."""
        nothing = _schema({})
        return (
            *(each.tool for each in self.by_action.values()),
            Tool(LOOK_AROUND_CALL, _LOOK_AROUND, nothing),
            Tool(FINISHED_CALL, _FINISHED, nothing),
        )

    def call(self, action: GroundAction) -> ToolCall:
        """The call that stands for a ground action."""
        function = self.by_action[action.name]
        words = [self.names.english[item] for item in action.args]
        given = dict(zip(function.parameters, words, strict=True))
        return ToolCall(function.tool.name, json.dumps(given, ensure_ascii=False))

    def read(self, call: ToolCall) -> Meaning:
        """What a call means; one that fits no function is tried where the world can say why."""
        if call.name == LOOK_AROUND_CALL:
            return LookAround()
        if call.name == FINISHED_CALL:
            return Finished()
        for function in self.by_action.values():
            if function.tool.name == call.name:
                try:
                    return self._action(function, _arguments(call))
                except _UnusableArgumentsError as error:
                    return UnusableCall(str(error))
        if not call.name:
            return UnusableCall("it names no function")
        reason = f"there is no function called {call.name}"
        if call.name in self.by_action:
            return UnusableCall(reason)
        return Doubt(reason, attempt=GroundAction(call.name, ()))

    def _action(self, function: _Function, given: Mapping[str, str]) -> Meaning:
        """The action with the objects that a call names.

        Raises:
            _UnusableArgumentsError: the arguments are not those of the function, or an object is
                called what only PDDL calls it.
        """
        wanted = function.parameters
        if len(given) != len(wanted):
            attempt = GroundAction(function.action, tuple(map(self._object, given.values())))
            return Doubt("the number of its arguments is wrong", attempt=attempt)
        if set(given) != set(wanted):
            raise _UnusableArgumentsError(f"{function.tool.name} takes {join(wanted)}")
        words = [given[name] for name in wanted]
        action = GroundAction(function.action, tuple(map(self._object, words)))
        known = all(word in self.names.pddl for word in words)
        return action if known else Doubt("there is no such object", attempt=action)

    def _object(self, word: str) -> str:
        """The object of a name; a name that nothing has as it is, for the world to refuse."""
        found = self.names.pddl.get(word)
        if found is None and word in self.names.english:
            raise _UnusableArgumentsError(f"there is no object called {word}")
        return word if found is None else found


def functions_of(problem: Problem, shown: Presentation) -> Functions:
    """The actions of a task as functions, in the words and the style of its text.

    Args:
        problem: the task.
        shown: its presentation, which is made of snippets.
    """
    assert shown.lexicon is not None
    style = in_style(shown.style, problem.domain, shown.lexicon)
    kinds = objects_by_type(style.adapted(problem))
    order = {item.name: place for place, item in enumerate(problem.all_objects)}
    functions = _unique(
        (each.schema.name for each in style.actions), {LOOK_AROUND_CALL, FINISHED_CALL}
    )

    def choices(parameter: Parameter) -> list[str]:
        members = {item for kind in parameter.types for item in kinds[kind]}
        return [shown.names.english[item] for item in sorted(members, key=order.__getitem__)]

    def made(name: str, action: ActionText) -> _Function:
        parameters = action.schema.parameters
        own = _unique((each.name.removeprefix("?") for each in parameters), set())
        described = {
            called: _parameter(each, action, choices(each))
            for called, each in zip(own, parameters, strict=True)
        }
        return _Function(action.schema.name, own, Tool(name, action.text, _schema(described)))

    named = zip(functions, style.actions, strict=True)
    by_action = {action.schema.name: made(name, action) for name, action in named}
    return Functions(problem, shown.names, by_action)


def _parameter(parameter: Parameter, action: ActionText, choices: list[str]) -> dict[str, object]:
    """The JSON Schema of a parameter: its kind and letter in the description, and its objects."""
    what = f"{kind_words(parameter.types)} {action.ability.letters[parameter.name]}"
    schema: dict[str, object] = {"type": "string", "description": what}
    if not choices:  # JSON Schema knows no empty list of choices
        return {**schema, "description": f"{what}; none exists"}
    return {**schema, "enum": choices}


def _schema(parameters: Mapping[str, dict[str, object]]) -> str:
    schema = {
        "type": "object",
        "properties": parameters,
        "required": list(parameters),
        "additionalProperties": False,
    }
    return json.dumps(schema, ensure_ascii=False)


def _arguments(call: ToolCall) -> dict[str, str]:
    """The arguments of a call by their names.

    Raises:
        _UnusableArgumentsError: they are no JSON object.
    """
    try:
        content = json.loads(call.arguments.strip() or "{}")
    except (ValueError, RecursionError):
        raise _UnusableArgumentsError("its arguments are no JSON") from None
    if not isinstance(content, dict):
        raise _UnusableArgumentsError("its arguments are no JSON object")
    texts = (
        (name, each if isinstance(each, str) else json.dumps(each))
        for name, each in content.items()
    )
    return {encodable(name): encodable(" ".join(text.split())) for name, text in texts}


def _unique(names: Iterable[str], taken: set[str]) -> tuple[str, ...]:
    """Names in the letters that servers take, all different."""
    found: list[str] = []
    for name in names:
        plain = plain_name(name)
        chosen, number = plain, 2
        while chosen in taken or chosen in found:
            suffix = f"_{number}"
            chosen, number = plain[: MAX_NAME_LENGTH - len(suffix)] + suffix, number + 1
        found.append(chosen)
    return tuple(found)


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
        meanings = map(self._functions.read, answer.tool_calls)
        steps = tuple(
            ReadStep(str(call), meaning, rank, exact=not isinstance(meaning, Doubt))
            for rank, (call, meaning) in enumerate(zip(answer.tool_calls, meanings, strict=True), 1)
        )
        if not steps:
            shown = answer.text[:MAX_QUOTED] + "…" * (len(answer.text) > MAX_QUOTED)
            steps = (ReadStep(shown, UnusableCall("no function was called"), 1),)
        return AnswerReading(steps, strict=len(steps) == 1 and steps[0].exact)

    def reply(self, answer: Completion, seen: Sequence[str]) -> list[Message]:
        """The answer, and the result of each call; one that was not tried has a result, too."""
        # What is far too long for any call is not sent again.
        calls = (replace(each, arguments=each.arguments[:MAX_READ]) for each in answer.tool_calls)
        reply = Message("assistant", answer.text[:MAX_READ], tuple(calls))
        if not reply.tool_calls:
            return [reply, Message("user", "\n".join(seen))]
        skipped = self._player.prompts.text("skipped")
        results = chain(seen, repeat(skipped))
        return [reply, *map(result_of, reply.tool_calls, results)]


def call_example(example: Example, *, thinking: bool) -> list[Message]:
    """The example played step by step, each step a call; the last one has no result yet."""
    functions = functions_of(example.world.problem, example.presentation)
    messages: list[Message] = []
    for rank, turn in enumerate(played(example, thinking=thinking)):
        message = Message("user", turn.message)
        if messages:
            message = result_of(messages[-1].tool_calls[0], turn.message)
        done = turn.action
        call = ToolCall(FINISHED_CALL, "{}") if done is None else functions.call(done)
        thought = f"{THINK} {turn.thought}" if thinking else ""
        numbered = replace(call, id=numbered_id(rank))
        messages += [message, Message("assistant", thought, (numbered,))]
    return messages


def result_of(call: ToolCall, text: str) -> Message:
    """The message with the result of a call."""
    return Message("tool", text, tool_call_id=call.id)
