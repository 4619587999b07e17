"""Odd answers, and odd lines around them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import domains
from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt, written


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    folder = domains.folder("blocksworld")
    plan = "1. pick up block object_1 from the table\n2. put it down\n" * choose.randint(1, 40)
    entry: dict[str, object] = {
        "domain": str(folder / "domain.pddl"),
        "problem": str(folder / "instances" / "instance-1.pddl"),
        "response": spoilt(plan, choose),
    }
    if choose.random() < 0.4:
        name = choose.choice(("form", "style", "names", "lexicon", "config", "domain", "response"))
        entry[name] = choose.choice((None, 1, [], {}, "nl", "pddl", "brief", "/", "\x00", True))
    line = json.dumps(entry)
    if choose.random() < 0.3:
        line = spoilt(line, choose)
    file = written(place / "responses.jsonl", line + "\n")
    yield Case(autoplan_cli.main, ["score", str(file)], (file,))
