"""Mechanisms: ways to choose actions (the paper, section 4), and what they play with.

Below are the mechanisms by name, ours and those of other packages, with their options; then what
planning and acting share: how a conversation opens, and what a step does.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, cast

from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.extensions import offered
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
        asks_at_once: whether it may ask several questions at the same time.
        asks_model: whether it needs a planning model.
        thinks: whether its few-shot example has thoughts.
        searches: whether it runs symbolic planners, so that their limits belong to the experiment.
        seeded: whether a seed changes anything, so that further ones are worth playing.
        in_files: whether its model works in files, and answers with commands instead of steps.
        prompts: a folder of prompt templates of its own, None for none. They are found after those
            of `--prompts`, and before ours.
        files: the options that name a file, each with what reads it and raises an `InputError` if
            it cannot. What the files hold belongs to the experiment.
        models: the models that these files name besides the planning model, as `--model` does.
    """

    forms: frozenset[InputForm] = TEXT_FORMS
    step_by_step: bool = True
    asks_again: bool = False
    asks_at_once: bool = False
    asks_model: bool = True
    thinks: bool = False
    searches: bool = False
    seeded: bool = True
    in_files: bool = False
    prompts: Path | None = None
    files: Mapping[str, Callable[[Path], object]] = field(default_factory=dict)
    models: Callable[[Mapping[str, Path]], tuple[str, ...]] = lambda _: ()


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
                f"there is no such template, which the input form {form} needs; if {name}.j2 suits "
                f'this form, too, create it with the content {{% include "{name}.j2" %}}',
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
        others: the models that the mechanism's files name, by these names.
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
    others: Mapping[str, ChatModel] = field(default_factory=dict)

    def asking(self, spec: str) -> Player:
        """The same player with one of the others as its planning model.

        Raises:
            BrokenOffError: it is not open here.
        """
        if spec not in self.others:
            raise BrokenOffError(f"the model {spec} is not open here")
        return replace(self, model=self.others[spec])

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


ENTRY_POINTS = "autoplan.mechanisms"
"""The entry-point group in which a package can offer a mechanism: its class."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "basic": "policies.planning:Basic",
        "cot": "policies.planning:CoT",
        "act": "policies.acting:Act",
        "react": "policies.acting:ReAct",
        "modulo": "policies.modulo:Modulo",
        "chathtn": "policies.agents.chathtn:ChatHTN",
        "procllm": "policies.agents.procedural:ProcLLM",
        "multistep": "policies.agents.procedural:MultiStep",
        "agentkit": "policies.agents.agentkit.mechanism:AgentKit",
        "random": "policies.baselines:RandomWalk",
        "brfs": "policies.baselines:brfs",
        "blind": "policies.baselines:blind",
        "lmcut": "policies.baselines:lmcut",
        "ff": "policies.baselines:ff",
        "lama": "policies.baselines:lama",
        "lama-first": "policies.baselines:lama_first",
    }
)

FAMILIES: Mapping[str, str] = MappingProxyType({"up": "policies.baselines:engine"})
"""Mechanisms with a name of two parts, as `up:pyperplan`: what makes one from the second part."""

_TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_READ: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {"int": int, "float": float, "str": str, "bool": lambda text: _TRUTHS[text.lower()]}
)


def mechanism(name: str) -> MechanismFactory:
    """The mechanism of a name such as `act`, `up:pyperplan` or `beam:width=3,depth=2`.

    Raises:
        InputError: there is none, it cannot be loaded, or has no such options.
    """
    factory, options = _found(name)
    if not options:
        return factory
    chosen: Any = partial(cast("Any", factory), **options)
    chosen.traits = factory.traits
    return cast("MechanismFactory", chosen)


def _found(name: str) -> tuple[MechanismFactory, dict[str, object]]:
    """What makes the mechanism of a name, and the options in the name."""
    base, _, rest = name.partition(":")
    if base in FAMILIES and rest:
        make = cast("Callable[[str], MechanismFactory]", _load(name, FAMILIES[base]))
        return make(rest), {}
    place = BUILT_IN.get(base) or _places().get(base)
    if place is None:
        known = sorted({*_places(), "up:ENGINE"})
        near = did_you_mean(base, known) or f"; known are {', '.join(known)}"
        raise InputError(f"unknown mechanism '{name}'{near}")
    factory = cast("MechanismFactory", _load(base, place))
    if not isinstance(getattr(factory, "traits", None), Traits):
        raise InputError(f"the mechanism {base} is broken: {place} declares no traits")
    return factory, _options(name, factory, rest) if rest else {}


def mechanism_files(name: str) -> dict[str, Path]:
    """The files of which a mechanism of a name is made, by option.

    Raises:
        InputError: as `mechanism`.
    """
    factory, given = _found(name)
    declared = inspect.signature(factory).parameters
    files = {option: given.get(option, declared[option].default) for option in factory.traits.files}
    return {option: Path(str(value)) for option, value in files.items() if value}


def mechanism_models(name: str) -> tuple[str, ...]:
    """The models that the files of a mechanism name, each once.

    Raises:
        InputError: as `mechanism`.
    """
    return mechanism(name).traits.models(mechanism_files(name))


def mechanism_names() -> tuple[str, ...]:
    """The names of all mechanisms, the built-in ones first."""
    return tuple(_places())


def _places() -> dict[str, str]:
    """Where each mechanism is, by name; another package cannot replace one of ours."""
    others = {name: point.value for name, point in offered(ENTRY_POINTS).items()}
    return {**BUILT_IN, **{name: others[name] for name in others if name not in BUILT_IN}}


def _load(name: str, place: str) -> object:
    """What stands at a place such as `policies.acting:Act`."""
    module, _, attribute = place.partition(":")
    try:
        return cast("object", getattr(import_module(module), attribute))
    except (ImportError, AttributeError) as error:
        raise InputError(f"the mechanism {name} cannot be loaded: {error}") from error


def _options(name: str, factory: MechanismFactory, text: str) -> dict[str, object]:
    """The options in `width=3,depth=2`, each read as the factory annotates it."""
    declared = {
        each.name: each
        for each in inspect.signature(factory).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    }
    base = name.partition(":")[0]
    found: dict[str, object] = {}
    for part in text.split(","):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not equals or key not in declared:
            known = ", ".join(f"{each.name}={each.default}" for each in declared.values())
            raise InputError(
                f"--mechanism {name}: no option '{part}'; {base} has {known or 'none'}"
            )
        annotation = declared[key].annotation  # may be text (PEP 563)
        kind = annotation if isinstance(annotation, str) else annotation.__name__
        try:
            found[key] = _READ[kind](value)
        except (ValueError, KeyError) as error:
            expected = "yes or no (or true or false)" if kind == "bool" else kind
            raise InputError(
                f"--mechanism {name}: {key} must be {expected}, not '{value}'"
            ) from error
        if (read := factory.traits.files.get(key)) is not None:
            read(Path(value))
    return found


def opening(
    player: Player,
    episode: Episode,
    instructions: str,
    example: Sequence[Message],
    *,
    may_claim: bool = False,
) -> list[Message]:
    """The conversation up to the model's first answer: instructions, example, task.

    Args:
        player: who plays.
        episode: the task.
        instructions: the template of the system message for English; in PDDL and with tools it is
            `NAME_pddl` or `NAME_tools`.
        example: the few-shot example, nothing for none.
        may_claim: whether the model may answer that there is no plan.

    Raises:
        PromptError: a template is missing, or uses a value that it is not given.
    """
    system = player.prompts.text(
        player.prompts.instructions(instructions, episode.form),
        domain_text=episode.domain_text,
        example=bool(example),
        style=episode.style,
        may_claim=may_claim,
    )
    # How many steps there are depends on the task, and the instructions are the same for all.
    task = player.prompts.text(
        "task", problem_text=episode.problem_text, style=episode.style, steps=episode.step_limit
    )
    messages = [Message("system", system), *example]
    if example:
        # A call at the example's end has a result.
        calls, next_task = example[-1].tool_calls, player.prompts.text("next_task")
        messages += [
            Message("tool", next_task, tool_call_id=calls[-1].id)
            if calls
            else Message("user", next_task),
            Message("assistant", player.prompts.text("ready")),
        ]
    return [*messages, Message("user", task)]


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
