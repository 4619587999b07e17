"""Telling problems apart that differ in more than the names of their objects."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

Fact = tuple[str, ...]  # the section, the predicate (or the type), the objects

_ATOM = re.compile(r"\((?!and\b)([^()]+)\)")


def facts(problem: str) -> tuple[frozenset[str], frozenset[str]]:
    """The initial facts and the goal facts of a problem that a generator wrote."""
    init, goal = problem.split("(:init")[1].split("(:goal")
    return frozenset(_ATOM.findall(init)), frozenset(_ATOM.findall(goal))


def object_names(problem: str) -> frozenset[str]:
    """The names of the objects of a problem that a generator wrote."""
    return frozenset(name for _, name in _types(problem))


def fingerprint(problem: str) -> str:
    """A text that two isomorphic problems share, however their objects are called.

    It comes from colour refinement: objects start out alike and are told apart by the facts they
    stand in, until nothing more comes of it. Two problems that it cannot tell apart may still
    differ, so it errs on the side of calling problems equal.

    Args:
        problem: a problem that a generator wrote.
    """
    everything = _everything(problem)
    colours = dict.fromkeys((name for fact in everything for name in fact[2:]), "")
    while True:
        refined = _refined(colours, everything)
        if len(set(refined.values())) == len(set(colours.values())):
            return _hash(sorted(_painted(fact, refined) for fact in everything))
        colours = refined


def _everything(problem: str) -> tuple[Fact, ...]:
    """The types, the initial facts and the goal, each told apart by its first word."""
    init, goal = facts(problem)
    found: list[Fact] = [("type", *words) for words in _types(problem)]
    found += [("init", *text.split()) for text in init]
    found += [("goal", *text.split()) for text in goal]
    return tuple(sorted(found))


def _types(problem: str) -> Iterable[tuple[str, str]]:
    section = problem.split("(:objects")[1].split(")")[0]
    for line in section.strip().splitlines():
        names, _, kind = line.partition(" - ")
        for name in names.split():
            yield kind.strip() or "object", name


def _refined(colours: Mapping[str, str], everything: Iterable[Fact]) -> dict[str, str]:
    seen: dict[str, list[str]] = {name: [] for name in colours}
    for fact in everything:
        painted = _painted(fact, colours)
        for position, name in enumerate(fact[2:]):
            seen[name].append(f"{position} {painted}")
    return {name: _hash([colours[name], *sorted(views)]) for name, views in seen.items()}


def _painted(fact: Fact, colours: Mapping[str, str]) -> str:
    return " ".join((*fact[:2], *(colours[name] for name in fact[2:])))


def _hash(lines: Iterable[str]) -> str:
    # Python's own hash of a string differs from process to process.
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
