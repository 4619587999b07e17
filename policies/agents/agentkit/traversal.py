"""One pass over a graph: Kahn's algorithm on a copy that nodes may change (seed paper 002, B).

networkx holds the edges. Its own topological orders, and `graphlib`'s, take no changes once they
have begun, so this module finds which nodes are ready.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import networkx as nx

from pddl2nl.errors import InputError
from pddl2nl.llm import Message
from policies.agents.agentkit.database import Database
from policies.agents.agentkit.node import PASS, Ask, Node, due, edges, next_pass
from policies.agents.agentkit.trace import (
    AfterQueryError,
    Attempt,
    GraphChangeError,
    GraphError,
    NodeFailedError,
    NodeTrace,
    PassTrace,
)

MAX_ADDED = 1000
"""The maximum number of nodes that a pass may add: a chain that keeps growing has to end."""
AGAIN = "That answer cannot be used: {fault}\nAnswer the question again, and write nothing else."
"""The message to a model whose answer cannot be used."""


class Traversal:
    """A pass under way.

    Args:
        nodes: the nodes of the graph.
        asking: gives what puts a node's messages to its model.
        database: the database.
        at_once: how many nodes may be asked at the same time, None for no limit.
    """

    def __init__(
        self,
        nodes: Iterable[Node],
        asking: Callable[[Node], Ask],
        database: Database,
        at_once: int | None,
    ) -> None:
        self.database = database
        self.outputs: dict[str, Any] = {}
        self._asking = asking
        self._at_once = at_once
        self._nodes = {node.name: node for node in nodes}
        self._graph = edges(self._nodes.values())
        self._added: set[str] = set()
        self._begun: set[str] = set()
        self._done: set[str] = set()
        self._running = 0
        self._traces: list[NodeTrace] = []
        self._number = next_pass(database)
        self._start = time.perf_counter()
        self._places: dict[str, int] = {}
        self._frontier: list[tuple[int, str]] = []
        self._see_anew()

    async def run(self) -> PassTrace:
        """Evaluate all nodes. What they change about the graph ends with the pass."""
        self.database.store(PASS, self._number)
        try:
            async with asyncio.TaskGroup() as group:
                self._begin_ready(group)
        except ExceptionGroup as failures:
            # The first failure has cancelled the rest; it is the one to report.
            failure = failures.exceptions[0]
            if isinstance(failure, NodeFailedError):
                failure.trace = self._trace()
            raise failure from None
        return self._trace()

    def _trace(self) -> PassTrace:
        return PassTrace(self._number, tuple(self._traces), self._now())

    # --- the order

    def _begin_ready(self, group: asyncio.TaskGroup) -> None:
        """Begin what the frontier holds, leaving out what is not due; first come the first ones."""
        while self._frontier and (self._at_once is None or self._running < self._at_once):
            node = self._nodes[heappop(self._frontier)[1]]
            self._begun.add(node.name)
            if (reason := self._skipped(node)) is not None:
                self._traces.append(NodeTrace(node.name, begun=self._now(), skipped=reason))
                self._finish(node)
                continue
            self._running += 1
            group.create_task(self._evaluate(node, group))

    def _finish(self, node: Node) -> None:
        """Note that a node is done; those that waited for nothing else are ready now."""
        self._done.add(node.name)
        for name in self._graph.successors(node.name):
            if self._is_ready(name):
                heappush(self._frontier, (self._places[name], name))

    def _is_ready(self, name: str) -> bool:
        return name not in self._begun and self._done.issuperset(self._graph.predecessors(name))

    def _see_anew(self) -> None:
        """Find the frontier again, after the graph has changed."""
        self._places = {name: place for place, name in enumerate(self._nodes)}
        self._frontier = [
            (self._places[name], name) for name in self._nodes if self._is_ready(name)
        ]

    def _skipped(self, node: Node) -> str | None:
        """Why a node is left out of this pass."""
        if not due(node, self._number):
            return f"only every {node.every} passes"
        for condition in node.conditions:
            if not condition.holds(self.outputs, self.database):
                return condition.reason
        return None

    # --- one node

    async def _evaluate(self, node: Node, group: asyncio.TaskGroup) -> None:
        begun = self._now()
        messages = self._composed(node)
        attempts: list[Attempt] = []
        context = NodeRun(self, node)
        conversation = list(messages)
        while True:
            before = time.perf_counter()
            completion = await node.query(self._asking(node), conversation)
            seconds = time.perf_counter() - before
            fault = context.take(completion.text)
            attempts.append(Attempt(completion.text, fault, seconds, completion.usage))
            if fault is None:
                break
            if len(attempts) >= node.attempts:
                self._note(node, messages, attempts, context, begun)
                raise _failed(node, messages, attempts)
            conversation += [
                Message("assistant", completion.text or "-"),
                Message("user", AGAIN.format(fault=fault)),
            ]
        self.outputs[node.name] = context.output
        self._note(node, messages, attempts, context, begun)
        if context.changes:
            self._see_anew()
        self._finish(node)
        self._running -= 1
        self._begin_ready(group)

    def _note(
        self,
        node: Node,
        messages: list[Message],
        attempts: list[Attempt],
        context: NodeRun,
        begun: float,
    ) -> None:
        """Write down what a node has done."""
        self._traces.append(
            NodeTrace(
                node.name,
                tuple(messages),
                tuple(attempts),
                context.output,
                begun,
                self._now() - begun,
                dict(context.stored),
                tuple(context.changes),
                temporary=node.name in self._added,
                model=node.model,
            )
        )

    def _composed(self, node: Node) -> list[Message]:
        given = {
            name: self.outputs[name]
            for name in self._graph.predecessors(node.name)
            if self._graph.edges[name, node.name]["shown"] and name in self.outputs
        }
        try:
            return node.compose(node, given, self.database)
        except GraphError:
            raise
        except InputError as error:
            raise GraphError(f"node '{node.name}': {error.message}", node=node.name) from error

    def _now(self) -> float:
        return time.perf_counter() - self._start

    # --- changes, with the paper's safeguards (appendix A)

    def state(self) -> tuple[dict[str, Node], nx.DiGraph, set[str]]:
        """The graph as it is now, to be put back by `restore`."""
        return dict(self._nodes), self._graph.copy(), set(self._added)

    def restore(self, state: tuple[dict[str, Node], nx.DiGraph, set[str]]) -> None:
        """Put the graph back."""
        self._nodes, self._graph, self._added = state

    def add_node(self, node: Node, before: Iterable[str], by: str) -> None:
        """Add a node for this pass."""
        if node.name in self._nodes:
            raise GraphChangeError(
                f"node '{by}' adds a node '{node.name}', which there is already", node=by
            )
        if len(self._added) >= MAX_ADDED:
            raise GraphChangeError(
                f"node '{by}' adds a node '{node.name}', and {MAX_ADDED} have been added", node=by
            )
        for name in node.waits_for:
            self._known(name, by)
        self._nodes[node.name] = node
        self._added.add(node.name)
        self._graph.add_node(node.name)
        for name in node.waits_for:
            self._graph.add_edge(name, node.name, shown=name in node.needs)
        for name in before:
            self.add_edge(node.name, name, by)

    def remove_node(self, name: str, by: str) -> None:
        """Leave a node out of this pass."""
        self._known(name, by)
        if name in self._begun:
            raise GraphChangeError(
                f"node '{by}' removes node '{name}', which is evaluated already", node=by
            )
        self._graph.remove_node(name)
        del self._nodes[name]
        self._added.discard(name)

    def add_edge(self, source: str, target: str, by: str) -> None:
        """Have a node wait for another in this pass."""
        self._known(source, by)
        self._known(target, by)
        if target in self._begun:
            raise GraphChangeError(
                f"node '{by}' adds an edge from '{source}' to '{target}', and '{target}' is "
                "evaluated already",
                node=by,
            )
        if source == target or nx.has_path(self._graph, target, source):
            raise GraphChangeError(
                f"node '{by}' adds an edge from '{source}' to '{target}', and '{source}' waits "
                f"for '{target}'",
                node=by,
            )
        self._graph.add_edge(source, target, shown=True)

    def remove_edge(self, source: str, target: str, by: str) -> None:
        """Have a node not wait for another in this pass."""
        self._known(source, by)
        self._known(target, by)
        if not self._graph.has_edge(source, target):
            raise GraphChangeError(
                f"node '{by}' removes an edge from '{source}' to '{target}', which there is not",
                node=by,
            )
        # A node's own after-query runs before the node is done, so it may cut its own edges.
        for name, evaluated in ((source, self._done), (target, self._begun)):
            if name in evaluated:
                raise GraphChangeError(
                    f"node '{by}' removes the edge from '{source}' to '{target}', and '{name}' is "
                    "evaluated already",
                    node=by,
                )
        self._graph.remove_edge(source, target)

    def _known(self, name: str, by: str) -> None:
        if name not in self._nodes:
            raise GraphChangeError(
                f"node '{by}' changes the graph at node '{name}', which there is not", node=by
            )


@dataclass
class NodeRun:
    """What a node's after-query sees: the pass, with everything it does written down.

    An answer that cannot be used leaves nothing behind.
    """

    traversal: Traversal
    node: Node
    output: Any = None
    stored: dict[str, Any] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)
    _entries: dict[str, Any] | None = None
    _graph: tuple[dict[str, Node], nx.DiGraph, set[str]] | None = None

    def take(self, answer: str) -> str | None:
        """Have the after-query make the output of an answer; what is wrong if it cannot."""
        self._entries = self._graph = None
        try:
            after = self.node.after_query
            self.output = answer if after is None else after(answer, self)
        except AfterQueryError as error:
            if self._entries is not None:
                self.database.restore(self._entries)
            if self._graph is not None:
                self.traversal.restore(self._graph)
            self.stored, self.changes = {}, []
            return str(error)
        return None

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def database(self) -> Database:
        return self.traversal.database

    @property
    def outputs(self) -> Mapping[str, Any]:
        return self.traversal.outputs

    def store(self, path: str, value: Any) -> None:
        self._keep_entries()
        self.database.store(path, value)
        self.stored[path] = value

    def append(self, path: str, value: Any) -> None:
        self._keep_entries()
        self.database.append(path, value)
        self.stored[path] = self.database.get(path)

    def add_node(self, node: Node, *, before: Iterable[str] = ()) -> None:
        self._keep_graph()
        before = tuple(before)
        self.traversal.add_node(node, before, self.name)
        self.changes.append(
            f"added node {node.name}" + "".join(f", before {each}" for each in before)
        )

    def remove_node(self, name: str) -> None:
        self._keep_graph()
        self.traversal.remove_node(name, self.name)
        self.changes.append(f"removed node {name}")

    def add_edge(self, source: str, target: str) -> None:
        self._keep_graph()
        self.traversal.add_edge(source, target, self.name)
        self.changes.append(f"added edge {source} -> {target}")

    def remove_edge(self, source: str, target: str) -> None:
        self._keep_graph()
        self.traversal.remove_edge(source, target, self.name)
        self.changes.append(f"removed edge {source} -> {target}")

    def _keep_entries(self) -> None:
        if self._entries is None:
            self._entries = self.database.as_data()

    def _keep_graph(self) -> None:
        if self._graph is None:
            self._graph = self.traversal.state()


def _failed(node: Node, messages: list[Message], attempts: list[Attempt]) -> NodeFailedError:
    return NodeFailedError(
        node.name,
        "\n\n".join(message.content for message in messages),
        tuple(attempt.answer for attempt in attempts),
        tuple(attempt.fault or "" for attempt in attempts),
    )
