"""The `llm:single` verbalizer: a model writes one snippet per request, as in the paper
(section 3: 2NL-LLM).

Predicates come first, then the actions, described in the predicates' words: parameter types are
compiled to unary predicates ("?x is a truck"), and variables keep their PDDL names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pddl2nl.compose.formulas import Change, bracketed, changes, listed, say, scope, with_letters
from pddl2nl.compose.phrases import Phrases, Words, kind_words, phrases
from pddl2nl.english import indefinite, join, negate, no_longer
from pddl2nl.lexicon import EQUALITY_SNIPPET, Lexicon
from pddl2nl.llm import (
    Completion,
    ModelError,
    PermanentModelError,
    Usage,
    estimate_usage,
)
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Not,
    conjuncts,
)
from pddl2nl.naming import name_constants
from pddl2nl.verbalizers.llm_answers import (
    Answer,
    Conversation,
    Draft,
    RuleSnippets,
    SnippetItem,
    Written,
    text_of,
)
from pddl2nl.verbalizers.llm_notes import DomainNotes, occurrence, unclear
from pddl2nl.verbalizers.llm_writer import SnippetWriter
from pddl2nl.verbalizers.registry import LLM_SINGLE
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.writer import action_to_pddl, declaration_to_pddl


class SingleLlmVerbalizer(SnippetWriter):
    """Asks for each snippet by itself, and sends back each that is faulty by itself."""

    name: ClassVar[str] = LLM_SINGLE
    max_tokens: ClassVar[int | None] = 200  # the paper, appendix A

    def expected(self, domain: Domain) -> Sequence[Usage]:
        """The tokens of each request, about; corrections come on top."""
        likely = RulesVerbalizer().lexicon(domain)
        asked = [
            *zip(self._predicates(domain).values(), likely.predicates.values(), strict=False),
            *zip(
                self._actions(domain, likely.predicates).values(),
                likely.actions.values(),
                strict=True,
            ),
        ]
        return [estimate_usage(request, answer, self.model) for request, answer in asked]

    async def _written(self, domain: Domain) -> tuple[Written, Written]:
        rules = RuleSnippets(domain)
        predicates = await self._snippets(
            self._predicates(domain), Draft({EQUALITY_SNIPPET: EQUALITY}), rules
        )
        actions = await self._snippets(self._actions(domain, predicates.snippets), Draft(), rules)
        return predicates, actions

    async def _snippets(
        self, requests: Mapping[SnippetItem, Conversation], draft: Draft, rules: RuleSnippets
    ) -> Written:
        """Ask for all snippets, send back faulty ones once, and take the rest from the rules."""
        items = list(requests)
        answers = await self._ask_all(list(requests.values()))
        for item, answer in zip(items, answers, strict=True):
            draft.judge(item, text_of(answer), last=False)
        returned = {
            item: self._sent_back(
                requests[item],
                answer,
                "revise",
                fault=draft.faults[item.key],
                variables=item.variables,
            )
            for item, answer in zip(items, answers, strict=True)
            if item.key in draft.faults and isinstance(answer, Completion)
        }
        second = await self._ask_all(list(returned.values()))
        for item, answer in zip(returned, second, strict=True):
            draft.judge(item, text_of(answer), last=True)
        return draft.written(items, frozenset(item.key for item in returned), rules)

    def _predicates(self, domain: Domain) -> dict[SnippetItem, Conversation]:
        """The request for each predicate; an unclear one comes with an action that has it."""
        names = unclear(domain)
        found = {}
        for each, item in DomainNotes(domain).predicates.items():
            shown = occurrence(each, domain.actions) if item.key in names else None
            found[replace(item, permits="")] = self._prompts.conversation(
                "predicates",
                predicate=declaration_to_pddl(each),
                action=action_to_pddl(shown.action) if shown else "",
                roles=shown.roles if shown else "",
            )
        return found

    def _actions(
        self, domain: Domain, predicates: Mapping[str, str]
    ) -> dict[SnippetItem, Conversation]:
        items = DomainNotes(domain).actions.values()
        return {
            item: self._prompts.conversation("actions", **words)
            for item, words in zip(items, described(domain, predicates), strict=True)
        }

    async def _ask_all(self, conversations: Sequence[Conversation]) -> list[Answer]:
        """Put conversations to the model, all at once within the limit."""
        gate = asyncio.Semaphore(self._at_once)

        async def ask(conversation: Conversation) -> Answer:
            async with gate:
                return await self._ask(conversation)

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(ask(each)) for each in conversations]
        except ExceptionGroup as failures:
            # The first failure has cancelled the rest; it is the one to report.
            raise failures.exceptions[0] from None
        answers = [task.result() for task in tasks]
        if answers and all(isinstance(answer, ModelError) for answer in answers):
            raise PermanentModelError(f"no answer at all: {answers[0]}")
        return answers


def described(domain: Domain, predicates: Mapping[str, str]) -> tuple[dict[str, object], ...]:
    """Every action of a domain in the words of its predicate snippets.

    Args:
        predicates: a snippet for every predicate key of the domain.
    """
    lexicon = Lexicon(domain.name, "", predicates, {})
    spoken = phrases(replace(domain, actions=()), lexicon)
    constants = name_constants(domain).english
    return tuple(_described(schema, spoken, constants) for schema in domain.actions)


def _described(schema: ActionSchema, spoken: Phrases, constants: Words) -> dict[str, object]:
    variables = tuple(item.name for item in schema.parameters)
    words = {**constants, **{name: name for name in variables}}
    kinds = [
        f"{item.name} is {indefinite(kind_words(item.types))}"
        for item in schema.parameters
        if ROOT_TYPE not in item.types
    ]
    required = [_part(part, spoken, words) for part in conjuncts(schema.precondition)]
    return {
        "name": schema.name,
        "parameters": variables,
        "preconditions": join([*kinds, *required], "and"),
        "effects": tuple(_effect(change, spoken, words) for change in changes(schema)),
    }


def _part(condition: Condition, spoken: Phrases, words: Words) -> str:
    """One of several conditions that hold together, in parentheses where it could run into them."""
    match condition:
        case Atom():
            return bracketed(spoken.clause(condition, words))
        case Not(Atom() as atom):
            return bracketed(negate(spoken.clause(atom, words)))
        case _:
            return f"({say(condition, spoken, words)})"


def _effect(change: Change, spoken: Phrases, words: Words) -> str:
    names = with_letters(words, change.parameters)
    every = scope(change.parameters, names)
    premise = f"if {say(change.condition, spoken, names)}" if change.condition != TRUE else ""
    losses = listed(no_longer(spoken.clause(atom, names)) for atom in change.deleted)
    gains = listed(spoken.clause(atom, names) for atom in change.added)
    become = f"it becomes true that {gains}" if gains else ""
    results = ", and ".join(filter(None, (become, losses)))
    return ", ".join(filter(None, (every, premise, results)))
