"""An evaluation from order to results: prepare the domains, play the episodes, keep the records."""

from __future__ import annotations

import logging
import os
from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from autoplan.experiment.benchmarks import Benchmark, benchmarks
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import (
    EpisodeKey,
    check_batchable,
    check_callable,
    check_playable,
    left_out,
    matrix,
)
from autoplan.experiment.validators import VAL_IS_MISSING, other_validators
from autoplan.models import Budget, PriceList, opened_models
from autoplan.play.cluster import check_distributable, play_on_cluster
from autoplan.play.episodes import check_mechanisms, play_all
from autoplan.play.interrupt import SECONDS_TO_FINISH, InterruptedRunError, until_interrupted
from autoplan.play.judge import Judge
from autoplan.play.log import logging_to
from autoplan.play.players import open_players, results_folder, settings, thinkers, writers
from autoplan.preparation.prepare import Writers, prepare_domains
from autoplan.preparation.prepared_domain import PreparedDomains
from autoplan.preparation.snippets import LexiconFiles, described_by_hand
from autoplan.progress import Progress
from autoplan.results.record import Record
from autoplan.results.store import Store
from pddl2nl.errors import InputError
from pddl2nl.lexicon_files import check_lexicon
from pddl2nl.llm import CacheError, PermanentModelError, model_traits
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import read_problem
from pddl2nl.verbalizers import Verbalizer, asks_model
from policies import PromptSet, mechanism, mechanism_files
from policies.symbolic import SymbolicPlanner
from simulator.validation import find_val

_log = logging.getLogger(__name__)

MOST_AT_ONCE = 256
"""Episodes at the same time with a model far away; how many make a call is up to the pace."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """How a run ended.

    Args:
        folder: where the results are.
        stopped: what stopped the run early, None where all episodes were played.
        interrupted: whether it was the user.
        disagreements: the episodes of this run on which validators contradict each other.
        broken_off: the episodes of this run that an error ended; the next run plays them again.
    """

    folder: Path
    stopped: str | None = None
    interrupted: bool = False
    disagreements: int = 0
    broken_off: int = 0


async def evaluate(experiment: Experiment) -> Evaluated:
    """Carry out an order; episodes that the results folder already holds are not played again.

    Raises:
        InputError: the order names something that does not exist or does not fit, or the results
            cannot be written.
    """
    _check(experiment)
    listed = PriceList.load(experiment.prices)
    sources = benchmarks(experiment.domains)
    prompts = PromptSet(experiment.prompts)
    budget = Budget(listed, limit=experiment.max_cost)
    progress = Progress(budget)
    models = opened_models(experiment, budget, progress.warn)
    players = open_players(experiment, models, prompts)
    judge = Judge(other_validators(experiment.validator))
    words = writers(experiment, models, progress.warn)
    thoughts = thinkers(experiment, models, prompts)
    agreed = settings(experiment, prompts, words, thoughts)
    folder = results_folder(experiment, agreed)
    snippets = _snippets(experiment, words, sources)
    _check_examples(experiment, sources)
    with (
        Store.open(folder, agreed.as_data()) as store,
        logging_to(folder, experiment.log_level, experiment.api_key_env),
        SymbolicPlanner() as planners,
        progress,
    ):
        players = replace(players, planners=planners, limits=experiment.limits)
        _log.info("the run begins", extra={"experiment": repr(experiment)})
        budget.resume(store.paid(), store.pay)
        store.keep_prices(listed.entries(_models(experiment)), listed.dated)
        for name, source in sources.items():
            store.claim_files(name, {**source.digests, **snippets[name]})
        _claim_mechanisms(store, experiment)
        for note in _notes(experiment):
            progress.warn(note)
        ready = await prepare_domains(
            experiment, sources, Writers(words, thoughts, folder), planners, progress
        )
        keys = all_keys(experiment, ready)
        done = store.done()
        pending = [key for key in keys if key not in done]
        check_mechanisms(pending, ready, players)
        progress.start(len(keys), len(keys) - len(pending))

        def keep(record: Record) -> None:
            store.add(record)
            progress.played(record)

        if experiment.dask is not None:
            work = play_on_cluster(pending, ready, experiment, budget, played=keep)
        else:
            at_once = len(pending) if experiment.batch else _at_once(experiment)
            work = play_all(pending, ready, players, judge, budget, at_once=at_once, played=keep)
        # A batch goes on without us.
        grace = 0.0 if experiment.batch else SECONDS_TO_FINISH
        stopped, interrupted = await _done(work, budget, grace)
        progress.conclude()
        _log.info("the run ends", extra={"stopped": stopped, "usd": budget.spent})
    return Evaluated(folder, stopped, interrupted, progress.disagreements, progress.broken_off)


def _claim_mechanisms(store: Store, experiment: Experiment) -> None:
    """See that the folder's episodes were played with these prompts and these planners' limits."""
    for name in experiment.mechanisms:
        if (own := mechanism(name).traits.prompts) is not None:
            store.claim_files(f"mechanism {name}", {"prompts": PromptSet(own).fingerprint})
        for option, path in mechanism_files(name).items():
            digest = sha256(path.read_bytes()).hexdigest()
            store.claim_files(f"mechanism {name}", {option: digest})
    if any(mechanism(name).traits.searches for name in experiment.mechanisms):
        store.claim_limits(experiment.limits.seconds, experiment.limits.memory)


def _notes(experiment: Experiment) -> Iterator[str]:
    """What the user should know of an order before it is carried out."""
    if experiment.validator == "all" and find_val() is None:
        yield f"--validator all: {VAL_IS_MISSING}, so the others judge"
    yield from left_out(experiment.mechanisms, experiment.forms)
    if experiment.model == "reader" and "valm23" in experiment.forms:
        yield "the reader reads our English, not what a person wrote (--input valm23)"


def _check(experiment: Experiment) -> None:
    """See that what is ordered goes together."""
    check_playable(experiment.mechanisms, experiment.forms)
    named = _models(experiment)
    if experiment.base_url is not None and not any(model_traits(spec).remote for spec in named):
        raise InputError(f"--base-url: no model on a server is named; {experiment.model} has none")
    if (experiment.planbench is None) == ("valm23" in experiment.forms):
        raise InputError("--input valm23 and --planbench FILE need each other")
    check_callable(experiment.mechanisms, experiment.forms, experiment.model)
    if experiment.example.file is not None and len(experiment.domains) > 1:
        count = len(experiment.domains)
        raise InputError(
            f"--example names one task, and there are {count} domains; --example-map names one for "
            "each"
        )
    if experiment.batch:
        check_batchable(experiment.mechanisms)
        if experiment.model_arguments:
            raise InputError("--batch and --model-arg (or --reasoning-effort) do not go together")
    if experiment.model_arguments and not model_traits(experiment.model).remote:
        raise InputError(f"--model-arg: {experiment.model} is on no server")
    if experiment.dask is not None:
        check_distributable(experiment)


def _models(experiment: Experiment) -> tuple[str, ...]:
    """The models that are named, whatever they are asked as."""
    helpers = (experiment.translator_model, experiment.verbalizer_model, experiment.thoughts_model)
    return (experiment.model, *filter(None, helpers))


async def _done(
    work: Coroutine[Any, Any, None], budget: Budget, grace: float
) -> tuple[str | None, bool]:
    """Do the work: what stopped it early, if anything did, and whether that was the user."""
    try:
        await until_interrupted(work, lambda: budget.close("interrupted"), grace)
    except InterruptedRunError:
        return "interrupted", True
    except (PermanentModelError, CacheError) as error:
        return str(error), False
    return budget.closed, False


def all_keys(experiment: Experiment, ready: PreparedDomains) -> list[EpisodeKey]:
    """Every episode of an order."""
    instances: dict[str, list[str]] = {}
    for name, instance in ready:
        instances.setdefault(name, []).append(instance)
    return list(
        matrix(
            instances, experiment.mechanisms, experiment.forms, experiment.model, experiment.seeds
        )
    )


def _at_once(experiment: Experiment) -> int:
    """How many episodes run at the same time.

    Those that wait for nobody gain nothing from company, and would wait for each other.
    """
    if experiment.max_connections is not None:
        return experiment.max_connections
    models = (experiment.model, experiment.translator_model)
    remote = any(spec is not None and model_traits(spec).remote for spec in models)
    return MOST_AT_ONCE if remote else os.cpu_count() or 1


def _snippets(
    experiment: Experiment, words: Mapping[int, Verbalizer], sources: Mapping[str, Benchmark]
) -> dict[str, dict[str, str]]:
    """Fingerprints of each benchmark's snippets, by seed; those of a model are yet to be written.

    Raises:
        InputError: snippets do not fit their domain.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in sources}
    for name, source in sources.items():
        for number, domain in enumerate(source.domains):
            renamed = renaming(domain, experiment.obfuscate).domain(domain)
            if experiment.planbench is not None:
                described_by_hand(experiment.planbench, name, renamed)
            for seed, each in words.items():
                named = each.of(name) if isinstance(each, LexiconFiles) else each
                if not asks_model(named):
                    lexicon = named.lexicon(renamed)
                    check_lexicon(lexicon, renamed)
                    what = f"snippets of domain {number + 1} for seed {seed}"
                    told = sorted(lexicon.predicates.items()), sorted(lexicon.actions.items())
                    found[name][what] = sha256(repr(told).encode()).hexdigest()
    return found


def _check_examples(experiment: Experiment, sources: Mapping[str, Benchmark]) -> None:
    """See that the examples asked for are tasks of their domains before anything is written."""
    for name, source in sources.items():
        path = experiment.example.of(name)
        if path is not None:
            for domain in source.domains:
                read_problem(path, domain)
