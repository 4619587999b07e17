"""Planning tasks as tasks of Inspect AI: `inspect eval autoplan/react -T domain=blocksworld`.

Prompts, turns and verdicts are those of `autoplan eval`: our mechanisms ask Inspect's model, and
its log tells what they did. Models, limits and logs are Inspect's.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

import click
from inspect_ai import Task, task
from inspect_ai.agent import Agent
from inspect_ai.agent import react as react_agent
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    mean,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.util import LimitExceededError

from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions, TextOptions
from autoplan.integrations.inspect_tools import (
    OUTCOME,
    PreparedEpisode,
    SampleEpisode,
    look,
    outcome_of,
    playable,
    validate,
)
from autoplan.integrations.inspect_tools import act as act_tool
from autoplan.integrations.playable import one_of
from autoplan.play.chat_episode import check_asks_in_turn
from autoplan.play.episodes import step_limit
from autoplan.play.first_prompt import asked_first
from autoplan.play.prepared_run import PreparedRun
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.questions.asking import read_questions
from autoplan.questions.grading import grade
from autoplan.questions.question import Question
from autoplan.results.record import EpisodeKey
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Role, checked_usage, estimate_usage
from policies import PromptSet
from simulator import InputForm

_MESSAGES: Mapping[Role, type[ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
_FINISH_REASONS = {"max_tokens": "length", "model_length": "length"}


def chat_message(message: Message) -> ChatMessage:
    """A message as Inspect has it."""
    return _MESSAGES[message.role](content=message.content)


def continued(known: Sequence[ChatMessage], wanted: Sequence[Message]) -> list[ChatMessage]:
    """A conversation as Inspect has it, with those messages that it knows as they are."""
    alike = ((a.role, a.text) == (b.role, b.content) for a, b in zip(known, wanted, strict=False))
    kept = sum(takewhile(bool, alike))
    return [*known[:kept], *map(chat_message, wanted[kept:])]


def completion(output: ModelOutput, asked: Sequence[Message]) -> Completion:
    """An answer of Inspect's as one of ours.

    Args:
        asked: the conversation, from which tokens are estimated where none are counted.
    """
    given, counted = output.usage, None
    if given is not None:
        cached = given.input_tokens_cache_read or 0
        counted = checked_usage(
            given.input_tokens + cached + (given.input_tokens_cache_write or 0),
            given.output_tokens,
            cached=cached,
            reasoning=given.reasoning_tokens,
        )
    return Completion(
        text=output.completion,
        usage=counted or estimate_usage(asked, output.completion),
        finish_reason=_FINISH_REASONS.get(output.stop_reason, output.stop_reason),
        cached=False,
        model=output.model,
    )


@solver
def episodes(to_play: Mapping[str, PreparedEpisode], prompts: PromptSet) -> Solver:
    """Plays the episode of each sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        await _play(to_play[str(state.sample_id)], prompts, state)
        return state

    return solve


async def _play(played: PreparedEpisode, prompts: PromptSet, state: TaskState) -> None:
    """Have Inspect's active model play; its conversation becomes the sample's messages.

    How answers are drawn is Inspect's to say (`--temperature`, `--max-tokens`, `--seed`), so the
    settings of a call are not sent.
    """
    episode = SampleEpisode(played, prompts)
    chat = episode.chat
    try:
        while not chat.done:
            state.messages = continued(state.messages, chat.request.messages)
            state.output = await get_model().generate(list(state.messages))
            state.messages.append(state.output.message)
            episode.submit(completion(state.output, chat.request.messages))
    except LimitExceededError as limit:
        # a sample is scored as far as it has come
        state.store.set(OUTCOME, episode.outcome(limit.message))
        raise
    state.store.set(OUTCOME, episode.outcome())


def _by_domain(metric: Metric) -> Metric:
    """A metric for each domain, under the domain's name."""
    return grouped(metric, "domain", all=False)


@scorer(metrics=[accuracy(), stderr(cluster="task"), _by_domain(accuracy())])
def solved() -> Scorer:
    """1 where the simulator says that the goal is reached, else 0; NaN where the plan is unread.

    Where another solver has played without the tool `act`, the plan is read from its answer. The
    score's answer is the plan as far as it was carried out; the explanation has every step.
    """

    async def score(state: TaskState, target: Target) -> Score:
        outcome = outcome_of(state)
        steps = outcome["transcript"]
        carried_out = (step["action"] for step in steps if step["action"] and not step["mistake"])
        lines = (f"- {step['said']}\n  {step['observation']}" for step in steps)
        return Score(
            value=math.nan if outcome["solved"] is None else int(outcome["solved"]),
            answer="\n".join(carried_out),
            explanation="\n\n".join((_verdict(outcome), *lines)),
            metadata={name: value for name, value in outcome.items() if name != "transcript"},
        )

    return score


@scorer(metrics=[accuracy(), stderr(cluster="task"), _by_domain(accuracy())])
def strict() -> Scorer:
    """1 where it is solved and every answer kept to the format, else 0; NaN where it is unread."""
    return _figure(lambda outcome: outcome["solved_strict"])


@scorer(metrics=[mean(), _by_domain(mean())])
def length() -> Scorer:
    """The number of actions of the plan that solved the task; NaN where none did."""
    return _figure(lambda outcome: outcome["plan_length"] if outcome["solved"] else None)


@scorer(metrics=[mean(), _by_domain(mean())])
def refused() -> Scorer:
    """The number of actions that were tried and refused."""
    return _figure(lambda outcome: outcome["refused"])


def _figure(of: Callable[[Mapping[str, Any]], float | None]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        value = of(outcome_of(state))
        return Score(value=math.nan if value is None else float(value))

    return score


def _verdict(outcome: Mapping[str, Any]) -> str:
    if outcome["solved"] is None:
        return "Unread: the plan could not be read, so whether it solves the task is unknown."
    if outcome["why"] is not None:
        return f"Not solved: {outcome['why']}"
    known = outcome["reference_length"]
    compared = "" if known is None else f"; the reference plan has {known}"
    return f"Solved with {outcome['plan_length']} actions{compared}."


Domains: TypeAlias = str | Sequence[str]
Samples: TypeAlias = tuple[list[Sample], Mapping[str, PreparedEpisode]]
_DOMAIN = "blocksworld"
_MODEL = "inspect"
"""The model is Inspect's; our keys have to name one."""


def _in_english(mechanism: str, about: str) -> Callable[..., Task]:
    """The task of a mechanism, with `about` as what it does.

    Its parameters: `domain`, a bundled domain or a folder with a domain and its instances, or
    several of them; `instances`, how many of each domain, from the first on, None for all but the
    example; `style`, how English is composed, `paper` or `brief`; and `examples`, how many few-shot
    examples there are, 1 or 0.
    """

    @task(name=mechanism)
    def made(
        domain: Domains = _DOMAIN,
        instances: int | None = None,
        style: StyleName = PAPER,
        examples: int = 1,
    ) -> Task:
        return planning_task(mechanism, "nl", domain, instances, style, examples)

    made.__doc__ = about
    found: Callable[..., Task] = made
    return found


basic = _in_english("basic", "The model writes a whole plan.")
cot = _in_english("cot", "The model thinks, and writes a whole plan.")
act = _in_english("act", "The model chooses one action at a time.")
react = _in_english("react", "The model thinks and chooses one action at a time.")


@task
def template(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    mechanism: str = "act",
    style: StyleName = PAPER,
    examples: int = 1,
) -> Task:
    """Tasks in template English, for `basic` or `act`; other parameters as for `basic`."""
    return planning_task(mechanism, "template", domain, instances, style, examples)


@task
def pddl(
    domain: Domains = _DOMAIN,
    instances: int | None = None,
    mechanism: str = "act",
    examples: int = 1,
) -> Task:
    """Tasks in PDDL, for `basic` or `act`; other parameters as for `basic`."""
    return planning_task(mechanism, "pddl", domain, instances, PAPER, examples)


@task
def tools(
    domain: Domains = _DOMAIN, instances: int | None = None, style: StyleName = PAPER
) -> Task:
    """An agent plays by the tools `act`, `look` and `validate`: Inspect's `react` by default."""
    agent = react_agent(tools=[act_tool(), look(), validate()])
    return planning_task("act", "nl", domain, instances, style, 0, agent)


@task
def questions(file: str) -> Task:
    """Questions about action and change from a file that `autoplan questions` has written."""
    try:
        asked = {each.id: each for each in read_questions(Path(_text("file", file)))}
    except InputError as error:
        raise click.ClickException(str(error)) from error
    samples = [
        Sample(
            id=each.id,
            input=[chat_message(message) for message in each.prompt],
            target=each.completion,
            metadata={"kind": each.kind, "form": each.form, "domain": each.domain},
        )
        for each in asked.values()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=Path(file).stem),
        solver=generate(),
        scorer=right(asked),
        config=GenerateConfig(temperature=0.0),
    )


@scorer(metrics=[accuracy(), stderr(), grouped(accuracy(), "kind"), grouped(accuracy(), "domain")])
def right(asked: Mapping[str, Question]) -> Scorer:
    """Whether an answer to a question is right; one that is unread is not."""

    async def score(state: TaskState, target: Target) -> Score:
        verdict = grade(asked[str(state.sample_id)], state.output.completion)
        value = CORRECT if verdict.right else INCORRECT
        why = f"unread: {verdict.why}" if verdict.right is None else ""
        return Score(value=value, answer=state.output.completion, explanation=why)

    return score


def planning_task(
    mechanism: str,
    form: InputForm,
    domain: Domains,
    instances: int | None,
    style: StyleName,
    examples: int,
    agent: Agent | None = None,
) -> Task:
    """The task of a mechanism and an input form: a sample for each instance of its domains.

    The temperature is 0 where Inspect is given no other, and reasoning is not sent again, as in
    `autoplan eval`. An `agent` plays by tools instead of the mechanism.

    Raises:
        ClickException: there is no such mechanism, domain or setting, or a file is no PDDL; the
            command `inspect` tells it in one line.
    """
    try:
        check_asks_in_turn(_text("mechanism", mechanism))
        several = domain if isinstance(domain, list | tuple) else (domain,)
        names = tuple(_text("domain", each) for each in several)
        play = PlayOptions((mechanism,), names, _count(instances), (form,))
        text = TextOptions(style=style, examples=examples)
        samples, to_play = _prepared(Experiment(play, ModelOptions(_MODEL), text))
        if agent is not None:
            samples = [_for_tools(sample, to_play) for sample in samples]
    except InputError as error:
        raise click.ClickException(str(error)) from error
    return Task(
        dataset=MemoryDataset(samples, name="-".join(play.domains)),
        setup=playable(to_play, PromptSet(None)),
        solver=agent or episodes(to_play, PromptSet(None)),
        scorer=[solved(), strict(), length(), refused()],
        config=GenerateConfig(temperature=0.0, reasoning_history="none"),
    )


def _text(name: str, given: object) -> str:
    """A parameter that is a text; on Inspect's command line it may be any value of YAML."""
    if not isinstance(given, str):
        raise InputError(f"{name} must be a name, not {given!r}")
    return given


def _count(given: object) -> int | None:
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise InputError(f"instances must be a whole number above 0, not {given!r}")
    return given


def _prepared(experiment: Experiment) -> Samples:
    """The samples of an experiment, and the episodes by the names of their samples."""
    one_of("style", experiment.text.style, tuple(STYLES))
    one_of("examples", experiment.text.examples, (0, 1))

    async def made() -> Samples:
        run = PreparedRun.open(experiment, asking=False)
        async with run.prepared() as ready:
            found = [(key, ready[key.domain, key.instance]) for key in run.keys(ready)]
            await asyncio.gather(*(prepared.find_reference(key) for key, prepared in found))
            samples = [await _sample(*each, run.players.prompts) for each in found]
        return samples, {_name(each[0]): each for each in found}

    # Inspect makes tasks inside its event loop, and ours is closed before they are played.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, made()).result()


async def _sample(key: EpisodeKey, prepared: PreparedDomain, prompts: PromptSet) -> Sample:
    plan = prepared.scene(key).reference
    return Sample(
        id=_name(key),
        input=[chat_message(each) for each in (await asked_first(key, prepared, prompts)).messages],
        target="\n".join(plan or ()),
        metadata={
            "task": _name(key),
            "domain": key.domain,
            "instance": key.instance,
            "mechanism": key.mechanism,
            "input": key.input,
            "reference_length": None if plan is None else len(plan),
        },
    )


_BY_TOOLS = """{domain}

{problem}

Carry out my actions one at a time with the tool act, in the words of the actions above, until my \
goal is reached. There are {steps} steps at most; actions that are refused count."""


def _for_tools(sample: Sample, to_play: Mapping[str, PreparedEpisode]) -> Sample:
    """A sample whose messages tell an agent to use the tools."""
    key, prepared = to_play[str(sample.id)]
    shown = prepared.presentation(key)
    text = _BY_TOOLS.format(
        domain=shown.domain_text,
        problem=shown.problem_text,
        steps=step_limit(prepared.reference(key)),
    )
    return sample.model_copy(update={"input": [ChatMessageUser(content=text)]})


def _name(key: EpisodeKey) -> str:
    return f"{key.domain}-{key.instance}"
