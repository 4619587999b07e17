"""docs/evidence/papers.md: every row has a state and names what shows it, and that is there."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli
from tests.conftest import REPOSITORY

STATES = {"as there", "differs", "needs a model", "not here"}
SHORT = {
    "A/": "tests/autoplan/agents/",
    "C/": "tests/policies/agents/chathtn/",
    "G/": "policies/agents/agentkit/graphs/",
    "S/": "tests/simulator/agents/worlds/",
    "T/": "tests/policies/agents/agentkit/",
}
MAINS = {"autoplan": autoplan_cli.main, "pddl2nl": pddl2nl_cli.main}
PARSERS = {"autoplan": autoplan_cli.build_parser, "pddl2nl": pddl2nl_cli.build_parser}


def rows() -> list[list[str]]:
    text = (REPOSITORY / "docs" / "evidence/papers.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in lines]
    return [each for each in cells if len(each[3].strip("-")) and each[3] != "state"]


def commands(cell: str) -> Iterator[list[str]]:
    """The words of the commands in a cell; what is piped on, or written about them, is left out."""
    for code in re.findall(r"`([^`]+)`", cell):
        pieces = [] if code.startswith("python -c") else re.split(r" \| |; | && ", code)
        for command in pieces:
            words = shlex.split(command)
            short = next((each for each in SHORT if any(w.startswith(each) for w in words)), None)
            yield [w.replace(short, SHORT[short], 1) if short else w for w in words]


def shown(kind: str) -> list[list[str]]:
    return [words for row in rows() for words in commands(row[-1]) if words[0] == kind]


def test_every_row_has_a_state_and_a_command() -> None:
    found = rows()
    assert len(found) > 150
    for row in found:
        assert len(row) == 5, row
        assert row[3] in STATES, row
        assert "`" in row[-1], row


@pytest.mark.parametrize("name", PARSERS)
def test_the_commands_can_be_read(name: str) -> None:
    found, parser = shown(name), PARSERS[name]()
    assert found
    for _, *arguments in found:
        if "--help" not in arguments:
            parser.parse_args(arguments)


QUICK = {"convert", "domains", "prompt"}
"""The commands that take a moment; the others are run where AUTOPLAN_PAPERS is set."""


@pytest.fixture
def place(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a checkout, beside the shared material, in which commands may write."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (tmp_path / "shared").symlink_to(shared)
    for name in ("data", "docs", "domains", "policies", "scripts", "tests"):
        (folder / name).symlink_to(REPOSITORY / name)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    return folder


def _cases() -> Iterator[list[list[str]]]:
    """The commands of each row that are to be run, one after another."""
    for row in rows():
        own = [each for each in commands(row[-1]) if each[0] in MAINS]
        if own and (os.environ.get("AUTOPLAN_PAPERS") or all(each[1] in QUICK for each in own)):
            yield own


@pytest.mark.parametrize("row", _cases(), ids=lambda row: "; ".join(map(" ".join, row)))
def test_the_commands_run(
    row: list[list[str]], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dataset = str(Path("..", "shared", "apb_dataset", "data"))
    for name, *given in row:
        arguments = [re.sub(r"^(@?)D(?=/|$)", rf"\1{dataset}", each) for each in given]
        arguments = [each.replace("/tmp/", f"{place}/out-") for each in arguments]
        try:
            status = MAINS[name](arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        assert status == 0, printed.err
        assert printed.out or printed.err


def test_the_tests_are_there() -> None:
    found = shown("pytest")
    assert len(found) > 60
    for _, place, *options in found:
        path = REPOSITORY / place.partition("::")[0]
        files = [path] if path.is_file() else sorted(path.rglob("test_*.py"))
        assert files, place
        # Names of tests and of their cases, which may stand in a module beside them.
        names = [each.read_text("utf-8") for each in (*files, *files[0].parent.glob("*.py"))]
        if options:
            flag, expression = options
            assert flag == "-k"
            words = re.split(r" (?:or|and) ", expression)
            assert any(word in name for word in words for name in names), (place, expression)
