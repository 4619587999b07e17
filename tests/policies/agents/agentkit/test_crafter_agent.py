"""The Crafter agent, with a player that follows rules in the model's seat."""

from __future__ import annotations

import copy
import json
import random
import re

import pytest

from policies.agents.agentkit.crafter import CRAFTER_GRAPH, CrafterAgent, with_after_queries
from policies.agents.agentkit.graph_file import read_graph
from policies.agents.agentkit.trace import NodeFailedError, PassTrace
from simulator.agents.worlds.crafter import CrafterWorld
from tests.policies.agents.agentkit.rule_player import RulePlayer, read_observation

pytest.importorskip("crafter", reason="the extra agents is not installed")

NODES = {each.name for each in read_graph(CRAFTER_GRAPH).graph.nodes}
RANDOM_NEVER = {"collect_stone", "place_stone", "make_stone_pickaxe", "make_wood_sword"}
"""What 100 episodes of random actions never reach (docs/evidence/agents.md)."""


@pytest.fixture(scope="module")
def fresh() -> CrafterWorld:
    return CrafterWorld(3, area=(24, 24))


@pytest.fixture
def world(fresh: CrafterWorld) -> CrafterWorld:
    return copy.deepcopy(fresh)


@pytest.mark.long
async def test_the_whole_agent_reaches_within_500_steps_what_random_never_does() -> None:
    used: set[str] = set()
    unlocked: set[str] = set()
    steps, seed = 0, 3

    def reached() -> bool:
        return used == NODES and unlocked >= RANDOM_NEVER

    while steps < 500 and not reached():
        agent = CrafterAgent(RulePlayer(random.Random(seed)).ask, CrafterWorld(seed, area=(48, 48)))
        while not agent.world.finished and steps < 500 and not reached():
            _, trace = await agent.step()
            used |= {each.name for each in trace.nodes if each.skipped is None}
            unlocked |= set(agent.world.run.unlocked)
            steps += 1
        seed += 1
    assert reached(), (NODES - used, RANDOM_NEVER - unlocked)


async def test_a_pass_keeps_what_it_learns(world: CrafterWorld) -> None:
    agent = CrafterAgent(RulePlayer().ask, world)
    traces = [(await agent.step())[1] for _ in range(60)]
    data = agent.database.as_data()
    assert data["knowledge"] == {"wood for a table": "2 wood"}
    assert set(data["skills"]) == {"CollectResource", "GoTo"}
    assert data["feedbacks"]
    kept = [each for each in traces if _output(each, "gate") == "no"]
    assert kept
    skipped = {each.name for each in kept[0].nodes if each.skipped}
    assert {"subgoals_now", "top_subgoal", "analysis", "unknown_now", "skill_now"} <= skipped


async def test_late_learning_is_skipped_with_the_planner(world: CrafterWorld) -> None:
    player = RulePlayer()
    agent = CrafterAgent(player.ask, world, learning="late")
    for _ in range(12):
        open_ = agent.database.get("unknown")
        _, trace = await agent.step()
        asked = [each.name for each in trace.nodes if each.attempts]
        planned = "analysis" in asked
        assert ("learn" in asked) == (planned and bool(agent.decisions[1:]) and bool(open_))
        if "learn" in asked:
            assert asked.index("analysis") < asked.index("learn") < asked.index("unknown_now")
            assert asked.index("learn") < asked.index("evaluate")


async def test_feedback_comes_every_three_decisions_under_a_skill(world: CrafterWorld) -> None:
    agent = CrafterAgent(RulePlayer().ask, world)
    for _ in range(30):
        under = [each for each in agent.decisions if each.skill == agent.database.get("skill")]
        _, trace = await agent.step()
        due = bool(under) and len(under) % 3 == 0
        assert (_skipped(trace, "feedback") is None) == due


async def test_the_last_25_decisions_are_shown_and_no_more(world: CrafterWorld) -> None:
    agent = CrafterAgent(RulePlayer().ask, world)
    for _ in range(28):
        await agent.step()
    lines = str(agent.database.get("history")).splitlines()
    assert len(lines) == 25
    assert lines[-1].startswith(f"Step {agent.decisions[-1].step}:")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"action": "fly", "repeats": 1, "hazard": "no"}, "There is no action 'fly'"),
        ({"action": "do", "repeats": 0, "hazard": "no"}, "'0' is no number of repeats"),
        ({"action": "do", "repeats": "a few", "hazard": "no"}, "'a few' is no number of repeats"),
    ],
)
async def test_an_action_that_cannot_be_taken_is_asked_for_again(
    wrong: dict[str, object], told: str, world: CrafterWorld
) -> None:
    player = RulePlayer(wrong={"Take the first of these actions": json.dumps(wrong)})
    _, trace = await CrafterAgent(player.ask, world).step()
    (act,) = (each for each in trace.nodes if each.name == "act")
    assert told in (act.attempts[0].fault or "")
    assert len(act.attempts) == 2


async def test_names_of_actions_may_be_written_as_words(world: CrafterWorld) -> None:
    written = json.dumps({"action": "Move West", "repeats": "2", "hazard": "no"})
    player = RulePlayer(wrong={"Take the first of these actions": written})
    moment, _ = await CrafterAgent(player.ask, world).step()
    assert (moment.action, moment.repeats) == ("move_west", 2)


async def test_nothing_is_repeated_where_there_is_danger(world: CrafterWorld) -> None:
    written = json.dumps({"action": "move_west", "repeats": 9, "hazard": "yes"})
    player = RulePlayer(wrong={"Take the first of these actions": written})
    moment, _ = await CrafterAgent(player.ask, world).step()
    assert moment.repeats == 1


async def test_a_node_that_always_fails_ends_with_its_name_and_answers(
    world: CrafterWorld,
) -> None:
    class Stubborn(RulePlayer):
        def answer(self, said: list[str]) -> str:  # type: ignore[override]
            return "hm" if "Take the first of these actions" in said[0] else super().answer(said)

    with pytest.raises(NodeFailedError, match="node 'act'") as failure:
        await CrafterAgent(Stubborn().ask, world).step()
    assert failure.value.answers == ("hm", "hm", "hm")


def test_only_certain_and_general_discoveries_are_kept() -> None:
    yes = dict.fromkeys(("general", "missing", "certain"), "yes")
    found = {
        "a": {"discovery": "2", **yes},
        "b": {"discovery": "3", **yes, "certain": "no, guessed"},
        "c": {"discovery": "NA", **yes},
    }
    context = _Entries({"unknown": {"a": "?", "b": "?", "c": "?"}, "knowledge": {}})
    learn = with_after_queries(read_graph(CRAFTER_GRAPH).graph).node("learn").after_query
    assert learn is not None
    assert learn(json.dumps(found), context) == {"a": "2"}  # type: ignore[arg-type]
    assert context.database == {"unknown": {"b": "?", "c": "?"}, "knowledge": {"a": "2"}}


def test_the_rule_player_reads_what_the_world_tells(world: CrafterWorld) -> None:
    from simulator.agents.worlds.crafter import view_text

    view = world.view()
    seen = read_observation(view_text(view))
    assert dict(seen.sides) == view.sides
    assert seen.facing == view.facing
    assert seen.step == view.step


class _Entries:
    """Enough of a node's context for an after-query."""

    def __init__(self, entries: dict[str, object]) -> None:
        self.database = entries

    def store(self, path: str, value: object) -> None:
        self.database[path] = value


def _output(trace: PassTrace, node: str) -> object:
    found = trace.outputs.get(node)
    return found["update"] if isinstance(found, dict) else None


def _skipped(trace: PassTrace, node: str) -> str | None:
    return next(each.skipped for each in trace.nodes if each.name == node)


def test_the_manual_of_the_paper_gives_nothing_away(world: CrafterWorld) -> None:
    short, full = (
        str(CrafterAgent(RulePlayer().ask, world, manual=each).database.get("manual"))
        for each in ("paper", "full")
    )
    given_away = ("ripen", "looks for a sapling", "blocks the way", "hurt more", "in the dark")
    assert not any(words in short for words in given_away)
    assert all(words in full for words in given_away)
    for text in (short, full):
        assert "- make_iron_pickaxe, make_iron_sword: a table and a furnace near by" in text
        assert not re.search(r"</?(paper|full)>", text)
    assert "Stones make bridges over water." in short
