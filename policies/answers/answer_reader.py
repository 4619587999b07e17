"""A whole answer read as steps without a model: all of it is accounted for, or it is unread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.accounting import Account, account, between_marks, has_end
from policies.answers.amounts import without_amounts
from policies.answers.matching import StepMatcher, nearest
from policies.answers.phrases import DomainWords, ObjectFinder
from policies.answers.reading import AnswerReading, Doubt, Finished, LookAround, Meaning, ReadStep
from policies.answers.sentences import SentenceReader
from policies.answers.text import Line, as_lines, ends_in_thoughts, laid_out, without_thoughts
from policies.answers.translators import Before, Translator
from policies.answers.words import NEGATIONS

MAX_READ = 100_000
"""The maximum number of characters of an answer, thoughts aside; a longer one is unread."""
_TOO_LONG = f"the answer has more than {MAX_READ:,} characters"
MAX_SHARED = 64
"""The maximum number of sets of objects whose readers of lines are kept for a domain."""
MAX_NEAREST = 300
"""The characters of a line by which the nearest step is looked for."""
_FINISHED = re.compile(
    r"\b(?:finished|all done|(?:we|you|i)(?:'re| are| am) done|(?:task|goal|plan) "
    r"(?:is |has been )?(?:complete|completed|reached|achieved|met|satisfied))\b",
    re.IGNORECASE,
)
_CLAIM = "you are finished"
"""The words by which prompts ask to claim that the goal is reached."""
_LOOKING = re.compile(
    r"(?<!after )(?<!before )\blook(?:ing)? (?:a)?round\b(?! (?:a|an|the)\b)"
    r"|\b(?:list|describe|show|tell)\b.{0,40}\b(?:state|situation|you (?:can )?see)\b",
    re.IGNORECASE,
)


_DENYING = NEGATIONS | {"no", "none"}
_UNSURE = _DENYING | frozenset(
    "? after before once when until unless if nearly almost far soon later"
    " will would could may might should shall must can".split()
)
"""Words with which a sentence denies or questions that it is the end, or puts it off."""


_SENTENCE = re.compile(r'"(.+)": ')
"""How the reason begins if it is about one sentence of a line."""
_CLOSED = re.compile(r"(?:[\])}>|*.!?]|```|~~~)\s*$")
"""The end of an answer that does not break off: of a sentence, a block of code, JSON or a tag."""


class AnswerReader:
    """Reads answers to one problem."""

    def __init__(self, problem: Problem, words: DomainWords, names: ObjectNames) -> None:
        """
        Args:
            problem: the task that was asked.
            words: its domain in the words of the prompt (see `domain_words`).
            names: what the objects are called in the prompt.
        """
        self._words = words
        self._lines = _line_reader(problem, words, names)
        self._matcher, self._finder = self._lines.matcher, self._lines.finder

    def read(self, answer: str) -> AnswerReading:
        """The plan of an answer; empty where it concludes that there is none."""
        if ends_in_thoughts(answer):
            return _unread(answer, "it ends within its thoughts")
        text = self._finder.without_signs(without_thoughts(answer))
        if len(text) > MAX_READ:
            return _unread(text, _TOO_LONG)
        between = between_marks(text)
        formatted = as_lines(between)
        lines = laid_out(formatted)
        bare = without_amounts(formatted, lines, self._lines)
        ended = has_end(text) or _CLOSED.search(answer) is not None
        found = account(bare, self._lines, ended=ended)
        return self._reading(found, lines, between if between == formatted else "")

    def read_turn(self, answer: str) -> AnswerReading:
        """The steps that one turn of a conversation asks for."""
        text = self._finder.without_signs(without_thoughts(answer))
        if len(text) > MAX_READ:
            return _unread(text, _TOO_LONG)
        formatted = as_lines(text)
        lines = laid_out(formatted)
        bare = without_amounts(formatted, lines, self._lines)
        found = account(bare, self._lines, ended=True, whole=False)
        if found.lines or any(self._lines.read(line.text).doubt for line in lines):
            return self._reading(found, lines, text if text == formatted else "")
        return _remark(lines)

    def _reading(self, found: Account, lines: Sequence[Line], text: str) -> AnswerReading:
        """What is read; `text` is the answer itself if it is in no format but lines."""
        if found.doubts:
            once = {line.number: (line, reason) for line, reason in reversed(found.doubts)}
            whole = {line.number: line.text for line in lines}  # with the amounts
            doubts = tuple(self._doubted(*once[n], whole.get(n, "")) for n in sorted(once))
            return AnswerReading(doubts, False, plain=_plain(found))
        steps = tuple(
            ReadStep(
                each.line.text,
                self._as_written(meaning, each.line.text),
                each.line.number,
                each.reading.exact,
            )
            for each in found.lines
            for meaning in each.reading.steps
        )
        written = {n for n, raw in enumerate(text.splitlines(), 1) if raw.strip()}
        strict = bool(written) and written == {line.number for line in lines}
        return AnswerReading(steps, strict and all(map(self._is_strict, lines)))

    def _as_written(self, meaning: GroundAction | Doubt, text: str) -> GroundAction | Doubt:
        """A meaning in which names that no object has are in the letter case of the answer."""
        if isinstance(meaning, GroundAction) or meaning.attempt is None:
            return meaning
        known = self._finder.names.english
        unknown = [each for each in meaning.attempt.args if each not in known]
        found = {each: re.search(re.escape(each), text, re.IGNORECASE) for each in unknown}
        case = {each: match[0] for each, match in found.items() if match}
        args = tuple(case.get(each, each) for each in meaning.attempt.args)
        reason = meaning.reason
        for lower, written in case.items():
            reason = reason.replace(lower, written)
        return replace(meaning, reason=reason, attempt=replace(meaning.attempt, args=args))

    def _doubted(self, line: Line, reason: str, whole: str) -> ReadStep:
        read = self._lines.read(line.text)
        clear = bool(read.steps) and not read.doubt  # the doubt is about more than the line
        quoted = _SENTENCE.match(reason)
        text = "" if clear else (quoted[1] if quoted else line.text)[:MAX_NEAREST]
        form = nearest(text, self._words, self._matcher, self._finder) if text else ""
        return ReadStep(whole or line.text, Doubt(reason, nearest=form), line.number)

    def _is_strict(self, line: Line) -> bool:
        """Whether a line is a step in the very words of the prompt, the claim that it asks for at
        the end, or a thought.
        """
        if line.mark == "note":
            return line.label == "think"
        bare = line.mark == "plain" or (line.mark == "step" and line.label == "instruction")
        claim = line.text.strip(" .").lower() == _CLAIM
        return bare and (claim or self._lines.read(line.text).exact)


def _line_reader(problem: Problem, words: DomainWords, names: ObjectNames) -> SentenceReader:
    """What reads lines: one for all tasks of the same objects, names, and facts that never change.

    What a line means depends on nothing else of a task.
    """
    lasting = {atom.predicate for found in words.static.values() for atom in found}
    facts = frozenset(atom for atom in problem.init if atom.predicate in lasting)
    key = (tuple(names.english.items()), problem.all_objects, facts)
    if key not in words.shared:
        if len(words.shared) >= MAX_SHARED:
            words.shared.clear()
        finder = ObjectFinder.of(names)
        matcher = StepMatcher(problem, words, finder)
        words.shared[key] = SentenceReader(words, matcher, finder)
    reader: SentenceReader = words.shared[key]
    return reader


def _plain(found: Account) -> frozenset[GroundAction]:
    """The actions in the lines of a plan that are in no doubt themselves."""
    doubtful = {line.number for line, _ in found.doubts}
    return frozenset(
        meaning
        for each in found.lines
        if each.line.number not in doubtful
        for meaning in each.reading.steps
        if isinstance(meaning, GroundAction)
    )


def _remark(lines: Sequence[Line]) -> AnswerReading:
    """A turn that names no object: a look around, the end, or nothing that is understood."""
    spoken = [line for line in lines if line.mark != "note"]
    if not spoken:
        return AnswerReading((ReadStep("", Doubt("it proposes no step"), 1),), False)
    last = spoken[-1]
    meaning: Meaning = Doubt("it proposes no step")
    if any(_LOOKING.search(line.text) and _DENYING.isdisjoint(line.words) for line in spoken):
        meaning = LookAround()
    elif any(_FINISHED.search(line.text) and _UNSURE.isdisjoint(line.words) for line in spoken):
        meaning = Finished()
    strict = len(lines) == 1 and not isinstance(meaning, Doubt)
    return AnswerReading((ReadStep(last.text, meaning, last.number),), strict)


def _unread(text: str, reason: str) -> AnswerReading:
    """An answer that is in doubt as a whole."""
    return AnswerReading((ReadStep(" ".join(text[:80].split()), Doubt(reason), 1),), False)


class Interpreter:
    """Reads the answers of one player to one task."""

    def __init__(self, reader: AnswerReader, translator: Translator | None = None) -> None:
        """
        Args:
            reader: reads without a model.
            translator: the T-LLM; None for nobody, so that what is unread stays unread.
        """
        self._reader = reader
        self._translator = translator

    async def plan(self, answer: str) -> AnswerReading:
        """The steps of an answer that holds a whole plan.

        Raises:
            ModelError: the translating model gives no answer.
        """
        return await self._translated(answer, self._reader.read(answer), None)

    async def turn(self, answer: str, before: Before | None) -> AnswerReading:
        """The steps that one turn of a conversation proposes: one at least, if only a doubt.

        Args:
            answer: the whole turn.
            before: what happened before it, None at the beginning.

        Raises:
            ModelError: the translating model gives no answer.
        """
        reading = self._reader.read_turn(answer)
        translated = await self._translated(answer, reading, before)
        # A turn that proposes nothing, by its translation, is answered as one that is unread.
        return translated if translated.steps else reading

    async def _translated(
        self, answer: str, reading: AnswerReading, before: Before | None
    ) -> AnswerReading:
        if self._translator is None:
            return reading
        return await self._translator.translate(answer, reading, before)
