"""One attempt at one task: what a player may see and do, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Literal, get_args

from pddl2nl.compose import StyleName
from pddl2nl.model import GroundAction, Problem, conjuncts
from simulator.outcome import Applied, Mistake, Outcome, Refused, mistake_of
from simulator.presentation import InputForm, Narrator, Presentation
from simulator.queries import within
from simulator.world import World

NEUTRAL_TEXT = "What is the next step?"
"""Stands in the place of what the player is not shown."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the player is shown after a step.

    Args:
        positive: that an action was carried out.
        negative: that an action was refused, and why; that a sentence was not understood.
        unfinished: that the goal is not reached, where the player says so.
        state: the state after each action, too.
    """

    positive: bool = True
    negative: bool = True
    unfinished: bool = True
    state: bool = False

    def __str__(self) -> str:
        kinds = (kind.name for kind in fields(self))
        return " ".join(kind for kind in kinds if getattr(self, kind)) or "none"


ALL_FEEDBACK = Feedback()


Finish = Literal[
    "goal",
    "limit",
    "plan-ended",
    "plan-refused",
    "plan-loop",
    "unread",
    "gave-up",
    "patience",
    "horizon",
    "no-answer",
    "no-network",
    "unsolvable",
    "time-limit",
    "memory-limit",
    "unsupported",
    "planner-failed",
]
"""Why an episode is over.

- `goal`: the goal is reached.
- `limit`: the steps are used up.
- `plan-ended`, `plan-refused`: a whole plan was given, and it ended short of the goal, or was
  refused at a step.
- `plan-loop`: whole plans that had failed before were given again and again.
- `unread`: a whole plan was given, and it could not be read, so none of it was carried out; whether
  it solves the task is unknown.
- `gave-up`: the player stopped, without a claim that there is no plan.
- `patience`: too many turns in a row changed nothing.
- `horizon`: an agent that works in files has used up its turns before all its tasks were verified.
- `no-answer`: all of its tasks were verified, and its answer proposes no step.
- `no-network`: the model was to write a task network, and wrote none that can be followed.
- `unsolvable`: a planner has proved that there is no plan, or a model claims so.
- `time-limit`, `memory-limit`: a planner was killed because it exceeded what it may use.
- `unsupported`: a planner has no means to express something in the task.
- `planner-failed`: a planner broke down.
"""


@dataclass(frozen=True, slots=True)
class Observation:
    """What the simulator says after a step.

    Args:
        text: what the player is shown.
        outcome: what came of the action; None where none was tried.
        mistake: what was wrong with the step; None where it was fine.
        look: whether the player has looked around.
    """

    text: str
    outcome: Outcome | None = None
    mistake: Mistake | None = None
    look: bool = False

    @property
    def refused(self) -> bool:
        """Whether an action was tried and could not be carried out."""
        return isinstance(self.outcome, Refused)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an episode: the player's text, the action that it stands for, the observation."""

    text: str
    action: GroundAction | None
    observation: Observation


class Episode:
    """A task being played.

    Everything a player does costs a step: an action, a look around, a sentence that is not
    understood, and saying that it is finished too early.
    """

    def __init__(
        self,
        world: World,
        presentation: Presentation,
        *,
        step_limit: int | None = None,
        step_seconds: float = inf,
        feedback: Feedback = ALL_FEEDBACK,
    ) -> None:
        """
        Args:
            world: the semantics of the task.
            presentation: the task's texts and the narrator that speaks their language.
            step_limit: how many steps the player has; None for as many as it likes.
            step_seconds: how long it may take to work out what a step does.
            feedback: what the player is shown about its steps.
        """
        self.world = world
        self.state = world.initial
        self.presentation = presentation
        self._history: list[Step] = []
        self._finish: Finish | None = None
        self._strict = True
        self._untranslated: list[str] = []
        self._step_seconds = step_seconds
        self._feedback = feedback
        self._begun = [0]
        self.goal_step: int | None = 0 if world.goal_reached(world.initial) else None
        """After how many steps the goal was reached first, None while it never was."""
        self.because = ""
        """Why the player ended the episode, in a line for people; empty where it did not say."""
        self.step_limit = step_limit
        self.attachments: dict[str, object] = {}
        """What is kept with the transcript besides: how a plan came about."""
        self.seconds: float | None = None
        """How long the player took by its own account, None to go by the clock on the wall. A
        planner waits for a free core and shares preparations, so it knows better."""

    # --- what a player may see

    @property
    def form(self) -> InputForm:
        """The form in which the task is put: `nl`, `template`, `pddl`, `valm23` or `tools`."""
        return self.presentation.form

    @property
    def style(self) -> StyleName:
        """How the English of the task is composed: `paper` or `brief`."""
        return self.presentation.style

    @property
    def domain_text(self) -> str:
        """The domain in the episode's input form."""
        return self.presentation.domain_text

    @property
    def problem_text(self) -> str:
        """The problem in the episode's input form."""
        return self.presentation.problem_text

    @property
    def narrator(self) -> Narrator:
        return self.presentation.narrator

    @property
    def problem(self) -> Problem:
        """The task itself; players that are language models never look at it."""
        return self.world.problem

    @property
    def history(self) -> tuple[Step, ...]:
        return tuple(self._history)

    @property
    def plan(self) -> tuple[GroundAction, ...]:
        """The actions that have been carried out, since the last restart."""
        return tuple(
            step.observation.outcome.action
            for step in self._history[self._begun[-1] :]
            if isinstance(step.observation.outcome, Applied)
        )

    @property
    def attempts(self) -> int:
        """How many whole plans were tried, each from the beginning."""
        return len(self._begun)

    @property
    def begun(self) -> tuple[int, ...]:
        """For each of these attempts, how many steps there were before it."""
        return tuple(self._begun)

    @property
    def steps(self) -> int:
        return len(self._history)

    @property
    def refused(self) -> int:
        """How many actions were tried and refused."""
        return sum(step.observation.refused for step in self._history)

    @property
    def solved(self) -> bool | None:
        """Whether the goal holds now and nothing has spoilt the attempt; None where unread."""
        if self._finish == "unread":
            return None
        spoilt = self._finish in ("plan-refused", "plan-loop", "unsolvable")
        return not spoilt and self.world.goal_reached(self.state)

    @property
    def held(self) -> tuple[bool, ...]:
        """For each conjunct of the goal whether it holds now; empty where the episode is unread."""
        goals = conjuncts(self.world.problem.goal) if self.solved is not None else ()
        return tuple(self.world.holds(goal, self.state) for goal in goals)

    @property
    def solved_strictly(self) -> bool | None:
        """Whether it is solved, and every answer kept to the format that was asked for.

        So the paper counts: each line of a plan is a step (section 4, "LLM Planning"). None where
        the episode is unread.
        """
        return self.solved and self._strict

    @property
    def untranslated(self) -> tuple[str, ...]:
        """The player's steps that cannot be mapped to exactly one action, carried out or not."""
        return tuple(self._untranslated)

    @property
    def finished(self) -> bool:
        """Whether a step-by-step player has to stop: goal reached, out of steps, or ended."""
        return self.finish is not None

    @property
    def finish(self) -> Finish | None:
        """Why the episode is over, None while it goes on."""
        if self._finish is not None and not (self._finish == "plan-ended" and self.solved):
            return self._finish
        if self.solved:
            return "goal"
        if self.step_limit is not None and self.steps >= self.step_limit:
            return "limit"
        return None

    # --- what a player may do

    def submit(self, action: GroundAction, text: str = "") -> Observation:
        """Try an action.

        Args:
            action: the action, in PDDL names.
            text: the player's own words for it, for the record.

        Raises:
            OutOfTimeError: what it does takes too long to work out.
        """
        with within(self._step_seconds):
            outcome = self.world.step(self.state, action)
        if isinstance(outcome, Applied):
            self.state = outcome.state
            if self.goal_step is None and self.world.goal_reached(self.state):
                self.goal_step = self.steps + 1
            observation = Observation(self.narrator.applied(action), outcome)
        else:
            reason = self.narrator.refused(outcome)
            observation = Observation(reason, outcome, mistake_of(outcome))
        return self._record(text or str(action), action, observation)

    def look(self, text: str = "look around") -> Observation:
        """Describe the current state."""
        state = self.narrator.state(self.state.atoms())
        return self._record(text, None, Observation(state, look=True))

    def declare_finished(self, text: str = "You are finished") -> Observation:
        """Answer a player who thinks that the goal is reached."""
        unmet = self.world.unmet_goal(self.state)
        if not unmet:
            return self._record(text, None, Observation(self.narrator.reached()))
        reply = self.narrator.unfinished(unmet)
        return self._record(text, None, Observation(reply, mistake="finished too early"))

    def misunderstand(self, text: str, because: str = "", nearest: str = "") -> Observation:
        """Answer a sentence that is no action.

        Args:
            text: the sentence.
            because: why it is none, as a clause; empty where the player gets no reason.
            nearest: the action that is most like it, in the words of the prompt; empty for none.
        """
        reply = self.narrator.misunderstood(text, because, nearest)
        return self._record(text, None, Observation(reply, mistake="not understood"))

    def note_answer(self, *, strict: bool, untranslated: Iterable[str]) -> None:
        """Note how an answer was read.

        Args:
            strict: whether it kept to the format that was asked for.
            untranslated: its steps that cannot be mapped to exactly one action.
        """
        self._strict = self._strict and strict
        self._untranslated += untranslated

    def restart(self) -> None:
        """Go back to the initial state for another attempt; the steps so far are kept."""
        self.state = self.world.initial
        self._begun.append(len(self._history))
        self._finish, self.because = None, ""

    def end(self, finish: Finish, because: str = "") -> None:
        """Stop the episode; the first reason given stays.

        Args:
            finish: the reason.
            because: more on it, in a line for people, such as what a planner lacks.

        Raises:
            ValueError: there is no such reason.
        """
        if finish not in get_args(Finish):
            known = ", ".join(get_args(Finish))
            raise ValueError(f"an episode cannot end with {finish!r}; it can with {known}")
        if self._finish is None:
            self._finish, self.because = finish, because

    def attach(self, name: str, data: object) -> None:
        """Keep something with the episode's transcript.

        Args:
            name: what it is.
            data: it, as JSON can hold it.
        """
        self.attachments[name] = data

    def _record(self, text: str, action: GroundAction | None, seen: Observation) -> Observation:
        reported = seen.text if self._is_shown(seen) else NEUTRAL_TEXT
        if self._feedback.state and seen.outcome is not None:
            reported = f"{reported}\n{self.narrator.state(self.state.atoms())}"
        shown = replace(seen, text=reported)
        self._history.append(Step(text, action, shown))
        return shown

    def _is_shown(self, seen: Observation) -> bool:
        if seen.mistake == "finished too early":
            return self._feedback.unfinished
        if seen.mistake is not None:
            return self._feedback.negative
        return self._feedback.positive or not isinstance(seen.outcome, Applied)
