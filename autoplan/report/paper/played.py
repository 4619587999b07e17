"""Results of one's own, added up as the paper's tables add them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from autoplan.report.paper.numbers import Column, row_of
from autoplan.report.wording import between
from autoplan.results.reading import expenses, load, settings
from autoplan.results.record import BY_HAND, NO_MODEL, OBFUSCATED, PDDL2NL, EpisodeKey
from autoplan.results.store import FILE
from pddl2nl.errors import InputError
from pddl2nl.llm import model_traits
from pddl2nl.verbalizers import LLM

if TYPE_CHECKING:
    from simulator import InputForm

_KEY = ["domain", "instance", "mechanism", "input", "model", "seed"]
_SCORED = ["domain", "snippets", "mechanism", "input", "model", "instance"]
_HAND_WRITTEN = (".yaml", ".yml")  # PlanBench's format


@dataclass(frozen=True, slots=True)
class Score:
    """Tasks solved.

    Args:
        solved: how many, as a mean over the seeds.
        unread: of how many that is unknown since the plan could not be read, as a mean over the
            seeds.
    """

    solved: float
    tasks: int
    unread: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.solved + other.solved, self.tasks + other.tasks, self.unread + other.unread
        )

    def __str__(self) -> str:
        """Such as `40`, `39.5`, or within bounds `40 to 46`."""
        return between(self.solved, self.solved + self.unread)

    def of(self, tasks: int | None) -> str:
        """Such as `40`, or `4/5` where it is not out of so many tasks."""
        return str(self) if self.tasks == tasks else f"{self}/{self.tasks}"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Input tokens of the planning model on tasks that all of several columns solved.

    Args:
        tasks: how many such tasks there are; those of different seeds count separately.
        estimated: whether a count is an approximation.
    """

    tasks: int
    means: tuple[float, ...]
    estimated: bool

    def __add__(self, other: Tokens) -> Tokens:
        means = tuple(map(add, self.means, other.means))
        return Tokens(self.tasks + other.tasks, means, self.estimated or other.estimated)

    @property
    def texts(self) -> list[str]:
        """The means as texts, such as `~1,200`."""
        about = "~" if self.estimated else ""
        return [f"{about}{mean:,.0f}" for mean in self.means]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison of tokens: what wrote the snippets, and the input form."""

    snippets: str
    input: InputForm


Scores = Mapping[tuple[str, str, Column], Score]
"""The score by domain, origin of the snippets, and contender."""


def results_folders(places: Iterable[Path]) -> list[Path]:
    """The results folders among some folders and the folders directly in them.

    Raises:
        InputError: a folder is none and holds none.
    """
    found: list[Path] = []
    for place in places:
        inside = sorted(path.parent for path in place.glob(f"*/{FILE}"))
        here = [place] if (place / FILE).is_file() else inside
        if not here:
            raise InputError(f"contains no results (no {FILE} in it)", source=str(place))
        found += here
    return found


def episodes(folders: Sequence[Path]) -> pd.DataFrame:
    """The episodes of results folders.

    Returns:
        The columns of `autoplan.load`, with `planner_tokens`, the input tokens of the planning
        model alone. `snippets` is what wrote the snippets of the form `nl`, `obfuscated` for tasks
        under other names, and empty for all else. An episode that two of the folders hold counts
        once, as the later folder has it.

    Raises:
        InputError: a folder contains no results.
    """
    frames = [_episodes(folder) for folder in folders]
    return pd.concat(frames, ignore_index=True).drop_duplicates([*_KEY, "snippets"], keep="last")


def in_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """The episodes of folders of the paper's dataset under the names of the published rows.

    Where two folders are for one row, as `logistics` and `logistics_planbench`, an episode that
    both hold counts once.
    """
    named = frame.assign(domain=frame["domain"].map(row_of))
    return named.drop_duplicates([*_KEY, "snippets"], keep="first")


def models(frame: pd.DataFrame) -> list[str]:
    """The models that were asked in some episodes; `none` alone where there are none of these."""
    return sorted(set(frame["model"]) - {NO_MODEL}) or [NO_MODEL]


def scores(frame: pd.DataFrame, model: str) -> Scores:
    """What a model, and the mechanisms that ask none, solved."""
    chosen = frame[frame["model"].isin([model, NO_MODEL])]
    unread = chosen["solved"].isna()
    known = chosen.assign(solved=chosen["solved"].fillna(False).astype(bool), unread=unread)
    means = known.groupby(_SCORED)[["solved", "unread"]].mean()
    by_task = means.groupby(_SCORED[:-1]).agg(
        solved=("solved", "sum"), tasks=("solved", "count"), unread=("unread", "sum")
    )
    found = {}
    for row in by_task.reset_index().itertuples(index=False, name=None):
        domain, snippets, mechanism, form, asked, total, tasks, unknown = row
        # What people wrote is published in columns `nl`, in rows of its own.
        shown: InputForm = "nl" if form == BY_HAND else form
        who = Column(mechanism, None if asked == NO_MODEL else shown)
        found[domain, snippets, who] = Score(float(total), int(tasks), float(unknown))
    return found


def compared(frame: pd.DataFrame, model: str) -> Scores:
    """The scores that stand beside published ones: those of no offline model, which only plans."""
    return scores(frame, model if model_traits(model).writes_text else NO_MODEL)


def act_tokens(frame: pd.DataFrame, model: str, sides: Sequence[Side]) -> dict[str, Tokens]:
    """The mean input tokens of Act, by domain, on the tasks solved on all sides (appendix F)."""
    chosen = frame[(frame["mechanism"] == "act") & (frame["model"] == model) & frame["solved"]]
    columns = [
        chosen[(chosen["snippets"] == side.snippets) & (chosen["input"] == side.input)].set_index(
            ["domain", "instance", "seed"]
        )[["planner_tokens", "tokens_estimated"]]
        for side in sides
    ]
    both = pd.concat(columns, axis=1, join="inner", keys=range(len(sides)))
    return {
        str(domain): Tokens(
            tasks=len(group),
            means=tuple(float(group[side, "planner_tokens"].mean()) for side in range(len(sides))),
            estimated=any(group[side, "tokens_estimated"].any() for side in range(len(sides))),
        )
        for domain, group in both.groupby(level="domain")
    }


def act_origins(frame: pd.DataFrame) -> list[str]:
    """What wrote the snippets of Act in the form `nl`; the paper's kind comes first."""
    read = frame[(frame["mechanism"] == "act") & (frame["input"] == "nl")]
    found = sorted(set(read["snippets"]) - {OBFUSCATED, BY_HAND, ""})
    return sorted(found, key=lambda origin: origin != PDDL2NL)


def _episodes(folder: Path) -> pd.DataFrame:
    spent = Counter[EpisodeKey]()
    for key, expense in expenses(folder):
        if expense.role == "planner":
            spent[key] += expense.usage.input_tokens
    frame = load(folder)
    keys = (EpisodeKey(*row) for row in frame[_KEY].itertuples(index=False, name=None))
    return frame.assign(
        snippets=_origins(frame, settings(folder)), planner_tokens=[spent[key] for key in keys]
    )


def _origins(frame: pd.DataFrame, agreed: Mapping[str, str]) -> pd.Series[str] | str:
    """What wrote the snippets of each episode."""
    names = agreed.get("obfuscate", "None")
    if names != "None":
        return OBFUSCATED if names == "names" else names
    # Episodes of earlier versions do not record it; the settings have a file as `NAME:DIGEST`, and
    # a model as `llm:NAME:DIGEST`.
    written_in = agreed.get("verbalizer", "").partition(":")[0]
    other = "planbench" if written_in.endswith(_HAND_WRITTEN) else written_in
    recorded = frame["snippets"].fillna(PDDL2NL if written_in == LLM else other)
    read = frame["input"].isin(["nl", BY_HAND]) & (frame["model"] != NO_MODEL)
    return recorded.where(read, "")
