"""What tests of agents share: a small task, answers in the protocol, models and runners by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domains.agents import AgenticTask, Assessment
from pddl2nl.llm import Completion, Message, Request, estimate_usage
from policies import PromptSet
from policies.agents.procedural import (
    Agent,
    AgentKind,
    AgentModels,
    AgentRun,
    TaskNetwork,
    parse_network,
    questions_to,
    without_network,
)
from simulator.agents.sandbox import CodeRun

SPECIFICATION = "Add the numbers of the request.\nAnswer with the sum alone."
REQUEST = "4\n38"
ANSWER = "42"
PASSED, REFUSED = "ANALYSIS: fine.\nPASS: TRUE", "ANALYSIS: no.\nPASS: FALSE"

NETWORK = parse_network(
    json.dumps(
        {
            "method1": {
                "task": "process user request",
                "subtasks": {"subtask1": "take notes"},
                "effect": "answer.txt contains the sum",
                "effect_files": {"file1": "answer.txt", "file2": "request.txt"},
            },
            "method2": {
                "task": "take notes",
                "effect": "notes contain the numbers",
                "effect_files": {"file1": "files/notes.txt", "file2": "files/request.txt"},
            },
        }
    )
)


def check(answer: str) -> Assessment:
    solved = answer.strip() == ANSWER
    return Assessment(solved, "" if solved else f"The sum is {ANSWER}.")


def task(tools: Mapping[str, str] | None = None) -> AgenticTask:
    """A task: two numbers are to be added."""
    told = "add(a, b) in tools.adding returns the sum" if tools else ""
    return AgenticTask(SPECIFICATION, REQUEST, told, tools or {}, name="sum-1", check=check)


def act(name: str, first: str = "", second: str = "") -> str:
    """An answer in the protocol."""
    action = {"name": name, "action_arg1": first, "action_arg2": second}
    return json.dumps({"observation": "I see.", "thought": "I act.", "action": action})


class Model:
    """Answers by a function of the last message; remembers all of them."""

    name = "by-hand"

    def __init__(self, answer: Callable[[str], str]) -> None:
        self._answer = answer
        self.asked: list[tuple[Message, ...]] = []
        self.seeds: list[int | None] = []

    async def complete(self, request: Request) -> Completion:
        self.asked.append(request.messages)
        self.seeds.append(request.seed)
        text = self._answer(request.messages[-1].content)
        return Completion(text, estimate_usage(request.messages, text), "stop", False, self.name)


def in_turn(*answers: str) -> Model:
    """A model that gives answers in their order, and the last one again and again."""
    left = list(answers)
    return Model(lambda _: left.pop(0) if len(left) > 1 else left[0])


@dataclass
class Runner:
    """Stands where the sandbox stands: runs nothing, and remembers what it was given."""

    results: list[CodeRun] = field(default_factory=list)
    given: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        self.given.append((script, dict(files)))
        return self.results.pop(0) if self.results else CodeRun(0, "42\n", "")


async def worked(
    agent: Model,
    verifier: Model,
    *,
    network: TaskNetwork | None = None,
    kind: AgentKind = "procllm",
    horizon: int | None = None,
    tools: Mapping[str, str] | None = None,
    runner: Runner | None = None,
    coder: Model | None = None,
) -> AgentRun:
    """An agent's run at the task of two numbers."""
    coding = questions_to(coder or in_turn("no code"))
    models = AgentModels(questions_to(agent), questions_to(verifier), coding, coding)
    working = (runner or Runner(), PromptSet(), horizon)
    return await Agent(kind, network or without_network(), models, *working).run(task(tools))


def turns(model: Model) -> list[str]:
    """What an agent's model was shown, turn by turn."""
    return [messages[-1].content for messages in model.asked]
