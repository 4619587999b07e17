"""The paper's translating model (seed paper, section 4, T-LLM): each line of an answer by itself.

Every line is sent, as in the paper, whether or not our reader could read it. The model sees neither
the lines around it nor what happened before.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from pddl2nl.compose import phrases
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel, Message, Request
from pddl2nl.model import ActionSchema, GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.model_translator import (
    AnswerPart,
    Before,
    numbered_parts,
    single_word,
)
from policies.answers.reading import AnswerReading, Doubt, Finished, LookAround, Meaning, ReadStep
from policies.prompts import PromptSet

SayAction: TypeAlias = Callable[[str, Sequence[str]], str]

PROMPT = "translate_sentence"
MAX_TOKENS = 750
"""Of one answer (seed paper, appendix A)."""
MAX_LINES = 1_000
"""An answer of more lines stays as it is read: each line is a call."""
_EXAMPLES = 5
_EXAMPLE_OBJECTS = (
    "object_91",
    "lantern_64",
    "harbour_87",
    "object_73",
    "ribbon_58",
    "meadow_92",
    "object_85",
    "kettle_66",
    "island_79",
    "object_68",
)
_OPENINGS = (
    "Now, {}.",
    "The next thing to do is to {}.",
    "Please {}.",
    "Once that is done, {}.",
    "{}",
)
_TUPLE = re.compile(r"\(\s*([^\s()]+(?:\s+[^\s()]+)*)\s*\)")
_NO_STEP = re.compile(r"think:.*|\[plan end\]", re.IGNORECASE)
_LABEL = re.compile(r"^instruction:\s*", re.IGNORECASE)


class SentenceTranslator:
    """Asks a model about every line of an answer, one at a time.

    Its answer is taken at its word: a name that there is not becomes an attempt, and the simulator
    answers what is wrong with it. A line that the model does not translate is a doubt.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: PromptSet,
        problem: Problem,
        lexicon: Lexicon,
        names: ObjectNames,
    ) -> None:
        """
        Args:
            model: the translating model.
            prompts: the prompt set.
            problem: the task.
            lexicon: the snippets of the prompt that was answered.
            names: what the objects are called in that prompt.
        """
        self._model = model
        self._problem = problem
        self._schemas = {item.name: item for item in problem.domain.actions}
        self._names = {single_word(name).lower(): item for item, name in names.english.items()}
        self._opening = (
            Message("system", self._instructions(prompts, lexicon, names)),
            *_examples(problem, phrases(problem.domain, lexicon).action),
        )

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
        doubts = [step for step in steps if _is_unread(step)]
        return replace(reading, steps=tuple(doubts or steps), translated=not doubts)

    async def _sentence(self, part: AnswerPart) -> list[ReadStep]:
        messages = (*self._opening, Message("user", part.text))
        answer = await self._model.complete(
            Request(messages, max_tokens=MAX_TOKENS, temperature=0.0)
        )
        found = [self._meaning(each[1]) for each in _TUPLE.finditer(answer.text)]
        meanings = found or [Doubt("the translating model names no action for it")]
        return [ReadStep(part.text, meaning, part.line) for meaning in meanings]

    def _instructions(self, prompts: PromptSet, lexicon: Lexicon, names: ObjectNames) -> str:
        return prompts.text(
            PROMPT,
            actions=[
                {"pddl": _signature(item), "english": lexicon.actions[item.name]}
                for item in self._problem.domain.actions
            ],
            objects=[
                *_EXAMPLE_OBJECTS,
                *(single_word(names.english[item.name]) for item in self._problem.all_objects),
            ],
        )

    def _meaning(self, call: str) -> Meaning:
        name, *args = call.lower().split()
        if (name, *args) == ("look", "around"):
            return LookAround()
        # A name that the PDDL alone uses is quoted: the player does not know it.
        own = self._names.values()
        action = GroundAction(
            name,
            tuple(self._names.get(item) or (f'"{item}"' if item in own else item) for item in args),
        )
        schema = self._schemas.get(name)
        if schema is None:
            return Doubt(f"there is no action called {name}", attempt=action)
        missing = [item for item in args if item not in self._names]
        if missing:
            return Doubt(f"there is no object called {missing[0]}", attempt=action)
        if len(args) != len(schema.parameters):
            return Doubt(f"{name} takes another number of objects", attempt=action)
        return action


def _steps_of(answer: str) -> Iterator[AnswerPart]:
    """The lines of an answer, but for thoughts and the mark that ends a plan."""
    for part in numbered_parts(answer):
        if not _NO_STEP.fullmatch(part.text):
            yield replace(part, text=_LABEL.sub("", part.text))


def _is_unread(step: ReadStep) -> bool:
    return isinstance(step.meaning, Doubt) and step.meaning.attempt is None


def _signature(schema: ActionSchema) -> str:
    return "(" + " ".join((schema.name, *(item.name for item in schema.parameters))) + ")"


def _examples(problem: Problem, say: SayAction) -> Iterator[Message]:
    """Up to five actions with different numbers of parameters, and made-up objects."""
    # A fixed seed: the prompt of a domain never changes, so that it can be cached.
    rng = random.Random(problem.domain.name)
    for opening, schema in zip(_OPENINGS, _varied(problem.domain.actions, rng), strict=False):
        fitting = min(len(schema.parameters), len(_EXAMPLE_OBJECTS))
        if fitting < len(schema.parameters):
            continue
        args = rng.sample(_EXAMPLE_OBJECTS, fitting)
        yield Message("user", opening.format(say(schema.name, args)))
        yield Message("assistant", str(GroundAction(schema.name, tuple(args))))


def _varied(schemas: Sequence[ActionSchema], rng: random.Random) -> list[ActionSchema]:
    """Some actions in random order, those with a number of parameters not yet seen first."""
    shuffled = rng.sample(list(schemas), len(schemas))
    seen: dict[int, int] = {}
    ranks = []
    for schema in shuffled:
        arity = len(schema.parameters)
        ranks.append((seen.get(arity, 0), schema))
        seen[arity] = seen.get(arity, 0) + 1
    return [schema for _, schema in sorted(ranks, key=lambda rank: rank[0])][:_EXAMPLES]
