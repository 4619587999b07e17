"""What an experiment is: the matrix of episodes to be played, and the settings they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from pddl2nl.compose import PAPER, StyleName
from pddl2nl.errors import InputError
from pddl2nl.llm import model_traits
from policies import mechanism
from simulator import ALL_FEEDBACK, InputForm


@dataclass(frozen=True, slots=True)
class Settings:
    """What all episodes of a results folder have in common.

    Args:
        verbalizer: what writes the snippets: `rules`, or a lexicon file.
        thoughts: what writes the example's thoughts: `rule`, or a model.
        obfuscate: under which names the tasks are played, None for their own.
        prompts: the prompt set.
        translator: `match`, or the model that is asked about what stays unread (`llm` for the one
            that plans; `sentence` where it sees the sentence alone).
        temperature: the planning model's.
        max_tokens: the most tokens of one answer, None for no limit.
        base_url: where the model is served, None for its provider's address.
        style: how the English is composed.
        examples: how many few-shot examples there are.
        feedback: what players are told about their steps.
        patience: after how many turns in a row that change nothing an episode ends, None for never.
        attempts: how many whole plans a model may write.
        sampled: whether seeds number samples in one and the same words.
        model_arguments: what else stood in requests to the planning model, as JSON by name.
        planbench: the files of the form `valm23`, None for none.
        example: the file or the map that names them, with its fingerprint; None where they are
            chosen.
    """

    verbalizer: str = "auto"
    thoughts: str = "rule"
    obfuscate: str | None = None
    prompts: str = "default"
    translator: str = "match"
    temperature: float = 0.0
    max_tokens: int | None = None
    base_url: str | None = None
    style: StyleName = PAPER
    examples: int = 1
    example: str | None = None
    planbench: str | None = None
    feedback: str = str(ALL_FEEDBACK)
    patience: int | None = None
    attempts: int = 1
    sampled: bool = False
    model_arguments: tuple[tuple[str, str], ...] = ()

    def as_data(self) -> dict[str, str]:
        """The settings as text, for the results folder to remember.

        Those that older folders do not know are told only where they are not as they were there.
        """
        told = (
            field
            for field in fields(self)
            if field.name not in _LATER or getattr(self, field.name) != field.default
        )
        return {field.name: str(getattr(self, field.name)) for field in told}


_LATER = frozenset(
    {"style", "examples", "example", "planbench", "feedback", "patience", "attempts"}
    | {"model_arguments", "sampled"}
)


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """Which episode: one cell of the matrix."""

    domain: str
    instance: str
    mechanism: str
    input: InputForm
    model: str
    seed: int


def matrix(
    instances: Mapping[str, Sequence[str]],
    mechanisms: Sequence[str],
    forms: Sequence[InputForm],
    model: str,
    seeds: Sequence[int],
) -> Iterator[EpisodeKey]:
    """Every episode of an experiment, domain by domain.

    A mechanism that cannot play in a form is left out there; one that asks no model is filed under
    the model `none`, and plays once, not once a form; one without chance plays with the first seed
    alone.

    Args:
        instances: the instances to be played, by the name of their domain.
    """
    for domain, names in instances.items():
        for name in mechanisms:
            factory = mechanism(name)
            usable = [form for form in forms if form in factory.traits.forms]
            drawn = seeds if factory.traits.seeded else seeds[:1]
            for form in usable if factory.traits.asks_model else usable[:1]:
                for instance in names:
                    for seed in drawn:
                        filed = model if factory.traits.asks_model else "none"
                        yield EpisodeKey(domain, instance, name, form, filed, seed)


def check_batchable(mechanisms: Sequence[str]) -> None:
    """See that no mechanism has to wait for an answer before it asks the next question.

    Raises:
        InputError: one has to.
    """
    for name in mechanisms:
        traits = mechanism(name).traits
        if traits.step_by_step or traits.asks_again or not traits.asks_model:
            raise InputError(
                f"--batch: the mechanism '{name}' does not ask exactly one question, and a batch "
                "may take a day; only basic and cot do"
            )


def left_out(mechanisms: Sequence[str], forms: Sequence[InputForm]) -> Iterator[str]:
    """A line for each mechanism that does not play in some of the forms."""
    for name in mechanisms:
        other = [form for form in forms if form not in mechanism(name).traits.forms]
        own = [form for form in forms if form in mechanism(name).traits.forms]
        if other and own:
            yield f"{name} plays in the form {' and '.join(own)} alone, not in {', '.join(other)}"


def check_callable(mechanisms: Sequence[str], forms: Sequence[InputForm], model: str) -> None:
    """See that the planning model can call functions, if it is to.

    Raises:
        InputError: it cannot.
    """
    asks = any(mechanism(name).traits.asks_model for name in mechanisms)
    if asks and "tools" in forms and not model_traits(model).tools:
        raise InputError(f"--input tools: the model {model} does not call functions")


def check_playable(mechanisms: Sequence[str], forms: Sequence[InputForm]) -> None:
    """See that every mechanism can play in at least one of the forms.

    Raises:
        InputError: one cannot, or there is none of that name.
    """
    for name in mechanisms:
        possible = mechanism(name).traits.forms
        if not possible.intersection(forms):
            raise InputError(
                f"the mechanism '{name}' cannot play in the input form {', '.join(forms)}, "
                f"only in {', '.join(sorted(possible))}"
            )
