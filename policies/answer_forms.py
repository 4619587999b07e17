"""The forms in which a question asks for its answer: what it says, and how the answer is read.

A question of this kind stands below the line `QUESTION`, and its last lines say the form. So a
model knows what to write, and one that plays by rule can tell what it is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pddl2nl.english import join
from pddl2nl.llm import encodable
from policies.answers.text import without_thoughts

QUESTION = "## Question"
"""The line above a question, below everything that comes before it."""
STEP = "Answer with the step alone, on one line."
"""What asks for the next step."""
STEP_PREFIX, OBSERVATION_PREFIX = "You: ", "I: "
"""What stands before a step that was ordered, and before what came of it, in a history."""
_YES_NO = "Answer with one word: yes or no."
_LIST = (
    "Answer with a list, each item on a line of its own that begins with a hyphen, and nothing "
    "else. If there is nothing to list, answer with the word none."
)
_JSON = "Answer with one JSON value and nothing else."
_OBJECT = "Answer with one JSON object and nothing else. Its keys are:"
_CHOICE = "Answer with one of these and nothing else:"
TRUTH = "yes or no"
"""How the meaning of a key begins whose value is yes or no."""

_KEY = re.compile(r'^- "(?P<key>[^"]+)": (?P<meaning>.*)$')
_VERDICT = re.compile(r"^\W*(?:(?:the |my |final )*answer\W+(?:is\W+)?)?(yes|no)\b", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+(?=\S)")
_NONE = re.compile(r"^\W*none\W*$", re.IGNORECASE)
_BEGINS_LINE = re.compile(r"^[^\S\n]*[\[{]", re.MULTILINE)
_BEGINS_JSON = re.compile(r"[\[{]")
_DECODER = json.JSONDecoder()


class AnswerForm(Protocol):
    """A form of answers."""

    @property
    def wish(self) -> str:
        """What a question says of it."""
        ...

    def read(self, answer: str) -> Any:
        """What an answer says.

        Raises:
            ValueError: it does not keep to the form; the message can be shown to a model.
        """
        ...


@dataclass(frozen=True, slots=True)
class YesNo:
    """One word, `yes` or `no`; read as a truth value."""

    wish: str = _YES_NO

    def read(self, answer: str) -> bool:
        """Read the verdict of the first line or the last one."""
        lines = _lines(answer)
        found = {
            verdict[1].lower()
            for line in {*lines[:1], *lines[-1:]}
            if (verdict := _VERDICT.match(line))
        }
        if len(found) != 1:
            raise ValueError("it is neither yes nor no")
        return found == {"yes"}


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list of items, each after a hyphen, a star or a number; read as texts."""

    wish: str = _LIST

    def read(self, answer: str) -> list[str]:
        """Read the items; lines below an item that begin with blanks belong to it."""
        parts: list[list[str]] = []
        for line in without_thoughts(answer).splitlines():
            if bullet := _BULLET.match(line):
                parts.append([line[bullet.end() :].strip()])
            elif parts and line[:1].isspace() and line.strip():
                parts[-1].append(line.strip())
        items = list(map(" ".join, parts))
        if not items and not any(map(_NONE.match, _lines(answer))):
            raise ValueError("no line of it begins with a hyphen")
        return [item for item in items if not _NONE.match(item)]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words or phrases, read as it stands among them."""

    choices: tuple[str, ...]

    @property
    def wish(self) -> str:
        return f"{_CHOICE} {', '.join(self.choices)}."

    def read(self, answer: str) -> str:
        """Read the choice that an answer is, or the only one that it names."""
        text = "\n".join(_lines(answer))
        bare = text.strip(" \n\t.\"'`*").lower()
        for choice in self.choices:
            if choice.lower() == bare:
                return choice
        named = [
            each for each in self.choices if re.search(rf"(?i)(?<!\w){re.escape(each)}(?!\w)", text)
        ]
        if len(named) == 1:
            return named[0]
        wanted = join(self.choices, "or")
        raise ValueError(f"it names {'several' if named else 'none'} of {wanted}")


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A JSON value, or an object with given keys.

    Args:
        keys: what each key means; one whose meaning begins with `yes or no` has such a value.
    """

    keys: tuple[tuple[str, str], ...] = ()

    @property
    def wish(self) -> str:
        if not self.keys:
            return _JSON
        return "\n".join([_OBJECT, *(f'- "{key}": {meaning}' for key, meaning in self.keys)])

    def read(self, answer: str) -> Any:
        """Read the first JSON object or list in an answer."""
        value = _json(without_thoughts(answer))
        if not self.keys:
            return value
        if not isinstance(value, dict):
            raise ValueError("it is no JSON object")  # noqa: TRY004 - shown to a model
        missing = [f'"{key}"' for key, _ in self.keys if key not in value]
        if missing:
            raise ValueError(f"the JSON object lacks {join(missing)}")
        return {
            **value,
            **{key: _truth(key, value[key]) for key, is_ in self.keys if _is_truth(is_)},
        }


@dataclass(frozen=True, slots=True)
class Prose:
    """Any text but none."""

    wish: str = ""

    def read(self, answer: str) -> str:
        """The answer without thoughts."""
        text = without_thoughts(answer).strip()
        if not text:
            raise ValueError("it is empty")
        return text


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step, in the words of the task; read by the reader of answers and not here."""

    wish: str = STEP

    def read(self, answer: str) -> str:
        """The answer as it is."""
        return answer


def asked_form(text: str) -> AnswerForm | None:
    """The form that a question asks for; None where the text holds no question of this kind."""
    if QUESTION not in text:
        return None
    question = text.rpartition(QUESTION)[2]
    if question.rstrip().endswith(STEP):
        return NextStep()
    for form in (YesNo(), ItemList(), JsonValue()):
        if question.rstrip().endswith(form.wish):
            return form
    if _OBJECT in question:
        keys = map(_KEY.match, question.rpartition(_OBJECT)[2].strip().splitlines())
        return JsonValue(tuple((found["key"], found["meaning"]) for found in keys if found))
    if _CHOICE in question:
        options = question.rpartition(_CHOICE)[2].strip().removesuffix(".")
        return Choice(tuple(options.split(", ")))
    return Prose()


def filler(form: AnswerForm, text: str, items: Sequence[str] = ()) -> str:
    """An answer that keeps to a form.

    Args:
        form: any but `NextStep`.
        text: what it says where words are asked for.
        items: what it lists where a list is asked for.
    """
    match form:
        case YesNo():
            return "no"
        case ItemList():
            return "\n".join(f"- {item}" for item in items) or "none"
        case Choice(choices):
            return choices[0]
        case JsonValue(keys):
            values = {key: "no" if _is_truth(meaning) else text for key, meaning in keys}
            return json.dumps(values, ensure_ascii=False)
    return text


def _lines(answer: str) -> list[str]:
    return [line.strip() for line in without_thoughts(answer).splitlines() if line.strip()]


def _json(text: str) -> Any:
    """The first JSON object or list in a text."""
    begin = _BEGINS_LINE.search(text) or _BEGINS_JSON.search(text)
    if begin is None:
        raise ValueError("it holds no JSON object or list")
    try:
        value = _DECODER.raw_decode(text, begin.end() - 1)[0]
        # JSON can escape half of a surrogate pair, which no later prompt could hold.
        return json.loads(encodable(json.dumps(value, ensure_ascii=False)))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"it is not valid JSON: {error}") from error


def _is_truth(meaning: str) -> bool:
    return meaning.lower().startswith(TRUTH)


def _truth(key: str, value: object) -> str:
    text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    found = _VERDICT.match(text)
    if found is None:
        raise ValueError(f'the value of "{key}" is neither yes nor no')
    return found[1].lower()
