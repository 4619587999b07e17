"""Broken domain and problem files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import domains
from pddl2nl import cli as pddl2nl_cli
from scripts.odd_inputs.case import Case, spoilt, written

BUNDLED = ("blocksworld", "ferry", "floortile", "grid", "logistics", "satellite", "visitall")


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    folder = domains.folder(choose.choice(BUNDLED))
    texts = {
        "domain.pddl": (folder / "domain.pddl").read_text("utf-8"),
        "problem.pddl": (folder / "instances" / "instance-2.pddl").read_text("utf-8"),
    }
    broken = choose.choice(list(texts))
    texts[broken] = spoilt(texts[broken], choose)
    files = tuple(written(place / name, text) for name, text in texts.items())
    more = choose.choice(
        (["--style", "brief"], ["--format", "json"], ["--format", "messages"], ["--costs"], [])
    )
    command = ["check"] if choose.random() < 0.3 else ["convert", *more]
    yield Case(pddl2nl_cli.main, [*command, *map(str, files)], files, broken)
