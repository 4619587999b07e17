"""An evaluation from order to results: prepare the domains, play the episodes, keep the records."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from autoplan.experiment import (
    EpisodeKey,
    Settings,
    benchmark,
    check_playable,
    matrix,
)
from autoplan.prepare import prepare
from autoplan.progress import Progress
from autoplan.runner import Cast, Stage, play_all
from autoplan.store import Store
from pddl2nl.llm import CacheError, ChatModel, PermanentModelError, open_model
from pddl2nl.verbalizers import verbalizer
from policies import PromptSet, mechanism
from policies.symbolic import ReferencePlans, SymbolicPlanner
from simulator import InputForm


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
    translator: str = "match"
    prompts: Path | None = None
    seeds: tuple[int, ...] = (1,)
    temperature: float = 0.0
    max_tokens: int | None = None
    at_once: int = 16
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Where the results are, and what stopped the run early, if anything did."""

    folder: Path
    stopped: str | None = None


def cache_folder() -> Path:
    """Where reference plans and models' answers are kept: `$AUTOPLAN_CACHE`, or the user's cache."""
    return Path(os.environ.get("AUTOPLAN_CACHE") or platformdirs.user_cache_dir("autoplan"))


async def evaluate(order: Order) -> Evaluated:
    """Carry out an order; episodes that the results folder already holds are not played again.

    Raises:
        InputError: the order names something that does not exist or does not fit.
    """
    check_playable(order.mechanisms, order.forms)
    sources = {each.name: each for each in map(benchmark, order.domains)}
    verbalizer(order.verbalizer)
    prompts = PromptSet(order.prompts)
    cast = _cast(order, prompts)
    settings = _settings(order, prompts)
    folder = order.out or _default_folder(order, settings)
    with (
        Store.open(folder, settings.as_data()) as store,
        SymbolicPlanner(os.cpu_count() or 1) as planner,
        Progress() as progress,
    ):
        references = ReferencePlans(planner, cache_folder() / "reference-plans")
        stages = {}
        for name, source in sources.items():
            progress.preparing(name)
            ready = await prepare(source, references, most=order.instances, warn=progress.warn)
            stages[name] = Stage(ready, order.verbalizer)
        instances = {
            name: [task.path for task in stage.prepared.tasks.values()]
            for name, stage in stages.items()
        }
        keys = list(matrix(instances, order.mechanisms, order.forms, order.model, order.seeds))
        done = store.done()
        pending = [key for key in keys if key not in done]
        progress.start(len(keys), len(keys) - len(pending))
        stopped = await _play(pending, stages, cast, store, order.at_once, progress)
    return Evaluated(folder, stopped)


async def _play(
    pending: list[EpisodeKey],
    stages: dict[str, Stage],
    cast: Cast,
    store: Store,
    at_once: int,
    progress: Progress,
) -> str | None:
    try:
        await play_all(pending, stages, cast, store, at_once=at_once, told=progress.played)
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
    return Cast(model, translator, prompts, order.verbalizer, order.temperature, order.max_tokens)


def _open(spec: str, base_url: str | None) -> ChatModel:
    remote = spec.partition("/")[0] in ("openai", "compat")
    # Offline models cost nothing, so their answers need not be kept.
    cache = cache_folder() / "answers.sqlite" if remote else None
    if cache is not None:
        cache.parent.mkdir(parents=True, exist_ok=True)
    return open_model(spec, base_url=base_url if remote else None, cache=cache)


def _settings(order: Order, prompts: PromptSet) -> Settings:
    words = order.verbalizer
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
