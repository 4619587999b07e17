"""A replay finds answers by subject and turn, and fails where the conversation goes another way."""

from __future__ import annotations

import pytest

from pddl2nl.llm import Message, Request
from tests.recordings import NotRecordedError, Recording, Replay

RECORDED = Recording(
    {"task": "ferry"},
    {},
    (
        {"subject": "observe", "asked": "What is there, and where?", "answer": "a car"},
        {"subject": "act", "asked": "And now?", "answer": "sail"},
        {"subject": "observe", "asked": "What is there, and where?", "answer": "nothing"},
    ),
)


def replay() -> Replay:
    return Replay(RECORDED, lambda request: request.messages[0].content.split()[0])


async def answers(model: Replay, *questions: str) -> list[str]:
    requests = [Request((Message("user", question),)) for question in questions]
    return [(await model.complete(request)).text for request in requests]


async def test_answers_are_found_by_subject_in_whatever_words_it_is_asked_about() -> None:
    model = replay()
    assert await answers(model, "observe now", "observe once more", "act please") == [
        *("a car", "nothing", "sail")
    ]
    assert not model.unused


async def test_another_subject_is_refused() -> None:
    with pytest.raises(NotRecordedError, match=r"no answer 1 on 'reflect'; .* 'observe', 'act'"):
        await answers(replay(), "observe", "reflect")


async def test_a_longer_conversation_is_refused() -> None:
    with pytest.raises(NotRecordedError, match="no answer 2 on 'act'"):
        await answers(replay(), "act", "act")


async def test_a_shorter_conversation_leaves_answers() -> None:
    model = replay()
    await answers(model, "observe", "act")
    assert model.unused == {("observe", 2)}


async def test_a_conversation_that_is_had_twice_asks_for_turns_by_number() -> None:
    model = Replay(RECORDED, lambda _: "observe", lambda request: len(request.messages))
    assert await answers(model, "once", "again") == ["a car", "a car"]
