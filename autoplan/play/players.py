"""From an order to those who take part: the models by role, and what writes the snippets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import Settings
from autoplan.models import Models
from autoplan.play.episodes import Players
from autoplan.preparation.snippets import LexiconFiles
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel
from pddl2nl.verbalizers import LLM, Verbalizer, asking, asks_model, verbalizer
from pddl2nl.verbalizers.protocol import SNIPPETS_AT_ONCE
from policies import PromptSet, mechanism
from policies.thought_writer import ThoughtWriter


def open_players(experiment: Experiment, models: Models, prompts: PromptSet) -> Players:
    """Open the models that play and translate.

    Raises:
        InputError: a model cannot be opened, or nothing in the order asks it.
    """
    factories = [mechanism(name) for name in experiment.mechanisms]
    asks = any(factory.traits.asks_model for factory in factories)
    return Players(
        model=_planner(experiment, models) if asks else None,
        translator=_translator(experiment, models) if asks else None,
        prompts=prompts,
        temperature=experiment.temperature,
        max_tokens=experiment.max_tokens,
        sentence_alone=experiment.translator == "sentence",
        feedback=experiment.feedback,
        patience=experiment.patience,
        attempts=experiment.attempts,
    )


def writers(
    experiment: Experiment, models: Models, warn: Callable[[str], None]
) -> Mapping[int, Verbalizer]:
    """What writes the snippets, by seed: a model writes anew for each seed (seed paper, section 5).

    By default the planning model is also the 2NL-LLM.

    Raises:
        InputError: there is no such verbalizer, or its model cannot write.
    """
    written_by_model = asking(experiment.verbalizer)
    if written_by_model is None:
        if experiment.verbalizer_model is not None:
            raise InputError("--verbalizer-model needs --verbalizer llm")
        return named_verbalizers(experiment)
    spec = experiment.verbalizer_model or experiment.model
    if spec == "reader":
        named = experiment.verbalizer
        raise InputError(
            f"the reader cannot write snippets: --verbalizer {named} needs --model or "
            "--verbalizer-model"
        )
    model = models.open(spec, "verbalizer")
    return {
        seed: written_by_model(
            model,
            seed=seed,
            prompts=experiment.prompts,
            at_once=experiment.max_connections or SNIPPETS_AT_ONCE,
            warn=warn,
        )
        for seed in seeds_told_apart(experiment)
    }


def named_verbalizers(experiment: Experiment) -> Mapping[int, Verbalizer]:
    """The verbalizers that are named, by seed; a file may be named by domain and seed.

    Raises:
        InputError: there is none of that name.
    """
    if not LexiconFiles.is_pattern(experiment.verbalizer):
        return dict.fromkeys(experiment.seeds, verbalizer(experiment.verbalizer))
    seeds = experiment.seeds[:1] if experiment.sampled else experiment.seeds
    return {seed: LexiconFiles(experiment.verbalizer, seed) for seed in seeds}


def seeds_told_apart(experiment: Experiment) -> tuple[int, ...]:
    """The seeds for which a model writes: the first alone for samples, or if nobody reads it."""
    asks = any(mechanism(name).traits.asks_model for name in experiment.mechanisms)
    return experiment.seeds if asks and not experiment.sampled else experiment.seeds[:1]


def thinkers(
    experiment: Experiment, models: Models, prompts: PromptSet
) -> Mapping[int, ThoughtWriter]:
    """What writes the thoughts of the examples, by seed; none for the rules.

    By default it is the planning model.

    Raises:
        InputError: the model cannot write them.
    """
    if experiment.thoughts != LLM:  # the rules write both of their kinds
        if experiment.thoughts_model is not None:
            raise InputError("--thoughts-model needs --thoughts llm")
        return {}
    spec = experiment.thoughts_model or experiment.model
    if spec == "reader":
        raise InputError(
            "the reader cannot write thoughts: --thoughts llm needs --model or --thoughts-model"
        )
    model = models.open(spec, "thoughts")
    return {seed: ThoughtWriter(model, prompts, seed=seed) for seed in seeds_told_apart(experiment)}


def settings(
    experiment: Experiment,
    prompts: PromptSet,
    words: Mapping[int, Verbalizer],
    thoughts: Mapping[int, ThoughtWriter],
) -> Settings:
    """What a results folder remembers of an order, which is the same for all seeds."""
    thinker = next(iter(thoughts.values()), None)
    return Settings(
        verbalizer=_origin(experiment.verbalizer, next(iter(words.values()))),
        thoughts=f"llm:{thinker.model.name}" if thinker else experiment.thoughts,
        obfuscate=experiment.obfuscate,
        prompts=prompts.fingerprint,
        translator=_translation(experiment),
        temperature=experiment.temperature,
        max_tokens=experiment.max_tokens,
        base_url=experiment.base_url,
        style=experiment.style,
        examples=experiment.examples,
        feedback=str(experiment.feedback),
        patience=experiment.patience,
        attempts=experiment.attempts,
        sampled=experiment.sampled,
        model_arguments=experiment.model_arguments,
        planbench=_of_file(experiment.planbench) if experiment.planbench else None,
        example=_fingerprinted(asked) if (asked := _example_file(experiment)) else None,
    )


def results_folder(experiment: Experiment, agreed: Settings) -> Path:
    """Where results go: as ordered, or `results/` and a name made of model and settings."""
    if experiment.out is not None:
        return experiment.out
    text = repr(sorted(agreed.as_data().items()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Path("results") / f"{experiment.model.replace('/', '-')}-{digest}"


def _planner(experiment: Experiment, models: Models) -> ChatModel:
    if experiment.batch:
        return models.open_batched(experiment.model, "planner")
    return models.open(experiment.model, "planner")


def _translator(experiment: Experiment, models: Models) -> ChatModel | None:
    if experiment.translator_model is not None:
        return models.open(experiment.translator_model, "translator")
    return models.open(experiment.model, "translator") if experiment.translator != "match" else None


def _translation(experiment: Experiment) -> str:
    """Who translates what is left unread, and whether it sees the sentence alone."""
    if experiment.translator_model is None:
        return experiment.translator
    alone = " (sentence)" if experiment.translator == "sentence" else ""
    return experiment.translator_model + alone


def _origin(named: str, words: Verbalizer) -> str:
    """What the snippets come from, told so exactly that other snippets are told otherwise."""
    if asks_model(words):
        return f"{named}:{words.model}:{words.fingerprint}"
    return _of_file(named)


def _of_file(named: str) -> str:
    """A file with its fingerprint; anything else as it is called."""
    return _fingerprinted(Path(named)) if Path(named).is_file() else named


def _example_file(experiment: Experiment) -> Path | None:
    """The file by which an example is asked for, None where it is chosen.

    Raises:
        InputError: there is no such file.
    """
    path = experiment.example.file or experiment.example.by_domain
    if path is not None and not path.is_file():
        raise InputError("is no file", source=str(path))
    return path


def _fingerprinted(path: Path) -> str:
    """A file by its name and what it holds."""
    return f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
