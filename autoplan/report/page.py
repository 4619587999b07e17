"""The page of a report: one HTML file that holds everything and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlencode

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from autoplan.experiment.frontier import PREFIX
from autoplan.report import figures, scaling, wording
from autoplan.report.contenders import NO_MODEL
from autoplan.report.drawing import NARROW, WIDE
from autoplan.report.failures import CAUSES
from autoplan.report.material import KEY, Material
from autoplan.report.packing import packed
from autoplan.report.paper.numbers import frontier_said
from autoplan.report.sections import added_sections
from autoplan.report.tables import ALL, Tables, measured

SCRIPTS = ("page.js", "packed.js", "addresses.js", "words.js", "list.js", "episode.js", "start.js")
"""The parts of the page's script, in the order in which they are put together."""

_INDEX = [
    *KEY,
    *("player", "solved", "cause", "steps", "refused", "plan_length", "reference_length"),
    *("optimum", "calls", "input_tokens", "output_tokens", "tokens_estimated", "usd", "seconds"),
    *("error", "chunk", "place"),
]


def render(
    title: str, material: Material, tables: Tables, published: pd.DataFrame, beside: str
) -> str:
    """The page's HTML.

    Args:
        title: its heading.
        material: what was played.
        tables: the tables made of that.
        published: `published.published`.
        beside: the folder of the companions, as a reader of the page knows it.
    """
    episodes = material.episodes
    script = "".join(_file(name) for name in SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    heat = _heat(tables.coverage, episodes, published)
    look = figures.looks(map(str, episodes["player"].cat.categories), _asking(episodes))
    panels = _panels(episodes, look)
    added = added_sections(episodes)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            title=title,
            lead=wording.lead(episodes),
            css=Markup(_file("report.css")),
            script=Markup(script),
            script_digest=f"sha256-{digest}",
            index=packed(_index(episodes)),
            chunks=material.chunks,
            sections=_sections(bool(len(tables.lengths)), bool(panels), added),
            added=added,
            figures=_figures(episodes, tables, look),
            players=list(episodes["player"].cat.categories),
            heat=heat,
            has_published=any(cell and cell["published"] for row in heat for cell in row["cells"]),
            coverage_said=wording.coverage_said(tables.coverage, _asking(episodes)),
            interval_said=wording.interval_said(tables.coverage),
            strictly_said=wording.strictly_said(episodes),
            disagreements_said=wording.disagreements_said(episodes),
            frontier_said=frontier_said() if _has_fresh_tasks(episodes) else "",
            samples=material.samples,
            sample_sizes=sorted({k for each in material.samples for k in each.pass_at}),
            uneven=_uneven(episodes),
            lengths=tables.lengths.to_dict("records"),
            effort=tables.effort.to_dict("records"),
            any_thinking=bool(episodes["reasoning_tokens"].gt(0).any()),
            any_estimated=bool(episodes["tokens_estimated"].any()),
            money_said=wording.money_said(episodes, material.dated),
            panels=panels,
            **_failures(tables),
            refused=tables.refused.to_dict("records"),
            broken_off=_broken_off(episodes),
            settings=material.settings,
            companions=beside,
        )
    )


def _has_fresh_tasks(episodes: pd.DataFrame) -> bool:
    return bool(episodes["domain"].str.startswith(f"{PREFIX}-").any())


def _sections(
    lengths: bool, scales: bool, added: Iterable[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    return [
        ("coverage", "Coverage"),
        *([("lengths", "Plan length")] if lengths else []),
        ("effort", "Effort"),
        *([("scaling", "Scaling")] if scales else []),
        ("failures", "Why episodes fail"),
        *((each["name"], each["title"]) for each in added),
        ("episodes", "Episodes"),
        ("about", "About these numbers"),
    ]


def _figures(
    episodes: pd.DataFrame, tables: Tables, look: Mapping[str, figures.Look]
) -> dict[str, Markup | None]:
    total = tables.coverage[tables.coverage["domain"] == ALL]
    known = measured(episodes)
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


def _panels(episodes: pd.DataFrame, look: Mapping[str, figures.Look]) -> list[dict[str, Any]]:
    sizes, limits = scaling.by_size(episodes), scaling.limits(episodes)
    return [
        {
            "domain": domain,
            "figure": Markup(
                figures.scaling(
                    f"scaling-{number}",
                    sizes[sizes["domain"] == domain],
                    limits[limits["domain"] == domain],
                    look,
                )
            ),
        }
        for number, domain in enumerate(scaling.scaled_domains(episodes))
    ]


def _heat(
    coverage: pd.DataFrame, episodes: pd.DataFrame, published: pd.DataFrame
) -> list[dict[str, Any]]:
    """The rows of the heat map, the sum over all domains last."""
    paper = _published_by_player(episodes, published)
    cells = {(row["domain"], row["player"]): row for row in coverage.to_dict("records")}
    players = list(episodes["player"].cat.categories)
    names = [*sorted(set(episodes["domain"])), ALL]
    rows = []
    for name in names:
        found = [cells.get((name, player)) for player in players]
        narrow = {} if name == ALL else {"domain": name}
        rows.append(
            {
                "name": "All domains" if name == ALL else name,
                "total": name == ALL,
                "instances": max(cell["instances"] for cell in found if cell),
                "cells": [
                    cell
                    and {
                        **cell,
                        "link": _link(**narrow, player=player),
                        "published": paper.get((name, player)),
                    }
                    for player, cell in zip(players, found, strict=True)
                ],
            }
        )
    return rows


def _published_by_player(
    episodes: pd.DataFrame, published: pd.DataFrame
) -> dict[tuple[str, str], str]:
    """The published number for each domain and player that has one, such as `17 of 20`."""
    own = episodes[["domain", "player", "mechanism", "input", "model"]].drop_duplicates()
    own = own.assign(input=own["input"].where(own["model"] != NO_MODEL, ""))
    both = own.merge(published, on=["domain", "mechanism", "input"])
    return {
        (domain, player): f"{value:g} of {tasks}"
        for domain, player, value, tasks in both[["domain", "player", "value", "tasks"]].values
    }


def _failures(tables: Tables) -> dict[str, Any]:
    """What the section on failures shows."""
    table, rates = tables.failures, tables.mistakes
    causes = [name for name in CAUSES if name in table]
    return {
        "failures_said": wording.failures_said(table),
        "causes": [{"name": name, "meaning": CAUSES[name]} for name in causes],
        "failures": [
            {
                "player": player,
                "played": row["played"],
                "solved": row["solved"],
                "cells": [
                    {"times": row[cause], "link": _link(player=str(player), outcome=cause)}
                    for cause in causes
                ],
            }
            for player, row in table.to_dict("index").items()
        ],
        "mistake_names": list(rates.columns),
        "mistakes": [
            {"player": player, "rates": list(row.values())}
            for player, row in rates.to_dict("index").items()
            if any(row.values())
        ],
    }


def _asking(episodes: pd.DataFrame) -> set[str]:
    """The players that ask a model."""
    return set(episodes.loc[episodes["model"] != NO_MODEL, "player"])


def _uneven(episodes: pd.DataFrame) -> bool:
    """Whether some players played other tasks than others."""
    tasks = episodes[["player", "domain", "instance"]].drop_duplicates()
    return bool((tasks.groupby(["domain", "instance"]).size() < tasks["player"].nunique()).any())


def _broken_off(episodes: pd.DataFrame) -> str | None:
    number = int((episodes["cause"] == "model error").sum())
    if not number:
        return None
    return "One episode" if number == 1 else f"{number:,} episodes"


def _link(**narrow: str) -> str:
    """The address of a part of the list of episodes."""
    return f"#/episodes?{urlencode(narrow)}"


def _index(episodes: pd.DataFrame) -> Mapping[str, Sequence[object]]:
    """The rows of the list of episodes, as the page's script reads them."""
    ordered = episodes.sort_values(["player", "seed"], kind="stable")
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
        "mean": wording.mean,
        "solved": wording.solved,
        "dollars": wording.dollars,
        "duration": wording.duration,
        "two_lines": _two_lines,
    }
    return environment


def _two_lines(player: str) -> Markup:
    """A player's name with what qualifies the mechanism in small print."""
    mechanism, _, rest = player.partition(", ")
    return Markup("{}<small>{}</small>").format(mechanism, rest) if rest else escape(mechanism)
