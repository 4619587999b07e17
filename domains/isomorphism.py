"""Telling problems apart that differ in more than the names of their objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from networkx import Graph

Fact = tuple[str, ...]  # the section, the predicate (or the type), the objects

_LABELS = {"node_attr": "label", "edge_attr": "places"}
_ATOM = re.compile(r"\((?!and\b)([^()]+)\)")
_VALUE = re.compile(r"\(=\s*\(\s*([^()\s]+)([^()]*)\)\s*([^()\s]+)\s*\)")
_DENIED = re.compile(r"\(not\s*\(\s*([^()]+)\)\s*\)")


def facts(problem: str) -> tuple[frozenset[str], frozenset[str]]:
    """The initial facts and the goal facts of a problem that a generator wrote.

    The value of a numeric function is a part of its name, and so is that a fact must not hold:
    `fare=3 a b`, `not-at a`.
    """
    init, goal = problem.split("(:init")[1].split("(:goal")
    init, goal = _VALUE.sub(r"(\1=\3\2)", init), _DENIED.sub(r"(not-\1)", goal)
    return frozenset(_ATOM.findall(init)), frozenset(_ATOM.findall(goal))


def object_names(problem: str) -> frozenset[str]:
    """The names of the objects of a problem that a generator wrote."""
    return frozenset(name for _, name in _types(problem))


def fingerprint(problem: str) -> str:
    """A text that two isomorphic problems share, however their objects are called.

    It is the Weisfeiler-Lehman hash of the problem's incidence graph (Shervashidze et al., 2011).
    Two problems that it cannot distinguish may still differ, so it errs on the side of calling
    problems equal.

    Args:
        problem: a problem that a generator wrote.
    """
    import networkx  # takes 0.2 s to load, and most who import this module build no graph

    init, goal = facts(problem)
    found: list[Fact] = [("type", *words) for words in _types(problem)]
    found += [("init", *text.split()) for text in init]
    found += [("goal", *text.split()) for text in goal]
    graph = _incidence_graph(sorted(found))
    return str(networkx.weisfeiler_lehman_graph_hash(graph, iterations=_rounds(graph), **_LABELS))


def _types(problem: str) -> Iterable[tuple[str, str]]:
    section = problem.split("(:objects")[1].split(")")[0]
    # Between two dashes stand the type of the objects before, and the objects of the next.
    first, *others = (part.split() for part in re.split(r"\s-\s", section))
    names = first
    for kind, *following in others:
        yield from ((kind, name) for name in names)
        names = following
    yield from (("object", name) for name in names)


def _incidence_graph(everything: Iterable[Fact]) -> Graph:
    """Objects and facts as nodes; an edge says at which places of a fact an object stands.

    Objects carry no label of their own: their types are facts like the others.
    """
    import networkx

    graph = networkx.Graph()
    for number, (section, word, *names) in enumerate(everything):
        # As a literal, a label is ASCII, which the hash asks for, and has an end.
        graph.add_node(number, label=ascii(f"{section} {word}"))
        for name in set(names):
            places = [str(place) for place, each in enumerate(names) if each == name]
            graph.add_node(name, label="")
            graph.add_edge(number, name, places=f"{','.join(places)}:")
    return graph


def _rounds(graph: Graph) -> int:
    """How many rounds of refinement distinguish all that any number of them can."""
    import networkx

    rounds = 1
    while True:
        seen = networkx.weisfeiler_lehman_subgraph_hashes(graph, iterations=2 * rounds, **_LABELS)
        before, after = ({labels[at] for labels in seen.values()} for at in (rounds - 1, -1))
        if len(before) == len(after):
            # The classes stay as they are; one round more shows how they are connected.
            return rounds + 1
        rounds *= 2
