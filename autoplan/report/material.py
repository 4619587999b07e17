"""Everything a report is made of, gathered from results folders in one pass."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from autoplan.experiment.matrix import EpisodeKey
from autoplan.models import PriceList
from autoplan.report.contenders import Contender, labels
from autoplan.report.conversation import turns
from autoplan.report.failures import Cause, cause_of, mistakes
from autoplan.report.packing import Packer, PagePlace
from autoplan.results.reading import (
    Transcript,
    check_same_tasks,
    expenses,
    scene_of_episode,
    scenes,
    settings,
    transcripts,
)
from autoplan.results.reading import prices as kept_prices
from autoplan.results.record import Expense, TaskInWords
from autoplan.results.samples import Sampled, sampled
from autoplan.results.table import load

KEY = ["run", "domain", "instance", "mechanism", "input", "model", "seed"]
"""What tells one episode from all others."""

OPTIMAL_PLANNER = "lmcut"

_ENGLISH_NAME = re.compile(r"\w*_\w*")
_PDDL_ARGUMENT = re.compile(r"(?<=\s)[^\s()]+")


@dataclass(frozen=True)
class Material:
    """What a report is made of.

    Args:
        settings: the settings of each run, and which validators judged its plans.
        episodes: a row for each episode: the columns of `autoplan.load`, and
            `run`, its results folder; `player`, the name of who played (an ordered categorical);
            `cause`, why it failed, None where it was solved; `usd`, what its calls cost at list
            prices, and `usd_thinking`, what of it the thinking, missing where a price is not known;
            `objects`, how many objects its task has;
            `optimum`, the length of an optimal plan, missing where none was computed;
            `chunk` and `place`, where in the page its conversation is.
        mistakes: how often each player made each mistake: `player, mistake, times`.
        tries: how often each action was tried, with what was wrong with it (missing where nothing
            was): `domain, action, mistake, times`.
        chunks: the conversations, packed.
        samples: what the samples of each run come to, where it has any.
        dated: of which days the prices are that money was computed with.
    """

    settings: Mapping[str, Mapping[str, str]]
    episodes: pd.DataFrame
    mistakes: pd.DataFrame
    tries: pd.DataFrame
    chunks: Sequence[str]
    samples: Sequence[Sampled] = ()
    dated: str = ""


@dataclass(frozen=True, slots=True)
class _Told:
    """What an episode's transcript adds to its row."""

    cause: Cause | None
    place: PagePlace


class _Tally:
    """Counts over all transcripts, and who judged the plans of each run."""

    def __init__(self) -> None:
        self.mistakes: Counter[tuple[Contender, Cause]] = Counter()
        self.tries: Counter[tuple[str, str, str | None]] = Counter()
        self.validators: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, contender: Contender, domain: str, transcript: Transcript) -> None:
        self.validators[contender.run].update(transcript.validators)
        for mistake, times in mistakes(transcript.steps).items():
            self.mistakes[contender, mistake] += times
        for step in transcript.steps:
            if step.action is not None:
                self.tries[domain, _name(step.action), step.mistake] += 1


def gather(runs: Mapping[str, Path], prices: PriceList | None = None) -> Material:
    """Read results folders.

    Args:
        runs: the folders by the names that they go by.
        prices: what tokens cost; None for the prices that each folder keeps of its run, and those
            of `data/prices.json` where it keeps none.

    Raises:
        InputError: a folder holds no results, or two hold results of different tasks.
    """
    check_same_tasks(runs.values())
    packer, tally = Packer(), _Tally()
    lists = {run: prices or _kept_prices(folder) for run, folder in runs.items()}
    frame = pd.concat(
        [_episodes(run, folder, lists[run], packer, tally) for run, folder in runs.items()],
        ignore_index=True,
    )
    contenders = [Contender(*row) for row in frame[["run", "mechanism", "input", "model"]].values]
    names = labels(contenders)
    order = pd.CategoricalDtype(list(names.values()), ordered=True)
    frame["player"] = pd.Series([names[one] for one in contenders], dtype=order)
    frame["optimum"] = _optima(frame)
    made = [(names[one], mistake, times) for (one, mistake), times in tally.mistakes.items()]
    tried = [(*what, times) for what, times in tally.tries.items()]
    return Material(
        settings={
            run: settings(folder) | {"validators": _listed(tally.validators[run])}
            for run, folder in runs.items()
        },
        episodes=frame,
        mistakes=pd.DataFrame(made, columns=["player", "mistake", "times"]).astype(
            {"player": order}
        ),
        tries=pd.DataFrame(tried, columns=["domain", "action", "mistake", "times"]),
        chunks=packer.chunks(),
        samples=[
            line
            for folder in runs.values()
            if "sampled" in settings(folder)
            for line in sampled(folder)
        ],
        dated=", ".join(dict.fromkeys(each.dated for each in lists.values())),
    )


def _kept_prices(folder: Path) -> PriceList:
    """What tokens cost in the run of a folder; the rest as our own list has it."""
    listed = PriceList.load()
    entries, dated = kept_prices(folder)
    return listed.with_entries(entries, dated, str(folder)) if entries else listed


def _episodes(
    run: str, folder: Path, prices: PriceList, packer: Packer, tally: _Tally
) -> pd.DataFrame:
    views = scenes(folder)
    told = {}
    for key, finish, transcript in transcripts(folder):
        scene = scene_of_episode(views, key, folder)
        place = packer.add(scene, turns(transcript))
        answers = [call.completion for call in transcript.calls if call.role == "planner"]
        told[key] = _Told(cause_of(finish, transcript.steps, answers), place)
        who = Contender(run, key.mechanism, key.input, key.model)
        tally.add(who, key.domain, transcript)
    sizes = {where[:3]: len(objects(scene, where[2])) for where, scene in views.items()}
    costs, thinking = _costs(expenses(folder), prices)
    frame = load(folder)
    keys = [EpisodeKey(*row) for row in frame[KEY[1:]].itertuples(index=False, name=None)]
    return frame.assign(
        run=run,
        cause=pd.Series([told[key].cause for key in keys], dtype=object),
        chunk=[told[key].place.chunk for key in keys],
        place=[told[key].place.index for key in keys],
        objects=[sizes[key.domain, key.instance, key.input] for key in keys],
        usd=pd.Series([costs[key] for key in keys], dtype="float64"),
        usd_thinking=pd.Series([thinking[key] for key in keys], dtype="float64"),
    )


def objects(scene: TaskInWords, form: str) -> frozenset[str]:
    """The names of the objects that a task's initial state speaks of.

    Args:
        scene: the task in words.
        form: the input form whose words they are. In English, every name has an underscore in it,
            and no other word does.
    """
    pattern = _PDDL_ARGUMENT if form == "pddl" else _ENGLISH_NAME
    return frozenset(name for fact in scene.initial for name in pattern.findall(fact))


def _costs(
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
    """The length of an optimal plan for each episode's task, where there is one that found it."""
    solved = frame[(frame["mechanism"] == OPTIMAL_PLANNER) & frame["solved"]]
    best = solved.groupby(["domain", "instance"])["plan_length"].min()
    found = pd.MultiIndex.from_frame(frame[["domain", "instance"]]).map(best.to_dict())
    return pd.Series(found, index=frame.index).astype("Int64")


def _listed(validators: Iterable[str]) -> str:
    return ", ".join(sorted(validators)) or "none"


def _name(action: str) -> str:
    return action.strip("()").split()[0]
