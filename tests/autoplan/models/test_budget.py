"""The purse: what was paid, and no call that the limit does not allow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplan.models.paid_models import Budget, CallsEndedError, PaidModel, Payment
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Request, TransientModelError, Usage
from pddl2nl.llm.prices import Price, PriceList

ASKED = Request((Message("user", "x" * 40),))
PRICES = PriceList({"openai/m": Price(1_000_000.0, 0.0, 0.0)}, "today", "prices.json")
"""A dollar for a token of input, so that sums are easy."""


class Costly:
    """A model whose calls take so many tokens each, and a turn of the event loop."""

    def __init__(self, *tokens: int, name: str = "openai/m") -> None:
        self.name = name
        self.calls = 0
        self._tokens = tokens

    async def complete(self, request: Request) -> Completion:
        tokens = self._tokens[self.calls % len(self._tokens)]
        self.calls += 1
        await asyncio.sleep(0)
        if not tokens:
            raise TransientModelError("no answer", reason="server")
        return Completion("yes", Usage(input_tokens=tokens), "stop", False, self.name)


async def test_every_call_is_paid_and_told() -> None:
    told: list[Payment] = []
    budget = Budget(PRICES)
    budget.resume(2.5, told.extend)
    model = PaidModel(Costly(3, 4), budget, "planner")
    await model.complete(ASKED)
    await model.complete(ASKED)
    assert budget.spent == pytest.approx(9.5)
    assert budget.calls == 2
    assert [(each.role, each.model, each.usd) for each in told] == [
        ("planner", "openai/m", 3.0),
        ("planner", "openai/m", 4.0),
    ]


async def test_payments_at_the_same_time_are_kept_together() -> None:
    kept: list[int] = []
    budget = Budget(PRICES)
    budget.resume(0, lambda payments: kept.append(len(payments)))
    model = PaidModel(Costly(1), budget, "planner")
    await asyncio.gather(*(model.complete(ASKED) for _ in range(20)))
    assert kept == [20]
    assert budget.calls == 20


async def test_no_answer_counts_whose_payment_is_not_kept() -> None:
    def keep(payments: Sequence[Payment]) -> None:
        raise InputError("the disk is full")

    budget = Budget(PRICES)
    budget.resume(0, keep)
    model = PaidModel(Costly(1), budget, "planner")
    ends = await asyncio.gather(*(model.complete(ASKED) for _ in range(3)), return_exceptions=True)
    assert [str(end) for end in ends] == ["the disk is full"] * 3


async def test_an_answer_that_nobody_waits_for_is_paid() -> None:
    told: list[Payment] = []
    budget = Budget(PRICES)
    budget.resume(0, told.extend)
    call = asyncio.create_task(PaidModel(Costly(1), budget, "planner").complete(ASKED))
    for _ in range(2):  # until it is asked; until its answer has come
        await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert len(told) == 1


async def test_a_call_that_fails_costs_nothing_and_frees_its_money() -> None:
    budget = Budget(PRICES, limit=20)
    model = PaidModel(Costly(0), budget, "planner")
    for _ in range(5):
        with pytest.raises(TransientModelError):
            await model.complete(ASKED)
    assert budget.spent == 0
    assert budget.closed is None


@given(
    limit=st.integers(1, 200),
    earlier=st.integers(0, 50),
    tokens=st.lists(st.integers(1, 14), min_size=1, max_size=6),
    at_once=st.integers(1, 30),
)
def test_the_limit_is_kept_however_many_ask_at_once(
    limit: int, earlier: int, tokens: list[int], at_once: int
) -> None:
    """A call's tokens are at most the 14 that its prompt is taken for."""
    budget = Budget(PRICES, limit=limit)
    budget.resume(earlier, lambda payments: None)
    inner = Costly(*tokens)
    model = PaidModel(inner, budget, "planner")

    async def ask() -> bool:
        try:
            await model.complete(ASKED)
        except CallsEndedError:
            return False
        return True

    async def play() -> list[bool]:
        return await asyncio.gather(*(ask() for _ in range(at_once)))

    answered = asyncio.run(play())
    assert budget.spent <= max(limit, earlier)
    assert sum(answered) == inner.calls == budget.calls
    if not all(answered):
        # It closed since a further call might have been too dear, not before.
        assert budget.spent + 14 > limit
        assert budget.closed is not None
        assert f"the limit of ${limit:.2f} is reached" in budget.closed


async def test_a_closed_purse_lets_calls_under_way_finish() -> None:
    budget = Budget(PRICES)
    model = PaidModel(Costly(1), budget, "planner")
    under_way = asyncio.create_task(model.complete(ASKED))
    await asyncio.sleep(0)
    budget.close("enough")
    assert (await under_way).text == "yes"
    with pytest.raises(CallsEndedError, match="enough"):
        await model.complete(ASKED)


async def test_a_call_without_a_price_is_noted() -> None:
    told: list[Payment] = []
    budget = Budget(PRICES)
    budget.resume(0, told.extend)
    await PaidModel(Costly(5, name="compat/m"), budget, "planner").complete(ASKED)
    assert budget.unpriced
    assert told[0].usd is None


def test_a_limit_needs_a_price() -> None:
    Budget(PRICES).check_priced("compat/m")
    Budget(PRICES, limit=1).check_priced("openai/m")
    with pytest.raises(InputError, match=r"prices\.json: has no price for compat/m, so --max-cost"):
        Budget(PRICES, limit=1).check_priced("compat/m")
