"""The cycle of an agent: task, action, files, verification (ProcLLM paper, Algorithm 1)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from domains.agents import AgenticTask, Assessment, TaskTexts
from pddl2nl.llm import Message
from policies.agents.procedural.actions import (
    VERIFY,
    ActionSet,
    CodeRunner,
    MultiStepActions,
    ProcActions,
)
from policies.agents.procedural.asking import AgentModels, MalformedAnswer, parse_command
from policies.agents.procedural.network import Agenda, NetworkTask, TaskNetwork
from policies.agents.procedural.task_files import HORIZONS, AgentKind, workspace_of
from policies.agents.procedural.verifier import AnswerCheck, Verifier, functions_of
from policies.agents.procedural.workspace import (
    ANSWER,
    NOTES,
    SOLVER,
    FileAccessError,
    Workspace,
    shown,
)
from policies.mechanism import PromptSet

COMMANDS_SHOWN = 10
_NOT_UNDERSTOOD = "(not understood)"


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle: an answer of the agent, and what came of it.

    Args:
        task: the current task.
        command: what was done, as `Read request.txt`.
        output: what the agent got to see of it.
        passed: the verdict of a Verify, None for all else.
        tolerated: what was wrong with the answer and was tolerated.
    """

    task: str
    command: str
    output: str
    passed: bool | None = None
    tolerated: tuple[str, ...] = ()

    @property
    def reminder(self) -> str:
        """The command as the agent is reminded of it, with the verdict of a Verify."""
        verdicts = {None: "", True: " (achieved)", False: " (not achieved yet)"}
        return f"{self.command}{verdicts[self.passed]}"


@dataclass(frozen=True, slots=True)
class AgentWork:
    """What an agent has done.

    Args:
        workspace: the files at the end.
        cycles: what was done, in order.
        agenda: how far the walk through the network came.
    """

    workspace: Workspace
    cycles: tuple[Cycle, ...]
    agenda: Agenda

    @property
    def ended(self) -> Literal["verified", "horizon"]:
        """How it ended: all tasks are verified, or the cycles are used up."""
        return "horizon" if self.agenda.pending else "verified"

    def as_data(self) -> dict[str, Any]:
        """The work as JSON: network, cycles, what was verified, the files at the end."""
        return {
            "ended": self.ended,
            "network": self.agenda.network.as_data(),
            "verified": list(self.agenda.verified),
            "cycles": [
                {
                    "task": each.task,
                    "command": each.command,
                    "output": shown(each.output),
                    **({} if each.passed is None else {"passed": each.passed}),
                    **({"tolerated": list(each.tolerated)} if each.tolerated else {}),
                }
                for each in self.cycles
            ],
            "files": {
                each.name: shown(each.text) for each in self.workspace.files.values() if each.text
            },
        }


@dataclass(frozen=True, slots=True)
class AgentRun:
    """What came of an agent's work on a task.

    Args:
        task: the task's name.
        work: what the agent has done.
        assessment: what the task's rule says of the answer, as it stands at the end.
        calls: how often models were asked.
        seconds: how long it took.
    """

    task: str
    work: AgentWork
    assessment: Assessment
    calls: int
    seconds: float

    @property
    def cycles(self) -> int:
        """How many actions the agent has taken."""
        return len(self.work.cycles)

    @property
    def ended(self) -> str:
        """How it ended: `solved`, `wrong` (verified, and yet no solution), `unread`, `horizon`."""
        ends = {True: "solved", False: "wrong", None: "unread"}
        return "horizon" if self.work.ended == "horizon" else ends[self.assessment.solved]

    @property
    def solved(self) -> bool | None:
        """Whether all tasks were verified in time, and the answer does what was asked for.

        None where the answer could not be read. An agent that reaches the horizon has failed,
        whatever stands in its answer: an episode ends in a terminal state or by timeout (ProcLLM
        paper, section 3).
        """
        return False if self.work.ended == "horizon" else self.assessment.solved

    def as_data(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "task": self.task,
            "solved": self.solved,
            "ended": self.ended,
            "reason": self.assessment.reason,
            "parts": dict(self.assessment.parts),
            "cycles": self.cycles,
            "tolerated": sum(bool(each.tolerated) for each in self.work.cycles),
            "calls": self.calls,
            "seconds": round(self.seconds, 3),
            "work": self.work.as_data(),
        }


@dataclass(frozen=True)
class Agent:
    """An agent that works in files, and what it works with.

    Args:
        kind: its action set.
        network: what it follows.
        models: who is asked.
        runner: runs code that models write.
        prompts: the prompt set.
        horizon: how many actions it may take, None or 0 for the papers' number.
    """

    kind: AgentKind
    network: TaskNetwork
    models: AgentModels
    runner: CodeRunner
    prompts: PromptSet
    horizon: int | None = None

    async def work(
        self,
        texts: TaskTexts,
        check: AnswerCheck,
        on_cycle: Callable[[Cycle], object] = lambda _: None,
    ) -> AgentWork:
        """Follow the network until all of it is verified, or the horizon is reached.

        Args:
            texts: what the files hold in the beginning.
            check: the rule of the task, for networks that name it.
            on_cycle: is called with every cycle.

        Raises:
            InputError: a check that the network names cannot be loaded.
            PermanentModelError, TransientModelError: a model does not answer.
        """
        models, prompts = self.models, self.prompts
        actions: ActionSet = ProcActions(self.runner, texts.tools)
        if self.kind == "multistep":
            makers = (models.coder, models.repairer)
            actions = MultiStepActions(self.runner, *makers, prompts, texts.tools)
        verifier = Verifier(models.verifier, prompts, check, functions_of(self.network))
        workspace = workspace_of(self.kind, texts)
        agenda, cycles = Agenda.start(self.network), list[Cycle]()
        instructions = self._instructions(actions.prompt, workspace)
        last, horizon = "", self.horizon or HORIZONS[self.kind]
        while (task := agenda.task) is not None and len(cycles) < horizon:
            messages = [instructions, self._turn(task, workspace, last, cycles)]
            last = await models.agent.ask(messages)
            workspace, cycle = await self._cycle(task, last, workspace, actions, verifier)
            if cycle.passed:
                agenda = agenda.passed()
            cycles.append(cycle)
            on_cycle(cycle)
        return AgentWork(workspace, tuple(cycles), agenda)

    async def run(
        self, task: AgenticTask, on_cycle: Callable[[Cycle], object] = lambda _: None
    ) -> AgentRun:
        """Work on a task outside of an episode; raises what `work` raises."""

        async def check(answer: str) -> Assessment:
            return task.check(answer)

        calls, begun = self.models.calls, time.perf_counter()
        work = await self.work(task, check, on_cycle)
        seconds = time.perf_counter() - begun
        assessment = task.check(work.workspace.text(ANSWER))
        return AgentRun(task.name, work, assessment, self.models.calls - calls, seconds)

    async def _cycle(
        self,
        task: NetworkTask,
        answer: str,
        workspace: Workspace,
        actions: ActionSet,
        verifier: Verifier,
    ) -> tuple[Workspace, Cycle]:
        """Carry out one answer."""
        try:
            command = parse_command(answer, actions.names)
        except MalformedAnswer as error:
            return workspace, Cycle(task.name, _NOT_UNDERSTOOD, str(error))
        passed = None
        if command.name == VERIFY:
            verdict = await verifier.verdict(task, workspace)
            passed = bool(verdict.solved)
            state = "is verified" if passed else "is not achieved yet"
            feedback = verdict.reason or ("The check has passed." if passed else "")
            output = f"The task '{task.name}' {state}.\n{feedback}".strip()
        else:
            try:
                workspace, output = await actions.carry_out(command, workspace)
            except FileAccessError as error:
                output = str(error)
        shown_as = VERIFY if command.name == VERIFY else str(command)
        return workspace, Cycle(task.name, shown_as, output, passed, command.tolerated)

    def _instructions(self, template: str, workspace: Workspace) -> Message:
        """What is the same in every turn, so that a provider's prompt cache serves it."""
        return Message(
            "system",
            self.prompts.text(
                template,
                writable=workspace.listed("r/w"),
                readable=workspace.listed("r"),
                solver=SOLVER in workspace,
            ),
        )

    def _turn(
        self, task: NetworkTask, workspace: Workspace, last: str, cycles: list[Cycle]
    ) -> Message:
        return Message(
            "user",
            self.prompts.text(
                "agent_turn",
                notes=shown(workspace.text(NOTES)),
                response=shown(last),
                commands=[each.reminder for each in cycles[-COMMANDS_SHOWN:]],
                output=shown(cycles[-1].output) if cycles else "",
                task=task.name,
                effect=task.effect,
            ),
        )
