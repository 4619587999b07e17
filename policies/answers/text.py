"""An answer as text: its formats turned into lines, what marks each line, its words and signs."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from pddl2nl.english import vocabulary
from policies.answers.words import (
    EXAMPLES,
    FINAL,
    LABEL_WORDS,
    NOTE_LABELS,
    PLAN_WORDS,
    SECTIONS,
    STEP_LABELS,
)

MAX_KEPT = 500
"""The maximum number of characters of a text that is kept, for when it comes again."""

# --- words and signs


class AnswerTokens(tuple[str, ...]):
    """Lower-case words of letters and digits, and single signs.

    `object_3` is two words, and so are `object-3` and `Object 3`; `glue` tells them apart.

    Attributes:
        glue: for each token the sign that joins it to the one before it; empty where a blank or
            another token stands between. A slice has none.
    """

    glue: tuple[str, ...] = ()


_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("⟶⇒➜➔➡⟹➝➤►▶", "→"),
        **dict.fromkeys("‐‑−", "-"),
        **dict.fromkeys("’‘´", "'"),
        **dict.fromkeys("\u00a0\u202f\u2009\ufe0f\u200b", " "),
        **dict.fromkeys('“”„«»"`*', ""),
        "＿": "_",
    }
)
_LATEX_BLOCK = re.compile(r"\\(?:text|textbf|textit|texttt|textrm|mathrm|mathbf|boxed|emph)\{")
_LATEX_SIGN = re.compile(r"\$|\\[()\[\],;:! ]|\\(?:quad|qquad)\b")
_LATEX_ARROW = re.compile(r"\\(?:long)?(?:rightarrow|to)\b|\\(?:implies|Rightarrow)\b")
_QUOTED = re.compile(r"(?<!\w)'([^'\n]{1,80})'(?!\w)")
_ELLIPSIS = re.compile(r"\.{2,}")
_TOKEN = re.compile(r"(?<=[^\W_])[-_']+[^\W_]+|[^\W_]+|->|=>|[^\w\s]")
_GLUE = "-_'"
_NO_LONGER = re.compile(r"\bno longer\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b([^\W\d_]+)n't\b", re.IGNORECASE)
_SHORTENED = {"wo": "will", "sha": "shall"}


def plain(text: str) -> str:
    """A text without emphasis, quotation marks, code marks and LaTeX commands, on one line."""
    simple = text.translate(_TYPOGRAPHY)
    if "\\" in simple or "$" in simple:
        simple = _LATEX_ARROW.sub("→", simple.replace(r"\_", "_"))
        simple = (
            _LATEX_SIGN.sub(" ", _LATEX_BLOCK.sub("{", simple)).replace("{", "").replace("}", "")
        )
    if "'" in simple:
        simple = _QUOTED.sub(r"\1", simple)
    if ".." in simple:
        simple = _ELLIPSIS.sub("…", simple)
    return " ".join(simple.split())


def tokens(text: str) -> AnswerTokens:
    """The words and signs of a text."""
    return _tokens(text) if len(text) <= MAX_KEPT else _tokens.__wrapped__(text)


@lru_cache(8192)
def _tokens(text: str) -> AnswerTokens:
    found = _TOKEN.findall(spelled_out(plain(text).lower()))
    words = [
        each.lstrip(_GLUE) if each[0] in _GLUE and each[-1].isalnum() else each for each in found
    ]
    result = AnswerTokens(words)
    result.glue = ("",) * len(words)
    if words != found:
        pairs = zip(found, words, strict=True)
        result.glue = tuple(each[: len(each) - len(word)] for each, word in pairs)
    return result


def spelled_out(text: str) -> str:
    """A text with "is not" and "cannot" for "isn't" and "can't", and "not" for "no longer"."""
    text = _CONTRACTED.sub(_as_two_words, text) if "n't" in text else text
    return _NO_LONGER.sub("not", text)


def _as_two_words(found: re.Match[str]) -> str:
    verb = found[1]
    return "cannot" if verb.lower() == "ca" else f"{_SHORTENED.get(verb.lower(), verb)} not"


base_form = lru_cache(8192)(vocabulary.base_form)


def is_word(token: str) -> bool:
    return token[0].isalnum()


@lru_cache(256)
def spoken_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words without the signs between them."""
    return tuple(filter(is_word, words))


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text without signs."""
    return spoken_of(tokens(text))


def shortens(title: Sequence[str], step: Sequence[str]) -> bool:
    """Whether a title has words of a step alone, in the order of the step: "Sail to object_3"."""
    rest = iter([base_form(word) or word for word in step])
    return all((base_form(word) or word) in rest for word in title)


def squash(words: Sequence[str]) -> str:
    """Words as one, so that `pick-up`, `pick_up` and `PickUp` are the same."""
    return "".join(words)


_THOUGHT_TAGS = ("think", "thinking", "thought", "reasoning", "scratchpad")
_TAG = re.compile(rf"<(/?)(?:{'|'.join(_THOUGHT_TAGS)})>", re.IGNORECASE)


def without_thoughts(answer: str) -> str:
    """An answer without these blocks; the whole of it where nothing else is left."""
    if "<" not in answer:
        return answer
    kept: list[str] = []
    begin, opened = 0, None
    for tag in _TAG.finditer(answer):
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        else:
            # An end without a beginning ends what the whole answer has begun with.
            kept = [] if opened is None else [*kept, answer[begin:opened]]
            begin, opened = tag.end(), None
    rest = "".join([*kept, answer[begin:]])
    return rest if rest.strip() else answer


def ends_in_thoughts(answer: str) -> bool:
    """Whether an answer opens such a block and never ends it, so that nothing was answered."""
    *_, last = ("/", *(tag[1] for tag in _TAG.finditer(answer))) if "<" in answer else ("/",)
    return last != "/"


# --- answers in a format of their own

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Letters, digits and signs of full width, and those that are meant."""
_KEYCAP = "\ufe0f\u20e3"
"""What makes a digit a key with this digit on it."""
_MAX_TAGS = 50
"""The maximum number of different tags in an answer; one with more is taken for text."""
_STRUCK = re.compile(r"</?(?:del|s|strike)>", re.IGNORECASE)
_LISTS = {"ol": "", "ul": "", "li": "- "}
"""What the tags of HTML's lists become."""
_BESIDE = re.compile(r"</([A-Za-z][\w-]{0,40})>[ \t]{0,20}<\1>")
_CLOSING_TAG = re.compile(r"</([A-Za-z][\w-]{0,40})>")
_TIMED = re.compile(
    r"^[ \t]{0,20}(\d{1,9}(\.\d{1,9})?)[ \t]{0,9}:[ \t]{0,9}(\([^()\n]{1,400}\))"
    r"(?:[ \t]{0,9}\[\d{1,9}(?:\.\d{1,9})?\]|(?(2)|(?!)))[ \t]{0,20}$",
    re.MULTILINE,
)
"""A step in the form of planners and VAL: `0.000: (sail a b) [1.000]`.

A whole number is a time where a duration follows, else it may be that of an item.
"""
_ITEM = re.compile(r"\\item(?:\[[^\]\n]{0,20}\])?[ \t]{0,20}")
_COMMENTED = re.compile(r"^[ \t]{0,20}%[ \t]{0,20}\\item", re.MULTILINE)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}\n]{0,40}\}(?:\[[^\]\n]{0,20}\])?")
_LINE_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?")
_VALUE = re.compile(r"(?:^|(?<=[\s:=(]))(?=[\[{])", re.MULTILINE)
_PYTHON_TEXT = r"(?:'[^'\"\n\\]*'|\"[^'\"\n\\]*\")"
_PYTHON_ITEM = (
    rf"(?:{_PYTHON_TEXT}|[(\[]\s*{_PYTHON_TEXT}(?:\s*,\s*{_PYTHON_TEXT})*\s*(?:,\s*)?[)\]])"
)
_PYTHON_LIST = re.compile(rf"(?<!\w)\[\s*{_PYTHON_ITEM}(?:\s*,\s*{_PYTHON_ITEM})*\s*(?:,\s*)?\]")
_MAX_FAILURES = 100
"""After this many brackets that begin no JSON, the rest is taken for text."""
_DECODER = json.JSONDecoder()
_STEPS = re.compile(r"plan|step|action|solution|sequence|instruction|move|answer", re.IGNORECASE)
_NAME = re.compile(r"(?:^|_)(?:action|instruction|step|move|command|name|operator|act|do)$")
_NOTE = re.compile(
    r"^(?:no|nr|n|i|id|index|number|confidence|(?:num|number_of|total)_(?:steps|actions)|step_?(?:number|no|id)?|think|thoughts?|reason(?:ing)?|why|notes?"
    r"|(?:\w+_)?costs?|price|comment|effects?|results?|state|explanation|description|preconditions?|status|finished|done)$"
)
_NUMBER = re.compile(r"^(?:no|nr|n|id|index|number|order|rank|step(?:_?(?:number|no|id))?)$")
_RANKED = re.compile(r"(?:step|action|move|instruction)?_?#?(\d{1,4})")
_ITEM_MARK = re.compile(r"[ \t]*(?:(\d{1,4})[.)]|[-*•])[ \t]+")
_THOUGHT_KEY = re.compile(r"think|thought|reason")
_ARGUMENT = re.compile(r"^(?:arg|param|object|input|operand|entit|variable)")
_COST_WORDS = frozenset({"cost", "costs", "price", "total", "cumulative", "sum"})
_AMOUNT = re.compile(r"[*$€]*[\d.]*[*]*")
_TABLE_RULE = re.compile(r"[\s|:+=-]+")


def as_lines(answer: str) -> str:
    """An answer with JSON, Python lists, tables, LaTeX lists, tags and times as lines of text."""
    plainer = _latex(_tags(_timed(answer.replace(_KEYCAP, ".").translate(_WIDE))))
    return _tables(_json(_python(plainer)))


def _timed(answer: str) -> str:
    """An answer without the times and durations of its calls, if they stand in order of time."""
    times = [float(found[1]) for found in _TIMED.finditer(answer)]
    return _TIMED.sub(r"\3", answer) if times == sorted(times) else answer


def _tags(answer: str) -> str:
    """An answer without tags that are closed again; those around several lines head these.

    So `<explanation>` is a heading, and in `<step>…</step>` and lists of HTML there is none.
    Thoughts without an answer stay as they are: what stands in them is proposed by nobody.
    """
    answer = _BESIDE.sub("</\\1>\\n<\\1>", _STRUCK.sub("~~", answer))
    closed = {found[1] for found in _CLOSING_TAG.finditer(answer)}
    if not 0 < len(closed) <= _MAX_TAGS or closed.intersection(_THOUGHT_TAGS):
        return answer
    names = "|".join(map(re.escape, sorted(closed)))
    opening, closing = re.compile(rf"<({names})>"), re.compile(rf"</(?:{names})>")

    def item(found: re.Match[str]) -> str:
        return _LISTS.get(found[1].lower(), "")

    def heading(found: re.Match[str]) -> str:
        name = found[1].lower()
        return _LISTS.get(name, "" if name in STEP_LABELS else f"## {found[1]}\n")

    return "\n".join(
        opening.sub(item if "</" in line else heading, closing.sub("", line)).rstrip("\n")
        for line in answer.splitlines()
    )


def _latex(answer: str) -> str:
    if "\\item" not in answer and "\\begin" not in answer and "\\\\" not in answer:
        return answer
    answer = _COMMENTED.sub("; ", answer)
    return _LINE_END.sub("\n", _ENVIRONMENT.sub("\n", _ITEM.sub("\n- ", answer)))


# --- JSON


def _python(answer: str) -> str:
    """An answer with the lists of texts and tuples that Python writes as JSON: `['a', 'b']`."""
    return _PYTHON_LIST.sub(_as_json, answer) if "'" in answer else answer


def _as_json(found: re.Match[str]) -> str:
    try:
        return json.dumps(ast.literal_eval(found[0]), ensure_ascii=False)
    except (ValueError, SyntaxError):
        return found[0]


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
            yield "  - note: by their numbers, the steps have another order instead"
        several = sum(isinstance(item, list) and not _text(item) for item in value) > 1
        for item in value:
            if several and isinstance(item, list):
                yield "## list:"
            yield from _steps(item)
    elif not isinstance(value, Mapping):
        yield str(value)
    elif _numbered(value):
        yield from _steps([{"no": _rank(key), "action": _text(value[key])} for key in value])
        return
    parts = _unfolded(value) if isinstance(value, Mapping) else {}
    heads = _heads(parts)
    for key, each in parts.items():
        if _NOTE.search(_key(key)):
            yield from _notes(key, each)
        elif not text:
            if isinstance(each, list | Mapping):
                yield f"{'##' if key in heads else '  -'} {key}:"
                yield from _steps(each)
            else:
                yield f"{key}: {each}" if each is not False else f"  - note: not {key}"


def _notes(key: str, value: object) -> Iterator[str]:
    """What stands under a key for what is no step, a line per text."""
    label = "think" if _THOUGHT_KEY.match(_key(key)) else "note"
    for each in value if isinstance(value, list) else [value]:
        yield f"  - {label}: {' '.join(each.split()) if isinstance(each, str) else ''}"


def _unfolded(value: Mapping[str, object]) -> dict[str, object]:
    """An object whose plan, if it is a text of several lines, is the list of these lines."""
    return {
        key: _listed(each) if isinstance(each, str) and _STEPS.search(key) else each
        for key, each in value.items()
    }


def _listed(text: str) -> str | list[str]:
    """The lines of a text without their marks, `"1. go\\n2. rest"`.

    One line, and lines that their numbers do not count, stay a text, for the reader to judge.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    marks = [_ITEM_MARK.match(line) for line in lines]
    ranks = [int(mark[1] or 0) if mark else 0 for mark in marks]
    if len(lines) < 2 or ranks not in ([0] * len(lines), [*range(1, len(lines) + 1)]):
        return text
    return [line[mark.end() if mark else 0 :] for line, mark in zip(lines, marks, strict=True)]


def _heads(value: Mapping[str, object]) -> frozenset[str]:
    """The keys that head lists of their own: of one plan, or of several, phases aside."""
    lists = [key for key, each in value.items() if isinstance(each, list | Mapping)]
    return frozenset(
        key
        for key in lists
        if _STEPS.search(key)
        or (len(lists) > 1 and not _NOTE.search(_key(key)) and SECTIONS.isdisjoint(words_of(key)))
    )


def _numbered(value: Mapping[str, object]) -> bool:
    """Whether all keys of an object are numbers of steps: `{"1": …, "2": …}`, `{"step_1": …}`."""
    return value != {} and all(_rank(key) and _text(each) for key, each in value.items())


def _rank(key: str) -> str:
    found = _RANKED.fullmatch(_key(key))
    return found[1] if found else ""


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
    rest = {each: value for each, value in keys.items() if each != key}
    if (named := _named(rest)) and len(str(keys[key]).split()) == 1:
        return f"{keys[key]}({', '.join(f'{each}={value}' for each, value in named)})"
    said = (_argument(each, value) for each, value in rest.items())
    return " ".join(filter(None, (str(keys[key]), *said)))


def _named(values: Mapping[str, object]) -> list[tuple[str, str]]:
    """Arguments under names of their own, none where some have only a place."""
    found: list[tuple[str, str]] = []
    for key, value in values.items():
        if _NOTE.search(key):
            continue
        inner = value if isinstance(value, Mapping) else {key: value}
        for name, each in inner.items():
            placed = _ARGUMENT.search(str(name)) or len(words_of(str(name))) != 1
            if placed or not isinstance(each, str) or len(each.split()) != 1:
                return []
            found.append((str(name).removeprefix("?"), each))
    return found


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
        ruled = [number for number, row in enumerate(rows) if _TABLE_RULE.fullmatch(row)]
        body = rows[ruled[0] + 1 :] if ruled and ruled[0] else rows
        lines += [
            f"## {' – '.join(filter(_heads_steps, _cells(row)))}"
            for row in rows[: len(rows) - len(body) - 1]
        ]
        costs = _cost_columns(rows[: len(rows) - len(body)])
        lines += [
            _row(row, costs)
            for row in body
            if not _TABLE_RULE.fullmatch(row) and not _is_sum(_cells(row))
        ]
    return "\n".join(lines)


def _cost_columns(heads: Sequence[str]) -> frozenset[int]:
    """The columns of a table whose head says that costs stand below it."""
    return frozenset(
        column
        for head in heads
        for column, cell in enumerate(_cells(head))
        if not _COST_WORDS.isdisjoint(words_of(cell))
    )


def _is_sum(cells: Sequence[str]) -> bool:
    """Whether a row has the sum of a column of costs and no step: `| Total | | 5 |`."""
    spoken = [word for cell in cells for word in words_of(cell) if not word.isdigit()]
    return spoken != [] and _COST_WORDS.issuperset(spoken)


def _row(row: str, costs: frozenset[int]) -> str:
    """A row as an item of a list, with the number in its first cell if there is one.

    A number in a column of costs is left out.
    """
    cells = [
        cell
        for column, cell in enumerate(_cells(row))
        if column not in costs or not _AMOUNT.fullmatch(cell)
    ]
    number = cells[0].strip(" *.").removeprefix("Step ") if len(cells) > 1 else ""
    if number.isdigit():
        return f"{number}. {' | '.join(filter(None, cells[1:]))}"
    return f"- {' | '.join(filter(None, cells))}"


def _heads_steps(cell: str) -> bool:
    """Whether a cell of a table's head may head steps, and not numbers or what is said of them."""
    words = frozenset(words_of(cell))
    noted = bool(words) and words <= NOTE_LABELS - EXAMPLES
    return not noted and cell.lower().strip("*. ") not in ("no", "nr", "#", "")


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _is_row(line: str) -> bool:
    text = line.strip()
    return text.startswith("|") and text.endswith("|") and len(text) > 1


# --- lines

Mark = Literal["number", "bullet", "step", "note", "heading", "plain"]
"""What opens a line: a number, a bullet, a label of a step (`Instruction:`), a label of what is no
step (`Think:`), a heading, or nothing."""

_MARK = re.compile(
    r"(?P<bullet>(?:[-*•–◦▪+>→✓✔☑✅]|\\item)[ \t]+)?"
    r"(?:(?P<heading>#{1,6}(?!\d))[ \t]*)?"
    r"(?:[*_`]{1,3})?"
    r"(?:(?:step|action|move|instruction|turn)[ \t]*#?(?P<named>\d{1,4})[ \t]*"
    r"(?:[.:)\-–—][ \t]*|(?=[*_]|\s*$))"
    r"|\(?(?P<number>\d{1,4})(?:[.):]|\.\))(?=[\s*_`(\[]|[A-Za-z]|$)"
    r"|(?:\[(?P<bracketed>\d{1,4})\][.:]?|#(?P<hashed>\d{1,4})[.:)]?)(?=\s)"
    r"|(?P<letter>\(?[a-z]\)[ \t]+)|\[[ xX]\][ \t]+)?",
    re.IGNORECASE,
)
_RANKS = ("number", "named", "bracketed", "hashed")
_LABEL = re.compile(
    r"((?:[A-Za-z]+[ /-]){0,3}[A-Za-z]+)(?:[ ]#?\d{1,3})?[ ]?:[ ]+(?=\S)|([A-Za-z ]{2,40}):$"
)
_THOUGHT = re.compile(r"\W*(?:think|thought|reasoning)\b.{0,3}:", re.IGNORECASE)
_ORDER = re.compile(r"(?=[*_]{0,2}\b(?:instruction|action)[*_]{0,2}:[*_]{0,2}\s)", re.IGNORECASE)
_RULE = re.compile(r"\s*[-=_*]{3,}\s*")
_COMMENTS = {False: (";", "--", "%", "//"), True: (";", "--", "%", "//", "#")}
"""What opens a comment, outside a block of code and in one."""
COMMENT = "comment"
"""The label of a comment."""
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")


_MIN_ONES = 3
"""The minimum number of adjacent items with the number one that are one list, and no two."""


class Line(NamedTuple):
    """A line of an answer.

    Attributes:
        number: its place in the answer, from 1.
        text: what stands in it, without its mark.
        mark: what opens it.
        indent: the number of columns before it.
        rank: its number in a list; 0 for none.
        label: its label in lower case; empty for none.
        block: the line at which its block of code opens; 0 outside of one.
        hashed: whether it opens with "#", as a heading or a comment does.
    """

    number: int
    text: str
    mark: Mark
    indent: int
    rank: int = 0
    label: str = ""
    block: int = 0
    hashed: bool = False

    @property
    def words(self) -> AnswerTokens:
        """The words and signs in it."""
        return tokens(self.text)


def laid_out(answer: str) -> list[Line]:
    """The lines of an answer that hold any words."""
    found: list[Line] = []
    block = 0
    for number, raw in enumerate(answer.splitlines(), start=1):
        if _FENCE.fullmatch(raw):
            block = 0 if block else number
            if block:  # what stands in a block of its own is put forward as the plan
                found.append(_title_of_block(number, found))
            continue
        lines = _lines if len(raw) <= MAX_KEPT else _lines.__wrapped__
        found += [each._replace(number=number, block=block) for each in lines(raw, block > 0)]
    return _counted(found)


def _title_of_block(number: int, above: Sequence[Line]) -> Line:
    """The heading of a block of code: the line above it if this puts a plan forward as final."""
    for last in above[-1:]:
        heads = last.mark == "heading" or last.text.endswith(":")
        words = frozenset(words_of(last.text))
        if heads and not FINAL.isdisjoint(words):
            plan = "" if not PLAN_WORDS.isdisjoint(words) else " plan"
            return Line(last.number, f"{last.text.rstrip(':')}{plan}:", "heading", 0)
    return Line(number, "plan:", "heading", 0)


def _counted(lines: list[Line]) -> list[Line]:
    """Lines of which all items have the number one, as Markdown allows, as bullets."""
    ones = [n for n, line in enumerate(lines) if line.mark == "number"]
    adjacent = ones != [] and ones == list(range(ones[0], ones[0] + len(ones)))
    if len(ones) < _MIN_ONES or not adjacent or {lines[n].rank for n in ones} != {1}:
        return lines
    bullets = {n: lines[n]._replace(mark="bullet", rank=0) for n in ones}
    return [bullets.get(n, line) for n, line in enumerate(lines)]


@lru_cache(8192)
def _lines(raw: str, fenced: bool) -> tuple[Line, ...]:
    """A line without its number: two where it thinks and then orders, none without any words."""
    parts = _ORDER.split(raw) if _THOUGHT.match(raw) else (raw,)
    return tuple(line for part in parts if (line := _line(part, _COMMENTS[fenced])) is not None)


def _line(raw: str, comments: tuple[str, ...]) -> Line | None:
    if opening := _opens_comment(raw, comments):
        return Line(0, plain(raw.strip().lstrip(opening)), "note", 0, label=COMMENT)
    if not raw.strip() or _RULE.fullmatch(raw):
        return None
    stripped = raw.expandtabs(4).lstrip()
    indent = len(raw.expandtabs(4)) - len(stripped)
    found = _MARK.match(stripped)
    assert found is not None
    text = plain(stripped[found.end() :])
    ranked = next(filter(None, map(found.group, _RANKS)), None)
    bold = stripped.startswith(("**", "__")) and stripped.rstrip(" :").endswith(("**", "__"))
    mark: Mark = "plain"
    if ranked:
        mark = "number"
    elif found["bullet"] or found["letter"]:
        mark = "bullet"
    if found["heading"] or (bold and mark == "plain"):
        mark = "heading" if mark == "plain" else mark
    if not any(map(str.isalnum, text)) and "…" not in text:
        return None
    hashed = bool(found["heading"])
    return _labelled(Line(0, text, mark, indent, int(ranked or 0), hashed=hashed))


def _opens_comment(raw: str, comments: tuple[str, ...]) -> str:
    """What opens a comment at the beginning of a line, empty where it is none or has no words."""
    found = next((each for each in comments if raw.lstrip().startswith(each)), "")
    return found if words_of(raw) else ""


def _labelled(line: Line) -> Line:
    """A line without its label, if what stands before its colon is one."""
    found = _LABEL.match(line.text) if ":" in line.text else None
    if found is None:
        return line
    label = (found[1] or found[2]).lower()
    words = set(words_of(label))
    rest = line.text[found.end() :]
    if not words - NOTE_LABELS:
        return line._replace(text=rest, mark="note", label=label)
    if words & STEP_LABELS and rest and not words - STEP_LABELS - LABEL_WORDS:
        mark: Mark = line.mark if line.mark == "number" else "step"
        return line._replace(text=rest, mark=mark, label=label)
    return line
