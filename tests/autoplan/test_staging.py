"""Folders whose instances are of several domains: each is told in its own domain's words."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from autoplan.results.store import FILE
from tests import yard


def test_instances_of_several_domains_are_played_each_in_its_own(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    Path("yards").mkdir()
    for number, verb in enumerate(("drive", "steer", "drive"), 1):
        domain = yard.DOMAIN.replace("(:action drive", f"(:action {verb}")
        Path(f"yards/p0{number}-domain.pddl").write_text(domain)
        problem = yard.PROBLEM.replace("problem yard-1", f"problem yard-{number}")
        Path(f"yards/p0{number}.pddl").write_text(problem)
    order = ["eval", "--mechanism", "basic", "--domain", "yards", "--out", "out"]
    assert cli.main(order) == 0
    frame = autoplan.load("out")
    # One of the two instances of one domain is its example.
    assert len(frame) == 2
    assert frame["solved"].all()
    assert set(frame["domain"]) == {"yards"}
    with sqlite3.connect(Path("out") / FILE) as connection:
        rows = connection.execute("SELECT instance, transcript FROM episodes").fetchall()
    told = {name: json.loads(text)["calls"][0]["sent"][0]["content"] for name, text in rows}
    assert "steer" in told["p02"]
    assert "drive" not in told["p02"]
    (other,) = set(told) - {"p02"}
    assert "drive" in told[other]
