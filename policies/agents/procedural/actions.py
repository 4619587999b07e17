"""The two action sets: what each command does to the files.

`ProcActions` is that of the ProcLLM paper (section 4, appendix B), `MultiStepActions` that of the
multi-step paper (section 5). Verify belongs to both; it is the agent's own business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeAlias

from pddl2nl.llm import Message
from policies.agents.procedural.asking import Command, Questions
from policies.agents.procedural.repairs import UnusableRepairError, repaired
from policies.agents.procedural.workspace import (
    INSTRUCTIONS,
    NOTES,
    OUTPUT,
    SOLVER,
    Workspace,
    numbered,
    shown,
)
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet
from simulator.agents.sandbox import CodeRun, SandboxUnavailable

VERIFY = "Verify"
NOT_ENOUGH = "NOT ENOUGH INFORMATION"
"""What a coding model says that cannot tell what it is to write (multi-step paper, figure A.4)."""

_FENCE = re.compile(r"```[\w+-]*[ \t]*\n(.*?)```", re.DOTALL)


class CodeRunner(Protocol):
    """Runs code that a model wrote: `simulator.agents.sandbox.Sandbox`."""

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        """Run one of the files.

        Raises:
            SandboxUnavailable: code cannot be run here.
        """
        ...


CommandResult: TypeAlias = tuple[Workspace, str]
"""The files after a command, and what the agent gets to see of it."""


@dataclass(frozen=True)
class ProcActions:
    """Read, Write, Append; the solver, where the workspace has one, runs after every change.

    Args:
        runner: runs the solver.
        tools: files that the solver may import.
    """

    runner: CodeRunner
    tools: Mapping[str, str] = field(default_factory=dict)
    names: ClassVar[tuple[str, ...]] = ("Read", "Write", "Append", VERIFY)
    prompt: ClassVar[str] = "agent_procllm"

    async def carry_out(self, command: Command, workspace: Workspace) -> CommandResult:
        if command.name == "Read":
            return _read(command, workspace)
        change = workspace.written if command.name == "Write" else workspace.appended
        changed = change(command.first, command.second)
        name = _changed_file(workspace, changed)
        if name != SOLVER:
            return changed, _updated(changed, name)
        after, report = await _run(self.runner, changed, self.tools)
        return after, f"{_updated(changed, name)}\n\n{report}"


@dataclass
class MultiStepActions:
    """Read, Write, Code, Execute, Repair: other models write and mend the script.

    Args:
        runner: runs the script.
        coder: the coding model.
        repairer: the model that repairs code.
        prompts: the prompt set.
        tools: files that the script may import.
    """

    runner: CodeRunner
    coder: Questions
    repairer: Questions
    prompts: PromptSet
    tools: Mapping[str, str] = field(default_factory=dict)
    names: ClassVar[tuple[str, ...]] = ("Read", "Write", "Code", "Execute", "Repair", VERIFY)
    prompt: ClassVar[str] = "agent_multistep"
    _last_run: str = ""
    _scripts: set[str] = field(default_factory=set)

    async def carry_out(self, command: Command, workspace: Workspace) -> CommandResult:
        match command.name:
            case "Read":
                return _read(command, workspace)
            case "Write":
                changed = workspace.written(command.first, command.second)
                return changed, _updated(changed, _changed_file(workspace, changed))
            case "Code":
                return await self._code(workspace)
            case "Execute":
                return await self._execute(workspace)
            case _:
                return await self._repair(workspace)

    async def _code(self, workspace: Workspace) -> CommandResult:
        instructions = workspace.text(INSTRUCTIONS)
        if not instructions.strip():
            return workspace, f"{INSTRUCTIONS} is empty: write there what to program."
        prompt = self.prompts.text("agent_code", instructions=shown(instructions))
        answer = without_thoughts(await self.coder.ask([Message("user", prompt)])).strip()
        script = answer if NOT_ENOUGH in answer else script_of(answer)
        return self._scripted(workspace, script)

    async def _repair(self, workspace: Workspace) -> CommandResult:
        if not workspace.text(SOLVER).strip():
            return workspace, f"{SOLVER} is empty: there is nothing to repair."
        prompt = self.prompts.text(
            "agent_repair",
            instructions=shown(workspace.text(INSTRUCTIONS)),
            script=shown(numbered(workspace.text(SOLVER))),
            run=shown(self._last_run) or "It has not been executed yet.",
        )
        answer = without_thoughts(await self.repairer.ask([Message("user", prompt)])).strip()
        try:
            old = workspace.text(SOLVER)
            script = answer if NOT_ENOUGH in answer else repaired(old, answer)
        except UnusableRepairError as error:
            return workspace, f"The repair cannot be used: {error}. {SOLVER} stays as it is."
        return self._scripted(workspace, script)

    def _scripted(self, workspace: Workspace, script: str) -> CommandResult:
        """A script that a model wrote, taken over."""
        if NOT_ENOUGH in script:
            return workspace, f"The coding model has written nothing:\n{script}"
        if not script.strip():
            return workspace, "The coding model has written nothing."
        # A repair that leads back to an earlier script goes in circles (multi-step paper, A.2).
        known = script in self._scripts
        self._scripts.add(script)
        changed = workspace.with_text(SOLVER, script)
        warning = "\nThis very script was there before: repairing goes in circles." if known else ""
        return changed, f"{_updated(changed, SOLVER)}{warning}"

    async def _execute(self, workspace: Workspace) -> CommandResult:
        if not workspace.text(SOLVER).strip():
            return workspace, f"{SOLVER} is empty: use Code first."
        workspace, self._last_run = await _run(self.runner, workspace, self.tools)
        return workspace, self._last_run


ActionSet: TypeAlias = ProcActions | MultiStepActions
"""The commands of an agent besides Verify: all names, the template that explains them, and
`carry_out`, which raises `FileAccessError` for a file that is not there or may not be written."""


def script_of(answer: str) -> str:
    """The script in the answer of a model: its longest fenced part, or else the whole."""
    return str(max(_FENCE.findall(answer), key=len, default=answer))


def _read(command: Command, workspace: Workspace) -> CommandResult:
    text = workspace.read(command.first)
    return workspace, numbered(text) if text.strip() else "The file is empty."


def _changed_file(before: Workspace, after: Workspace) -> str:
    return next(name for name, file in after.files.items() if file is not before.files[name])


def _updated(workspace: Workspace, name: str) -> str:
    # The notes are shown in every turn anyway.
    return f"Updated {name}." if name == NOTES else f"Updated {name}:\n{workspace.text(name)}"


async def _run(
    runner: CodeRunner, workspace: Workspace, tools: Mapping[str, str]
) -> tuple[Workspace, str]:
    """Run the solver; what it prints is put into the output file."""
    try:
        run = await runner.run(SOLVER, {SOLVER: workspace.text(SOLVER), **tools})
    except SandboxUnavailable as error:
        return workspace, f"The code was not executed: {error}"
    return workspace.with_text(OUTPUT, run.output), "\n".join(_report_lines(run))


def _report_lines(run: CodeRun) -> Iterator[str]:
    yield f"Code executed with exit status {run.status}." if run.status is not None else "Stopped."
    if run.stopped:
        yield f"It was stopped: {run.stopped}"
    yield f"stdout:\n{run.output}" if run.output.strip() else "stdout: nothing"
    if run.errors.strip():
        yield f"stderr:\n{run.errors}"
