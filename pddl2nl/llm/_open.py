"""From a model's specification on the command line to a model."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from pddl2nl.errors import InputError
from pddl2nl.extensions import offered
from pddl2nl.llm._provider import (
    LOCAL,
    SERVED,
    Connection,
    ModelProvider,
    ModelTraits,
)
from pddl2nl.llm._values import ChatModel

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pddl2nl.llm._pace import Pace

ENTRY_POINT_GROUP = "pddl2nl.models"
"""The entry-point group in which a package can offer a kind of model: a `ModelProvider`'s class."""
DEFAULT_TIMEOUT = 600.0
OPENAI_KEY = "OPENAI_API_KEY"
_NO_ARGUMENTS: Mapping[str, object] = MappingProxyType({})


def open_model(
    spec: str,
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
            `base_url`; or a name that an installed package provides through the entry point group
            `pddl2nl.models`, optionally with `/` and an argument for it.
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
    provider = _provider(spec)
    if base_url is not None and not provider.traits.remote:
        raise InputError(f"the model {spec} has no server: it takes no base URL")
    connection = Connection(base_url, api_key_env, timeout, pace, arguments)
    kind, _, name = spec.partition("/")
    if provider.traits.named and not name:
        raise InputError(f"the model {kind} lacks a name: write {kind}/NAME")
    model = provider.open(name, connection)
    return model if cache is None else _cached(model, cache)


def model_traits(spec: str) -> ModelTraits:
    """What is to be known of a model before it is opened; one that nobody provides is local."""
    try:
        return _provider(spec).traits
    except InputError:
        return LOCAL


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
                f"the model openai/{name} needs a key in the environment variable {variable}; "
                "a server that wants none is reached with a base URL"
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
            raise InputError(f"the environment variable {variable} holds no key")
        return _client("compat", name, connection.base_url, key, connection)


BUILT_IN: Mapping[str, type[ModelProvider]] = MappingProxyType(
    {"openai": OpenAIProvider, "compat": CompatProvider}
)


def _client(
    kind: str, name: str, base_url: str | None, key: str | None, connection: Connection
) -> ChatModel:
    # Takes a second to import, which commands that call no model should not have to wait.
    from pddl2nl.llm._openai_model import OpenAIModel

    return OpenAIModel(
        name,
        base_url=base_url,
        api_key=key,
        timeout=DEFAULT_TIMEOUT if connection.timeout is None else connection.timeout,
        label=f"{kind}/{name}",
        pace=connection.pace,
        arguments=connection.arguments,
    )


def _cached(model: ChatModel, path: Path) -> ChatModel:
    from pddl2nl.llm._cached_model import CachedModel

    return CachedModel(model, path)


def _provider(spec: str) -> ModelProvider:
    kind = spec.partition("/")[0]
    if kind in BUILT_IN:
        return BUILT_IN[kind]()
    found = offered(ENTRY_POINT_GROUP)
    if kind not in found:
        others = (_said(found[name]) for name in sorted(found))
        known = ", ".join(("openai/NAME", "compat/NAME with a base URL", *others))
        raise InputError(f"unknown model {spec!r}; known are {known}")
    return _load(found[kind])


def _said(point: EntryPoint) -> str:
    """How a model of another package is asked for."""
    try:
        named = _load(point).traits.named
    except InputError:  # it is broken, which is told to who asks for it
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
