"""Broken lexicon files."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Iterator
from pathlib import Path

import domains
from pddl2nl import cli as pddl2nl_cli
from scripts.odd_inputs.case import Case, spoilt, written


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    folder = domains.folder("ferry")
    domain, good = folder / "domain.pddl", place / "good.json"
    with contextlib.redirect_stdout(io.StringIO()):
        pddl2nl_cli.main(["convert", str(domain), "--lexicon-out", str(good)])
    bad = written(place / "bad.json", spoilt(good.read_text("utf-8"), choose))
    problem = folder / "instances" / "instance-1.pddl"
    order = ["check", str(domain), str(problem), "--lexicon", str(bad)]
    if choose.random() < 0.5:
        order = ["convert", str(domain), "--verbalizer", str(bad)]
    yield Case(pddl2nl_cli.main, order, (bad,))
