"""The translating model (T-LLM): asked about steps that stay unread (seed paper, section 4)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.compose import Phrases, kind_words, phrases
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel, Message
from pddl2nl.model import ActionSchema, GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.meaning.names import unknown_name
from policies.answers.reading import Doubt, LookAround, Meaning
from policies.prompts import PromptSet

SayAction: TypeAlias = Callable[[str, Sequence[str]], str]

MOST_TOKENS = 750
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


@dataclass(frozen=True, slots=True)
class Before:
    """What happened just before a step.

    Attributes:
        action: the last action that was tried.
        observation: what was answered to it; empty where nothing was.
    """

    action: GroundAction
    observation: str = ""


class ModelTranslator:
    """Asks a model what a step means.

    Its answer is taken at its word: a name that there is not becomes an attempt, of which the
    simulator says what is wrong.
    """

    def __init__(
        self,
        model: ChatModel,
        prompts: PromptSet,
        problem: Problem,
        lexicon: Lexicon,
        names: ObjectNames,
        *,
        sentence_alone: bool = False,
    ) -> None:
        """
        Args:
            model: the translating model.
            prompts: the prompt set.
            problem: the task.
            lexicon: the snippets that the player was shown.
            names: what the objects are called in the player's texts.
            sentence_alone: whether it sees the step alone, as in the paper, and not what happened
                before it and of what kinds the objects are.
        """
        self._model = model
        self._problem = problem
        self._names = names
        self._schemas = {item.name: item for item in problem.domain.actions}
        self._spoken: Phrases = phrases(problem.domain, lexicon)
        self._sentence_alone = sentence_alone
        self._opening = (
            Message("system", self._instructions(prompts, lexicon)),
            *_examples(problem, self._spoken.action),
        )

    async def translate(self, said: str, before: Before | None = None) -> tuple[Meaning, ...]:
        """What a step means: one action or more, or nothing beyond doubt.

        Args:
            said: the whole step, as the player said it.
            before: what happened just before it, so that "it" and "the truck" can be told.
        """
        context = "" if before is None or self._sentence_alone else self._told(before)
        messages = [*self._opening, Message("user", f"{context}{said}")]
        answer = await self._model.complete(messages, max_tokens=MOST_TOKENS)
        return tuple(self._understood(found[1]) for found in _TUPLE.finditer(answer.text))

    def _told(self, before: Before) -> str:
        args = [self._names.english.get(item, item) for item in before.action.args]
        tried = GroundAction(before.action.name, tuple(args))
        answered = f" It was answered: {before.observation}" if before.observation else ""
        return f"(The step before was {tried}.{answered})\n"

    def _instructions(self, prompts: PromptSet, lexicon: Lexicon) -> str:
        return prompts.text(
            "translate",
            actions=[
                {"pddl": _signature(item), "english": lexicon.actions[item.name]}
                for item in self._problem.domain.actions
            ],
            objects=[*_EXAMPLE_OBJECTS, *self._objects()],
            sentence_alone=self._sentence_alone,
        )

    def _objects(self) -> Iterator[str]:
        for item in self._problem.all_objects:
            name = self._names.english[item.name]
            kind = kind_words(item.types)
            yield name if self._sentence_alone else f"{name} ({kind})"

    def _understood(self, call: str) -> Meaning:
        name, *args = call.lower().split()
        if (name, *args) == ("look", "around"):
            return LookAround()
        known = self._names.pddl
        action = GroundAction(
            name, tuple(known.get(item) or unknown_name(item, self._names) for item in args)
        )
        schema = self._schemas.get(name)
        if schema is None:
            return Doubt(f"there is no action called {name}", attempt=action)
        missing = [item for item in args if item not in known]
        if missing:
            return Doubt(f"there is no object called {missing[0]}", attempt=action)
        if len(args) != len(schema.parameters):
            return Doubt(f"{name} takes another number of objects", attempt=action)
        return action


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
