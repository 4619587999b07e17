"""What comes before what: the edges between nodes, and which nodes a pass evaluates."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from policies.agents.agentkit.database import Database
from policies.agents.agentkit.errors import GraphError
from policies.agents.agentkit.node import Node

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


def check_acyclic(graph: nx.DiGraph) -> None:
    """See that no nodes wait for each other.

    Raises:
        GraphError: some do; it names them in the order of the edges.
    """
    try:
        cycle = nx.find_cycle(graph)
    except nx.NetworkXNoCycle:
        return
    names = [source for source, _ in cycle]
    around = " -> ".join([*names, names[0]])
    raise GraphError(f"nodes wait for each other: {around}", node=names[0])


def due(node: Node, number: int) -> bool:
    """Whether a node is evaluated in a pass, its conditions aside."""
    return (number - 1) % node.every == 0


def next_pass(database: Database) -> int:
    """The number of the pass to come."""
    return int(database.get(PASS)) + 1 if PASS in database else 1
