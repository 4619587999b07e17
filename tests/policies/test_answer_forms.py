"""The forms in which questions ask for answers: what they say, and what is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.answer_forms import (
    QUESTION,
    AnswerForm,
    Choice,
    ItemList,
    JsonValue,
    NextStep,
    Prose,
    YesNo,
    asked_form,
    filler,
)

KEYED = JsonValue((("step", "what to do next"), ("safe", "yes or no: whether it is safe")))
FORMS: tuple[AnswerForm, ...] = (
    *(YesNo(), ItemList(), JsonValue(), KEYED, Choice(("go on", "turn back")), NextStep(), Prose()),
)


@pytest.mark.parametrize("form", FORMS)
def test_a_question_tells_its_form(form: AnswerForm) -> None:
    text = f"## Before\nAnswer with one word: yes or no.\n\n{QUESTION}\nWhat now?\n{form.wish}"
    assert asked_form(text) == form
    assert asked_form(f"What now?\n{form.wish}") is None


@given(st.sampled_from(FORMS), st.text(min_size=1), st.lists(st.sampled_from(["a", "b c"])))
def test_what_fills_a_form_is_read_by_it(form: AnswerForm, text: str, items: list[str]) -> None:
    words = f"It is {text.strip()}." if "<" not in text else "It is so."
    read = form.read(filler(form, words, items))
    match form:
        case ItemList():
            assert read == items
        case JsonValue(keys) if keys:
            assert read == {"step": words, "safe": "no"}


@pytest.mark.parametrize(
    ("form", "answer", "read"),
    [
        (YesNo(), "Yes.", True),
        (YesNo(), "**No**, not yet.", False),
        (YesNo(), "The plan holds; it still leads there.\n\nAnswer: no", False),
        (YesNo(), "<think>yes, or no?</think>\nno", False),
        (YesNo(), "My final answer is: Yes", True),
        (ItemList(), "1. one\n2) two\n  and more\n", ["one", "two and more"]),
        (ItemList(), "Here they are:\n- one\n* two", ["one", "two"]),
        (ItemList(), "None.", []),
        (ItemList(), "- none", []),
        (JsonValue(), 'Sure [as asked]:\n```json\n{"a": [1, 2]}\n```\nDone.', {"a": [1, 2]}),
        (JsonValue(), "[1, 2]", [1, 2]),
        (JsonValue(), 'It is {"a": 1}.', {"a": 1}),
        (
            KEYED,
            '{"step": "go", "safe": true, "why": "-"}',
            {"step": "go", "safe": "yes", "why": "-"},
        ),
        (KEYED, '{"step": "go", "safe": "No, it is icy"}', {"step": "go", "safe": "no"}),
        (Choice(("go on", "turn back")), "`Go on`", "go on"),
        (Choice(("go on", "turn back")), "I would turn back, as it is late.", "turn back"),
        (Choice(("on", "go on")), "go on", "go on"),
        (Prose(), "<think>hm</think> It is late. ", "It is late."),
    ],
)
def test_answers_are_read_in_the_ways_models_write_them(
    form: AnswerForm, answer: str, read: Any
) -> None:
    assert form.read(answer) == read


@pytest.mark.parametrize(
    ("form", "answer", "fault"),
    [
        (YesNo(), "Maybe.", "it is neither yes nor no"),
        (YesNo(), "Yes, it holds.\nNo, it does not.", "it is neither yes nor no"),
        (YesNo(), "yesterday", "it is neither yes nor no"),
        (YesNo(), "", "it is neither yes nor no"),
        (ItemList(), "First one, then two.", "no line of it begins with a hyphen"),
        (JsonValue(), "no idea", "it holds no JSON object or list"),
        (JsonValue(), "{'a': {\"b\": 1}}", "it is not valid JSON"),
        (JsonValue(), "[" * 100_000, "it is not valid JSON"),
        (KEYED, '{"step": "go"}', 'the JSON object lacks "safe"'),
        (KEYED, '["step"]', "it is no JSON object"),
        (KEYED, '{"step": "go", "safe": "perhaps"}', 'the value of "safe" is neither yes nor no'),
        (Choice(("on", "off")), "on or off", "it names several of on or off"),
        (Choice(("on", "off")), "one", "it names none of on or off"),
        (Prose(), " \n", "it is empty"),
    ],
)
def test_an_answer_that_does_not_keep_to_its_form_is_told_why(
    form: AnswerForm, answer: str, fault: str
) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(fault)):
        form.read(answer)


def test_half_a_character_in_json_is_no_text() -> None:
    answer = '{"\\ud800": ["\\udfff", "\\ud83d\\ude00", 1.5]}'
    assert JsonValue().read(answer) == {"?": ["?", "\U0001f600", 1.5]}
