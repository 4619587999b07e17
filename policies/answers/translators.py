"""The translating model (T-LLM): asked once about a whole answer, or about each line by itself."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from pddl2nl.compose import PAPER, Phrases, Style, StyleName, in_style, kind_words, phrases
from pddl2nl.english import counted, join
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel, Completion, Message, RejectedRequestError, Request
from pddl2nl.model import ROOT_TYPE, ActionSchema, Domain, GroundAction, Problem
from pddl2nl.naming import ObjectNames, kinds_as_types
from pddl2nl.prompts import Templates
from policies.answers.reading import AnswerReading, Doubt, Finished, LookAround, Meaning, ReadStep
from policies.answers.text import without_thoughts

# --- a whole answer in one call

PROMPT = "translate"
MAX_CHARACTERS = 100_000
"""A longer answer stays unread: no plan is that long, and a call with it would cost dollars."""
MAX_STEPS = 20
"""The maximum number of earlier steps that a turn is shown with."""
MAX_PART = 200
"""The characters of a line above which its sentences are numbered instead."""
MIN_TOKENS = 2_000
"""Of a translation, so that a model that thinks first has room for a short answer's steps."""
MAX_TOKENS = 16_000
"""Of a translation; servers refuse requests for more than their models can write."""

_SENTENCE_END = re.compile(r"(?<!^\d\.)(?<!^\d\d\.)(?<=[.!?;]) ")
_LINE = re.compile(r"([0-9]{1,6}): *(?:\(([^()]*)\)|\?(.*))")
_MAX_QUOTED = 80


@dataclass(frozen=True, slots=True)
class Before:
    """What happened before a turn.

    Attributes:
        action: the last action that was tried.
        observation: what was answered to it; empty where nothing was.
        done: the actions that were carried out so far, in order; the last of them may be `action`.
    """

    action: GroundAction
    observation: str = ""
    done: tuple[GroundAction, ...] = ()


class Translator(Protocol):
    """Has a model translate answers."""

    async def translate(
        self, answer: str, reading: AnswerReading, before: Before | None = None
    ) -> AnswerReading:
        """What an answer proposes, once a model has translated what it is asked about.

        Args:
            answer: the whole answer.
            reading: what the reader made of it.
            before: what happened before a turn of a conversation; None at its beginning, and for
                an answer that holds a whole plan.

        Raises:
            ModelError: the model gives no answer.
            PromptError: a template is missing or malformed.
        """
        ...


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A numbered part of an answer.

    Attributes:
        text: a line of it, or a sentence of a long line; without line breaks.
        line: the 1-based line of the answer in which it stands.
    """

    text: str
    line: int


class UnusableTranslationError(Exception):
    """The model's output is not of the form that it was asked for: why, as a clause."""


@dataclass(frozen=True, eq=False)
class _TaskTranslator:
    """A translator of answers to one task.

    Args:
        model: the translating model.
        prompts: the prompt set.
        problem: the task.
        lexicon: the snippets of the prompt that was answered.
        names: what the objects are called in that prompt.
    """

    model: ChatModel
    prompts: Templates
    problem: Problem
    lexicon: Lexicon
    names: ObjectNames

    @cached_property
    def _words(self) -> Mapping[str, str]:
        """What an object is called in a tuple, by its PDDL name: `red_block` for `red block`."""
        return {item: "_".join(name.split()) for item, name in self.names.english.items()}

    @cached_property
    def _objects(self) -> Mapping[str, str]:
        """The PDDL name of each object by what the model calls it."""
        return {word.lower(): item for item, word in self._words.items()}

    @cached_property
    def _schemas(self) -> Mapping[str, ActionSchema]:
        return {schema.name: schema for schema in self.problem.domain.actions}

    def _misfit(self, name: str, args: Sequence[str]) -> str | None:
        """Why a tuple is no action of the task, None where it is one."""
        schema = self._schemas.get(name)
        if schema is None:
            return f"there is no action called {name or '()'}"
        missing = next((item for item in args if item not in self._objects), None)
        if missing is not None:
            return f"there is no object called {missing}"
        if len(args) != len(schema.parameters):
            return f"{name} takes {counted(len(schema.parameters), 'object')}, not {len(args)}"
        return None


@dataclass(frozen=True, eq=False)
class ModelTranslator(_TaskTranslator):
    """Asks a model once about a whole answer that is unread.

    What the model writes is taken as it is or not at all: if any of it cannot be used, if the model
    cannot decide about a step, or if its server rejects the request (as too long, say), the answer
    stays unread for that reason.

    Args:
        style: how the prompt that was answered is composed.
    """

    style: StyleName = PAPER

    async def translate(
        self, answer: str, reading: AnswerReading, before: Before | None = None
    ) -> AnswerReading:
        """As `Translator.translate`: in one call, if the reading is unread."""
        parts = numbered_parts(answer) if reading.unread else ()
        length = sum(len(part.text) for part in parts)
        if not 0 < length <= MAX_CHARACTERS:
            return reading
        # A tuple is rarely longer than the words for it.
        room = min(MIN_TOKENS + length, MAX_TOKENS)
        try:
            completion = await self.model.complete(
                Request(tuple(self.messages(parts, before)), max_tokens=room, temperature=0.0)
            )
            steps = self._steps(completion, parts)
            _check_complete(steps, reading)
        except (RejectedRequestError, UnusableTranslationError) as fault:
            return _still_unread(reading, fault)
        doubts = tuple(step for step in steps if isinstance(step.meaning, Doubt))
        if doubts:
            return replace(reading, steps=tuple(_with_nearest(doubts, reading)))
        return replace(reading, steps=steps, translated=True)

    def messages(self, parts: Sequence[AnswerPart], before: Before | None = None) -> list[Message]:
        """The request: what is the same for all tasks of the domain comes first.

        Args:
            parts: of the answer.
            before: what happened before it.
        """
        context = None
        if before is not None:
            context = {
                "steps": [self._tuple(action) for action in before.done[-MAX_STEPS:]],
                "tried": self._tuple(before.action),
                "observation": " ".join(before.observation.split()),
            }
        texts = [part.text for part in parts]
        return list(self.prompts.conversation(PROMPT, **self._task, before=context, parts=texts))

    @cached_property
    def _task(self) -> Mapping[str, object]:
        """What the prompt says of the task.

        The objects stand by kind, the domain's constants among them. The initial state shows what a
        plan leaves open about its first steps.
        """
        domain, members = self.problem.domain, defaultdict[str, list[str]](list)
        for item in kinds_as_types(domain, self.lexicon).problem(self.problem).all_objects:
            for kind in item.types or (ROOT_TYPE,):
                members[kind_words((kind,))].append(self._words[item.name])
        style, names = in_style(self.style, domain, self.lexicon), ObjectNames.of(self._words)
        beginning = style.state(self.problem.init, self.problem, names)
        return {
            "actions": [_shown(schema, style) for schema in domain.actions],
            "objects": [{"name": kind, "members": each} for kind, each in members.items()],
            "beginning": beginning.removeprefix("Currently, "),
        }

    def _tuple(self, action: GroundAction) -> str:
        names = (self._words.get(item, item) for item in action.args)
        return str(GroundAction(action.name, tuple(names)))

    def _steps(self, completion: Completion, parts: Sequence[AnswerPart]) -> tuple[ReadStep, ...]:
        lines = [line.strip() for line in completion.text.split("\n") if line.strip()]
        if completion.finish_reason == "length":
            raise UnusableTranslationError("its translation was cut off")
        if not lines:
            raise UnusableTranslationError("its translation is empty")
        if lines == ["none"]:
            return ()
        return tuple(self._step(line, parts) for line in lines)

    def _step(self, line: str, parts: Sequence[AnswerPart]) -> ReadStep:
        found = _LINE.fullmatch(line)
        if found is None:
            quoted = line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}…"
            raise UnusableTranslationError(f"its translation has a line without a tuple: {quoted}")
        number, call, reason = found.groups()
        if not 1 <= int(number) <= len(parts):
            raise UnusableTranslationError(f"its translation names part {number}, which is none")
        part = parts[int(number) - 1]
        if call is None:
            undecided = " ".join(reason.split()).rstrip(".") or "no action fits it"
            return ReadStep(part.text, Doubt(undecided), part.line)
        return ReadStep(part.text, self._meaning(call), part.line)

    def _meaning(self, call: str) -> Meaning:
        """The action of a tuple, without its brackets; a doubt if the task has none such."""
        name, *args = call.lower().split() or [""]
        signal = None if name in self._schemas else _SIGNALS.get((name, *args))
        if signal is not None:
            return signal
        misfit = self._misfit(name, args)
        if misfit is not None:
            return Doubt(misfit)
        return GroundAction(name, tuple(self._objects[item] for item in args))


def _shown(schema: ActionSchema, style: Style) -> Mapping[str, str]:
    """An action's tuple and its words, with the same letters in both."""
    action = next(each for each in style.actions if each.schema.name == schema.name)
    letters = action.ability.letters
    kinds = [
        style.phrases.of_kind(letters[item.name], item.types)
        for item in action.ability.without_type
    ]
    where = f" ({join(kinds)})" if kinds else ""
    args = tuple(letters[item.name] for item in schema.parameters)
    return {
        "pddl": str(GroundAction(schema.name, args)),
        "english": action.ability.text + where,
    }


def numbered_parts(answer: str) -> tuple[AnswerPart, ...]:
    """An answer's lines in order, and the sentences of the long ones; thoughts in tags left out."""
    spoken = without_thoughts(answer)
    first = 1 + answer[: max(answer.rfind(spoken), 0)].count("\n")
    parts: list[AnswerPart] = []
    for number, line in enumerate(spoken.split("\n"), start=first):
        # On one line whatever the answer's line breaks are, so that no part looks like another.
        plain = " ".join(line.split())
        sentences = _SENTENCE_END.split(plain) if len(plain) > MAX_PART else [plain]
        parts += (AnswerPart(each, number) for each in sentences if each)
    return tuple(parts)


_SIGNALS: Mapping[tuple[str, ...], Meaning] = {
    ("look", "around"): LookAround(),
    ("finished",): Finished(),
}


def _check_complete(steps: Sequence[ReadStep], reading: AnswerReading) -> None:
    """Refuse a translation that leaves out what the reader has read without it.

    Raises:
        UnusableTranslationError: it lacks a step of the plan that is in no doubt itself.
    """
    undecided = any(isinstance(step.meaning, Doubt) for step in steps)
    missing = reading.plain - {step.action for step in steps}
    if missing and not undecided:
        first = min(map(str, missing))
        raise UnusableTranslationError(f"its translation omits a step that was read: {first}")


def _still_unread(reading: AnswerReading, fault: Exception) -> AnswerReading:
    """The same reading, with why there is no translation in the reason of its first part."""
    first, *others = (step for step in reading.steps if step.unread)
    assert isinstance(first.meaning, Doubt)
    doubt = replace(first.meaning, reason=f"{first.meaning.reason}; {fault}")
    return replace(reading, steps=(replace(first, meaning=doubt), *others))


def _with_nearest(doubts: Sequence[ReadStep], reading: AnswerReading) -> Iterator[ReadStep]:
    """Doubts with the nearest step that the reader has found for the same line."""
    nearest = {
        step.line: step.meaning.nearest
        for step in reversed(reading.steps)
        if isinstance(step.meaning, Doubt) and step.meaning.nearest
    }
    for step in doubts:
        assert isinstance(step.meaning, Doubt)
        yield replace(step, meaning=replace(step.meaning, nearest=nearest.get(step.line, "")))


# --- each line by itself, as in the paper (section 4)

SENTENCE_PROMPT = "translate_sentence"
MAX_SENTENCE_TOKENS = 750
"""Of one answer (the paper, appendix A)."""
MAX_LINES = 1_000
"""An answer of more lines stays as it is read: each line is a call."""
_EXAMPLES = 5
_EXAMPLE_OBJECTS = tuple(
    "object_91 lantern_64 harbour_87 object_73 ribbon_58 meadow_92 object_85 kettle_66 island_79"
    " object_68".split()
)
_OPENINGS = (
    "Now, {}.",
    "The next thing to do is to {}.",
    "Please {}.",
    "Once that is done, {}.",
    "{}",
)
_TUPLE = re.compile(r"\(\s*([^\s()]+(?:\s+[^\s()]+)*)\s*\)")
_THOUGHT = re.compile(r"think:.*", re.IGNORECASE)
_PLAN_END = re.compile(r"\[plan end\]", re.IGNORECASE)
_LABEL = re.compile(r"^instruction:\s*", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class SentenceTranslator(_TaskTranslator):
    """Asks a model about every line of an answer, one at a time.

    Its answer is taken at its word: a name that there is not becomes an attempt, and the simulator
    answers what is wrong with it. A line that the model does not translate is a doubt.

    Args:
        seed: sent to the model, as in the dataset's configurations.

    Raises:
        PromptError: a template is missing or malformed.
    """

    seed: int | None = None
    _opening: tuple[Message, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Before the first answer is paid for: a template may be broken.
        domain, names = self.problem.domain, [item.name for item in self.problem.all_objects]
        actions = [
            {
                "pddl": str(GroundAction(name, tuple(each.name for each in schema.parameters))),
                "english": self.lexicon.actions[name],
            }
            for name, schema in self._schemas.items()
        ]
        objects = [*_EXAMPLE_OBJECTS, *(self._words[name] for name in names)]
        instructions = self.prompts.text(SENTENCE_PROMPT, actions=actions, objects=objects)
        examples = _examples(domain, phrases(domain, self.lexicon))
        object.__setattr__(self, "_opening", (Message("system", instructions), *examples))

    async def translate(
        self, answer: str, reading: AnswerReading, before: Before | None = None
    ) -> AnswerReading:
        """As `Translator.translate`: a call for each line, whether or not it is read."""
        # There is no template for the end of a task.
        ends = {type(step.meaning) for step in reading.steps}
        parts = () if ends and ends <= {LookAround, Finished} else tuple(_steps_of(answer))
        if not parts or len(parts) > MAX_LINES:
            return reading
        steps = [step for part in parts for step in await self._sentence(part)]
        doubts = [step for step in steps if step.unread]
        return replace(reading, steps=tuple(doubts or steps), translated=not doubts)

    async def _sentence(self, part: AnswerPart) -> list[ReadStep]:
        messages = (*self._opening, Message("user", part.text))
        answer = await self.model.complete(Request(messages, MAX_SENTENCE_TOKENS, 0.0, self.seed))
        found = [self._meaning(each[1]) for each in _TUPLE.finditer(answer.text)]
        meanings = found or [Doubt("the translating model names no action for it")]
        return [ReadStep(part.text, meaning, part.line) for meaning in meanings]

    def _meaning(self, call: str) -> Meaning:
        name, *args = call.lower().split()
        if (name, *args) == ("look", "around"):
            return LookAround()
        # A name that the PDDL alone uses is quoted: the player does not know it.
        own = self._objects.values()
        known = (self._objects.get(item) or (f'"{item}"' if item in own else item) for item in args)
        action = GroundAction(name, tuple(known))
        misfit = self._misfit(name, args)
        return action if misfit is None else Doubt(misfit, attempt=action)


def _steps_of(answer: str) -> Iterator[AnswerPart]:
    """The lines of an answer up to the mark that ends a plan, but for thoughts."""
    for part in numbered_parts(answer):
        if _PLAN_END.fullmatch(part.text):
            return
        if not _THOUGHT.fullmatch(part.text):
            yield replace(part, text=_LABEL.sub("", part.text))


def _examples(domain: Domain, spoken: Phrases) -> Iterator[Message]:
    """Up to five actions with different numbers of parameters, and made-up objects."""
    # A fixed seed: the prompt of a domain never changes, so that it can be cached.
    rng = random.Random(domain.name)
    for opening, schema in zip(_OPENINGS, _varied(domain.actions, rng), strict=False):
        if len(schema.parameters) <= len(_EXAMPLE_OBJECTS):
            args = rng.sample(_EXAMPLE_OBJECTS, len(schema.parameters))
            yield Message("user", opening.format(spoken.action(schema.name, args)))
            yield Message("assistant", str(GroundAction(schema.name, tuple(args))))


def _varied(schemas: Sequence[ActionSchema], rng: random.Random) -> list[ActionSchema]:
    """Some actions in random order, those with a number of parameters not yet seen first."""
    seen = Counter[int]()
    ranks: list[tuple[int, ActionSchema]] = []
    for schema in rng.sample(list(schemas), len(schemas)):
        ranks.append((seen[len(schema.parameters)], schema))
        seen[len(schema.parameters)] += 1
    return [schema for _, schema in sorted(ranks, key=lambda rank: rank[0])][:_EXAMPLES]
