"""From an experiment to what every use of it begins with: its episodes, who plays them, and what
writes their texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from autoplan.experiment.benchmarks import Benchmark, benchmarks
from autoplan.experiment.experiment import Experiment, kept_settings
from autoplan.models.paid_models import Budget, Models, opened_models
from autoplan.play.episodes import Players
from autoplan.preparation.prepared_domain import PreparedDomains, prepare_domains
from autoplan.preparation.texts import LexiconFiles, Writers
from autoplan.progress import Progress
from autoplan.results.record import NO_MODEL, EpisodeKey
from pddl2nl.english import join
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, check_model, checked_base_url, model_traits
from pddl2nl.llm.prices import PriceList
from pddl2nl.verbalizers import LLM, Verbalizer, asking, asks_model, verbalizer
from pddl2nl.verbalizers.registry import SNIPPETS_AT_ONCE
from policies import PromptSet, mechanism, mechanism_models
from policies.thought_writer import ThoughtWriter
from simulator import InputForm


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
                        filed = model if factory.traits.asks_model else NO_MODEL
                        yield EpisodeKey(domain, instance, name, form, filed, seed)


def left_out(mechanisms: Sequence[str], forms: Sequence[InputForm]) -> Iterator[str]:
    """A line for each mechanism that does not play in some of the forms."""
    for name in mechanisms:
        other = [form for form in forms if form not in mechanism(name).traits.forms]
        own = [form for form in forms if form in mechanism(name).traits.forms]
        if other and own:
            unusable = f"{name} does not support the input form{'s' * (len(other) > 1)}"
            yield f"{unusable} {join(other)}; it uses only {join(own)}"


def open_players(experiment: Experiment, models: Models, prompts: PromptSet) -> Players:
    """Open the models that play and translate.

    Raises:
        InputError: a model cannot be opened, or nothing in the order asks it.
    """
    asks = _asks(experiment)
    spec = experiment.translating_model if asks else None
    return Players(
        model=models.planner() if asks else None,
        translator=None if spec is None else models.open(spec, "translator"),
        prompts=prompts,
        sampling=experiment.model.sampling,
        rules=experiment.play.rules,
        line_by_line=experiment.play.by_line,
        others=_named_in_files(experiment, models),
    )


def _named_in_files(experiment: Experiment, models: Models) -> dict[str, ChatModel]:
    """The models that files of mechanisms name."""
    found: dict[str, ChatModel] = {}
    for name in experiment.play.mechanisms:
        for spec in mechanism_models(name):
            try:
                found[spec] = models.open(spec, "planner")
            except InputError as error:
                raise InputError(f"--mechanism {name}: a node's model: {error}") from error
    return found


def writers(
    experiment: Experiment, models: Models, warn: Callable[[str], None]
) -> Mapping[int, Verbalizer]:
    """What writes the snippets, by seed: a model writes anew for each seed (the paper, section 5).

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
    seeds = distinct_seeds(experiment)
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
    """The model that writes texts in a role, by default the planning model."""
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
    writer, thinker = next(iter(words.snippets.values())), next(iter(words.thoughts.values()), None)
    asked = text.example or text.example_map
    if asked is not None and not asked.is_file():
        raise InputError("is no file", source=str(asked))
    opened = {
        "verbalizer": f"{text.verbalizer}:{writer.model}:{writer.fingerprint}"
        if asks_model(writer)
        else _of_file(text.verbalizer),
        "thoughts": f"llm:{thinker.model.name}" if thinker else text.thoughts,
        "prompts": prompts.fingerprint,
        "translator": _translation(experiment),
        "planbench": _of_file(text.planbench) if text.planbench else None,
        "example": _of_file(str(asked)) if asked else None,
    }
    named = {
        f"models of {name}": ", ".join(found)
        for name in experiment.play.mechanisms
        if (found := mechanism_models(name))
    }
    return kept_settings(experiment, {**opened, **named})


def results_folder(experiment: Experiment, agreed: Mapping[str, str]) -> Path:
    """Where results go: as asked for, or `results/` and a name made of model and settings."""
    if experiment.run.out is not None:
        return experiment.run.out
    text = repr(sorted(agreed.items()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Path("results") / f"{experiment.model.model.replace('/', '-')}-{digest}"


def _asks(experiment: Experiment) -> bool:
    return any(mechanism(name).traits.asks_model for name in experiment.play.mechanisms)


def _translation(experiment: Experiment) -> str:
    """Who translates what is left unread, and whether it translates each line by itself."""
    if experiment.translating_model is None:
        return "none"
    named, by_line = experiment.play.translator_model, experiment.play.by_line
    if named is None:
        return "sentence" if by_line else "llm"
    return named + (" (sentence)" if by_line else "")


def _of_file(named: str) -> str:
    """A file as its name and a fingerprint of what it holds; anything else as it is called."""
    path = Path(named)
    if not path.is_file():
        return named
    return f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


@dataclass(frozen=True)
class PreparedRun:
    """An experiment with its files (`sources`: benchmarks by name) and models open."""

    experiment: Experiment
    sources: Mapping[str, Benchmark]
    prices: PriceList
    budget: Budget
    progress: Progress
    players: Players
    writers: Writers

    @classmethod
    def open(cls, experiment: Experiment, *, asking: bool = True) -> PreparedRun:
        """Open what an experiment names.

        Args:
            asking: whether models are asked. If not, none is opened, and what writes the snippets
                must need none.

        Raises:
            InputError: it names something that does not exist or does not fit.
        """
        check(experiment)
        prices = PriceList.load(experiment.model.prices)
        sources, prompts = benchmarks(experiment.play.domains), PromptSet(experiment.text.prompts)
        budget = Budget(prices, limit=experiment.model.max_cost)
        progress = Progress(budget)
        if asking:
            models = opened_models(experiment.model, budget, progress.warn)
            players = open_players(experiment, models, prompts)
            words = writers(experiment, models, progress.warn)
            written = Writers(words, thinkers(experiment, models, prompts))
        else:
            players = Players(None, None, prompts)
            written = Writers(named_verbalizers(experiment))
        return cls(experiment, sources, prices, budget, progress, players, written)

    @asynccontextmanager
    async def prepared(self, folder: Path = Path()) -> AsyncIterator[PreparedDomains]:
        """The domains ready to be played, while planners can run and progress is shown.

        What a model writes is kept in `folder`, that of the results.

        Raises:
            InputError: the texts cannot be written, or do not fit.
        """
        kept = replace(self.writers, folder=folder)
        with self.players.planners as planners, self.progress:
            yield await prepare_domains(
                self.experiment, self.sources, kept, planners, self.progress
            )

    def keys(self, ready: PreparedDomains) -> list[EpisodeKey]:
        """Every episode."""
        instances: dict[str, list[str]] = {}
        for name, instance in ready:
            instances.setdefault(name, []).append(instance)
        play, model = self.experiment.play, self.experiment.model.model
        return list(matrix(instances, play.mechanisms, play.forms, model, play.seeds))


def check(experiment: Experiment) -> None:
    """See that the options of an experiment go together.

    Raises:
        InputError: they do not.
    """
    for fault in chain(_unplayable(experiment), _uncallable(experiment)):
        raise InputError(fault)


def _unplayable(experiment: Experiment) -> Iterator[str]:
    """What keeps the matrix of episodes from being played."""
    play, model, text = experiment.play, experiment.model, experiment.text
    traits = [mechanism(name).traits for name in play.mechanisms]
    for name, each in zip(play.mechanisms, traits, strict=True):
        if not each.forms.intersection(play.forms):
            yield (
                f"the mechanism '{name}' cannot play in the input form {', '.join(play.forms)}, "
                f"only in {', '.join(sorted(each.forms))}"
            )
    if model.base_url is not None:
        if not any(model_traits(spec).remote for spec in experiment.models):
            yield f"--base-url: no model on a server is named; {model.model} has none"
        checked_base_url(model.base_url)  # a dry run opens no model, and is to refuse it as well
    if (text.planbench is None) == ("valm23" in play.forms):
        yield "--input valm23 and --planbench FILE need each other"
    asks = any(each.asks_model for each in traits)
    if asks and "tools" in play.forms:
        check_model(model.model)
    if asks and "tools" in play.forms and not model_traits(model.model).tools:
        yield f"--input tools: the model {model.model} does not call functions"
    if text.example is not None and len(play.domains) > 1:
        yield (
            f"--example names one task, and there are {len(play.domains)} domains; --example-map "
            "names one for each"
        )
    if play.rules.allow_unsolvable and "basic" not in play.mechanisms:
        yield "--allow-unsolvable needs --mechanism basic, which may claim so"


def _uncallable(experiment: Experiment) -> Iterator[str]:
    """What keeps the model from being asked in a batch, with arguments, or by many processes."""
    model = experiment.model
    for name in experiment.play.mechanisms if model.batch else ():
        traits = mechanism(name).traits
        if traits.step_by_step or traits.asks_again or not traits.asks_model:
            yield (
                f"--batch: the mechanism '{name}' does not ask exactly one question, and a batch "
                "may take a day; only basic and cot do"
            )
    if model.batch and model.model_arguments:
        yield "--batch and --model-arg (or --reasoning-effort) cannot be combined"
    if model.model_arguments and not model_traits(model.model).remote:
        yield f"--model-arg: {model.model} is on no server"
    if experiment.run.dask is not None and model.max_cost is not None:
        yield "--max-cost cannot be enforced with --dask: each worker pays for itself"
    if experiment.run.dask is not None and model.batch:
        yield "--batch and --dask cannot be combined: a batch is one process's"
