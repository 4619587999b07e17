"""From a model's answers to snippets: what is wrong with an answer, and what becomes of it then."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Literal, TypeAlias

from pddl2nl.english import negate, no_longer
from pddl2nl.english.clauses import find_head, parse
from pddl2nl.english.negation import NO_LONGER_THE_CASE, NOT_THE_CASE
from pddl2nl.english.vocabulary import is_base_verb
from pddl2nl.lexicon import PLACEHOLDER, Origin, frame, snippet_faults
from pddl2nl.llm import Completion, Message, ModelError
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.prompts import Templates
from pddl2nl.verbalizers.rules import SnippetWording, clauses, phrases
from pddl2nl.verbalizers.rules.facts import NamingFacts, facts

_BARE_VARIABLE = re.compile(r"\?[\w-]+")
_QUOTES = "\"'`“”‘’"


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with an answer.

    Args:
        grave: why it cannot be a snippet.
        slight: why it reads badly, though it could be one.
    """

    grave: tuple[str, ...] = ()
    slight: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Every fault in one line; empty where there is none."""
        return "; ".join((*self.grave, *self.slight))


class Use(Enum):
    """What a snippet is for, which decides how it must read."""

    ACTION = "a phrase"
    LASTING = "a clause that nothing makes false"
    PASSING = "a clause that some action makes false"


def answer_faults(answer: Completion, variables: Sequence[str], use: Use) -> Faults:
    """Everything that is wrong with an answer as a snippet for these variables.

    Whether the snippet reads like another one is not asked here.

    Args:
        answer: the model's answer.
        variables: the variables of the predicate or action.
        use: what the snippet is for.
    """
    if answer.finish_reason == "length":
        return Faults(("the answer is too long and was cut off; it must be one short line",))
    snippet, _ = snippet_in(answer)
    grave = (*_outside_faults(PLACEHOLDER.sub("", snippet)), *snippet_faults(snippet, variables))
    if grave:
        return Faults(grave)
    if use is Use.ACTION:
        return Faults((), tuple(_phrase_faults(snippet)))
    return Faults((), tuple(_clause_faults(snippet, ends=use is Use.PASSING)))


def snippet_in(answer: Completion) -> tuple[str, bool]:
    """The text of an answer without blanks and quotation marks around it; whether it had such."""
    text = answer.text.strip()
    inner = text[1:-1].strip()
    quoted = len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES
    if quoted and not any(mark in inner for mark in _QUOTES):
        return inner, True
    return text, False


def _outside_faults(words: str) -> Iterator[str]:
    bare = _BARE_VARIABLE.search(words)
    if bare and "{" not in words:
        yield f"the variable {bare[0]} stands without curly brackets"
    if words != words.lower():
        yield "the snippet must be in lower case"


def _clause_faults(snippet: str, *, ends: bool) -> Iterator[str]:
    clause = parse(snippet)
    head = find_head(clause) if clause is not None else None
    whole = head is not None and head.place > 0 and head.kind != "phrase"
    if not whole or negate(snippet).startswith(NOT_THE_CASE):
        yield (
            "it must be a plain sentence with a subject and a finite verb that 'not' can deny, as "
            "in '{?x} is open'"
        )
    elif ends and no_longer(snippet).startswith(NO_LONGER_THE_CASE):
        yield "'no longer' cannot stand beside its verb; use the present tense"


def _phrase_faults(snippet: str) -> Iterator[str]:
    if not is_base_verb(snippet.split()[0]):
        yield "it must begin with a verb in its base form, as in 'move {?x}'"


@dataclass(frozen=True)
class RuleSnippets:
    """Rule snippets of single items that fit in between the snippets of a model."""

    domain: Domain

    @cached_property
    def _facts(self) -> NamingFacts:
        return facts(self.domain)

    def wording(self, item: Predicate | ActionSchema, taken: Collection[str]) -> SnippetWording:
        """The best wording of a predicate or action that has none of the frames in `taken`."""
        if isinstance(item, Predicate):
            found = clauses(item, self._facts)
        else:
            found = phrases(item, self._facts)
        return next(one for one in found if frame(one.snippet) not in taken)


SnippetConversation: TypeAlias = tuple[Message, ...]
Answer: TypeAlias = Completion | ModelError
"""What came back for one item: an answer, or why there is none."""
Ask: TypeAlias = Callable[[Sequence[SnippetConversation]], Awaitable[list[Answer]]]
Kind: TypeAlias = Literal["predicate", "action"]


@dataclass(frozen=True, slots=True)
class SnippetItem:
    """A predicate or an action that needs a snippet.

    Args:
        key: its key in the lexicon.
        schema: what it is.
        conversation: how the model is asked for it.
        use: what its snippet is for.
    """

    key: str
    schema: Predicate | ActionSchema
    conversation: SnippetConversation
    use: Use

    @property
    def kind(self) -> Kind:
        """What it is, in a word."""
        return "predicate" if isinstance(self.schema, Predicate) else "action"

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that its snippet must have."""
        return tuple(parameter.name for parameter in self.schema.parameters)


@dataclass(frozen=True, slots=True)
class Written:
    """The snippets of one kind.

    Args:
        snippets: a snippet by key, in the domain's order.
        revised: the keys whose snippet is the model's second answer.
        fell_back: the keys whose snippet is that of the rules, and what was wrong in the end.
        origins: where each snippet comes from.
        remarks: notes on snippets that were taken all the same.
    """

    snippets: Mapping[str, str]
    revised: tuple[str, ...]
    fell_back: Mapping[str, str]
    origins: Mapping[str, Origin]
    remarks: Mapping[str, str]


@dataclass(slots=True)
class _Draft:
    """What is settled so far; `owners` has the owner of each frame."""

    owners: dict[str, str]
    snippets: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)

    def settle(self, item: SnippetItem, snippet: str) -> None:
        self.snippets[item.key] = snippet
        self.owners[frame(snippet)] = item.key
        self.faults.pop(item.key, None)

    def judge(self, item: SnippetItem, answer: Answer, *, last: bool) -> None:
        """Take an answer, or keep what is wrong with it; the last one may read badly."""
        if isinstance(answer, ModelError):
            self.faults[item.key] = str(answer)
            return
        snippet, quoted = snippet_in(answer)
        faults = self._faults(item, answer, snippet)
        if faults.grave or (faults.slight and not last):
            self.faults[item.key] = faults.text
            return
        self.settle(item, snippet)
        if quoted:
            self.remarks[item.key] = "quotation marks around the answer are left out"
        if faults.slight:
            self.remarks[item.key] = f"it reads badly, and was not bettered: {faults.text}"

    def _faults(self, item: SnippetItem, answer: Completion, snippet: str) -> Faults:
        found = answer_faults(answer, item.variables, item.use)
        clash = self._clash(item, snippet)
        return replace(found, grave=(*found.grave, clash)) if clash else found

    def _clash(self, item: SnippetItem, snippet: str) -> str | None:
        owner = self.owners.get(frame(snippet))
        if owner is None:
            return None
        return (
            f"it reads the same as the {item.kind} '{owner}', and no two {item.kind}s may "
            "differ in nothing but their variables"
        )


async def write_snippets(
    items: Sequence[SnippetItem],
    reserved: Mapping[str, str],
    ask: Ask,
    prompts: Templates,
    rules: RuleSnippets,
) -> Written:
    """Ask for all snippets, send back once what is no good, and take the rest from the rules.

    Of several snippets that read the same, the first in the domain's order stays.

    Args:
        items: what needs a snippet.
        reserved: frames that no snippet may have, and whose they are.
        ask: puts conversations to the model; an answer, or the error, for each.
        prompts: where the template `revise` is.
        rules: makes the snippets of the rules.
    """
    draft = _Draft(dict(reserved))
    answers = await ask([item.conversation for item in items])
    for item, answer in zip(items, answers, strict=True):
        draft.judge(item, answer, last=False)
    returned = [
        (item, _sent_back(item, answer, draft.faults[item.key], prompts))
        for item, answer in zip(items, answers, strict=True)
        if item.key in draft.faults and isinstance(answer, Completion)
    ]
    second = await ask([conversation for _, conversation in returned])
    for (item, _), answer in zip(returned, second, strict=True):
        draft.judge(item, answer, last=True)
    revised = tuple(item.key for item, _ in returned if item.key in draft.snippets)
    fell_back = dict(draft.faults)
    for item in (each for each in items if each.key in fell_back):
        wording = rules.wording(item.schema, draft.owners)
        draft.settle(item, wording.snippet)
        draft.origins[item.key] = wording.origin
    return Written(
        {item.key: draft.snippets[item.key] for item in items},
        revised,
        fell_back,
        {item.key: draft.origins.get(item.key, "model") for item in items},
        draft.remarks,
    )


def _sent_back(
    item: SnippetItem, answer: Completion, fault: str, prompts: Templates
) -> SnippetConversation:
    request = prompts.text("revise", fault=fault, variables=item.variables)
    # Some servers refuse a turn without text.
    reply = Message("assistant", answer.text or "(no answer)")
    return (*item.conversation, reply, Message("user", request))
