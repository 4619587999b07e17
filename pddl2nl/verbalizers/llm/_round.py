"""One kind of items, predicates or actions, from questions to snippets that all differ."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pddl2nl.lexicon import Origin, frame
from pddl2nl.llm import Completion, Message, ModelError
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.prompts import Prompts
from pddl2nl.verbalizers.llm._faults import Faults, Use, answer_faults, snippet_in
from pddl2nl.verbalizers.rules import SnippetWording, clauses, phrases
from pddl2nl.verbalizers.rules.facts import facts


class RuleSnippets:
    """Rule snippets of single items that fit in between the snippets of a model."""

    def __init__(self, domain: Domain) -> None:
        self._facts = facts(domain)

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
    prompts: Prompts,
    rules: Callable[[], RuleSnippets],
) -> Written:
    """Ask for all snippets, send back once what is no good, and take the rest from the rules.

    Of several snippets that read the same, the first in the domain's order stays.

    Args:
        items: what needs a snippet.
        reserved: frames that no snippet may have, and whose they are.
        ask: puts conversations to the model; an answer, or the error, for each.
        prompts: where the template `revise` is.
        rules: makes the snippets of the rules, when they are needed.
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
        wording = rules().wording(item.schema, draft.owners)
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
    item: SnippetItem, answer: Completion, fault: str, prompts: Prompts
) -> SnippetConversation:
    request = prompts.text("revise", fault=fault, variables=item.variables)
    # Some servers refuse a turn without text.
    reply = Message("assistant", answer.text or "(no answer)")
    return (*item.conversation, reply, Message("user", request))
