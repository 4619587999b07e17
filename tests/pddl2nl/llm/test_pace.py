"""Who may send a request when, in virtual time."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from pddl2nl.llm import FaultReason, Pace, TransientModelError
from pddl2nl.llm.pace import FIRST_CONNECTIONS, MAX_CONNECTIONS, ClosedError, Gate
from tests.virtual_time import run

URL = "http://127.0.0.1:8000/v1"
PATIENT = 1e6


def refusal(reason: FaultReason = "rate limit", retry_after: float | None = None) -> Exception:
    return TransientModelError("no", reason=reason, retry_after=retry_after)


async def request(
    gate: Gate, seconds: float = 1.0, error: BaseException | None = None, patience: float = PATIENT
) -> float:
    """A request that takes a time and succeeds or fails; when it was sent."""
    loop = asyncio.get_running_loop()
    try:
        async with gate.turn(patience):
            sent = loop.time()
            await asyncio.sleep(seconds)
            if error is not None:
                raise error
    except TransientModelError:
        pass
    return sent


# --- who shares a gate ----------------------------------------------------------------------------


def test_models_on_one_server_share_a_gate_whatever_the_path() -> None:
    pace = Pace()
    gate = pace.gate("http://Host:1/v1")
    assert pace.gate("http://host:1/other/v1") is gate
    others = ("http://host:2/v1", "https://host:1/v1", "http://guest:1/v1")
    assert all(pace.gate(url) is not gate for url in others)


def test_a_number_of_the_users_is_the_limit_from_the_start() -> None:
    assert Pace(40).gate(URL).window.room == 40
    assert Pace(40).max_connections == 40


def test_without_a_number_it_begins_small_and_has_a_limit() -> None:
    window = Pace().gate(URL).window
    assert (window.room, window.most) == (FIRST_CONNECTIONS, MAX_CONNECTIONS)


def test_no_connections_at_all_are_refused() -> None:
    with pytest.raises(InputError, match="at least 1, not 0"):
        Pace(0)


# --- taking turns ---------------------------------------------------------------------------------


def test_no_more_requests_than_allowed_are_under_way_and_the_first_comes_first() -> None:
    async def seven() -> list[float]:
        gate = Pace(3).gate(URL)
        return await asyncio.gather(*(request(gate) for _ in range(7)))

    assert run(seven()) == [0, 0, 0, 1, 1, 1, 2]


def test_it_grows_while_the_server_keeps_up() -> None:
    async def many() -> tuple[Gate, float]:
        gate = Pace().gate(URL)
        await asyncio.gather(*(request(gate) for _ in range(2000)))
        return gate, asyncio.get_running_loop().time()

    gate, seconds = run(many())
    assert gate.window.room == MAX_CONNECTIONS
    # 16 + 32 + 64 + 128 in the first four seconds, then 256 a second.
    assert seconds == 4 + -(-(2000 - 240) // 256)


def test_an_error_that_is_the_requests_own_changes_nothing() -> None:
    async def wrong() -> Gate:
        gate = Pace(4).gate(URL)
        with pytest.raises(ValueError, match="mine"):
            await request(gate, error=ValueError("mine"))
        return gate

    gate = run(wrong())
    assert (gate.window.room, gate.window.faults, gate.under_way) == (4, 0, 0)


@pytest.mark.parametrize(
    ("reason", "room", "faults"),
    [
        ("rate limit", 32, 0),
        ("overload", 32, 0),
        ("server", 64, 1),
        ("network", 64, 1),
        ("time-out", 64, 1),
        ("garbled", 64, 1),
    ],
)
def test_the_reason_of_a_fault_decides_the_reaction(
    reason: FaultReason, room: int, faults: int
) -> None:
    async def one() -> Gate:
        gate = Pace(64).gate(URL)
        await request(gate, error=refusal(reason))
        return gate

    gate = run(one())
    assert (gate.window.room, gate.window.faults) == (room, faults)


def test_a_burst_of_refusals_halves_once() -> None:
    async def burst() -> int:
        gate = Pace(64).gate(URL)
        await asyncio.gather(*(request(gate, error=refusal()) for _ in range(64)))
        return gate.window.room

    assert run(burst()) == 32


def test_after_a_cut_nobody_is_let_in_until_few_enough_are_under_way() -> None:
    async def play() -> float:
        gate = Pace(8).gate(URL)
        running = [request(gate, seconds=10.0 + number) for number in range(7)]
        refused = request(gate, error=refusal())
        late = request(gate)
        *_, moment = await asyncio.gather(*running, refused, late)
        return moment

    # Room for four: the fourth of the seven ends after 13 seconds.
    assert run(play()) == 13


# --- Retry-After ----------------------------------------------------------------------------------


def test_no_request_is_sent_before_the_moment_that_the_server_asked_for() -> None:
    async def after_a_refusal() -> list[float]:
        gate = Pace(4).gate(URL)
        refused = request(gate, error=refusal(retry_after=60.0))
        return await asyncio.gather(refused, *(request(gate) for _ in range(9)))

    first, *rest = run(after_a_refusal())
    assert first == 0
    # Three were under way with it. The server answers the refused one after a second.
    assert rest[:3] == [0, 0, 0]
    assert all(61 <= moment <= 61 + 6 + 3 for moment in rest[3:])


def test_those_who_waited_for_the_moment_do_not_all_come_at_it() -> None:
    async def after_a_refusal() -> list[float]:
        gate = Pace(100).gate(URL)
        await request(gate, error=refusal(retry_after=60.0))
        return await asyncio.gather(*(request(gate) for _ in range(20)))

    moments = run(after_a_refusal())
    assert all(61 <= moment <= 67 for moment in moments)
    assert len(set(moments)) == 20


def test_a_shorter_wish_does_not_shorten_a_longer_one() -> None:
    async def two_wishes() -> float:
        gate = Pace(4).gate(URL)
        wishes = (request(gate, error=refusal(retry_after=wish)) for wish in (60.0, 5.0))
        await asyncio.gather(*wishes)
        return await request(gate)

    assert run(two_wishes()) >= 61


def test_who_cannot_wait_that_long_is_told_at_once() -> None:
    async def impatient() -> tuple[float, Gate]:
        gate = Pace(4).gate(URL)
        await request(gate, error=refusal(retry_after=3600.0))
        with pytest.raises(ClosedError) as caught:
            await request(gate, patience=1200)
        assert asyncio.get_running_loop().time() == 1
        return caught.value.seconds, gate

    seconds, gate = run(impatient())
    assert (seconds, gate.under_way) == (3600.0, 0)


def test_a_server_may_close_while_requests_wait_for_their_turn() -> None:
    async def queue() -> list[float | BaseException]:
        gate = Pace(1).gate(URL)
        refused = request(gate, error=refusal(retry_after=100.0))
        return await asyncio.gather(
            refused,
            request(gate, patience=50),
            request(gate, patience=200),
            return_exceptions=True,
        )

    _, impatient, patient = run(queue())
    assert isinstance(impatient, ClosedError)
    assert isinstance(patient, float)
    assert 101 <= patient <= 111


# --- cancellation ---------------------------------------------------------------------------------


def test_a_cancelled_request_leaves_its_room_to_the_next() -> None:
    async def cancel() -> tuple[float, Gate]:
        gate = Pace(1).gate(URL)
        running = asyncio.create_task(request(gate, seconds=1000))
        waiting = asyncio.create_task(request(gate))
        await asyncio.sleep(5)
        running.cancel()
        return await waiting, gate

    moment, gate = run(cancel())
    assert (moment, gate.under_way) == (5, 0)


def test_a_cancelled_waiter_is_passed_over() -> None:
    async def cancel() -> float:
        gate = Pace(1).gate(URL)
        tasks = [asyncio.create_task(request(gate)) for _ in range(3)]
        await asyncio.sleep(0.5)
        tasks[1].cancel()
        return await tasks[2]

    assert run(cancel()) == 1


def test_a_waiter_that_is_cancelled_as_its_turn_comes_passes_the_turn_on() -> None:
    async def cancel() -> tuple[float, Gate]:
        gate = Pace(1).gate(URL)
        cuts = await gate.enter(PATIENT)
        waiting = [asyncio.create_task(request(gate)) for _ in range(2)]
        await asyncio.sleep(3)
        gate.leave(cuts, None)
        waiting[0].cancel()
        return await waiting[1], gate

    moment, gate = run(cancel())
    assert (moment, gate.under_way) == (3, 0)


def test_a_request_that_is_cancelled_while_the_server_is_closed_holds_no_room() -> None:
    async def cancel() -> Gate:
        gate = Pace(1).gate(URL)
        await request(gate, error=refusal(retry_after=100.0))
        waiting = asyncio.create_task(request(gate))
        await asyncio.sleep(50)
        assert gate.under_way == 0
        waiting.cancel()
        await asyncio.wait([waiting])
        return gate

    assert run(cancel()).under_way == 0


def test_a_gate_serves_one_event_loop_after_another() -> None:
    gate = Pace(1).gate(URL)

    async def two(gate: Gate) -> list[float]:
        return await asyncio.gather(request(gate), request(gate))

    async def broken_off(gate: Gate) -> None:
        tasks = [asyncio.create_task(request(gate)) for _ in range(3)]
        await asyncio.wait(tasks, timeout=0.5)

    assert run(two(gate)) == [0, 1]
    run(broken_off(gate))
    assert run(two(gate)) == [0, 1]


# --- any course of events -------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What one request of a random course does."""

    starts: float
    takes: float
    error: FaultReason | None
    retry_after: float | None
    cancelled_after: float | None


seconds = st.integers(0, 8).map(lambda quarters: quarters / 4)
plans = st.builds(
    Plan,
    starts=seconds,
    takes=seconds,
    error=st.none() | st.sampled_from(["rate limit", "overload", "network", "time-out"]),
    retry_after=st.none() | seconds,
    cancelled_after=st.none() | seconds,
)


@dataclass
class Watch:
    """Checks a gate at every request."""

    gate: Gate
    under_way: int = 0
    sent: int = 0
    closed_until: float = 0.0
    seen: list[str] = field(default_factory=list)

    async def play(self, plan: Plan) -> None:
        await asyncio.sleep(plan.starts)
        task = asyncio.create_task(self._request(plan))
        if plan.cancelled_after is not None:
            await asyncio.sleep(plan.cancelled_after)
            task.cancel()
        await asyncio.wait([task])

    async def _request(self, plan: Plan) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with self.gate.turn(PATIENT):
                self.under_way += 1
                self.sent += 1
                try:
                    assert self.under_way <= self.gate.under_way
                    assert self.gate.under_way <= self.gate.window.most
                    assert loop.time() >= self.closed_until
                    await asyncio.sleep(plan.takes)
                    self._fail(plan, loop.time())
                finally:
                    self.under_way -= 1
        except TransientModelError:
            pass
        except AssertionError as error:
            self.seen.append(str(error) or "a rule was broken")

    def _fail(self, plan: Plan, now: float) -> None:
        if plan.error is not None:
            self.closed_until = max(self.closed_until, now + (plan.retry_after or 0.0))
            raise refusal(plan.error, plan.retry_after)


@given(st.integers(1, 5), st.lists(plans, max_size=25))
def test_in_any_course_of_events_the_rules_hold_and_nobody_is_forgotten(
    most: int, courses: list[Plan]
) -> None:
    async def play() -> Watch:
        watch = Watch(Pace(most, dice=random.Random(0)).gate(URL))
        await asyncio.gather(*(watch.play(plan) for plan in courses))
        return watch

    watch = run(play())
    assert watch.seen == []
    assert watch.gate.under_way == 0
    assert watch.sent >= sum(plan.cancelled_after is None for plan in courses)


@pytest.mark.parametrize("capacity", [5, 40, 150])
def test_a_server_that_refuses_what_is_too_much_is_kept_busy_with_few_refusals(
    capacity: int,
) -> None:
    """A server that answers in a second, and refuses at once what is beyond its capacity."""
    calls = 100 * capacity

    async def play() -> tuple[int, float]:
        loop = asyncio.get_running_loop()
        gate = Pace().gate(URL)
        busy = refused = 0

        async def attempt() -> None:
            nonlocal busy, refused
            async with gate.turn(PATIENT):
                if busy >= capacity:
                    refused += 1
                    await asyncio.sleep(0.05)
                    raise refusal()
                busy += 1
                await asyncio.sleep(1)
                busy -= 1

        async def call() -> None:
            while True:
                try:
                    return await attempt()
                except TransientModelError:
                    await asyncio.sleep(1)

        await asyncio.gather(*(call() for _ in range(calls)))
        return refused, loop.time()

    refused, took = run(play())
    assert calls / (took * capacity) > 0.7
    assert refused < 0.1 * calls
