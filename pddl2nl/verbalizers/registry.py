"""Verbalizers: what they are, and ours, those of other packages and lexicon files by their names.

A domain's own lexicon lies beside its file. The library has lexicons for known domains, found by
their signatures. The lexicons of other packages are checked, and their errors bear their names.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeGuard, cast

from pddl2nl.errors import InputError
from pddl2nl.extensions import offered
from pddl2nl.files import data_folder
from pddl2nl.lexicon import Lexicon, all_of, predicate_key
from pddl2nl.lexicon_files import (
    check_lexicon,
    in_words_of,
    lexicon_beside,
    load_lexicon,
    snippets_in,
)
from pddl2nl.llm import (
    ChatModel,
    ModelError,
    ModelFunction,
    ScriptedModel,
    Usage,
    open_model,
)
from pddl2nl.model import Domain, Heads, Signature, signature
from pddl2nl.verbalizers.rules import RulesVerbalizer

if TYPE_CHECKING:
    from pddl2nl.verbalizers.llm_writer import SnippetWriter

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
    """A verbalizer of another package; where it has a model write, an `AskingVerbalizer`."""

    def __init__(self, name: str, inner: Any) -> None:
        self.asks_model: bool = inner.asks_model
        self._name = name
        self._inner = inner

    @property
    def model(self) -> str:
        """The name of the model."""
        return str(self._inner.model)

    @property
    def fingerprint(self) -> str:
        """A text that changes whenever the model's prompts do."""
        return str(self._inner.fingerprint)

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
"""The name of our verbalizer that has a model write a domain at once."""

LLM_SINGLE = "llm:single"
"""The name of the one that asks a model for each snippet by itself, as in the paper."""

AUTO = "auto"
"""The name of the verbalizer that is used where none is asked for."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        AUTO: "pddl2nl.verbalizers.registry:AutoVerbalizer",
        "library": "pddl2nl.verbalizers.registry:LibraryVerbalizer",
        "rules": "pddl2nl.verbalizers.rules:RulesVerbalizer",
        "template": "pddl2nl.verbalizers.rules.plain:TemplateVerbalizer",
        LLM: "pddl2nl.verbalizers.llm:LlmVerbalizer",
        LLM_SINGLE: "pddl2nl.verbalizers.llm_single:SingleLlmVerbalizer",
    }
)


@dataclass(frozen=True, slots=True)
class FileVerbalizer:
    """Takes the snippets from a lexicon file, in any of the formats that `load_lexicon` reads."""

    asks_model: ClassVar[bool] = False
    path: Path

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the file, checked against the domain.

        Their source begins with the file's name, since who wrote the file may not have edited it.

        Raises:
            LexiconError: the file cannot be read or does not fit the domain.
        """
        found, name = load_lexicon(self.path, domain), self.path.name
        return found if name in found.source else replace(found, source=f"{name} ({found.source})")


def verbalizer(spec: str | Path, *, model: ChatModel | ModelFunction | None = None) -> Verbalizer:
    """The verbalizer of a name (`auto`, `rules`, `llm`, a package's own) or of a lexicon file.

    Args:
        spec: the name, or the path of the file.
        model: what writes the snippets, for verbalizers that ask one: a model or a function.
            `asking` gives their class, which has further settings.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name, or it lacks a model.
    """
    name = str(spec)
    if name not in BUILT_IN and _looks_like_a_path(name):
        return FileVerbalizer(Path(name))
    made = _class(name)
    if made.asks_model and model is None:
        raise InputError(
            f"the verbalizer '{name}' needs a model that writes the snippets; where none is asked, "
            f"name a lexicon file (`pddl2nl convert --verbalizer {name} --model SPEC --lexicon-out "
            "FILE` has one written)"
        )
    opened = open_model(model) if callable(model) else model
    written: Verbalizer = _maker(name, made)(*([opened] if made.asks_model else []))
    return written


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
    return _maker(name, made) if made.asks_model else None


def expected_requests(
    spec: str | Path, model: str, domain: Domain, prompts: Path | None = None
) -> Sequence[Usage] | None:
    """The tokens of each request for the snippets of a domain, about; corrections come on top.

    Nothing is sent. None where the verbalizer asks no model, or is another package's.

    Args:
        spec: the verbalizer, as `asking` takes it.
        model: the name of the model that would be asked.
        domain: the domain.
        prompts: a user's prompt set, None for its own prompts.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name, or a prompt is malformed.
    """
    made = asking(spec)
    if made is None or str(spec) not in BUILT_IN:
        return None
    writer = cast("SnippetWriter", made(ScriptedModel([], name=model), prompts=prompts))
    return writer.expected(domain)


def _maker(name: str, made: Any) -> Callable[..., Any]:
    """What makes the verbalizers of a class."""

    def foreign(*arguments: Any, **settings: Any) -> ForeignVerbalizer:
        with blaming(name):
            inner = made(*arguments, **settings)
        return ForeignVerbalizer(name, inner)

    return cast("Callable[..., Any]", made) if name in BUILT_IN else foreign


def _class(name: str) -> Any:
    place = BUILT_IN.get(name)
    if place is None:
        found = offered(ENTRY_POINTS)
        if name not in found:
            known = ", ".join(sorted({*BUILT_IN, *found}))
            hint = "; --model names the model" if name.startswith(f"{LLM}:") else ""
            raise InputError(
                f"unknown verbalizer '{name}'; known are {known}, and lexicon files (.json, .yaml)"
                + hint
            )
        place = found[name].value
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


def _looks_like_a_path(name: str) -> bool:
    return Path(name).suffix.lower() in (".json", ".yaml", ".yml") or Path(name).is_file()


# --- the library ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A lexicon of the library: its file, the domain that it was written for, and what it has
    snippets for.
    """

    path: Path
    domain: str
    signature: Signature

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.stem


@dataclass(frozen=True, slots=True)
class LibraryVerbalizer:
    """Takes the snippets of a domain that the library knows.

    A domain is known by the names and arities of its predicates and actions, whatever it and its
    files are called, and whatever its types and variables are.
    """

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the domain.

        Raises:
            InputError: the library does not know the domain.
        """
        entry = find(domain)
        if entry is None:
            raise InputError(
                f"the library has no lexicon for the domain '{domain.name}' (`pddl2nl lexicons` "
                "lists what it has); --verbalizer rules writes one for any domain"
            )
        _, *snippets = snippets_in(entry.path)
        predicates, actions = in_words_of(domain, *snippets)
        keys = [predicate_key(domain, item) for item in domain.predicates]
        names = [item.name for item in domain.doable]
        return Lexicon(
            domain=domain.name,
            source=f"library:{entry.name}",
            predicates={key: snippet for key, snippet in predicates.items() if key in keys},
            actions={name: snippet for name, snippet in actions.items() if name in names},
            provenance=all_of("written", keys, names),
        )


@dataclass(frozen=True, slots=True)
class AutoVerbalizer:
    """The lexicon beside the domain's file; without one, the library where it knows the domain, and
    the rules for all others.
    """

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action of the domain.

        Raises:
            LexiconError: the lexicon beside the domain's file does not fit the domain.
        """
        beside = lexicon_beside(domain)
        if beside is not None:
            return FileVerbalizer(beside).lexicon(domain)
        known = find(domain) is not None
        return (LibraryVerbalizer() if known else RulesVerbalizer()).lexicon(domain)


def find(domain: Domain) -> LibraryEntry | None:
    """The lexicon that has a snippet for each predicate and action of a domain, None if none has.

    One that has all of them and others besides serves too, where at most a fifth is beside: so a
    variant that leaves an action out is still known.
    """
    wanted = signature(domain)
    fitting = [entry for entry in entries() if _serves(entry.signature, wanted)]
    return min(fitting, key=lambda entry: sum(map(len, entry.signature)), default=None)


def _serves(known: Signature, wanted: Signature) -> bool:
    if not all(few <= many for few, many in zip(wanted, known, strict=True)):
        return False
    return sum(map(len, wanted)) >= 0.8 * sum(map(len, known))


@cache
def entries() -> tuple[LibraryEntry, ...]:
    """The lexicons of the library, by name."""
    paths = sorted(data_folder("lexicons").glob("*.json"))
    read = ((path, *snippets_in(path)) for path in paths)
    return tuple(
        LibraryEntry(path, domain, (_heads(predicates), _heads(actions)))
        for path, domain, predicates, actions in read
    )


def _heads(snippets: Iterable[str]) -> Heads:
    """Names and arities, from keys such as `at ?obj ?place`."""
    split = (head.split() for head in snippets)
    return frozenset((name, len(variables)) for name, *variables in split)
