"""The command line as a whole: its help, and how a shell completes it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autoplan.cli import AGENT_COMMANDS, COMMANDS, main

ALL = {**COMMANDS, **AGENT_COMMANDS}


@pytest.mark.parametrize("name", ALL)
def test_every_command_tells_of_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: autoplan {name} ")
    assert ALL[name][1] not in ("", None)


def test_the_help_lists_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = " ".join(capsys.readouterr().out.split())
    core, agents = listed.split(" agents and their worlds: ")
    for name, (_, summary) in COMMANDS.items():
        assert f"{name} {summary}" in core
    for name, (_, summary) in AGENT_COMMANDS.items():
        assert f"{name} {summary}" in agents


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("evel",), "argument COMMAND: invalid choice: 'evel'; did you mean 'eval'?"),
        (
            ("generate", "ferry", "--n", "3"),
            "autoplan generate ferry: unrecognized option: --n; did you mean '-n'?",
        ),
        (("--versio",), "autoplan: unrecognized option: --versio; did you mean '--version'?"),
        (
            ("eval", "--mechanisms", "basic", "--domain", "ferry"),
            "autoplan eval: unrecognized option: --mechanisms; did you mean '--mechanism'?",
        ),
        (("table", "results", "-x"), "autoplan table: unrecognized arguments: -x"),
    ],
)
def test_what_is_misspelt_is_named_with_the_nearest_word(
    given: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(given)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "line", "offered"),
    [
        ("autoplan", "autoplan ev", {"eval "}),
        ("autoplan", "autoplan eval --mech", {"--mechanism "}),
        ("autoplan", "autoplan eval --input ", {"nl", "pddl", "template"}),
        ("pddl2nl", "pddl2nl convert --style b", {"brief "}),
    ],
)
def test_a_shell_completes_commands_and_options(
    module: str, line: str, offered: set[str], tmp_path: Path
) -> None:
    answer = tmp_path / "answer"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
    }
    subprocess.run([sys.executable, "-m", module], env=environment, check=True, cwd=tmp_path)
    assert offered <= set(answer.read_text().split("\n"))
