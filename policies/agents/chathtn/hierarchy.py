"""The hierarchy behind a plan: what decomposed each task, as a tree in text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, TypeAlias

from pddl2nl.model import Subtask

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
