"""The search of ChatHTN (ChatHTN paper, section 4, `chatSeekPlan`), iterative and with limits.

A branch is a state and an agenda. Its first item is a primitive task, which is carried out; a
compound one, which each applicable method decomposes in turn, and the model where none is left; or
a verifier, which lets the branch go on only if the effect of a decomposed task holds. So every plan
that is found achieves its tasks, whatever the model says.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Literal, TypeAlias

from pddl2nl.model import (
    Atom,
    CompoundTask,
    Condition,
    Domain,
    GroundAction,
    Method,
    Parameter,
    Subtask,
    atoms_of,
    conjuncts,
    is_variable,
    objects_by_type,
    substitute,
)
from simulator.outcome import Applied, State
from simulator.world import World

Origin: TypeAlias = Literal["hand-written", "model", "learned", "action"]


@dataclass(frozen=True, slots=True)
class TaskNode:
    """A task of the hierarchy.

    Args:
        task: the ground task or action.
        origin: what decomposed it: a method written by hand, the model, a method learned from it;
            `action` where it is one.
        method: the method's name, empty for the model and for actions.
        children: its subtasks, in their order.
    """

    task: Subtask
    origin: Origin
    method: str = ""
    children: tuple[TaskNode, ...] = ()


def as_text(nodes: Iterable[TaskNode]) -> str:
    """The tree as indented lines."""
    return "\n".join(_lines(nodes, 0))


def _lines(nodes: Iterable[TaskNode], depth: int) -> Iterator[str]:
    for node in nodes:
        yield f"{'  ' * depth}{node.task}{_mark(node)}"
        yield from _lines(node.children, depth + 1)


def _mark(node: TaskNode) -> str:
    if node.origin == "action":
        return ""
    return f"  [{node.origin}{': ' + node.method if node.method else ''}]"


def as_data(nodes: Iterable[TaskNode]) -> list[dict[str, Any]]:
    """The tree as JSON."""
    return [
        {
            "task": str(node.task),
            "origin": node.origin,
            **({"method": node.method} if node.method else {}),
            **({"subtasks": as_data(node.children)} if node.origin != "action" else {}),
        }
        for node in nodes
    ]


def as_html(nodes: Iterable[TaskNode]) -> str:
    """The tree as nested lists that can be folded."""
    return f"<ul>{''.join(map(_item, nodes))}</ul>"


def _item(node: TaskNode) -> str:
    code = f"<code>{escape(str(node.task))}</code>"
    if node.origin == "action":
        return f"<li>{code}</li>"
    summary = f"{code} <small>{escape(_mark(node).strip())}</small>"
    return f"<li><details open><summary>{summary}</summary>{as_html(node.children)}</details></li>"


Ask: TypeAlias = Callable[[State, CompoundTask, Subtask], Awaitable[tuple[Subtask, ...] | None]]
"""Asks a model for a decomposition of a task in a state; None where its answer cannot be used."""


@dataclass(frozen=True, slots=True)
class SeekLimits:
    """How far a search may go.

    Args:
        queries: how often the model is asked.
        depth: how many decompositions may lie inside each other.
        seconds: how long it may take.
    """

    queries: int = 20
    depth: int = 100
    seconds: float = 1800.0


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A decomposition by the model whose verifier has passed, and the state that it began in."""

    task: Subtask
    subtasks: tuple[Subtask, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Found:
    """A plan, and the hierarchy from which it comes."""

    plan: tuple[GroundAction, ...]
    hierarchy: tuple[TaskNode, ...]


@dataclass(frozen=True, slots=True)
class _Todo:
    """A task or an action to be done.

    Args:
        task: the task.
        parent: the number of the node that it belongs to, 0 for the network itself.
        above: the states and tasks of the decompositions that it lies in.
    """

    task: Subtask
    parent: int
    above: frozenset[tuple[frozenset[Atom], Subtask]] = frozenset()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Verify:
    """The verifier of a decomposed task (ChatHTN paper, section 5)."""

    effect: Condition
    decomposition: Decomposition | None


_Item: TypeAlias = _Todo | _Verify
_Agenda: TypeAlias = "tuple[_Item, _Agenda] | None"
_Event: TypeAlias = tuple[int, int, Subtask, Origin, str]
"""A node's number, its parent's, what it does, who decomposed it, and by which method."""
_Trace: TypeAlias = "tuple[_Event, _Trace] | None"


@dataclass(frozen=True, slots=True)
class _Branch:
    state: State
    agenda: _Agenda
    trace: _Trace = None
    asks: bool = False
    """Whether the methods for its first task are used up, so that the model is asked."""


@dataclass
class Seeker:
    """Looks for a plan for a task network.

    Args:
        world: the semantics of the problem.
        domain: the actions, tasks and methods.
        ask: asks the model, None for nobody.
        limits: how far the search may go.
        learned: further methods, tried after those of the domain; those learned are added.
        learns: makes a method of a decomposition whose verifier has passed, None for no learning.

    Attributes:
        queries: how often the model was asked.
    """

    world: World
    domain: Domain
    ask: Ask | None = None
    limits: SeekLimits = field(default_factory=SeekLimits)
    learned: tuple[Method, ...] = ()
    learns: Callable[[Decomposition], Method] | None = None
    queries: int = 0

    def __post_init__(self) -> None:
        self._tasks = {each.name: each for each in self.domain.tasks}
        self._members = objects_by_type(self.world.problem)
        self._nodes = 0

    async def seek(self, tasks: Iterable[Subtask]) -> Found | None:
        """A plan for tasks in their order from the initial state, None where none is found."""
        until = time.monotonic() + self.limits.seconds
        agenda: _Agenda = None
        for task in reversed(tuple(tasks)):
            agenda = (_Todo(task, 0), agenda)
        pending = [_Branch(self.world.initial, agenda)]
        while pending:
            if time.monotonic() > until:
                return None
            branch = pending.pop()
            if branch.agenda is None:
                return _found(branch.trace)
            # What a branch becomes by its first item; the branch to be tried first stands last.
            item, rest = branch.agenda
            if isinstance(item, _Verify):
                pending += self._verified(branch, item, rest)
            elif item.task.name not in self._tasks:
                pending += self._acted(branch, item, rest)
            elif branch.asks:
                pending += await self._asked(branch, item, rest)
            else:
                pending += self._decomposed(branch, item, rest)
        return None

    def _verified(self, branch: _Branch, item: _Verify, rest: _Agenda) -> list[_Branch]:
        if not self.world.holds(item.effect, branch.state):
            return []
        if item.decomposition is not None and self.learns is not None:
            made = self.learns(item.decomposition)
            if not any(replace(each, name=made.name) == made for each in self.learned):
                name = f"learned-{len(self.learned) + 1}"
                self.learned = (*self.learned, replace(made, name=name))
        return [replace(branch, agenda=rest)]

    def _acted(self, branch: _Branch, item: _Todo, rest: _Agenda) -> list[_Branch]:
        outcome = self.world.step(branch.state, GroundAction(item.task.name, item.task.args))
        if not isinstance(outcome, Applied):
            return []
        event: _Event = (self._number(), item.parent, item.task, "action", "")
        return [_Branch(outcome.state, rest, (event, branch.trace))]

    def _decomposed(self, branch: _Branch, item: _Todo, rest: _Agenda) -> list[_Branch]:
        """A branch for each applicable method, and beneath them one that asks the model."""
        task = self._tasks[item.task.name]
        begun = (branch.state.fluents, item.task)
        if begun in item.above or item.depth >= self.limits.depth:
            return []
        if not self.world.holds(
            task.precondition, branch.state, _bound(task.parameters, item.task)
        ):
            return []
        found = [replace(branch, asks=True)] if self.ask is not None else []
        known: tuple[tuple[Origin, Sequence[Method]], ...] = (
            ("hand-written", self.domain.methods),
            ("learned", self.learned),
        )
        options = [
            self._with(branch, item, rest, subtasks, origin, method.name)
            for origin, methods in known
            for method in methods
            if method.task.name == item.task.name
            for subtasks in self._applications(method, item.task, branch.state)
        ]
        return [*found, *reversed(options)]

    async def _asked(self, branch: _Branch, item: _Todo, rest: _Agenda) -> list[_Branch]:
        assert self.ask is not None
        if self.queries >= self.limits.queries:
            return []
        self.queries += 1
        task = self._tasks[item.task.name]
        subtasks = await self.ask(branch.state, task, item.task)
        if subtasks is None:
            return []
        return [self._with(replace(branch, asks=False), item, rest, subtasks, "model", "")]

    def _with(
        self,
        branch: _Branch,
        item: _Todo,
        rest: _Agenda,
        subtasks: tuple[Subtask, ...],
        origin: Origin,
        method: str,
    ) -> _Branch:
        """The branch with a task's subtasks, and its verifier, in the place of the task."""
        task, number = self._tasks[item.task.name], self._number()
        effect = substitute(task.effect, _bound(task.parameters, item.task))
        given = Decomposition(item.task, subtasks, branch.state) if origin == "model" else None
        agenda: _Agenda = (_Verify(effect, given), rest)
        above = item.above | {(branch.state.fluents, item.task)}
        for each in reversed(subtasks):
            agenda = (_Todo(each, number, above, item.depth + 1), agenda)
        event = (number, item.parent, item.task, origin, method)
        return replace(branch, agenda=agenda, trace=(event, branch.trace))

    def _applications(
        self, method: Method, task: Subtask, state: State
    ) -> Iterator[tuple[Subtask, ...]]:
        """The subtasks of a method for every way to fill its parameters in a state."""
        binding: dict[str, str] = {}
        for term, value in zip(method.task.args, task.args, strict=True):
            if binding.setdefault(term, value) != value or (
                not is_variable(term) and term != value
            ):
                return
        if any(
            item.name in binding and binding[item.name] not in self._range(item)
            for item in method.parameters
        ):
            return
        free = [item for item in method.parameters if item.name not in binding]
        for each in self._bindings(free, conjuncts(method.precondition), binding, state):
            yield tuple(
                Subtask(task.name, tuple(each.get(term, term) for term in task.args))
                for task in method.subtasks
            )

    def _bindings(
        self,
        free: Sequence[Parameter],
        conditions: Sequence[Condition],
        binding: Mapping[str, str],
        state: State,
    ) -> Iterator[Mapping[str, str]]:
        """All ways to bind further parameters so that the conditions hold, one after another."""
        names = {item.name for item in free}
        ready = [each for each in conditions if _variables(each).isdisjoint(names)]
        if not all(self.world.holds(each, state, binding) for each in ready):
            return
        if not free:
            yield binding
            return
        left = [each for each in conditions if each not in ready]
        for value in self._range(free[0]):
            yield from self._bindings(free[1:], left, {**binding, free[0].name: value}, state)

    def _range(self, parameter: Parameter) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(name for kind in parameter.types for name in self._members.get(kind, ()))
        )

    def _number(self) -> int:
        self._nodes += 1
        return self._nodes


def _bound(parameters: Iterable[Parameter], task: Subtask) -> dict[str, str]:
    return dict(zip((each.name for each in parameters), task.args, strict=True))


def _variables(condition: Condition) -> set[str]:
    """The variables in a condition, bound by its quantifiers or not."""
    return {term for atom in atoms_of(condition) for term in atom.args if is_variable(term)}


def _found(trace: _Trace) -> Found:
    events = []
    while trace is not None:
        event, trace = trace
        events.append(event)
    events.reverse()
    below: dict[int, list[_Event]] = {}
    for event in events:
        below.setdefault(event[1], []).append(event)
    # From the last node back, so that the nodes below one are there before it.
    made: dict[int, TaskNode] = {}
    for number, _, task, origin, method in reversed(events):
        children = tuple(made[each[0]] for each in below.get(number, ()))
        made[number] = TaskNode(task, origin, method, children)
    plan = tuple(GroundAction(e[2].name, e[2].args) for e in events if e[3] == "action")
    return Found(plan, tuple(made[each[0]] for each in below.get(0, ())))
