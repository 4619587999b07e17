"""What a mechanism is: a way to choose actions (seed paper, section 4), with what it plays with.

Below it is what planning and acting share: how a conversation opens, and what a step does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pddl2nl.llm import ChatModel, Completion, Message, Request, Tool
from pddl2nl.prompts import PromptError, Templates
from policies.answers import (
    AnswerReading,
    Doubt,
    Finished,
    Interpreter,
    LookAround,
    ReadStep,
    UnusableCall,
)
from policies.conduct import Rules, Sampling
from policies.few_shot import Example
from policies.symbolic import SymbolicPlanner
from simulator import FORMS, Episode, InputForm, Observation

TEXT_FORMS: frozenset[InputForm] = frozenset(
    form for form, each in FORMS.items() if each.steps != "call"
)
"""The forms in which steps are text."""
ALL_FORMS: frozenset[InputForm] = frozenset(FORMS)
ENGLISH_FORMS: frozenset[InputForm] = frozenset(
    form for form, each in FORMS.items() if each.thoughts
)
"""The forms with snippets that someone wrote, in which thoughts can be written."""
SEEDS_APART = 1_000_003
"""Between the seeds of several draws, so that they do not meet those of other runs."""
DEFAULT_PROMPTS = Path(__file__).parent / "prompts" / "default"
"""Our own prompt set: a folder of Jinja2 templates."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What an evaluation has to know of a mechanism before it plays.

    Args:
        forms: the input forms in which it can play.
        step_by_step: whether it sees what each action did, and is limited in steps.
        asks_again: whether one that proposes whole plans asks further questions once it has seen
            the answer to the first.
        asks_model: whether it needs a planning model.
        thinks: whether its few-shot example has thoughts.
        searches: whether it runs symbolic planners, so that their limits belong to the experiment.
        seeded: whether a seed changes anything, so that further ones are worth playing.
        in_files: whether its model works in files, and answers with commands instead of steps.
        prompts: a folder of prompt templates of its own, None for none. They are found after those
            of `--prompts`, and before ours.
        files: the options that name a file, each with what reads it and raises an `InputError` if
            it cannot. What the files hold belongs to the experiment.
    """

    forms: frozenset[InputForm] = TEXT_FORMS
    step_by_step: bool = True
    asks_again: bool = False
    asks_model: bool = True
    thinks: bool = False
    searches: bool = False
    seeded: bool = True
    in_files: bool = False
    prompts: Path | None = None
    files: Mapping[str, Callable[[Path], object]] = field(default_factory=dict)


class PromptSet(Templates):
    """The prompts that players are given."""

    def __init__(self, folder: Path | None = None, own: Path | None = None) -> None:
        """
        Args:
            folder: a folder of templates. A template that it lacks is taken from the default set.
            own: another that comes between these two.

        Raises:
            InputError: there is no such folder.
        """
        super().__init__(folder, own or DEFAULT_PROMPTS, last=DEFAULT_PROMPTS)
        self.folder = folder

    def with_own(self, folder: Path | None) -> PromptSet:
        """The same with the templates of a mechanism, which are found where a user's are not."""
        return self if folder is None else PromptSet(self.folder, folder)

    def instructions(self, name: str, form: InputForm) -> str:
        """The name of the template that says the same in an input form.

        Where a step is no sentence, it is a template of its own, `act_pddl` or `act_tools` for
        `act`; else the one named.

        Raises:
            PromptError: there is none for the form.
        """
        if FORMS[form].steps == "sentence" or name.endswith(f"_{form}"):
            return name
        wanted = f"{name}_{form}"
        if wanted not in self.names:
            raise PromptError(
                f"there is no such template, which the input form {form} needs; if {name}.j2 is "
                f'good there, too, it holds {{% include "{name}.j2" %}}',
                source=f"{wanted}.j2",
            )
        return wanted


@dataclass(frozen=True, slots=True)
class Player:
    """What a mechanism plays with.

    Args:
        model: the planning model (P-LLM).
        answers: what reads the model's answers.
        prompts: the prompt set.
        example: the few-shot example, None where the domain has no instance to spare.
        seed: the seed of the run; sent to the model, and for the random mechanism its dice.
        sampling: how the model's answers are drawn.
        rules: what holds in the episode.
        planners: where symbolic planners run.
    """

    model: ChatModel
    answers: Interpreter
    prompts: PromptSet
    example: Example | None = None
    seed: int | None = None
    sampling: Sampling = Sampling()
    rules: Rules = Rules()
    dice: random.Random = field(default_factory=random.Random)
    planners: SymbolicPlanner = field(default_factory=SymbolicPlanner)

    async def ask(
        self, messages: list[Message], *, draw: int = 0, tools: tuple[Tool, ...] = ()
    ) -> Completion:
        """Put a conversation to the planning model, under the run's settings.

        Args:
            messages: the conversation.
            draw: which of several answers to one and the same conversation is wanted. Each has a
                seed of its own; with the same one, a cache gives the same answer.
            tools: the functions that the model may call.
        """
        request = request_of(messages, self.sampling, self.seed, draw=draw, tools=tools)
        return await self.model.complete(request)


def request_of(
    messages: list[Message],
    sampling: Sampling,
    seed: int | None,
    *,
    draw: int,
    tools: tuple[Tool, ...] = (),
) -> Request:
    """A conversation as a request; each of several draws has a seed of its own."""
    own = seed if not draw else (seed or 0) + draw * SEEDS_APART
    return Request(tuple(messages), sampling.max_tokens, sampling.temperature, own, tools)


class BrokenOffError(Exception):
    """Raised by a mechanism that cannot go on with an episode: why, in one line.

    The episode ends as an error; the others are played.
    """


class Mechanism(Protocol):
    """Plays one episode."""

    async def run(self, episode: Episode) -> None:
        """Play an episode to its end; an exception ends it as an error."""
        ...


class MechanismFactory(Protocol):
    """What makes a mechanism for a player: usually its class, with `traits` as an attribute.

    Its keyword-only parameters, if it has any, are the mechanism's options (`name:key=value`): each
    has a default, and is annotated as `int`, `float`, `str` or `bool`.
    """

    @property
    def traits(self) -> Traits: ...

    def __call__(self, player: Player) -> Mechanism: ...


def opening(
    player: Player, episode: Episode, instructions: str, example: Sequence[Message]
) -> list[Message]:
    """The conversation up to the model's first answer: instructions, example, task.

    Args:
        player: who plays.
        episode: the task.
        instructions: the template of the system message for English; in PDDL and with tools it is
            `NAME_pddl` or `NAME_tools`.
        example: the few-shot example, nothing for none.

    Raises:
        PromptError: a template is missing, or uses a value that it is not given.
    """
    system = player.prompts.text(
        player.prompts.instructions(instructions, episode.form),
        domain_text=episode.domain_text,
        example=bool(example),
        style=episode.style,
    )
    # How many steps there are depends on the task, and the instructions are the same for all.
    task = player.prompts.text(
        "task", problem_text=episode.problem_text, style=episode.style, steps=episode.step_limit
    )
    return [
        Message("system", system),
        *example,
        *(_between(player, example[-1]) if example else ()),
        Message("user", task),
    ]


def _between(player: Player, last: Message) -> tuple[Message, Message]:
    """The messages between the example and the task; a call at the example's end has a result."""
    next_task = player.prompts.text("next_task")
    message = (
        Message("tool", next_task, tool_call_id=last.tool_calls[-1].id)
        if last.tool_calls
        else Message("user", next_task)
    )
    return message, Message("assistant", player.prompts.text("ready"))


def take_step(episode: Episode, step: ReadStep) -> Observation:
    """Do what a step says; one in names that there are not is refused in the simulator's words."""
    match step.meaning:
        case LookAround():
            return episode.look(step.text)
        case Finished():
            return episode.declare_finished(step.text)
        case Doubt(attempt=None):
            return report_doubt(episode, step)
        case Doubt(attempt=attempt):
            assert attempt is not None
            return episode.submit(attempt, step.text)
        case action:
            return episode.submit(action, step.text)


def report_doubt(episode: Episode, step: ReadStep) -> Observation:
    """Answer a step that could not be read with the reason and the nearest valid form."""
    doubt = step.meaning
    assert isinstance(doubt, Doubt)
    # There is no more to report on an empty step, except that a call was expected.
    explained = step.text.strip() or isinstance(doubt, UnusableCall)
    return episode.misunderstand(step.text, doubt.reason if explained else "", doubt.nearest)


def doubts_of(reading: AnswerReading) -> tuple[ReadStep, ...]:
    """The parts for which an answer is unread; none where it is read or translated."""
    return tuple(step for step in reading.steps if step.unread)
