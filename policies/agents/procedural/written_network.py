"""Task networks that a model writes from a specification ("LLM-TN", seed paper 000, E.3)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from pathlib import Path

from pddl2nl.llm import Message
from policies.agents.procedural.actions import ActionSet, script_of
from policies.agents.procedural.asking import Questions
from policies.agents.procedural.network import TaskNetwork
from policies.agents.procedural.network_file import load_network, network_faults, parse_network
from policies.agents.procedural.task_files import TaskTexts
from policies.agents.procedural.workspace import Workspace
from policies.answers.text import without_thoughts
from policies.prompts import PromptSet

ANSWERS = 3
"""How often a model may write a network: once, and twice after it was told the faults."""
MAX_WRITTEN = 50_000
"""Characters of a network that a model writes; reading them takes half a second."""


async def write_network(
    questions: Questions,
    prompts: PromptSet,
    actions: ActionSet,
    workspace: Workspace,
    texts: TaskTexts,
) -> TaskNetwork:
    """Have a model write a network for the tasks of a specification.

    Raises:
        NetworkError: what it has written in the end cannot be followed.
    """
    prompt = prompts.text(
        "agent_network",
        actions=actions.names,
        files=tuple(workspace.files.values()),
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


async def kept_network(
    folder: Path,
    name: str,
    questions: Questions,
    prompts: PromptSet,
    actions: ActionSet,
    workspace: Workspace,
    texts: TaskTexts,
) -> TaskNetwork:
    """The network of a folder for these texts; a model writes it if there is none.

    Args:
        folder: where networks are kept, as `NAME-FINGERPRINT.json`.
        name: what they are called there.

    Raises:
        NetworkError: there is none, and what the model has written cannot be followed.
    """
    told = repr((texts.specification, texts.tools_specification, actions.names))
    path = folder / f"{name}-{hashlib.sha256(told.encode()).hexdigest()[:12]}.json"
    if path.is_file():
        return load_network(path)
    network = await write_network(questions, prompts, actions, workspace, texts)
    folder.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: others may look for it at the same time.
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(network.as_data(), indent=2, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
    return network
