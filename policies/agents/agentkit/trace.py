"""What happened in a pass, node by node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pddl2nl.llm import Message, Usage


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer of a node.

    Args:
        answer: the answer.
        fault: what was wrong with it, as reported to the model; None where it could be used.
        seconds: how long it took.
        usage: its tokens.
    """

    answer: str
    fault: str | None
    seconds: float
    usage: Usage


@dataclass(frozen=True, slots=True)
class NodeTrace:
    """What one node did in a pass.

    Args:
        name: its name.
        messages: what was sent first; empty where it was left out.
        attempts: its answers, the last one being the one that was used.
        output: what it has given.
        begun: after how many seconds of the pass it began.
        seconds: how long it took.
        stored: what it has written into the database, by path.
        changes: what it has changed about the graph, in words.
        skipped: why it was left out, None where it was evaluated.
        temporary: whether it was added during the pass.
        model: who was asked, where the node names a model; empty for the model of the run.
    """

    name: str
    messages: tuple[Message, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    output: Any = None
    begun: float = 0.0
    seconds: float = 0.0
    stored: Mapping[str, Any] | None = None
    changes: tuple[str, ...] = ()
    skipped: str | None = None
    temporary: bool = False
    model: str = ""

    @property
    def usage(self) -> Usage:
        """The tokens of all its answers."""
        return sum((each.usage for each in self.attempts), Usage())


@dataclass(frozen=True, slots=True)
class PassTrace:
    """One traversal of a graph.

    Args:
        number: which pass over its database this was, from 1.
        nodes: the nodes in the order in which they were done, those left out included.
        seconds: how long it took.
    """

    number: int
    nodes: tuple[NodeTrace, ...]
    seconds: float

    @property
    def outputs(self) -> dict[str, Any]:
        """What each evaluated node has given."""
        return {each.name: each.output for each in self.nodes if each.skipped is None}

    @property
    def usage(self) -> Usage:
        """The tokens of all nodes."""
        return sum((each.usage for each in self.nodes), Usage())

    def as_data(self) -> dict[str, Any]:
        """The trace as JSON can hold it."""
        return asdict(self)
