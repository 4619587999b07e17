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
from typing import Any, TypeAlias

import click
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from autoplan.experiment.experiment import Experiment, ModelOptions, PlayOptions, TextOptions
from autoplan.integrations.playable import one_of
from autoplan.models.paid_models import Ledger
from autoplan.play.chat_episode import ChatEpisode, OutsideModel, check_asks_in_turn
from autoplan.play.episodes import Players, opened_episode
from autoplan.play.first_prompt import asked_first
from autoplan.play.prepared_run import PreparedRun
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.results.reading import recorded_step
from autoplan.results.record import EpisodeKey, Record, record_of, step_as_data
from pddl2nl.compose import PAPER, STYLES, StyleName
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Role, checked_usage, estimate_usage
from policies import PromptSet
from simulator import InputForm

OUTCOME = "autoplan"
"""The name under which a sample's store keeps what came of its episode."""
_REPORTED = (
    *("solved", "solved_strict", "finish", "error", "steps", "refused", "untranslated"),
    *("plan_length", "reference_length"),
)
_MESSAGES: Mapping[Role, type[ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
_FINISH_REASONS = {"max_tokens": "length", "model_length": "length"}


PreparedEpisode: TypeAlias = tuple[EpisodeKey, PreparedDomain]
"""An episode that is yet to be played: which, and on what."""


def chat_message(message: Message) -> ChatMessage:
    """A message as Inspect has it."""
    return _MESSAGES[message.role](content=message.content)


def continued(known: Sequence[ChatMessage], wanted: Sequence[Message]) -> list[ChatMessage]:
    """A conversation as Inspect has it, with those messages that it knows as they are."""
    pairs = takewhile(_alike, zip(known, wanted, strict=False))
    kept = [message for message, _ in pairs]
    return [*kept, *map(chat_message, wanted[len(kept) :])]


def _alike(pair: tuple[ChatMessage, Message]) -> bool:
    known, wanted = pair
    return (known.role, known.text) == (wanted.role, wanted.content)


def completion(output: ModelOutput, asked: Sequence[Message]) -> Completion:
    """An answer of Inspect's as one of ours.

    Args:
        output: the answer.
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
    """Plays the episode of each sample.

    Args:
        to_play: the episodes by the names of their samples.
        prompts: the prompt set.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        await _play(to_play[str(state.sample_id)], prompts, state)
        return state

    return solve


async def _play(played: PreparedEpisode, prompts: PromptSet, state: TaskState) -> None:
    """Have Inspect's active model play; its conversation becomes the sample's messages.

    How answers are drawn is Inspect's to say (`--temperature`, `--max-tokens`, `--seed`), so the
    settings of a call are not sent.
    """
    (key, prepared), ledger = played, Ledger()
    players = Players(OutsideModel(str(state.model)), None, prompts)
    episode, player = opened_episode(key, prepared, players, ledger)

    def keep(error: str | None = None) -> None:
        scene = prepared.scene(key)
        record = record_of(key, episode, ledger, scene, seconds=0.0, error=error)
        state.store.set(OUTCOME, _outcome(record, ledger))

    chat = ChatEpisode(key.mechanism, episode, player)
    try:
        while not chat.done:
            state.messages = continued(state.messages, chat.request.messages)
            state.output = await get_model().generate(list(state.messages))
            state.messages.append(state.output.message)
            before = episode.steps
            chat.submit(completion(state.output, chat.request.messages))
            for step in episode.history[before:]:
                transcript().info(step_as_data(step, episode.narrator), source="autoplan")
    except LimitExceededError as limit:
        keep(limit.message)  # a sample is scored as far as it has come
        raise
    keep()


def _outcome(record: Record, ledger: Ledger) -> dict[str, Any]:
    """What came of an episode, as data: its figures, its steps, and why it failed."""
    figures = {name: getattr(record, name) for name in _REPORTED}
    return {**figures, "why": _why(record, ledger), "transcript": record.transcript["steps"]}


def _why(record: Record, ledger: Ledger) -> str | None:
    """Why an episode failed, None where it did not."""
    from autoplan.report.failures import CAUSES, cause_of  # the report takes a second to import

    steps = list(map(recorded_step, record.transcript["steps"]))
    cause = cause_of(record.finish, steps, [call.completion for call in ledger.calls])
    return record.error or (CAUSES[cause].meaning if cause else None)


@scorer(metrics=[accuracy(), stderr(cluster="task")])
def solved() -> Scorer:
    """1 where the simulator says that the goal is reached, else 0; NaN where the plan is unread.

    The answer is the plan as far as it was carried out, and the explanation tells every step.
    """

    async def score(state: TaskState, target: Target) -> Score:
        outcome = state.store.get(OUTCOME)
        if outcome is None:
            raise ValueError("no episode was played: these tasks are scored with their own solver")
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


def planning_task(
    mechanism: str,
    form: InputForm,
    domain: Domains,
    instances: int | None,
    style: StyleName,
    examples: int,
) -> Task:
    """The task of a mechanism and an input form: a sample for each instance of its domains.

    The temperature is 0 where Inspect is given no other, and reasoning is not sent again, as in
    `autoplan eval`.

    Raises:
        ClickException: there is no such mechanism, domain or setting, or a file is no PDDL; the
            command `inspect` tells it in one line.
    """
    try:
        check_asks_in_turn(_text("mechanism", mechanism))
        play = PlayOptions((mechanism,), _domains(domain), _count(instances), (form,))
        text = TextOptions(style=style, examples=examples)
        samples, to_play = _prepared(Experiment(play, ModelOptions(_MODEL), text))
    except InputError as error:
        raise click.ClickException(str(error)) from error
    return Task(
        dataset=MemoryDataset(samples, name="-".join(play.domains)),
        solver=episodes(to_play, PromptSet(None)),
        scorer=solved(),
        config=GenerateConfig(temperature=0.0, reasoning_history="none"),
    )


def _text(name: str, given: object) -> str:
    """A parameter that is a text; on Inspect's command line it may be any value of YAML."""
    if not isinstance(given, str):
        raise InputError(f"{name} must be a name, not {given!r}")
    return given


def _domains(given: object) -> tuple[str, ...]:
    several = given if isinstance(given, list | tuple) else (given,)
    return tuple(_text("domain", each) for each in several)


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
    # Inspect makes tasks inside its event loop, and ours is closed before they are played.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _samples(experiment)).result()


async def _samples(experiment: Experiment) -> Samples:
    run = PreparedRun.open(experiment, asking=False)
    async with run.prepared() as ready:
        found = [(key, ready[key.domain, key.instance]) for key in run.keys(ready)]
        await asyncio.gather(*(prepared.find_reference(key) for key, prepared in found))
        samples = [await _sample(*each, run.players.prompts) for each in found]
    return samples, {_name(each[0]): each for each in found}


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


def _name(key: EpisodeKey) -> str:
    return f"{key.domain}-{key.instance}"
