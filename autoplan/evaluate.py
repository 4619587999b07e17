"""An evaluation from order to results: prepare the domains, play the episodes, keep the records."""

from __future__ import annotations

import logging
import os
from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autoplan.benchmark import Benchmark, benchmarks
from autoplan.casting import cast, results_folder, settings, thinkers, writers
from autoplan.cluster import check_distributable, play_on_cluster
from autoplan.experiment import EpisodeKey, check_batchable, check_playable, left_out, matrix
from autoplan.interrupt import SECONDS_TO_FINISH, InterruptedRunError, until_interrupted
from autoplan.jury import Jury
from autoplan.lexicons import LexiconFiles, described_by_hand
from autoplan.log import logging_to
from autoplan.models import opened_models
from autoplan.money import PriceList, Purse
from autoplan.order import Order
from autoplan.progress import Progress
from autoplan.results.record import Record
from autoplan.results.store import Store
from autoplan.runner import play_all
from autoplan.stage import Stages
from autoplan.staging import Writers, set_up
from autoplan.witnesses import VAL_IS_MISSING, other_witnesses
from pddl2nl.errors import InputError
from pddl2nl.llm import CacheError, PermanentModelError, is_remote
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import read_problem
from pddl2nl.verbalizers import Verbalizer
from pddl2nl.verbalizers.llm import LlmVerbalizer
from policies import PromptSet, mechanism
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
        disagreements: the episodes of this run on which witnesses contradict each other.
        broken_off: the episodes of this run that an error ended; the next run plays them again.
    """

    folder: Path
    stopped: str | None = None
    interrupted: bool = False
    disagreements: int = 0
    broken_off: int = 0


async def evaluate(order: Order) -> Evaluated:
    """Carry out an order; episodes that the results folder already holds are not played again.

    Raises:
        InputError: the order names something that does not exist or does not fit, or the results
            cannot be written.
    """
    _check(order)
    sources = benchmarks(order.domains)
    prompts = PromptSet(order.prompts)
    purse = Purse(PriceList.load(order.prices), limit=order.max_cost)
    progress = Progress(purse)
    models = opened_models(order, purse, progress.warn)
    players = cast(order, models, prompts)
    jury = Jury(other_witnesses(order.validator))
    words = writers(order, models, progress.warn)
    thoughts = thinkers(order, models, prompts)
    agreed = settings(order, prompts, words, thoughts)
    folder = results_folder(order, agreed)
    for each in set(words.values()):
        _check_snippets(order, each, sources)
    _check_examples(order, sources)
    with (
        Store.open(folder, agreed.as_data()) as store,
        logging_to(folder, order.log_level, order.api_key_env),
        SymbolicPlanner() as planners,
        progress,
    ):
        players = replace(players, planners=planners, limits=order.limits)
        _log.info("the run begins", extra={"order": repr(order)})
        purse.resume(store.paid(), store.pay)
        for name, source in sources.items():
            store.claim_files(name, source.digests)
        if any(getattr(mechanism(name), "plans", False) for name in order.mechanisms):
            store.claim_limits(order.limits.seconds, order.limits.memory)
        for note in _notes(order):
            progress.warn(note)
        stages = await set_up(order, sources, Writers(words, thoughts, folder), planners, progress)
        keys = all_keys(order, stages)
        done = store.done()
        pending = [key for key in keys if key not in done]
        progress.start(len(keys), len(keys) - len(pending))

        def keep(record: Record) -> None:
            store.add(record)
            progress.played(record)

        if order.dask is not None:
            work = play_on_cluster(pending, stages, order, purse, played=keep)
        else:
            at_once = len(pending) if order.batch else _at_once(order)
            work = play_all(pending, stages, players, jury, purse, at_once=at_once, played=keep)
        # A batch goes on without us.
        grace = 0.0 if order.batch else SECONDS_TO_FINISH
        stopped, interrupted = await _done(work, purse, grace)
        _log.info("the run ends", extra={"stopped": stopped, "usd": purse.spent})
    progress.conclude()
    return Evaluated(folder, stopped, interrupted, progress.disagreements, progress.broken_off)


def _notes(order: Order) -> Iterator[str]:
    """What the user should know of an order before it is carried out."""
    if order.validator == "all" and find_val() is None:
        yield f"--validator all: {VAL_IS_MISSING}, so the others judge"
    yield from left_out(order.mechanisms, order.forms)
    if order.model == "reader" and "valm23" in order.forms:
        yield "the reader reads our English, not what a person wrote (--input valm23)"


def _check(order: Order) -> None:
    """See that what is ordered goes together."""
    check_playable(order.mechanisms, order.forms)
    named = (
        *(order.model, order.translator_model, order.verifier_model),
        *(order.verbalizer_model, order.thoughts_model),
    )
    if order.base_url is not None and not any(spec and is_remote(spec) for spec in named):
        raise InputError(f"--base-url: no model on a server is named; {order.model} has none")
    if (order.planbench is None) == ("valm23" in order.forms):
        raise InputError("--input valm23 and --planbench FILE need each other")
    if order.example.file is not None and len(order.domains) > 1:
        raise InputError(
            f"--example names one task, and there are {len(order.domains)} domains; --example-map "
            "names one for each"
        )
    if order.batch:
        check_batchable(order.mechanisms)
        if order.model_arguments:
            raise InputError("--batch and --model-arg (or --reasoning-effort) do not go together")
    if order.model_arguments and not is_remote(order.model):
        raise InputError(f"--model-arg: {order.model} is on no server")
    if order.dask is not None:
        check_distributable(order)


async def _done(
    work: Coroutine[Any, Any, None], purse: Purse, grace: float
) -> tuple[str | None, bool]:
    """Do the work: what stopped it early, if anything did, and whether that was the user."""
    try:
        await until_interrupted(work, lambda: purse.close("interrupted"), grace)
    except InterruptedRunError:
        return "interrupted", True
    except (PermanentModelError, CacheError) as error:
        return str(error), False
    return purse.closed, False


def all_keys(order: Order, stages: Stages) -> list[EpisodeKey]:
    """Every episode of an order."""
    instances: dict[str, list[str]] = {}
    for name, instance in stages:
        instances.setdefault(name, []).append(instance)
    return list(matrix(instances, order.mechanisms, order.forms, order.model, order.seeds))


def _at_once(order: Order) -> int:
    """How many episodes run at the same time.

    Those that wait for nobody gain nothing from company, and would wait for each other.
    """
    if order.max_connections is not None:
        return order.max_connections
    models = (order.model, order.translator_model, order.verifier_model)
    remote = any(spec is not None and is_remote(spec) for spec in models)
    return MOST_AT_ONCE if remote else os.cpu_count() or 1


def _check_snippets(order: Order, words: Verbalizer, sources: Mapping[str, Benchmark]) -> None:
    """See that snippets fit before anything is written; those of a model are yet to be written."""
    for name, source in sources.items():
        named = words.of(name) if isinstance(words, LexiconFiles) else words
        for domain in source.domains:
            renamed = renaming(domain, order.obfuscate).domain(domain)
            if not isinstance(named, LlmVerbalizer):
                named.lexicon(renamed)
            if order.planbench is not None:
                described_by_hand(order.planbench, name, renamed)


def _check_examples(order: Order, sources: Mapping[str, Benchmark]) -> None:
    """See that the examples asked for are tasks of their domains before anything is written."""
    for name, source in sources.items():
        path = order.example.of(name)
        if path is not None:
            for domain in source.domains:
                read_problem(path, domain)
