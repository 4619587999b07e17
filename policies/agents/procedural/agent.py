"""The cycle of an agent: task, action, files, verification (seed paper 000, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pddl2nl.llm import Message
from policies.agents.procedural.actions import VERIFY, ActionSet
from policies.agents.procedural.asking import MalformedAnswer, Questions, parse_command
from policies.agents.procedural.network import Agenda, NetworkTask, TaskNetwork
from policies.agents.procedural.verifier import Verifier
from policies.agents.procedural.workspace import NOTES, SOLVER, FileAccessError, Workspace, shown
from policies.mechanism import PromptSet

Ended: TypeAlias = Literal["verified", "horizon"]
"""How an agent's work ends: all tasks are verified, or the cycles are used up."""

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
        ended: how it ended.
        workspace: the files at the end.
        cycles: what was done, in order.
        agenda: how far the walk through the network came.
    """

    ended: Ended
    workspace: Workspace
    cycles: tuple[Cycle, ...]
    agenda: Agenda

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


@dataclass(frozen=True)
class Agent:
    """What an agent works with.

    Args:
        questions: the model that chooses actions.
        actions: what it can do besides verifying.
        verifier: what decides whether a task is done.
        prompts: the prompt set.
        horizon: how many actions it may take.
    """

    questions: Questions
    actions: ActionSet
    verifier: Verifier
    prompts: PromptSet
    horizon: int

    async def work(
        self,
        network: TaskNetwork,
        workspace: Workspace,
        on_cycle: Callable[[Cycle], object] = lambda _: None,
    ) -> AgentWork:
        """Follow a network until all of it is verified, or the horizon is reached."""
        agenda, cycles = Agenda.start(network), list[Cycle]()
        instructions = self._instructions(workspace)
        last = ""
        while (task := agenda.task) is not None and len(cycles) < self.horizon:
            messages = [instructions, self._turn(task, workspace, last, cycles)]
            last = await self.questions.ask(messages)
            workspace, cycle = await self._cycle(task, last, workspace)
            if cycle.passed:
                agenda = agenda.passed()
            cycles.append(cycle)
            on_cycle(cycle)
        ended: Ended = "horizon" if agenda.pending else "verified"
        return AgentWork(ended, workspace, tuple(cycles), agenda)

    async def _cycle(
        self, task: NetworkTask, answer: str, workspace: Workspace
    ) -> tuple[Workspace, Cycle]:
        """Carry out one answer."""
        try:
            command = parse_command(answer, self.actions.names)
        except MalformedAnswer as error:
            return workspace, Cycle(task.name, _NOT_UNDERSTOOD, str(error))
        passed = None
        if command.name == VERIFY:
            verdict = await self.verifier.verdict(task, workspace)
            passed = bool(verdict.solved)
            state = "is verified" if passed else "is not achieved yet"
            feedback = verdict.reason or ("The check has passed." if passed else "")
            output = f"The task '{task.name}' {state}.\n{feedback}".strip()
        else:
            try:
                workspace, output = await self.actions.carry_out(command, workspace)
            except FileAccessError as error:
                output = str(error)
        shown_as = VERIFY if command.name == VERIFY else str(command)
        return workspace, Cycle(task.name, shown_as, output, passed, command.tolerated)

    def _instructions(self, workspace: Workspace) -> Message:
        """What is the same in every turn, so that a provider's prompt cache serves it."""
        return Message(
            "system",
            self.prompts.text(
                self.actions.prompt,
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
