"""How a step stands in an answer: as text, alone or after a thought, or as a call of a function.

A function is found among those that a conversation offers by its description.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pddl2nl.compose.phrases import sentence
from pddl2nl.llm import (
    Completion,
    Message,
    Tool,
    ToolCall,
    estimate_usage,
    numbered_id,
)
from pddl2nl.model import GroundAction
from policies.few_shot import INSTRUCTION, THINK
from policies.functions import FINISHED_CALL
from policies.reader._conversation import Understood


def in_format(step: str, thought: str, thinking: bool) -> str:
    """A step as the conversation asks for it."""
    return f"{THINK} {thought}\n{INSTRUCTION} {step}" if thinking else step


def call_of(action: GroundAction, task: Understood, tools: Sequence[Tool]) -> ToolCall | None:
    """The call that stands for an action, None where no function is described as it is.

    A function's description begins with the action's phrase, and that of a parameter ends with the
    letter that it has in this phrase.
    """
    phrase = task.phrases.get(action.name)
    opening = f"{sentence(phrase)}." if phrase else ""
    tool = next((each for each in tools if opening and each.description.startswith(opening)), None)
    schema = next(each for each in task.problem.domain.actions if each.name == action.name)
    if tool is None:
        return None
    values = dict(zip((each.name for each in schema.parameters), action.args, strict=True))
    given = {
        name: values.get(f"?{_letter(described).lower()}")
        for name, described in json.loads(tool.parameters)["properties"].items()
    }
    return ToolCall(tool.name, json.dumps(given, ensure_ascii=False))


def finishing_call(tools: Sequence[Tool]) -> ToolCall | None:
    """The call that says that the goal is reached, None where there is no such function."""
    known = any(each.name == FINISHED_CALL for each in tools)
    return ToolCall(FINISHED_CALL, "{}") if known else None


def answered(
    messages: Sequence[Message],
    tools: Sequence[Tool],
    text: str,
    calls: Sequence[ToolCall],
    model: str,
    notes: tuple[str, ...],
) -> Completion:
    """An answer with calls that have ids of their own, and the usage about."""
    before = sum(len(each.tool_calls) for each in messages)
    numbered = tuple(
        replace(each, id=numbered_id(before + rank)) for rank, each in enumerate(calls)
    )
    usage = estimate_usage(messages, text, tools=tools, tool_calls=numbered)
    reason = "tool_calls" if numbered else "stop"
    return Completion(
        text, usage, reason, cached=False, model=model, notes=notes, tool_calls=numbered
    )


def _letter(parameter: dict[str, str]) -> str:
    return parameter.get("description", "").rpartition(" ")[2]
