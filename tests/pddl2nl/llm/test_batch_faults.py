"""A server that fails at any step of a batch: what passes is waited out, nothing is paid twice."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pddl2nl.llm import (
    Backoff,
    Completion,
    Message,
    PermanentModelError,
    Request,
    TransientModelError,
)
from pddl2nl.llm.batch import BatchModel, Timing
from tests.batch_server import BatchServer, Moment, Step, quick
from tests.chat_server import error
from tests.local_server import Reply, Reset

pytestmark = pytest.mark.long

KEY = "sk-planted-0123456789"
FAST = quick()
STEPS: list[Step] = ["upload", "create", "retrieve", "content"]
PASSING: dict[str, Reply | Reset] = {
    "500": error(500, "oops"),
    "429": error(429, "slow down", retry_after="0.01"),
    "reset": Reset(),
    "HTML": Reply(b"<html>bad gateway</html>", 502, {"content-type": "text/html"}),
    "broken off": Reply(b'{"id": "x", "st', missing=100),
}
GARBLED: dict[str, Reply | Reset] = {
    "truncated": Reply(b'{"id": "batch_', headers={"content-type": "application/json"}),
    "HTML instead": Reply(b"<html>hello</html>", headers={"content-type": "text/html"}),
    "a list": Reply(b"[]", headers={"content-type": "application/json"}),
    "empty": Reply(b"", headers={"content-type": "application/json"}),
}


def ask(
    server: BatchServer, folder: Path, timing: Timing = FAST
) -> list[Completion | BaseException]:
    """What two requests lead to."""

    async def run() -> list[Completion | BaseException]:
        model = BatchModel("m", base_url=server.base_url, api_key=KEY, folder=folder, timing=timing)
        calls = [model.complete(Request((Message("user", each),))) for each in ("a", "b")]
        async with asyncio.timeout(30):
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
        await model.aclose()
        return outcomes

    return asyncio.run(run())


def assert_answered_once(server: BatchServer, outcomes: list[Completion | BaseException]) -> None:
    assert [getattr(outcome, "text", outcome) for outcome in outcomes] == [
        "answer to a",
        "answer to b",
    ]
    assert sorted(server.paid.values()) == [1, 1]


@pytest.mark.parametrize("phase", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
def test_a_fault_that_passes_is_waited_out(
    step: Step, phase: str, fault: Reply | Reset, tmp_path: Path
) -> None:
    moment: Moment = (step, "before" if phase == "before" else "after")
    with BatchServer() as server:
        server.faults[moment].extend([fault, fault])
        assert_answered_once(server, ask(server, tmp_path))


@pytest.mark.parametrize("step", ["upload", "create", "retrieve"])
@pytest.mark.parametrize("answer", GARBLED.values(), ids=GARBLED.keys())
def test_a_success_that_cannot_be_read_is_no_success(
    step: Step, answer: Reply | Reset, tmp_path: Path
) -> None:
    with BatchServer() as server:
        server.faults[step, "after"].append(answer)
        assert_answered_once(server, ask(server, tmp_path))


def test_a_list_that_cannot_be_read_is_asked_for_again(tmp_path: Path) -> None:
    with BatchServer() as server:
        server.faults["create", "after"].append(Reset())
        server.faults["list", "after"].extend([*GARBLED.values(), *PASSING.values()])
        assert_answered_once(server, ask(server, tmp_path))
        assert len(server.batches) == 1


def test_a_batch_whose_creation_was_not_confirmed_is_found_among_many(tmp_path: Path) -> None:
    with BatchServer(page=2) as server:
        for number in range(5):
            ask(server, tmp_path / str(number))
        server.faults["create", "after"].append(Reset())
        # Others create batches as well, so that ours is not the newest.
        at = server.at

        def others(moment: Moment) -> None:
            if moment == ("list", "before") and len(server.batches) == 6:
                server.at = at
                for _ in range(5):
                    ask(server, tmp_path / f"other-{len(server.batches)}")

        server.at = others
        server.paid.clear()
        ask(server, tmp_path / "mine")
        assert len(server.batches) == 11


def test_a_batch_is_found_although_the_server_keeps_no_metadata(tmp_path: Path) -> None:
    def forget(moment: Moment) -> None:
        for batch in server.batches:
            batch.metadata = {}

    with BatchServer(at=forget) as server:
        server.faults["create", "after"].append(Reset())
        assert_answered_once(server, ask(server, tmp_path))
        assert len(server.batches) == 1


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("status", [400, 401])
def test_a_refused_call_is_an_error_for_all_at_once(
    step: Step, status: int, tmp_path: Path
) -> None:
    with BatchServer() as server:
        server.faults[step, "before"].append(error(status, f"not with {KEY}"))
        outcomes = ask(server, tmp_path)
        assert {type(outcome) for outcome in outcomes} == {PermanentModelError}
        assert KEY not in str(outcomes[0])
        # Once the server is content, the same folder goes on where it stopped.
        assert_answered_once(server, ask(server, tmp_path))


@pytest.mark.parametrize("step", STEPS)
def test_a_redirection_to_another_server_is_refused(step: Step, tmp_path: Path) -> None:
    with BatchServer() as other, BatchServer() as server:
        away = Reply(b"", 307, {"location": f"{other.base_url}/files"})
        server.faults[step, "before"].append(away)
        outcomes = ask(server, tmp_path)
        assert not other.asked
    assert {type(outcome) for outcome in outcomes} == {PermanentModelError}
    assert "m: the server redirects to http://127.0.0.1:" in str(outcomes[0])


def test_a_batch_that_the_server_no_longer_knows_is_named(tmp_path: Path) -> None:
    gone = error(404, "No batch found")
    with BatchServer() as server:
        server.faults["retrieve", "before"].append(gone)
        (outcome, _) = ask(server, tmp_path)
        assert isinstance(outcome, PermanentModelError)
        (journal,) = tmp_path.iterdir()
        assert f"(batch batch_0, remembered in {journal})" in str(outcome)


@pytest.mark.parametrize("step", STEPS)
def test_a_server_that_stays_away_is_a_passing_error(step: Step, tmp_path: Path) -> None:
    hasty = quick(total=0.2, doubt=0.05)
    with BatchServer() as server:
        server.faults[step, "before"].extend([error(503, "down")] * 200)
        outcomes = ask(server, tmp_path, hasty)
        assert {type(outcome) for outcome in outcomes} == {TransientModelError}
        server.faults.clear()
        assert_answered_once(server, ask(server, tmp_path))


def test_a_batch_that_was_never_handed_in_is_given_up_sooner(tmp_path: Path) -> None:
    """Nothing is paid yet: for a server that is down, nobody waits an hour."""
    timing = replace(FAST, backoff=Backoff(0.01, 0.02, 3600), upload=Backoff(0.01, 0.02, 0.2))
    with BatchServer() as server:
        server.faults["upload", "before"].extend([error(503, "down")] * 200)
        outcomes = ask(server, tmp_path, timing)
        assert {type(outcome) for outcome in outcomes} == {TransientModelError}
        server.faults.clear()
        assert_answered_once(server, ask(server, tmp_path))


def test_each_line_about_a_dead_server_says_until_when_it_is_tried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pddl2nl.llm")
    timing = replace(FAST, upload=Backoff(0.2, 0.4, 2.4))
    with BatchServer() as server:
        server.faults["upload", "before"].extend([error(503, "down")] * 200)
        ask(server, tmp_path, timing)
    end = time.time()
    tried = [record for record in caplog.records if "attempt" in vars(record)]
    assert len(tried) >= 3
    for record in tried:
        assert re.search(r"down.* \(tried until about \d\d:\d\d:\d\d\)$", record.getMessage())
        assert record.created + vars(record)["left"] == pytest.approx(end, abs=1.2)


def test_a_server_that_hangs_is_left_after_the_timeout(tmp_path: Path) -> None:
    hung: list[Moment] = []

    def hang_once(moment: Moment) -> None:
        if moment == ("retrieve", "before") and not hung:
            hung.append(moment)
            time.sleep(2.5)

    hasty = replace(FAST, timeout=1.5)
    with BatchServer(at=hang_once) as server:
        assert_answered_once(server, ask(server, tmp_path, hasty))


def half(content: bytes) -> bytes:
    """A file that ends in the middle of a line."""
    return content[: len(content) // 2 - 5]


def last_line_gone(content: bytes) -> bytes:
    """A file that lacks its last line."""
    return b"".join(content.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize("damage", [half, last_line_gone])
def test_a_file_that_is_not_whole_is_fetched_again(
    damage: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    with BatchServer() as server:
        server.spoil.extend([damage, damage])
        assert_answered_once(server, ask(server, tmp_path))
        assert server.asked["content"] == 3


def test_what_stays_missing_from_a_file_is_asked_for_again(tmp_path: Path) -> None:
    with BatchServer() as server:
        server.spoil.extend([last_line_gone] * 4)
        outcomes = ask(server, tmp_path)
        assert [getattr(outcome, "text", outcome) for outcome in outcomes] == [
            "answer to a",
            "answer to b",
        ]
        # Half of it was kept.
        assert [len(batch.lines) for batch in server.batches] == [2, 1]


def test_nothing_that_is_logged_holds_the_key(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with BatchServer() as server:
        for step in STEPS:
            server.faults[step, "before"].append(error(500, f"you sent Bearer {KEY}"))
        assert_answered_once(server, ask(server, tmp_path))
    assert "the server failed" in caplog.text
    assert KEY not in caplog.text
