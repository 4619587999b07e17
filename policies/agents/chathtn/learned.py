"""Methods learned from a model's decompositions, so that the same gap is asked about once.

A decomposition whose verifier has passed is generalised over its objects: each becomes a parameter
of its own type, and the method asks for the facts without which its actions could not be carried
out (the positive preconditions that no earlier action of it makes true).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pddl2nl.errors import InputError
from pddl2nl.model import (
    And,
    Atom,
    Condition,
    Domain,
    Method,
    Parameter,
    Problem,
    Subtask,
    conjuncts,
)
from policies.agents.chathtn.search import Decomposition


def method_of(decomposition: Decomposition, problem: Problem) -> Method:
    """The method that a decomposition is an instance of."""
    objects = {each.name: each for each in problem.all_objects}
    constants = {each.name for each in problem.domain.constants}
    used = dict.fromkeys(
        arg for task in (decomposition.task, *decomposition.subtasks) for arg in task.args
    )
    variables = {arg: f"?v{n}" for n, arg in enumerate(used) if arg not in constants}
    needed = [_renamed(atom, variables) for atom in _needed(decomposition, problem.domain)]
    return Method(
        name="learned",
        parameters=tuple(
            Parameter(variable, objects[arg].types) for arg, variable in variables.items()
        ),
        task=_renamed_task(decomposition.task, variables),
        precondition=And(tuple(needed)),
        subtasks=tuple(_renamed_task(each, variables) for each in decomposition.subtasks),
    )


def _needed(decomposition: Decomposition, domain: Domain) -> Iterable[Atom]:
    """The facts that the actions of a decomposition ask of the state in which it begins."""
    schemas = {each.name: each for each in domain.actions}
    made: set[Atom] = set()
    found: dict[Atom, None] = {}
    for step in decomposition.subtasks:
        if step.name not in schemas:
            break  # what a compound task makes true is up to its methods
        schema = schemas[step.name]
        binding = dict(zip((item.name for item in schema.parameters), step.args, strict=True))
        for part in conjuncts(schema.precondition):
            if isinstance(part, Atom):
                fact = _renamed(part, binding)
                if fact not in made and fact in decomposition.state.atoms():
                    found[fact] = None
        for effect in schema.effects:
            if effect.adds and not effect.parameters:
                made.add(_renamed(effect.atom, binding))
    return found


def _renamed(atom: Atom, names: Mapping[str, str]) -> Atom:
    return Atom(atom.predicate, tuple(names.get(term, term) for term in atom.args))


def _renamed_task(task: Subtask, names: Mapping[str, str]) -> Subtask:
    return Subtask(task.name, tuple(names.get(term, term) for term in task.args))


def merged(known: Iterable[Method], more: Iterable[Method]) -> tuple[Method, ...]:
    """Methods that differ in more than their names, under names of their own."""
    alike = {(m.parameters, m.task, m.precondition, m.subtasks): m for m in (*more, *known)}
    return tuple(replace(each, name=f"learned-{n}") for n, each in enumerate(alike.values(), 1))


def load(path: Path, domain: Domain) -> tuple[Method, ...]:
    """The methods kept in a file for a domain; none where there is no file.

    Raises:
        InputError: the file is damaged, or holds methods of another domain.
    """
    if not path.is_file():
        return ()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["domain"] != domain.name:
            message = f"holds methods for the domain {data['domain']}, not {domain.name}"
            raise InputError(message, source=str(path))
        return tuple(map(_method, data["methods"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError("holds no methods that could be read", source=str(path)) from error


def save(path: Path, domain: Domain, methods: Iterable[Method]) -> None:
    """Keep methods in a file.

    Raises:
        InputError: the file cannot be written.
    """
    data = {"domain": domain.name, "methods": [_data(each) for each in methods]}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from error


def _data(method: Method) -> dict[str, Any]:
    return {
        "name": method.name,
        "parameters": {each.name: list(each.types) for each in method.parameters},
        "task": [method.task.name, *method.task.args],
        "precondition": [_listed(each) for each in conjuncts(method.precondition)],
        "subtasks": [[each.name, *each.args] for each in method.subtasks],
    }


def _listed(condition: Condition) -> list[str]:
    assert isinstance(condition, Atom)
    return [condition.predicate, *condition.args]


def _method(data: Mapping[str, Any]) -> Method:
    return Method(
        name=str(data["name"]),
        parameters=tuple(
            Parameter(name, tuple(kinds)) for name, kinds in data["parameters"].items()
        ),
        task=Subtask(data["task"][0], tuple(data["task"][1:])),
        precondition=And(tuple(Atom(head, tuple(args)) for head, *args in data["precondition"])),
        subtasks=tuple(Subtask(head, tuple(args)) for head, *args in data["subtasks"]),
    )
