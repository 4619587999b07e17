"""`autoplan report` and `autoplan compare`, as a user calls them."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from autoplan import cli
from autoplan.results.answers import GradedAnswer, opened
from autoplan.results.answers import keep as keep_answers
from pddl2nl.llm import Usage
from tests.autoplan.report.played import PLAN, keep, play
from tests.autoplan.report.test_statistics import newcombe

pytestmark = pytest.mark.usefixtures("undrawn")

SOLVED = play("basic", PLAN)
FAILED = replace(SOLVED, solved=False, finish="plan-ended")


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """Two results folders that differ in one episode."""
    other = replace(SOLVED.key, instance="instance-2")
    a = keep(tmp_path / "a", SOLVED, replace(SOLVED, key=other))
    b = keep(tmp_path / "b", FAILED, replace(SOLVED, key=other))
    return str(a), str(b)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a wrong call is answered with."""
    assert cli.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    return line


def test_the_report_goes_into_the_results_folder_which_is_still_one(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["report", pair[0]]) == 0
    assert capsys.readouterr().out == f"report: {pair[0]}/report.html\n"
    assert (Path(pair[0]) / "report.html").is_file()
    assert (Path(pair[0]) / "report" / "coverage.tex").is_file()
    keep(Path(pair[0]), play("act", PLAN))


def test_several_folders_go_into_one_report(pair: tuple[str, str], tmp_path: Path) -> None:
    assert cli.main(["report", *pair, "-o", str(tmp_path / "both.html")]) == 0
    assert set(pd.read_csv(tmp_path / "both" / "episodes.csv")["run"]) == {"a", "b"}


def test_a_folder_of_answers_alone_has_a_report_too(
    pair: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked"
    whole = GradedAnswer(
        *("1", "x", "land", "bool", "<ferry>", "instance-1", "m-1", "Yes.", True, ""),
        usage=Usage(),
        usd=0.0,
    )
    with opened(asked) as file:
        keep_answers(file, [whole, replace(whole, id="2", right=False)])
    assert cli.main(["report", str(asked)]) == 0
    page = (asked / "report.html").read_text("utf-8")
    assert "<th>landmarks</th><td>1/2</td>" in page
    assert "&lt;ferry&gt;" in page
    assert cli.main(["report", str(asked)]) == 0  # written over, as it is ours
    assert cli.main(["report", str(asked), pair[0], "-o", str(tmp_path / "all.html")]) == 0
    assert "<th>landmarks</th><td>1/2</td>" in (tmp_path / "all.html").read_text("utf-8")


def test_money_follows_the_prices_that_are_given(pair: tuple[str, str], tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    model = SOLVED.key.model
    prices.write_text(json.dumps({"models": {model: {"input": 1000, "output": 0}}}))
    assert cli.main(["report", pair[0], "--prices", str(prices)]) == 0
    frame = pd.read_parquet(Path(pair[0]) / "report" / "episodes.parquet")
    assert frame["usd"].tolist() == [1.0, 1.0]


def test_bad_calls_of_report_are_told_in_one_line(
    pair: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "contains no results" in refusal(capsys, "report", str(tmp_path))
    assert "ends in .html" in refusal(capsys, "report", pair[0], "-o", "page")
    missing = str(tmp_path / "none" / "report.html")
    (tmp_path / "none").write_text("a file")
    assert "cannot be written" in refusal(capsys, "report", pair[0], "-o", missing)


def test_without_pyarrow_a_report_lacks_parquet_alone(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    for module in ("autoplan.installation", "autoplan.report.companions"):
        monkeypatch.setattr(
            f"{module}.find_spec", lambda name: None if name == "pyarrow" else find(name)
        )
    (Path(pair[0]) / "report" / "episodes.parquet").unlink(missing_ok=True)
    assert cli.main(["report", pair[0]]) == 0
    said = capsys.readouterr()
    assert said.out == f"report: {pair[0]}/report.html\n"
    assert "parquet" not in said.err
    assert (Path(pair[0]) / "report" / "episodes.csv").is_file()
    assert not (Path(pair[0]) / "report" / "episodes.parquet").exists()
    page = (Path(pair[0]) / "report.html").read_text("utf-8")
    assert "all episodes as CSV.</p>" in page
    settings = dict(
        re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page[page.index("Settings of") :])
    )
    assert settings["snippets"] == "none"
    assert not {"format", "patience"} & settings.keys()


def test_compare_prints_counts_and_the_pairs_that_differ(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", *pair]) == 0
    told = capsys.readouterr().out
    assert f"A: {pair[0]}\nB: {pair[1]}\n2 pairs, equal in domain, instance" in told
    row = next(line.split() for line in told.splitlines() if line.strip().startswith("all"))
    counts, (difference, low, to, high, p) = row[:9], row[9:]
    assert counts == ["all", "2", "2", "2", "1", "1", "1", "0", "0"]
    assert (difference, to, p) == ("+50", "to", "1.000")
    told_of_all = f"A solves 50 points more, 95% interval {low[1:]} to {high[:-1]}, p = 1.000 from"
    assert f"\nThe difference is not significant: {told_of_all} 2 tasks.\n" in told
    assert "p: exact two-sided test by task" in told
    assert "each task has one pair, so this is McNemar's test" in told
    assert "\n1 pair differs:\nonly A  yard instance-1 basic nl" in told
    assert told.rstrip().endswith("(B: plan-ended)")


def test_compare_says_that_the_seeds_of_a_task_count_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = [replace(SOLVED.key, seed=seed) for seed in range(10)]
    a = keep(tmp_path / "a", *(replace(SOLVED, key=key) for key in seeds))
    b = keep(tmp_path / "b", *(replace(FAILED, key=key) for key in seeds))
    assert cli.main(["compare", str(a), str(b)]) == 0
    told = capsys.readouterr().out
    row = next(line.split() for line in told.splitlines() if line.strip().startswith("all"))
    assert row[:9] == ["all", "1", "10", "10", "0", "0", "10", "0", "0"]
    assert row[9::4] == ["+100", "1.000"]
    assert "several pairs of a task count as one" in told
    assert "McNemar" not in told


def test_ten_copies_of_one_seed_leave_the_interval_as_it_is(tmp_path: Path) -> None:
    found = {}
    for seeds in (range(1, 2), range(1, 11)):
        out = tmp_path / str(len(seeds))
        order = ["eval", "--mechanism", "basic", "--model", "reader", "--domain", "ferry", "movie"]
        order += ["--instances", "2", "--seed", *map(str, seeds), "--out", str(out)]
        assert cli.main(order) == 0
        assert cli.main(["report", str(out)]) == 0
        found[len(seeds)] = pd.read_csv(out / "report" / "coverage.csv")
    page = (tmp_path / "10" / "report.html").read_text("utf-8")
    assert "Wilson interval, clustered by domain: tasks of one domain with" in page
    assert "Wilson interval of the share, clustered by task within each domain" in page
    assert found[10][["domain", "seeds", "played"]].values.tolist() == [
        ["ferry", 10, 20],
        ["movie", 10, 20],
        ["all", 10, 40],
    ]
    same = ["domain", "player", "instances", "coverage", "share", "low", "high", "trials", "unit"]
    pd.testing.assert_frame_equal(found[10][same], found[1][same])


@pytest.mark.parametrize("better", ["A", "B"])
def test_compare_says_who_is_better(
    better: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def side(name: str, won: range) -> str:
        keys = {number: replace(SOLVED.key, instance=f"instance-{number}") for number in range(20)}
        played = (
            replace(SOLVED if number in won else FAILED, key=key) for number, key in keys.items()
        )
        return str(keep(tmp_path / name, *played))

    folders = (side("much", range(2, 16)), side("little", range(6)))
    assert cli.main(["compare", *(folders if better == "A" else reversed(folders))]) == 0
    told = capsys.readouterr().out
    low, high = (round(100 * end) for end in newcombe(4, 10, 2, 4))
    more = f"{better} solves 40 points more, 95% interval {low:+d} to {high:+d}, p = 0.039 from"
    assert f"\n{better} is better: {more} 20 tasks.\n" in told


def test_compare_says_that_nothing_differs(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", pair[0], pair[0]]) == 0
    assert capsys.readouterr().out.rstrip().endswith("A and B solve the same tasks.")


def test_compare_writes_its_pairs(pair: tuple[str, str], tmp_path: Path) -> None:
    for name in ("pairs.csv", "pairs.json"):
        assert cli.main(["compare", *pair, "-o", str(tmp_path / name)]) == 0
    table = pd.read_csv(tmp_path / "pairs.csv")
    assert table[["instance", "solved_a", "solved_b"]].values.tolist() == [
        ["instance-1", True, False],
        ["instance-2", True, True],
    ]
    content = json.loads((tmp_path / "pairs.json").read_text())
    assert content["summary"]["only_a"] == 1
    assert content["summary"]["tasks"] == 2
    assert content["pairs"][0]["finish_b"] == "plan-ended"


def test_compare_writes_its_pairs_although_nobody_reads_what_it_prints(
    pair: tuple[str, str], tmp_path: Path
) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "autoplan", "compare", *pair, "-o", str(tmp_path / "p.csv")]
    subprocess.run(command, stdout=write, check=False)
    os.close(write)
    assert len(pd.read_csv(tmp_path / "p.csv")) == 2


def test_compare_takes_several_values_of_a_column(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    both = ("instance=instance-1", "instance=instance-2")
    assert cli.main(["compare", *pair, "--only-a", *both, "--only-b", both[1]]) == 0
    told = capsys.readouterr().out
    assert "1 pair, equal in" in told
    assert "without a partner: 1 episode of A, 0 episodes of B" in told


def test_bad_calls_of_compare_are_told_in_one_line(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no seed 7; it has 1" in refusal(capsys, "compare", *pair, "--only-a", "seed=7")
    assert ".csv or .json" in refusal(capsys, "compare", *pair, "-o", "pairs.txt")
    with pytest.raises(SystemExit, match="2"):
        cli.main(["compare", *pair, "--only-a", "colour=red"])
    assert "expected COLUMN=VALUE" in capsys.readouterr().err


def test_a_page_that_is_no_report_is_not_written_over(
    pair: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "mine.html"
    page.write_text("<title>mine</title>")
    assert "is not a report; --force overwrites it" in refusal(
        capsys, "report", pair[0], "-o", str(page)
    )
    assert page.read_text() == "<title>mine</title>"
    for more in (["--force"], []):  # the second time it is ours
        assert cli.main(["report", pair[0], "-o", str(page), *more]) == 0


def test_a_folder_that_is_no_reports_is_not_written_into(
    pair: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "episodes.csv").write_text("mine")
    order = ["report", pair[0], "-o", str(tmp_path / "page.html")]
    assert cli.main(order) == 2
    assert "does not belong to a report; --force writes into it" in capsys.readouterr().err
    assert (tmp_path / "page" / "episodes.csv").read_text() == "mine"
    assert cli.main([*order, "--force"]) == 0
    assert cli.main(order) == 0, "now it is the page's"
