"""One task for an agent that works in files, its texts, and what the checkers of answers share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from types import MappingProxyType
from typing import TypeVar

_NONE: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a task's rule says of an answer.

    Args:
        solved: whether the answer does all that was asked for; None where it could not be read.
        reason: why not, in a sentence; empty where it is solved.
        parts: parts of the task in their order, and whether each is done (as `flight 1`,
            `flight 2`, `hotel` in the ProcLLM paper, Table 1); empty where a task has none.
    """

    solved: bool | None
    reason: str = ""
    parts: Mapping[str, bool] = field(default_factory=lambda: _NONE)


@dataclass(frozen=True, slots=True)
class TaskTexts:
    """The texts of a task.

    Args:
        specification: the rules of its benchmark, and the format of an answer.
        request: this task.
        tools_specification: what the tools are and how they are called; empty for none.
        tools: files for the agent's code, read only: their text by path (`tools/recipes.py`). Where
            there are some, the agent may write a solver and have it run.
    """

    specification: str
    request: str
    tools_specification: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgenticTask(TaskTexts):
    """A task for an agent that works in files (ProcLLM paper, section 4).

    Args:
        name: what it is called, as `unit-movement-3`.
        check: assesses the text of an answer; it raises nothing, whatever the text.
    """

    name: str
    check: Callable[[str], Assessment]


def text_of(folder: str, name: str) -> str:
    """A text file that comes with a benchmark, by its folder in this package and its path there."""
    path = resources.files("domains.agents").joinpath(folder, *name.split("/"))
    return path.read_text(encoding="utf-8")


_SHOWN = 60


class AnswerFault(ValueError):
    """What is wrong with an answer, as one sentence."""


Kind = TypeVar("Kind", list[object], dict[str, object])


def read_json(text: str, kind: type[Kind]) -> Kind:
    """The JSON list or object that a text holds.

    Raises:
        AnswerFault: the text is not JSON, names a key twice in one object, is nested too deeply,
            has a number with too many digits, or holds something else.
    """
    if not text.strip():
        raise AnswerFault("The answer is empty.")
    try:
        value: object = json.loads(text, object_pairs_hook=_object)
    except AnswerFault:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        fault = error.msg.removesuffix(" at")
        raise AnswerFault(f"The answer is not JSON: {fault} at {where}.") from None
    except RecursionError:
        raise AnswerFault("The answer is not usable JSON: it is nested too deeply.") from None
    except ValueError:
        raise AnswerFault("The answer is not usable JSON: a number has too many digits.") from None
    if not isinstance(value, kind):
        wanted = "list" if kind is list else "object"
        raise AnswerFault(f"The answer should be a JSON {wanted}, not {kind_of(value)}.")
    return value


def quoted(text: str) -> str:
    """A text of an answer as it may stand in a sentence: in ASCII, between quotes, not too long."""
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    return json.dumps(shown)


def kind_of(value: object) -> str:
    """What a JSON value is, with its article; texts are quoted."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = ((dict, "an object"), (list, "a list"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "a number")


def text_fields(value: object, names: Iterable[str], what: str) -> tuple[str, ...]:
    """The texts of a JSON object that has just these keys, in the order of the names.

    Args:
        value: what ought to be such an object.
        names: its keys.
        what: the subject of a sentence about the object, as `Action 2`.

    Raises:
        AnswerFault: it is no object, a key is missing or unknown, or a value is not a text.
    """
    if not isinstance(value, dict):
        raise AnswerFault(f"{what} should be an object, not {kind_of(value)}.")
    expected = tuple(names)
    for name in expected:
        if name not in value:
            raise AnswerFault(f"{what} has no key {quoted(name)}.")
        if not isinstance(value[name], str):
            found = kind_of(value[name])
            raise AnswerFault(f"{what} has {found} as {quoted(name)}, which should be a text.")
    unknown = next((name for name in value if name not in expected), None)
    if unknown is not None:
        known = ", ".join(map(quoted, expected))
        raise AnswerFault(f"{what} has an unknown key {quoted(unknown)}; the keys are {known}.")
    return tuple(value[name] for name in expected)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise AnswerFault(f"The answer names the key {quoted(key)} twice in one object.")
        found[key] = value
    return found
