"""The agents as mechanisms: any PDDL task as files, the answer read and carried out."""

from __future__ import annotations

import json
from functools import lru_cache, partial
from pathlib import Path

from domains.agents import Assessment, TaskTexts, task_network
from pddl2nl.errors import InputError
from policies.agents.procedural.actions import CodeRunner
from policies.agents.procedural.agent import Agent, AgentWork
from policies.agents.procedural.asking import AgentModels, Questions, questions_of
from policies.agents.procedural.network import (
    ANSWER_CHECK,
    NetworkError,
    TaskNetwork,
    load_network,
    parse_network,
)
from policies.agents.procedural.task_files import (
    AgentKind,
    assessed,
    pddl_texts,
    without_network,
)
from policies.agents.procedural.verifier import AnswerCheck
from policies.agents.procedural.workspace import ANSWER
from policies.agents.procedural.written_network import kept_network, network_path, write_network
from policies.mechanism import Player, Traits
from policies.planning import carry_out
from simulator import Episode
from simulator.agents.sandbox import Sandbox

VERIFIER = "verifier"
CHECKS = (VERIFIER, ANSWER_CHECK)
"""What decides on the top task: the verifier model, or the rule of the task."""

_TRAITS = Traits(
    forms=frozenset({"nl", "template", "pddl"}), step_by_step=False, asks_again=True, in_files=True
)


class _Agentic:
    """What both agents share: the task as files, the network, the answer."""

    traits = _TRAITS
    kind: AgentKind

    def __init__(
        self,
        player: Player,
        runner: CodeRunner | None = None,
        *,
        tn: str = "human",
        horizon: int = 0,
        networks: str = "",
        check: str = VERIFIER,
    ) -> None:
        """
        Args:
            player: what it plays with.
            runner: runs code; by default the sandbox.
            tn: the task network: `human`, `llm` (the model writes it), `none`, or a file.
            horizon: how many actions it may take; 0 for the number of its paper (`HORIZONS`).
            networks: the folder in which networks that a model wrote are kept; empty for none.
            check: what decides on the top task: `verifier`, the model, or `answer`, the simulator.
        """
        if check not in CHECKS:
            raise InputError(f"check is {' or '.join(CHECKS)}, not '{check}'")
        self._player = player
        self._check = check
        self._given = None if tn == "llm" else named_network(tn)
        self._horizon = horizon
        self._folder = Path(networks) if networks else None
        self._runner = runner or Sandbox()

    async def run(self, episode: Episode) -> None:
        player = self._player
        models = AgentModels.all_the_same(questions_of(player))
        texts = pddl_texts(player.prompts, episode.presentation)
        try:
            network = await self._network(models.agent, texts, episode)
        except NetworkError as error:
            episode.attach("agent", {"ended": "no-network", "fault": str(error)})
            episode.end("no-network")
            return
        if self._check == ANSWER_CHECK:
            network = network.with_check(ANSWER_CHECK)
        agent = Agent(self.kind, network, models, self._runner, player.prompts, self._horizon)
        work = await agent.work(texts, self._answer_check(episode))
        episode.attach("agent", work.as_data())
        await self._finish(episode, work)

    async def _network(
        self, questions: Questions, texts: TaskTexts, episode: Episode
    ) -> TaskNetwork:
        if self._given is not None:
            return self._given

        name, path = f"{episode.problem.domain.name}-{self.kind}", None
        if self._folder is not None:
            path = network_path(self._folder, name, self.kind, texts)
        write = partial(write_network, questions, self._player.prompts, self.kind, texts)
        return await kept_network(path, write)

    def _answer_check(self, episode: Episode) -> AnswerCheck:
        """The reader of answers, and World; the episode stays as it is."""
        player = self._player

        async def check(answer: str) -> Assessment:
            seconds = player.rules.time_limit
            aside = Episode(episode.world, episode.presentation, step_seconds=seconds)
            return assessed(aside, await player.answers.plan(answer))

        return check

    async def _finish(self, episode: Episode, work: AgentWork) -> None:
        """Carry the answer out; at the horizon there is none that counts."""
        if work.ended == "horizon":
            episode.end("horizon")
            return
        reading = await self._player.answers.plan(work.workspace.text(ANSWER))
        finish, _ = carry_out(episode, reading)
        empty = not reading.proposed and not episode.solved
        episode.end("no-answer" if empty else finish)


class ProcLLM(_Agentic):
    """The agent of the ProcLLM paper: Read, Write, Append, Verify, guided by a task network."""

    kind = "procllm"


class MultiStep(_Agentic):
    """The agent of the multi-step paper: Read, Write, Code, Execute, Repair, Verify."""

    kind = "multistep"


@lru_cache(maxsize=32)
def named_network(name: str) -> TaskNetwork:
    """The network `human` of PDDL tasks, the empty one `none`, or that of a file.

    Raises:
        NetworkError: the file cannot be read, or is no network that can be followed.
        InputError: there is no such file.
    """
    if name == "human":
        return human_network("pddl")
    if name == "none":
        return without_network()
    if not Path(name).is_file():
        raise InputError(f"tn is human, llm, none or a file, and '{name}' is no file")
    return load_network(Path(name))


def human_network(benchmark: str, kind: str = "human") -> TaskNetwork:
    """The network of a benchmark that comes with the project; `pddl` for any PDDL task.

    Args:
        benchmark: one of `domains.agents.NETWORKS`.
        kind: one of `domains.agents.WRITTEN_NETWORKS`.

    Raises:
        ValueError: there is none.
    """
    return parse_network(json.dumps(task_network(benchmark, kind)), f"the network of {benchmark}")
