"""When a call is tried again, in virtual time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

import pytest

from pddl2nl.llm import Backoff, Pace, PermanentModelError, TransientModelError
from pddl2nl.llm.pace import SECONDS_UNTIL_SERVED, Gate, Retry
from tests.virtual_time import run


def fault(retry_after: float | None = None) -> TransientModelError:
    return TransientModelError("m: no", reason="rate limit", retry_after=retry_after)


class Attempts:
    """Fails in the given ways, then succeeds; keeps the moments of the attempts."""

    def __init__(self, faults: Iterable[Exception], seconds: float = 0.0) -> None:
        self.moments: list[float] = []
        self._faults = list(faults)
        self._seconds = seconds

    async def __call__(self) -> str:
        self.moments.append(asyncio.get_running_loop().time())
        await asyncio.sleep(self._seconds)
        if self._faults:
            raise self._faults.pop(0)
        return "done"

    @property
    def waits(self) -> list[float]:
        return [
            after - before - self._seconds
            for before, after in zip(self.moments, self.moments[1:], strict=False)
        ]


def gate() -> Gate:
    return Pace(8).gate("http://h/v1")


def repeated(attempts: Attempts, backoff: Backoff, max_retries: int = 8) -> str:
    return run(Retry("m", gate(), max_retries, backoff).run(attempts))


def test_waits_grow_and_are_capped() -> None:
    attempts = Attempts([fault()] * 5)
    assert repeated(attempts, Backoff(1.0, 6.0, 100.0)) == "done"
    for wait, least in zip(attempts.waits, [1.0, 2.0, 4.0, 6.0, 6.0], strict=True):
        assert least - 1e-9 <= wait <= min(least + 1.0, 6.0) + 1e-9


@pytest.mark.parametrize("seconds", [0.0, 20.0])
@pytest.mark.parametrize("backoff", [Backoff(0.5, 60.0, 1200.0), Backoff(0.5, 60.0, 30.0)])
def test_each_line_says_until_when_it_is_tried(
    backoff: Backoff,
    seconds: float,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    caplog.set_level("INFO", "pddl2nl.llm")
    attempts = Attempts([fault()] * 9, seconds)
    with pytest.raises(TransientModelError):
        repeated(attempts, backoff)
    failed = [moment + seconds for moment in attempts.moments[:-1]]
    tried = [record for record in caplog.records if "attempt" in vars(record)]
    for moment, record in zip(failed, tried, strict=True):
        assert re.search(r": m: no \(tried until about \d\d:\d\d:\d\d\)$", record.getMessage())
        last = moment + vars(record)["left"]
        assert last == pytest.approx(attempts.moments[-1], abs=0.5)


def test_retry_after_sets_the_wait_and_a_later_fault_without_it_does_not() -> None:
    attempts = Attempts([fault(retry_after=7.0), fault()])
    repeated(attempts, Backoff(0.5, 0.5, 100.0))
    assert 7.0 <= attempts.waits[0] <= 7.5
    assert attempts.waits[1] <= 0.5


def test_a_server_of_this_machine_that_does_not_listen_has_seconds_to_start() -> None:
    absent = TransientModelError("m: no server listens here", reason="nobody listens")
    with pytest.raises(TransientModelError, match="no server listens here"):
        repeated(attempts := Attempts([absent] * 9), Backoff())
    assert 5.0 < attempts.moments[-1] < SECONDS_UNTIL_SERVED
    started = Attempts([absent] * 3)
    assert repeated(started, Backoff()) == "done"


def test_a_wait_beyond_the_total_time_is_not_begun() -> None:
    attempts = Attempts([fault(retry_after=3600.0)])
    with pytest.raises(TransientModelError, match="asks to wait 3600 s") as caught:
        repeated(attempts, Backoff(total=1200.0))
    assert caught.value.retry_after == 3600.0
    assert attempts.moments == [0]


def test_attempts_that_take_long_use_the_total_time_up() -> None:
    attempts = Attempts([fault()] * 9, seconds=600.0)
    with pytest.raises(TransientModelError, match="after 2 attempts"):
        repeated(attempts, Backoff(total=1200.0))


def test_a_permanent_fault_is_not_repeated() -> None:
    attempts = Attempts([PermanentModelError("m: never")])
    with pytest.raises(PermanentModelError):
        repeated(attempts, Backoff())
    assert len(attempts.moments) == 1


def test_the_time_in_the_queue_does_not_count() -> None:
    """One request at a time: the last of the calls waits an hour, and has its retries still."""

    async def play() -> list[str]:
        narrow = Pace(1).gate("http://h/v1")
        slow = Retry("m", narrow, 8, Backoff(total=1200.0))
        calls = [slow.run(Attempts([], seconds=600.0)) for _ in range(6)]
        return await asyncio.gather(*calls, slow.run(Attempts([fault()], seconds=600.0 - 1)))

    assert run(play()) == ["done"] * 7


def test_calls_to_a_server_that_is_closed_for_too_long_end_without_a_request() -> None:
    async def play() -> Attempts:
        shared = gate()
        backoff = Backoff(total=1200.0)
        with pytest.raises(TransientModelError):
            await Retry("m", shared, 8, backoff).run(Attempts([fault(retry_after=3600.0)]))
        other = Attempts([])
        with pytest.raises(TransientModelError, match="n: the server asks all callers") as caught:
            await Retry("n", shared, 8, backoff).run(other)
        assert (caught.value.reason, caught.value.retry_after) == ("rate limit", 3600.0)
        return other

    assert run(play()).moments == []


def test_a_wait_between_attempts_holds_no_room() -> None:
    async def play() -> list[float]:
        narrow = Pace(1).gate("http://h/v1")
        repetition = Retry("m", narrow, 8, Backoff(100.0, 100.0, 1000.0))
        failing, other = Attempts([fault()]), Attempts([], seconds=1.0)
        await asyncio.gather(repetition.run(failing), repetition.run(other))
        return [failing.moments[1], other.moments[0]]

    again, other = run(play())
    assert other == 0
    assert again >= 100
