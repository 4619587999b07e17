"""Usage, estimates, scripted answers, and the reading of Retry-After."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken import Encoding

from pddl2nl.llm import (
    Message,
    PermanentModelError,
    Request,
    ScriptedModel,
    Usage,
    estimate_tokens,
    estimate_usage,
)
from pddl2nl.llm.dialects import parse_retry_after
from pddl2nl.llm.values import _encoding

usages = st.builds(Usage, *(st.integers(0, 1000) for _ in range(4)), estimated=st.booleans())


@given(usages, usages, usages)
def test_usage_adds_up_in_any_order(a: Usage, b: Usage, c: Usage) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + Usage() == a
    assert (a + b).input_tokens == a.input_tokens + b.input_tokens
    assert (a + b).estimated == (a.estimated or b.estimated)


@given(st.text(), st.text())
def test_a_longer_text_has_no_fewer_estimated_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text) <= estimate_tokens(text + more)
    assert (estimate_tokens(text) == 0) == (text == "")


def test_an_estimated_usage_says_so() -> None:
    usage = estimate_usage([Message("user", "abcd" * 10)], "abcd")
    assert usage == Usage(input_tokens=14, output_tokens=1, estimated=True)


def test_a_scripted_model_answers_in_order_and_records_requests() -> None:
    model = ScriptedModel(["one", "two"])
    first, second = Message("user", "1"), Message("user", "2")
    assert asyncio.run(model.complete(Request((first,)))).text == "one"
    assert asyncio.run(model.complete(Request((second,), max_tokens=5, seed=1))).text == "two"
    assert model.requests == [Request((first,)), Request((second,), 5, 0.0, 1)]
    with pytest.raises(PermanentModelError, match="2 answers"):
        asyncio.run(model.complete(Request((first,))))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "12"}, 12.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 31 Dec 2025 23:00:00 GMT"}, 0.0),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert parse_retry_after(headers, now=datetime(2026, 1, 1, tzinfo=UTC)) == seconds


def test_tokens_are_counted_by_the_models_encoding_where_it_is_at_hand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = Encoding(
        name="words",
        pat_str=r"\S+|\s+",
        mergeable_ranks={bytes([byte]): byte for byte in range(256)} | {b"he": 256, b"hel": 257},
        special_tokens={},
    )
    asked: list[str] = []

    def encoding_for_model(name: str) -> Encoding:
        asked.append(name)
        if name == "llama3":
            raise KeyError(name)
        if name == "gpt-2":
            raise ConnectionError(name)
        return words

    monkeypatch.setattr("tiktoken.encoding_for_model", encoding_for_model)
    folders = (None, str(tmp_path), str(tmp_path / "none"), "")
    try:
        for folder in folders:
            _encoding.cache_clear()
            if folder is None:
                monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
            else:
                monkeypatch.setenv("TIKTOKEN_CACHE_DIR", folder)
            assert estimate_usage([Message("user", "hello")], "he", "openai/gpt-4o").estimated
        assert asked == [], "no encodings are kept, so none must be fetched"
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        (tmp_path / "an-encoding").touch()
        _encoding.cache_clear()
        counted = estimate_usage([Message("user", "hello")], "he", "openai/gpt-4o-2024-08-06")
        assert counted == Usage(input_tokens=4 + 3, output_tokens=1)
        assert asked == ["gpt-4o-2024-08-06"]
        assert estimate_usage([Message("user", "hello")], "he", "compat/llama3").estimated
        assert estimate_usage([Message("user", "hello")], "he", "openai/gpt-2").estimated
    finally:
        _encoding.cache_clear()
