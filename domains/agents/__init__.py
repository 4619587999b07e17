"""Tasks for agents that work in files: what is asked, with which tools, and what solves it.

They are not planning problems in PDDL: an agent reads a specification and a request, may call tools
from code that it writes, and leaves an answer, which a rule checks (ProcLLM and multi-step papers).
`agentic_task` makes tasks by name; Blocks World is PDDL, see `domains.agents.blocks_world`. The
shop in `domains.agents.webshop` stands for itself: it is served on loopback.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from domains.agents import recipes, travel, unit_movement
from domains.agents.blocks_world import blocks_stack
from domains.agents.task import AgenticTask, Assessment, TaskTexts, text_of

__all__ = [
    "BENCHMARKS",
    "TOP_TASK",
    "WRITTEN_NETWORKS",
    "AgenticBenchmark",
    "AgenticTask",
    "Assessment",
    "TaskTexts",
    "WrittenNetworks",
    "agentic_task",
    "blocks_stack",
    "task_network",
]


@dataclass(frozen=True, slots=True)
class AgenticBenchmark:
    """A benchmark whose tasks are generated.

    Args:
        generate: makes a task from a source of chance and sizes.
        sizes: the names of the sizes, and what each is where it is not given.
    """

    generate: Callable[..., AgenticTask]
    sizes: Mapping[str, int]


def _trip(rng: random.Random, **sizes: int) -> AgenticTask:
    return travel.generate_tour(rng, **sizes).task


BENCHMARKS: Mapping[str, AgenticBenchmark] = MappingProxyType(
    {
        "recipes": AgenticBenchmark(recipes.generate, {"further": 6}),
        "travel": AgenticBenchmark(
            travel.generate, {"cities": 5, "days": 3, "people": 2, "preferences": 2}
        ),
        "trips": AgenticBenchmark(_trip, {"cities": 5, "visits": 2, "people": 2, "preferences": 2}),
        "unit-movement": AgenticBenchmark(unit_movement.generate, {"units": 6, "wanted": 3}),
    }
)


@dataclass(frozen=True, slots=True)
class WrittenNetworks:
    """Task networks that come with the project, all of one kind.

    Args:
        description: what they are, in a phrase.
        benchmarks: the benchmarks that there is one for; `pddl` stands for any PDDL task.
    """

    description: str
    benchmarks: tuple[str, ...]


_COPIED = "written for this project in the shape of the published one (ProcLLM, appendix"
WRITTEN_NETWORKS: Mapping[str, WrittenNetworks] = MappingProxyType(
    {
        "human": WrittenNetworks(
            "written for this project",
            ("blocks-world", "pddl", "recipes", "travel", "trips", "unit-movement"),
        ),
        "paper": WrittenNetworks(
            f"{_COPIED} D)", ("blocks-world", "recipes", "travel", "unit-movement")
        ),
        "paper-llm": WrittenNetworks(
            f"{_COPIED} E), which a model wrote", ("blocks-world", "unit-movement")
        ),
        "first-steps": WrittenNetworks(
            "written for this project, for both flights alone (multi-step, figures 10 and 12)",
            ("travel",),
        ),
    }
)
"""The kinds of written networks by name.

The shape of a network is what the walk from its top task reaches: which tasks have how many
subtasks, and in which files their effects are seen. Of the published networks for recipes, Blocks
World and Unit Movement, three, one and one of the printed tasks are out of reach, and left out.
"""

TOP_TASK = "process user request"
"""The task that a network begins with (ProcLLM paper)."""


def agentic_task(name: str, *, seed: int, **sizes: int) -> AgenticTask:
    """A task of a benchmark, the same for the same seed and sizes.

    Args:
        name: one of `BENCHMARKS`.
        seed: what the task is drawn from.
        sizes: some of the benchmark's sizes; the others are as in `BENCHMARKS`.

    Raises:
        ValueError: there is no such benchmark or size, or a size is out of its range.
    """
    if name not in BENCHMARKS:
        raise ValueError(f"unknown benchmark {name!r}; the benchmarks are {', '.join(BENCHMARKS)}")
    benchmark = BENCHMARKS[name]
    unknown = next((size for size in sizes if size not in benchmark.sizes), None)
    if unknown is not None:
        known = ", ".join(benchmark.sizes)
        raise ValueError(f"{name} has no size {unknown!r}; its sizes are {known}")
    task = benchmark.generate(random.Random(seed), **{**benchmark.sizes, **sizes})
    return replace(task, name=f"{task.name}-s{seed}")


def task_network(name: str, kind: str = "human") -> dict[str, Any]:
    """The task network of a benchmark that comes with the project (ProcLLM paper, appendix D).

    The verifier judges every task of it, as in the paper.

    Args:
        name: one of the benchmarks of its kind; `pddl` suits any PDDL task.
        kind: one of `WRITTEN_NETWORKS`.

    Raises:
        ValueError: there is none of that kind for that name.
    """
    if kind not in WRITTEN_NETWORKS:
        raise ValueError(f"no task networks {kind!r}; there are {', '.join(WRITTEN_NETWORKS)}")
    known = WRITTEN_NETWORKS[kind].benchmarks
    if name not in known:
        raise ValueError(f"no task network for {name!r}; there are some for {', '.join(known)}")
    file = f"network-{kind}.json"
    network: dict[str, Any] = json.loads(text_of(name.replace("-", "_"), file))
    return network
