"""What can go wrong with a graph of prompts."""

from __future__ import annotations

from pddl2nl.english import counted
from pddl2nl.errors import InputError
from policies.agents.agentkit.trace import PassTrace
from policies.mechanism import BrokenOffError


class GraphError(InputError):
    """A graph that cannot be evaluated; found before anything is sent where that is possible.

    Args:
        message: what is wrong.
        node: the node where it is wrong, None where it is no single one.
    """

    def __init__(
        self,
        message: str,
        *,
        node: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, source=source, line=line, column=column)
        self.node = node


class GraphChangeError(GraphError):
    """A change during a pass that would touch what is evaluated already (seed paper 002, A)."""


class AfterQueryError(Exception):
    """Raised by an after-query: the answer cannot be used.

    Its message goes back to the model, which then answers again (seed paper 002, section 2.1.2).
    """


class NodeFailedError(BrokenOffError):
    """None of a node's answers could be used.

    Args:
        node: the node's name.
        prompt: what it was asked, as one text.
        answers: its answers, the last one last.
        reasons: what was wrong with each.
    """

    def __init__(
        self, node: str, prompt: str, answers: tuple[str, ...], reasons: tuple[str, ...]
    ) -> None:
        self.node = node
        self.prompt = prompt
        self.answers = answers
        self.reasons = reasons
        self.trace: PassTrace | None = None
        """What was done of the pass until then."""
        tried = counted(len(answers), "answer")
        super().__init__(f"node '{node}' gave no usable answer in {tried}: {reasons[-1]}")
