"""An evaluation from order to results: prepare the domains, play the episodes, keep the records."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autoplan.benchmark import benchmarks
from autoplan.experiment import (
    EpisodeKey,
    Settings,
    check_playable,
    matrix,
)
from autoplan.jury import Jury
from autoplan.lexicons import lexicons
from autoplan.prepare import prepare
from autoplan.progress import Progress
from autoplan.results.store import Store
from autoplan.runner import Cast, Stage, play_all
from autoplan.witnesses import VAL_IS_MISSING, Choice, other_witnesses
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CacheError,
    ChatModel,
    PermanentModelError,
    cache_folder,
    is_remote,
    open_cached_model,
)
from pddl2nl.verbalizers import LLM, Verbalizer, verbalizer
from pddl2nl.verbalizers.llm import LlmVerbalizer
from policies import PromptSet, mechanism
from policies.symbolic import ReferencePlans, SymbolicPlanner
from simulator import InputForm
from simulator.validation import find_val


@dataclass(frozen=True, slots=True)
class Order:
    """What the user asked for; see `autoplan eval --help`."""

    mechanisms: tuple[str, ...]
    domains: tuple[str, ...]
    instances: int | None = None
    forms: tuple[InputForm, ...] = ("nl",)
    model: str = "reader"
    base_url: str | None = None
    verbalizer: str = "rules"
    verbalizer_model: str | None = None
    translator: str = "match"
    prompts: Path | None = None
    seeds: tuple[int, ...] = (1,)
    temperature: float = 0.0
    max_tokens: int | None = None
    at_once: int = 16
    validator: Choice | None = None
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Where the results are, and what stopped the run early, if anything did.

    `disagreements` counts the episodes of this run on which witnesses contradict each other.
    """

    folder: Path
    stopped: str | None = None
    disagreements: int = 0


async def evaluate(order: Order) -> Evaluated:
    """Carry out an order; episodes that the results folder already holds are not played again.

    Raises:
        InputError: the order names something that does not exist or does not fit.
    """
    check_playable(order.mechanisms, order.forms)
    sources = benchmarks(order.domains)
    prompts = PromptSet(order.prompts)
    cast = _cast(order, prompts)
    jury = Jury(other_witnesses(order.validator))
    progress = Progress()
    writer = _writer(order, progress.warn)
    settings = _settings(order, prompts, writer)
    folder = order.out or _default_folder(order, settings)
    if not isinstance(writer, LlmVerbalizer):
        # A lexicon that does not fit is found out before anything is written.
        for source in sources.values():
            writer.lexicon(source.domain)
    with (
        Store.open(folder, settings.as_data()) as store,
        SymbolicPlanner(os.cpu_count() or 1) as planner,
        progress,
    ):
        if order.validator == "all" and find_val() is None:
            progress.warn(f"--validator all: {VAL_IS_MISSING}, so the others judge")
        for name, source in sources.items():
            store.claim_files(name, source.digests)
        references = ReferencePlans(planner, cache_folder() / "reference-plans")
        stages = {}
        for name, source in sources.items():
            progress.preparing(name)
            ready = await prepare(source, references, most=order.instances, warn=progress.warn)
            words = await lexicons(ready, order.forms, writer, folder)
            stages[name] = Stage(ready, words)
        instances = {
            name: [task.path for task in stage.prepared.tasks.values()]
            for name, stage in stages.items()
        }
        keys = list(matrix(instances, order.mechanisms, order.forms, order.model, order.seeds))
        done = store.done()
        pending = [key for key in keys if key not in done]
        progress.start(len(keys), len(keys) - len(pending))
        stopped = await _play(pending, stages, cast, jury, store, order.at_once, progress)
    return Evaluated(folder, stopped, progress.disagreements)


async def _play(
    pending: list[EpisodeKey],
    stages: dict[str, Stage],
    cast: Cast,
    jury: Jury,
    store: Store,
    at_once: int,
    progress: Progress,
) -> str | None:
    try:
        await play_all(pending, stages, cast, jury, store, at_once=at_once, told=progress.played)
    except (PermanentModelError, CacheError) as error:
        return str(error)
    return None


def _cast(order: Order, prompts: PromptSet) -> Cast:
    asks = any(mechanism(name).asks_model for name in order.mechanisms)
    model = _open(order.model, order.base_url) if asks else None
    translator: ChatModel | None = None
    if order.translator == "llm":
        translator = model
    elif order.translator != "match":
        translator = _open(order.translator, order.base_url)
    return Cast(model, translator, prompts, order.temperature, order.max_tokens)


def _open(spec: str, base_url: str | None) -> ChatModel:
    return open_cached_model(spec, base_url=base_url if is_remote(spec) else None)


def _writer(order: Order, warn: Callable[[str], None]) -> Verbalizer:
    """What writes the snippets: by default the planning model is also the 2NL-LLM (seed paper)."""
    if order.verbalizer != LLM:
        if order.verbalizer_model is not None:
            raise InputError("--verbalizer-model needs --verbalizer llm")
        return verbalizer(order.verbalizer)
    spec = order.verbalizer_model or order.model
    if spec == "reader":
        raise InputError(
            "the reader cannot write snippets: --verbalizer llm needs --model or --verbalizer-model"
        )
    model = _open(spec, order.base_url)
    return LlmVerbalizer(
        model, seed=order.seeds[0], prompts=order.prompts, at_once=order.at_once, warn=warn
    )


def _settings(order: Order, prompts: PromptSet, writer: Verbalizer) -> Settings:
    words = order.verbalizer
    if isinstance(writer, LlmVerbalizer):
        words = f"llm:{writer.model}:{writer.fingerprint}"
    if Path(words).is_file():
        digest = hashlib.sha256(Path(words).read_bytes()).hexdigest()[:12]
        words = f"{Path(words).name}:{digest}"
    return Settings(
        verbalizer=words,
        prompts=prompts.fingerprint,
        translator=order.translator,
        temperature=order.temperature,
        max_tokens=order.max_tokens,
        base_url=order.base_url,
    )


def _default_folder(order: Order, settings: Settings) -> Path:
    text = repr(sorted(settings.as_data().items()))
    model = order.model.replace("/", "-")
    return Path("results") / f"{model}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
