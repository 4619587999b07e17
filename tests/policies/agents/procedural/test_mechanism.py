"""The agents as mechanisms: a PDDL task as files, and the answer carried out in the episode."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autoplan.cli import main
from pddl2nl.errors import InputError
from pddl2nl.reader import parse_problem
from policies import Player, PromptSet, mechanism
from policies.agents.procedural import ProcLLM
from simulator import Episode, Presentation
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter
from tests.policies.agents.procedural.working import PASSED, REFUSED, Model, Runner, act, in_turn

PLAN = "\n".join(
    [
        "drive truck_0 from place_0 to place_1",
        "use hoist_0 at place_1 to load crate_0 into truck_0",
        "drive truck_0 from place_1 to place_0",
    ]
)


def acting(*commands: str, verdict: str = PASSED) -> Model:
    """A model that gives these commands, and always the same verdict."""
    left = list(commands)

    def answer(prompt: str) -> str:
        if "***EFFECT START***" in prompt:
            return verdict
        return left.pop(0) if len(left) > 1 else left[0]

    return Model(answer)


async def played(
    model: Model, *, shown: Presentation | None = None, name: str = "procllm:tn=none"
) -> Episode:
    shown = shown or yard.english()
    player = Player(model, interpreter(yard.problem(), shown.lexicon), PromptSet(), seed=1)
    episode = Episode(World(yard.problem()), shown)
    await mechanism(name)(player).run(episode)
    return episode


def kept(episode: Episode) -> dict[str, Any]:
    found = episode.attachments["agent"]
    assert isinstance(found, dict)
    json.dumps(found)
    return found


async def test_the_answer_is_read_and_carried_out() -> None:
    model = acting(act("Write", "answer.txt", PLAN), act("Verify"))
    episode = await played(model)
    assert (episode.finish, episode.solved, len(episode.plan)) == ("goal", True, 3)
    assert episode.solved_strictly
    assert [each["command"] for each in kept(episode)["cycles"]] == ["Write answer.txt", "Verify"]
    assert kept(episode)["verified"] == ["process user request"]


async def test_specification_and_request_are_the_generated_texts() -> None:
    commands = [act("Read", "problem_specification.txt"), act("Read", "request.txt"), act("Verify")]
    model = acting(*commands)
    await played(model)
    _, specification, request, *_ = [each[-1].content for each in model.asked]
    for line in yard.english().domain_text.splitlines():
        assert line in specification
    assert "Write the plan into answer.txt: every step on a line of its own" in specification
    for line in yard.english().problem_text.splitlines():
        assert line in request


async def test_in_pddl_the_answer_is_pddl() -> None:
    plan = "\n".join(map(str, yard.PLAN))
    model = acting(act("Write", "answer.txt", plan), act("Verify"))
    episode = await played(model, shown=yard.pddl())
    assert episode.finish == "goal"


@pytest.mark.parametrize(
    ("answer", "finish", "solved"),
    [
        ("", "no-answer", False),
        ("I am done.", "unread", None),
        (PLAN.splitlines()[0], "plan-ended", False),
        (PLAN.splitlines()[1], "plan-refused", False),
        (f"{PLAN.splitlines()[0]}\nuse magic to load crate_0 by tomorrow", "unread", None),
    ],
)
async def test_a_wrong_answer_that_was_verified_tells_what_was_wrong(
    answer: str, finish: str, solved: bool | None
) -> None:
    episode = await played(acting(act("Write", "answer.txt", answer), act("Verify")))
    assert (episode.finish, episode.solved) == (finish, solved)


async def test_at_the_horizon_the_answer_does_not_count() -> None:
    model = acting(act("Write", "answer.txt", PLAN), act("Verify"), verdict=REFUSED)
    episode = await played(model, name="procllm:tn=none,horizon=5")
    assert (episode.finish, episode.solved, episode.steps) == ("horizon", False, 0)
    assert len(kept(episode)["cycles"]) == 5
    agent = [each for each in model.asked if "***EFFECT START***" not in each[-1].content]
    assert len(agent) == 5


async def test_the_check_of_the_simulator_leaves_the_episode_as_it_is() -> None:
    early = act("Write", "answer.txt", PLAN.splitlines()[0])
    model = acting(early, act("Verify"), act("Write", "answer.txt", PLAN), act("Verify"))
    episode = await played(model, name="procllm:tn=none,check=answer")
    assert (episode.finish, episode.attempts, episode.steps) == ("goal", 1, 3)
    refused = kept(episode)["cycles"][1]
    assert refused["passed"] is False
    assert "crate_0 is not loaded into truck_0" in refused["output"] or "goal" in refused["output"]
    assert not any("***EFFECT START***" in each[-1].content for each in model.asked)


async def test_a_network_that_the_model_cannot_write_ends_the_episode() -> None:
    model = in_turn("I do not know what a network is.")
    episode = await played(model, name="procllm:tn=llm")
    assert (episode.finish, len(model.asked)) == ("no-network", 3)
    assert "is no JSON" in kept(episode)["fault"]


async def test_a_network_is_written_once_and_kept(tmp_path: Path) -> None:
    network = {
        "method1": {
            "task": "process user request",
            "effect": "answer.txt holds a plan",
            "effect_files": {"file1": "answer.txt"},
        }
    }
    commands = [json.dumps(network), act("Write", "answer.txt", PLAN), act("Verify")]
    name = f"procllm:tn=llm,networks={tmp_path}"
    assert (await played(acting(*commands), name=name)).finish == "goal"
    again = acting(*commands[1:])
    assert (await played(again, name=name)).finish == "goal"
    assert not any("***TASK SPEC START***" in each[0].content for each in again.asked)


async def test_the_human_network_is_the_default() -> None:
    model = acting(act("Read", "request.txt"))
    episode = await played(model, name="procllm:horizon=2")
    tasks = [method["task"] for method in kept(episode)["network"].values()]
    assert tasks[0] == "process user request"
    assert len(tasks) > 3


async def test_a_network_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    path.write_text('{"m": {"task": "process user request", "effect": "x"}}')
    with pytest.raises(InputError, match=r"net\.json:1:7: .* has no effect_files"):
        await played(acting(act("Verify")), name=f"procllm:tn={path}")
    with pytest.raises(InputError, match="tn is human, llm, none or a file, and 'nothing' is no"):
        await played(acting(act("Verify")), name="procllm:tn=nothing")


def test_a_run_with_a_network_that_is_missing_does_not_begin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    order = ["eval", "--mechanism", "multistep:tn=nothing", "--domain", "ferry", "--out", str(out)]
    assert main([*order, "--instances", "1"]) == 2
    assert "--mechanism multistep:tn=nothing: tn is human, llm" in capsys.readouterr().err
    assert not out.exists()


async def test_the_multi_step_agent_plays_too() -> None:
    model = acting(act("Write", "answer.txt", PLAN), act("Verify"))
    episode = await played(model, name="multistep:tn=none")
    assert episode.finish == "goal"
    assert "5. Repair: " in model.asked[0][0].content


async def test_a_goal_that_holds_needs_no_step() -> None:
    text = yard.PROBLEM.replace("(loaded box lorry)", "(lies box shed)")
    given = parse_problem(text, yard.problem().domain)
    shown = yard.english(given)
    player = Player(acting(act("Verify")), interpreter(given, shown.lexicon), PromptSet())
    episode = Episode(World(given), shown)
    await ProcLLM(player, Runner(), tn="none").run(episode)
    assert episode.finish == "goal"


def factory(check: str) -> Callable[[], object]:
    player = Player(acting("x"), interpreter(yard.problem(), yard.LEXICON), PromptSet())
    return lambda: mechanism(f"procllm:check={check}")(player)


def test_an_unknown_check_is_told() -> None:
    with pytest.raises(InputError, match="check is verifier or answer, not 'me'"):
        factory("me")()
