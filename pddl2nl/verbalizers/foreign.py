"""Verbalizers of other packages: their lexicons are checked, their errors bear their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import check_lexicon
from pddl2nl.llm import ModelError
from pddl2nl.model import Domain


@contextmanager
def blaming(name: str) -> Iterator[None]:
    """Report errors of a verbalizer as its own, except for those that it may raise.

    Raises:
        InputError: it broke.
    """
    try:
        yield
    except (InputError, ModelError):
        raise
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        raise InputError(f"the verbalizer {name} broke: {fault}") from error


class ForeignVerbalizer:
    """A verbalizer of another package."""

    asks_model: ClassVar[bool] = False

    def __init__(self, name: str, inner: Any) -> None:
        """
        Args:
            name: the name by which it was found.
            inner: the verbalizer.
        """
        self._name = name
        self._inner = inner

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of a domain.

        Raises:
            LexiconError: they are not what the domain needs.
            InputError: the verbalizer broke.
        """
        with blaming(self._name):
            return _checked(self._inner.lexicon(domain), domain)


class ForeignAskingVerbalizer(ForeignVerbalizer):
    """A verbalizer of another package that has a model write the snippets."""

    asks_model: ClassVar[bool] = True

    @property
    def model(self) -> str:
        """The name of the model."""
        return str(self._inner.model)

    @property
    def fingerprint(self) -> str:
        """A text that changes whenever the model's prompts do."""
        return str(self._inner.fingerprint)

    async def write(self, domain: Domain) -> Lexicon:
        """As `lexicon`, inside an event loop.

        Raises:
            LexiconError, InputError: as `lexicon`.
            PermanentModelError: no call of the model can succeed.
            CacheError: the cache of answers cannot be used.
        """
        with blaming(self._name):
            return _checked(await self._inner.write(domain), domain)


def _checked(lexicon: Lexicon, domain: Domain) -> Lexicon:
    check_lexicon(lexicon, domain)
    return lexicon
