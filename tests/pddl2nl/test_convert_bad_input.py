"""`pddl2nl convert` with input that cannot be used: one line, status 2, nothing left behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import domains
from pddl2nl import cli
from tests import yard

ONE_LINE = re.compile(r"[^\n:]+(?::\d+:\d+)?: [^\n]+\n")

BROKEN: dict[str, tuple[str, str | bytes]] = {
    "binary junk": ("domain", bytes(range(256))),
    "an empty file": ("domain", b""),
    "an unbalanced parenthesis": ("domain", yard.DOMAIN.rstrip()[:-1]),
    "a parenthesis too many": ("domain", yard.DOMAIN + ")"),
    "an undeclared type": ("domain", yard.DOMAIN.replace("?t - truck ?from", "?t - tank ?from")),
    "an undeclared predicate": ("domain", yard.DOMAIN.replace("(parked ?t ?from)", "(hid ?t)", 1)),
    "an undeclared variable": ("domain", yard.DOMAIN.replace("(broken ?t)))", "(broken ?x)))", 1)),
    "a wrong arity": ("domain", yard.DOMAIN.replace("(broken ?t)))", "(broken ?t ?t)))", 1)),
    "an undeclared object": ("problem", yard.PROBLEM.replace("(lies box", "(lies bax")),
    "an object of an undeclared type": ("problem", yard.PROBLEM.replace("- crate)", "- crote)")),
    "a wrong arity in the start": ("problem", yard.PROBLEM.replace("(broken wreck)", "(broken)")),
    "an undeclared predicate in the goal": ("problem", yard.PROBLEM.replace("(loaded", "(lifted")),
    "a problem of another domain": (
        "problem",
        (domains.folder("ferry") / "instances/instance-1.pddl").read_bytes(),
    ),
    "an empty goal": ("problem", re.sub(r"\(:goal.*", "(:goal))", yard.PROBLEM)),
    "no goal": ("problem", re.sub(r"\(:goal.*", ")", yard.PROBLEM)),
    "a domain in the place of the problem": ("problem", yard.DOMAIN),
    "a problem in the place of the domain": ("domain", yard.PROBLEM),
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    found = {name: tmp_path / f"{name}.pddl" for name in ("domain", "problem")}
    found["domain"].write_text(yard.DOMAIN)
    found["problem"].write_text(yard.PROBLEM)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The one line that a refused call prints."""
    status = cli.main(["convert", *map(str, arguments)])
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert ONE_LINE.fullmatch(printed.err), printed.err
    return printed.err


@pytest.mark.parametrize("form", ["text", "json", "messages"])
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_named_with_the_place(
    case: str, form: str, files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    name, content = BROKEN[case]
    original = yard.DOMAIN if name == "domain" else yard.PROBLEM
    assert content != original, "the case changes nothing"
    files[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    target = files["domain"].parent / "out.txt"
    target.write_text("what stood there before")
    line = refused(capsys, *files.values(), "--format", form, "-o", target)
    assert re.match(rf"{re.escape(str(files[name]))}:\d+:\d+: \w", line), line
    assert target.read_text() == "what stood there before"
    assert sorted(path.name for path in target.parent.iterdir()) == [
        "domain.pddl",
        "out.txt",
        "problem.pddl",
    ]


def test_a_missing_file_and_a_folder(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.pddl"
    for last in (missing, tmp_path):
        for arguments in ([last], [files["domain"], last]):
            assert refused(capsys, *arguments).startswith(f"{last}: ")


def test_a_problem_that_only_names_another_domain_is_noted(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files["problem"].write_text(yard.PROBLEM.replace(":domain yard", ":domain b"))
    assert cli.main(["convert", *map(str, files.values())]) == 0
    (note,) = (line for line in capsys.readouterr().err.splitlines() if "domain 'b'" in line)
    assert re.fullmatch(r"[^\n]+problem\.pddl:\d+:\d+: note: [^\n]+", note)


def test_a_lexicon_that_somebody_may_have_edited_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(domains.folder("ferry") / "domain.pddl")
    words = tmp_path / "words.json"
    words.write_text("edited", "utf-8")
    assert cli.main(["convert", source, "--lexicon-out", str(words)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert words.read_text("utf-8") == "edited"


def test_english_that_cannot_be_read_back_is_noted(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Names that differ by the plural alone look the same to a reader."""
    alike = yard.DOMAIN.replace("crate", "trucks")
    files["domain"].write_text(alike)
    assert cli.main(["convert", str(files["domain"])]) == 0
    out, err = capsys.readouterr()
    assert "I can carry out" in out
    assert f"{files['domain']}: note: the English is ambiguous or loses something" in err
    assert cli.main(["check", str(files["domain"])]) == 1


@pytest.mark.parametrize("target", [".", "missing/out.txt"])
def test_an_output_that_cannot_be_written(
    target: str, files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *files.values(), "-o", tmp_path / target)
    assert "cannot be written" in line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domain.pddl", "problem.pddl"]


def test_messages_need_a_problem(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    status = cli.main(["convert", str(files["domain"]), "--format", "messages"])
    assert status == 2
    assert capsys.readouterr() == ("", "--format messages needs at least one problem\n")


@pytest.mark.parametrize("problems", [1, 500])
def test_a_pipe_that_is_closed_early_is_no_error(problems: int, files: dict[str, Path]) -> None:
    many = [str(files["problem"])] * problems
    # Template snippets, of which there is nothing to note on standard error.
    call = [sys.executable, "-m", "pddl2nl.cli", "convert", str(files["domain"]), *many]
    process = subprocess.Popen(
        [*call, "--verbalizer", "template"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    # Before the first word: a pipe that closes amid one large write goes unnoticed by Python.
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 0
    process.stderr.close()
