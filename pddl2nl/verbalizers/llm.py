"""The `llm` verbalizer: a language model writes the snippets (seed paper, section 3: 2NL-LLM).

Predicates come first, then the actions, described in the predicates' words: parameter types are
compiled to unary predicates ("?x is a truck"), and variables keep their PDDL names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import ClassVar

from pddl2nl.compose.formulas import Change, bracketed, changes, listed, say, scope, with_letters
from pddl2nl.compose.phrases import Phrases, Words, kind_words, phrases
from pddl2nl.english import indefinite, join, negate, no_longer
from pddl2nl.lexicon import EQUALITY_SNIPPET, Lexicon, frame, predicate_key
from pddl2nl.llm import (
    ChatModel,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    Request,
    TransientModelError,
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
    Predicate,
    conjuncts,
)
from pddl2nl.naming import name_constants
from pddl2nl.prompts import DEFAULT_FOLDER, Templates
from pddl2nl.verbalizers.llm_answers import (
    Answer,
    Ask,
    Kind,
    RuleSnippets,
    SnippetConversation,
    SnippetItem,
    Use,
    Written,
    write_snippets,
)
from pddl2nl.verbalizers.registry import PURPOSE, SNIPPETS_AT_ONCE
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.writer import action_to_pddl, declaration_to_pddl

MAX_TOKENS = 200
"""Of one answer (seed paper, appendix A)."""

_log = logging.getLogger(__name__)


class LlmVerbalizer:
    """Lets a language model write the snippets, checks each, and never gives up on a domain.

    A snippet that fails the check is sent back to the model once, with all its faults. What fails
    again, or has no answer, is taken from the rules; what only reads badly is kept, with a warning.

    Args:
        model: what writes the snippets.
        seed: sent with every request; None sends none.
        prompts: a prompt set, with the templates in its folder `verbalize`; by default ours.
        at_once: the most requests that are under way at the same time.
        max_tokens: of one answer.
        warn: gets a line on every item that is from the rules or reads badly; by default the log.

    Raises:
        InputError: there is no such prompt set.
    """

    asks_model: ClassVar[bool] = True

    def __init__(
        self,
        model: ChatModel,
        *,
        seed: int | None = None,
        prompts: Path | None = None,
        at_once: int = SNIPPETS_AT_ONCE,
        max_tokens: int = MAX_TOKENS,
        warn: Callable[[str], None] = _log.warning,
    ) -> None:
        self._model = model
        self._seed = seed
        self._prompts = Templates(prompts, DEFAULT_FOLDER, PURPOSE)
        self._at_once = at_once
        self._max_tokens = max_tokens
        self._warn = warn

    @property
    def model(self) -> str:
        """The name of the model."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the prompts."""
        return self._prompts.fingerprint

    def lexicon(self, domain: Domain) -> Lexicon:
        """As `write`, for callers without an event loop; inside one, await `write`.

        Raises:
            InputError, PermanentModelError, CacheError: as `write`.
            RuntimeError: an event loop is running.
        """
        return asyncio.run(self.write(domain))

    async def write(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action; no two of a kind read the same.

        The lexicon's notes hold the model, the seed, the fingerprint of the prompts, and which
        items were revised or fell back to the rules.

        Raises:
            InputError: a prompt template is malformed.
            PermanentModelError: no call of the model can succeed.
            CacheError: the cache of answers cannot be used.
        """
        rules = RuleSnippets(domain)
        ask = self._asking()
        equality = {frame(EQUALITY_SNIPPET): EQUALITY}
        asked = self._predicates(domain)
        predicates = await write_snippets(asked, equality, ask, self._prompts, rules)
        self._report("predicate", predicates)
        asked = self._actions(domain, predicates.snippets)
        actions = await write_snippets(asked, {}, ask, self._prompts, rules)
        self._report("action", actions)
        return Lexicon(
            domain=domain.name,
            source=f"llm:{self._model.name}",
            predicates={**predicates.snippets, EQUALITY: EQUALITY_SNIPPET},
            actions=actions.snippets,
            notes=self._notes(predicates, actions),
            provenance={"predicates": predicates.origins, "actions": actions.origins},
        )

    def _predicates(self, domain: Domain) -> list[SnippetItem]:
        plain = RulesVerbalizer().lexicon(domain).of_origin("plain")
        unclear = {name for kind, name in plain if kind == "predicate"}
        ended = {e.atom.predicate for a in domain.actions for e in a.effects if not e.adds}
        keyed = [(predicate_key(domain, each), each) for each in domain.predicates]
        return [
            SnippetItem(
                key,
                each,
                self._prompts.conversation(
                    "predicates",
                    predicate=declaration_to_pddl(each),
                    action=_telling_action(each, domain) if key in unclear else "",
                ),
                Use.PASSING if each.name in ended else Use.LASTING,
            )
            for key, each in keyed
        ]

    def _actions(self, domain: Domain, predicates: Mapping[str, str]) -> list[SnippetItem]:
        return [
            SnippetItem(
                schema.name,
                schema,
                self._prompts.conversation("actions", **asdict(words)),
                Use.ACTION,
            )
            for schema, words in zip(domain.actions, described(domain, predicates), strict=True)
        ]

    def _asking(self) -> Ask:
        """What puts conversations to the model, all at once within the limit."""
        gate = asyncio.Semaphore(self._at_once)

        async def ask_one(conversation: SnippetConversation) -> Answer:
            async with gate:
                try:
                    return await self._model.complete(
                        Request(
                            conversation,
                            max_tokens=self._max_tokens,
                            temperature=0.0,
                            seed=self._seed,
                        )
                    )
                except (TransientModelError, RejectedRequestError) as error:
                    return error

        async def ask(conversations: Sequence[SnippetConversation]) -> list[Answer]:
            try:
                async with asyncio.TaskGroup() as group:
                    tasks = [group.create_task(ask_one(each)) for each in conversations]
            except ExceptionGroup as failures:
                # The first failure has cancelled the rest; it is the one to report.
                raise failures.exceptions[0] from None
            answers = [task.result() for task in tasks]
            if answers and all(isinstance(answer, ModelError) for answer in answers):
                raise PermanentModelError(f"no answer at all: {answers[0]}")
            return answers

        return ask

    def _report(self, kind: Kind, written: Written) -> None:
        for key, fault in written.fell_back.items():
            snippet = written.snippets[key]
            self._warn(f"{kind} {key}: {fault}; the rules' snippet is used: '{snippet}'")
        for key, remark in written.remarks.items():
            self._warn(f"{kind} {key}: {remark}: '{written.snippets[key]}'")

    def _notes(self, predicates: Written, actions: Written) -> dict[str, object]:
        return {
            "model": self._model.name,
            "seed": self._seed,
            "prompts": self._prompts.fingerprint,
            "revised": {"predicates": list(predicates.revised), "actions": list(actions.revised)},
            "fell_back": {
                "predicates": dict(predicates.fell_back),
                "actions": dict(actions.fell_back),
            },
        }


def _telling_action(predicate: Predicate, domain: Domain) -> str:
    """The shortest action that changes a predicate, or else that needs it; empty if none does."""
    texts = [(action, action_to_pddl(action)) for action in domain.actions]
    mark = f"({predicate.name}"
    using = [
        (not any(e.atom.predicate == predicate.name for e in action.effects), len(text), text)
        for action, text in texts
        if f"{mark} " in text or f"{mark})" in text
    ]
    return min(using, default=(True, 0, ""))[2]


@dataclass(frozen=True, slots=True)
class DescribedAction:
    """An action as the prompt describes it.

    Args:
        name: its PDDL name.
        parameters: its variables, in their order.
        preconditions: everything that must hold, as one list; empty where nothing must.
        effects: what changes, one text for each condition and range of objects.
    """

    name: str
    parameters: tuple[str, ...]
    preconditions: str
    effects: tuple[str, ...]


def described(domain: Domain, predicates: Mapping[str, str]) -> tuple[DescribedAction, ...]:
    """Every action of a domain in the words of its predicate snippets.

    Args:
        predicates: a snippet for every predicate key of the domain.
    """
    lexicon = Lexicon(domain.name, "", predicates, {})
    spoken = phrases(replace(domain, actions=()), lexicon)
    constants = name_constants(domain).english
    return tuple(_described(schema, spoken, constants) for schema in domain.actions)


def _described(schema: ActionSchema, spoken: Phrases, constants: Words) -> DescribedAction:
    variables = tuple(item.name for item in schema.parameters)
    words = {**constants, **{name: name for name in variables}}
    kinds = [
        f"{item.name} is {indefinite(kind_words(item.types))}"
        for item in schema.parameters
        if ROOT_TYPE not in item.types
    ]
    required = [_part(part, spoken, words) for part in conjuncts(schema.precondition)]
    return DescribedAction(
        schema.name,
        variables,
        join([*kinds, *required], "and"),
        tuple(_effect(change, spoken, words) for change in changes(schema)),
    )


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
