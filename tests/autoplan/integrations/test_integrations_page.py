"""The page on integrations: its code runs, its command prints what is shown."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from autoplan.cli import main
from tests.conftest import REPOSITORY
from tests.test_readme import shown

PAGE = "docs/integrations.md"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the packages are found, and where a dataset may be written."""
    for name in ("autoplan", "data", "docs", "domains", "pddl2nl", "policies", "simulator"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_shown_runs(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    (each,) = [each for each in shown(PAGE) if each.command.startswith("autoplan export")]
    assert main(shlex.split(each.command)[1:]) == 0
    assert capfd.readouterr().err.split() == " ".join(each.output).split()
    failures, tried = doctest.testfile(
        str(REPOSITORY / PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried > 25
    assert failures == 0


def test_the_table_leads_to_sections_of_the_page() -> None:
    page = (REPOSITORY / PAGE).read_text("utf-8")
    places = re.findall(r"^\| \[[^]]+\]\(([^)]+)\)", page, re.MULTILINE)
    assert len(places) == 10
    for place in places:
        assert f"\n## {place[1:].replace('-', ' ')}\n" in page.lower().replace("-", " ")
