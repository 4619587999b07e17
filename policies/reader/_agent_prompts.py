"""What the prompts of agents that work in files say: turns, verification, code, networks.

Like a language model, the reader knows these prompts by their marks alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.llm import Message

_ACTION = re.compile(r"^\d+\. (\w+): ", re.MULTILINE)
_FILE = re.compile(r"^([\w./-]+) \((r|r/w)\): ", re.MULTILINE)
_CONTENTS = re.compile(
    r"^## Contents of (\S+):\n\*\*\*FILE START\*\*\*\n(.*?)\n?^\*\*\*FILE END\*\*\*$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class AgentTurn:
    """One turn of an agent.

    Args:
        actions: the actions that there are.
        files: the rights to each file, by its name.
        notes: the notes.
        commands: the last commands, the latest at the end.
        output: the output of the last one.
        task: the current task.
        effect: its effect.
    """

    actions: tuple[str, ...]
    files: Mapping[str, str]
    notes: str
    commands: tuple[str, ...]
    output: str
    task: str
    effect: str


@dataclass(frozen=True, slots=True)
class EffectQuestion:
    """Whether files show that an effect is achieved; a file that there is not has no text."""

    effect: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ScriptWish:
    """Instructions for a script."""

    instructions: str


@dataclass(frozen=True, slots=True)
class NetworkWish:
    """A task network is wanted, for tasks with these files."""

    files: tuple[str, ...]


AgentPrompt: TypeAlias = AgentTurn | EffectQuestion | ScriptWish | NetworkWish


def agent_prompt(messages: Sequence[Message]) -> AgentPrompt | None:
    """What a conversation is about, None where it is not one with an agent."""
    text = messages[-1].content if messages else ""
    if "***LAST COMMAND OUTPUT***" in text:
        return _turn("\n".join(each.content for each in messages[:-1]), text)
    if "***EFFECT START***" in text:
        return EffectQuestion(_between(text, "EFFECT"), dict(_CONTENTS.findall(text)))
    if "***INSTRUCTIONS START***" in text:
        return ScriptWish(_between(text, "INSTRUCTIONS"))
    if "***TASK SPEC START***" in messages[0].content:
        return NetworkWish(tuple(name for name, _ in _FILE.findall(messages[0].content)))
    return None


def _turn(rules: str, text: str) -> AgentTurn:
    output = text.partition("***LAST COMMAND OUTPUT***\n")[2]
    output, _, end = output.partition("***LAST COMMAND OUTPUT END***")
    commands = _between(text, "LAST COMMAND").splitlines()
    return AgentTurn(
        actions=tuple(_ACTION.findall(rules)),
        files=dict(_FILE.findall(rules)),
        notes=_between(text, "NOTES"),
        commands=tuple(each for each in commands if each.strip()),
        output=output.removesuffix("\n"),
        task=_behind(end, "Task: "),
        effect=_behind(end, "Effect: "),
    )


def _between(text: str, mark: str) -> str:
    """What stands between the marks of a part."""
    after = text.partition(f"***{mark} START***\n")[2]
    return after.partition(f"***{mark} END***")[0].removesuffix("\n")


def _behind(text: str, mark: str) -> str:
    line = next((each for each in text.splitlines() if each.startswith(mark)), mark)
    return line[len(mark) :].strip()
