"""`autoplan score`: answers that a model gave elsewhere, read and graded line by line."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TextIO, TypeAlias

from autoplan.grade.rows import RowTexts, cost_of, row_task, walked
from autoplan.grade.wording import (
    checked_form,
    given_names,
    own_lexicon,
    prompt_names,
    prompt_style,
)
from pddl2nl.compose import StyleName
from pddl2nl.console import beneath, write_whole
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.files import MAX_BYTES
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.llm import ModelError, RejectedRequestError, TransientModelError
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import read_domain, read_problem
from policies.answers import (
    AnswerReader,
    AnswerReading,
    DomainWords,
    Doubt,
    Interpreter,
    Translator,
    domain_words,
)
from policies.answers.words import ARTICLES, FUNCTION_WORDS
from policies.planning import PlanVerdict, outcome_of
from simulator.presentation import EnglishNarrator, Narrator, PddlNarrator
from simulator.world import World

GradedLine: TypeAlias = dict[str, object]
OpenTranslator: TypeAlias = Callable[[Problem, Lexicon, ObjectNames, StyleName], Translator]
"""What translates the answers to a task, in the words, names and style of its prompt."""

TRANSLATED_AT_ONCE = 32
"""The answers that wait for a translating model at the same time."""

_KEPT = 256
"""The number of tasks and lexicons that are kept, since a large task takes megabytes."""
_SHOWN_EVERY = 100


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth.

    Attributes:
        reading: the answer as it was read or translated; `unread` where it could not be.
        solved: whether the plan reaches the goal; None where the answer is unread.
        solved_strict: whether it does, with every line a step in the format that was asked for;
            None where the answer is unread.
        first_error: the first thing that is wrong with the plan, or the first part of the answer
            that could not be read; None where it is solved.
        plan_cost: what a plan that solves the task costs, its number of steps in a domain without
            costs; None for others, and where a cost is undefined.
    """

    reading: AnswerReading
    solved: bool | None
    solved_strict: bool | None
    first_error: str | None
    plan_cost: float | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    world: World
    reader: AnswerReader
    interpreter: Interpreter
    narrator: Narrator


def grade_reading(world: World, narrator: Narrator, reading: AnswerReading) -> Grade:
    """Grade an answer that was read, or translated."""
    verdict, _ = walked(world, reading)
    strict = verdict.solved and reading.strict
    cost = cost_of(world, filter(None, reading.plan)) if verdict.solved else None
    return Grade(reading, verdict.solved, strict, _first_error(verdict, narrator), cost)


def _first_error(verdict: PlanVerdict, narrator: Narrator) -> str | None:
    for doubt in verdict.doubts:
        reason = doubt.meaning.reason if isinstance(doubt.meaning, Doubt) else ""
        if isinstance(narrator, EnglishNarrator):
            reason += _pddl_name(doubt.text, narrator.names)
        return f"could not be read: line {doubt.line} ({reason}): {doubt.text}"
    if verdict.refused:
        return f"step {verdict.number}: {narrator.refused(verdict.refused)}"
    return narrator.unfinished(verdict.unmet) if verdict.unmet else None


def _pddl_name(text: str, names: ObjectNames) -> str:
    """That a text calls an object by its PDDL name, and the prompt by another; else nothing."""
    usual = ARTICLES | FUNCTION_WORDS  # an object may be called `to`
    words = set(re.findall(r"[\w-]+", text.lower())).difference(names.pddl, usual)
    called = ((item, names.english[item]) for item in names.english if item in words)
    return next((f"; the prompt calls {item} {name}" for item, name in called), "")


class Scorer:
    """Grades answers; what several of them name is read once, if they are not far apart."""

    def __init__(self, translator: OpenTranslator | None = None) -> None:
        self._translator = translator
        self._domain = lru_cache(_KEPT)(read_domain)
        self._words = lru_cache(_KEPT)(self._make_words)
        self._task = lru_cache(_KEPT)(self._make_task)
        self._row = lru_cache(_KEPT)(self._make_row)

    @property
    def at_once(self) -> int:
        """How many answers to grade at the same time: those that wait for nobody one by one."""
        return 1 if self._translator is None else TRANSLATED_AT_ONCE

    async def translated(self, entry: Mapping[str, object], folder: Path) -> Grade:
        """As `grade`, with the help of the translating model, if there is one.

        Raises:
            InputError: as `grade` raises it.
            ModelError: the model gives no answer.
        """
        task, response = self._asked(entry, folder)
        reading = await task.interpreter.plan(response)
        return grade_reading(task.world, task.narrator, reading)

    def grade(self, entry: Mapping[str, object], folder: Path) -> Grade:
        """Grade one answer, read without a model.

        Args:
            entry: `domain`, `problem`, `response`, and at will `form`, `lexicon` or `config`,
                `style`, and `names`; or a row of `autoplan export` with a `response`.
            folder: what the entry's paths are relative to.

        Raises:
            InputError: the entry or a file that it names cannot be used.
        """
        task, response = self._asked(entry, folder)
        return grade_reading(task.world, task.narrator, task.reader.read(response))

    def _asked(self, entry: Mapping[str, object], folder: Path) -> tuple[_Task, str]:
        """The task of an entry, and the answer to it."""
        if "problem_pddl" in entry:
            return self._row(RowTexts.of(entry)), _text(entry, "response")
        domain, problem = (folder / _text(entry, key) for key in ("domain", "problem"))
        response = _text(entry, "response")
        form = checked_form(_optional(entry, "form"))
        config, lexicon = _optional(entry, "config"), _optional(entry, "lexicon")
        if config and lexicon:
            raise InputError("give 'lexicon' or 'config', not both")
        words = config or lexicon
        source = folder / words if words else None
        style, given = prompt_style(entry.get("style")), given_names(entry.get("names"))
        return self._task(domain, problem, form, source, style, given), response

    def _make_words(
        self, domain: Path, source: Path | None, form: str, style: StyleName
    ) -> tuple[DomainWords, Lexicon | None]:
        read = self._domain(domain)
        if form == "pddl":
            return domain_words(read, None, style), None
        lexicon = load_lexicon(source, read) if source else own_lexicon(read, form)
        return domain_words(read, lexicon, style), lexicon

    def _make_task(
        self,
        domain: Path,
        problem: Path,
        form: str,
        source: Path | None,
        style: StyleName,
        given: tuple[tuple[str, str], ...] | None,
    ) -> _Task:
        task = read_problem(problem, self._domain(domain))
        words, lexicon = self._words(domain, source, form, style)
        if words.style is None or lexicon is None:
            names = ObjectNames.unchanged(task.all_objects)
        else:
            names = prompt_names(task, words.style, lexicon, given)
        return self._prepared(World(task), words, names, lexicon, style)

    def _make_row(self, texts: RowTexts) -> _Task:
        """The task of a line that holds its texts, as `autoplan export` writes it."""
        return self._prepared(*row_task(texts), prompt_style(texts.style))

    def _prepared(
        self,
        world: World,
        words: DomainWords,
        names: ObjectNames,
        lexicon: Lexicon | None,
        style: StyleName,
    ) -> _Task:
        reader, task = AnswerReader(world.problem, words, names), world.problem
        if words.style is None or lexicon is None:
            # As in `eval`: a model translates English alone.
            return _Task(world, reader, Interpreter(reader), PddlNarrator(task))
        opened = self._translator
        translator = opened(task, lexicon, names, style) if opened else None
        narrator = EnglishNarrator(task, words.style, names)
        return _Task(world, reader, Interpreter(reader, translator), narrator)


def score(
    lines: Iterable[str],
    source: str,
    folder: Path,
    complain: Callable[[str], None],
    scorer: Scorer | None = None,
) -> Iterator[GradedLine]:
    """Grade answers as they come.

    Args:
        lines: one JSON object each; blank lines are passed over.
        source: the name of their file, for complaints.
        folder: what the paths in them are relative to.
        complain: gets every line that cannot be graded, as `FILE:LINE: message`.
        scorer: grades them; None for one without a translating model.

    Yields:
        Every gradable entry with the `findings` of its answer, in order.

    Raises:
        PermanentModelError: no call of the translating model can succeed.
        CacheError: its answers cannot be kept.
    """
    scorer = scorer or Scorer()
    numbered = (each for each in enumerate(lines, start=1) if each[1].strip())
    with asyncio.Runner() as runner:
        while several := tuple(islice(numbered, scorer.at_once)):
            graded = runner.run(_graded(scorer, [line for _, line in several], folder))
            for (number, _), found in zip(several, graded, strict=True):
                if isinstance(found, str):
                    complain(f"{source}:{number}: {found}")
                else:
                    yield found


async def _graded(scorer: Scorer, lines: Iterable[str], folder: Path) -> list[GradedLine | str]:
    return await asyncio.gather(*(_graded_line(scorer, line, folder) for line in lines))


async def _graded_line(scorer: Scorer, line: str, folder: Path) -> GradedLine | str:
    """A line with what is found about its answer, or why it cannot be graded."""
    try:
        entry = _entry(line)
        grade = await scorer.translated(entry, folder)
    except InputError as error:
        return str(error)
    except (RejectedRequestError, TransientModelError) as error:
        return f"not translated: {error}"
    except ModelError:
        raise  # so it would go for the other lines, too
    except Exception as fault:
        # A fault of ours in one answer must not lose the others.
        return f"internal error: {type(fault).__name__}: {fault}"
    return {**entry, **findings(grade)}


def findings(grade: Grade) -> GradedLine:
    """What `autoplan score` writes of a grade: plain values by name.

    A step of `plan` that names what there is not, and is refused for it, is None. Of an answer that
    is unread, `plan`, `solved` and `solved_strict` are None.
    """
    outcome = outcome_of(grade.reading)
    plan = [None if step is None else str(step) for step in grade.reading.plan]
    return {
        "outcome": outcome,
        "plan": None if outcome == "unread" else plan,
        "solved": grade.solved,
        "solved_strict": grade.solved_strict,
        "first_error": grade.first_error,
        "plan_cost": grade.plan_cost,
        "untranslated": list(grade.reading.untranslated),
    }


def _entry(line: str) -> GradedLine:
    try:
        entry = json.loads(line.rstrip())
    except RecursionError as error:
        raise InputError("not valid JSON: nested too deep") from error
    except json.JSONDecodeError as error:
        raise InputError(f"not valid JSON: {error.msg} (column {error.colno})") from error
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"not valid JSON: {error}") from error
    if not isinstance(entry, dict):
        raise InputError("expected a JSON object with 'domain', 'problem' and 'response'")
    return entry


def _text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        fault = f"'{key}' must be text" if key in entry else f"no '{key}'"
        raise InputError(f"{fault} (expected 'domain', 'problem' and 'response', all text)")
    return value


def _optional(entry: Mapping[str, object], key: str) -> str | None:
    return None if entry.get(key) is None else _text(entry, key)


# --- files and streams ----------------------------------------------------------------------------


MAX_COMPLAINTS = 10
"""The maximum number of lines of a file that are named as they cannot be graded."""


def score_file(source: str, target: Path | None, translator: OpenTranslator | None = None) -> bool:
    """Grade the answers of a file (`-`: standard input) and write them out.

    Lines that cannot be graded are named on standard error, and the others are graded all the same.

    Args:
        source: the file, whose folder the paths in it are relative to; the working folder for `-`.
        target: where to write; it appears only when all is done. None for standard output.
        translator: has a model translate answers, None for nobody.

    Returns:
        Whether every line could be graded.

    Raises:
        InputError: the source cannot be read, or the target cannot be written.
        PermanentModelError: no call of the translating model can succeed.
        CacheError: its answers cannot be kept.
    """
    folder = Path() if source == "-" else Path(source).parent
    if target is not None and target.exists() and source != "-" and target.samefile(source):
        raise InputError("is an input as well; choose another file", source=str(target))
    faults = 0

    def complain(message: str) -> None:
        nonlocal faults
        faults += 1
        if faults <= MAX_COMPLAINTS:
            print(message, file=sys.stderr)

    name = "<stdin>" if source == "-" else source
    graded = _counted(score(_lines(source), name, folder, complain, Scorer(translator)))
    texts = (json.dumps(entry, ensure_ascii=False) + "\n" for entry in graded)
    if target is None:
        for text in texts:
            print(text, end="")
    else:
        write_whole(texts, target)
    if faults > MAX_COMPLAINTS:
        more = counted(faults - MAX_COMPLAINTS, "further line")
        print(f"{name}: {more} could not be graded", file=sys.stderr)
    return faults == 0


def _lines(source: str) -> Iterator[str]:
    """The lines of a file, or of standard input (`-`)."""
    name = "<stdin>" if source == "-" else source
    try:
        if source != "-":
            with Path(source).open(encoding="utf-8-sig") as lines:
                yield from _bounded(lines)
        elif sys.stdin is None:
            raise InputError("cannot read the answers: it is closed", source=name)
        else:
            yield from _bounded(sys.stdin)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"cannot read the answers: {reason}", source=name) from error


def _bounded(lines: TextIO) -> Iterator[str]:
    """The lines of a stream, none of them without end."""
    while line := lines.readline(MAX_BYTES):
        if len(line) == MAX_BYTES:
            raise OSError(errno.EFBIG, f"a line is longer than {MAX_BYTES:,} characters")
        yield line


def _counted(entries: Iterable[GradedLine]) -> Iterator[GradedLine]:
    """Pass entries on, and show on a terminal how many there were."""
    shown, terminal = sys.stderr.isatty(), beneath(sys.stderr)
    solved = unread = number = 0

    def counts() -> str:
        return f"\r{number} answers, {solved} solved" + (f", {unread} unread" if unread else "")

    for number, entry in enumerate(entries, start=1):
        solved += entry["solved"] is True
        unread += entry["solved"] is None
        if shown and number % _SHOWN_EVERY == 0:
            print(counts(), end="", file=terminal, flush=True)
        yield entry
    if shown:
        print(counts(), file=terminal)
