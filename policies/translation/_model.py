"""The translating model (T-LLM): asked only where exact matching fails (seed paper, section 4)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from pddl2nl.compose import phrases
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel, Message
from pddl2nl.model import ActionSchema, GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.prompts import PromptSet
from policies.translation._reading import Chosen, LookAround, Reading, Translator, Unread

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


class ModelTranslator:
    """Asks a model what a sentence means, once another translator could not read it.

    The model's answer counts only if it names a real action with as many real objects as it takes.
    """

    def __init__(
        self,
        first: Translator,
        model: ChatModel,
        prompts: PromptSet,
        problem: Problem,
        lexicon: Lexicon,
        names: ObjectNames,
    ) -> None:
        self._first = first
        self._model = model
        self._problem = problem
        self._names = names
        self._schemas = {item.name: item for item in problem.domain.actions}
        spoken = phrases(problem.domain, lexicon)
        self._opening = (
            Message("system", self._instructions(prompts, lexicon)),
            *_examples(problem, spoken.action),
        )

    async def read(self, sentence: str) -> Reading:
        reading = await self._first.read(sentence)
        if not isinstance(reading, Unread):
            return reading
        messages = [*self._opening, Message("user", sentence)]
        answer = await self._model.complete(messages, max_tokens=MOST_TOKENS)
        return self._understood(answer.text) or Unread(sentence)

    def _instructions(self, prompts: PromptSet, lexicon: Lexicon) -> str:
        known = [self._names.english[item.name] for item in self._problem.all_objects]
        return prompts.text(
            "translate",
            actions=[
                {"pddl": _signature(item), "english": lexicon.actions[item.name]}
                for item in self._problem.domain.actions
            ],
            objects=[*_EXAMPLE_OBJECTS, *known],
        )

    def _understood(self, answer: str) -> Reading | None:
        found = _TUPLE.search(answer)
        if found is None:
            return None
        name, *args = found[1].lower().split()
        if (name, *args) == ("look", "around"):
            return LookAround()
        schema = self._schemas.get(name)
        known = all(item in self._names.pddl for item in args)
        if schema is None or not known or len(args) != len(schema.parameters):
            return None
        return Chosen(GroundAction(name, tuple(self._names.pddl[item] for item in args)))


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
