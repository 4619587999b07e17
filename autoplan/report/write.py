"""From results folders to a report on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autoplan.models import PriceList
from autoplan.report.companions import write_companions
from autoplan.report.material import gather
from autoplan.report.page import render
from autoplan.report.tables import tables
from pddl2nl import console
from pddl2nl.errors import InputError


def write_report(
    folders: Sequence[Path], page: Path, prices: PriceList | None = None, *, force: bool = False
) -> None:
    """Write a report on results folders.

    Args:
        folders: the folders, each written by `autoplan eval`.
        page: the HTML file to be written. The companions go into the folder beside it that has its
            name without the ending: `report.html`, `report/`.
        prices: what tokens cost, None for what they cost in each run (see `gather`).
        force: whether a file that is no report may be written over.

    Raises:
        InputError: a folder holds no results, two hold results of different tasks, or the report
            cannot be written.
    """
    runs = _named(folders)
    if not force and page.exists() and not _is_ours(page):
        raise InputError("is no report; --force writes over it", source=str(page))
    beside = page.with_suffix("")
    if not force and not page.exists() and beside.exists() and any(beside.iterdir()):
        raise InputError("is no report's; --force writes into it", source=str(beside))
    material = gather(runs, prices)
    if material.episodes.empty:
        raise InputError("holds no episodes yet", source=str(folders[0]))
    found = tables(material)
    title = ", ".join(runs)
    text = render(title, material, found, beside.name + "/")
    try:
        write_companions(beside, material.episodes, found)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(beside)) from error
    console.emit(text, page)


def _is_ours(page: Path) -> bool:
    """Whether a file is a report; each has a mark at its beginning."""
    try:
        with page.open("rb") as file:
            return b'content="autoplan report"' in file.read(4096)
    except OSError:
        return False


def _named(folders: Sequence[Path]) -> dict[str, Path]:
    """Folders by a short name: their own, or with those above where two have the same."""
    paths = list(dict.fromkeys(folder.resolve() for folder in folders))
    depth = 1
    while len({path.parts[-depth:] for path in paths}) < len(paths):
        depth += 1
    return {"/".join(path.parts[-depth:]): path for path in paths}
