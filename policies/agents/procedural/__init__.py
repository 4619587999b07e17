"""Agents that work in files, guided by task networks (the ProcLLM and multi-step papers).

`network` has the networks and the walk through them, `workspace` the files, `asking` the questions
and answers, `actions` the two action sets, `verifier` what decides whether a task is
done, `agent` the cycle and runs of tasks of the benchmarks; `mechanism` plays PDDL tasks.
"""

from policies.agents.procedural.actions import CodeRunner
from policies.agents.procedural.agent import Agent, AgentRun, Cycle
from policies.agents.procedural.asking import AgentModels, questions_to
from policies.agents.procedural.mechanism import (
    CHECKS,
    MultiStep,
    ProcLLM,
    human_network,
)
from policies.agents.procedural.network import (
    Agenda,
    NetworkError,
    NetworkTask,
    TaskNetwork,
    load_network,
    parse_network,
)
from policies.agents.procedural.task_files import (
    HORIZONS,
    AgentKind,
    pddl_task,
    without_network,
)
from policies.agents.procedural.written_network import kept_network, network_path, write_network

__all__ = [
    "CHECKS",
    "HORIZONS",
    "Agenda",
    "Agent",
    "AgentKind",
    "AgentModels",
    "AgentRun",
    "CodeRunner",
    "Cycle",
    "MultiStep",
    "NetworkError",
    "NetworkTask",
    "ProcLLM",
    "TaskNetwork",
    "human_network",
    "kept_network",
    "load_network",
    "network_path",
    "parse_network",
    "pddl_task",
    "questions_to",
    "without_network",
    "write_network",
]
