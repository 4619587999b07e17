"""What is kept of an episode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from autoplan.experiment.matrix import EpisodeKey
from autoplan.models.ledger import Expense, Ledger
from autoplan.results.judgement import Judgement
from autoplan.results.unanswered import losses, losses_text, unread_task
from pddl2nl.llm import (
    Usage,
    as_data,
)
from pddl2nl.model import GroundAction, Problem, conjuncts
from simulator import Episode, Narrator, Step
from simulator.outcome import Applied

_SELDOM = frozenset({"tool_calls", "tool_call_id"})
MAX_KEPT = 200_000
"""The maximum number of characters of a text in a transcript; an answer is read up to half."""


@dataclass(frozen=True, slots=True)
class TaskInWords:
    """A task in the words of its input form, for people who read episodes.

    Args:
        initial: the facts at the beginning.
        goal: the parts of the goal.
        reference: the steps of the reference plan, None where there is none.
    """

    initial: tuple[str, ...]
    goal: tuple[str, ...]
    reference: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a player has behaved in an episode.

    Args:
        looks: how often it looked around.
        looks_after_mistake: how often right after a mistake.
        false_finishes: how often it declared itself finished while it was not.
        mistakes: how many of its steps were wrong in any way.
        goal_step: after how many steps the goal was reached first, None while it never was.
        attempts: how many whole plans it wrote.
    """

    looks: int = 0
    looks_after_mistake: int = 0
    false_finishes: int = 0
    mistakes: int = 0
    goal_step: int | None = None
    attempts: int = 1


UNKNOWN_CONDUCT = Conduct()


@dataclass(frozen=True, slots=True)
class Record:
    """A played episode as a row of results.

    Args:
        key: which episode.
        solved: whether the goal was reached; None where the plan could not be read.
        solved_strict: whether it was, with every answer in the format that was asked for; None
            where the plan could not be read.
        untranslated: how many steps could not be read.
        finish: why it ended: see `simulator.Finish`; `error` where it broke off.
        steps: the steps taken, of any kind.
        refused: the actions that were tried and refused.
        plan_length: the actions that were carried out.
        reference_length: the length of the reference plan, None where there is none.
        calls: the calls of models.
        expenses: the tokens of these calls by role, model and kind.
        seconds: the time from the first to the last step.
        scene: the task in words.
        error: what broke the episode off; such an episode is played again.
        transcript: everything that happened, as data.
        judgement: what the witnesses say of its plans, None where it broke off.
        unanswered: what became of the planning model's answers that are none, None for nothing.
        unread: why the offline model could not read the task, None where it could; shown while it
            is played, and kept in the transcript alone.
        snippets: what wrote the snippets of its text (see `origin_of`), None where it has none.
        thoughts: what wrote the thoughts of its example, None where it has none.
        example: which task its example is, None where it has none.
        conduct: what the player did besides planning well.
        because: why it ended, in a line for people; empty where the player did not say.
    """

    key: EpisodeKey
    solved: bool | None
    solved_strict: bool | None
    untranslated: int
    finish: str
    steps: int
    refused: int
    plan_length: int
    reference_length: int | None
    calls: int
    expenses: tuple[Expense, ...]
    seconds: float
    scene: TaskInWords
    error: str | None = None
    transcript: dict[str, Any] = field(default_factory=dict)
    judgement: Judgement | None = None
    unanswered: str | None = None
    unread: str | None = None
    snippets: str | None = None
    thoughts: str | None = None
    example: str | None = None
    conduct: Conduct = UNKNOWN_CONDUCT
    because: str = ""

    @property
    def usage(self) -> Usage:
        """The tokens of all calls."""
        return sum((expense.usage for expense in self.expenses), Usage())


def scene_of(
    problem: Problem, narrator: Narrator, reference: Sequence[GroundAction] | None
) -> TaskInWords:
    """A task in words.

    Args:
        problem: the task.
        narrator: the voice of the input form.
        reference: the reference plan, None where there is none.
    """
    return TaskInWords(
        initial=tuple(map(narrator.condition, problem.init)),
        goal=tuple(map(narrator.condition, conjuncts(problem.goal))),
        reference=None if reference is None else tuple(map(narrator.action, reference)),
    )


def broken_off(key: EpisodeKey, scene: TaskInWords, error: str) -> Record:
    """The record of an episode of which nothing is left but why it broke off."""
    return Record(
        key=key,
        solved=False,
        solved_strict=False,
        untranslated=0,
        finish="error",
        steps=0,
        refused=0,
        plan_length=0,
        reference_length=None if scene.reference is None else len(scene.reference),
        calls=0,
        expenses=(),
        seconds=0.0,
        scene=scene,
        error=error,
        transcript={"steps": [], "calls": [], "verdicts": []},
    )


def record_of(
    key: EpisodeKey,
    episode: Episode,
    ledger: Ledger,
    scene: TaskInWords,
    *,
    seconds: float,
    error: str | None = None,
    judgement: Judgement | None = None,
) -> Record:
    """The record of an episode that has ended, or broken off with an error."""
    answers = [call.completion for call in ledger.calls if call.role == "planner"]
    return Record(
        key=key,
        solved=episode.solved if error is None else False,
        solved_strict=episode.solved_strictly if error is None else False,
        untranslated=len(episode.untranslated),
        finish="error" if error else (episode.finish or "gave-up"),
        steps=episode.steps,
        refused=episode.refused,
        plan_length=len(episode.plan),
        reference_length=None if scene.reference is None else len(scene.reference),
        calls=len(ledger.calls),
        expenses=ledger.expenses,
        seconds=seconds,
        scene=scene,
        error=error,
        transcript=_transcript(episode, ledger, judgement),
        judgement=judgement,
        unanswered=losses_text(losses(answers)),
        unread=next(filter(None, map(unread_task, answers)), None),
        conduct=_conduct(episode),
        because=episode.because,
    )


def _conduct(episode: Episode) -> Conduct:
    mistakes = [step.observation.mistake for step in episode.history]
    looks = [step.observation.look for step in episode.history]
    return Conduct(
        looks=sum(looks),
        looks_after_mistake=sum(
            look and mistake is not None for look, mistake in zip(looks[1:], mistakes, strict=False)
        ),
        false_finishes=mistakes.count("finished too early"),
        mistakes=sum(mistake is not None for mistake in mistakes),
        goal_step=episode.goal_step,
        attempts=episode.attempts,
    )


def _transcript(episode: Episode, ledger: Ledger, judgement: Judgement | None) -> dict[str, Any]:
    why = {"why it ended": episode.because} if episode.because else {}
    attachments = {**why, **episode.attachments}
    return {
        "steps": [step_as_data(step, episode.narrator) for step in episode.history],
        "calls": [
            {
                "role": call.role,
                "model": call.model,
                "kept": call.kept,
                "sent": [_shortened(as_data(message)) for message in call.sent],
                "answer": _shortened(as_data(call.completion)),
                **({"tools": [as_data(tool) for tool in call.tools]} if call.tools else {}),
            }
            for call in ledger.calls
        ],
        "verdicts": judgement.as_data() if judgement else [],
        **({"begun": episode.begun} if episode.attempts > 1 else {}),
        **({"attachments": attachments} if attachments else {}),
    }


def _shortened(data: dict[str, Any]) -> dict[str, Any]:
    """Data whose texts are no longer than a transcript keeps, without what few messages have."""
    filled = {name: value for name, value in data.items() if value or name not in _SELDOM}
    calls = {"tool_calls": [_shortened(call) for call in filled.get("tool_calls", ())]}
    texts = {name: _kept(value) for name, value in filled.items() if isinstance(value, str)}
    return {**filled, **texts, **(calls if "tool_calls" in filled else {})}


def _kept(text: str) -> str:
    more = len(text) - MAX_KEPT
    return text if more <= 0 else f"{text[:MAX_KEPT]}\n[{more} more characters were not kept]"


def step_as_data(step: Step, narrator: Narrator) -> dict[str, Any]:
    """A step as data, with the facts that it has changed in the words of the input form."""
    outcome = step.observation.outcome
    changes = (outcome.added, outcome.deleted) if isinstance(outcome, Applied) else ((), ())
    added, deleted = (sorted(map(narrator.condition, facts)) for facts in changes)
    return {
        "said": step.text,
        "action": str(step.action) if step.action else None,
        "refused": step.observation.refused,
        "mistake": step.observation.mistake,
        "observation": step.observation.text,
        "added": added,
        "deleted": deleted,
    }
