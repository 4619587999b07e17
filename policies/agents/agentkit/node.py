"""Nodes: prompts with what comes before and after them (AgentKit paper, section 2.1).

Below them are the edges between nodes, and which nodes a pass evaluates.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx

from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message
from policies.agents.agentkit.database import Database, as_text
from policies.answer_forms import QUESTION

if TYPE_CHECKING:
    from policies.agents.agentkit.traversal import NodeContext

Ask: TypeAlias = Callable[[list[Message]], Awaitable[Completion]]
"""Puts a conversation to a model: such as `Player.ask`."""
Compose: TypeAlias = Callable[["Node", Mapping[str, Any], Database], list[Message]]
"""Makes a node's messages of the node, the outputs that it needs by name, and the database."""
Query: TypeAlias = Callable[[Ask, list[Message]], Awaitable[Completion]]
"""Gets the answer to a node's messages."""
AfterQuery: TypeAlias = Callable[[str, "NodeContext"], Any]
"""Makes a node's output of its answer; raises `AfterQueryError` to have the model answer again."""


def compose(node: Node, outputs: Mapping[str, Any], database: Database) -> list[Message]:
    """Database entries, the outputs of the dependencies, the prompt, in this order (equation 1).

    Raises:
        InputError: an entry is missing.
    """
    given = [*((path, database.get(path)) for path in node.entries), *outputs.items()]
    parts = [f"## {node.heading(name)}\n{as_text(value)}" for name, value in given]
    text = "\n\n".join([*parts, f"{QUESTION}\n{database.fill(node.prompt)}"])
    system = [Message("system", database.fill(node.system))] if node.system else []
    return [*system, Message("user", text)]


async def query(ask: Ask, messages: list[Message]) -> Completion:
    """Ask the model of the pass."""
    return await ask(messages)


@dataclass(frozen=True, slots=True)
class Condition:
    """What an answer or an entry must be, or must not be, for a node to be evaluated.

    Args:
        node: whose output is looked at; None for a database entry.
        path: where in the output or in the database, with dots; empty for the whole output.
        values: what is accepted. `True` and `yes` are one, and so are `False` and `no`.
        unless: whether they stand in the node's way instead.
    """

    node: str | None
    path: str
    values: tuple[Any, ...]
    unless: bool = False

    def holds(self, outputs: Mapping[str, Any], database: Database) -> bool:
        """Whether the node may be evaluated; a node that was left out has none of the values."""
        try:
            if self.node is None:
                found = database.get(self.path)
            else:
                output = Database({"output": outputs[self.node]} if self.node in outputs else {})
                found = output.get(f"output.{self.path}" if self.path else "output")
        except InputError:
            return self.unless
        return (_plain(found) in map(_plain, self.values)) is not self.unless

    @property
    def reason(self) -> str:
        """Why a node is left out that it keeps from being evaluated."""
        return f"{'not' if self.unless else 'only'} when {self._case()}"

    def __str__(self) -> str:
        return f"{'unless' if self.unless else 'when'} {self._case()}"

    def _case(self) -> str:
        subject = (
            f"$db.{self.path}$"
            if self.node is None
            else ".".join(filter(None, (self.node, self.path)))
        )
        wanted = " or ".join(_plain(value) for value in self.values)
        return f"{subject} is {wanted}"


@dataclass(frozen=True, slots=True)
class Node:
    """One question to a model, and where it stands among the others.

    Args:
        name: its name in the graph.
        prompt: the question; `$db.path$` stands for an entry of the database.
        needs: the nodes whose outputs it is given, in this order.
        after: further nodes for which it waits, without being given their outputs.
        entries: paths of database entries that are put before the question.
        headings: what stands above an entry or an output, by path or node; their names by default.
        system: the system message, in which `$db.path$` may stand, too; empty for none.
        compose: makes the messages.
        query: gets the answer.
        after_query: makes the output of the answer; None where the answer is the output.
        stores: the paths at which its after-query stores something whenever it succeeds.
        conditions: all have to hold, or it is left out of the pass.
        every: it is evaluated in every so-manieth pass, from the first on.
        attempts: how many answers it may give until one can be used.
        model: who is asked, as `--model` names it; empty for the model of the run.
    """

    name: str
    prompt: str
    needs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    headings: Mapping[str, str] = field(default_factory=dict)
    system: str = ""
    compose: Compose = compose
    query: Query = query
    after_query: AfterQuery | None = None
    stores: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    every: int = 1
    attempts: int = 3
    model: str = ""

    def heading(self, name: str) -> str:
        """What stands above an entry or an output."""
        return self.headings.get(name) or re.sub(r"[._-]", " ", name)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Every node before it, each once: `needs`, `after`, and those of its conditions."""
        asked = (each.node for each in self.conditions if each.node is not None)
        return tuple(dict.fromkeys((*self.needs, *self.after, *asked)))


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value.strip().lower()
    return as_text(value)


PASS = "pass"
"""The database entry with the number of the pass."""


def edges(nodes: Iterable[Node]) -> nx.DiGraph:
    """The nodes' names as a graph; an edge's `shown` says whether it hands an output on."""
    graph = nx.DiGraph()
    nodes = tuple(nodes)
    graph.add_nodes_from(node.name for node in nodes)
    for node in nodes:
        for name in node.waits_for:
            graph.add_edge(name, node.name, shown=name in node.needs)
    return graph


def due(node: Node, number: int) -> bool:
    """Whether a node is evaluated in a pass, its conditions aside."""
    return (number - 1) % node.every == 0


def next_pass(database: Database) -> int:
    """The number of the pass to come."""
    return int(database.get(PASS)) + 1 if PASS in database else 1
