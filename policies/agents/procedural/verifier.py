"""Whether a task's effect is achieved: asked of a model, or decided by a check (ProcLLM paper, F).

The model sees the effect and the effect files, and nothing else. A check sees the files, too, and
cannot be talked into anything.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypeAlias

from domains.agents import Assessment
from pddl2nl.errors import InputError
from pddl2nl.llm import Message
from policies.agents.procedural.asking import Questions
from policies.agents.procedural.network import ANSWER_CHECK, NetworkTask, TaskNetwork
from policies.agents.procedural.workspace import ANSWER, Workspace, shown
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet

AnswerCheck: TypeAlias = Callable[[str], Awaitable[Assessment]]
"""Assesses the text of an answer by the rules of its task."""
FilesCheck: TypeAlias = Callable[[Mapping[str, str]], Assessment]
"""Assesses the texts of the files, by their names."""

_VERDICT = re.compile(r"^[ \t*_`>#-]*PASS:[\s*_`]*(TRUE|FALSE)[\s*_`.]*$", re.MULTILINE)
_UNDECIDED = "(The verifier has said neither PASS: TRUE nor PASS: FALSE, so this does not count.)"


@dataclass(frozen=True)
class Verifier:
    """Decides whether tasks are done.

    Args:
        questions: the verifier model.
        prompts: the prompt set.
        answer_check: what the check `answer` stands for.
        functions: the functions that the network names as checks, by name.
    """

    questions: Questions
    prompts: PromptSet
    answer_check: AnswerCheck
    functions: Mapping[str, FilesCheck] = field(default_factory=dict)

    async def verdict(self, task: NetworkTask, workspace: Workspace) -> Assessment:
        """Whether a task's effect is achieved by the files as they are, and why, or why not."""
        if task.check == ANSWER_CHECK:
            return await self.answer_check(workspace.text(ANSWER))
        if task.check:
            return self.functions[task.check](workspace.texts())
        files = [
            (name, shown(workspace.text(name)) if name in workspace else None)
            for name in task.effect_files
        ]
        prompt = self.prompts.text("agent_verify", effect=task.effect, files=files)
        return verdict_of(await self.questions.ask([Message("user", prompt)]))


def verdict_of(answer: str) -> Assessment:
    """The verdict of a verifier's answer: its last line `PASS: TRUE` or `PASS: FALSE`."""
    text = without_thoughts(answer).strip()
    lines = _VERDICT.findall(text)
    if not lines:
        return Assessment(False, f"{text}\n{_UNDECIDED}".strip())
    return Assessment(lines[-1] == "TRUE", text)


def functions_of(network: TaskNetwork) -> dict[str, FilesCheck]:
    """The functions that a network names as checks.

    Raises:
        InputError: one cannot be loaded.
    """
    named = {each.check for each in network.tasks.values()} - {"", ANSWER_CHECK}
    return {name: _loaded(name) for name in sorted(named)}


def _loaded(name: str) -> FilesCheck:
    module, _, attribute = name.partition(":")
    try:
        found: FilesCheck = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"the check {name} cannot be loaded: {error}") from error
    return found
