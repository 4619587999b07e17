"""Agents with procedural knowledge on the ProcLLM paper's benchmarks, with and without networks.

A run is one task of one size, drawn from one seed, worked on by one agent in one condition: with
a network that comes with the project (`domains.agents.WRITTEN_NETWORKS`), with one that a model
writes (`llm`), with none, or with one of a file.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import domains
from domains.agents import (
    BENCHMARKS,
    WRITTEN_NETWORKS,
    AgenticTask,
    agentic_task,
    blocks_stack,
    travel,
)
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel
from pddl2nl.reader import read_domain
from pddl2nl.reader.problem import parse_problem
from pddl2nl.verbalizers import verbalizer
from policies import PromptSet, Sampling
from policies.agents.procedural import (
    Agent,
    AgentKind,
    AgentModels,
    AgentRun,
    CodeRunner,
    Cycle,
    NetworkError,
    TaskNetwork,
    human_network,
    kept_network,
    load_network,
    pddl_task,
    questions_to,
    without_network,
    write_network,
)
from policies.answers import domain_words
from simulator import present_english

BLOCKS_WORLD = "blocks-world"
BENCHMARK_NAMES = (BLOCKS_WORLD, *BENCHMARKS)
SIZES: Mapping[str, tuple[Mapping[str, int], ...]] = MappingProxyType(
    {
        BLOCKS_WORLD: (
            {"blocks": 3, "height": 2},
            {"blocks": 5, "height": 3},
            {"blocks": 7, "height": 5},
            {"blocks": 9, "height": 6},
        ),
        "unit-movement": (
            {"units": 5, "wanted": 3},
            {"units": 10, "wanted": 6},
            {"units": 15, "wanted": 9},
        ),
    }
)
"""The sizes of the study; those of other benchmarks are their own. The largest of Blocks World, and
the two larger ones of Unit Movement, are those that the paper's text names."""

NUMBER = "task"
"""What stands for a size where tasks are given and not generated: their numbers, from 1."""
_CONDITIONS = (*WRITTEN_NETWORKS, "llm", "none")


@dataclass(frozen=True, slots=True)
class RunKey:
    """Which run.

    Args:
        benchmark: the benchmark.
        size: what the task's difficulty depends on, as `blocks=9 height=6`.
        tn: one of `domains.agents.WRITTEN_NETWORKS`, `llm`, `none`, or the file of the network.
        agent: the action set.
        model: the agent's model.
        seed: what the task is drawn from; also sent to the model.
        check: what decides on the top task.
        horizon: how many actions there are; None for the paper's number.
    """

    benchmark: str
    size: str
    tn: str
    agent: AgentKind
    model: str
    seed: int
    check: str = "verifier"
    horizon: int | None = None

    @property
    def sizes(self) -> dict[str, int]:
        """The size as numbers."""
        return {
            name: int(number) for name, _, number in (s.partition("=") for s in self.size.split())
        }


def sizes_of(benchmark: str) -> tuple[Mapping[str, int], ...]:
    """The sizes in which a benchmark is studied."""
    return SIZES[benchmark] if benchmark in SIZES else (BENCHMARKS[benchmark].sizes,)


def travelplanner_tasks(folder: Path, split: str = "train") -> tuple[tuple[AgenticTask, ...], int]:
    """The tasks of a copy of TravelPlanner that have one destination, and a solution.

    Returns:
        The tasks, and how many requests the copy has in all.

    Raises:
        InputError: the folder holds no such copy.
    """
    try:
        found = tuple(travel.load(folder, split=split))
        others = travel.left_out(folder, split=split)
    except OSError as error:
        source = str(error.filename or folder)
        raise InputError(f"cannot be read: {error.strerror}", source=source) from error
    except travel.UnreadableBenchmark as error:
        raise InputError(str(error)) from error
    if not found:
        raise InputError(f"has no task with one destination in {split}", source=str(folder))
    return found, len(found) + len(others)


def study_task(key: RunKey, prompts: PromptSet, given: Sequence[AgenticTask] = ()) -> AgenticTask:
    """The task of a run; `given` are those of a benchmark that is not generated.

    Raises:
        InputError: the benchmark has no such size.
    """
    if NUMBER in key.sizes:
        return given[key.sizes[NUMBER] - 1]
    try:
        if key.benchmark != BLOCKS_WORLD:
            return agentic_task(key.benchmark, seed=key.seed, **key.sizes)
        return _blocks_world(key, prompts)
    except (TypeError, ValueError) as error:
        raise InputError(str(error)) from error


def _blocks_world(key: RunKey, prompts: PromptSet) -> AgenticTask:
    domain = read_domain(domains.domain_file(domains.folder("blocksworld")))
    text = blocks_stack(random.Random(key.seed), **key.sizes)
    problem = parse_problem(text, domain, "<generated>")
    lexicon = verbalizer("auto").lexicon(domain)
    shown = present_english(problem, lexicon)
    name = f"{problem.name}-s{key.seed}"
    return pddl_task(name, problem, shown, domain_words(domain, lexicon), prompts)


@dataclass
class Studio:
    """What runs share: models, prompts, where code runs, and the networks of each benchmark.

    Args:
        model: the model of the agent, and of those that it asks.
        writer: the model that writes networks.
        prompts: the prompt set.
        runner: runs code that models write.
        sampling: how the models' answers are drawn.
        networks: where written networks are kept; None for nowhere.
        given: the tasks of a benchmark that is not generated.
    """

    model: ChatModel
    writer: ChatModel
    prompts: PromptSet
    runner: CodeRunner
    sampling: Sampling = Sampling()
    networks: Path | None = None
    given: Sequence[AgenticTask] = ()
    _known: dict[tuple[str, str, str], asyncio.Future[TaskNetwork]] = field(default_factory=dict)

    async def run(
        self, key: RunKey, on_cycle: Callable[[Cycle], object] = lambda _: None
    ) -> AgentRun:
        """Carry out one run.

        Raises:
            NetworkError: its network cannot be followed.
            InputError: the network's file, or a check, cannot be used.
            TransientModelError, PermanentModelError: a model does not answer.
        """
        task = study_task(key, self.prompts, self.given)
        network = await self._network(key, task)
        if key.check == "answer":
            network = network.with_check(key.check)
        questions = questions_to(self.model, self.sampling, key.seed)
        models = AgentModels.all_the_same(questions)
        agent = Agent(key.agent, network, models, self.runner, self.prompts, key.horizon)
        return await agent.run(task, on_cycle)

    async def row(self, key: RunKey) -> dict[str, Any]:
        """Carry out one run, as a row; also one for which the model wrote no usable network.

        Raises:
            NetworkError, InputError, TransientModelError, PermanentModelError: as for `run`.
        """
        try:
            return {**asdict(key), **(await self.run(key)).as_data()}
        except NetworkError as error:
            if key.tn != "llm":
                raise
            result = {"task": "", "solved": False, "ended": "no-network", "reason": str(error)}
            done = {"parts": {}, "cycles": 0, "calls": 0, "seconds": 0.0, "work": {}}
            return {**asdict(key), **result, **done}

    async def _network(self, key: RunKey, task: AgenticTask) -> TaskNetwork:
        """A network is written once for a benchmark and an action set, as in the paper."""
        known = (key.benchmark, key.agent, key.tn)
        if known not in self._known:
            self._known[known] = asyncio.ensure_future(self._found(key, task))
        return await self._known[known]

    async def _found(self, key: RunKey, task: AgenticTask) -> TaskNetwork:
        if key.tn in WRITTEN_NETWORKS:
            return human_network(key.benchmark, key.tn)
        if key.tn == "none":
            return without_network(solver=bool(task.tools))
        if key.tn != "llm":
            return load_network(Path(key.tn))
        questions = questions_to(self.writer, self.sampling)
        writer = self.writer.name.replace("/", "-")
        name = f"{key.benchmark}-{key.agent}-{writer}.json"
        path = None if self.networks is None else self.networks / name
        write = partial(write_network, questions, self.prompts, key.agent, task)
        return await kept_network(path, write)


def check_condition(tn: str, benchmarks: Sequence[str]) -> None:
    """See that a network can be used for benchmarks.

    Raises:
        InputError: it is neither a condition nor a file with a network, or was not written for one
            of the benchmarks.
    """
    if tn in WRITTEN_NETWORKS:
        known = WRITTEN_NETWORKS[tn].benchmarks
        if without := [name for name in benchmarks if name not in known]:
            usable = ", ".join(name for name in known if name in BENCHMARK_NAMES)
            raise InputError(f"--tn {tn}: there is none for {without[0]}, only for {usable}")
    if tn in _CONDITIONS:
        return
    if not Path(tn).is_file():
        raise InputError(f"--tn is {', '.join(_CONDITIONS)} or a file, and '{tn}' is no file")
    load_network(Path(tn))


def key_of(row: Mapping[str, Any]) -> RunKey:
    """Which run a row is of."""
    return RunKey(**{name: row[name] for name in RunKey.__dataclass_fields__})
