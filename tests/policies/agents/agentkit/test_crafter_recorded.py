"""The Crafter agent with the answers of a language model (tests/data/agents/crafter)."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from pddl2nl.llm import Completion, Message, estimate_usage
from policies.agents.agentkit.crafter import CRAFTER_GRAPH, CrafterAgent
from policies.agents.agentkit.graph_file import read_graph
from policies.answer_forms import QUESTION
from simulator.agents.worlds.crafter import CrafterWorld
from tests.conftest import REPOSITORY

pytest.importorskip("crafter", reason="the extra agents is not installed")

RECORDED = REPOSITORY / "tests" / "data" / "agents" / "crafter"


def recorded(seed: int) -> dict[tuple[int, str], str]:
    """The answers given in a world, by pass and node."""
    text = (RECORDED / f"seed-{seed}.json").read_text(encoding="utf-8")
    return {(each["pass"], each["node"]): each["answer"] for each in json.loads(text)["answers"]}


class RecordedPasses:
    """Answers each node of each pass as it was answered then."""

    def __init__(self, answers: Mapping[tuple[int, str], str]) -> None:
        self._answers = answers
        self._nodes = {
            " ".join(node.prompt.split("$db")[0].split())[:40]: node.name
            for node in read_graph(CRAFTER_GRAPH).graph.nodes
        }
        self.number = 1
        self.asked: list[tuple[int, str]] = []

    async def ask(self, messages: list[Message]) -> Completion:
        question = " ".join(messages[-1].content.rpartition(QUESTION)[2].split())
        (name,) = (name for start, name in self._nodes.items() if question.startswith(start))
        self.asked.append((self.number, name))
        text = self._answers[self.number, name]
        return Completion(text, estimate_usage(messages, text), "stop", False, "recorded")


async def test_the_answers_of_a_language_model_play_the_game() -> None:
    answers = recorded(4)
    model = RecordedPasses(answers)
    agent = CrafterAgent(model.ask, CrafterWorld(4))
    skipped: dict[int, set[str]] = {}
    for number in range(1, 7):
        model.number = number
        moment, trace = await agent.step()
        skipped[number] = {each.name for each in trace.nodes if each.skipped}
    assert agent.world.run.unlocked == ("collect_sapling", "place_plant", "collect_wood")
    assert agent.world.run.steps == 15
    assert moment.view.inventory == {"wood": 1}
    assert set(model.asked) == set(answers)
    assert len(model.asked) == len(answers)  # every answer could be used at once
    data = agent.database.as_data()
    assert list(data["skills"]) == ["CollectResource", "PlaceObject"]
    assert "WoodForTable" in data["unknown"]
    assert "WalkOverPlant" not in data["unknown"]  # the manual says it, as the answer did
    assert list(data["knowledge"]) == ["HitsPerWood"]
    held = {"subgoals_now", "top_subgoal", "skill_now", "unknown_now"}
    assert [held <= skipped[number] for number in range(1, 7)] == [0, 0, 0, 1, 1, 0]
    assert "feedback" not in skipped[5]  # after three decisions under CollectResource
    assert [str(each).count("Result: it succeeded") for each in agent.decisions] == [1] * 5 + [0]


@pytest.mark.parametrize(
    ("seed", "passes", "unlocked"),
    [
        (12, 2, ("collect_sapling",)),
        (17, 9, ("collect_sapling", "place_plant", "collect_wood")),
    ],
)
async def test_independent_readers_play_twenty_steps(
    seed: int, passes: int, unlocked: tuple[str, ...]
) -> None:
    answers = recorded(seed)
    model = RecordedPasses(answers)
    agent = CrafterAgent(model.ask, CrafterWorld(seed, length=20))
    for number in range(1, passes + 1):
        model.number = number
        await agent.step()
    assert agent.world.run.steps == 20
    assert agent.world.run.unlocked == unlocked
    assert sorted(model.asked) == sorted(answers)  # every answer could be used at once
