"""Agents that work in files, guided by task networks (seed papers 000 and 001).

`network` has the networks and the walk through them, `workspace` the files, `asking` the questions
and answers, `actions` the two action sets, `verifier` what decides whether a task is
done, `agent` the cycle; `mechanism` has them play PDDL tasks, `tasks` those of the benchmarks.
"""

from policies.agents.procedural.actions import CodeRunner
from policies.agents.procedural.agent import Cycle
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
from policies.agents.procedural.tasks import AgentRun, AgentSettings, run_task
from policies.agents.procedural.written_network import kept_network, network_path, write_network

__all__ = [
    "CHECKS",
    "HORIZONS",
    "Agenda",
    "AgentKind",
    "AgentModels",
    "AgentRun",
    "AgentSettings",
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
    "run_task",
    "without_network",
    "write_network",
]
