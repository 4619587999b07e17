"""Our tasks in Inspect AI: the real package runs them, and its logs are read back."""

from __future__ import annotations

import json
import math
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "inspect_ai",
    reason="inspect-ai is not installed; its dependencies cannot live beside the pinned packages "
    "(`make test-inspect` has an environment of its own)",
)

from aiohttp import web
from click import ClickException
from inspect_ai import Task, eval_async
from inspect_ai.agent import AgentSubmit
from inspect_ai.agent import react as react_agent
from inspect_ai.event import InfoEvent, ModelEvent
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.solver import Solver, TaskState, fork, generate, solver

from autoplan.cli import main
from autoplan.experiment.experiment import Experiment, PlayOptions, RunOptions
from autoplan.integrations.chat_server import chat_server
from autoplan.integrations.inspect_tasks import (
    act,
    completion,
    pddl,
    planning_task,
    questions,
    react,
    tools,
)
from autoplan.integrations.inspect_tools import act as act_tool
from autoplan.integrations.inspect_tools import validate
from autoplan.play.evaluate import evaluate
from autoplan.results.reading import transcripts
from pddl2nl.llm import Completion, Message, Request, Usage
from policies.reader import ReaderModel

pytestmark = pytest.mark.usefixtures("key")

TASKS = {
    "basic": ("basic", "nl"),
    "cot": ("cot", "nl"),
    "act": ("act", "nl"),
    "react": ("react", "nl"),
    "template": ("act", "template"),
    "pddl": ("act", "pddl"),
}
"""Each task's mechanism and input form."""


@pytest.fixture
async def address() -> AsyncIterator[str]:
    runner = web.AppRunner(chat_server({"reader": ReaderModel()}))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    await runner.cleanup()


@pytest.fixture
def played(tmp_path: Path) -> Callable[..., Any]:
    async def run(tasks: Any, model: str | Model, **more: Any) -> list[EvalLog]:
        logs = await eval_async(tasks, model=model, log_dir=str(tmp_path / "logs"), **more)
        return [read_eval_log(log.location) for log in logs]

    return run


def mock(answer: Callable[[list[ChatMessage], GenerateConfig], Any]) -> Model:
    """Inspect's mock model, whose answers tell their tokens (else it would load an encoding)."""

    async def output(asked: list[ChatMessage], _: Any, __: Any, config: GenerateConfig) -> Any:
        said = answer(asked, config)
        text = said if isinstance(said, str) else (await said).text
        told = ModelOutput.from_content("mockllm/model", text)
        told.usage = ModelUsage(input_tokens=90, output_tokens=10, total_tokens=100)
        return told

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def reader() -> Model:
    model = ReaderModel()

    async def answer(asked: list[ChatMessage], _: GenerateConfig) -> Completion:
        return await model.complete(Request(tuple(Message(each.role, each.text) for each in asked)))  # type: ignore[arg-type]

    return mock(answer)


def said(messages: Iterable[ChatMessage]) -> list[Message]:
    return [Message(each.role, each.text) for each in messages]  # type: ignore[arg-type]


def infos(sample: EvalSample) -> list[Any]:
    return [each.data for each in sample.events if isinstance(each, InfoEvent)]


def samples(log: EvalLog) -> Sequence[EvalSample]:
    assert log.status == "success", log.error
    assert log.samples
    return log.samples


def score(sample: EvalSample) -> Any:
    return (sample.scores or {})["solved"]


def metrics(log: EvalLog) -> dict[str, dict[str, float]]:
    return {
        each.name: {name: metric.value for name, metric in each.metrics.items()}
        for each in log.results.scores
    }


async def test_the_reader_behind_a_server_solves_all_in_the_messages_of_our_own_evaluation(
    played: Callable[..., Any], address: str, tmp_path: Path
) -> None:
    logs = await played(
        [f"autoplan/{name}" for name in TASKS],
        "openai-api/autoplan/reader",
        model_base_url=address,
        model_args={"api_key": "-"},
        task_args={"domain": "ferry", "instances": 2},
    )
    assert sorted(log.eval.task for log in logs) == sorted(f"autoplan/{name}" for name in TASKS)
    mechanisms, forms = ("basic", "cot", "act", "react"), ("nl", "template", "pddl")
    own_run = Experiment(
        PlayOptions(mechanisms, ("ferry",), 2, forms, validator="own"),
        run=RunOptions(out=tmp_path / "own"),
    )
    own = conversations((await evaluate(own_run)).folder)
    for log in logs:
        place = TASKS[log.eval.task.removeprefix("autoplan/")]
        assert len(samples(log)) == 2
        for sample in samples(log):
            assert score(sample).value == 1
            assert said(sample.messages) == own[(*place, sample.metadata["instance"])]
        lengths = [score(sample).metadata["plan_length"] for sample in samples(log)]
        mean = sum(lengths) / 2
        assert metrics(log) == {
            "solved": {"accuracy": 1, "stderr": 0, "ferry": 1},
            "strict": {"accuracy": 1, "stderr": 0, "ferry": 1},
            "length": {"mean": mean, "ferry": mean},
            "refused": {"mean": 0, "ferry": 0},
        }


def conversations(folder: Path) -> dict[tuple[str, str, str], list[Message]]:
    """What was said in each episode of a results folder, by mechanism, form and instance."""
    found = {}
    for key, _, transcript in transcripts(folder):
        asked: list[Message] = []
        for call in transcript.calls:
            asked = [*asked[: call.kept], *call.sent]
            answer = Message("assistant", call.completion.text)
        found[key.mechanism, key.input, key.instance] = [*asked, answer]
    return found


async def test_a_sample_tells_the_task_and_its_log_every_step(played: Callable[..., Any]) -> None:
    (log,) = await played(react("ferry", 1), reader())
    (sample,) = samples(log)
    assert (sample.id, sample.metadata["domain"]) == ("ferry-instance-1", "ferry")
    assert sample.metadata["reference_length"] == len(str(sample.target).splitlines())
    assert said(sample.messages)[: len(sample.input)] == said(sample.input)
    steps, told = infos(sample), score(sample)
    assert told.metadata["steps"] == len(steps) > 2
    assert told.answer.splitlines() == [step["action"] for step in steps if step["action"]]
    assert told.explanation.startswith(f"Solved with {told.metadata['plan_length']} actions; the")
    assert all(step["observation"] in told.explanation for step in steps)
    kinds = [type(each) for each in sample.events if isinstance(each, InfoEvent | ModelEvent)]
    assert kinds == [ModelEvent, InfoEvent] * len(steps)


async def test_reasoning_stays_in_the_log_and_is_not_sent_again(played: Callable[..., Any]) -> None:
    sent: list[ChatMessage] = []

    def answer(asked: list[ChatMessage]) -> ModelOutput:
        sent.extend(asked)
        said = [ContentReasoning(reasoning="Hm."), ContentText(text="look around")]
        return ModelOutput(
            choices=[ChatCompletionChoice(message=ChatMessageAssistant(content=said))],
            usage=ModelUsage(input_tokens=90, output_tokens=10, total_tokens=100),
        )

    model = get_model(
        "mockllm/model",
        custom_outputs=lambda asked, tools, choice, config: answer(asked),
        memoize=False,
    )
    (log,) = await played(act("ferry", 1, examples=0), model)
    (sample,) = samples(log)
    answers = [each for each in sample.messages if each.role == "assistant"]
    assert len(answers) == score(sample).metadata["steps"]
    assert all(thinks(each) for each in answers)
    assert not any(thinks(each) for each in sent)


def thinks(message: ChatMessage) -> bool:
    parts = message.content
    return not isinstance(parts, str) and any(isinstance(part, ContentReasoning) for part in parts)


async def test_a_hopeless_model_solves_nothing_and_the_score_says_why(
    played: Callable[..., Any],
) -> None:
    (log,) = await played(act("ferry", 2), mock(lambda *_: "Hello!"))
    for sample in samples(log):
        assert (score(sample).value, score(sample).answer) == (0, "")
        assert score(sample).metadata["finish"] == "limit"
        assert score(sample).metadata["steps"] == 2 * sample.metadata["reference_length"]
        assert score(sample).explanation.startswith(
            "Not solved: a sentence could not be read as an action"
        )


async def test_a_plan_that_is_unread_has_no_score_and_is_left_out_of_the_accuracy(
    played: Callable[..., Any],
) -> None:
    task = planning_task("basic", "nl", "ferry", 2, "paper", 1)
    _, hard = task.dataset
    good = ReaderModel()

    async def answer(asked: list[ChatMessage], _: GenerateConfig) -> Completion:
        found = await good.complete(Request(tuple(said(asked))))
        vague = said(asked) == said(hard.input)
        return replace(found, text=f"paint object_1 green\n{found.text}") if vague else found

    (log,) = await played(task, mock(answer))
    right, unread = (
        next(each for each in samples(log) if each.id == one.id) for one in task.dataset
    )
    assert score(right).value == 1
    assert math.isnan(score(unread).value)
    assert score(unread).explanation.startswith("Unread: ")
    assert score(unread).metadata["finish"] == "unread"
    assert log.results.scores[0].metrics["accuracy"].value == 1


@pytest.mark.parametrize(("kind", "limit"), [("message", 13), ("token", 250)])
async def test_limits_of_inspect_end_an_episode_that_is_scored_all_the_same(
    played: Callable[..., Any], kind: str, limit: int
) -> None:
    (log,) = await played(
        act("ferry", 1, examples=0), mock(lambda *_: "look around"), **{f"{kind}_limit": limit}
    )
    (sample,) = samples(log)
    assert sample.limit is not None
    assert sample.limit.type == kind
    assert score(sample).value == 0
    assert f"{kind} limit" in score(sample).explanation.lower()
    assert len(infos(sample)) >= 2
    assert len(sample.messages) <= 13


async def test_how_answers_are_drawn_is_inspects_to_say(played: Callable[..., Any]) -> None:
    seen: list[GenerateConfig] = []

    def answer(_: list[ChatMessage], config: GenerateConfig) -> str:
        seen.append(config)
        return "[PLAN END]"

    task = planning_task("basic", "nl", "ferry", 1, "paper", 1)
    await played(task, mock(answer))
    await played(task, mock(answer), temperature=0.7, seed=7, max_tokens=99)
    drawn = [(each.temperature, each.seed, each.max_tokens) for each in seen]
    assert drawn == [(0.0, None, None), (0.7, 7, 99)]


async def test_epochs_of_a_task_are_no_trials_of_their_own(played: Callable[..., Any]) -> None:
    task = planning_task("basic", "nl", "ferry", 2, "paper", 1)
    easy, hard = task.dataset
    good = ReaderModel()

    async def answer(asked: list[ChatMessage], _: GenerateConfig) -> Completion:
        found = await good.complete(Request(tuple(said(asked))))
        beyond_it = said(asked) == said(hard.input)
        return replace(found, text="[PLAN END]") if beyond_it else found

    (log,) = await played(task, mock(answer), epochs=3)
    assert [score(each).value for each in samples(log) if each.id == easy.id] == [1, 1, 1]
    assert metrics(log)["solved"]["accuracy"] == 0.5
    assert math.isclose(metrics(log)["solved"]["stderr"], 0.5)


def test_what_does_not_exist_is_refused_in_a_line_when_the_task_is_made() -> None:
    with pytest.raises(ClickException, match="did you mean 'ferry'"):
        react("fery")
    with pytest.raises(ClickException, match="style must be one of"):
        react("ferry", style="long")  # type: ignore[arg-type]
    with pytest.raises(ClickException, match="'react' cannot play in the input form pddl"):
        pddl("ferry", mechanism="react")
    with pytest.raises(ClickException, match="'agentkit' asks several questions at once"):
        pddl("ferry", mechanism="agentkit")


@pytest.mark.parametrize("instances", ["x", 0, -1, 1.5, True, [1]])
def test_instances_that_are_no_count_are_refused_in_a_line(instances: Any) -> None:
    with pytest.raises(ClickException) as caught:
        react("ferry", instances=instances)
    told = f"instances must be a whole number above 0, not {instances!r}"
    assert caught.value.message == told


@pytest.mark.parametrize("name", [5, None, {"a": 1}])
def test_names_that_are_no_text_are_refused_in_a_line(name: Any) -> None:
    for domain in (name, ["ferry", name]):
        with pytest.raises(ClickException, match="domain must be a name, not "):
            react(domain)
    with pytest.raises(ClickException, match="mechanism must be a name, not "):
        pddl("ferry", mechanism=name)


def test_counts_that_cannot_be_are_cut_down_to_what_is_possible() -> None:
    output = ModelOutput.from_content("mockllm/model", "x" * 40)
    output.usage = ModelUsage(
        input_tokens=-999_900, input_tokens_cache_read=1_000_000, output_tokens=10
    )
    asked = [Message("user", "Go.")]
    assert completion(output, asked).usage == Usage(100, 100, 10, 0, estimated=True)
    output.usage = ModelUsage(input_tokens=-5, output_tokens=10)
    assert completion(output, asked).usage.estimated
    assert completion(output, asked).usage.input_tokens > 0


def caller(*calls: tuple[str, dict[str, str]]) -> Model:
    """A model that calls these tools one after another, and then answers "Done."."""

    def outputs() -> Iterator[ModelOutput]:
        for name, arguments in calls:
            yield ModelOutput.for_tool_call("mockllm/model", name, arguments, content="So be it.")
        while True:
            yield ModelOutput.from_content("mockllm/model", "Done.")

    def counted(output: ModelOutput) -> ModelOutput:
        output.usage = ModelUsage(input_tokens=90, output_tokens=10, total_tokens=100)
        return output

    return get_model("mockllm/model", custom_outputs=map(counted, outputs()), memoize=False)


def in_words(task: Task) -> list[str]:
    """The reference plan of a task's first sample."""
    return str(task.dataset[0].target).splitlines()


async def test_an_agent_of_inspect_plays_by_tools(played: Callable[..., Any]) -> None:
    task = tools("ferry", 1)
    plan = in_words(task)
    calls = (
        ("validate", {"plan": "\n".join(plan)}),
        ("validate", {"plan": "\n".join([plan[0], plan[0]])}),
        ("validate", {"plan": plan[0]}),
        ("look", {}),
        ("act", {"action": plan[0]}),
        ("act", {"action": plan[0]}),
        *(("act", {"action": step}) for step in plan[1:]),
        ("act", {"action": plan[0]}),
        ("submit", {"answer": "It is done."}),
    )
    (log,) = await played(task, caller(*calls))
    (sample,) = samples(log)
    results = [each.text for each in sample.messages if each.role == "tool"]
    assert results[0] == f"The plan is valid: it reaches the goal with {len(plan)} actions."
    assert results[1].startswith("The plan fails at step 2: I cannot ")
    assert results[2].startswith("The plan fails: I am not finished yet because ")
    assert "the ferry is at" in results[3]
    assert results[5].startswith("I cannot ")
    assert results[len(plan) + 4].endswith("\nThe episode is over: the goal is reached.")
    assert [each.error.message for each in sample.messages if getattr(each, "error", None)] == [
        "The episode is over: the goal is reached."
    ]
    assert metrics(log)["solved"]["accuracy"] == 1
    assert metrics(log)["length"]["ferry"] == len(plan)
    assert metrics(log)["refused"]["mean"] == 1
    assert score(sample).metadata["steps"] == len(infos(sample)) == len(plan) + 2


async def test_an_agent_that_stops_early_has_not_solved_the_task(
    played: Callable[..., Any],
) -> None:
    task = tools("ferry", 1)
    step = ("act", {"action": in_words(task)[0]})
    (log,) = await played(task, caller(step, ("submit", {"answer": "Done."})))
    (sample,) = samples(log)
    assert (score(sample).value, score(sample).metadata["finish"]) == (0, "error")
    assert score(sample).explanation.startswith("Not solved: the player stopped by itself")
    assert math.isnan(metrics(log)["length"]["mean"])


async def test_a_plan_that_another_solver_answers_is_scored_as_that_of_basic(
    played: Callable[..., Any],
) -> None:
    task = planning_task("basic", "nl", "ferry", 1, "paper", 1)
    (log,) = await played(task, reader(), solver=generate())
    assert score(*samples(log)).value == 1
    plan = "\n".join(in_words(task))
    submitting = react_agent(tools=[validate()], submit=AgentSubmit(answer_only=True))
    (log,) = await played(task, caller(("submit", {"answer": plan})), solver=submitting)
    assert score(*samples(log)).value == 1
    assert len(score(*samples(log)).answer.splitlines()) == len(in_words(task))
    (log,) = await played(
        task, caller(("submit", {"answer": plan[: plan.rindex("\n")]})), solver=submitting
    )
    assert score(*samples(log)).value == 0
    assert score(*samples(log)).metadata["finish"] == "plan-ended"


async def test_copies_of_a_sample_play_on_alone(played: Callable[..., Any]) -> None:
    task = tools("ferry", 1)
    plan = in_words(task)
    seen: list[str] = []

    @solver
    def trying(*steps: str) -> Solver:
        async def solve(state: TaskState, generate: Any) -> TaskState:
            for step in steps:
                seen.append(str(await act_tool()(action=step)))
            return state

        return solve

    @solver
    def forking() -> Solver:
        async def solve(state: TaskState, generate: Any) -> TaskState:
            await trying(plan[0])(state, generate)
            await fork(state, [trying(plan[1]), trying(plan[1])])
            return await trying(*plan[1:])(state, generate)

        return solve

    (log,) = await played(task, mock(lambda *_: "-"), solver=forking())
    assert seen[1] == seen[2] == seen[3]
    assert not seen[1].startswith("I cannot")
    assert score(*samples(log)).value == 1


async def test_questions_are_asked_and_their_answers_graded(
    played: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "questions.jsonl"
    wanted = ["--kinds", "app", "land", "--form", "bool", "open", "-n", "2", "--instances", "2"]
    assert main(["questions", "--domain", "ferry", *wanted, "-o", str(file)]) == 0
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    completions = {row["prompt"][-1]["content"]: row["completion"] for row in rows}

    def answer(asked: list[ChatMessage], _: GenerateConfig) -> str:
        right = completions[asked[-1].text]
        return "I do not know." if right == "Answer: no" else str(right)

    (log,) = await played(questions(str(file)), mock(answer))
    found = {str(each.id): each.scores["right"] for each in samples(log) if each.scores}
    assert {name for name, each in found.items() if each.value != "C"} == {
        row["id"] for row in rows if row["answer"] is False
    }
    assert "unread" in next(each.explanation or "" for each in found.values() if each.value != "C")
    assert metrics(log)["right"]["accuracy"] == 0.75


def test_a_file_without_questions_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(ClickException, match="cannot be read"):
        questions(str(tmp_path / "none.jsonl"))


def test_inspect_finds_the_tasks_by_its_entry_point() -> None:
    (found,) = entry_points(group="inspect_ai", name="autoplan")
    assert {name for name in TASKS if hasattr(found.load(), name)} == set(TASKS)
