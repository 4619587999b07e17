"""Planning tasks as an environment for verifiers, evaluated and served as to a trainer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "verifiers",
    reason="verifiers is not installed; its dependencies cannot live beside the pinned packages "
    "(`make test-verifiers` has an environment of its own)",
)

import verifiers.v1 as vf
from aiohttp import web
from autoplan_verifiers import PlanningTaskset
from autoplan_verifiers.tasks import PlanningConfig
from pydantic import ValidationError
from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig
from verifiers.v1.serve.client import EnvClient
from verifiers.v1.serve.server import EnvServer

from autoplan import chat_episode
from autoplan.integrations.chat_server import chat_server
from pddl2nl.llm import Completion, Request, answered
from pddl2nl.reader import parse_domain, parse_problem
from policies.reader import RandomModel, ReaderModel

ID = "autoplan-verifiers"
METRICS = {"steps", "carried_out", "refused", "unread"}


class Vague:
    """A model that says nothing that could be carried out."""

    async def complete(self, request: Request) -> Completion:
        return answered(request, "It seems to me that something has to be moved.", "vague")


@pytest.fixture
async def client() -> AsyncIterator[vf.EvalClientConfig]:
    models = {"reader": ReaderModel(), "random": RandomModel(), "vague": Vague()}
    runner = web.AppRunner(chat_server(models))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield vf.EvalClientConfig(base_url=url, api_key_var="AUTOPLAN_NO_KEY")
    await runner.cleanup()


def env_config(**taskset: Any) -> vf.EnvConfig:
    known = {"taskset": {"id": ID, "domains": ["ferry"], **taskset}}
    return EvalConfig.model_validate({"env": known}).env


async def evaluated(
    client: vf.EvalClientConfig, out: Path, model: str, tasks: int = 2, **taskset: Any
) -> list[vf.Trace]:
    config = EvalConfig(
        env=env_config(**taskset),
        model=model,
        client=client,
        select={"limit": tasks},
        push=False,
        rich=None,
        output_dir=out,
    )
    episodes = await run_eval(config)
    assert [each.errors for each in episodes] == [[]] * tasks
    return [trace for each in episodes for trace in each.traces]


@pytest.mark.parametrize("mechanism", ["basic", "cot", "act", "react"])
async def test_the_reader_solves_what_it_is_asked_as_in_a_chat_of_our_own(
    client: vf.EvalClientConfig, tmp_path: Path, mechanism: str
) -> None:
    traces = await evaluated(client, tmp_path, "reader", mechanism=mechanism)
    assert [trace.reward for trace in traces] == [1.0, 1.0]
    for number, trace in enumerate(traces, 1):
        own = chat_episode("ferry", number, mechanism=mechanism)
        for answer in trace.assistant_messages:
            own.submit(answer.content)
        assert own.verdict.solved
        said = [{"role": each.role, "content": each.content} for each in trace.messages]
        assert said == own.messages
        assert (trace.num_turns == 1) == (mechanism in ("basic", "cot"))
        assert set(trace.rewards) == {"solved"}
        assert set(trace.metrics) >= METRICS
        assert (trace.metrics["carried_out"], trace.metrics["unread"]) == (1, 0)


async def test_the_random_model_solves_nothing_and_metrics_say_how_far_it_came(
    client: vf.EvalClientConfig, tmp_path: Path
) -> None:
    traces = await evaluated(client, tmp_path, "random", mechanism="act")
    for number, trace in enumerate(traces, 1):
        assert trace.reward == 0
        assert trace.metrics["refused"] > 0
        assert trace.metrics["carried_out"] < 1
        limit = chat_episode("ferry", number, mechanism="act").episode.step_limit
        assert trace.metrics["steps"] == trace.num_turns == limit


async def test_a_plan_that_cannot_be_read_is_worth_nothing_and_counted(
    client: vf.EvalClientConfig, tmp_path: Path
) -> None:
    (trace,) = await evaluated(client, tmp_path, "vague", tasks=1)
    assert (trace.ok, trace.reward) == (True, 0)
    assert trace.metrics["unread"] > 0


async def test_a_limit_of_turns_ends_an_episode_that_is_judged_all_the_same(
    client: vf.EvalClientConfig,
) -> None:
    config = env_config(mechanism="act")
    config = config.model_copy(update={"agent": config.agent.model_copy(update={"max_turns": 2})})
    env = vf.load_environment(config)
    async with env.serving():
        ctx = vf.ModelContext(client=client, model="reader", sampling=vf.SamplingConfig())
        episode = await env.run_episode(next(iter(env.taskset)), ctx)
    (trace,) = episode.traces
    assert (trace.ok, trace.reward, trace.num_turns) == (True, 0, 2)
    assert (trace.stop_condition, trace.metrics["carried_out"]) == ("max_turns", 1)


async def test_a_trainer_has_each_task_rolled_out_several_times_by_a_server(
    client: vf.EvalClientConfig,
) -> None:
    config = env_config(domains=["ferry", "blocksworld"], seed=3, mechanism="act", step_limit=20)
    server = EnvServer(config, address="tcp://127.0.0.1:0")
    serving = asyncio.create_task(server.run())
    trainer = EnvClient(server.address)
    sent = [task.data.model_dump(mode="json") for task in vf.load_taskset(config.taskset).take(2)]
    try:
        await trainer.wait_for_server_startup()

        async def group(model: str, data: dict[str, Any]) -> list[float]:
            asked = [trainer.run(client, model, vf.SamplingConfig(), data) for _ in range(4)]
            episodes = await asyncio.gather(*asked)
            assert all(episode.ok for episode in episodes)
            return [trace.reward for episode in episodes for trace in episode.traces]

        for data in sent:
            assert await group("reader", data) == [1.0] * 4
            assert sum(await group("random", data)) < 4
    finally:
        await trainer.close()
        serving.cancel()
        await serving


def drawn(number: int, **config: Any) -> list[dict[str, Any]]:
    taskset = PlanningTaskset(PlanningConfig(id=ID, **config))
    assert not taskset.bounded
    return [task.data.model_dump() for task in islice(taskset, number)]


def test_the_endless_taskset_has_the_same_tasks_for_the_same_seed_and_others_for_others() -> None:
    both, bands = ["ferry", "logistics"], [{"cars": (2, 40), "packages": (2, 40)}]
    first = drawn(8, domains=both, seed=1, bands=bands)
    assert first == drawn(8, domains=both, seed=1, bands=bands)
    problems = {each["problem"] for each in first}
    assert len(problems) == 8
    assert problems.isdisjoint(
        each["problem"] for each in drawn(8, domains=both, seed=2, bands=bands)
    )
    assert [each["id"] for each in first[:3]] == ["ferry-1-0", "logistics-1-1", "ferry-1-2"]


def test_the_sizes_of_a_curriculum_grow_from_band_to_band() -> None:
    bands = [
        {"cars": (1, 1), "moved": (1, 1)},
        {"cars": (4, 6), "locations": (5, 7), "moved": (1, 9)},
    ]
    tasks = drawn(12, domains=["ferry"], seed=1, bands=bands, per_band=3)
    objects = [
        len(parse_problem(each["problem"], parse_domain(each["domain"])).objects) for each in tasks
    ]
    assert objects[:3] == [4, 4, 4]
    assert all(9 <= number <= 13 for number in objects[3:])
    assert len(set(objects[3:])) > 1


def test_what_a_taskset_says_of_its_texts_is_what_the_model_reads() -> None:
    def opening(**options: Any) -> str:
        config = PlanningConfig(id=ID, domains=["ferry"], **options)
        data = next(iter(PlanningTaskset(config))).data
        return f"{data.system_prompt}\n{data.prompt_text}"

    assert "(:action sail" in opening(form="pddl")
    assert "(:action" not in opening()
    assert len(opening(style="brief")) < len(opening())
    assert "ferry" in opening()
    assert "action1" in opening(obfuscate="names", form="pddl")
    assert "ferry" not in opening(obfuscate="random", form="pddl")


async def test_feedback_that_is_left_out_is_not_in_the_observations(
    client: vf.EvalClientConfig, tmp_path: Path
) -> None:
    (trace,) = await evaluated(client, tmp_path, "random", tasks=1, mechanism="act", feedback=[])
    observed = {each.content for each in trace.messages[2:] if each.role == "user"}
    assert observed == {"What is the next step?"}


def test_a_folder_of_ones_own_is_a_taskset_with_the_lexicon_beside_its_domain(
    tmp_path: Path,
) -> None:
    source = Path(__file__).parents[3] / "domains" / "ferry"
    (tmp_path / "mine").mkdir()
    for file in (source / "domain.pddl", source / "instances" / "instance-3.pddl"):
        (tmp_path / "mine" / file.name).write_bytes(file.read_bytes())
    config = PlanningConfig(id=ID, domains=[str(tmp_path / "mine")])
    taskset = PlanningTaskset(config)
    assert taskset.bounded
    assert [(each.data.id, each.data.step_limit) for each in taskset] == [("mine-instance-3", 100)]
    own = json.loads(next(iter(taskset)).data.lexicon)
    own["actions"] = {name: f"quickly {text}" for name, text in own["actions"].items()}
    (tmp_path / "mine" / "domain.lexicon.json").write_text(json.dumps(own), encoding="utf-8")
    (task,) = taskset
    assert "quickly sail" in f"{task.data.system_prompt}{task.data.prompt_text}"


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({"domains": ["fery"]}, "did you mean 'ferry'"),
        ({"domains": ["fery"], "seed": 1}, "fery"),
        ({"bands": [{"cars": (2, 2)}]}, "bands are for new tasks"),
        ({"seed": 1, "bands": [{"car": (2, 2)}]}, "did you mean 'cars'"),
        ({"seed": 1, "bands": [{"cars": (3, 2)}]}, "has the sizes"),
        ({"seed": 1, "bands": [{}, {"cars": (1, 1), "moved": (2, 3)}]}, "has the sizes"),
        ({"obfuscate": "all"}, "unknown obfuscation"),
        ({"mechanism": "react", "form": "pddl"}, "cannot play in the input form"),
        ({"verbalizer": "none.json"}, "none.json"),
    ],
)
def test_what_cannot_be_played_is_refused_when_the_taskset_is_configured(
    config: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        PlanningConfig.model_validate({"id": ID, "domains": ["ferry"], **config})
    assert told in str(caught.value)
