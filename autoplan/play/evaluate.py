"""An evaluation from start to results: domains are prepared, episodes played, records kept.

At Ctrl-C what is under way may finish, and nothing new begins.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from autoplan.experiment.experiment import Experiment
from autoplan.play.cluster import play_on_cluster
from autoplan.play.episodes import check_mechanisms, play_all
from autoplan.play.judge import Judge, other_validators, why_no_val
from autoplan.play.prepared_run import PreparedRun, left_out, results_folder, settings
from autoplan.preparation.prepared_domain import PreparedDomains
from autoplan.preparation.texts import LexiconFiles, described_by_hand
from autoplan.progress import logging_to
from autoplan.results.record import NO_MODEL, EpisodeKey, Record
from autoplan.results.store import OF_MECHANISM, SNIPPETS, Store
from pddl2nl.lexicon_files import check_lexicon
from pddl2nl.llm import CacheError, PermanentModelError, model_traits
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import read_problem
from pddl2nl.verbalizers import asks_model
from policies import PromptSet, mechanism, mechanism_files
from simulator.validation import find_val

SECONDS_TO_FINISH = 5.0
SECONDS_UNHEARD = 1.0
"""How long an event loop may be too busy to hear a Ctrl-C."""


class _BrokenIntoError(BaseException):
    """Ends a computation in the middle; no handler of errors takes it for one."""


async def until_interrupted(
    work: Coroutine[Any, Any, None], stop: Callable[[], None], grace: float
) -> bool:
    """Do some work; at Ctrl-C ask it to stop, and cancel it when it takes too long.

    A second Ctrl-C cancels it at once.

    Args:
        stop: asks the work to come to an end.
        grace: the seconds that it has to do so.

    Returns:
        Whether there was a Ctrl-C.
    """
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        if interrupted:
            task.cancel()
        interrupted = True
        stop()
        loop.call_later(grace, task.cancel)

    def break_in() -> None:
        nonlocal interrupted
        if not interrupted:
            interrupted = True
            stop()
            raise _BrokenIntoError

    with _heard(lambda: loop.call_soon_threadsafe(interrupt), break_in):
        try:
            await task
        except BaseException:
            # Whatever breaks after a Ctrl-C is its consequence: processes of ours get it too.
            if not interrupted:
                task.cancel()
                raise
    return interrupted


@contextmanager
def _heard(tell: Callable[[], object], break_in: Callable[[], None]) -> Iterator[None]:
    """Report Ctrl-C to an event loop, and break into what keeps the loop too busy to notice it."""

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        tell()
        signal.setitimer(signal.ITIMER_REAL, SECONDS_UNHEARD)

    def on_alarm(number: int, frame: FrameType | None) -> None:
        break_in()

    before = {
        number: signal.signal(number, handler)
        for number, handler in ((signal.SIGALRM, on_alarm), (signal.SIGINT, on_interrupt))
    }
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


_log = logging.getLogger(__name__)

MAX_AT_ONCE = 256
"""Episodes at the same time with a model far away; how many make a call is up to the pace."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """How a run ended.

    Args:
        folder: where the results are.
        asked: the episodes that were asked for, played in this run or before.
        stopped: what stopped the run early, None where all episodes were played.
        interrupted: whether it was the user.
        disagreements: the episodes of this run on which validators contradict each other.
        broken_off: the episodes of this run that an error ended; the next run plays them again.
    """

    folder: Path
    asked: frozenset[EpisodeKey] = frozenset()
    stopped: str | None = None
    interrupted: bool = False
    disagreements: int = 0
    broken_off: int = 0


async def evaluate(experiment: Experiment) -> Evaluated:
    """Carry out an experiment; episodes that the results folder already holds are not played again.

    Raises:
        InputError: it names something that does not exist or does not fit, or the results cannot
            be written.
    """
    run = PreparedRun.open(experiment)
    judge = Judge(other_validators(experiment.play.validator))
    agreed = settings(experiment, run.players.prompts, run.writers)
    folder = results_folder(experiment, agreed)
    snippets = _snippets(run)
    # The examples asked for have to be tasks of their domains before anything is written.
    for name, source in run.sources.items():
        if (path := experiment.text.example_of(name)) is not None:
            for domain in source.domains:
                read_problem(path, domain)
    with (
        Store.open(folder, agreed) as store,
        logging_to(folder, experiment.run.log_level, experiment.model.api_key_env),
    ):
        _log.info("the run begins", extra={"experiment": repr(experiment)})
        _claim(store, run, snippets)
        for note in _notes(experiment):
            run.progress.warn(note)
        async with run.prepared(folder) as ready:
            asked = _filed(run.keys(ready), store.done())
            stopped, interrupted = await _play(run, ready, asked, judge, store)
            run.progress.conclude()
        _log.info("the run ends", extra={"stopped": stopped, "usd": run.budget.spent})
    found = run.progress
    ends = (stopped, interrupted, found.disagreements, found.broken_off)
    return Evaluated(folder, frozenset(asked), *ends)


def _filed(asked: Sequence[EpisodeKey], done: Collection[EpisodeKey]) -> list[EpisodeKey]:
    """The episodes that are asked for, by the keys that those played before have.

    Who reads no text plays once, whatever input form the run has, and who draws nothing once for
    all seeds.
    """
    played = {
        (key.domain, key.instance, key.mechanism, seed): key
        for key in done
        if key.model == NO_MODEL
        for seed in (key.seed, None)
    }

    def filed(key: EpisodeKey) -> EpisodeKey:
        seed = key.seed if mechanism(key.mechanism).traits.seeded else None
        place = (key.domain, key.instance, key.mechanism, seed)
        return played.get(place, key) if key.model == NO_MODEL else key

    return [filed(key) for key in asked]


async def _play(
    run: PreparedRun,
    ready: PreparedDomains,
    keys: Sequence[EpisodeKey],
    judge: Judge,
    store: Store,
) -> tuple[str | None, bool]:
    """Play what is not in the folder yet: what stopped that early, and whether it was the user."""
    model, dask = run.experiment.model, run.experiment.run.dask
    done = store.done()
    pending = [key for key in keys if key not in done]
    check_mechanisms(pending, ready, run.players)
    run.progress.start(len(keys), len(keys) - len(pending))

    def keep(record: Record) -> None:
        store.add(record)
        run.progress.played(record)

    if dask is not None:
        work = play_on_cluster(
            pending, ready, run.experiment, run.budget, played=keep, left_out=run.progress.left_out
        )
    else:
        asked = filter(None, (model.model, run.experiment.translating_model))
        remote = any(model_traits(spec).remote for spec in asked)
        # Episodes that wait for nobody gain nothing from company, and would wait for each other.
        at_once = model.max_connections or (MAX_AT_ONCE if remote else os.cpu_count() or 1)
        work = play_all(
            *(pending, ready, run.players, judge, run.budget),
            at_once=len(pending) if model.batch else at_once,
            played=keep,
            left_out=run.progress.left_out,
        )
    # A batch goes on without us.
    grace = 0.0 if model.batch else SECONDS_TO_FINISH
    telling = asyncio.create_task(run.progress.keep_alive())
    try:
        if await until_interrupted(work, lambda: run.budget.close("interrupted"), grace):
            return "interrupted", True
    except (PermanentModelError, CacheError) as error:
        return str(error), False
    finally:
        telling.cancel()
    return run.budget.closed, False


def _claim(store: Store, run: PreparedRun, snippets: Mapping[str, Mapping[str, str]]) -> None:
    """See that the folder's episodes were played with these prices, files and limits."""
    play = run.experiment.play
    run.budget.resume(store.paid(), store.pay)
    store.keep_prices(run.prices.entries(run.experiment.models), run.prices.dated)
    for name, source in run.sources.items():
        store.claim_files(name, {**source.digests, **snippets[name]})
    for name in play.mechanisms:
        if (own := mechanism(name).traits.prompts) is not None:
            store.claim_files(f"{OF_MECHANISM} {name}", {"prompts": PromptSet(own).fingerprint})
        for option, path in mechanism_files(name).items():
            digest = sha256(path.read_bytes()).hexdigest()
            store.claim_files(f"{OF_MECHANISM} {name}", {option: digest})
    if any(mechanism(name).traits.searches for name in play.mechanisms):
        store.claim_limits(play.rules.time_limit, play.rules.memory_limit)


def _notes(experiment: Experiment) -> Iterator[str]:
    """What the user should know of an order before it is carried out."""
    play = experiment.play
    if play.validator in (None, "all") and find_val() is None:
        yield f"plans are judged without VAL: {why_no_val()}"
    yield from left_out(play.mechanisms, play.forms)
    model = experiment.model.model
    if "valm23" in play.forms and not model_traits(model).writes_text:
        yield f"the {model} reads our English, not what a person wrote (--input valm23)"


def _snippets(run: PreparedRun) -> dict[str, dict[str, str]]:
    """Fingerprints of each benchmark's snippets by seed; those of a model are yet to be written."""
    text = run.experiment.text
    found: dict[str, dict[str, str]] = {name: {} for name in run.sources}
    for name, source in run.sources.items():
        for number, domain in enumerate(source.domains):
            renamed = renaming(domain, text.obfuscate).domain(domain)
            if text.planbench is not None:
                described_by_hand(text.planbench, name, renamed)
            for seed, each in run.writers.snippets.items():
                named = each.of(name) if isinstance(each, LexiconFiles) else each
                if not asks_model(named):
                    lexicon = named.lexicon(renamed)
                    check_lexicon(lexicon, renamed)
                    what = f"{SNIPPETS} of domain {number + 1} for seed {seed}"
                    tables = lexicon.predicates, lexicon.actions, lexicon.functions
                    # Runs without words for functions keep the values that they have recorded.
                    content = tuple(sorted(each.items()) for each in tables[: 2 + bool(tables[2])])
                    found[name][what] = sha256(repr(content).encode()).hexdigest()
    return found
