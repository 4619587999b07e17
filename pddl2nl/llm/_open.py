"""From a model's specification on the command line to a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pddl2nl.errors import InputError
from pddl2nl.llm._values import ChatModel

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pddl2nl.llm._pace import Pace

ENTRY_POINT_GROUP = "pddl2nl.models"
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
    kind, _, rest = spec.partition("/")
    if kind == "openai":
        key = api_key(api_key_env or OPENAI_KEY)
        address = base_url or os.environ.get("OPENAI_BASE_URL") or None
        _check_key(rest, address, key, api_key_env or OPENAI_KEY)
        model = _client("openai", rest, address, key, timeout, pace, arguments)
    elif kind == "compat":
        key = api_key(api_key_env) if api_key_env else None
        _check_address(rest, base_url)
        if api_key_env and key is None:
            raise InputError(f"the environment variable {api_key_env} holds no key")
        model = _client("compat", rest, base_url, key, timeout, pace, arguments)
    else:
        model = _extension(spec, base_url)(rest)
    return model if cache is None else _cached(model, cache)


def api_key(variable: str) -> str | None:
    """The key in an environment variable, None where it holds none."""
    return os.environ.get(variable, "").strip() or None


def _check_key(name: str, base_url: str | None, key: str | None, key_env: str) -> None:
    if key is None and base_url is None:
        raise InputError(
            f"the model openai/{name} needs a key in the environment variable {key_env}; "
            "a server that wants none is reached with a base URL"
        )


def _check_address(name: str, base_url: str | None) -> None:
    if base_url is None:
        raise InputError(
            f"the model compat/{name} needs the base URL of its server, "
            "such as http://127.0.0.1:8000/v1"
        )


def _client(
    kind: str,
    name: str,
    base_url: str | None,
    key: str | None,
    timeout: float | None,
    pace: Pace | None,
    arguments: Mapping[str, object],
) -> ChatModel:
    if not name:
        raise InputError(f"the model {kind} lacks a name: write {kind}/NAME")
    # Takes a second to import, which commands that call no model should not have to wait.
    from pddl2nl.llm._openai_model import OpenAIModel

    return OpenAIModel(
        name,
        base_url=base_url,
        api_key=key,
        timeout=DEFAULT_TIMEOUT if timeout is None else timeout,
        label=f"{kind}/{name}",
        pace=pace,
        arguments=arguments,
    )


def _cached(model: ChatModel, path: Path) -> ChatModel:
    from pddl2nl.llm._cached_model import CachedModel

    return CachedModel(model, path)


def _extension(spec: str, base_url: str | None) -> Callable[[str], ChatModel]:
    """The function of an installed package that makes the model from the rest of the name."""
    from importlib.metadata import entry_points  # half of this package's import time

    found = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    point = found.get(spec.partition("/")[0])
    if point is None:
        known = ["openai/NAME", "compat/NAME with a base URL", *sorted(found)]
        raise InputError(f"unknown model {spec!r}; known are {', '.join(known)}")
    if base_url is not None:
        raise InputError(f"the model {spec} has no server: it takes no base URL")
    return _load(point)


def _load(point: EntryPoint) -> Callable[[str], ChatModel]:
    try:
        make = point.load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the model {point.name} cannot be loaded: {error}") from error
    if not callable(make):
        raise InputError(f"the model {point.name} is broken: {point.value} cannot be called")
    return make  # type: ignore[no-any-return]
