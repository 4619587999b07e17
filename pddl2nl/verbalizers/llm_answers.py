"""From a model's answers to snippets: what is wrong with an answer, and what becomes of it then."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from pddl2nl.english import clause_fault, negate, no_longer, phrase_fault
from pddl2nl.english.clauses import find_head, is_slot, parse
from pddl2nl.english.negation import NO_LONGER_THE_CASE, NOT_THE_CASE, denies, gist
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, word_set
from pddl2nl.lexicon import PLACEHOLDER, Origin, frame, snippet_faults
from pddl2nl.llm import Completion, Message, ModelError
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.rules import SnippetWording, clauses, phrases
from pddl2nl.verbalizers.rules.facts import NamingFacts, facts

_BARE_VARIABLE = re.compile(r"\?[\w-]+")
_SPEAKER = re.compile(r"\bI\b")
_QUOTES = "\"'`“”‘’"
_PERMITTING = word_set("may can allowed permitted able possible")


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with an answer: why it cannot be a snippet, and why it reads badly."""

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


@dataclass(frozen=True, slots=True)
class NoSnippet:
    """Why an answer has no snippet for an item."""

    reason: str


def text_of(answer: Answer) -> str | NoSnippet:
    """An answer that is one snippet."""
    if isinstance(answer, ModelError):
        return NoSnippet(str(answer))
    if answer.finish_reason == "length":
        return NoSnippet("the answer is too long and was cut off; it must be one short line")
    return answer.text


def text_faults(text: str, variables: Sequence[str], use: Use) -> Faults:
    """Everything that is wrong with a text as a snippet for these variables.

    Whether the snippet reads like another one is not asked here.

    Args:
        text: what the model wrote.
        variables: the variables of the predicate or action.
        use: what the snippet is for.
    """
    snippet, _ = unquoted(text)
    grave = (*_outside_faults(PLACEHOLDER.sub("", snippet)), *snippet_faults(snippet, variables))
    if grave:
        return Faults(grave)
    if use is Use.ACTION:
        fault = phrase_fault(snippet)
        return Faults((), (fault,) if fault else ())
    return Faults((), tuple(_clause_faults(snippet, ends=use is Use.PASSING)))


def unquoted(text: str) -> tuple[str, bool]:
    """A text without blanks and quotation marks around it; whether it had such."""
    text = text.strip()
    inner = text[1:-1].strip()
    quoted = len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES
    if quoted and not any(mark in inner for mark in _QUOTES):
        return inner, True
    return text, False


def _outside_faults(words: str) -> Iterator[str]:
    bare = _BARE_VARIABLE.search(words)
    if bare and "{" not in words:
        yield f"the variable {bare[0]} stands without curly brackets"
    if words != words.lower() and (rest := _SPEAKER.sub("", words)) != rest.lower():
        yield "the snippet must be in lower case"


def _clause_faults(snippet: str, *, ends: bool) -> Iterator[str]:
    if not _can_be_denied(snippet):
        reason = _in_the_way(snippet)
        why = f"the word '{reason}' is the reason, so say it without it: " if reason else ""
        yield (
            f"{why}it must be a plain sentence with a subject and a finite verb that 'not' can "
            "deny, as in '{?x} is open'"
        )
    elif fault := clause_fault(snippet):
        yield fault
    elif ends and no_longer(snippet).startswith(NO_LONGER_THE_CASE):
        yield "'no longer' cannot stand beside its verb; use the present tense"


def _can_be_denied(snippet: str) -> bool:
    """Whether a snippet is a sentence that "not" makes false as a whole."""
    clause = parse(snippet)
    head = find_head(clause) if clause is not None else None
    whole = head is not None and head.place > 0 and head.kind != "phrase"
    return whole and not denies(snippet) and not negate(snippet).startswith(NOT_THE_CASE)


def _in_the_way(snippet: str) -> str | None:
    """The word without which a snippet could be denied, where it is no part of the statement."""
    clause = parse(snippet)
    words = clause.words if clause is not None else ()
    for place, word in enumerate(words):
        if not (is_slot(word) or word in PREPOSITIONS or is_a(word, "verb") or is_a(word, "noun")):
            rest = " ".join((*words[:place], *words[place + 1 :]))
            if denies(word) or _can_be_denied(rest):
                return word
    return None


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


Conversation: TypeAlias = tuple[Message, ...]
Answer: TypeAlias = Completion | ModelError
"""What came back for a request: an answer, or why there is none."""
Kind: TypeAlias = Literal["predicate", "action"]


@dataclass(frozen=True, slots=True)
class SnippetItem:
    """A predicate or an action that needs a snippet.

    Args:
        key: its key in the lexicon.
        schema: what it is.
        use: what its snippet is for.
        permits: the action that the predicate permits, empty for none.
    """

    key: str
    schema: Predicate | ActionSchema
    use: Use
    permits: str = ""

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


class Draft:
    """The snippets of one kind while they are written.

    Of several snippets that read the same, the first stays.
    """

    def __init__(self, reserved: Mapping[str, str] = MappingProxyType({})) -> None:
        """
        Args:
            reserved: snippets that none may read like, and whose they are.
        """
        self.snippets: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self._owners = {frame(snippet): key for snippet, key in reserved.items()}
        self._gists: dict[tuple[str, ...], str] = {}
        self._remarks: dict[str, str] = {}
        self._origins: dict[str, Origin] = {}

    def judge(self, item: SnippetItem, given: str | NoSnippet, *, last: bool) -> None:
        """Take what a model wrote, or keep what is wrong with it; the last may read badly."""
        if isinstance(given, NoSnippet):
            self.faults[item.key] = given.reason
            return
        snippet, quoted = unquoted(given)
        faults = self._faults(item, given, snippet)
        if faults.grave or (faults.slight and not last):
            self.faults[item.key] = faults.text
            return
        self._settle(item, snippet)
        if quoted:
            self._remarks[item.key] = "quotation marks around the answer are left out"
        if faults.slight:
            self._remarks[item.key] = f"it reads badly, and was not bettered: {faults.text}"

    def written(
        self, items: Sequence[SnippetItem], returned: frozenset[str], rules: RuleSnippets
    ) -> Written:
        """The snippets of all items, those of the rules where the model gave none."""
        revised = tuple(each.key for each in items if each.key in returned & self.snippets.keys())
        fell_back = dict(self.faults)
        for item in (each for each in items if each.key in fell_back):
            wording = rules.wording(item.schema, self._owners)
            self._settle(item, wording.snippet)
            self._origins[item.key] = wording.origin
        return Written(
            {item.key: self.snippets[item.key] for item in items},
            revised,
            fell_back,
            {item.key: self._origins.get(item.key, "model") for item in items},
            self._remarks,
        )

    def _settle(self, item: SnippetItem, snippet: str) -> None:
        self.snippets[item.key] = snippet
        self._owners[frame(snippet)] = item.key
        self._gists.setdefault(gist(frame(snippet)), item.key)
        self.faults.pop(item.key, None)

    def _faults(self, item: SnippetItem, given: str, snippet: str) -> Faults:
        found = text_faults(given, item.variables, item.use)
        owner = self._owners.get(frame(snippet))
        if owner is not None:
            clash = (
                f"it reads the same as the {item.kind} '{owner}', and no two {item.kind}s may "
                "differ only in their variables"
            )
            return replace(found, grave=(*found.grave, clash))
        return replace(found, slight=(*found.slight, *self._slight(item, snippet)))

    def _slight(self, item: SnippetItem, snippet: str) -> Iterator[str]:
        other = self._gists.get(gist(frame(snippet)))
        if item.kind == "predicate" and other is not None:
            yield f"it differs from the predicate '{other}' by tense or \"not\" alone"
        if item.permits and not _PERMITTING.intersection(snippet.split()):
            yield (
                f"it must say that the action '{item.permits}' may be done, not that it is done or "
                "has to be: use the word 'may'"
            )
