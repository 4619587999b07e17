"""Task networks in natural language: their walk (ProcLLM paper, Algorithm 1), and their files.

A file is the papers' JSON, checked (appendix D):

    {"method1": {"task": NAME, "subtasks": {"subtask1": NAME, ...}, "effect": TEXT,
                 "effect_files": {"file1": NAME, ...}, "check": NAME}, ...}

Subtasks and effect files may also be lists; subtasks and check may be left out. Every fault has
its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import yaml

from domains.agents import TOP_TASK
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.files import read_text
from policies.agents.procedural.workspace import FILE_NAMES, TOOLS_FOLDER, plain_name

DEFAULT_FILES = ("notes.txt", "answer.txt", "request.txt", "problem_specification.txt")
"""What shows whether a task without a node of its own is done."""


@dataclass(frozen=True, slots=True)
class NetworkTask:
    """A node of a task network, which is a task and the method that decomposes it.

    Args:
        name: what is to be done.
        effect: what holds once it is done.
        effect_files: the files that show whether it does, by their names in the workspace.
        subtasks: the names of the tasks that are done before, in their order; none for a primitive
            task.
        check: what decides instead of the verifier model: `answer`, or a function of the files'
            texts as `module:function`; empty for the model.
    """

    name: str
    effect: str
    effect_files: tuple[str, ...] = DEFAULT_FILES
    subtasks: tuple[str, ...] = ()
    check: str = ""


@dataclass(frozen=True, slots=True)
class TaskNetwork:
    """Tasks by name; no task is among its own subtasks, at any depth.

    Args:
        tasks: the nodes.
        top: the task to begin with.
    """

    tasks: Mapping[str, NetworkTask]
    top: str = TOP_TASK

    def task(self, name: str) -> NetworkTask:
        """The node of a task; one without a node is primitive, and its effect is its own text.

        The networks of the papers have such subtasks (ProcLLM paper, appendix D.2).
        """
        return self.tasks.get(name) or NetworkTask(name, name)

    def with_check(self, check: str) -> TaskNetwork:
        """The network with a check, instead of the verifier, that decides on its top task."""
        top = replace(self.task(self.top), check=check)
        return replace(self, tasks={**self.tasks, self.top: top})

    def as_data(self) -> dict[str, object]:
        """The network as the papers write it (ProcLLM paper, appendix D)."""
        return {
            f"method{number}": {
                "task": each.name,
                **({"subtasks": _numbered("subtask", each.subtasks)} if each.subtasks else {}),
                "effect": each.effect,
                "effect_files": _numbered("file", each.effect_files),
                **({"check": each.check} if each.check else {}),
            }
            for number, each in enumerate(self.tasks.values(), 1)
        }


@dataclass(frozen=True, slots=True)
class Agenda:
    """How far the walk through a network is.

    A decomposed task stays behind its subtasks: Algorithm 1 prepends these (line 26) and removes
    a task only once it is verified (line 14), and the papers' networks leave to the parent what no
    subtask does, such as writing the answer (appendix D.3). A task is decomposed once, and one that
    was verified is not done again where it stands a second time: appendix F.1 remembers the names
    of verified tasks. So the walk ends, and every task in reach is verified exactly once.

    Args:
        network: the network.
        pending: the tasks to be done; the first is the current one.
        decomposed: those whose subtasks have been put in front of them.
        verified: those that are done, in the order in which they were.
    """

    network: TaskNetwork
    pending: tuple[str, ...]
    decomposed: frozenset[str] = frozenset()
    verified: tuple[str, ...] = ()

    @staticmethod
    def start(network: TaskNetwork) -> Agenda:
        """The walk before its first task."""
        return Agenda(network, (network.top,))._updated()

    @property
    def task(self) -> NetworkTask | None:
        """The current task, None where all are done."""
        return self.network.task(self.pending[0]) if self.pending else None

    def passed(self) -> Agenda:
        """The walk after the current task was verified.

        Raises:
            IndexError: there is no current task.
        """
        done = (*self.verified, self.pending[0])
        return replace(self, pending=self.pending[1:], verified=done)._updated()

    def _updated(self) -> Agenda:
        """`UpdateTask`: decompose the first task until it is primitive."""
        pending, decomposed = list(self.pending), set(self.decomposed)
        while pending:
            first = self.network.task(pending[0])
            if first.name in self.verified:
                del pending[0]
            elif first.subtasks and first.name not in decomposed:
                decomposed.add(first.name)
                pending[:0] = first.subtasks
            else:
                break
        return replace(self, pending=tuple(pending), decomposed=frozenset(decomposed))


def _numbered(key: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{key}{number}": value for number, value in enumerate(values, 1)}


ANSWER_CHECK = "answer"
"""The check that has the answer graded by the rules of its task."""

_KEYS = ("task", "subtasks", "effect", "effect_files", "check")
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_NUMBER = re.compile(r"(?<!\d)(\d{1,9})$")
_MAX_TASKS = 1000


class NetworkError(InputError):
    """A task network that cannot be followed."""


def load_network(path: Path) -> TaskNetwork:
    """The network of a file.

    Raises:
        NetworkError: it cannot be read, or its first fault.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise NetworkError(f"cannot be read: {reason}", source=str(path)) from error
    return parse_network(text, str(path))


def parse_network(text: str, source: str = "<text>", *, checks: bool = True) -> TaskNetwork:
    """The network of a text.

    Args:
        text: JSON.
        source: where it stands.
        checks: whether its tasks may name checks. A network that a model wrote may not.

    Raises:
        NetworkError: its first fault.
    """
    read = _Reading(source, checks)
    network = read.network(text)
    if read.faults:
        raise read.faults[0]
    return network


def network_faults(text: str, *, checks: bool = True) -> list[str]:
    """All that is wrong with the text of a network, each with its line; empty for nothing."""
    read = _Reading(None, checks)
    read.network(text)
    return [
        f"line {fault.line}: {fault.message}" if fault.line else fault.message
        for fault in read.faults
    ]


@dataclass
class _Reading:
    """Reads one text, and notes its faults in the order in which they stand."""

    source: str | None
    checks: bool
    faults: list[NetworkError] = field(default_factory=list)
    names: dict[str, yaml.Node] = field(default_factory=dict)
    """Every task, and the place of its name."""

    def network(self, text: str) -> TaskNetwork:
        root = self._parsed(text)
        tasks = list(self._tasks(root)) if root is not None else []
        network = TaskNetwork({each.name: each for each in tasks})
        if not self.faults:
            self._check_whole(root, network)
        return network

    def _parsed(self, text: str) -> yaml.Node | None:
        try:
            json.loads(text)
            # JSON is YAML but for tabs between its parts; YAML's nodes know their places.
            return yaml.compose(text.replace("\t", " "), Loader=yaml.SafeLoader)
        except json.JSONDecodeError as error:
            self._fault(f"is no JSON: {error.msg}", line=error.lineno, column=error.colno)
        except (ValueError, RecursionError, yaml.YAMLError):
            self._fault("is no JSON that could be read")
        return None

    def _tasks(self, root: yaml.Node) -> Iterator[NetworkTask]:
        if not isinstance(root, yaml.MappingNode):
            self._fault('a task network is an object {"method1": {"task": ...}, ...}', root)
            return
        for _, node in self._items(root, "the network"):
            task = self._task(node)
            if task is None:
                continue
            if task.name in self.names:
                first = self.names[task.name].start_mark.line + 1
                self._fault(
                    f"the task '{task.name}' has a method already, in line {first}; there are no "
                    "preconditions, so a second one would never be used",
                    node,
                )
                continue
            self.names[task.name] = node
            yield task

    def _task(self, node: yaml.Node) -> NetworkTask | None:
        if not isinstance(node, yaml.MappingNode):
            self._fault("a method is an object with task, effect and effect_files", node)
            return None
        found: dict[str, yaml.Node] = {}
        for key, value in self._items(node, "the method"):
            if key.value in _KEYS:
                found[key.value] = value
            else:
                near = did_you_mean(key.value, _KEYS) or f"; there are {', '.join(_KEYS)}"
                self._fault(f"a method has no '{key.value}'{near}", key)
        name = self._text(found.get("task"), node, "a method", "task")
        effect = self._text(found.get("effect"), node, f"the task '{name}'", "effect")
        subtasks = self._texts(found.get("subtasks"), "subtasks")
        check = self._check(found.get("check"))
        files = tuple(self._files(found.get("effect_files")))
        if not files and not check and name and "effect_files" not in found:
            self._fault(
                f"the task '{name}' has no effect_files: the verifier sees nothing else", node
            )
        return NetworkTask(name, effect, files, subtasks, check) if name and effect else None

    def _text(self, node: yaml.Node | None, within: yaml.Node, what: str, key: str) -> str:
        if node is None:
            self._fault(f"{what} has no {key}", within)
            return ""
        value = _string(node)
        if not (value or "").strip():
            self._fault(f"{key} must be a text that is not empty", node)
        return " ".join((value or "").split())

    def _texts(self, node: yaml.Node | None, key: str) -> tuple[str, ...]:
        return tuple(
            text for each in self._parts(node, key) if (text := self._text(each, each, "", key))
        )

    def _parts(self, node: yaml.Node | None, key: str) -> list[yaml.Node]:
        """The values of a list, or of an object with numbered keys in the order of the numbers."""
        if node is None:
            return []
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        if not isinstance(node, yaml.MappingNode):
            self._fault(f"{key} must be an object with numbered keys, or a list", node)
            return []
        numbered: list[tuple[int, yaml.Node]] = []
        for name, value in self._items(node, key):
            number = _NUMBER.search(name.value)
            if number is None:
                self._fault(f"the keys of {key} end in numbers, and '{name.value}' in none", name)
            else:
                numbered.append((int(number[1]), value))
        return [value for _, value in sorted(numbered, key=lambda each: each[0])]

    def _files(self, node: yaml.Node | None) -> Iterator[str]:
        for each in self._parts(node, "effect_files"):
            name = plain_name(self._text(each, each, "", "effect_files"))
            if name and name not in FILE_NAMES and not name.startswith(TOOLS_FOLDER):
                near = did_you_mean(name, FILE_NAMES) or f"; there are {', '.join(FILE_NAMES)}"
                self._fault(f"there is no file '{name}'{near}", each)
            elif name:
                yield name

    def _check(self, node: yaml.Node | None) -> str:
        if node is None:
            return ""
        name = _string(node) or ""
        if not self.checks:
            self._fault("a network that a model writes names no checks", node)
        elif name != ANSWER_CHECK and not _FUNCTION.fullmatch(name):
            self._fault(f"a check is '{ANSWER_CHECK}' or 'module:function', not '{name}'", node)
        return name

    def _items(
        self, node: yaml.MappingNode, what: str
    ) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        known: set[str] = set()
        for key, value in node.value:
            if key.value in known:
                self._fault(f"{what} has '{key.value}' twice", key)
            known.add(key.value)
            yield key, value

    def _check_whole(self, root: yaml.Node | None, network: TaskNetwork) -> None:
        if len(network.tasks) > _MAX_TASKS:
            self._fault(f"has more than {_MAX_TASKS} tasks", root)
        if network.top not in network.tasks:
            self._fault(f"has no top task: one must be called '{TOP_TASK}'", root)
        graph = {each.name: each.subtasks for each in network.tasks.values()}
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle: Sequence[str] = error.args[1][::-1]
            chain = " → ".join(f"'{name}'" for name in circle)
            self._fault(f"a task is among its own subtasks: {chain}", self.names[circle[0]])

    def _fault(
        self, message: str, node: yaml.Node | None = None, *, line: int = 0, column: int = 0
    ) -> None:
        if node is not None:
            line, column = node.start_mark.line + 1, node.start_mark.column + 1
        place = {"line": line or None, "column": column or None}
        self.faults.append(NetworkError(message, source=self.source, **place))


def _string(node: yaml.Node) -> str | None:
    """The text of a node, None where it is no JSON string."""
    if not isinstance(node, yaml.ScalarNode) or node.style != '"':
        return None
    # JSON writes what lies beyond 16 bits as two halves.
    halves = node.value.encode("utf-16", "surrogatepass")
    return str(halves.decode("utf-16", "replace"))
