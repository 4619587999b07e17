"""How long a pass over a graph of prompts takes, as a multiple of its longest path.

    python scripts/bench_graph.py [--nodes 200] [--depth 10] [--milliseconds 100]

Every answer takes the same time. The nodes lie in layers, and each needs three of the layer above.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time

from pddl2nl.llm import Completion, Message, estimate_usage
from policies.agents.agentkit import Database, Graph, Node


def layered(nodes: int, depth: int, dice: random.Random) -> Graph:
    """A graph with this number of nodes, whose longest path has `depth` nodes."""
    layers: list[list[str]] = [[] for _ in range(depth)]
    for number in range(nodes):
        layers[number % depth].append(f"n{number}")
    found = []
    for above, layer in zip([[], *layers], layers, strict=False):
        for name in layer:
            needs = tuple(dice.sample(above, min(3, len(above))))
            found.append(Node(name, f"What of {name}?", needs))
    return Graph(tuple(found))


async def seconds(graph: Graph, wait: float, at_once: int | None) -> float:
    """How long a pass takes."""

    async def ask(messages: list[Message]) -> Completion:
        await asyncio.sleep(wait)
        return Completion("So.", estimate_usage(messages, "So."), "stop", False, "slow")

    begun = time.perf_counter()
    await graph.evaluate(ask, Database(), at_once=at_once)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--milliseconds", type=float, default=100)
    options = parser.parse_args()
    wait = options.milliseconds / 1000
    graph = layered(options.nodes, options.depth, random.Random(1))
    longest, total = options.depth * wait, options.nodes * wait
    taken = asyncio.run(seconds(graph, wait, None))
    one = asyncio.run(seconds(graph, 0, 1))
    print(f"{options.nodes} nodes at depth {options.depth}, {options.milliseconds:g} ms an answer")
    print(f"longest path {longest:.2f} s, sum {total:.2f} s")
    print(f"pass {taken:.2f} s: {taken / longest:.2f} times the longest path")
    print(f"without waiting, one after the other: {one:.3f} s")


if __name__ == "__main__":
    main()
