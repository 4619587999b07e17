"""The files of a report, without a browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from autoplan.report.page import write_report
from autoplan.report.paper.numbers import Column, solved_in_table_2
from autoplan.results.record import Judgement, Record
from pddl2nl.errors import InputError
from pddl2nl.llm.prices import PriceList
from simulator.validation import Verdict
from tests.autoplan.report.played import ATTACK, MODEL, PLAN, keep, play

VOID = {"meta", "input", "path", "use", "br"}


class Outline(HTMLParser):
    """Collects ids and addresses, and sees that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            if name in ("href", "src", "xlink:href"):
                self.addresses.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def html(page: Path) -> str:
    return page.read_text("utf-8")


@pytest.fixture(scope="module")
def outline(html: str) -> Outline:
    found = Outline()
    found.feed(html)
    return found


def unpacked(html: str, marks: str) -> list[object]:
    scripts = re.findall(rf'<script type="application/octet-stream" {marks}>([^<]*)<', html)
    return [json.loads(zlib.decompress(base64.b64decode(text))) for text in scripts]


def test_the_page_is_well_formed_and_its_ids_are_unique(outline: Outline) -> None:
    assert outline.open == []
    assert [name for name, times in outline.ids.items() if times > 1] == []


@pytest.mark.usefixtures("undrawn")
def test_the_page_says_what_was_not_as_asked_for_and_what_stayed_unread(tmp_path: Path) -> None:
    plain = keep(tmp_path / "plain", play("basic", PLAN))
    loose = keep(
        tmp_path / "loose",
        play("basic", f"Sure, here it is:\n{PLAN}"),
        play("act", "juggle crate crate_0", PLAN, instance="instance-2"),
    )
    pages = []
    for folder in (plain, loose):
        assert cli.main(["report", str(folder)]) == 0
        pages.append((folder / "report.html").read_text(encoding="utf-8"))
    assert "solved strictly" not in pages[0]
    assert "could not be read" not in pages[0]
    assert "solved strictly, with every line" in pages[1]
    assert "1 step of 1 episode could not be read or names what" in pages[1]


@pytest.mark.usefixtures("undrawn")
def test_the_page_shows_what_is_unread_apart(tmp_path: Path) -> None:
    unread = play("basic", f"{PLAN}\njuggle crate crate_0", instance="instance-2")
    folder = keep(tmp_path / "some", play("basic", PLAN), unread)
    assert cli.main(["report", str(folder)]) == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "1 episode is unread: the plan could not be read as a whole" in page
    assert re.search(r">1 to 2</a>\s*<small>of 2, 1 unread</small>", page)
    assert "No episode failed." in page
    assert re.search(r'outcome=unread">1</a>', page)
    [index] = unpacked(page, 'id="index"')
    assert isinstance(index, dict)
    places = [index["columns"].index(name) for name in ("solved", "cause")]
    assert [[row[place] for place in places] for row in index["data"]] == [[True, None], [None] * 2]
    assert "1 to 2" in (folder / "report" / "coverage.tex").read_text(encoding="utf-8")


def with_estimates(record: Record) -> Record:
    """A record whose server has not counted its tokens."""
    expenses = (
        replace(each, usage=replace(each.usage, estimated=True)) for each in record.expenses
    )
    return replace(record, expenses=tuple(expenses))


@pytest.mark.usefixtures("undrawn")
def test_a_missing_count_of_tokens_is_not_called_approximate(tmp_path: Path) -> None:
    solved = play("basic", PLAN)
    failed = play("cot", "drive truck_1 from place_0 to place_1")
    folder = keep(tmp_path / "some", *map(with_estimates, (solved, failed)))
    assert cli.main(["report", str(folder)]) == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert re.search(r">~\d", page)
    assert "~–" not in page


def test_the_page_asks_for_nothing_from_elsewhere(html: str, outline: Outline) -> None:
    assert outline.addresses
    assert [each for each in outline.addresses if not each.startswith("#")] == []
    assert "default-src 'none'" in html
    assert "@import" not in html


def test_only_the_pages_own_script_may_run(html: str) -> None:
    [script] = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html


def test_what_a_model_said_stands_nowhere_but_in_the_packed_conversations(html: str) -> None:
    assert "owned" not in html
    [index] = unpacked(html, 'id="index"')
    chunks = unpacked(html, 'class="chunk"')
    assert isinstance(index, dict)
    assert len(index["data"]) == 10
    assert ATTACK in json.dumps(chunks, ensure_ascii=False).replace('\\"', '"')


def test_names_from_the_results_are_escaped(tmp_path: Path) -> None:
    wicked = "openai/<script>alert(1)</script>"
    folder = keep(tmp_path / "<b>results", play("basic", PLAN, model=wicked))
    write_report([folder], tmp_path / "report.html", PriceList.load())
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "<script>alert" not in text
    assert "<b>results" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_text_in_plots_is_text(html: str) -> None:
    assert re.search(r"<text [^>]*>ReAct</text>", html)
    assert "currentColor" in html


def test_the_companions_hold_the_tables(page: Path, results: Path) -> None:
    beside = page.with_suffix("")
    frame = pd.read_parquet(beside / "episodes.parquet")
    own = autoplan.load(results)
    added = {"run", "player", "cause", "usd", "usd_thinking", "objects", "optimum"}
    assert set(own.columns) | added == set(frame)
    assert frame["solved"].tolist() == own["solved"].tolist()
    assert frame["optimum"].isna().all()
    assert len(pd.read_csv(beside / "episodes.csv")) == 10
    coverage = pd.read_csv(beside / "coverage.csv")
    assert coverage.query("domain == 'all' and player == 'Act'")["solved"].item() == 2


def test_the_tables_for_papers_are_booktabs(page: Path) -> None:
    text = (page.with_suffix("") / "coverage.tex").read_text("utf-8")
    assert "\\toprule" in text
    assert "domain & Basic & Act & ReAct & Random \\\\" in text
    assert re.search(r"^yard & 1 & 2 & 1 & \d", text, re.MULTILINE)
    for path in page.with_suffix("").glob("*.tex"):
        body = path.read_text("utf-8")
        assert "_" not in body.replace("\\_", "")
        assert "%" not in body.replace("\\%", "")


def test_a_second_report_is_the_same(results: Path, page: Path, tmp_path: Path) -> None:
    write_report([results], tmp_path / "report.html", PriceList.load())
    assert (tmp_path / "report.html").read_bytes() == page.read_bytes()


def test_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for name in ("one", "two"):
        keep(tmp_path / name / "results", play("basic", PLAN))
    folders = [tmp_path / name / "results" for name in ("one", "two")]
    write_report(folders, tmp_path / "both.html", PriceList.load())
    frame = pd.read_csv(tmp_path / "both" / "episodes.csv")
    assert frame["run"].tolist() == ["one/results", "two/results"]
    assert frame["player"].tolist() == ["Basic, one/results", "Basic, two/results"]


def test_a_folder_without_episodes_is_refused(tmp_path: Path) -> None:
    folder = keep(tmp_path / "results")
    with pytest.raises(InputError, match="no episodes yet"):
        write_report([folder], tmp_path / "report.html", PriceList.load())
    assert not (tmp_path / "report.html").exists()


def test_published_numbers_are_those_of_the_papers_own_snippets() -> None:
    found = solved_in_table_2()
    assert found["blocksworld", Column("basic", "nl")] == (13, 20)
    assert found["blocksworld-scaled", Column("brfs")] == (12, 20)
    assert {tasks for _, tasks in found.values()} == {20}


def test_without_published_numbers_the_layer_is_off(html: str) -> None:
    assert 'id="published"' not in html


@pytest.mark.usefixtures("undrawn")
def test_published_numbers_are_laid_over_the_domains_that_have_them(tmp_path: Path) -> None:
    folder = keep(tmp_path / "results", play("act", PLAN, domain="ferry"), play("act", PLAN))
    write_report([folder], tmp_path / "report.html", PriceList.load())
    text = (tmp_path / "report.html").read_text("utf-8")
    assert 'id="published"' in text
    assert re.findall(r'class="paper">([^<]*)<', text) == ["paper 14 of 20"]


@pytest.mark.usefixtures("undrawn")
def test_validators_that_contradict_each_other_are_told_in_the_overview(tmp_path: Path) -> None:
    def judged(miser: Verdict, instance: str) -> Record:
        verdicts = {"carried-out plan": (Verdict("episode", True), Verdict("own", True), miser)}
        return play("act", PLAN, instance=instance, judgement=Judgement(verdicts))

    contradicting = Verdict("miser", False, reason="too long")
    folder = keep(
        tmp_path / "results",
        *(judged(contradicting, f"instance-{number}") for number in range(1, 5)),
        judged(Verdict("miser", True), "instance-5"),
    )
    write_report([folder], tmp_path / "report.html", PriceList.load())
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "The validators contradict each other on 4 episodes; whether these are" in text
    assert "yard instance-1, Act: carried-out plan: episode says valid; own says valid; " in text
    assert "miser says invalid (too long); and 1 more." in text
    assert "<dt>validators</dt><dd>miser, own</dd>" in text


@pytest.mark.usefixtures("undrawn")
def test_validators_without_a_verdict_stand_in_the_overview_with_the_reason(tmp_path: Path) -> None:
    mute = Verdict("val", None, reason="VAL reports: Problem in domain definition")
    verdicts = {"carried-out plan": (Verdict("own", True), mute), "proposed plan": (mute,)}
    folder = keep(tmp_path / "results", play("act", PLAN, judgement=Judgement(verdicts)))
    write_report([folder], tmp_path / "report.html", PriceList.load())
    text = (tmp_path / "report.html").read_text("utf-8")
    assert (
        "A validator gave no verdict on 1 episode. yard instance-1, Act: val: VAL reports: " in text
    )
    assert "Problem in domain definition. The column <code>no_verdict</code>" in text


def test_where_they_agree_nothing_is_said_of_it(html: str) -> None:
    assert "contradict each other" not in html
    assert "gave no verdict" not in html


def test_money_is_told_with_the_day_of_its_prices(html: str) -> None:
    assert MODEL in html
    assert f"At the list prices of {PriceList.load().dated}" in html


@pytest.mark.parametrize("domains", [("yard", "port"), ("yard", "yard")])
def test_the_row_of_all_domains_counts_the_tasks_of_all(
    tmp_path: Path, domains: tuple[str, str]
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder, domain, task in zip(folders, domains, ("i1", "i2"), strict=True):
        keep(folder, play("basic", PLAN, domain=domain, instance=task))
    keep(folders[0], play("basic", PLAN, domain="yard", instance="i3"))
    write_report(folders, tmp_path / "both.html", PriceList.load())
    rows = re.findall(r"<tr.*?</tr>", (tmp_path / "both.html").read_text("utf-8"), re.DOTALL)
    (total,) = (row for row in rows if "All domains" in row)
    assert re.search(r">\s*3\s*<", total)
