"""The matrix of episodes that an experiment consists of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.errors import InputError
from pddl2nl.llm import model_traits
from policies import mechanism
from simulator import InputForm


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
