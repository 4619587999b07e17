"""A whole answer read as steps, without a model: structure, meaning, doubt.

First where in the answer steps are proposed (`structure`), then which action each of them names
(`meaning`); what names no action beyond doubt is kept as a doubt, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.meaning.doubt import Likeness
from policies.answers.meaning.frames import DomainWords
from policies.answers.meaning.lines import LineReader, LineReading
from policies.answers.meaning.text import plain
from policies.answers.reading import AnswerReading, Doubt, Finished, LookAround, Meaning, ReadStep
from policies.answers.structure.formats import without_thoughts
from policies.answers.structure.layout import laid_out
from policies.answers.structure.looks import Look
from policies.answers.structure.proposal import before_plan_end, proposed

MOST_READ = 100_000
"""So many characters of an answer are read, thoughts aside; the rest stands as one unread step."""
_UNREAD = LineReading((Doubt("it names no action"),), whole=True)
_CLOSING = re.compile(
    r"\b(?:finished|all done|(?:we|you|i)(?:'re| are| am) done|(?:task|goal|plan) "
    r"(?:is |has been )?(?:complete|completed|reached|achieved|met|satisfied))\b",
    re.IGNORECASE,
)
_LOOKING = re.compile(
    r"\blook(?:ing)? (?:a)?round\b"
    r"|\b(?:list|describe|show|tell)\b.{0,40}\b(?:state|situation|you (?:can )?see)\b",
    re.IGNORECASE,
)


class AnswerReader:
    """Reads answers to one problem."""

    def __init__(self, problem: Problem, words: DomainWords, names: ObjectNames) -> None:
        """
        Args:
            problem: the task that was asked.
            words: its domain in the words of the prompt (see `domain_words`).
            names: what the objects were called in the prompt.
        """
        self._lines = LineReader(problem, words, names)

    def read(self, answer: str) -> AnswerReading:
        """The plan of an answer; empty where it proposes none."""
        answer, rest = _cut(answer)
        steps = (*self._proposed(answer, ()), *rest)
        return AnswerReading(steps, not rest and self._is_strict(before_plan_end(answer)))

    def read_turn(self, answer: str, last: GroundAction | None = None) -> AnswerReading:
        """The steps that one turn of a conversation orders now.

        Args:
            answer: the whole turn.
            last: the action that was carried out before it, to which "it" may refer.
        """
        answer, rest = _cut(answer)
        steps = [*self._proposed(answer, () if last is None else (last,)), *rest]
        if not any(step.action for step in steps):
            remark = _remark(answer)
            tried = any(isinstance(each.meaning, Doubt) and each.meaning.attempt for each in steps)
            if not steps or not (tried or isinstance(remark.meaning, Doubt)):
                steps = [remark]
        strict = len(steps) == 1 and self._is_strict(answer)
        return AnswerReading(tuple(steps), strict)

    def _proposed(self, answer: str, before: Sequence[GroundAction]) -> list[ReadStep]:
        judge = _Readings(self._lines)
        steps: list[ReadStep] = []
        known = list(before)
        for line in proposed(answer, judge):
            reading = judge.reading(line.text)
            if known and (reading is None or not reading.read):
                reading = self._lines.read(line.text, known[-1:]) or reading
            reading = reading or _UNREAD
            found = [
                ReadStep(plain(line.text), meaning, line.number + 1, reading.exact)
                for meaning in reading.steps
            ]
            # Prose that tells of the step that has just been ordered is no further step.
            told_again = [step.meaning for step in found] == [step.meaning for step in steps[-1:]]
            if reading.told and line.mark == "plain" and told_again:
                continue
            steps += found
            known += [step.action for step in found if step.action is not None]
        return steps

    def _is_strict(self, answer: str) -> bool:
        """Whether every line is a step in the very words of the prompt, or a thought before one."""
        lines = [line.strip() for line in answer.splitlines() if line.strip()]
        return bool(lines) and all(
            line.startswith("Think: ") or self._lines.is_exact(line.removeprefix("Instruction: "))
            for line in lines
        )


def _cut(answer: str) -> tuple[str, list[ReadStep]]:
    """An answer that can be read in a moment, and a step that stands for what is cut off."""
    if len(answer) > MOST_READ:
        answer = answer.rpartition("</think>")[2].strip()
    if len(answer) <= MOST_READ:
        return answer, []
    kept = answer[:MOST_READ]
    kept = kept[: kept.rfind("\n") + 1] or kept
    doubt = Doubt(f"nothing is read beyond {MOST_READ:,} characters")
    return kept, [ReadStep(plain(kept[-40:]), doubt, kept.count("\n") + 1)]


def _remark(answer: str) -> ReadStep:
    """What a turn says that orders nothing."""
    spoken = [line for line in laid_out(without_thoughts(answer)) if line.mark != "thought"]
    lines = [line.text for line in spoken if re.search(r"\w", line.text)]
    said = plain(lines[-1]) if lines else ""
    meaning: Meaning = Doubt("it names no action")
    if any(_LOOKING.search(line) for line in lines):
        meaning = LookAround()
    elif any(_CLOSING.search(line) for line in lines):
        meaning = Finished()
    return ReadStep(said, meaning, max(len(lines), 1))


class _Readings:
    """Reads every line of an answer once."""

    def __init__(self, lines: LineReader) -> None:
        self._lines = lines
        self._read: dict[str, LineReading | None] = {}

    def reading(self, line: str) -> LineReading | None:
        if line not in self._read:
            self._read[line] = self._lines.read(line)
        return self._read[line]

    def look(self, line: str) -> Look:
        reading = self.reading(line)
        if reading is None:
            return Look.OTHER
        if reading.told:
            return Look.TOLD if reading.read else Look.HINT
        if not reading.read:
            return Look.BROKEN
        return Look.STEP if reading.whole else Look.EXPLAINED

    def meaning(self, line: str) -> Hashable:
        reading = self.reading(line)
        return reading.steps if reading and reading.read else line

    def repeats(self, line: str) -> bool:
        return self._lines.repeats(line)

    def likeness(self, line: str) -> Likeness:
        return self._lines.likeness(line)
