"""What the bundled domains offer: their instances, and the parameters of their generators."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from importlib import import_module
from pathlib import Path

import domains
from domains.parameters import least, meaning
from domains.suite import generator
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain, read_problem


@dataclass(frozen=True, slots=True)
class Instance:
    """One bundled problem.

    Args:
        name: the name of its file, without the ending.
        objects: how many objects it has.
        plan_length: the number of actions of the plan kept for it, None where none is kept.
    """

    name: str
    objects: int
    plan_length: int | None


@dataclass(frozen=True, slots=True)
class GeneratorParameter:
    """A number that the generator takes: its name, default, least value, and what it means."""

    name: str
    default: int
    least: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Card:
    """What there is to know of a bundled domain.

    Args:
        name: its name.
        summary: what the domain is about, in a sentence.
        domain: what its domain file says.
        instances: its instances, in natural order.
        scaled: the instances of its scaled set, which is called `<name>-scaled`; empty if none.
        parameters: the parameters of its generator.
        planner: whose plans are kept: `lmcut` (optimal ones) or `ff`.
    """

    name: str
    summary: str
    domain: Domain
    instances: tuple[Instance, ...]
    scaled: tuple[Instance, ...]
    parameters: tuple[GeneratorParameter, ...]
    planner: str


def card(name: str) -> Card:
    """The card of a bundled domain.

    Raises:
        ValueError: there is no such domain.
    """
    folder = domains.folder(name)
    domain = read_domain(domains.domain_file(folder))
    source = generator(name)
    return Card(
        name,
        inspect.getdoc(import_module(f"domains.{name}")) or "",
        domain,
        _instances(domains.instances(folder), domain),
        _instances(_scaled_files(name), domain),
        parameters(name),
        source.planner,
    )


def parameters(spec: str) -> tuple[GeneratorParameter, ...]:
    """The parameters of the generator of a domain, which is bundled or in a folder.

    Raises:
        ValueError: there is no such domain, or its generator cannot be used.
        FileNotFoundError: the folder has no generator.
    """
    return tuple(
        GeneratorParameter(item.name, item.default, least(item), meaning(item))
        for item in fields(generator(spec).parameters)
        if item.default is not MISSING
    )


def _scaled_files(name: str) -> tuple[Path, ...]:
    scaled = f"{name}-scaled"
    if scaled not in domains.scaled_names():
        return ()
    _, *tasks = domains.bundled_tasks(scaled)
    return tuple(files.problem for files in tasks)


def _instances(paths: Iterable[Path], domain: Domain) -> tuple[Instance, ...]:
    found = []
    for path in paths:
        plan = domains.kept_plan(path)
        objects = len(read_problem(path, domain).objects)
        found.append(Instance(path.stem, objects, None if plan is None else len(plan)))
    return tuple(found)
