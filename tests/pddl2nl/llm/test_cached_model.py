"""The cache of answers: the same request, the same answer, no second call, across processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CachedModel,
    CacheError,
    Completion,
    Message,
    OpenAIModel,
    PermanentModelError,
    Request,
    ScriptedModel,
    Usage,
    request_key,
)
from pddl2nl.llm.answer_store import AnswerStore
from tests.chat_server import ChatServer, error
from tests.pddl2nl.llm.cache_process import write_answers

HELLO = (Message("user", "hello"),)


class SlowModel:
    """Answers when `release` is set, and counts calls and cancellations."""

    name = "slow"

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.calls = 0
        self.cancelled = 0

    async def called(self, times: int) -> None:
        """Return once it has been called that often; fail rather than wait for ever."""
        async with asyncio.timeout(10):
            while self.calls < times:
                await asyncio.sleep(0.001)

    async def complete(self, request: Request) -> Completion:
        self.calls += 1
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Completion("done", Usage(1, 0, 1), "stop", cached=False, model="slow")


def test_a_repeated_request_makes_no_call(tmp_path: Path) -> None:
    async def twice() -> None:
        inner = ScriptedModel(["one", "two"])
        model = CachedModel(inner, tmp_path / "a.sqlite")
        first, second = await model.complete(Request(HELLO)), await model.complete(Request(HELLO))
        assert (first.text, first.cached) == ("one", False)
        assert (second.text, second.cached) == ("one", True)
        assert second.usage == first.usage
        assert len(inner.requests) == 1
        await model.aclose()

    asyncio.run(twice())


def test_stored_answers_hold_nobody_up(tmp_path: Path) -> None:
    async def twice() -> None:
        model = CachedModel(ScriptedModel(["one"]), tmp_path / "a.sqlite")
        await model.complete(Request(HELLO))
        other = asyncio.create_task(asyncio.sleep(0))
        for _ in range(3):
            await model.complete(Request(HELLO))
        assert other.done()
        await model.aclose()

    asyncio.run(twice())


def test_an_answer_is_found_while_another_process_writes(tmp_path: Path) -> None:
    async def ask() -> None:
        path = tmp_path / "a.sqlite"
        model = CachedModel(ScriptedModel(["one"]), path)
        await model.complete(Request(HELLO))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            other.execute("DELETE FROM answers")
            async with asyncio.timeout(5):
                assert (await model.complete(Request(HELLO))).text == "one"
        await model.aclose()

    asyncio.run(ask())


def test_a_store_serves_several_threads(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path / "a.sqlite")

    async def use(first: int) -> None:
        for number in range(first, first + 50):
            await store.put(str(number), answer_of(number))
            assert store.get(str(number)) == replace(answer_of(number), cached=True)

    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda first: asyncio.run(use(first)), range(0, 200, 50)))
    store.close()


def test_answers_survive_a_restart_with_all_their_fields(tmp_path: Path) -> None:
    async def ask(server: ChatServer) -> Completion:
        inner = OpenAIModel("m", base_url=server.base_url)
        model = CachedModel(inner, tmp_path / "deep" / "a.sqlite")
        answer = await model.complete(Request(HELLO, seed=1))
        await model.aclose()
        return answer

    refusal = error(400, "Unsupported parameter: 'seed'", param="seed")
    with ChatServer([refusal]) as server:
        first, second = asyncio.run(ask(server)), asyncio.run(ask(server))
        assert len(server.received) == 2
    assert first.notes
    assert not first.cached
    assert second.cached
    assert (second.text, second.usage, second.notes) == (first.text, first.usage, first.notes)


def test_errors_are_not_kept(tmp_path: Path) -> None:
    async def ask(server: ChatServer) -> None:
        model = CachedModel(OpenAIModel("m", base_url=server.base_url), tmp_path / "a.sqlite")
        with pytest.raises(PermanentModelError):
            await model.complete(Request(HELLO))
        assert (await model.complete(Request(HELLO))).text == "hello"
        await model.aclose()

    with ChatServer([error(401, "no")]) as server:
        asyncio.run(ask(server))


def test_identical_requests_under_way_together_make_one_call(tmp_path: Path) -> None:
    async def together() -> None:
        inner = SlowModel()
        model = CachedModel(inner, tmp_path / "a.sqlite")
        calls = [asyncio.create_task(model.complete(Request(HELLO))) for _ in range(20)]
        other = asyncio.create_task(model.complete(Request(HELLO, seed=5)))
        await inner.called(2)
        inner.release.set()
        answers = await asyncio.gather(*calls, other)
        assert inner.calls == 2
        assert [answer.cached for answer in answers] == [False, *[True] * 19, False]
        await model.aclose()

    asyncio.run(together())


def test_a_cancelled_caller_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    async def cancel() -> None:
        inner = SlowModel()
        model = CachedModel(inner, tmp_path / "a.sqlite")
        first, second = (asyncio.create_task(model.complete(Request(HELLO))) for _ in range(2))
        await inner.called(1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        inner.release.set()
        assert (await second).text == "done"
        assert (inner.calls, inner.cancelled) == (1, 0)
        await model.aclose()

    asyncio.run(cancel())


def test_a_call_that_nobody_waits_for_is_cancelled_and_can_be_asked_again(tmp_path: Path) -> None:
    async def cancel() -> None:
        inner = SlowModel()
        model = CachedModel(inner, tmp_path / "a.sqlite")
        call = asyncio.create_task(model.complete(Request(HELLO)))
        await inner.called(1)
        call.cancel()
        again = asyncio.create_task(model.complete(Request(HELLO)))
        await inner.called(2)
        inner.release.set()
        assert (await again).text == "done"
        assert inner.cancelled == 1
        await model.aclose()

    asyncio.run(cancel())


def test_a_call_that_fails_while_it_is_cancelled_fails_its_caller(tmp_path: Path) -> None:
    class Unpaid(SlowModel):
        async def complete(self, request: Request) -> Completion:
            try:
                return await super().complete(request)
            finally:
                raise OSError("disk full")

    async def cancel() -> None:
        inner = Unpaid()
        model = CachedModel(inner, tmp_path / "a.sqlite")
        call = asyncio.create_task(model.complete(Request(HELLO)))
        await inner.called(1)
        call.cancel()
        with pytest.raises(OSError, match="disk full"):
            await call
        await model.aclose()

    asyncio.run(cancel())


def test_models_of_one_name_on_two_servers_are_told_apart(tmp_path: Path) -> None:
    async def ask(server: ChatServer) -> str:
        inner = OpenAIModel("m", base_url=server.base_url)
        model = CachedModel(inner, tmp_path / "a.sqlite")
        text = (await model.complete(Request(HELLO))).text
        await model.aclose()
        return text

    with ChatServer(answer=lambda _: "a") as one, ChatServer(answer=lambda _: "b") as two:
        assert [asyncio.run(ask(server)) for server in (one, two, one)] == ["a", "b", "a"]


# --- the key --------------------------------------------------------------------------------------

requests = st.builds(
    Request,
    messages=st.lists(
        st.builds(Message, st.sampled_from(["system", "user"]), st.text(max_size=5)), max_size=3
    ).map(tuple),
    max_tokens=st.none() | st.integers(1, 3),
    temperature=st.sampled_from([0.0, 0.5, 1.0]),
    seed=st.none() | st.integers(0, 2),
)


@given(requests, requests)
def test_keys_are_equal_just_when_requests_are(one: Request, other: Request) -> None:
    keys = request_key("m", None, one), request_key("m", None, other)
    assert (keys[0] == keys[1]) == (one == other)


def test_the_key_depends_on_model_and_server_but_not_on_the_type_of_a_number() -> None:
    zero = Request(HELLO, temperature=0)
    assert request_key("m", None, zero) == request_key("m", None, Request(HELLO))
    keys = {request_key(m, url, zero) for m in ("m", "n") for url in (None, "http://a", "http://b")}
    assert len(keys) == 6


def test_the_key_of_a_request_stays_the_same_from_version_to_version() -> None:
    """Whoever changes this throws away the answers that users have paid for."""
    conversation = (Message("system", "Plän."), Message("user", 'Go "on"\n'))
    key = request_key("openai/m", "http://h/v1", Request(conversation, 50, 0.0, 7))
    assert key == "3477b8feaa166ccce474c6bfaf82daeede365007962245f2a76083042724d64b"


# --- many at the same time ------------------------------------------------------------------------


def answer_of(number: int) -> Completion:
    return Completion(f"answer {number}", Usage(number, 0, 1), "stop", cached=False, model="m")


def test_answers_that_are_stored_and_asked_for_together_are_not_mixed_up(tmp_path: Path) -> None:
    async def together() -> None:
        store = AnswerStore(tmp_path / "a.sqlite")
        await asyncio.gather(*(store.put(str(n), answer_of(n)) for n in range(0, 200, 2)))
        stored = [store.put(str(n), answer_of(n)) for n in range(1, 200, 2)]
        assert await asyncio.gather(*stored) == [answer_of(n) for n in range(1, 200, 2)]
        found = [store.get(str(n)) for n in range(250)]
        assert found[:200] == [replace(answer_of(n), cached=True) for n in range(200)]
        assert found[200:] == [None] * 50
        store.close()

    asyncio.run(together())


def test_of_two_answers_to_one_request_the_first_is_stored(tmp_path: Path) -> None:
    async def together() -> None:
        store = AnswerStore(tmp_path / "a.sqlite")
        both = await asyncio.gather(store.put("k", answer_of(1)), store.put("k", answer_of(2)))
        assert [each.text for each in both] == ["answer 1"] * 2
        store.close()

    asyncio.run(together())


def test_damage_to_one_answer_is_no_fault_of_the_others(tmp_path: Path) -> None:
    async def together() -> None:
        path = tmp_path / "a.sqlite"
        store = AnswerStore(path)
        await asyncio.gather(*(store.put(str(n), answer_of(n)) for n in range(3)))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("UPDATE answers SET answer = '[]' WHERE key = '1'")
        assert store.get("0") == replace(answer_of(0), cached=True)
        with pytest.raises(CacheError):
            store.get("1")
        assert store.get("2") == replace(answer_of(2), cached=True)
        store.close()

    asyncio.run(together())


def test_an_answer_is_stored_even_if_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    async def cancel() -> None:
        complaints: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
        store = AnswerStore(tmp_path / "a.sqlite")
        calls = [asyncio.create_task(store.put(str(n), answer_of(n))) for n in range(2)]
        await asyncio.sleep(0)
        calls[0].cancel()
        assert (await calls[1]).text == "answer 1"
        found = store.get("0")
        assert found is not None
        assert found.text == "answer 0"
        assert complaints == []
        store.close()

    asyncio.run(cancel())


# --- several processes ----------------------------------------------------------------------------


def test_several_processes_share_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_answers, args=(path, n)) for n in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (30,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_the_answer_that_was_stored_first_counts(tmp_path: Path) -> None:
    async def race() -> None:
        path = tmp_path / "a.sqlite"
        late = SlowModel()
        late.name = "m"
        slow, quick = CachedModel(late, path), CachedModel(ScriptedModel(["q"], name="m"), path)
        call = asyncio.create_task(slow.complete(Request(HELLO)))
        await late.called(1)
        assert (await quick.complete(Request(HELLO))).text == "q"
        late.release.set()
        answer = await call
        assert (answer.text, answer.cached, answer.usage) == ("q", False, Usage(1, 0, 1))
        await slow.aclose()
        await quick.aclose()

    asyncio.run(race())


# --- files that are no cache ----------------------------------------------------------------------


def one_line_error(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        CachedModel(ScriptedModel([]), path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.write_bytes(b"these are not the bytes of a database\n" * 100)
    assert "not a database" in one_line_error(path)
    assert path.read_bytes().startswith(b"these are not")


def test_a_database_of_another_kind_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE episodes (n)")
    connection.close()
    assert "no cache of answers" in one_line_error(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("episodes",)]
    connection.close()


def test_a_folder_in_the_files_place_is_refused(tmp_path: Path) -> None:
    one_line_error(tmp_path)


def test_damage_inside_the_file_is_a_one_line_error(tmp_path: Path) -> None:
    async def ask() -> None:
        path = tmp_path / "a.sqlite"
        model = CachedModel(ScriptedModel(["one"]), path)
        await model.complete(Request(HELLO))
        other = sqlite3.connect(path)
        with other:
            other.execute("UPDATE answers SET answer = '{'")
        other.close()
        with pytest.raises(CacheError, match=r"a\.sqlite: the cache of answers failed: .*"):
            await model.complete(Request(HELLO))
        await model.aclose()

    asyncio.run(ask())


def test_an_answer_that_cannot_be_stored_is_an_error(tmp_path: Path) -> None:
    async def ask() -> None:
        path = tmp_path / "a.sqlite"
        model = CachedModel(ScriptedModel(["one", "two"]), path)
        other = sqlite3.connect(path)
        other.execute("DROP TABLE answers")
        other.execute("CREATE TABLE answers (key, answer CHECK (answer = ''))")
        other.close()
        with pytest.raises(CacheError, match="CHECK constraint failed"):
            await model.complete(Request(HELLO))
        await model.aclose()
        with pytest.raises(CacheError, match="closed"):
            await model.complete(Request(HELLO))

    asyncio.run(ask())
