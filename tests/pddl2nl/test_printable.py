"""What others wrote does not command the terminal on which it is shown."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import domains
from pddl2nl import cli
from pddl2nl.errors import InputError, printable

COMMANDS = "\x1b]0;title\x07\x1b[2J\x9b31m\x7f\r\b\u202egnp\u2066"
FERRY = domains.folder("ferry") / "domain.pddl"


def commanding(text: str) -> set[str]:
    """The characters of a text that a terminal would obey."""
    turns = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
    controls = {*map(chr, range(32)), *map(chr, range(127, 160))} - {"\n", "\t"}
    return set(text) & (turns | controls)


def test_commands_stand_as_escapes_and_other_text_as_it_is() -> None:
    assert printable("\x1b[2J \x9b \u202e") == "\\u001b[2J \\u009b \\u202e"
    assert not commanding(printable(COMMANDS))
    for text in ("Ünïcode, ελληνικά, עברית, 漢字, 👩\u200d🚀", "a\tb\nc", ""):
        assert printable(text) == text


def test_json_stays_the_same_json() -> None:
    written = json.dumps({COMMANDS: COMMANDS}, ensure_ascii=False)
    assert json.loads(printable(written)) == {COMMANDS: COMMANDS}


def test_an_error_is_one_line_that_commands_nothing() -> None:
    told = str(InputError(f"no domain '{COMMANDS}\n'", source=f"{COMMANDS}\n.pddl", line=3))
    assert not commanding(told)
    assert "\n" not in told


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    """The snippets of a lexicon with a command in each."""
    path = tmp_path / "lexicon.json"
    cli.main(["convert", str(FERRY), "--lexicon-out", str(path), "-o", str(tmp_path / "text")])
    content = json.loads(path.read_text())
    for kind in ("predicates", "actions"):
        commands = COMMANDS.replace("\r", "")  # a snippet is one line
        content[kind] = {name: f"{text} {commands}" for name, text in content[kind].items()}
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_lexicon_commands_no_terminal(
    form: str, lexicon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["convert", str(FERRY), "--verbalizer", str(lexicon), "--format", form]) == 0
    out, err = capsys.readouterr()
    assert "\\u001b]0;title\\u0007" in out
    assert not commanding(out + err)


def test_names_and_arguments_command_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["convert", str(tmp_path / COMMANDS)])
    (tmp_path / "domain.pddl").write_text(f"(define (domain x) (:{COMMANDS}))")
    cli.main(["convert", str(tmp_path / "domain.pddl")])
    with pytest.raises(SystemExit):
        cli.main(["convert", "domain.pddl", "--style", COMMANDS])
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 3
    assert not commanding(err)


def test_text_without_commands_is_printed_byte_for_byte(tmp_path: Path) -> None:
    cli.main(["convert", str(FERRY), "-o", str(tmp_path / "text")])
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    with redirect_stdout(out):
        cli.main(["convert", str(FERRY)])
    out.flush()
    assert out.buffer.getvalue() == (tmp_path / "text").read_bytes()  # type: ignore[attr-defined]


def test_a_program_that_calls_a_command_keeps_its_streams() -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        cli.main(["convert", str(FERRY)])
        assert (sys.stdout, sys.stderr) == (out, err)
