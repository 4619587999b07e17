"""The models of a run: their calls, the budget that pays for them, and how they are opened."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from autoplan.experiment.experiment import ModelOptions
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    ChatModel,
    Completion,
    Message,
    Pace,
    PermanentModelError,
    Request,
    Tool,
    Usage,
    answers_file,
    cache_folder,
    estimate_usage,
    model_traits,
    open_model,
)
from pddl2nl.llm.prices import PriceList


@dataclass(frozen=True, slots=True)
class Expense:
    """The tokens of an episode's calls that have one price.

    Args:
        role: what the model was asked as: such as `planner` or `translator`.
        model: the name that the model is filed under.
        reused: whether the answers came from our own cache, so that nothing was paid for them now.
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

    `usd` is None where the model's price is not known.
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
        kept: how many messages at the beginning are those of the role's call before.
        sent: the messages after those.
        tools: the functions that were offered, unless they are those of the role's call before.
        done: how many steps the episode had taken before it.
    """

    role: str
    model: str
    kept: int
    sent: tuple[Message, ...]
    completion: Completion
    tools: tuple[Tool, ...] = ()
    done: int = 0


@dataclass(slots=True)
class Ledger:
    """All calls of one episode, in order.

    Args:
        steps: how many steps the episode has taken.
    """

    steps: Callable[[], int] = lambda: 0
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
        self.calls.append(Call(role, model, kept, messages[kept:], completion, tools, self.steps()))
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


LIKELY_OUTPUT_TOKENS = 1000
"""Kept back for an answer without a limit of its own."""


class CallsEndedError(PermanentModelError):
    """No further calls are made in this run: the money is spent, or the user wants to stop."""


class Budget:
    """Pays for calls, and refuses to once the limit is reached or it has been closed.

    A call whose answer comes from our own cache never gets here, so that a run without money can
    still use what has been paid for.

    Args:
        limit: the dollars that may be spent, those of earlier runs included; None for no limit.
    """

    def __init__(self, prices: PriceList, *, limit: float | None = None) -> None:
        self._prices = prices
        self._limit = limit
        self._keep: Callable[[Sequence[Payment]], object] = lambda payments: None
        self._due: list[Payment] = []
        self._reserved = 0.0
        self._freed = asyncio.Condition()
        self.closed: str | None = None
        """Why no further call is made, None as long as calls are made."""
        self.spent = 0.0
        self.calls = 0
        self.unpriced = False

    def resume(self, spent: float, keep: Callable[[Sequence[Payment]], object]) -> None:
        """Go on where earlier runs stopped, which spent so many dollars; `keep` gets payments."""
        self.spent += spent
        self._keep = keep

    def close(self, reason: str) -> None:
        """Let no further call be made; those that are under way go on."""
        self.closed = self.closed or reason

    def check_priced(self, model: str) -> None:
        """See that a limit can be kept with a model.

        Raises:
            InputError: there is a limit, and the model's price is not known.
        """
        if self._limit is not None and self._prices.price(model) is None:
            raise InputError(
                f"has no price for {model}, so --max-cost cannot be enforced; add it, or "
                "give another list with --prices",
                source=self._prices.source,
            )

    @asynccontextmanager
    async def call(
        self, model: str, likely: Callable[[], Usage], *, batched: bool = False
    ) -> AsyncIterator[None]:
        """The time in which a call is made; it begins when the money for it is there.

        Args:
            likely: the tokens that the call is likely to take at most; counted only where there is
                a limit.

        Raises:
            CallsEndedError: the budget is closed, or the call might exceed the limit.
        """
        price = None if self._limit is None else self._prices.price(model)
        cost = 0.0 if price is None else price.of(likely(), batched=batched)
        async with self._freed:
            await self._freed.wait_for(lambda: self._settled(cost))
            if self.closed is not None:
                raise CallsEndedError(self.closed)
            self._reserved += cost
        try:
            yield
        finally:
            self._reserved -= cost
            async with self._freed:
                self._freed.notify_all()

    def _settled(self, cost: float) -> bool:
        """Whether it is clear that a call of a cost can, or can not, be made.

        It is not as long as that depends on what the calls under way turn out to cost.
        """
        if self._limit is not None and self.spent + cost > self._limit:
            self.close(
                f"the limit of ${self._limit:.2f} is reached: ${self.spent:.4f} are spent, and the "
                f"next call may cost up to ${cost:.4f}"
            )
        if self.closed is not None or self._limit is None:
            return True
        return self.spent + self._reserved + cost <= self._limit

    def price_of(self, model: str, answer: Completion) -> float | None:
        """What an answer costs in dollars, None where the model's price is not known."""
        price = self._prices.price(model)
        return None if price is None else price.of(answer.usage, batched=answer.batched)

    async def pay(self, model: str, role: str, answer: Completion) -> None:
        """Pay for an answer; the payment is kept when this returns or is cancelled.

        What is paid at the same time is kept together: one transaction takes as long as another.
        """
        usd = self.price_of(model, answer)
        self._due.append(Payment(model, role, answer.batched, answer.usage, usd))
        try:
            await asyncio.sleep(0)
        finally:
            if self._due:
                self.enter(self._due)
                self._due = []

    def enter(self, payments: Sequence[Payment]) -> None:
        """Keep what has been paid, here or by a worker elsewhere."""
        self._keep(payments)
        self.unpriced = self.unpriced or any(payment.usd is None for payment in payments)
        self.spent += sum(payment.usd or 0.0 for payment in payments)
        self.calls += len(payments)


class PaidModel:
    """A model behind a server, whose calls are paid from a budget."""

    def __init__(
        self, inner: ChatModel, budget: Budget, role: str, *, batched: bool = False
    ) -> None:
        self._inner, self._budget = inner, budget
        self._role, self._batched = role, batched
        self.base_url: str | None = getattr(inner, "base_url", None)
        self.arguments: Mapping[str, object] = getattr(inner, "arguments", {})

    @property
    def name(self) -> str:
        return self._inner.name

    async def complete(self, request: Request) -> Completion:
        """The inner model's answer, once it is clear that there is money for it.

        Raises:
            CallsEndedError: no further calls are made.
            ModelError: as the inner model raises it.
        """

        def likely() -> Usage:
            known = estimate_usage(request.messages, "", tools=request.tools)
            return replace(known, output_tokens=request.max_tokens or LIKELY_OUTPUT_TOKENS)

        async with self._budget.call(self.name, likely, batched=self._batched):
            answer = await self._inner.complete(request)
            await self._budget.pay(self.name, self._role, answer)
        return answer


@dataclass(frozen=True, slots=True)
class Models:
    """Opens models.

    Args:
        report: receives in one line how far a batch is.
    """

    options: ModelOptions
    budget: Budget
    pace: Pace
    report: Callable[[str], object]

    def planner(self) -> ChatModel:
        """The planning model.

        Raises:
            InputError: as `open` raises it, or the model has no batches.
        """
        return self._batched() if self.options.batch else self.open(self.options.model, "planner")

    def open(self, spec: str, role: str) -> ChatModel:
        """The model of a specification, in a role such as `planner`.

        Raises:
            InputError: the specification is unknown, lacks a key or an address, or names a model
                without a price although there is a limit to what may be spent.
        """
        traits, asked = model_traits(spec), self.options
        plans = role == "planner" and spec == asked.model
        given = asked.model_arguments if plans else ()
        if traits.priced:
            self.budget.check_priced(spec)
        model = open_model(
            spec,
            base_url=asked.base_url if traits.remote else None,
            api_key_env=asked.api_key_env,
            timeout=asked.timeout,
            pace=self.pace if traits.paced else None,
            arguments={name: json.loads(value) for name, value in given},
        )
        if traits.priced:
            model = PaidModel(model, self.budget, role)
        if not traits.cached:
            return model
        from pddl2nl.llm import CachedModel  # its database takes a while to import

        return CachedModel(model, answers_file())

    def _batched(self) -> ChatModel:
        """The planning model, asked through its server's batches."""
        from pddl2nl.llm import CachedModel
        from pddl2nl.llm.batch import Timing, open_batch_model

        asked = self.options
        self.budget.check_priced(asked.model)
        timing = Timing() if asked.timeout is None else replace(Timing(), timeout=asked.timeout)
        model = open_batch_model(
            asked.model,
            base_url=asked.base_url,
            api_key_env=asked.api_key_env,
            folder=cache_folder() / "batches",
            timing=timing,
            report=self.report,
        )
        return CachedModel(PaidModel(model, self.budget, "planner", batched=True), answers_file())


def opened_models(
    options: ModelOptions,
    budget: Budget | None = None,
    report: Callable[[str], object] = lambda line: print(line, file=sys.stderr),
) -> Models:
    """What opens the models of a run.

    Without a budget, calls are paid from one with the limit and prices of the options.
    """
    if budget is None:
        budget = Budget(PriceList.load(options.prices), limit=options.max_cost)
    return Models(options, budget, Pace(options.max_connections), report)
