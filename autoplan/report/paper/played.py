"""Results of one's own, added up as the paper's tables add them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from autoplan.report.paper.numbers import Column
from autoplan.results.origins import BY_HAND, OBFUSCATED, PDDL2NL
from autoplan.results.reading import expenses, settings
from autoplan.results.store import FILE
from autoplan.results.table import load
from pddl2nl.errors import InputError
from pddl2nl.verbalizers import LLM

if TYPE_CHECKING:
    from simulator import InputForm

NO_MODEL = "none"
"""The model under which mechanisms that ask none are filed."""

_KEY = ["domain", "instance", "mechanism", "input", "model", "seed"]
_SCORED = ["domain", "snippets", "mechanism", "input", "model", "instance"]
_HAND_WRITTEN = (".yaml", ".yml")  # PlanBench's format


@dataclass(frozen=True, slots=True)
class Score:
    """Tasks solved.

    Args:
        solved: how many, as a mean over the seeds.
        tasks: out of how many.
    """

    solved: float
    tasks: int

    def __add__(self, other: Score) -> Score:
        return Score(self.solved + other.solved, self.tasks + other.tasks)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Input tokens of the planning model on tasks that all of several contenders solved.

    Args:
        tasks: how many such tasks there are; those of different seeds count separately.
        means: the mean a task for each contender.
        estimated: whether a count is an approximation.
    """

    tasks: int
    means: tuple[float, ...]
    estimated: bool


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
            raise InputError(f"holds no results (no {FILE} in it)", source=str(place))
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
        InputError: a folder holds no results.
    """
    frames = [_episodes(folder) for folder in folders]
    return pd.concat(frames, ignore_index=True).drop_duplicates([*_KEY, "snippets"], keep="last")


def models(frame: pd.DataFrame) -> list[str]:
    """The models that were asked in some episodes; `none` alone where there are none of these."""
    return sorted(set(frame["model"]) - {NO_MODEL}) or [NO_MODEL]


def scores(frame: pd.DataFrame, model: str) -> Scores:
    """What a model, and the mechanisms that ask none, solved.

    Args:
        frame: episodes, as `episodes` gives them.
        model: the model.
    """
    chosen = frame[frame["model"].isin([model, NO_MODEL])]
    solved = chosen.groupby(_SCORED)["solved"].mean()
    by_task = solved.groupby(_SCORED[:-1]).agg(["sum", "count"])
    found = {}
    for domain, snippets, mechanism, form, asked, total, tasks in by_task.reset_index().itertuples(
        index=False, name=None
    ):
        # What people wrote is published in columns `nl`, in rows of its own.
        told: InputForm = "nl" if form == BY_HAND else form
        who = Column(mechanism, None if asked == NO_MODEL else told)
        found[domain, snippets, who] = Score(float(total), int(tasks))
    return found


def act_tokens(frame: pd.DataFrame, model: str, sides: Sequence[Side]) -> dict[str, Tokens]:
    """The mean input tokens of Act, by domain, on the tasks solved on all sides (appendix F).

    Args:
        frame: episodes, as `episodes` gives them.
        model: the model.
        sides: what is compared.
    """
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
    """What wrote the snippets of Act's episodes in the form `nl`; the paper's kind comes first."""
    read = frame[(frame["mechanism"] == "act") & (frame["input"] == "nl")]
    found = sorted(set(read["snippets"]) - {OBFUSCATED, ""})
    return sorted(found, key=lambda origin: origin != PDDL2NL)


def _episodes(folder: Path) -> pd.DataFrame:
    spent: Counter[tuple[object, ...]] = Counter()
    for key, expense in expenses(folder):
        if expense.role == "planner":
            place = (key.domain, key.instance, key.mechanism, key.input, key.model, key.seed)
            spent[place] += expense.usage.input_tokens
    frame = load(folder)
    places = frame[_KEY].itertuples(index=False, name=None)
    return frame.assign(
        snippets=_origins(frame, settings(folder)),
        planner_tokens=[spent[place] for place in places],
    )


def _origins(frame: pd.DataFrame, agreed: Mapping[str, str]) -> pd.Series[str] | str:
    """What wrote the snippets of each episode."""
    names = agreed.get("obfuscate", "None")
    if names != "None":
        return OBFUSCATED if names == "names" else names
    told = frame["snippets"].fillna(_by_settings(agreed))
    read = frame["input"].isin(["nl", BY_HAND]) & (frame["model"] != NO_MODEL)
    return told.where(read, "")


def _by_settings(agreed: Mapping[str, str]) -> str:
    """What wrote the snippets of results whose episodes do not tell."""
    # A file is told as `NAME:DIGEST`, a model as `llm:NAME:DIGEST`.
    written_in = agreed.get("verbalizer", "").partition(":")[0]
    if written_in.endswith(_HAND_WRITTEN):
        return "planbench"
    return PDDL2NL if written_in == LLM else written_in
