"""Damaged results."""

from __future__ import annotations

import contextlib
import io
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    out = place / "out"
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "2"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        autoplan_cli.main([*order, "--out", str(out)])
    file = out / "results.sqlite"
    whole = file.read_bytes()
    kind = choose.choice(("cut", "noise", "foreign", "text", "transcript", "folder"))
    if kind == "cut":
        file.write_bytes(whole[: choose.randrange(len(whole))])
    elif kind == "noise":
        at = choose.randrange(len(whole) - 200)
        file.write_bytes(whole[:at] + choose.randbytes(200) + whole[at + 200 :])
    elif kind == "text":
        file.write_text("this is no database")
    elif kind == "folder":
        file.unlink()
        file.mkdir()
    else:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            if kind == "transcript":
                odd = choose.choice(("", "{", "[]", "null", '{"steps": 1, "calls": []}'))
                connection.execute("UPDATE episodes SET transcript = ?", (odd,))
            else:
                connection.execute(f"DROP TABLE {choose.choice(('episodes', 'settings', 'files'))}")
            connection.commit()
    kept = (file,) if file.is_file() else ()
    read = choose.choice((["table", str(out)], ["report", str(out)], ["compare", *[str(out)] * 2]))
    yield Case(autoplan_cli.main, read, kept, kind)
    yield Case(autoplan_cli.main, [*order, "--out", str(out)], (), kind)
