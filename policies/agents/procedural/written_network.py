"""Task networks that a model writes from a specification ("LLM-TN", the ProcLLM paper, E.3)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from domains.agents import TaskTexts
from pddl2nl.llm import Message
from policies.agents.procedural.actions import script_of
from policies.agents.procedural.asking import Questions
from policies.agents.procedural.network import (
    TaskNetwork,
    load_network,
    network_faults,
    parse_network,
)
from policies.agents.procedural.task_files import ACTION_NAMES, AgentKind, workspace_of
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet

ANSWERS = 3
"""How often a model may write a network: once, and twice after a report of the faults."""
MAX_WRITTEN = 50_000
"""Characters of a network that a model writes; reading them takes half a second."""


async def write_network(
    questions: Questions, prompts: PromptSet, kind: AgentKind, texts: TaskTexts
) -> TaskNetwork:
    """Have a model write a network for the tasks of a specification; no request is shown.

    Raises:
        NetworkError: what it has written in the end cannot be followed.
    """
    prompt = prompts.text(
        "agent_network",
        actions=ACTION_NAMES[kind],
        files=tuple(workspace_of(kind, texts).files.values()),
        specification=texts.specification,
        tools=texts.tools_specification,
    )
    messages = [Message("user", prompt)]
    text = ""
    for _ in range(ANSWERS):
        answer = await questions.ask(messages)
        text = script_of(without_thoughts(answer)).strip()
        faults = await _faults(text)
        if not faults:
            break
        again = prompts.text("agent_network_again", faults=faults)
        messages += [Message("assistant", answer or "-"), Message("user", again)]
    return parse_network(text[:MAX_WRITTEN], "the network that the model wrote", checks=False)


async def _faults(text: str) -> list[str]:
    """What is wrong with a network. Its parser is slow, and other episodes go on meanwhile."""
    if len(text) > MAX_WRITTEN:
        return [f"it has more than {MAX_WRITTEN:,} characters"]
    return await asyncio.to_thread(network_faults, text, checks=False)


def network_path(folder: Path, name: str, kind: AgentKind, texts: TaskTexts) -> Path:
    """Where the network for these texts is kept: `NAME-FINGERPRINT.json`."""
    identity = repr((texts.specification, texts.tools_specification, ACTION_NAMES[kind]))
    return folder / f"{name}-{hashlib.sha256(identity.encode()).hexdigest()[:12]}.json"


async def kept_network(
    path: Path | None, write: Callable[[], Awaitable[TaskNetwork]]
) -> TaskNetwork:
    """The network of a file, which is written if there is none; kept nowhere without a path.

    Raises:
        NetworkError: the file's network cannot be followed, or none can be written.
    """
    if path is not None and path.is_file():
        return load_network(path)
    network = await write()
    if path is None:
        return network
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: others may look for it at the same time.
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(network.as_data(), indent=2, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
    return network
