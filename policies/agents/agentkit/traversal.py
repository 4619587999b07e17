"""One pass over a graph: Kahn's algorithm on a copy that nodes may change (AgentKit paper, B).

networkx holds the edges. Its own topological orders, and `graphlib`'s, take no changes once they
have begun, so this module finds which nodes are ready.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
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
        self.nodes = {node.name: node for node in nodes}
        self.graph = edges(self.nodes.values())
        self.added: set[str] = set()
        self.begun: set[str] = set()
        self.done: set[str] = set()
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
            node = self.nodes[heappop(self._frontier)[1]]
            self.begun.add(node.name)
            if (reason := self._skipped(node)) is not None:
                self._traces.append(NodeTrace(node.name, begun=self._now(), skipped=reason))
                self._finish(node)
                continue
            self._running += 1
            group.create_task(self._evaluate(node, group))

    def _finish(self, node: Node) -> None:
        """Note that a node is done; those that waited for nothing else are ready now."""
        self.done.add(node.name)
        for name in self.graph.successors(node.name):
            if self._is_ready(name):
                heappush(self._frontier, (self._places[name], name))

    def _is_ready(self, name: str) -> bool:
        return name not in self.begun and self.done.issuperset(self.graph.predecessors(name))

    def _see_anew(self) -> None:
        """Find the frontier again, after the graph has changed."""
        self._places = {name: place for place, name in enumerate(self.nodes)}
        self._frontier = [(self._places[name], name) for name in self.nodes if self._is_ready(name)]

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
        begun, context = self._now(), NodeContext(self, node)
        messages = self._composed(node)
        conversation, attempts = list(messages), list[Attempt]()
        while True:
            before = time.perf_counter()
            completion = await node.query(self._asking(node), conversation)
            seconds = time.perf_counter() - before
            fault = context.take(completion.text)
            attempts.append(Attempt(completion.text, fault, seconds, completion.usage))
            if fault is None or len(attempts) >= node.attempts:
                break
            conversation += [
                Message("assistant", completion.text or "-"),
                Message("user", AGAIN.format(fault=fault)),
            ]
        trace = NodeTrace(
            node.name,
            tuple(messages),
            tuple(attempts),
            context.output,
            begun,
            self._now() - begun,
            context.stored,
            tuple(context.changes),
            temporary=node.name in self.added,
            model=node.model,
        )
        self._traces.append(trace)
        if fault is not None:
            raise NodeFailedError(trace)
        self.outputs[node.name] = context.output
        if context.changes:
            self._see_anew()
        self._finish(node)
        self._running -= 1
        self._begin_ready(group)

    def _composed(self, node: Node) -> list[Message]:
        given = {
            name: self.outputs[name]
            for name in self.graph.predecessors(node.name)
            if self.graph.edges[name, node.name]["shown"] and name in self.outputs
        }
        try:
            return node.compose(node, given, self.database)
        except GraphError:
            raise
        except InputError as error:
            raise GraphError(f"node '{node.name}': {error.message}", node=node.name) from error

    def restore(self, nodes: dict[str, Node], graph: nx.DiGraph, added: set[str]) -> None:
        """Put the graph back as it was."""
        self.nodes, self.graph, self.added = nodes, graph, added

    def _now(self) -> float:
        return time.perf_counter() - self._start


class NodeContext:
    """What an after-query may see and do.

    What it stores and changes is noted in the trace, and an answer that cannot be used leaves
    nothing behind. Changes of the graph last for this pass, with the safeguards of the paper
    (appendix A): those that touch a node that is evaluated, or is being evaluated, are refused.

    Attributes:
        name: the name of the node that was asked.
        database: the database, to read from; `store` and `append` write to it.
        outputs: what the nodes evaluated so far in this pass have given, by name.
    """

    def __init__(self, traversal: Traversal, node: Node) -> None:
        self.name = node.name
        self.database = traversal.database
        self.outputs: Mapping[str, Any] = traversal.outputs
        self.output: Any = None
        self.stored: dict[str, Any] = {}
        self.changes: list[str] = []
        self._after_query = node.after_query
        self._pass = traversal
        self._undo: dict[str, Callable[[], None]] = {}

    def take(self, answer: str) -> str | None:
        """Have the after-query make the output of an answer; what is wrong if it cannot."""
        self._undo = {}
        try:
            self.output = self._after_query(answer, self) if self._after_query else answer
        except AfterQueryError as error:
            for undo in self._undo.values():
                undo()
            self.stored, self.changes = {}, []
            return str(error)
        return None

    def store(self, path: str, value: Any) -> None:
        """Put a value into the database."""
        self._keep_entries()
        self.database.store(path, value)
        self.stored[path] = value

    def append(self, path: str, value: Any) -> None:
        """Add a value to a list in the database."""
        self._keep_entries()
        self.database.append(path, value)
        self.stored[path] = self.database.get(path)

    def add_node(self, node: Node, *, before: Iterable[str] = ()) -> None:
        """Add a node for this pass, and an edge to each node before which it is evaluated."""
        self._keep_graph()
        before = tuple(before)
        if node.name in self._pass.nodes:
            raise self._refused(f"adds a node '{node.name}', which there is already")
        if len(self._pass.added) >= MAX_ADDED:
            raise self._refused(f"adds a node '{node.name}', and {MAX_ADDED} have been added")
        self._check_known(*node.waits_for)
        self._pass.nodes[node.name] = node
        self._pass.added.add(node.name)
        self._pass.graph.update(edges([node]))
        for name in before:
            self._link(node.name, name)
        self.changes.append(", before ".join((f"added node {node.name}", *before)))

    def remove_node(self, name: str) -> None:
        """Leave a node out of this pass; those that need it are evaluated without its output."""
        self._keep_graph()
        self._check_known(name)
        if name in self._pass.begun:
            raise self._refused(f"removes node '{name}', which is evaluated already")
        self._pass.graph.remove_node(name)
        del self._pass.nodes[name]
        self._pass.added.discard(name)
        self.changes.append(f"removed node {name}")

    def add_edge(self, source: str, target: str) -> None:
        """Have a node wait for another, and get its output, in this pass."""
        self._keep_graph()
        self._link(source, target)
        self.changes.append(f"added edge {source} -> {target}")

    def remove_edge(self, source: str, target: str) -> None:
        """Have a node not wait for another in this pass."""
        self._keep_graph()
        self._check_known(source, target)
        between = f"edge from '{source}' to '{target}'"
        if not self._pass.graph.has_edge(source, target):
            raise self._refused(f"removes an {between}, which there is not")
        # A node's own after-query runs before the node is done, so it may cut its own edges.
        for name, evaluated in ((source, self._pass.done), (target, self._pass.begun)):
            if name in evaluated:
                raise self._refused(f"removes the {between}, and '{name}' is evaluated already")
        self._pass.graph.remove_edge(source, target)
        self.changes.append(f"removed edge {source} -> {target}")

    def _link(self, source: str, target: str) -> None:
        self._check_known(source, target)
        what = f"adds an edge from '{source}' to '{target}', and"
        if target in self._pass.begun:
            raise self._refused(f"{what} '{target}' is evaluated already")
        if source == target or nx.has_path(self._pass.graph, target, source):
            raise self._refused(f"{what} '{source}' waits for '{target}'")
        self._pass.graph.add_edge(source, target, shown=True)

    def _check_known(self, *names: str) -> None:
        for name in names:
            if name not in self._pass.nodes:
                raise self._refused(f"changes the graph at node '{name}', which there is not")

    def _refused(self, why: str) -> GraphChangeError:
        return GraphChangeError(f"node '{self.name}' {why}", node=self.name)

    def _keep_entries(self) -> None:
        if "entries" not in self._undo:
            self._undo["entries"] = partial(self.database.restore, self.database.as_data())

    def _keep_graph(self) -> None:
        if "graph" not in self._undo:
            it = self._pass
            self._undo["graph"] = partial(
                it.restore, dict(it.nodes), it.graph.copy(), set(it.added)
            )
