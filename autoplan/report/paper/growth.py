"""The scaled sets by size: where each player stops."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from autoplan.experiment.benchmarks import benchmark
from autoplan.report.paper.played import Score, scores
from autoplan.report.paper.sheet import Sheet

NOTES = ("Tasks solved, as a mean over the seeds, of those with as many objects.",)


def growth_sheet(title: str, frame: pd.DataFrame, model: str, sets: Iterable[str]) -> Sheet | None:
    """Tasks solved by scaled set and number of objects; None where no set was played.

    Args:
        title: what it shows.
        frame: episodes, as `played.episodes` gives them.
        model: the model.
        sets: the scaled sets; those that were not played are left out.

    Raises:
        InputError: one that was played is not bundled.
    """
    found = {
        (name, objects): {who: score for (_, _, who), score in scores(part, model).items()}
        for name in sets
        if (frame["domain"] == name).any()
        for objects, part in _by_size(frame, name)
    }
    if not found:
        return None
    contenders = sorted({who for cells in found.values() for who in cells}, key=str)
    rows = tuple(
        (name, str(objects), *(_cell(cells.get(who)) for who in contenders))
        for (name, objects), cells in found.items()
    )
    return Sheet(title, ("domain", "objects", *map(str, contenders)), rows, NOTES)


def _by_size(frame: pd.DataFrame, name: str) -> list[tuple[int, pd.DataFrame]]:
    problems = benchmark(name).problems
    objects = {path.stem: len(problem.all_objects) for path, problem in problems.items()}
    episodes = frame[frame["domain"] == name]
    sizes = episodes["instance"].map(objects)
    return [(int(size), episodes[sizes == size]) for size in sorted(sizes.dropna().unique())]


def _cell(score: Score | None) -> str:
    return "–" if score is None else f"{score.solved:.1f}/{score.tasks}".replace(".0/", "/")
