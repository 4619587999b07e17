"""Task networks in natural language, and the walk through them (seed paper 000, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from domains.agents import TOP_TASK

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

        The networks of the papers have such subtasks (seed paper 000, appendix D.2).
        """
        return self.tasks.get(name) or NetworkTask(name, name)

    def with_check(self, check: str) -> TaskNetwork:
        """The network with a check, instead of the verifier, that decides on its top task."""
        top = replace(self.task(self.top), check=check)
        return replace(self, tasks={**self.tasks, self.top: top})

    def as_data(self) -> dict[str, object]:
        """The network as the papers write it (seed paper 000, appendix D)."""
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


def single_task(effect: str, effect_files: Iterable[str]) -> TaskNetwork:
    """A network of one task, the end condition: without procedural knowledge ("No-TN")."""
    return TaskNetwork({TOP_TASK: NetworkTask(TOP_TASK, effect, tuple(effect_files))})


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
