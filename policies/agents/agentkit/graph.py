"""Graphs of nodes: what has to hold of one before anything is sent (AgentKit paper, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import networkx as nx

from pddl2nl.errors import InputError, did_you_mean
from policies.agents.agentkit.database import Database, references
from policies.agents.agentkit.node import (
    PASS,
    AfterQuery,
    Ask,
    Node,
    due,
    edges,
    next_pass,
)
from policies.agents.agentkit.trace import GraphError, PassTrace
from policies.agents.agentkit.traversal import NodeContext, Traversal


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes whose edges are what they wait for. It never changes: a pass works on a copy.

    Args:
        nodes: the nodes; among those that could be evaluated, the first ones are begun first.

    Raises:
        GraphError: two nodes have one name, a node waits for one that there is not, or nodes wait
            for each other.
    """

    nodes: tuple[Node, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", tuple(self.nodes))
        known: set[str] = set()
        for node in self.nodes:
            if node.name in known:
                raise GraphError(f"there are two nodes called '{node.name}'", node=node.name)
            known.add(node.name)
        for node in self.nodes:
            for name in node.waits_for:
                if name not in known:
                    hint = did_you_mean(name, known)
                    text = f"node '{node.name}' waits for '{name}', which there is not{hint}"
                    raise GraphError(text, node=node.name)
        with suppress(nx.NetworkXNoCycle):
            first, *more = (source for source, _ in nx.find_cycle(edges(self.nodes)))
            around = " -> ".join([first, *more, first])
            raise GraphError(f"nodes wait for each other: {around}", node=first)

    def node(self, name: str) -> Node:
        """The node of a name.

        Raises:
            GraphError: there is none.
        """
        for node in self.nodes:
            if node.name == name:
                return node
        hint = did_you_mean(name, [node.name for node in self.nodes])
        raise GraphError(f"there is no node '{name}'{hint}")

    def with_node(self, node: Node, *, before: Iterable[str] = ()) -> Graph:
        """The graph with one more node; those `before` which it stands are given its output."""
        later = {self.node(name).name for name in before}
        nodes = (
            replace(each, needs=(*each.needs, node.name)) if each.name in later else each
            for each in self.nodes
        )
        return Graph((*nodes, node))

    def changed(self, name: str, **changes: Any) -> Graph:
        """The graph with some of a node's fields replaced, such as its `after_query`."""
        found = self.node(name)
        nodes = (replace(each, **changes) if each is found else each for each in self.nodes)
        return Graph(tuple(nodes))

    def reading(self, name: str, reads: AfterQuery, **changes: Any) -> Graph:
        """The graph with a node whose answer is read further, and other fields replaced.

        Args:
            name: the node.
            reads: gets what the node's own after-query has given, in place of the answer.
            changes: other fields that are replaced.
        """
        form = self.node(name).after_query
        assert form is not None  # a graph file gives every node one

        def read_further(answer: str, context: NodeContext) -> Any:
            return reads(form(answer, context), context)

        return self.changed(name, after_query=read_further, **changes)

    def without_node(self, name: str) -> Graph:
        """The graph without a node, and without the edges to and from it."""
        gone = self.node(name).name
        return Graph(
            tuple(
                replace(
                    each,
                    needs=tuple(other for other in each.needs if other != gone),
                    after=tuple(other for other in each.after if other != gone),
                    conditions=tuple(other for other in each.conditions if other.node != gone),
                )
                for each in self.nodes
                if each.name != gone
            )
        )

    def check(self, database: Database) -> None:
        """See that every entry that prompts name is there, or is stored before it is needed.

        Raises:
            GraphError: one is not; or whether it is stored before or after it is read is left open.
        """
        number = next_pass(database)
        graph = edges(self.nodes)
        for node in self.nodes:
            missing = [path for path in reads(node) if path != PASS and path not in database]
            if not missing:
                continue
            above = nx.ancestors(graph, node.name)
            sure = (each for each in self.nodes if not each.conditions and due(each, number))
            stored = [path for each in sure if each.name in above for path in each.stores]
            for path in missing:
                if not _any_meets(path, stored):
                    ever = any(_any_meets(path, each.stores) for each in self.nodes)
                    hint = "; a node that stores it may be left out" if ever else ""
                    text = f"node '{node.name}' needs the database entry '{path}'"
                    raise GraphError(f"{text}, which there is not{hint}", node=node.name)
        self._check_order(graph)

    async def evaluate(
        self,
        ask: Ask,
        database: Database,
        *,
        models: Callable[[str], Ask] | None = None,
        at_once: int | None = None,
    ) -> PassTrace:
        """Evaluate every node once, in topological order; those that are ready run together.

        Args:
            ask: what puts messages to a model.
            database: what prompts name and after-queries store; kept for the next pass.
            models: gives what puts messages to the model of a node that names one.
            at_once: how many nodes may be asked at the same time, None for as many as are ready.

        Raises:
            GraphError: the graph or the database does not fit, found before anything is sent; or
                an after-query has made a change that cannot be made.
            NodeFailedError: none of a node's answers could be used.
        """
        self.check(database)

        def asking(node: Node) -> Ask:
            if not node.model:
                return ask
            if models is None:
                text = f"node '{node.name}' names a model of its own, which is not open here"
                raise GraphError(text, node=node.name)
            return models(node.model)

        for node in self.nodes:
            asking(node)
        return await Traversal(self.nodes, asking, database, at_once).run()

    def _check_order(self, graph: nx.DiGraph) -> None:
        """See that it is settled which of two nodes comes first where one stores for the other."""
        used = {node.name: (*reads(node), *node.stores) for node in self.nodes}
        for writer in filter(lambda node: node.stores, self.nodes):
            settled = {writer.name} | nx.ancestors(graph, writer.name)
            settled |= nx.descendants(graph, writer.name)
            for name, paths in used.items():
                path = next((path for path in paths if _any_meets(path, writer.stores)), None)
                if path is not None and name not in settled:
                    raise GraphError(
                        f"node '{name}' uses '{path}', which node '{writer.name}' stores, but the "
                        "order of the two nodes is open; put one into the other's `after`",
                        node=name,
                    )


def reads(node: Node) -> Iterator[str]:
    """The paths of the database entries that a node names.

    Raises:
        GraphError: a reference is malformed.
    """
    yield from node.entries
    try:
        yield from references(node.prompt)
        yield from references(node.system)
    except InputError as error:
        raise GraphError(f"node '{node.name}': {error.message}", node=node.name) from error
    yield from (each.path for each in node.conditions if each.node is None)


def _any_meets(path: str, stored: Iterable[str]) -> bool:
    """Whether one of the stored entries holds the entry at a path, or is part of it."""
    return any(
        f"{path}.".startswith(f"{each}.") or f"{each}.".startswith(f"{path}.") for each in stored
    )
