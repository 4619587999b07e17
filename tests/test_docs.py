"""The pages for users hold: their Python runs, their columns exist, their links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from tests.conftest import REPOSITORY
from tests.test_readme import comparable, shown

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
PAGES = [REPOSITORY / "README.md", REPOSITORY / "ARCHITECTURE.md", *REPOSITORY.glob("docs/**/*.md")]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "domains").symlink_to(REPOSITORY / "domains")
    (tmp_path / "docs").symlink_to(REPOSITORY / "docs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_readme_is_short() -> None:
    lines = README.splitlines()
    assert len(lines) <= 250
    assert max(len(line) for line in lines if not line.startswith("     ")) <= 120  # but tables


@pytest.mark.parametrize(("page", "least"), [("python.md", 15), ("graphs.md", 10)])
def test_the_python_of_the_docs_runs(page: str, least: int, checkout: Path) -> None:
    failures, tried = doctest.testfile(
        str(REPOSITORY / "docs" / page),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE,
    )
    assert tried > least
    assert failures == 0


def test_the_graph_of_the_docs_is_that_of_the_examples(checkout: Path) -> None:
    page = (REPOSITORY / "docs" / "graphs.md").read_text(encoding="utf-8")
    (graph,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert graph == Path("docs/examples/agent.yaml").read_text(encoding="utf-8")


def test_the_commands_about_graphs_print_what_is_shown(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("AUTOPLAN_CACHE", str(checkout / "cache"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(checkout / "none"))
    commands = list(shown("docs/graphs.md"))
    assert len(commands) == 4
    for each in commands:
        assert cli.main(each.command.split()[1:]) == 0
        said = capsys.readouterr().out.splitlines()
        assert [*comparable(said)] == [*comparable(each.output)], each.command


def test_the_schema_names_every_column_and_no_other(checkout: Path) -> None:
    call = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*call, "--out", "o"]) == 0
    page = (REPOSITORY / "docs" / "results-schema.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(autoplan.load("o").columns)


def anchors(page: Path) -> set[str]:
    """The addresses of the page's headings, as the site and a code host make them."""
    text = re.sub(
        r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8"))
    for target, anchor in links:
        if "://" in target:
            continue
        place = page.parent / target if target else page
        assert place.exists(), target
        assert not anchor or anchor in anchors(place), f"{target}#{anchor}"


def test_links_of_the_site_do_not_lead_out_of_it() -> None:
    """A path outside docs/ is no page of the site; it is named as code instead."""
    docs = REPOSITORY / "docs"
    for page in docs.glob("**/*.md"):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            place = (page.parent / target).resolve()
            assert "://" in target or place.is_relative_to(docs), f"{page}: {target}"


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    docs = REPOSITORY / "docs"
    made = {"all-prompts.md"}  # by `make docs`
    pages = {str(page.relative_to(docs)) for page in docs.glob("**/*.md")} | made
    assert sorted(re.findall(r": ([\w/-]+\.md)$", menu, re.MULTILINE)) == sorted(pages)


def test_the_garden_of_the_tutorial_is_that_of_the_examples() -> None:
    page = (REPOSITORY / "docs" / "tutorial.md").read_text(encoding="utf-8")
    folder = REPOSITORY / "docs" / "examples" / "garden"
    shown_files = re.findall(r"```(?:pddl|json)\n(.*?)```", page, re.DOTALL)
    files = [(folder / name).read_text("utf-8") for name in ("domain.pddl", "garden.json")]
    assert shown_files == files


def test_the_prices_of_the_page_on_servers_are_those_of_the_examples() -> None:
    page = (REPOSITORY / "docs" / "own-server.md").read_text(encoding="utf-8")
    (prices,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert prices == (REPOSITORY / "docs" / "examples" / "prices.json").read_text("utf-8")


def test_the_places_of_the_glossary_exist() -> None:
    page = (REPOSITORY / "docs" / "glossary.md").read_text(encoding="utf-8")
    places = re.findall(r"\| `([\w/.-]+)` \|$", page, re.MULTILINE)
    assert len(places) > 30
    for place in places:
        near = (place, os.path.join("pddl2nl", place))
        assert any((REPOSITORY / each).exists() for each in near), place


def test_an_action_can_be_followed_through_the_files_of_architecture() -> None:
    page = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    part = page.partition("## Follow one action")[2].partition("\n## ")[0]
    named = re.findall(r"^\| [\w ]*\| `([\w/.]+)` \|", part, re.MULTILINE)
    assert 20 < len(named) <= 40
    assert len(set(named)) == len(named)
    done = subprocess.run(
        [sys.executable, "scripts/follow_action.py"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(named) <= set(done.stdout.split())


def test_no_two_public_classes_have_one_name() -> None:
    """But for the generators' `Parameters`, which each of them has."""
    places: dict[str, list[Path]] = {}
    for room in ("pddl2nl", "simulator", "policies", "autoplan", "domains"):
        for path in (REPOSITORY / room).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(path)
    twice = {name: found for name, found in places.items() if found[1:]}
    assert set(twice) <= {"Parameters"}, twice
    assert all(path.name == "generator.py" for path in twice["Parameters"])
