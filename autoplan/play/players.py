"""From an experiment to those who take part: the models by role, and what writes the snippets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from autoplan.experiment.experiment import Experiment, kept_settings
from autoplan.models import Models
from autoplan.play.episodes import Players
from autoplan.preparation.prepare import Writers
from autoplan.preparation.snippets import LexiconFiles
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, model_traits
from pddl2nl.verbalizers import LLM, Verbalizer, asking, asks_model, verbalizer
from pddl2nl.verbalizers.registry import SNIPPETS_AT_ONCE
from policies import PromptSet, mechanism
from policies.thought_writer import ThoughtWriter


def open_players(experiment: Experiment, models: Models, prompts: PromptSet) -> Players:
    """Open the models that play and translate.

    Raises:
        InputError: a model cannot be opened, or nothing in the order asks it.
    """
    asks = _asks(experiment)
    return Players(
        model=models.planner() if asks else None,
        translator=_translator(experiment, models) if asks else None,
        prompts=prompts,
        sampling=experiment.model.sampling,
        rules=experiment.play.rules,
        line_by_line=experiment.play.by_line,
    )


def writers(
    experiment: Experiment, models: Models, warn: Callable[[str], None]
) -> Mapping[int, Verbalizer]:
    """What writes the snippets, by seed: a model writes anew for each seed (seed paper, section 5).

    By default the planning model is also the 2NL-LLM.

    Raises:
        InputError: there is no such verbalizer, or its model cannot write.
    """
    written_by_model = asking(experiment.text.verbalizer)
    if written_by_model is None:
        if experiment.text.verbalizer_model is not None:
            raise InputError("--verbalizer-model needs --verbalizer llm")
        return named_verbalizers(experiment)
    named = experiment.text.verbalizer
    wanted = f"snippets: --verbalizer {named} needs --model or --verbalizer-model"
    model = _writer(experiment.text.verbalizer_model, "verbalizer", wanted, models)
    return {
        seed: written_by_model(
            model,
            seed=seed,
            prompts=experiment.text.prompts,
            at_once=experiment.model.max_connections or SNIPPETS_AT_ONCE,
            warn=warn,
        )
        for seed in distinct_seeds(experiment)
    }


def named_verbalizers(experiment: Experiment) -> Mapping[int, Verbalizer]:
    """The verbalizers that are named, by seed; a file may be named by domain and seed.

    Raises:
        InputError: there is none of that name.
    """
    if not LexiconFiles.is_pattern(experiment.text.verbalizer):
        return dict.fromkeys(experiment.play.seeds, verbalizer(experiment.text.verbalizer))
    play = experiment.play
    seeds = play.seeds[:1] if play.sampled else play.seeds
    return {seed: LexiconFiles(experiment.text.verbalizer, seed) for seed in seeds}


def distinct_seeds(experiment: Experiment) -> tuple[int, ...]:
    """The seeds for which a model writes: the first alone for samples, or if nobody reads it."""
    alone = experiment.play.sampled or not _asks(experiment)
    return experiment.play.seeds[:1] if alone else experiment.play.seeds


def thinkers(
    experiment: Experiment, models: Models, prompts: PromptSet
) -> Mapping[int, ThoughtWriter]:
    """What writes the thoughts of the examples, by seed; none for the rules.

    By default it is the planning model.

    Raises:
        InputError: the model cannot write them.
    """
    if experiment.text.thoughts != LLM:  # the rules write both of their kinds
        if experiment.text.thoughts_model is not None:
            raise InputError("--thoughts-model needs --thoughts llm")
        return {}
    wanted = "thoughts: --thoughts llm needs --model or --thoughts-model"
    model = _writer(experiment.text.thoughts_model, "thoughts", wanted, models)
    return {seed: ThoughtWriter(model, prompts, seed=seed) for seed in distinct_seeds(experiment)}


def _writer(spec: str | None, role: str, wanted: str, models: Models) -> ChatModel:
    """The model that writes texts in a role, by default the planning model.

    Args:
        wanted: what it is to write, and the options that name another one.

    Raises:
        InputError: it writes no texts, or cannot be opened.
    """
    named = spec or models.options.model
    if not model_traits(named).writes_text:
        raise InputError(f"the {named} cannot write {wanted}")
    return models.open(named, role)


def settings(experiment: Experiment, prompts: PromptSet, words: Writers) -> dict[str, str]:
    """What a results folder keeps of an experiment, which is the same for all seeds.

    Raises:
        InputError: a file that it names is not there.
    """
    text = experiment.text
    thinker = next(iter(words.thoughts.values()), None)
    opened = {
        "verbalizer": _origin(text.verbalizer, next(iter(words.snippets.values()))),
        "thoughts": f"llm:{thinker.model.name}" if thinker else text.thoughts,
        "prompts": prompts.fingerprint,
        "translator": _translation(experiment),
        "planbench": _of_file(text.planbench) if text.planbench else None,
        "example": _fingerprinted(asked) if (asked := _example_file(experiment)) else None,
    }
    return kept_settings(experiment, opened)


def results_folder(experiment: Experiment, agreed: Mapping[str, str]) -> Path:
    """Where results go: as asked for, or `results/` and a name made of model and settings."""
    if experiment.run.out is not None:
        return experiment.run.out
    text = repr(sorted(agreed.items()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Path("results") / f"{experiment.model.model.replace('/', '-')}-{digest}"


def _asks(experiment: Experiment) -> bool:
    return any(mechanism(name).traits.asks_model for name in experiment.play.mechanisms)


def _translator(experiment: Experiment, models: Models) -> ChatModel | None:
    spec = experiment.translating_model
    return None if spec is None else models.open(spec, "translator")


def _translation(experiment: Experiment) -> str:
    """Who translates what is left unread, and whether it translates each line by itself."""
    if experiment.translating_model is None:
        return "none"
    named, by_line = experiment.play.translator_model, experiment.play.by_line
    if named is None:
        return "sentence" if by_line else "llm"
    return named + (" (sentence)" if by_line else "")


def _origin(named: str, words: Verbalizer) -> str:
    """What the snippets come from, in terms exact enough to distinguish other snippets."""
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
    path = experiment.text.example or experiment.text.example_map
    if path is not None and not path.is_file():
        raise InputError("is no file", source=str(path))
    return path


def _fingerprinted(path: Path) -> str:
    """A file by its name and what it holds."""
    return f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
