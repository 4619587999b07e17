"""Verbalizers: what they are, and ours, those of other packages and lexicon files by their names.

The lexicons of other packages are checked, and their errors bear their names.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeGuard, cast

from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import check_lexicon, load_lexicon
from pddl2nl.llm import ChatModel, ModelError
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
            lexicon: Lexicon = self._inner.lexicon(domain)
            check_lexicon(lexicon, domain)
            return lexicon


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
            lexicon: Lexicon = await self._inner.write(domain)
            check_lexicon(lexicon, domain)
            return lexicon


ENTRY_POINTS = "pddl2nl.verbalizers"
"""The entry-point group in which a package can offer a verbalizer: its class."""

LLM = "llm"
"""The name of our verbalizer that asks a model."""

AUTO = "auto"
"""The name of the verbalizer that is used where none is asked for."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        AUTO: "pddl2nl.verbalizers.library:AutoVerbalizer",
        "library": "pddl2nl.verbalizers.library:LibraryVerbalizer",
        "rules": "pddl2nl.verbalizers.rules:RulesVerbalizer",
        "template": "pddl2nl.verbalizers.rules.plain:TemplateVerbalizer",
        LLM: "pddl2nl.verbalizers.llm:LlmVerbalizer",
    }
)


class FileVerbalizer:
    """Takes the snippets from a lexicon file, in any of the formats that `load_lexicon` reads."""

    asks_model: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self.path = path

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the file, checked against the domain.

        Raises:
            LexiconError: the file cannot be read or does not fit the domain.
        """
        return load_lexicon(self.path, domain)


def verbalizer(spec: str | Path, *, model: ChatModel | None = None) -> Verbalizer:
    """The verbalizer of a name (`auto`, `rules`, `llm`, a package's own) or of a lexicon file.

    Args:
        spec: the name, or the path of the file.
        model: what writes the snippets, for verbalizers that ask one. `asking` gives their class,
            which has further settings.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name, or it lacks a model.
    """
    name = str(spec)
    if name not in BUILT_IN and _looks_like_a_path(name):
        return FileVerbalizer(Path(name))
    made = _class(name)
    if made.asks_model and model is None:
        raise InputError(f"the verbalizer '{name}' needs a model that writes the snippets")
    return _maker(name, made)(*([model] if made.asks_model else []))


def asking(spec: str | Path) -> Callable[..., AskingVerbalizer] | None:
    """What makes a verbalizer that has a model write the snippets, None for any other.

    It is called as `AskingVerbalizer`.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name.
    """
    name = str(spec)
    if name not in BUILT_IN and _looks_like_a_path(name):
        return None
    made = _class(name)
    return cast("Callable[..., AskingVerbalizer]", _maker(name, made)) if made.asks_model else None


def _maker(name: str, made: Any) -> Callable[..., Verbalizer]:
    """What makes the verbalizers of a class."""
    if name in BUILT_IN:
        return cast("Callable[..., Verbalizer]", made)
    return partial(_foreign, name, made)


def _foreign(name: str, made: Any, *arguments: Any, **settings: Any) -> Verbalizer:
    with blaming(name):
        inner = made(*arguments, **settings)
    return (ForeignAskingVerbalizer if made.asks_model else ForeignVerbalizer)(name, inner)


def _class(name: str) -> Any:
    place = BUILT_IN.get(name) or _offered(name)
    module, _, attribute = place.partition(":")
    try:
        made = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"the verbalizer {name} cannot be loaded: {error}") from error
    if not isinstance(getattr(made, "asks_model", None), bool):
        raise InputError(
            f"the verbalizer {name} is broken: {place} does not declare whether it asks a model "
            "(asks_model)"
        )
    return made


def _offered(name: str) -> str:
    """Where another package's verbalizer is."""
    from importlib.metadata import entry_points  # 20 ms that only foreign verbalizers cost

    offered = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    if name not in offered:
        known = ", ".join(sorted({*BUILT_IN, *offered}))
        raise InputError(
            f"unknown verbalizer '{name}'; known are {known}, and lexicon files (.json, .yaml)"
        )
    return offered[name]


def _looks_like_a_path(name: str) -> bool:
    return Path(name).suffix.lower() in (".json", ".yaml", ".yml") or Path(name).is_file()
