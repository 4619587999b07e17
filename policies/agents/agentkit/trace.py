"""What happened in a pass, node by node, as values and as a page, and what can go wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import Message, Usage
from policies.agents.agentkit.database import as_text
from policies.mechanism import BrokenOffError


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


class GraphError(InputError):
    """A graph that cannot be evaluated; found before anything is sent where that is possible.

    Args:
        message: what is wrong.
        node: the node where it is wrong, None where it is no single one.
    """

    def __init__(self, message: str, *, node: str | None = None, **place: Any) -> None:
        super().__init__(message, **place)
        self.node = node


class GraphChangeError(GraphError):
    """A change during a pass that would touch what is evaluated already (AgentKit paper, A)."""


class AfterQueryError(Exception):
    """Raised by an after-query: the answer cannot be used.

    Its message goes back to the model, which then answers again (AgentKit paper, section 2.1.2).
    """


class NodeFailedError(BrokenOffError):
    """None of a node's answers could be used.

    Attributes:
        node: the node's name.
        prompt: what it was asked, as one text.
        answers: its answers, the last one last.
        reasons: what was wrong with each.
        trace: what was done of the pass until then.
    """

    trace: PassTrace

    def __init__(self, node: NodeTrace) -> None:
        self.node = node.name
        self.prompt = "\n\n".join(message.content for message in node.messages)
        self.answers = tuple(attempt.answer for attempt in node.attempts)
        self.reasons = tuple(attempt.fault or "" for attempt in node.attempts)
        tried = counted(len(self.answers), "answer")
        super().__init__(f"node '{node.name}' gave no usable answer in {tried}: {self.reasons[-1]}")


def passes_page(title: str, passes: Sequence[Mapping[str, Any]]) -> str:
    """One HTML page of passes (`PassTrace.as_data`); it asks for nothing from elsewhere."""
    environment = Environment(
        loader=PackageLoader("policies.agents.agentkit", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["as_text"] = as_text
    return environment.get_template("page.html.j2").render(title=title, passes=passes)
