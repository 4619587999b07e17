"""What is kept of an episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoplan.experiment.matrix import EpisodeKey
from autoplan.results.judgement import Judgement
from autoplan.results.unanswered import losses, told, unread_task
from pddl2nl.llm import (
    ChatModel,
    Completion,
    Message,
    Request,
    Tool,
    Usage,
    as_data,
)
from pddl2nl.model import GroundAction, Problem, conjuncts
from simulator import Episode, Narrator, Step
from simulator.outcome import Applied

_SELDOM = frozenset({"tool_calls", "tool_call_id"})
MAX_KEPT = 200_000
"""So many characters of one text a transcript keeps; an answer is read up to half of that."""


@dataclass(frozen=True, slots=True)
class Expense:
    """The tokens of an episode's calls that have one price.

    Args:
        role: what the model was asked as: such as `planner` or `translator`.
        model: the name that the model is filed under.
        reused: whether the answers came from our own cache, so that nothing was paid for them now.
        batched: whether they came through a batch.
        calls: how many calls.
        usage: their tokens.
    """

    role: str
    model: str
    reused: bool
    batched: bool
    calls: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class Payment:
    """One call that was paid for: not answered from our own cache.

    Args:
        model: the name that the model is filed under.
        role: what it was asked as.
        batched: whether the call went through a batch.
        usage: its tokens.
        usd: what it cost in dollars, None where the model's price is not known.
    """

    model: str
    role: str
    batched: bool
    usage: Usage
    usd: float | None


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
class Call:
    """One call of a model.

    Args:
        role: what the model was asked as.
        model: the name that the model is filed under.
        kept: how many messages at the beginning are those of the role's call before.
        sent: the messages after those.
        completion: the answer.
        tools: the functions that were offered, unless they are those of the role's call before.
    """

    role: str
    model: str
    kept: int
    sent: tuple[Message, ...]
    completion: Completion
    tools: tuple[Tool, ...] = ()


@dataclass(slots=True)
class Ledger:
    """All calls of one episode, in order."""

    calls: list[Call] = field(default_factory=list)
    _before: dict[str, Request] = field(default_factory=dict)

    def enter(self, role: str, model: str, request: Request, completion: Completion) -> None:
        """Note a call; what is repeated from the role's call before is not kept twice."""
        known, messages = self._before.get(role, Request(())), request.messages
        before, kept = known.messages, 0
        for old, new in zip(before, messages, strict=False):
            if old is not new and old != new:
                break
            kept += 1
        tools = () if request.tools == known.tools else request.tools
        self.calls.append(Call(role, model, kept, messages[kept:], completion, tools))
        self._before[role] = request

    @property
    def usage(self) -> Usage:
        """The tokens of all calls."""
        return _sum(self.calls)

    @property
    def expenses(self) -> tuple[Expense, ...]:
        """The tokens by role, model and kind of call."""
        kinds = Counter(_kind(call) for call in self.calls)
        return tuple(
            Expense(*kind, number, _sum(call for call in self.calls if _kind(call) == kind))
            for kind, number in kinds.items()
        )


def _kind(call: Call) -> tuple[str, str, bool, bool]:
    return call.role, call.model, call.completion.cached, call.completion.batched


def _sum(calls: Iterable[Call]) -> Usage:
    return sum((call.completion.usage for call in calls), Usage())


class MeteredModel:
    """A model whose calls are entered in a ledger."""

    def __init__(self, inner: ChatModel, ledger: Ledger, role: str) -> None:
        self._inner = inner
        self._ledger = ledger
        self._role = role

    @property
    def name(self) -> str:
        return self._inner.name

    async def complete(self, request: Request) -> Completion:
        answer = await self._inner.complete(request)
        self._ledger.enter(self._role, self.name, request, answer)
        return answer


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a player has behaved in an episode.

    Args:
        looks: how often it looked around.
        looks_after_mistake: how often right after a mistake.
        false_finishes: how often it said to be finished while it was not.
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
        transcript: everything that was said, as data.
        judgement: what the witnesses say of its plans, None where it broke off.
        unanswered: what became of the planning model's answers that are none, None for nothing.
        unread: why the offline model could not read the task, None where it could; told while it
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
        unanswered=told(losses(answers)),
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
    told = {name: value for name, value in data.items() if value or name not in _SELDOM}
    calls = {"tool_calls": [_shortened(call) for call in told.get("tool_calls", ())]}
    texts = {name: _kept(value) for name, value in told.items() if isinstance(value, str)}
    return {**told, **texts, **(calls if "tool_calls" in told else {})}


def _kept(text: str) -> str:
    more = len(text) - MAX_KEPT
    return text if more <= 0 else f"{text[:MAX_KEPT]}\n[{more} more characters were not kept]"


def step_as_data(step: Step, narrator: Narrator) -> dict[str, Any]:
    """A step as data, with the facts that it has changed in the words of the input form."""
    outcome = step.observation.outcome
    changes = (outcome.added, outcome.deleted) if isinstance(outcome, Applied) else ((), ())
    added, deleted = (sorted(map(narrator.condition, facts)) for facts in changes)
    return {
        "said": step.said,
        "action": str(step.action) if step.action else None,
        "refused": step.observation.refused,
        "mistake": step.observation.mistake,
        "observation": step.observation.text,
        "added": added,
        "deleted": deleted,
    }
