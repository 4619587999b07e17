"""Tools of Inspect AI by which any agent plays a planning task: `act`, `look` and `validate`.

    react(tools=[act(), look(), validate()])    # Inspect's own agent as the solver of our tasks

The task is that of the running sample. An answer is read and carried out as in the mechanism `act`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from inspect_ai.log import transcript
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolError, tool
from inspect_ai.util import store

from autoplan.models.paid_models import Ledger
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.play.episodes import Players, opened_episode
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.results.reading import recorded_step
from autoplan.results.record import EpisodeKey, Record, record_of, step_as_data
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion
from policies import PromptSet
from simulator.queries import OutOfTimeError

OUTCOME = "autoplan"
"""The name under which a sample's store keeps what came of its episode."""
_PLAY = "autoplan_play"
_REPORTED = (
    *("solved", "solved_strict", "finish", "error", "steps", "refused", "untranslated"),
    *("plan_length", "reference_length"),
)
_ENDS = {"goal": "the goal is reached", "limit": "the steps are used up"}

PreparedEpisode: TypeAlias = tuple[EpisodeKey, PreparedDomain]
"""An episode that is yet to be played: which, and on what."""


class SampleEpisode:
    """The episode of a sample, played by one mechanism; its steps stand in Inspect's transcript."""

    def __init__(
        self, played: PreparedEpisode, prompts: PromptSet, name: str | None = None
    ) -> None:
        key, self._prepared = played
        self._key = replace(key, mechanism=name or key.mechanism)
        self._ledger = Ledger()
        players = Players(OutsideModel(key.model), None, prompts)
        self._episode, player = opened_episode(self._key, self._prepared, players, self._ledger)
        self.chat = ChatEpisode(self._key.mechanism, self._episode, player)

    def submit(self, answer: str | Completion) -> str:
        """Have the mechanism read an answer; returns what was observed."""
        before = self._episode.steps
        seen = self.chat.submit(answer)
        for step in self._episode.history[before:]:
            transcript().info(step_as_data(step, self._episode.narrator), source="autoplan")
        return seen.text

    def outcome(self, error: str | None = None) -> dict[str, Any]:
        """What has come of it so far, as data: its figures, its steps, and why it failed."""
        if self._episode.finish is None and error is None:
            error = "the player stopped by itself"
        scene = self._prepared.scene(self._key)
        record = record_of(self._key, self._episode, self._ledger, scene, seconds=0.0, error=error)
        figures = {name: getattr(record, name) for name in _REPORTED}
        why = _why(record, self._ledger)
        return {**figures, "why": why, "transcript": record.transcript["steps"]}


def _why(record: Record, ledger: Ledger) -> str | None:
    """Why an episode failed, None where it did not."""
    from autoplan.report.failures import CAUSES, cause_of  # the report takes a second to import

    steps = list(map(recorded_step, record.transcript["steps"]))
    cause = cause_of(record.finish, steps, [call.completion for call in ledger.calls])
    return record.error or (CAUSES[cause].meaning if cause else None)


class AgentPlay:
    """What an agent does with the tools in a sample.

    The answers are the state: a copy of the sample, as `fork` makes it, plays on from them alone.
    """

    def __init__(
        self, played: PreparedEpisode, prompts: PromptSet, answers: Sequence[str] = ()
    ) -> None:
        self._played, self._prompts = played, prompts
        self._answers = list(answers)
        self._opened: SampleEpisode | None = None

    def __deepcopy__(self, _: object) -> AgentPlay:
        return AgentPlay(self._played, self._prompts, self._answers)

    def submit(self, answer: str) -> tuple[str, dict[str, Any]]:
        """Carry out an answer; returns what was observed, and the outcome so far.

        Raises:
            ToolError: the episode is over, or the step takes too long to work out.
        """
        opened = self._episode()
        if opened.chat.done:
            raise ToolError(f"The episode is over: {_end(opened)}.")
        try:
            seen = opened.submit(answer)
        except (InputError, OutOfTimeError) as error:
            raise ToolError(str(error)) from error
        self._answers.append(answer)
        over = f"\nThe episode is over: {_end(opened)}." if opened.chat.done else ""
        return seen + over, opened.outcome()

    def tried(self, plan: str) -> SampleEpisode:
        """Another episode of the same task, in which a whole plan was tried from the beginning."""
        episode = SampleEpisode(self._played, self._prompts, "basic")
        episode.chat.submit(plan)
        return episode

    def _episode(self) -> SampleEpisode:
        if self._opened is None:
            self._opened = SampleEpisode(self._played, self._prompts, "act")
            for answer in self._answers:
                self._opened.chat.submit(answer)
        return self._opened


def _end(opened: SampleEpisode) -> str:
    finish = opened.chat.verdict.finish
    return _ENDS.get(str(finish), f"it has ended as '{finish}'")


@solver
def playable(to_play: Mapping[str, PreparedEpisode], prompts: PromptSet) -> Solver:
    """Lets the tools play the sample's task, whichever solver comes next."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.store.set(_PLAY, AgentPlay(to_play[str(state.sample_id)], prompts))
        return state

    return solve


def outcome_of(state: TaskState) -> dict[str, Any]:
    """What came of a sample: of its episode, or of the plan in its answer where `act` was not used.

    Raises:
        ValueError: the sample is not of one of our tasks.
    """
    if state.store.get(OUTCOME) is None:
        play = state.store.get(_PLAY)
        if play is None:
            raise ValueError("the sample has no episode: it is not of a task of autoplan")
        state.store.set(OUTCOME, play.tried(state.output.completion).outcome())
    outcome: dict[str, Any] = state.store.get(OUTCOME)
    return outcome


def _play() -> AgentPlay:
    play: AgentPlay | None = store().get(_PLAY)
    if play is None:
        raise ToolError("This tool works only in tasks of autoplan.")
    return play


@tool(parallel=False)
def act() -> Tool:
    """Carries out one action."""

    async def execute(action: str) -> str:
        """Carry out one action and report what it did, or why it is refused. A refused action costs
        a step and changes nothing.

        Args:
            action: The action, as a sentence in the words of the task.
        """
        seen, outcome = _play().submit(action)
        store().set(OUTCOME, outcome)
        return seen

    return execute


@tool(parallel=False)
def look() -> Tool:
    """Describes the current state."""

    async def execute() -> str:
        """Describe the current state. It costs a step."""
        return _play().submit("look around")[0]

    return execute


@tool
def validate() -> Tool:
    """Checks a whole plan."""

    async def execute(plan: str) -> str:
        """Check whether a whole plan reaches the goal from the initial state, or why it fails. The
        current state stays as it is.

        Args:
            plan: The plan, one action per line, in the words of the task.
        """
        verdict = _play().tried(plan).chat.verdict
        if verdict.solved:
            return f"The plan is valid: it reaches the goal with {len(verdict.plan)} actions."
        if verdict.finish == "plan-refused":
            return f"The plan fails at step {len(verdict.plan) + 1}: {verdict.reason}"
        return f"The plan fails: {verdict.reason}"

    return execute
