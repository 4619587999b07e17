"""Tasks for agents that work in files: what is asked, with which tools, and what solves it.

They are not planning problems in PDDL: an agent reads a specification and a request, may call tools
from code that it writes, and leaves an answer, which a rule checks (seed papers 000 and 001).
`agentic_task` makes tasks by name; Blocks World is PDDL, see `domains.agents.blocks_world`. The
shop in `domains.agents.webshop` stands for itself: it is served on loopback.
"""

from domains.agents.benchmarks import (
    BENCHMARKS,
    NETWORKS,
    PUBLISHED_SIZES,
    TOP_TASK,
    AgenticBenchmark,
    agentic_task,
    task_network,
    with_external_check,
)
from domains.agents.blocks_world import blocks_stack
from domains.agents.task import AgenticTask, Assessment

__all__ = [
    "BENCHMARKS",
    "NETWORKS",
    "PUBLISHED_SIZES",
    "TOP_TASK",
    "AgenticBenchmark",
    "AgenticTask",
    "Assessment",
    "agentic_task",
    "blocks_stack",
    "task_network",
    "with_external_check",
]
