"""What both ways to have a model write snippets share: asking, falling back, reporting."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from pddl2nl.lexicon import EQUALITY_SNIPPET, Lexicon
from pddl2nl.llm import (
    ChatModel,
    Completion,
    Message,
    RejectedRequestError,
    Request,
    TransientModelError,
    Usage,
)
from pddl2nl.model import EQUALITY, Domain
from pddl2nl.prompts import DEFAULT_FOLDER, Templates
from pddl2nl.verbalizers.llm_answers import Answer, Conversation, Kind, Written
from pddl2nl.verbalizers.registry import PURPOSE, SNIPPETS_AT_ONCE

_log = logging.getLogger(__name__)


class SnippetWriter(ABC):
    """Lets a language model write the snippets, checks each, and never gives up on a domain.

    What fails the check is sent back once, with all its faults. What fails again, or has no answer,
    is taken from the rules; what only reads badly is kept, with a warning.

    Args:
        model: what writes the snippets.
        seed: sent with every request; None sends none.
        prompts: a prompt set, with the templates in its folder `verbalize`; by default ours.
        at_once: the most requests that are under way at the same time.
        warn: gets a line on every item that is from the rules or reads badly; by default the log.

    Raises:
        InputError: there is no such prompt set.
    """

    asks_model: ClassVar[bool] = True
    name: ClassVar[str]
    """The name by which it is found."""
    max_tokens: ClassVar[int | None] = None
    """Of one answer; None leaves it to the server."""

    def __init__(
        self,
        model: ChatModel,
        *,
        seed: int | None = None,
        prompts: Path | None = None,
        at_once: int = SNIPPETS_AT_ONCE,
        warn: Callable[[str], None] = _log.warning,
    ) -> None:
        self._model = model
        self._seed = seed
        self._prompts = Templates(prompts, DEFAULT_FOLDER, PURPOSE)
        self._at_once = at_once
        self._warn = warn

    @property
    def model(self) -> str:
        """The name of the model."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the prompts."""
        return self._prompts.fingerprint

    @abstractmethod
    def expected(self, domain: Domain) -> Sequence[Usage]:
        """The tokens of each request, about; corrections come on top."""

    @abstractmethod
    async def _written(self, domain: Domain) -> tuple[Written, Written]:
        """The snippets of the predicates and of the actions."""

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
        predicates, actions = await self._written(domain)
        self._report("predicate", predicates)
        self._report("action", actions)
        kinds = {"predicates": predicates, "actions": actions}
        return Lexicon(
            domain=domain.name,
            source=f"{self.name}:{self._model.name}",
            predicates={**predicates.snippets, EQUALITY: EQUALITY_SNIPPET},
            actions=actions.snippets,
            notes={
                "model": self._model.name,
                "seed": self._seed,
                "prompts": self._prompts.fingerprint,
                "revised": {kind: list(each.revised) for kind, each in kinds.items()},
                "fell_back": {kind: dict(each.fell_back) for kind, each in kinds.items()},
            },
            provenance={kind: each.origins for kind, each in kinds.items()},
        )

    async def _ask(self, conversation: Conversation) -> Answer:
        """The model's answer, or why there is none now; what nothing can help is raised."""
        request = Request(
            conversation, max_tokens=self.max_tokens, temperature=0.0, seed=self._seed
        )
        try:
            return await self._model.complete(request)
        except (TransientModelError, RejectedRequestError) as error:
            return error

    def _sent_back(
        self, conversation: Conversation, answer: Completion, template: str, **values: object
    ) -> Conversation:
        """A conversation that goes on with what is wrong with its answer."""
        # Some servers refuse a turn without text.
        reply = Message("assistant", answer.text or "(no answer)")
        return (*conversation, reply, Message("user", self._prompts.text(template, **values)))

    def _report(self, kind: Kind, written: Written) -> None:
        for key, fault in written.fell_back.items():
            snippet = written.snippets[key]
            self._warn(f"{kind} {key}: {fault}; the rules' snippet is used: '{snippet}'")
        for key, remark in written.remarks.items():
            self._warn(f"{kind} {key}: {remark}: '{written.snippets[key]}'")
