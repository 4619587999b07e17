"""Tables, bars and logs: their texts command no terminal, and are no markup."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from rich.table import Table

from autoplan import cli
from autoplan.terminal import Terminal
from tests.pddl2nl.test_printable import COMMANDS, commanding

PLAYED = ("eval", "--mechanism", "random", "--instances", "1")
SHOWN = """
import sys
from rich.table import Table
from autoplan.terminal import Terminal
from pddl2nl import console

def show(_):
    table = Table("name")
    table.add_row(sys.argv[1])
    Terminal().print(table, style="bold")
    print(sys.argv[1], file=sys.stderr)
    return 0

parser = console.Parser()
parser.set_defaults(command=show, debug=False)
sys.exit(console.run(parser, []))
"""


def test_cells_are_shown_as_they_are() -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        table = Table("name")
        table.add_row(f"[red]:car:[/] {COMMANDS}")
        Terminal(wide=True).print(table)
    assert "[red]:car:[/] \\u001b]0;title" in out.getvalue()
    assert not commanding(out.getvalue())


@pytest.mark.parametrize(
    ("columns", "width"), [(None, 200), ("60", 60), ("240", 240), ("0", 200), ("wide", 200)]
)
def test_a_pipe_is_as_wide_as_columns_says(
    columns: str | None, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    with redirect_stdout(io.StringIO()):
        assert Terminal(wide=True).width == width


def test_on_a_terminal_styles_are_all_that_commands_it() -> None:
    ours, its = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-c", SHOWN, COMMANDS]
    with subprocess.Popen(command, stdout=its, stderr=its, env=environment) as process:
        os.close(its)
        seen = b""
        # The terminal's end is an error on Linux.
        while chunk := _read(ours):
            seen += chunk
        assert process.wait(30) == 0
    os.close(ours)
    text = seen.decode().replace("\r\n", "\n")
    assert "\x1b[1m" in text
    plain = text.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert plain.count("\\u001b]0;title\\u0007") == 2
    assert not commanding(plain)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder of tasks whose name has commands in it."""
    folder = tmp_path / f"[b]{COMMANDS}"
    (folder / "instances").mkdir(parents=True)
    cards = Path(__file__).parents[2] / "domains/ferry"
    (folder / "domain.pddl").write_bytes((cards / "domain.pddl").read_bytes())
    for number in (1, 2):
        name = f"instances/instance-{number}.pddl"
        (folder / name).write_bytes((cards / name).read_bytes())
    return folder


def test_a_run_with_such_names_commands_no_terminal(
    hostile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = hostile.parent / "out"
    assert cli.main([*PLAYED, "--domain", str(hostile), "--out", str(out)]) == 0
    printed, told = capsys.readouterr()
    assert "[b]\\u001b]0;title" in printed
    log = (out / "log.jsonl").read_text()
    assert not commanding(printed + told + log)
    assert all(isinstance(json.loads(line), dict) for line in log.splitlines())
