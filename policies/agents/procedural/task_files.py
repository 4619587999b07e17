"""The files of a task at the beginning, what its agent can do with them; PDDL tasks as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domains.agents import TOP_TASK, AgenticTask, Assessment, TaskTexts
from pddl2nl.model import Problem
from policies.agents.procedural.actions import MultiStepActions, ProcActions
from policies.agents.procedural.network import NetworkTask, TaskNetwork
from policies.agents.procedural.workspace import (
    ANSWER,
    INSTRUCTIONS,
    NOTES,
    OUTPUT,
    REQUEST,
    SOLVER,
    SPECIFICATION,
    TOOLS_SPECIFICATION,
    WorkFile,
    Workspace,
)
from policies.answers import AnswerReader, AnswerReading, DomainWords
from policies.mechanism import PromptSet
from policies.planning import carry_out
from simulator import Episode, Presentation
from simulator.world import World

AgentKind: TypeAlias = Literal["procllm", "multistep"]
"""The action set: that of the ProcLLM paper, or that of the multi-step paper."""

HORIZONS: Mapping[AgentKind, int] = {"procllm": 100, "multistep": 20}
"""How many actions an agent may take (ProcLLM paper, section 5; multi-step paper, section 6.3)."""

ACTION_NAMES: Mapping[AgentKind, tuple[str, ...]] = {
    "procllm": ProcActions.names,
    "multistep": MultiStepActions.names,
}
"""All actions of an action set, with Verify."""

END_CONDITION = (
    "answer.txt contains a solution to the request in the format that the problem specification "
    "asks for"
)


def workspace_of(kind: AgentKind, texts: TaskTexts) -> Workspace:
    """The files of an agent before its first action.

    A solver belongs to tasks with tools (ProcLLM paper, section 5); an agent that has code written
    always has one. The source of the tools is shown to the latter alone (multi-step paper, 6.3).
    """
    coding = kind == "multistep"
    solving = coding or bool(texts.tools)
    sources = {name: text for name, text in texts.tools.items() if name.endswith(".py")}
    files = [
        WorkFile(NOTES, "r/w"),
        *([WorkFile(INSTRUCTIONS, "r/w")] if coding else []),
        *([WorkFile(SOLVER, "r" if coding else "r/w")] if solving else []),
        WorkFile(ANSWER, "r/w"),
        WorkFile(REQUEST, text=texts.request),
        WorkFile(SPECIFICATION, text=texts.specification),
        *(
            [WorkFile(TOOLS_SPECIFICATION, text=texts.tools_specification)]
            if texts.tools_specification
            else []
        ),
        *([WorkFile(OUTPUT)] if solving else []),
        *(WorkFile(name, text=text) for name, text in sources.items() if coding),
    ]
    return Workspace.of(files)


def without_network(*, solver: bool = False) -> TaskNetwork:
    """One task with the end condition ("No-TN", the ProcLLM paper, section 5).

    The notes are among its files, and what a script has printed, where the agent has a `solver`:
    without what was found out, nobody could tell whether an answer is right.
    """
    files = (ANSWER, REQUEST, SPECIFICATION, NOTES, *([OUTPUT] if solver else []))
    return TaskNetwork({TOP_TASK: NetworkTask(TOP_TASK, END_CONDITION, files)})


_NO_STEPS = "The answer proposes no step of a plan."


def pddl_task(
    name: str, problem: Problem, presentation: Presentation, words: DomainWords, prompts: PromptSet
) -> AgenticTask:
    """A PDDL task for an agent outside of an episode; the words are for the reader of answers."""
    reader, world = AnswerReader(problem, words, presentation.names), World(problem)
    texts = pddl_texts(prompts, presentation)

    def check(answer: str) -> Assessment:
        return assessed(Episode(world, presentation), reader.read(answer))

    return AgenticTask(texts.specification, texts.request, name=name, check=check)


def pddl_texts(prompts: PromptSet, presentation: Presentation) -> TaskTexts:
    """The texts of a task, and the format of an answer."""
    specification = prompts.text(
        "agent_specification",
        domain_text=presentation.domain_text,
        pddl=presentation.form == "pddl",
        style=presentation.style,
    )
    return TaskTexts(specification, presentation.problem_text)


def assessed(aside: Episode, reading: AnswerReading) -> Assessment:
    """Whether a plan leads to the goal, tried out in an episode made for that; None if unread."""
    if not reading.proposed and not aside.solved:
        return Assessment(False, _NO_STEPS)
    finish, fault = carry_out(aside, reading)
    return Assessment(None if finish == "unread" else not fault, fault)
