"""What is kept of an episode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from autoplan.experiment import EpisodeKey
from autoplan.jury import Judgement
from pddl2nl.llm import ChatModel, Completion, Message, Usage
from simulator import Episode


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model.

    Args:
        role: what the model was asked as: `planner` or `translator`.
        kept: how many messages at the beginning are those of the role's call before.
        sent: the messages after those.
        completion: the answer.
    """

    role: str
    kept: int
    sent: tuple[Message, ...]
    completion: Completion


@dataclass(slots=True)
class Ledger:
    """All calls of one episode, in order."""

    calls: list[Call] = field(default_factory=list)
    _before: dict[str, tuple[Message, ...]] = field(default_factory=dict)

    def enter(self, role: str, messages: Sequence[Message], completion: Completion) -> None:
        """Note a call; messages repeated from the role's call before are not kept twice."""
        before = self._before.get(role, ())
        kept = 0
        while kept < min(len(before), len(messages)) and before[kept] == messages[kept]:
            kept += 1
        self.calls.append(Call(role, kept, tuple(messages[kept:]), completion))
        self._before[role] = tuple(messages)

    @property
    def usage(self) -> Usage:
        """The tokens of all calls."""
        return sum((call.completion.usage for call in self.calls), Usage())


class MeteredModel:
    """A model whose calls are entered in a ledger."""

    def __init__(self, inner: ChatModel, ledger: Ledger, role: str) -> None:
        self._inner = inner
        self._ledger = ledger
        self._role = role

    @property
    def name(self) -> str:
        return self._inner.name

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Completion:
        answer = await self._inner.complete(
            messages, max_tokens=max_tokens, temperature=temperature, seed=seed
        )
        self._ledger.enter(self._role, messages, answer)
        return answer


@dataclass(frozen=True, slots=True)
class Record:
    """A played episode as a row of results.

    Args:
        key: which episode.
        solved: whether the goal was reached.
        finish: why it ended: see `simulator.Finish`; `error` where it broke off.
        steps: the steps taken, of any kind.
        refused: the actions that were tried and refused.
        plan_length: the actions that were carried out.
        reference_length: the length of the reference plan, None where there is none.
        calls: the calls of models.
        usage: the tokens of these calls.
        seconds: the time from the first to the last step.
        error: what broke the episode off; such an episode is played again.
        transcript: everything that was said, as data.
        judgement: what the witnesses say of its plans, None where it broke off.
    """

    key: EpisodeKey
    solved: bool
    finish: str
    steps: int
    refused: int
    plan_length: int
    reference_length: int | None
    calls: int
    usage: Usage
    seconds: float
    error: str | None = None
    transcript: dict[str, Any] = field(default_factory=dict)
    judgement: Judgement | None = None


def record_of(
    key: EpisodeKey,
    episode: Episode,
    ledger: Ledger,
    *,
    reference_length: int | None,
    seconds: float,
    error: str | None = None,
    judgement: Judgement | None = None,
) -> Record:
    """The record of an episode that has ended, or broken off with an error."""
    return Record(
        key=key,
        solved=episode.solved and error is None,
        finish="error" if error else (episode.finish or "gave-up"),
        steps=episode.steps,
        refused=episode.refused,
        plan_length=len(episode.plan),
        reference_length=reference_length,
        calls=len(ledger.calls),
        usage=ledger.usage,
        seconds=seconds,
        error=error,
        transcript=_transcript(episode, ledger, judgement),
        judgement=judgement,
    )


def _transcript(episode: Episode, ledger: Ledger, judgement: Judgement | None) -> dict[str, Any]:
    return {
        "steps": [
            {
                "said": step.said,
                "action": str(step.action) if step.action else None,
                "refused": step.observation.refused,
                "observation": step.observation.text,
            }
            for step in episode.history
        ],
        "calls": [
            {
                "role": call.role,
                "kept": call.kept,
                "sent": [asdict(message) for message in call.sent],
                "answer": asdict(call.completion),
            }
            for call in ledger.calls
        ],
        "verdicts": judgement.as_data() if judgement else [],
    }
