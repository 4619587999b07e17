"""Plans given as JSON, turned into lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

_VALUE = re.compile(r"^\s*(?:```(?:json)?\s*\n\s*)?(?=[\[{])", re.MULTILINE)
_DECODER = json.JSONDecoder()
_PLANS = re.compile(r"plan|step|action|solution|sequence", re.IGNORECASE)
_NAMES = ("action", "name", "act", "step")


def unpacked(answer: str) -> str:
    """An answer with each JSON list in it as bulleted lines, one a step."""
    if '"' not in answer:
        return answer
    parts: list[str] = []
    start = 0
    for found in _VALUE.finditer(answer):
        if found.end() < start:
            continue
        try:
            value, end = _DECODER.raw_decode(answer, found.end())
        except (json.JSONDecodeError, RecursionError):
            continue  # brackets that are no JSON, or a nest of them, stay as they are
        lines = list(_lines(value))
        if lines:
            parts += [answer[start : found.end()], "\n", *(f"- {line}\n" for line in lines)]
            start = end
    return "".join([*parts, answer[start:]])


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        lists = {key: each for key, each in value.items() if isinstance(each, list)}
        chosen = [each for key, each in lists.items() if _PLANS.search(key)] or [*lists.values()]
        for each in chosen:
            yield from _lines(each)
    elif isinstance(value, list):
        for item in value:
            step = _step(item)
            if step:
                yield step


def _step(item: object) -> str:
    """One step: a text, a list of a name and arguments, or an object with a name."""
    if isinstance(item, str):
        return " ".join(item.split())
    if isinstance(item, list) and all(isinstance(word, str) for word in item):
        return " ".join(item)
    if not isinstance(item, Mapping):
        return ""
    name = next((item[key] for key in _NAMES if isinstance(item.get(key), str)), "")
    if not name or " " in name:
        return name
    return " ".join([name, *_arguments(item, name)])


def _arguments(item: Mapping[str, object], name: str) -> Iterator[str]:
    """The arguments in the order given; those with names of their own keep them."""
    for key, value in item.items():
        if isinstance(value, list):
            yield from map(str, value)
        elif isinstance(value, Mapping):
            for inner, text in value.items():
                yield f"{inner} {text}"
        elif value != name and isinstance(value, str):
            yield f"{key} {value}"
