"""Everything a report is made of, gathered from results folders in one pass, by who played."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import pandas as pd

from autoplan.models.paid_models import Expense
from autoplan.report.conversation import Packer, turns
from autoplan.report.failures import cause_of
from autoplan.results.answers import GradedAnswer, answers
from autoplan.results.costs import best_costs
from autoplan.results.reading import (
    check_same_tasks,
    costs,
    expenses,
    load,
    scene_of_episode,
    scenes,
    settings,
    transcripts,
    with_best_costs,
)
from autoplan.results.reading import prices as kept_prices
from autoplan.results.record import NO_MODEL, EpisodeKey, TaskInWords
from autoplan.results.store import OF_PLANNERS, limit_text
from autoplan.results.summary import Sampled, sampled
from pddl2nl.llm.prices import PriceList
from policies import mechanism_names
from policies.symbolic import OPTIMAL_PLANNERS

_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "basic": "Basic",
        "cot": "CoT",
        "act": "Act",
        "react": "ReAct",
        "modulo": "LLM-Modulo",
        "chathtn": "ChatHTN",
        "procllm": "ProcLLM",
        "multistep": "Multi-step",
        "agentkit": "AgentKit",
        "random": "Random",
        "brfs": "BrFS",
        "blind": "A* (blind)",
        "lmcut": "LM-cut",
        "ff": "FF",
        "lama": "LAMA",
        "lama-first": "LAMA-first",
    }
)


@dataclass(frozen=True, slots=True)
class Contender:
    """Who played an episode."""

    run: str
    mechanism: str
    input: str
    model: str

    @property
    def asks_model(self) -> bool:
        return self.model != NO_MODEL


def title(mechanism: str) -> str:
    """What a mechanism is called in running text; one that we do not know keeps its name."""
    return _TITLES.get(mechanism, mechanism)


def labels(contenders: Iterable[Contender]) -> dict[Contender, str]:
    """A short and different name for each contender, in the order in which they are listed.

    A name begins with the mechanism; the input form, the model and the run follow where they
    differ: `ReAct, template`.
    """
    listed = mechanism_names()

    def rank(one: Contender) -> tuple[int, str, str, str, str]:
        """Mechanisms in the order of the command line's help, then the others by name."""
        place = listed.index(one.mechanism) if one.mechanism in listed else len(listed)
        return place, one.mechanism, one.model, one.input, one.run

    known = sorted(set(contenders), key=rank)
    asking = [one for one in known if one.asks_model]
    shown = [name for name in ("input", "model") if len({getattr(one, name) for one in asking}) > 1]
    parts = {
        one: (title(one.mechanism), *(getattr(one, name) for name in shown if one.asks_model))
        for one in known
    }
    for name in ("run", "input"):
        times = Counter(parts.values())
        parts = {
            one: (*words, getattr(one, name)) if times[words] > 1 else words
            for one, words in parts.items()
        }
    return {one: ", ".join(words) for one, words in parts.items()}


KEY = ["run", "domain", "instance", "mechanism", "input", "model", "seed"]
"""The columns that identify an episode."""

_STEPS = ["player", "domain", "action", "mistake", "times"]
_Tried: TypeAlias = tuple[Contender, str, str | None, str | None]
"""Who tried which action of a domain, and what was wrong with it."""
_ENGLISH_NAME = re.compile(r"\w*_\w*")
_PDDL_ARGUMENT = re.compile(r"(?<=\s)[^\s()]+")


@dataclass(frozen=True)
class Material:
    """What a report is made of.

    Args:
        settings: the settings of each run, what wrote its snippets, and which validators judged its
            plans.
        episodes: one row per episode: the columns of `autoplan.load`, and
            `run`, its results folder; `player`, the name of who played (an ordered categorical);
            `cause`, why it failed, None where it was solved; `usd`, what its calls cost at list
            prices, and `usd_thinking`, what of it the thinking, missing where a price is not known;
            `objects`, how many objects its task has;
            `optimum`, the length of an optimal plan, missing where none was computed;
            `best_cost`, `optimum_known` and `cost_ratio` as of the cheapest plan in all folders;
            `chunk` and `place`, where in the page its conversation is.
        steps: how often each action was tried, with what was wrong with it: `player, domain,
            action, mistake, times`; without an action where a sentence stands for none, and without
            a mistake where nothing was wrong.
        dated: of which days the prices are that money was computed with.
        answers: the answers to questions that the folders hold.
    """

    settings: Mapping[str, Mapping[str, str]]
    episodes: pd.DataFrame
    steps: pd.DataFrame
    chunks: Sequence[str]
    samples: Sequence[Sampled] = ()
    dated: str = ""
    answers: Sequence[GradedAnswer] = ()


class _Run:
    """A results folder as it is read; whatever is gathered over all folders is shared."""

    def __init__(self, name: str, folder: Path, prices: PriceList | None) -> None:
        self.name, self.folder = name, folder
        self.prices = prices or PriceList.load()
        if prices is None and (kept := kept_prices(folder))[0]:
            self.prices = self.prices.with_entries(*kept, str(folder))
        self.validators: set[str] = set()
        self.settings = settings(folder)

    def episodes(self, packer: Packer, steps: Counter[_Tried]) -> pd.DataFrame:
        """Its rows of `Material.episodes`, without what is known only of all folders."""
        tasks = scenes(self.folder)
        sizes = {where[:3]: len(objects(task, where[2])) for where, task in tasks.items()}
        causes, places, counts = {}, {}, {}
        for kept, finish, transcript in transcripts(self.folder):
            task = scene_of_episode(tasks, kept, self.folder)
            key = _as_loaded(kept)
            counts[key] = sizes[kept.domain, kept.instance, kept.input]
            places[key] = packer.add(task, turns(transcript), transcript.held)
            answers = [call.completion for call in transcript.calls if call.role == "planner"]
            causes[key] = cause_of(finish, transcript.steps, answers)
            who = Contender(self.name, key.mechanism, key.input, key.model)
            steps.update(
                (who, key.domain, step.action and step.action.strip("()").split()[0], step.mistake)
                for step in transcript.steps
            )
            self.validators.update(transcript.validators)
        usd, thinking = _usd(expenses(self.folder), self.prices)
        frame = load(self.folder)
        keys = [EpisodeKey(*row) for row in frame[KEY[1:]].itertuples(index=False, name=None)]
        return frame.assign(
            run=self.name,
            cause=pd.Series([causes[key] for key in keys], dtype=object),
            chunk=[places[key][0] for key in keys],
            place=[places[key][1] for key in keys],
            objects=[counts[key] for key in keys],
            usd=pd.Series([usd[key] for key in keys], dtype="float64"),
            usd_thinking=pd.Series([thinking[key] for key in keys], dtype="float64"),
        )


def _setting(name: str, value: str) -> str:
    """A setting as its option takes it: `8G` of memory."""
    return limit_text(name, float(value)) if name.endswith(OF_PLANNERS) else value


def _as_loaded(key: EpisodeKey) -> EpisodeKey:
    """A key as `autoplan.load` gives it, without an input form where no model reads a text."""
    form: Any = key.input if key.model != NO_MODEL else NO_MODEL
    return replace(key, input=form)


def gather(runs: Mapping[str, Path], prices: PriceList | None = None) -> Material:
    """Read results folders.

    Args:
        runs: the folders by the names that they go by.
        prices: what tokens cost; None for the prices that each folder keeps of its run, and those
            of `data/prices.json` where it keeps none.

    Raises:
        InputError: a folder contains no results, or two hold results of different tasks.
    """
    check_same_tasks(runs.values())
    packer, steps = Packer(), Counter[_Tried]()
    read = [_Run(name, folder, prices) for name, folder in runs.items()]
    frame = pd.concat([run.episodes(packer, steps) for run in read], ignore_index=True)
    contenders = [Contender(*row) for row in frame[["run", "mechanism", "input", "model"]].values]
    names = labels(contenders)
    order = pd.CategoricalDtype(list(names.values()), ordered=True)
    frame["player"] = pd.Series([names[one] for one in contenders], dtype=order)
    frame["optimum"] = _optima(frame)
    played = chain.from_iterable(costs(folder).items() for folder in runs.values())
    frame = with_best_costs(frame, best_costs(played))
    snippets = {run: {*each.dropna()} for run, each in frame.groupby("run")["snippets"]}
    tried = [(names[who], *what, times) for (who, *what), times in steps.items()]
    return Material(
        {
            run.name: {
                **{name: _setting(name, value) for name, value in run.settings.items()},
                "snippets": ", ".join(sorted(snippets.get(run.name, ()))) or "none",
                "validators": ", ".join(sorted(run.validators)) or "none",
            }
            for run in read
        },
        frame,
        pd.DataFrame(tried, columns=_STEPS).astype({"player": order}),
        packer.chunks(),
        [
            line
            for run in read
            if run.settings.get("sampled") == str(True)
            for line in sampled(run.folder)
        ],
        ", ".join(dict.fromkeys(run.prices.dated for run in read)),
        [answer for run in read for answer in answers(run.folder)],
    )


def objects(scene: TaskInWords, form: str) -> frozenset[str]:
    """The names of the objects of a task.

    Args:
        scene: the task in words.
        form: the input form whose words they are. In folders of earlier versions, which keep no
            names, only objects count of which the initial state speaks: words with an underscore.
    """
    if scene.names:
        return frozenset(name for name, _ in scene.names)
    pattern = _PDDL_ARGUMENT if form == "pddl" else _ENGLISH_NAME
    return frozenset(name for fact in scene.initial for name in pattern.findall(fact))


def _usd(
    spent: Iterable[tuple[EpisodeKey, Expense]], prices: PriceList
) -> tuple[Mapping[EpisodeKey, float], Mapping[EpisodeKey, float]]:
    """Dollars by episode: what its calls cost at list prices, and how much of that the thinking.

    NaN where a price is not known.
    """
    costs: defaultdict[EpisodeKey, float] = defaultdict(float)
    thinking: defaultdict[EpisodeKey, float] = defaultdict(float)
    for key, expense in spent:
        price, usage, batched = prices.price(expense.model), expense.usage, expense.batched
        costs[key] += price.of(usage, batched=batched) if price else math.nan
        thinking[key] += price.of_thinking(usage, batched=batched) if price else math.nan
    return costs, thinking


def _optima(frame: pd.DataFrame) -> pd.Series[int]:
    """The length of an optimal plan for each episode's task, where there is one that found it.

    With `--costs`, the optimal planner's plans are the cheapest, which need not be the shortest.
    """
    shortest = frame["mechanism"].isin(OPTIMAL_PLANNERS) & frame["plan_cost"].isna()
    solved = frame[shortest & frame["solved"]]
    best = solved.groupby(["domain", "instance"])["plan_length"].min()
    found = pd.MultiIndex.from_frame(frame[["domain", "instance"]]).map(best.to_dict())
    return pd.Series(found, index=frame.index).astype("Int64")
