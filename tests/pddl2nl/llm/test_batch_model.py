"""Answers through batches: who shares a batch, what becomes of each request, what is kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CachedModel,
    ChatModel,
    Completion,
    Message,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
)
from pddl2nl.llm.batch import BatchLimits, BatchModel, journal, open_batch_model
from tests.batch_server import BatchServer, Fate, answer_to, quick
from tests.chat_server import error
from tests.local_server import Reply

pytestmark = pytest.mark.long

KEY = "sk-planted-0123456789"
FAST = quick(total=2, settle=0.05)


def model_at(server: BatchServer, folder: Path, **options: Any) -> BatchModel:
    return BatchModel(
        "m", base_url=server.base_url, api_key=KEY, folder=folder, **{"timing": FAST, **options}
    )


async def ask_each(
    model: ChatModel, questions: Iterable[str], **parameters: Any
) -> list[Completion | BaseException]:
    """What every question leads to, all asked at the same time."""
    calls = [model.complete(Request((Message("user", each),), **parameters)) for each in questions]
    async with asyncio.timeout(30):
        return await asyncio.gather(*calls, return_exceptions=True)


def asked(model: BatchModel | CachedModel, questions: Iterable[str], **parameters: Any) -> Any:
    """The same in an event loop of its own, after which the model is closed."""

    async def run() -> list[Completion | BaseException]:
        try:
            return await ask_each(model, questions, **parameters)
        finally:
            await model.aclose()

    return asyncio.run(run())


def texts(outcomes: Iterable[Completion | BaseException]) -> list[str]:
    """The texts of answers, none of which is an error."""
    assert [outcome for outcome in outcomes if isinstance(outcome, BaseException)] == []
    return [outcome.text for outcome in outcomes if isinstance(outcome, Completion)]


def prompts(server: BatchServer) -> list[list[str]]:
    """What was asked in each batch."""
    return [
        [line["body"]["messages"][-1]["content"] for line in batch.lines]
        for batch in server.batches
    ]


def failing(failures: dict[str, Reply], times: int = 1_000) -> Callable[[dict[str, Any]], Any]:
    """Answers a line with the failure for its prompt, that many times, and then as usual."""
    left = dict.fromkeys(failures, times)

    def answer(line: dict[str, Any]) -> Any:
        prompt = line["body"]["messages"][-1]["content"]
        if left.get(prompt, 0) == 0:
            return answer_to(line)
        left[prompt] -= 1
        return failures[prompt]

    return answer


# --- what shares a batch --------------------------------------------------------------------------


def test_requests_that_wait_at_the_same_time_share_a_batch(tmp_path: Path) -> None:
    with BatchServer() as server:
        outcomes = asked(model_at(server, tmp_path), ["a", "b", "c"])
        assert texts(outcomes) == ["answer to a", "answer to b", "answer to c"]
        assert all(outcome.batched and not outcome.cached for outcome in outcomes)
        assert (outcomes[0].usage.input_tokens, outcomes[0].usage.output_tokens) == (10, 5)
        assert prompts(server) == [["a", "b", "c"]]
        assert set(server.keys) == {KEY}


def test_a_line_is_the_request_that_the_live_client_sends(tmp_path: Path) -> None:
    with BatchServer() as server:
        asked(model_at(server, tmp_path), ["a"], max_tokens=7, temperature=0.5, seed=3)
        line = server.batches[0].lines[0]
    assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
    assert line["body"] == {
        "model": "m",
        "messages": [{"role": "user", "content": "a"}],
        "max_tokens": 7,
        "temperature": 0.5,
        "seed": 3,
    }


def test_identical_requests_share_a_line_and_one_price(tmp_path: Path) -> None:
    with BatchServer() as server:
        outcomes = asked(model_at(server, tmp_path), ["a", "a", "b"])
        assert texts(outcomes) == ["answer to a", "answer to a", "answer to b"]
        assert [outcome.cached for outcome in outcomes] == [False, True, False]
        assert prompts(server) == [["a", "b"]]


def test_requests_that_differ_in_their_seed_are_two(tmp_path: Path) -> None:
    async def both(model: BatchModel) -> None:
        one, two = (model.complete(Request((Message("user", "a"),), seed=seed)) for seed in (1, 2))
        await asyncio.gather(one, two)
        await model.aclose()

    with BatchServer() as server:
        asyncio.run(both(model_at(server, tmp_path)))
        assert prompts(server) == [["a", "a"]]


@pytest.mark.parametrize(
    ("limits", "sizes"), [(BatchLimits(requests=2), [2, 2, 1]), (BatchLimits(size=600), [2, 2, 1])]
)
def test_a_limit_makes_several_batches(
    tmp_path: Path, limits: BatchLimits, sizes: list[int]
) -> None:
    with BatchServer() as server:
        assert len(texts(asked(model_at(server, tmp_path, limits=limits), "abcde"))) == 5
        assert sorted(map(len, prompts(server)), reverse=True) == sizes
        assert all(len(file) <= limits.size for file in server.files.values())


def test_people_are_told_how_far_a_batch_is(tmp_path: Path) -> None:
    told: list[str] = []
    with BatchServer() as server:
        asked(model_at(server, tmp_path, report=told.append), ["a", "b"])
    assert told == [
        "batch 1: 2 requests submitted as batch_0",
        "batch 1: 2 requests, 0 done, in progress",
        "batch 1: 2 requests, 2 done, completed",
        "batch 1: 2 of 2 requests answered, 0 to be sent again",
    ]


def test_text_of_any_kind_comes_back_as_it_was(tmp_path: Path) -> None:
    # U+2028 ends a line for Python and none for JSONL.
    question = 'ä\u2028b\x85c\ud83d\ude00 "d"\n\\'
    with BatchServer() as server:
        assert texts(asked(model_at(server, tmp_path), [question])) == [
            'answer to ä\u2028b\x85c\U0001f600 "d"\n\\'
        ]


# --- together with a cache ------------------------------------------------------------------------


def test_a_cache_is_filled_by_batches_and_keeps_them_small(tmp_path: Path) -> None:
    def cached(server: BatchServer, folder: str) -> CachedModel:
        return CachedModel(model_at(server, tmp_path / folder), tmp_path / "answers.sqlite")

    with BatchServer() as server:
        asked(cached(server, "one"), ["a", "b"])
        # Another folder, so that what is known comes from the cache alone.
        outcomes = asked(cached(server, "two"), ["a", "b", "c"])
        assert texts(outcomes) == ["answer to a", "answer to b", "answer to c"]
        assert [outcome.cached for outcome in outcomes] == [True, True, False]
        assert all(outcome.batched for outcome in outcomes)
        assert prompts(server) == [["a", "b"], ["c"]]


def test_every_answer_is_cached_although_others_of_its_batch_fail(tmp_path: Path) -> None:
    bad = failing({"b": error(400, "filtered")})
    with BatchServer(bad) as server:
        model = CachedModel(model_at(server, tmp_path), tmp_path / "answers.sqlite")
        asked(model, ["a", "b", "c"])
    with sqlite3.connect(tmp_path / "answers.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (2,)


# --- requests that fail ---------------------------------------------------------------------------


def test_a_rejected_request_fails_alone(tmp_path: Path) -> None:
    with BatchServer(failing({"b": error(400, "too long")})) as server:
        first, bad, last = asked(model_at(server, tmp_path), ["a", "b", "c"])
        assert texts([first, last]) == ["answer to a", "answer to c"]
        assert isinstance(bad, RejectedRequestError)
        assert "too long" in str(bad)
        assert len(server.batches) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_fault_that_passes_is_put_into_the_next_batch(tmp_path: Path, status: int) -> None:
    with BatchServer(failing({"b": error(status, "busy")}, times=2)) as server:
        assert texts(asked(model_at(server, tmp_path), ["a", "b"])) == [
            "answer to a",
            "answer to b",
        ]
        assert prompts(server) == [["a", "b"], ["b"], ["b"]]
        assert set(server.paid.values()) == {1}


def test_a_fault_that_does_not_pass_is_given_up(tmp_path: Path) -> None:
    with BatchServer(failing({"b": error(500, "busy")})) as server:
        limits = BatchLimits(rounds=3)
        good, bad = asked(model_at(server, tmp_path, limits=limits), ["a", "b"])
        assert isinstance(good, Completion)
        assert isinstance(bad, TransientModelError)
        assert "in each of 3 batches" in str(bad)
        assert len(server.batches) == 3


def test_an_answer_that_cannot_be_read_is_asked_for_again(tmp_path: Path) -> None:
    answers: Iterator[dict[str, Any]] = iter([{"choices": []}, {"choices": None}])
    with BatchServer(lambda line: next(answers, answer_to(line))) as server:
        assert texts(asked(model_at(server, tmp_path), ["a"])) == ["answer to a"]
        assert len(server.batches) == 3


@pytest.mark.parametrize(
    "failure",
    [error(401, "bad key"), error(429, "no money", code="insufficient_quota"), error(404, "gone")],
)
def test_a_fault_that_stays_is_permanent(tmp_path: Path, failure: Reply) -> None:
    with BatchServer(failing({"a": failure})) as server:
        (outcome,) = asked(model_at(server, tmp_path), ["a"])
        assert isinstance(outcome, PermanentModelError)
        assert not isinstance(outcome, RejectedRequestError)
        assert len(server.batches) == 1


def test_a_refused_parameter_is_replaced_once_and_for_good(tmp_path: Path) -> None:
    def answer(line: dict[str, Any]) -> Any:
        for name in ("max_tokens", "temperature"):
            if name in line["body"]:
                return error(400, f"Unsupported parameter: '{name}'", param=name)
        return answer_to(line)

    with BatchServer(answer) as server:
        first, second = asked(model_at(server, tmp_path), ["a", "b"], max_tokens=9)
        assert texts([first, second]) == ["answer to a", "answer to b"]
        assert len(server.batches) == 3
        assert server.batches[2].lines[0]["body"]["max_completion_tokens"] == 9
        assert first.notes == (
            "the server refuses the parameter temperature, which was left out",
            "the server refuses the parameter max_tokens, which was sent as max_completion_tokens",
        )
        # The next process knows it.
        again, new = asked(model_at(server, tmp_path), ["a", "c"], max_tokens=9)
        assert again.notes == new.notes == first.notes
        assert prompts(server)[3:] == [["c"]]


# --- batches that fail ----------------------------------------------------------------------------


def test_what_an_expired_batch_left_is_asked_again(tmp_path: Path) -> None:
    with BatchServer() as server:
        server.fates.append(Fate("expired", executed=2))
        assert len(texts(asked(model_at(server, tmp_path), "abcde"))) == 5
        assert prompts(server) == [list("abcde"), list("cde")]
        assert set(server.paid.values()) == {1}


def test_a_cancelled_batch_is_one_clear_error_and_keeps_what_is_done(tmp_path: Path) -> None:
    with BatchServer() as server:
        server.fates.append(Fate("cancelled", executed=1))
        done, *rest = asked(model_at(server, tmp_path), "abc")
        assert done.text == "answer to a"
        assert {type(outcome) for outcome in rest} == {PermanentModelError}
        assert "\n" not in str(rest[0])
        assert "batch_0 was cancelled" in str(rest[0])
        # Asked for again, the rest goes into a new batch.
        assert len(texts(asked(model_at(server, tmp_path), "abc"))) == 3
        assert prompts(server)[1:] == [["b", "c"]]


def test_a_batch_that_fails_validation_is_one_clear_error(tmp_path: Path) -> None:
    complaint = {"code": "invalid_json_line", "message": "no JSON", "line": 3}
    with BatchServer() as server:
        server.fates.append(Fate("failed", complaints=[complaint, complaint]))
        outcomes = asked(model_at(server, tmp_path), "ab")
        assert {str(outcome) for outcome in outcomes} == {
            "m: the server refuses the batch batch_0: no JSON (line 3) (and 1 more)"
        }
        assert {type(outcome) for outcome in outcomes} == {PermanentModelError}
        assert len(server.batches) == 1
        assert len(texts(asked(model_at(server, tmp_path), "ab"))) == 2


def test_a_batch_with_more_tokens_than_the_account_may_enqueue_is_halved(tmp_path: Path) -> None:
    with BatchServer(room=2, looks=8) as server:
        assert len(texts(asked(model_at(server, tmp_path), "abcd"))) == 4
        # One half finds no room beside the other, and waits for it, whichever comes first.
        whole, one, other, again = prompts(server)
        assert (whole, sorted([one, other])) == (list("abcd"), [list("ab"), list("cd")])
        assert again == other
        assert set(server.paid.values()) == {1}


def test_a_single_request_without_room_is_an_error(tmp_path: Path) -> None:
    with BatchServer(room=0) as server:
        outcomes = asked(model_at(server, tmp_path), "ab")
        assert {type(outcome) for outcome in outcomes} == {PermanentModelError}
        assert "Enqueued token limit" in str(outcomes[0])


# --- those who leave ------------------------------------------------------------------------------


def test_a_request_that_is_cancelled_in_time_is_not_submitted(tmp_path: Path) -> None:
    async def run(model: BatchModel) -> None:
        leaving = asyncio.create_task(model.complete(Request((Message("user", "a"),))))
        await asyncio.sleep(0)
        leaving.cancel()
        await ask_each(model, ["b"])
        await model.aclose()

    with BatchServer() as server:
        asyncio.run(run(model_at(server, tmp_path)))
        assert prompts(server) == [["b"]]


def test_an_answer_that_nobody_waits_for_is_found_when_asked_for(tmp_path: Path) -> None:
    async def leave(model: BatchModel) -> None:
        staying = asyncio.create_task(model.complete(Request((Message("user", "a"),))))
        leaving = asyncio.create_task(model.complete(Request((Message("user", "b"),))))
        while not server.batches:
            await asyncio.sleep(0.01)
        leaving.cancel()
        await staying
        await model.aclose()

    with BatchServer() as server:
        asyncio.run(leave(model_at(server, tmp_path)))
        assert texts(asked(model_at(server, tmp_path), ["b"])) == ["answer to b"]
        assert len(server.batches) == 1


def test_closing_ends_all_waiting(tmp_path: Path) -> None:
    async def run(model: BatchModel) -> list[Completion | BaseException]:
        waiting = asyncio.create_task(ask_each(model, ["a", "b"]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await model.aclose()
        return await waiting

    with BatchServer() as server:
        outcomes = asyncio.run(run(model_at(server, tmp_path)))
    assert {type(outcome) for outcome in outcomes} == {PermanentModelError}


def test_one_model_serves_one_event_loop_after_another(tmp_path: Path) -> None:
    with BatchServer() as server:
        model = model_at(server, tmp_path)
        assert texts(asyncio.run(ask_each(model, ["a"]))) == ["answer to a"]
        assert texts(asyncio.run(ask_each(model, ["a", "b"]))) == ["answer to a", "answer to b"]
        asyncio.run(model.aclose())


# --- the journal and the way to a model -----------------------------------------------------------


def test_a_second_process_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = replace(journal._FILE, busy_seconds=0.01)
    monkeypatch.setattr(journal, "_FILE", impatient)
    with BatchServer() as server:
        model = model_at(server, tmp_path)
        with pytest.raises(InputError, match="another process"):
            model_at(server, tmp_path)
        asyncio.run(model.aclose())


def test_another_database_is_not_written_to(tmp_path: Path) -> None:
    with BatchServer() as server:
        asyncio.run(model_at(server, tmp_path).aclose())
        (journal,) = tmp_path.iterdir()
        journal.unlink()
        with sqlite3.connect(journal) as connection:
            connection.execute("CREATE TABLE mine (x)")
        with pytest.raises(InputError, match="no journal of batches"):
            model_at(server, tmp_path)


def test_a_journal_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with BatchServer() as server, pytest.raises(InputError, match="cannot be opened"):
        model_at(server, tmp_path / "file")


def test_a_full_disk_stops_all_who_wait(tmp_path: Path) -> None:
    with BatchServer() as server:
        model = model_at(server, tmp_path)
        model._journal._connection.execute("PRAGMA max_page_count = 1")
        outcomes = asked(model, [f"question {number}" for number in range(500)])
        assert {type(outcome).__name__ for outcome in outcomes} == {"CacheError"}
        assert server.paid.total() == 0


def test_no_file_holds_the_key(tmp_path: Path) -> None:
    def echo(line: dict[str, Any]) -> Any:
        return {**answer_to(line), "model": KEY, "echo": f"Bearer {KEY}"}

    with BatchServer(echo) as server:
        (outcome,) = asked(model_at(server, tmp_path), ["a"])
    assert KEY not in repr(outcome)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert all(KEY.encode() not in path.read_bytes() for path in written)


def test_a_specification_is_opened_as_for_live_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("MY_KEY", KEY)
    with BatchServer() as server:
        model = open_batch_model(
            "compat/org/m",
            base_url=server.base_url,
            folder=tmp_path,
            api_key_env="MY_KEY",
            timing=FAST,
        )
        assert (model.name, model.base_url) == ("compat/org/m", server.base_url)
        assert texts(asked(model, ["a"])) == ["answer to a"]
        assert server.batches[0].lines[0]["body"]["model"] == "org/m"
        assert set(server.keys) == {KEY}


def test_a_specification_without_a_server_or_a_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no batches"):
        open_batch_model("reader", folder=tmp_path)
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        open_batch_model("openai/gpt-4o", folder=tmp_path)


def test_errors_are_one_line_and_hold_no_key(tmp_path: Path) -> None:
    with BatchServer(failing({"a": error(400, f"you\nsent {KEY}")})) as server:
        (outcome,) = asked(model_at(server, tmp_path), ["a"])
    assert isinstance(outcome, ModelError)
    assert "\n" not in str(outcome)
    assert KEY not in str(outcome)
