"""What a kind of model tells of itself, and how its models are opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol

from pddl2nl.llm._values import ChatModel

if TYPE_CHECKING:
    from pddl2nl.llm._pace import Pace


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
