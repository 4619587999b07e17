"""The budget that calls are paid from: it counts what was spent, and can be closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from autoplan.models.ledger import Payment
from autoplan.models.prices import PriceList
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    ChatModel,
    Completion,
    PermanentModelError,
    Request,
    Usage,
    estimate_usage,
)

LIKELY_OUTPUT_TOKENS = 1000
"""Kept back for an answer without a limit of its own."""


class CallsEndedError(PermanentModelError):
    """No further calls are made in this run: the money is spent, or the user wants to stop."""


class Budget:
    """Pays for calls, and refuses to once the limit is reached or it has been closed.

    A call whose answer comes from our own cache never gets here, so that a run without money can
    still use what has been paid for.

    Args:
        prices: what calls cost.
        limit: the dollars that may be spent, those of earlier runs included; None for no limit.
    """

    def __init__(self, prices: PriceList, *, limit: float | None = None) -> None:
        self._prices = prices
        self._limit = limit
        self._keep: Callable[[Sequence[Payment]], object] = lambda payments: None
        self._due: list[Payment] = []
        self._reserved = 0.0
        self._freed = asyncio.Condition()
        self._closed: str | None = None
        self.spent = 0.0
        self.calls = 0
        self.unpriced = False

    def resume(self, spent: float, keep: Callable[[Sequence[Payment]], object]) -> None:
        """Go on where earlier runs of the experiment stopped.

        Args:
            spent: the dollars that they have spent.
            keep: keeps the payments from now on.
        """
        self.spent += spent
        self._keep = keep

    def close(self, reason: str) -> None:
        """Let no further call be made; those that are under way go on."""
        self._closed = self._closed or reason

    @property
    def closed(self) -> str | None:
        """Why no further call is made, None as long as calls are made."""
        return self._closed

    def check_priced(self, model: str) -> None:
        """See that a limit can be kept with a model.

        Raises:
            InputError: there is a limit, and the model's price is not known.
        """
        if self._limit is not None and self._prices.price(model) is None:
            raise InputError(
                f"has no price for {model}, so --max-cost cannot be kept; add it, or give another "
                "list with --prices",
                source=self._prices.source,
            )

    @asynccontextmanager
    async def call(
        self, model: str, likely: Callable[[], Usage], *, batched: bool = False
    ) -> AsyncIterator[None]:
        """The time in which a call is made; it begins when the money for it is there.

        Args:
            model: the model that is asked.
            likely: the tokens that the call is likely to take at most; counted only where there is
                a limit.
            batched: whether it is made in a batch.

        Raises:
            CallsEndedError: the budget is closed, or the call might exceed the limit.
        """
        price = None if self._limit is None else self._prices.price(model)
        cost = 0.0 if price is None else price.of(likely(), batched=batched)
        async with self._freed:
            await self._freed.wait_for(lambda: self._settled(cost))
            if self._closed is not None:
                raise CallsEndedError(self._closed)
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
        if self._closed is not None or self._limit is None:
            return True
        return self.spent + self._reserved + cost <= self._limit

    async def pay(self, model: str, role: str, answer: Completion) -> None:
        """Pay for an answer; the payment is kept when this returns or is cancelled.

        What is paid at the same time is kept together: one transaction takes as long as another.
        """
        price = self._prices.price(model)
        usd = None if price is None else price.of(answer.usage, batched=answer.batched)
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
    """A model behind a server, whose calls are paid from a budget.

    Args:
        inner: the model.
        budget: what its calls are paid from.
        role: what the model is asked as.
        batched: whether it is asked in batches.
    """

    def __init__(
        self, inner: ChatModel, budget: Budget, role: str, *, batched: bool = False
    ) -> None:
        self._inner = inner
        self._budget = budget
        self._role = role
        self._batched = batched
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
        likely = partial(_likely, request)
        async with self._budget.call(self.name, likely, batched=self._batched):
            answer = await self._inner.complete(request)
            await self._budget.pay(self.name, self._role, answer)
        return answer


def _likely(request: Request) -> Usage:
    """The tokens that a call is likely to take at most."""
    return replace(
        estimate_usage(request.messages, "", tools=request.tools),
        output_tokens=request.max_tokens or LIKELY_OUTPUT_TOKENS,
    )
