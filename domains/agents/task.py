"""One task for an agent that works in files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NONE: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a task's rule says of an answer.

    Args:
        solved: whether the answer does all that was asked for; None where it could not be read.
        reason: why not, in a sentence; empty where it is solved.
        parts: parts of the task in their order, and whether each is done (as `flight 1`,
            `flight 2`, `hotel` in seed paper 000, Table 1); empty where a task has none.
    """

    solved: bool | None
    reason: str = ""
    parts: Mapping[str, bool] = field(default_factory=lambda: _NONE)


@dataclass(frozen=True, slots=True)
class AgenticTask:
    """A task for an agent that works in files (seed paper 000, section 4).

    Args:
        name: what it is called, as `unit-movement-3`.
        specification: the rules of its benchmark, and the format of an answer.
        request: this task.
        check: assesses the text of an answer; it raises nothing, whatever the text.
        tools_specification: what the tools are and how they are called; empty for none.
        tools: files for the agent's code, read only: their text by path (`tools/recipes.py`). Where
            there are some, the agent may write a solver and have it run.
        size: what the task's difficulty depends on, by name, as `{"blocks": 6, "height": 4}`.
    """

    name: str
    specification: str
    request: str
    check: Callable[[str], Assessment]
    tools_specification: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    size: Mapping[str, int] = field(default_factory=dict)
