"""Answers in a format of their own, turned into lines: JSON, tables, lists in LaTeX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

_ITEM = re.compile(r"\\item(?:\[[^\]\n]{0,20}\])?[ \t]{0,20}")
_COMMENTED = re.compile(r"^[ \t]{0,20}%[ \t]{0,20}\\item", re.MULTILINE)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}\n]{0,40}\}(?:\[[^\]\n]{0,20}\])?")
_LINE_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?")
_VALUE = re.compile(r"(?:^|(?<=[\s:=(]))(?=[\[{])", re.MULTILINE)
_MAX_FAILURES = 100
"""After this many brackets that begin no JSON, the rest is taken for text."""
_DECODER = json.JSONDecoder()
_STEPS = re.compile(r"plan|step|action|solution|sequence|instruction|move|answer", re.IGNORECASE)
_NAME = re.compile(r"(?:^|_)(?:action|instruction|step|move|command|name|operator|act|do)$")
_NOTE = re.compile(
    r"^(?:no|nr|n|i|id|index|number|step_?(?:number|no|id)?|think|thoughts?|reason(?:ing)?|why|notes?"
    r"|comment|effects?|results?|state|explanation|description|preconditions?|status|finished|done)$"
)
_NUMBER = re.compile(r"^(?:no|nr|n|id|index|number|order|rank|step(?:_?(?:number|no|id))?)$")
_THOUGHT = re.compile(r"think|thought|reason")
_ARGUMENT = re.compile(r"^(?:arg|param|object|input|operand|entit|variable)")
_RULE = re.compile(r"[\s|:+=-]+")


def as_lines(answer: str) -> str:
    """An answer with JSON values, tables and LaTeX lists as lines of text."""
    return _tables(_json(_latex(answer)))


def _latex(answer: str) -> str:
    if "\\item" not in answer and "\\begin" not in answer and "\\\\" not in answer:
        return answer
    answer = _COMMENTED.sub("; ", answer)
    return _LINE_END.sub("\n", _ENVIRONMENT.sub("\n", _ITEM.sub("\n- ", answer)))


# --- JSON


def _json(answer: str) -> str:
    """An answer with each JSON value that holds steps as numbered lines, one per step."""
    if '"' not in answer:
        return answer
    parts: list[str] = []
    start = failures = rank = 0
    for found in _VALUE.finditer(answer):
        if found.end() < start or failures > _MAX_FAILURES:
            continue
        try:
            value, end = _DECODER.raw_decode(answer, found.end())
        except (ValueError, RecursionError):  # no JSON, a number of 5,000 digits, or too deep
            failures += 1
            continue
        if isinstance(value, Mapping) or _text(value) or any(map(_text, value)):
            parts += [answer[start : found.end()], "\n"]
            for line in _steps(value):
                rank = 0 if line.startswith("#") else rank
                rank += not line.startswith(_UNRANKED)
                parts.append(f"{line}\n" if line.startswith(_UNRANKED) else f"{rank}. {line}\n")
            start = end
    return "".join([*parts, answer[start:]])


_UNRANKED = ("#", "  - ")
"""How headings and notes begin."""


def _steps(value: object) -> Iterator[str]:
    """The steps in a JSON value, in order, and whatever else it holds, for the reader to judge."""
    if text := _text(value):
        yield text
    elif isinstance(value, list):
        if not _in_order(value):
            yield "  - note: the numbers have another order instead"
        for item in value:
            yield from _steps(item)
    elif not isinstance(value, Mapping):
        yield str(value)
    for key, each in value.items() if isinstance(value, Mapping) else ():
        if _NOTE.search(_key(key)):
            words = " ".join(each.split()) if isinstance(each, str) else ""
            yield f"  - {'think' if _THOUGHT.match(_key(key)) else 'note'}: {words}"
        elif not text:
            if isinstance(each, list | Mapping):
                yield f"{'##' if _STEPS.search(key) else '  -'} {key}:"
                yield from _steps(each)
            else:
                yield f"{key}: {each}"


def _in_order(items: Sequence[object]) -> bool:
    """Whether the numbers of steps, if they have any, rise."""
    numbers = [
        int(str(number))
        for item in items
        if isinstance(item, Mapping)
        for key, number in item.items()
        if _NUMBER.search(_key(key)) and re.fullmatch(r"\d{1,9}", str(number))
    ]
    return numbers == sorted(numbers)


def _text(item: object) -> str:
    """One step: a text, a list of a name and its arguments, or an object with both."""
    if isinstance(item, str):
        return " ".join(item.split())
    if isinstance(item, list):
        words = [word for word in item if isinstance(word, str) and len(word.split()) == 1]
        return f"({' '.join(words)})" if len(words) == len(item) else ""
    if not isinstance(item, Mapping):
        return ""
    keys = {_key(key): value for key, value in item.items()}
    key = next((k for k, value in keys.items() if _NAME.search(k) and isinstance(value, str)), None)
    if key is None:
        return ""
    rest = (_argument(each, value) for each, value in keys.items() if each != key)
    return " ".join(filter(None, (str(keys[key]), *rest)))


def _key(key: str) -> str:
    return key.lower().replace(" ", "_")


def _argument(key: str, value: object) -> str:
    """The arguments under a key, behind it where it says more than that they are arguments."""
    if _NOTE.search(key):
        return ""
    if isinstance(value, Mapping):
        return " ".join(_argument(str(each), inner) for each, inner in value.items())
    values = value if isinstance(value, list) else [value]
    label = "" if _ARGUMENT.search(key) else key.removeprefix("?")
    return " ".join((label, *map(str, values))).strip()


# --- tables


def _tables(answer: str) -> str:
    """An answer with the rows of its tables as bulleted lines, the cells between ` | `."""
    if "|" not in answer:
        return answer
    lines: list[str] = []
    for is_row, group in groupby(answer.splitlines(), key=_is_row):
        rows = list(group)
        if not is_row or len(rows) == 1:
            lines += rows
            continue
        ruled = [number for number, row in enumerate(rows) if _RULE.fullmatch(row)]
        body = rows[ruled[0] + 1 :] if ruled and ruled[0] else rows
        lines += [
            f"## {' – '.join(filter(_says, _cells(row)))}"
            for row in rows[: len(rows) - len(body) - 1]
        ]
        lines += [_row(row) for row in body if not _RULE.fullmatch(row)]
    return "\n".join(lines)


def _row(row: str) -> str:
    """A row as an item of a list, with the number in its first cell if there is one."""
    cells = _cells(row)
    number = cells[0].strip(" *.").removeprefix("Step ") if len(cells) > 1 else ""
    if number.isdigit():
        return f"{number}. {' | '.join(filter(None, cells[1:]))}"
    return f"- {' | '.join(filter(None, cells))}"


def _says(cell: str) -> bool:
    """Whether a cell of a table's head says more than that numbers stand below it."""
    return cell.lower().strip("*. ") not in ("no", "nr", "#", "")


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _is_row(line: str) -> bool:
    text = line.strip()
    return text.startswith("|") and text.endswith("|") and len(text) > 1
