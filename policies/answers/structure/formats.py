"""Answers in a format of their own, turned into lines: thoughts cut out, JSON, tables, LaTeX."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from policies.answers.meaning.text import untypeset

Looks = Callable[[str], int]
"""How much a text looks like a step: 2 if it is one, 1 if it may be, 0 if it is none."""

_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE)
_ITEM = re.compile(r"\\item(?:\[[^\]]*\])?\s*")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\]|\{[^{}]*\})?")
_LATEX = re.compile(r"\\(?:text|item|begin|boxed|textbf|mathrm|texttt|rightarrow|to)\b|\$\$")
_VALUE = re.compile(r"(?:^|(?<=[\s:=(]))(?=[\[{])", re.MULTILINE)
_MOST_FAILURES = 100
"""After so many brackets that begin no JSON, the rest is taken for text."""
_DECODER = json.JSONDecoder()
_LISTS = re.compile(r"plan|step|action|solution|sequence|instruction|move", re.IGNORECASE)
_STEP_KEYS = (
    re.compile(r"(?:^|_)(?:instruction|action|command|step|move)$"),
    re.compile(r"^(?:name|act|operator|do)$"),
)
_NO_ARGUMENT = re.compile(
    r"step|number|index|^(?:no|nr|n|i|order)$|id$|think|thought|reason|why|note|comment|effect|result|state|explan"
    r"|descri|precond|status|type",
    re.IGNORECASE,
)
_OF_ARGUMENTS = re.compile(r"^(?:arg|param|object|item|entit|operand|input)", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"^([ \t]*)(\d{1,3})[ \t]+(?=[A-Za-z*`(])", re.MULTILINE)
_FEWEST_ITEMS = 3
_ROW = re.compile(r"^\s*\|.*\|\s*$|^[^|]+\|[^|]+\|.*$")
_RULE = re.compile(r"^[\s|:+=-]+$")


def as_lines(answer: str, looks: Looks) -> str:
    """An answer as plain lines.

    Args:
        answer: the whole answer.
        looks: says how much a text looks like a step.
    """
    return _numbered(_tables(_json(_latex(without_thoughts(answer))), looks))


def without_thoughts(answer: str) -> str:
    """An answer without the blocks in which its model thought before answering."""
    if "<" not in answer:
        return answer
    kept: list[str] = []
    begin, opened = 0, None
    for tag in _THOUGHT.finditer(answer):
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        else:
            # An end without a beginning ends what the whole answer has begun with.
            kept = [] if opened is None else [*kept, answer[begin:opened]]
            begin, opened = tag.end(), None
    rest = "".join([*kept, answer[begin:]])
    return rest if rest.strip() else answer


def _latex(answer: str) -> str:
    if "\\" not in answer or _LATEX.search(answer) is None:
        return answer
    items = _ENVIRONMENT.sub("\n", _ITEM.sub("\n- ", answer))
    return "\n".join(untypeset(line) for line in re.split(r"\\\\(?:\[[^\]]*\])?|\n", items))


def _numbered(text: str) -> str:
    """A text with a full stop behind the bare numbers of a list: `1 feast …` as `1. feast …`."""
    found = list(_BARE_NUMBER.finditer(text))
    numbers = [int(each[2]) for each in found]
    if len(found) < _FEWEST_ITEMS or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return text
    return _BARE_NUMBER.sub(r"\1\2. ", text)


# --- JSON


def _json(answer: str) -> str:
    """An answer with each JSON value that holds steps as bulleted lines, one a step."""
    if '"' not in answer and "'" not in answer:
        return answer
    parts: list[str] = []
    start = failures = 0
    for found in _VALUE.finditer(answer):
        if found.end() < start or failures > _MOST_FAILURES:
            continue
        try:
            value, end = _DECODER.raw_decode(answer, found.end())
        except (json.JSONDecodeError, RecursionError):
            failures += 1
            continue
        lines = list(_steps(value))
        if lines:
            parts += [answer[start : found.end()], "\n", *(f"- {line}\n" for line in lines)]
            start = end
    return "".join([*parts, answer[start:]])


def _steps(value: object) -> Iterator[str]:
    """The steps in a JSON value: those of its list, else itself if it names an action."""
    if isinstance(value, Mapping):
        lists = {key: each for key, each in value.items() if isinstance(each, list | dict) and each}
        named = [each for key, each in lists.items() if _LISTS.search(str(key))]
        text = _text(value)
        if text and not any(isinstance(each, list) and len(each) > 1 for each in named):
            yield text
            return
        for each in named or list(lists.values()):
            yield from _steps(each)
    elif isinstance(value, list):
        for item in value:
            nested = isinstance(item, Mapping) and not _text(item)
            if nested:
                yield from _steps(item)
            elif text := _text(item):
                yield text


def _text(item: object) -> str:
    """One step: a text, a list of a name and arguments, or an object that says what is done."""
    if isinstance(item, str):
        return " ".join(item.split())
    if isinstance(item, list):
        return " ".join(item) if all(isinstance(word, str) for word in item) else ""
    if not isinstance(item, Mapping):
        return ""
    lower = {str(key).lower().replace(" ", "_"): value for key, value in item.items()}
    for key in (each for pattern in _STEP_KEYS for each in lower if pattern.search(each)):
        name = lower[key]
        if isinstance(name, Mapping | list) and (inner := _text(name)):
            return inner
        if isinstance(name, str) and name.strip():
            rest = {other: value for other, value in lower.items() if other != key}
            whole = len(name.split()) > 2 or "(" in name
            return " ".join([*name.split(), *([] if whole else _arguments(rest))])
    return "" if _holds_list(lower) else " ".join(_arguments(lower))


def _holds_list(item: Mapping[str, object], depth: int = 3) -> bool:
    """Whether an object has a list of steps in it, at some depth."""
    return any(
        isinstance(value, list | Mapping)
        and (
            _LISTS.search(str(key)) is not None
            or (depth > 0 and isinstance(value, Mapping) and _holds_list(value, depth - 1))
        )
        for key, value in item.items()
    )


def _arguments(item: Mapping[str, object]) -> Iterator[str]:
    """The arguments in an object, each behind its key where that is a word: `from place_0`."""
    for name, value in item.items():
        key = name.removeprefix("?")
        if _NO_ARGUMENT.search(key):
            continue
        if not _OF_ARGUMENTS.search(key) and key.replace("_", "").replace("-", "").isalpha():
            yield key
        if isinstance(value, list):
            yield from (str(each) for each in value if isinstance(each, str | int))
        elif isinstance(value, Mapping):
            yield from _arguments({str(inner): each for inner, each in value.items()})
        elif isinstance(value, str | int):
            yield str(value)


# --- tables


def _tables(answer: str, looks: Looks) -> str:
    """An answer with the rows of its tables as bulleted lines, where they hold steps."""
    if "|" not in answer:
        return answer
    lines: list[str] = []
    for is_row, group in groupby(answer.splitlines(), key=lambda line: bool(_ROW.match(line))):
        rows = list(group)
        lines += _rows(rows, looks) if is_row and len(rows) > 1 else rows
    return "\n".join(lines)


def _rows(rows: Sequence[str], looks: Looks) -> Sequence[str]:
    """The steps of a table: the column with most of them, or whole rows read as one."""
    ruled = any(_RULE.match(row) for row in rows)
    cells = [
        [cell.strip() for cell in row.strip().strip("|").split("|")]
        for row in rows
        if not _RULE.match(row)
    ]
    head, body = (cells[0], cells[1:]) if ruled and len(cells) > 1 else ([], cells)
    columns = range(max(map(len, body)))
    choices = [[row[n] if n < len(row) else "" for row in body] for n in columns]
    choices.append([_joined(row, head) for row in body])
    worth = [sum(map(looks, choice)) for choice in choices]
    best = max(worth)
    if not best:
        return rows
    return [f"- {cell}" for cell in choices[worth.index(best)] if cell.strip(" -–—")]


def _joined(row: Sequence[str], head: Sequence[str]) -> str:
    """A row as one sentence, with headings such as "from" where they are prepositions."""
    said = []
    for number, cell in enumerate(row):
        title = head[number].lower() if number < len(head) else ""
        if cell.isdigit() or _NO_ARGUMENT.search(title):
            continue
        preposition = title if title in ("from", "to", "at", "in", "on", "with", "using") else ""
        said.append(f"{preposition} {cell}".strip())
    return " ".join(said)
