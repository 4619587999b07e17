"""The Crafter agent with the answers of a language model (tests/data/agents/crafter)."""

from __future__ import annotations

import pytest

from pddl2nl.llm import Completion, Message, Request
from policies.agents.agentkit.crafter import CRAFTER_GRAPH, CrafterAgent
from simulator.agents.worlds.crafter import CrafterWorld
from tests.policies.agents.agentkit.graphs import node_asked
from tests.recordings import DATA, Recording, Replay, recording

pytest.importorskip("crafter", reason="the extra agents is not installed")


def recorded(seed: int) -> Recording:
    """The answers given in a world."""
    return recording(DATA / "agents" / "crafter" / f"seed-{seed}.json")


class Passes:
    """Asks for the answers of the nodes, and notes the pass in which each was asked."""

    def __init__(self, conversation: Recording) -> None:
        self._model = Replay(conversation, node_asked(CRAFTER_GRAPH))
        self._node = node_asked(CRAFTER_GRAPH)
        self.number = 1
        self.asked: list[tuple[int, str]] = []

    async def ask(self, messages: list[Message]) -> Completion:
        request = Request(tuple(messages))
        self.asked.append((self.number, self._node(request)))
        return await self._model.complete(request)


def passes_and_nodes(conversation: Recording) -> list[tuple[int, str]]:
    return sorted((each["pass"], each["subject"]) for each in conversation.answers)


async def test_the_answers_of_a_language_model_play_the_game() -> None:
    answers = recorded(4)
    model = Passes(answers)
    agent = CrafterAgent(model.ask, CrafterWorld(4))
    skipped: dict[int, set[str]] = {}
    for number in range(1, 7):
        model.number = number
        moment, trace = await agent.step()
        skipped[number] = {each.name for each in trace.nodes if each.skipped}
    assert agent.world.run.unlocked == ("collect_sapling", "place_plant", "collect_wood")
    assert agent.world.run.steps == 15
    assert moment.view.inventory == {"wood": 1}
    assert sorted(model.asked) == passes_and_nodes(answers)  # every answer could be used at once
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
    model = Passes(answers)
    agent = CrafterAgent(model.ask, CrafterWorld(seed, length=20))
    for number in range(1, passes + 1):
        model.number = number
        await agent.step()
    assert agent.world.run.steps == 20
    assert agent.world.run.unlocked == unlocked
    assert sorted(model.asked) == passes_and_nodes(answers)  # every answer could be used at once
