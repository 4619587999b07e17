"""The parts of batches that need no server: gathering, and reading files."""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.llm import Message, Request
from pddl2nl.llm.batch.dispatch import Gatherer
from pddl2nl.llm.batch.server import (
    GarbledFileError,
    input_line,
    read_batch,
    read_batches,
    read_lines,
)


class Clock(selectors.SelectSelector):
    """An event loop's selector that does not wait: its clock jumps to the next timer instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += max(0.0, timeout or 0.0)
        return super().select(0)


def run_without_waiting(course: Coroutine[object, object, None]) -> None:
    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now  # type: ignore[method-assign]
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(course)


@dataclass(frozen=True)
class Parcel:
    key: str
    size: int


sizes = st.lists(st.integers(1, 50), max_size=30)


def gathered(parcels: Sequence[Parcel], most: int, size: int) -> list[list[Parcel]]:
    handed: list[list[Parcel]] = []

    async def run() -> None:
        gatherer = Gatherer(0, most, size, lambda items: handed.append(list(items)))
        for parcel in parcels:
            gatherer.add(parcel)
        while sum(map(len, handed)) < len(parcels):
            await asyncio.sleep(0)

    asyncio.run(run())
    return handed


@given(sizes, st.integers(1, 8), st.integers(1, 120))
def test_everything_is_handed_on_once_in_order_and_within_the_limits(
    weights: list[int], most: int, size: int
) -> None:
    parcels = [Parcel(str(number), weight) for number, weight in enumerate(weights)]
    handed = gathered(parcels, most, size)
    assert [parcel for group in handed for parcel in group] == parcels
    for group in handed:
        assert len(group) <= most
        assert len(group) == 1 or sum(parcel.size for parcel in group) <= size


def test_all_that_comes_before_it_is_quiet_is_handed_on_together() -> None:
    handed: list[list[Parcel]] = []

    async def run() -> None:
        gatherer = Gatherer(2, 100, 1000, lambda items: handed.append(list(items)))
        for number in range(4):
            gatherer.add(Parcel(str(number), 1))
            await asyncio.sleep(1)
        gatherer.discard("1")
        await asyncio.sleep(0.5)
        assert handed == []
        await asyncio.sleep(0.6)

    run_without_waiting(run())
    assert handed == [[Parcel(key, 1) for key in "023"]]


def test_enough_is_handed_on_although_more_keeps_coming() -> None:
    handed: list[list[Parcel]] = []

    async def run() -> None:
        gatherer = Gatherer(2, 3, 1000, lambda items: handed.append(list(items)))
        for number in range(8):
            gatherer.add(Parcel(str(number), 1))
            await asyncio.sleep(1)
        gatherer.close()

    run_without_waiting(run())
    assert handed[:2] == [[Parcel(key, 1) for key in "012"], [Parcel(key, 1) for key in "345"]]


def output_line(key: str, text: str) -> str:
    response = {"status_code": 200, "body": {"text": text}}
    return json.dumps({"custom_id": key, "response": response}, ensure_ascii=False)


keys = st.text(st.characters(codec="utf-8"), min_size=1)


@given(st.dictionaries(keys, st.text(st.characters(codec="utf-8"))))
def test_the_lines_of_a_file_are_read_as_they_were_written(texts: dict[str, str]) -> None:
    file = "".join(output_line(key, text) + "\n" for key, text in texts.items())
    lines, whole = read_lines(file)
    assert whole
    assert {line.key: json.loads(line.body)["text"] for line in lines} == texts


@given(st.lists(st.text(), min_size=1), st.data())
def test_what_is_left_of_a_file_is_read_and_the_rest_is_known_to_be_missing(
    texts: list[str], data: st.DataObject
) -> None:
    rows = [output_line(str(number), text) for number, text in enumerate(texts)]
    end = data.draw(st.integers(1, len(rows[-1]) - 1))
    lines, whole = read_lines("\n".join([*rows[:-1], rows[-1][:end]]))
    assert not whole
    assert [line.key for line in lines] == [str(number) for number in range(len(rows) - 1)]


@given(st.text())
def test_a_request_is_one_line_whatever_its_text(text: str) -> None:
    line = input_line("k", "m", Request((Message("user", text),)), {"seed": 1})
    assert line.count(b"\n") == 1
    assert json.loads(line)["body"]["messages"] == [{"role": "user", "content": text}]


@pytest.mark.parametrize(
    "row",
    ["null", "3", "{}", '{"custom_id": 3}', '{"custom_id": "k", "response": {"status_code": "x"}}'],
)
def test_a_line_of_another_kind_is_no_line(row: str) -> None:
    assert read_lines(row) == ((), False)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": 3}', '{"id": ""}'])
def test_a_batch_without_a_name_is_garbled(text: str) -> None:
    with pytest.raises(GarbledFileError):
        read_batch(text)


def test_a_list_may_hold_nothing_but_must_be_one() -> None:
    assert read_batches('{"data": []}') == ((), False)
    for text in ("", "{}", '{"data": [{}]}'):
        with pytest.raises(GarbledFileError):
            read_batches(text)


def test_a_batch_of_which_little_is_said_is_still_under_way() -> None:
    batch = read_batch('{"id": "b", "errors": null, "request_counts": null, "metadata": null}')
    assert not batch.over
    assert (batch.completed, batch.output_file, batch.complaints) == (0, None, ())
