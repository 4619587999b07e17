"""Random graphs, and models that answer by rule, for the tests of AgentKit."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from pddl2nl.llm import Completion, Message, Request, estimate_usage
from policies.agents.agentkit import AfterQueryError, Condition, Graph, Node, NodeContext
from policies.agents.agentkit.graph_file import read_graph
from policies.answer_forms import QUESTION


def completion(messages: list[Message], text: str) -> Completion:
    return Completion(text, estimate_usage(messages, text), "stop", False, "by rule")


def node_asked(graph: Path) -> Callable[[Request], str]:
    """Which node of a graph a request comes from, by the prompts that its nodes have now."""
    nodes = {node.name: _with_any_entries(node.prompt) for node in read_graph(graph).graph.nodes}

    def node(request: Request) -> str:
        asked = next(each.content for each in request.messages if QUESTION in each.content)
        question = asked.rpartition(f"{QUESTION}\n")[2]
        (name,) = (name for name, prompt in nodes.items() if prompt.fullmatch(question))
        return name

    return node


def _with_any_entries(prompt: str) -> re.Pattern[str]:
    fixed = re.split(r"\$db\.[^$]+\$", prompt)
    return re.compile(".*".join(map(re.escape, fixed)), re.DOTALL)


class Digesting:
    """Answers with a digest of what it was asked, after a delay that a seed decides."""

    def __init__(self, seed: int = 0) -> None:
        self.asked: list[str] = []
        self._seed = seed

    async def __call__(self, messages: list[Message]) -> Completion:
        text = "\n".join(f"{each.role}: {each.content}" for each in messages)
        self.asked.append(text)
        for _ in range(hash((self._seed, text)) % 4):
            await asyncio.sleep(0)
        return completion(messages, digest(text))


class Telling:
    """Answers in turn with the given texts, the last of them again and again."""

    def __init__(self, *answers: str) -> None:
        self.asked: list[list[Message]] = []
        self._answers = answers

    async def __call__(self, messages: list[Message]) -> Completion:
        self.asked.append(list(messages))
        number = min(len(self.asked), len(self._answers))
        return completion(messages, self._answers[number - 1])


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def refusing(times: int) -> Callable[[str, NodeContext], str]:
    """An after-query that accepts no answer until it has refused so many."""
    left = [times]

    def after_query(answer: str, context: NodeContext) -> str:
        context.store("draft", answer)
        if left[0]:
            left[0] -= 1
            raise AfterQueryError("it is too short.")
        return answer

    return after_query


def keeping(answer: str, context: NodeContext) -> str:
    """An after-query that stores the answer under the node's name."""
    context.store(f"kept.{context.name}", answer)
    return answer


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Graphs whose nodes hand on outputs, store, refuse, and are left out at times."""
    names = [f"n{number}" for number in range(draw(st.integers(1, 9)))]
    nodes: list[Node] = []
    for number, name in enumerate(names):
        before = st.lists(st.sampled_from(names[:number]), unique=True, max_size=3)
        needs = tuple(draw(before)) if number else ()
        after = tuple(draw(before)) if number else ()
        node = Node(name, f"What is {name}?", needs, after, after_query=keeping)
        if number and draw(st.booleans()):
            asked = draw(st.sampled_from(names[:number]))
            wanted = draw(st.sampled_from(["0", "nothing"]))
            unless = draw(st.booleans())
            condition = Condition(asked, "", (wanted,), unless=unless)
            node = replace(node, conditions=(condition,))
        if draw(st.booleans()):
            node = replace(node, every=draw(st.integers(1, 3)))
        nodes.append(node)
    return Graph(tuple(draw(st.permutations(nodes))))


@st.composite
def changing_graphs(draw: st.DrawFn) -> tuple[Graph, str, str]:
    """A graph, a node of it, and a node that waits for that one, at whatever distance."""
    graph = draw(graphs())
    first = Node("first", "How does it begin?")
    last = Node("last", "How does it end?", needs=("first",))
    later = draw(st.lists(st.sampled_from([node.name for node in graph.nodes]), unique=True))
    nodes = (
        replace(node, needs=(*node.needs, "first")) if node.name in later else node
        for node in graph.nodes
    )
    return Graph((*nodes, first, last)), "first", draw(st.sampled_from(["last", *later]))
