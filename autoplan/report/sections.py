"""Sections of the page that other packages add: each a class in one file."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

import pandas as pd
from markupsafe import Markup, escape

from pddl2nl.errors import InputError

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
