"""What a verbalizer is: anything that gives a domain its snippets."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Protocol, TypeGuard

from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import ChatModel
from pddl2nl.model import Domain

PURPOSE = "verbalize"
"""The folder of a prompt set in which the templates of verbalizers stand."""

SNIPPETS_AT_ONCE = 16
"""The maximum number of concurrent requests for snippets, by default."""

_log = logging.getLogger(__name__)


class Verbalizer(Protocol):
    """Writes one snippet for each predicate and action of a domain."""

    asks_model: ClassVar[bool]
    """Whether it has a model write them; if so, it is an `AskingVerbalizer`."""

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of a domain."""
        ...


class AskingVerbalizer(Verbalizer, Protocol):
    """Has a model write the snippets.

    Args:
        model: the model.
        seed: sent with every request; None sends none.
        prompts: a user's prompt set, None for its own prompts.
        at_once: the most requests that are under way at the same time.
        warn: gets a line on whatever the model did not do well.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        seed: int | None = None,
        prompts: Path | None = None,
        at_once: int = SNIPPETS_AT_ONCE,
        warn: Callable[[str], None] = _log.warning,
    ) -> None: ...

    @property
    def model(self) -> str:
        """The name of the model."""
        ...

    @property
    def fingerprint(self) -> str:
        """A text that changes whenever the model's prompts do."""
        ...

    async def write(self, domain: Domain) -> Lexicon:
        """As `lexicon`, inside an event loop.

        Raises:
            PermanentModelError: no call of the model can succeed.
            CacheError: the cache of answers cannot be used.
        """
        ...


def asks_model(verbalizer: Verbalizer) -> TypeGuard[AskingVerbalizer]:
    """Whether a verbalizer has a model write the snippets."""
    return verbalizer.asks_model
