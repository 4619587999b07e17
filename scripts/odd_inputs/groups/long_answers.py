"""Answers of 200,000 equal characters, or of a short piece again and again, for `score`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import domains
from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, written

LENGTH = 200_000
PIECES = (
    *(
        " ",
        "\n",
        "\t",
        "\r",
        "\xa0",
        "`",
        "```\n",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        '"',
        "'",
    ),
    *("a", "1", "1.", "1. ", "- ", "* ", "**", "_", "|", "|-", "#", "# ", "\\", "$", "\\(", "/"),
    *(",", ".", ":", ";", "-", "=", "→", "é", "名", "\u0301", "\x00", "\x1b", "\ud800", "\u202e"),
    *("&amp;", "<think>", "</think>", '{"a":', "[1,", "and ", "then ", "not ", "it ", "object_1 "),
    *("no. ", "pick up ", "(pick-up ", "\n\n", " \n", "step 1: ", "Plan:\n", "[PLAN END]\n"),
)


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    folder = domains.folder("blocksworld")
    piece = choose.choice(PIECES)
    run = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
    plan = "1. pick up block object_1 from the table\n"
    entry = {
        "domain": str(folder / "domain.pddl"),
        "problem": str(folder / "instances" / "instance-1.pddl"),
        "response": choose.choice(("", plan, "x")) + run + choose.choice(("", plan, "y")),
        "form": choose.choice(("nl", "nl", "pddl", "template")),
    }
    file = written(place / "responses.jsonl", json.dumps(entry) + "\n")
    yield Case(autoplan_cli.main, ["score", str(file)], (file,), f"{piece!r} again and again")
