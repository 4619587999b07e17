"""ChatHTN as a mechanism: a plan from the task network, carried out step by step."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from pddl2nl.errors import InputError
from pddl2nl.model import TRUE, CompoundTask, Domain, Problem, Subtask
from policies.agents.chathtn import learned
from policies.agents.chathtn.query import Answers, TaskQuery
from policies.agents.chathtn.search import Found, Seeker, SeekLimits, as_data
from policies.mechanism import Player, Traits
from simulator import Episode

GOAL = "reach-the-goal"
"""The one task of a problem without a network: what achieves its goal is left to the model."""
ATTEMPTS = 5
"""How often a problem is tried (ChatHTN paper, section 6)."""


class ChatHTN:
    """Decompose the tasks of the network by methods, and ask the model where none is left."""

    traits = Traits(
        forms=frozenset({"nl", "template", "pddl"}), step_by_step=False, asks_again=True
    )

    def __init__(
        self,
        player: Player,
        *,
        attempts: int = ATTEMPTS,
        queries: int = 20,
        depth: int = 100,
        answers: str = "any",
        learn: str = "",
    ) -> None:
        """
        Args:
            player: what it plays with.
            attempts: how often the problem is tried.
            queries: how often the model may be asked in an attempt.
            depth: how many decompositions may lie inside each other.
            answers: what the model may answer: `any`, larger tasks, too, or `primitive`, actions
                alone, as in the paper.
            learn: the file in which methods learned from the model are kept; empty for none.
        """
        self._player = player
        self._attempts = attempts
        self._answers = answers_of(answers)
        self._limits = SeekLimits(queries, depth, player.rules.time_limit)
        self._learn = Path(learn) if learn else None

    async def run(self, episode: Episode) -> None:
        problem = with_network(episode.problem)
        found = None
        for attempt in range(self._attempts):
            found, queries = await self._tried(episode, problem, attempt)
            if found is not None or not queries:
                break  # without a question, another attempt would end as this one
        if found is None:
            episode.end("gave-up")
            return
        episode.attach("hierarchy", as_data(found.hierarchy))
        for action in found.plan:
            episode.submit(action)
        episode.end("plan-ended")

    async def _tried(
        self, episode: Episode, problem: Problem, attempt: int
    ) -> tuple[Found | None, int]:
        query = TaskQuery(self._player, episode, problem, attempt, self._answers)
        seeker = Seeker(episode.world, problem.domain, query.ask, self._limits)
        if self._learn is not None:
            seeker.learned = learned.load(self._learn, problem.domain)
            seeker.learns = partial(learned.method_of, problem=problem)
        found = await seeker.seek(problem.network)
        if self._learn is not None:
            # Other episodes may have learned something meanwhile.
            known = learned.load(self._learn, problem.domain)
            learned.save(self._learn, problem.domain, learned.merged(known, seeker.learned))
        return found, seeker.queries


def answers_of(name: str) -> Answers:
    """What an answer may consist of, by name.

    Raises:
        InputError: there is no such kind.
    """
    if name not in ("any", "primitive"):
        raise InputError(f"answers is any or primitive, not '{name}'")
    return name  # type: ignore[return-value]


def with_network(problem: Problem) -> Problem:
    """A problem with a task network; one without has a single task that achieves its goal."""
    if problem.network:
        return problem
    task = CompoundTask(GOAL, (), TRUE, problem.goal)
    domain: Domain = replace(problem.domain, tasks=(*problem.domain.tasks, task))
    return replace(problem, domain=domain, network=(Subtask(GOAL),))
