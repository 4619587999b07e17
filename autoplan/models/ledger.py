"""The calls of models, as they are entered in an episode's ledger and paid for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pddl2nl.llm import ChatModel, Completion, Message, Request, Tool, Usage


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
