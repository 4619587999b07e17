"""From a model's specification, `openai/NAME` say, to a model: kinds of models and their keys."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from urllib.parse import urlsplit

from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.extensions import offered
from pddl2nl.llm.function_model import FUNCTION, FunctionModel, FunctionSpec, ModelFunction
from pddl2nl.llm.values import ChatModel

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pddl2nl.llm.pace import Pace


MASK = "[key removed]"

SHORTEST_MASKED = 8
"""Shorter keys are placeholders for local servers (`none`, `EMPTY`), and may well be words."""


class Secret:
    """An API key whose text appears in no `repr`, `str` or traceback.

    Args:
        key: the key; blanks around it are dropped.

    Raises:
        InputError: the key holds characters that cannot be sent in an HTTP header.
    """

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key.strip()
        if not (self._key and self._key.isascii() and self._key.isprintable()):
            raise InputError("the API key is empty or holds characters that no key can hold")

    def __repr__(self) -> str:
        return f"Secret({MASK!r})"

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self._key

    def remove_from(self, text: str) -> str:
        """The text with every occurrence of the key masked."""
        if len(self._key) < SHORTEST_MASKED:
            return text
        return text.replace(self._key, MASK)


@dataclass(frozen=True, slots=True)
class ModelTraits:
    """What a program has to know of a kind of model before it asks one.

    Args:
        remote: whether answers come from elsewhere, so that many calls are made at once, and an
            address, a time limit and further arguments have a meaning.
        priced: whether calls cost money, so that a price has to be known where there is a limit
            (`--max-cost`), and payments are entered.
        cached: whether answers are kept, and taken from there the next time.
        paced: whether it is given a `Pace` to keep to, which limits the calls to its server.
        tools: whether its models can call functions (`--input tools`).
        named: whether a name has to follow the slash, as in `openai/NAME`; without one, `open` is
            given an empty name where none follows.
        writes_text: whether its models understand and write any text, as snippets, thoughts or
            code; the offline ones know the toolkit's own texts alone.
        seeded: whether a seed changes anything, so that further ones are worth playing.
    """

    remote: bool = False
    priced: bool = False
    cached: bool = False
    paced: bool = False
    tools: bool = False
    named: bool = False
    writes_text: bool = True
    seeded: bool = True


LOCAL = ModelTraits()
SERVED = ModelTraits(remote=True, priced=True, cached=True, paced=True, tools=True, named=True)


@dataclass(frozen=True, slots=True)
class Connection:
    """How a model is to be reached.

    Args:
        base_url: its server's address, None for its provider's.
        api_key_env: the environment variable that holds the key, None for the usual one.
        timeout: the seconds that one attempt of a call may take, None for the provider's default.
        pace: what limits the calls to its server, None for a pace of its own.
        arguments: what else stands in each request.
    """

    base_url: str | None = None
    api_key_env: str | None = None
    timeout: float | None = None
    pace: Pace | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)


class ModelProvider(Protocol):
    """A kind of model, such as `openai` in `openai/NAME`; made without arguments."""

    traits: ClassVar[ModelTraits]

    def open(self, name: str, connection: Connection) -> ChatModel:
        """The model of a name, which is what follows the first slash of its specification.

        Raises:
            InputError: there is none of that name, or it lacks a key or an address.
        """
        ...


ENTRY_POINT_GROUP = "pddl2nl.models"
"""The entry-point group in which a package can offer a kind of model: a `ModelProvider`'s class."""
DEFAULT_TIMEOUT = 600.0
OPENAI_KEY = "OPENAI_API_KEY"
_NO_ARGUMENTS: Mapping[str, object] = MappingProxyType({})


def open_model(
    spec: str | ModelFunction,
    *,
    base_url: str | None = None,
    cache: Path | None = None,
    api_key_env: str | None = None,
    timeout: float | None = None,
    pace: Pace | None = None,
    arguments: Mapping[str, object] = _NO_ARGUMENTS,
) -> ChatModel:
    """The model that a specification names.

    Args:
        spec: `openai/NAME`; `compat/NAME` for any server of the same protocol, which needs
            `base_url`; a name that an installed package provides through the entry point group
            `pddl2nl.models`, optionally with `/` and an argument for it; or a function, as
            `FunctionModel` takes it.
        base_url: the server's address up to and including `/v1`. For `openai/NAME` it replaces
            OpenAI's own and the one in the environment variable `OPENAI_BASE_URL`.
        cache: the file in which answers are kept; None keeps none.
        api_key_env: the environment variable that holds the key; None means `OPENAI_API_KEY` for
            `openai/NAME`, and no key for `compat/NAME`: OpenAI's key is nobody else's business.
        timeout: the seconds that one attempt may take; None means ten minutes.
        pace: what limits the requests to each server, shared with other models; None makes one.
        arguments: what else stands in the body of each request to a server.

    Raises:
        InputError: the specification is unknown, or lacks a key or an address.
    """
    spec = spec if isinstance(spec, str) else FunctionSpec(spec)
    provider = _provider(spec)
    if base_url is not None and not provider.traits.remote:
        raise InputError(f"the model {spec} has no server: it takes no base URL")
    connection = Connection(base_url, api_key_env, timeout, pace, arguments)
    kind, _, name = spec.partition("/")
    if provider.traits.named and not name:
        raise InputError(f"the model {kind} lacks a name: write {kind}/NAME")
    model = (
        FunctionModel(spec) if isinstance(spec, FunctionSpec) else provider.open(name, connection)
    )
    if cache is None:
        return model
    from pddl2nl.llm.cached_model import CachedModel

    return CachedModel(model, cache)


def model_traits(spec: str) -> ModelTraits:
    """What is to be known of a model before it is opened; one that nobody provides is local."""
    try:
        return _provider(spec).traits
    except InputError:
        return LOCAL


def check_model(spec: str) -> None:
    """See that somebody provides a model; it is not opened.

    Raises:
        InputError: the specification is unknown.
    """
    _provider(spec)


def api_key(variable: str) -> str | None:
    """The key in an environment variable, None where it holds none."""
    return os.environ.get(variable, "").strip() or None


class OpenAIProvider:
    """`openai/NAME`: OpenAI's own models."""

    traits: ClassVar[ModelTraits] = SERVED

    def open(self, name: str, connection: Connection) -> ChatModel:
        """As `ModelProvider.open`."""
        variable = connection.api_key_env or OPENAI_KEY
        key = api_key(variable)
        address = connection.base_url or os.environ.get("OPENAI_BASE_URL") or None
        if key is None and address is None:
            raise InputError(
                f"the model openai/{name} needs a key in the environment variable {variable}; or "
                "give --base-url for a server without keys"
            )
        return _client("openai", name, address, key, connection)


class CompatProvider:
    """`compat/NAME`: models on any server that speaks the same protocol."""

    traits: ClassVar[ModelTraits] = SERVED

    def open(self, name: str, connection: Connection) -> ChatModel:
        """As `ModelProvider.open`."""
        variable = connection.api_key_env
        key = api_key(variable) if variable else None
        if connection.base_url is None:
            raise InputError(
                f"the model compat/{name} needs the base URL of its server, "
                "such as http://127.0.0.1:8000/v1"
            )
        if variable and key is None:
            raise InputError(f"the environment variable {variable} contains no key")
        return _client("compat", name, connection.base_url, key, connection)


class FunctionProvider:
    """`python/NAME`: a function, which `open_model` opens itself, since a name does not hold it."""

    traits: ClassVar[ModelTraits] = ModelTraits(priced=True, named=True)

    def open(self, name: str, connection: Connection) -> ChatModel:
        """As `ModelProvider.open`."""
        raise InputError(f"the model {FUNCTION}/{name} is a function: pass it from Python as model")


BUILT_IN: Mapping[str, type[ModelProvider]] = MappingProxyType(
    {"openai": OpenAIProvider, "compat": CompatProvider, FUNCTION: FunctionProvider}
)


def _client(
    kind: str, name: str, base_url: str | None, key: str | None, connection: Connection
) -> ChatModel:
    # Takes a second to import, which commands that call no model should not have to wait.
    from pddl2nl.llm.openai_model import OpenAIModel

    return OpenAIModel(
        name,
        base_url=base_url,
        api_key=key,
        timeout=DEFAULT_TIMEOUT if connection.timeout is None else connection.timeout,
        label=f"{kind}/{name}",
        pace=connection.pace,
        arguments=connection.arguments,
    )


def _provider(spec: str) -> ModelProvider:
    kind = spec.partition("/")[0]
    if kind in BUILT_IN:
        return BUILT_IN[kind]()
    found = offered(ENTRY_POINT_GROUP)
    if kind not in found:
        others = (_spec_form(found[name]) for name in sorted(found))
        known = ", ".join(("openai/NAME", "compat/NAME with a base URL", *others))
        near = did_you_mean(kind, found)
        raise InputError(f"unknown model {spec!r}{near or f'; known are {known}'}")
    return _load(found[kind])


def _spec_form(point: EntryPoint) -> str:
    """How a model of another package is asked for."""
    try:
        named = _load(point).traits.named
    except InputError:  # it is broken; whoever asks for it gets the error
        named = False
    return f"{point.name}/NAME" if named else point.name


def _load(point: EntryPoint) -> ModelProvider:
    try:
        made: Any = point.load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the model {point.name} cannot be loaded: {error}") from error
    if not isinstance(getattr(made, "traits", None), ModelTraits) or not callable(made):
        raise InputError(f"the model {point.name} is broken: {point.value} declares no traits")
    provider: ModelProvider = made()
    return provider


def cache_folder() -> Path:
    """Where plans and models' answers are kept: `$AUTOPLAN_CACHE`, or the user's cache."""
    import platformdirs  # most commands keep nothing

    return Path(os.environ.get("AUTOPLAN_CACHE") or platformdirs.user_cache_dir("autoplan"))


def answers_file() -> Path:
    """The file in which the answers of paid models are kept."""
    return cache_folder() / "answers.sqlite"


def open_cached_model(
    spec: str,
    *,
    base_url: str | None = None,
    api_key_env: str | None = None,
    timeout: float | None = None,
) -> ChatModel:
    """The model that a specification names; answers that cost are kept in the user's cache.

    Args:
        spec: as `open_model` takes it.
        base_url: as `open_model` takes it.
        api_key_env: as `open_model` takes it.
        timeout: as `open_model` takes it.

    Raises:
        InputError: the specification is unknown, or the cache cannot be used.
    """
    return open_model(
        spec,
        base_url=base_url,
        api_key_env=api_key_env,
        timeout=timeout,
        cache=answers_file() if model_traits(spec).cached else None,
    )


LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""The names by which this machine reaches itself."""


def checked_base_url(base_url: str) -> str:
    """The address of a server, without a slash at its end.

    Raises:
        InputError: it is no http or https address, or holds a user name and password.
    """
    if "@" in base_url.partition("//")[2].partition("/")[0] or "?" in base_url:
        raise InputError(
            "the base URL must hold no password and no query; "
            "a key belongs in an environment variable"
        )
    try:
        parts = urlsplit(base_url)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets that do not match, or a port out of range
        known = False
    if not known:
        raise InputError(
            f"the base URL {base_url!r} is not the address of a server, such as http://127.0.0.1:8000/v1"
        )
    return base_url.rstrip("/")
