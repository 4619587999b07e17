"""The page of a report: one HTML file that holds everything and asks for nothing; other packages
may add sections to it, each a class in one file. Its tables lie beside it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from autoplan.experiment.benchmarks import FRONTIER
from autoplan.report import figures, wording
from autoplan.report.answers import answer_tables, answers_html
from autoplan.report.companions import has_parquet, write_companions
from autoplan.report.conversation import packed
from autoplan.report.failures import OUTCOMES
from autoplan.report.figures import NARROW, WIDE
from autoplan.report.material import KEY, Material, gather
from autoplan.report.paper.numbers import Column, frontier_figures, solved_in_table_2
from autoplan.report.tables import (
    ALL,
    COSTS,
    EFFORT,
    LENGTHS,
    Statistic,
    Tables,
    limits,
    measured,
    scaled_domains,
    tables,
    yardstick_lengths,
)
from autoplan.results.answers import GradedAnswer, answers
from autoplan.results.reading import ONLY_UNSOLVABLE, left_out
from autoplan.results.record import NO_MODEL
from autoplan.results.store import FILE
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.llm.prices import PriceList

ENTRY_POINTS = "autoplan.report_sections"
"""The entry-point group in which a package can offer a section: its class."""


class ReportSection(Protocol):
    """A part of the page, with its figure and its table; made without arguments."""

    name: str
    """What its address ends in: letters, digits and hyphens."""
    title: str
    """Its heading, and what the navigation calls it."""

    def html(self, episodes: pd.DataFrame) -> str | None:
        """The section below its heading, as HTML without scripts; None where it has nothing to say.

        Args:
            episodes: the columns of `autoplan.load`, and `run`, `player`, `cause` and `usd`.
        """
        ...


def added_sections(episodes: pd.DataFrame) -> list[dict[str, str]]:
    """The sections that installed packages add, each with its name, title and HTML.

    Raises:
        InputError: a section cannot be loaded.
    """
    found = []
    for point in entry_points(group=ENTRY_POINTS):
        section = _loaded(point)
        try:
            html = section.html(episodes)
        except Exception as error:
            # The rest of the page is worth reading.
            what = f"This section broke: {type(error).__name__}: {error}"
            print(f"the report section {point.name}: {what}", file=sys.stderr)
            html = f"<p>{escape(what)}</p>"
        if html is not None:
            found.append({"name": section.name, "title": section.title, "html": Markup(html)})
    return found


def _loaded(point: EntryPoint) -> ReportSection:
    try:
        section: ReportSection = point.load()()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the report section {point.name} cannot be loaded: {error}") from error
    if not re.fullmatch(r"[\w-]+", section.name):
        raise InputError(f"the report section {point.name} has no usable name: {section.name!r}")
    return section


SCRIPTS = ("page.js", "packed.js", "addresses.js", "words.js", "list.js", "episode.js", "start.js")
"""The parts of the page's script, in the order in which they are put together."""

_PLAYED = {"played": Statistic("Episodes", "count"), "solved": Statistic("Solved", "count")}
_EFFORT = {
    "solved": Statistic("Solved", "count"),
    **EFFORT,
    "usd_with_failures": Statistic("With failures", "dollars"),
}
_OF_THINKING = ("reasoning_tokens", "usd_thinking")
_INDEX = [
    *KEY,
    *("player", "solved", "cause", "steps", "refused", "plan_length", "reference_length"),
    *("optimum", "yardstick_length", "plan_cost", "best_cost", "optimum_known"),
    *("calls", "input_tokens", "output_tokens", "tokens_estimated", "usd", "seconds"),
    *("error", "chunk", "place"),
]


def render(title: str, material: Material, tables: Tables, beside: str) -> str:
    """The page's HTML.

    Args:
        beside: the folder of the companions, as a reader of the page knows it.
    """
    episodes = material.episodes
    script = "".join(_file(name) for name in SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    asking = set(episodes.loc[episodes["model"] != NO_MODEL, "player"])
    look = figures.looks(map(str, episodes["player"].cat.categories), asking)
    heat = _heat(tables.coverage, episodes)
    fresh = bool(episodes["domain"].str.startswith(f"{FRONTIER}-").any())
    thinking = bool(episodes["reasoning_tokens"].gt(0).any())
    made = tables.mistakes
    page = _environment().get_template("report.html.j2")
    return page.render(
        title=title,
        css=Markup(_file("report.css")),
        script=Markup(script),
        script_digest=f"sha256-{digest}",
        index=packed(_index(episodes)),
        wording=wording,
        material=material,
        episodes=episodes,
        tables=tables,
        asking=asking,
        companions=beside,
        has_parquet=has_parquet(),
        added=[*_answered(material), *added_sections(episodes)],
        figures=_figures(tables, measured(episodes), look),
        players=list(episodes["player"].cat.categories),
        heat=heat,
        has_published=any(cell and cell["published"] for row in heat for cell in row["cells"]),
        any_unread=bool(episodes["solved"].isna().any()),
        frontier=frontier_figures() if fresh else "",
        sample_sizes=sorted({k for each in material.samples for k in each.pass_at}),
        uneven=_uneven(episodes),
        lengths=_shown(tables.plan_lengths, LENGTHS),
        costs=_shown(tables.plan_costs, COSTS),
        effort=_shown(
            tables.effort,
            {name: each for name, each in _EFFORT.items() if thinking or name not in _OF_THINKING},
        ),
        any_thinking=thinking,
        any_estimated=bool(episodes["tokens_estimated"].any()),
        panels=_panels(tables.scaling, episodes, look),
        causes={name: each for name, each in OUTCOMES.items() if name in tables.failures},
        failures=_failures(tables.failures),
        mistakes=_shown(
            made[made.any(axis="columns")].reset_index(),  # those who make some
            {str(name): Statistic(str(name).capitalize(), "rate") for name in made},
        ),
        broken_off=int((episodes["cause"] == "model error").sum()),
    )


def _answered(material: Material) -> list[dict[str, str]]:
    """The section on answers to questions, where the folders hold any."""
    if not material.answers:
        return []
    html = answers_html(answer_tables(material.answers))
    return [{"name": "answers", "title": "Questions", "html": html}]


def _shown(table: pd.DataFrame, columns: Mapping[str, Statistic]) -> dict[str, Any]:
    """A table as the page shows it: its columns, and the cells of each player."""

    def cell(row: Mapping[Any, Any], name: str, form: str) -> str:
        text = wording.FORMS[form](row[name])
        estimated = form == "tokens" and row["estimated"] and any(map(str.isdigit, text))
        return f"~{text}" if estimated else text

    rows = [
        (row["player"], [cell(row, name, each.form) for name, each in columns.items()])
        for row in table.to_dict("records")
    ]
    return {"columns": list(columns.values()), "rows": rows}


def _failures(table: pd.DataFrame) -> dict[str, Any]:
    """The table of causes, each number leading to its episodes."""
    causes = [name for name in OUTCOMES if name in table]
    columns = _PLAYED | {name: Statistic(name.capitalize(), "times") for name in causes}
    shown = _shown(table.reset_index(), columns)
    for player, cells in shown["rows"]:
        for place, cause in enumerate(causes, start=len(_PLAYED)):
            if table.loc[player, cause]:
                link = _link(player=str(player), outcome=cause)
                cells[place] = Markup('<a href="{}">{}</a>').format(link, cells[place])
    return shown


def _figures(
    tables: Tables, known: pd.DataFrame, look: Mapping[str, figures.Look]
) -> dict[str, Markup | None]:
    total = tables.coverage[tables.coverage["domain"] == ALL]
    asking = tables.effort[(tables.effort["input_tokens"] > 0) & (tables.effort["solved"] > 0)]
    return {
        "coverage": _plot(figures.coverage, total),
        "lengths": _plot(figures.plan_lengths, known) if len(known) else None,
        "tokens": _plot(figures.tokens, asking, total, look) if len(asking) > 1 else None,
        "failures": _plot(figures.failures, tables.failures),
        "players": _plot(figures.players, look),
    }


def _plot(draw: Callable[..., str], *material: object) -> Markup:
    """A plot for narrow windows and for wide ones; the style sheet shows one of them."""
    return Markup("\n").join(Markup(draw(*material, width)) for width in (NARROW, WIDE))


def _panels(
    sizes: pd.DataFrame, episodes: pd.DataFrame, look: Mapping[str, figures.Look]
) -> list[tuple[str, Markup]]:
    """A plot for each domain whose tasks come in several sizes."""
    stopped = limits(episodes)
    found = []
    for number, domain in enumerate(scaled_domains(episodes)):
        own = sizes[sizes["domain"] == domain], stopped[stopped["domain"] == domain]
        found.append((domain, Markup(figures.scaling(f"scaling-{number}", *own, look))))
    return found


def _heat(coverage: pd.DataFrame, episodes: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of the heat map, the sum over all domains last."""
    paper = _published_by_player(episodes)
    known = {(row["domain"], row["player"]): row for row in coverage.to_dict("records")}
    instances = episodes.groupby("domain")["instance"].nunique().to_dict()
    instances[ALL] = sum(instances.values())

    def cell(name: str, player: str) -> dict[Hashable, Any] | None:
        if (name, player) not in known:
            return None
        where = {} if name == ALL else {"domain": name}
        shown = {"link": _link(**where, player=player), "published": paper.get((name, player))}
        return known[name, player] | shown

    return [
        {
            "name": "All domains" if name == ALL else name,
            "total": name == ALL,
            "instances": instances[name],
            "cells": [cell(name, player) for player in episodes["player"].cat.categories],
        }
        for name in (*sorted(set(episodes["domain"])), ALL)
    ]


def _published_by_player(episodes: pd.DataFrame) -> dict[tuple[str, str], str]:
    """The published number for each domain and player that has one, such as `17 of 20`."""
    known = solved_in_table_2()
    found = {}
    for domain, player, mechanism, form, model in set(
        episodes[["domain", "player", "mechanism", "input", "model"]].itertuples(index=False)
    ):
        column = Column(mechanism, None if model == NO_MODEL else form)
        if (domain, column) in known:
            found[domain, player] = "{} of {}".format(*known[domain, column])
    return found


def _uneven(episodes: pd.DataFrame) -> bool:
    """Whether some players played other tasks than others."""
    tasks = episodes[["player", "domain", "instance"]].drop_duplicates()
    return bool((tasks.groupby(["domain", "instance"]).size() < tasks["player"].nunique()).any())


def _link(**narrow: str) -> str:
    """The address of a part of the list of episodes."""
    return f"#/episodes?{urlencode(narrow)}"


def _index(episodes: pd.DataFrame) -> Mapping[str, Sequence[object]]:
    """The rows of the list of episodes, as the page's script reads them."""
    measured_by = episodes.assign(yardstick_length=yardstick_lengths(episodes))
    ordered = measured_by.sort_values(["player", "seed"], kind="stable")
    listed = ordered[_INDEX].to_json(orient="split", index=False, double_precision=6)
    content: Mapping[str, Sequence[object]] = json.loads(listed)
    return content


def _file(name: str) -> str:
    return resources.files("autoplan.report").joinpath("templates", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("autoplan.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "percent": wording.percent,
        "count": wording.count,
        "between": wording.between,
        "two_lines": _two_lines,
    }
    return environment


def _two_lines(player: str) -> Markup:
    """A player's name with what qualifies the mechanism in small print."""
    mechanism, _, rest = player.partition(", ")
    return Markup("{}<small>{}</small>").format(mechanism, rest) if rest else escape(mechanism)


def write_report(
    folders: Sequence[Path], page: Path, prices: PriceList | None = None, *, force: bool = False
) -> int:
    """Write a report on results folders.

    Args:
        folders: the folders, each written by `autoplan eval` or `autoplan ask`.
        page: the HTML file to be written. The companions go into the folder beside it that has its
            name without the ending: `report.html`, `report/`.
        prices: what tokens cost, None for what they cost in each run (see `gather`).
        force: whether a file that is no report may be written over.

    Returns:
        How many episodes are left out, since their tasks are proved unsolvable.

    Raises:
        InputError: a folder contains no results, two hold results of different tasks, or the report
            cannot be written.
    """
    runs = _named(folders)
    if not force and page.exists() and not _is_ours(page):
        raise InputError("is not a report; --force overwrites it", source=str(page))
    beside = page.with_suffix("")
    if not force and not page.exists() and beside.exists() and any(beside.iterdir()):
        raise InputError("does not belong to a report; --force writes into it", source=str(beside))
    asked = {name: own for name, each in runs.items() if (own := _answers_alone(each))}
    played = {name: each for name, each in runs.items() if name not in asked}
    answered = [answer for own in asked.values() for answer in own]
    if not played:
        console.emit(_render_answers(", ".join(runs), answered), page)
        return 0
    material = gather(played, prices)
    material = replace(material, answers=[*material.answers, *answered])
    unsolvable = sum(map(left_out, played.values()))
    if material.episodes.empty:
        fault = ONLY_UNSOLVABLE if unsolvable else "contains no episodes yet"
        raise InputError(fault, source=str(folders[0]))
    found = tables(material)
    title = ", ".join(runs)
    text = render(title, material, found, beside.name + "/")
    try:
        write_companions(beside, material.episodes, found)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(beside)) from error
    console.emit(text, page)
    return unsolvable


def _answers_alone(folder: Path) -> list[GradedAnswer]:
    """The answers of a folder that holds no episodes."""
    return [] if (folder / FILE).is_file() else answers(folder)


def _render_answers(title: str, found: Sequence[GradedAnswer]) -> str:
    """The HTML of a page on answers alone."""
    page = _environment().get_template("answers.html.j2")
    css = Markup(_file("report.css"))
    return page.render(title=title, css=css, html=answers_html(answer_tables(found)))


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
