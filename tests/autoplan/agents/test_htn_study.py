"""`autoplan htn-study`, and ChatHTN among the mechanisms of `autoplan eval`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import transcripts


@pytest.mark.parametrize("form", ["nl", "pddl"])
def test_the_offline_model_fills_every_gap_and_full_knowledge_asks_nothing(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "study"
    call = ["htn-study", "--domain", "rescue", "--input", form, "--attempts", "1", "-o", str(out)]
    assert cli.main(call) == 0
    rows = {
        (each["group"], each["removed"]): each
        for each in json.loads((out / "study.json").read_text())
    }
    assert rows["full domain", ""]["queries"] == [0]
    assert not rows["unsolvable", ""]["solved"]
    solvable = [each for (group, _), each in rows.items() if group != "unsolvable"]
    assert len(solvable) == 16
    assert all(each["solved"] for each in solvable)
    printed = capsys.readouterr().out
    assert "fly-over" in printed
    cells = {line.split("  ")[0].strip(): line.split() for line in printed.splitlines()}
    assert cells["full domain"][-2:] == ["(0)", "(0)"]  # ours, and the paper's
    assert cells["unsolvable"][-2:] == ["X", "(4)"]
    tree = (out / "rescue-fly-over.txt").read_text()
    assert "[model]" in tree
    assert "[hand-written: scan-then-rescue]" in tree
    assert (out / "rescue-fly-over.html").read_text().startswith("<!doctype html>")


def evaluated(out: Path, domain: Path, *options: str, mechanism: str = "chathtn") -> None:
    call = ["eval", "--mechanism", mechanism, "--domain", str(domain), "--examples", "0"]
    assert cli.main([*call, "--out", str(out), *options]) == 0


def test_it_plays_beside_other_mechanisms_and_keeps_its_hierarchy(tmp_path: Path) -> None:
    call = ["eval", "--mechanism", "chathtn", "react", "ff", "--domain", "htn-household"]
    assert cli.main([*call, "--examples", "0", "--out", str(tmp_path / "o")]) == 0
    frame = autoplan.load(tmp_path / "o")
    assert frame["solved"].all()
    assert (frame.loc[frame["mechanism"] == "chathtn", "calls"] == 0).all()
    assert cli.main(["report", str(tmp_path / "o")]) == 0
    assert "ChatHTN" in (tmp_path / "o" / "report.html").read_text(encoding="utf-8")
    kept = [
        transcript.attachments
        for key, _, transcript in transcripts(tmp_path / "o")
        if key.mechanism == "chathtn"
    ]
    assert all(each["hierarchy"][0]["origin"] == "hand-written" for each in kept)


def without(name: str, method: str, place: Path) -> Path:
    """A bundled domain without a method."""
    source = domains.htn_folder(name)
    text = (source / "domain.hddl").read_text()
    begin = text.index(f"(:method {method} ")
    end = text.index("\n  (:", begin)
    (place / "instances").mkdir(parents=True)
    (place / "domain.hddl").write_text(text[:begin] + text[end:])
    for path in (source / "instances").iterdir():
        (place / "instances" / path.name).write_text(path.read_text())
    return place


def test_a_gap_is_asked_about_once_where_methods_are_learned(tmp_path: Path) -> None:
    place = without("household", "go-and-sweep", tmp_path / "household")
    evaluated(tmp_path / "plain", place, "--max-connections", "1")
    asked = autoplan.load(tmp_path / "plain")["calls"].sum()
    kept = tmp_path / "learned.json"
    learns, one = f"chathtn:learn={kept}", ("--max-connections", "1")
    evaluated(tmp_path / "learning", place, *one, mechanism=learns)
    learning = autoplan.load(tmp_path / "learning")
    assert learning["solved"].all()
    assert 0 < learning["calls"].sum() < asked
    assert json.loads(kept.read_text())["methods"]
    evaluated(tmp_path / "again", place, *one, mechanism=learns)
    again = autoplan.load(tmp_path / "again")
    assert again["solved"].all()
    assert again["calls"].sum() < learning["calls"].sum()
    marked = json.dumps([each.attachments for _, _, each in transcripts(tmp_path / "again")])
    assert '"origin": "learned"' in marked


def test_a_problem_without_a_network_is_one_task_for_the_model(tmp_path: Path) -> None:
    evaluated(tmp_path / "o", Path("ferry"), "--instances", "1")
    (episode,) = autoplan.load(tmp_path / "o").to_dict("records")
    assert (episode["solved"], episode["calls"]) == (True, 2)


def test_a_task_network_is_not_obfuscated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["eval", "--mechanism", "chathtn", "--domain", "htn-rescue", "--obfuscate", "words"]
    assert cli.main([*call, "--out", str(tmp_path / "o")]) == 2
    assert "htn-rescue has a task network" in capsys.readouterr().err.splitlines()[-1]


def test_an_unknown_domain_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["htn-study", "--domain", "moon"]) == 2
    err = capsys.readouterr().err
    assert err == "moon: is not a folder; bundled are household, rescue, transport\n"
