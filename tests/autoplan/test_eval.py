"""`autoplan eval` from the command line to the results folder, with the offline reader."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.store import FILE
from tests.autoplan.running import episodes_in, refused
from tests.commands import Done, Run, done
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

COLUMNS = (
    "domain, instance, mechanism, input, model, seed, solved, finish, steps, refused, plan_length, "
    "reference_length, calls, input_tokens, cached_tokens, output_tokens, seconds"
).split(", ")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
SMALL = ("--domain", "ferry", "--instances", "2")


def command(cache: Path) -> tuple[list[str], dict[str, str]]:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OPENAI_", "FORCE_COLOR", "COLUMNS"))
    }
    environment |= {"AUTOPLAN_CACHE": str(cache), "NO_PROXY": "127.0.0.1"}
    return [sys.executable, "-m", "autoplan.cli"], environment


@pytest.fixture
def run(cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `autoplan` within this process, in a folder."""
    for name in [
        each for each in os.environ if each.startswith(("OPENAI_", "FORCE_COLOR", "COLUMNS"))
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))

    def ended(folder: Path, *arguments: str) -> Done:
        monkeypatch.chdir(folder)
        return done(capsys, cli.main, *arguments)

    return ended


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """A results folder: every mechanism and form on two small tasks."""
    folder = tmp_path_factory.mktemp("played")
    mechanisms = ("basic", "cot", "act", "react", "random")
    forms = ("nl", "template", "pddl")
    program, environment = command(cache)
    order = ["eval", "--mechanism", *mechanisms, "--input", *forms, *SMALL, "--out", "out"]
    ended = subprocess.run(
        [*program, *order],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "results: out" in ended.stdout
    assert not CONTROL.search(ended.stdout), "no colours, bars or returns in a pipe"
    assert not CONTROL.search(ended.stderr)
    return folder / "out"


def test_the_results_hold_a_row_for_each_episode(played: Path) -> None:
    frame = autoplan.load(played)
    assert set(COLUMNS) <= set(frame.columns)
    cells = frame.groupby(["mechanism", "input"]).size()
    assert set(cells.index) == {
        *((name, form) for name in ("basic", "act") for form in ("nl", "template", "pddl")),
        ("cot", "nl"),
        ("react", "nl"),
        ("random", "none"),
    }
    assert set(cells) == {2}


def test_the_reader_solves_everything(played: Path) -> None:
    frame = autoplan.load(played).query("model == 'reader'")
    assert frame["solved"].all()
    assert set(frame["finish"]) == {"goal"}
    assert (frame["refused"] == 0).all()
    assert (frame["plan_length"] <= frame["steps"]).all()
    assert (frame["steps"] <= 2 * frame["reference_length"]).all()
    whole = frame["mechanism"].isin(["basic", "cot"])
    assert (frame[whole]["calls"] == 1).all()
    assert (frame[~whole]["calls"] == frame[~whole]["steps"]).all()
    assert (frame["input_tokens"] > 0).all()
    assert frame["tokens_estimated"].all()


def test_random_asks_no_model_and_keeps_to_the_limit(played: Path) -> None:
    frame = autoplan.load(played).query("mechanism == 'random'")
    assert set(frame["model"]) == {"none"}
    assert (frame["calls"] == 0).all()
    unsolved = frame[~frame["solved"]]
    assert (unsolved["steps"] == 2 * unsolved["reference_length"]).all()
    assert set(unsolved["finish"]) <= {"limit"}


def test_the_time_of_an_offline_episode_is_its_own(run: Run, tmp_path: Path) -> None:
    cores = os.cpu_count() or 1
    number = min(4 * cores, 20)  # of episodes at once, far more than cores
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", str(number)]
    begun = time.monotonic()
    ended = run(tmp_path, *order, "--out", "runs")
    elapsed = time.monotonic() - begun
    assert ended.returncode == 0, ended.stderr
    seconds = autoplan.load(tmp_path / "runs")["seconds"]
    assert len(seconds) == number
    assert seconds.sum() <= elapsed * cores


def test_the_transcript_holds_everything_that_was_said(played: Path) -> None:
    with sqlite3.connect(played / FILE) as connection:
        (text,) = connection.execute(
            "SELECT transcript FROM episodes WHERE mechanism = 'react'"
        ).fetchone()
    told = json.loads(text)
    assert told["steps"][0]["observation"].startswith("I ")
    messages: list[dict[str, str]] = []
    for call in told["calls"]:
        messages = [*messages[: call["kept"]], *call["sent"]]
        assert messages[0]["role"] == "system"
        assert "Instruction: " in call["answer"]["text"]
    assert messages[-1]["content"] == told["steps"][-2]["observation"]


def test_the_example_is_a_task_that_is_not_played(played: Path) -> None:
    frame = autoplan.load(played)
    with sqlite3.connect(played / FILE) as connection:
        (text,) = connection.execute(
            "SELECT transcript FROM episodes WHERE mechanism = 'basic' AND input = 'pddl'"
        ).fetchone()
    example = json.loads(text)["calls"][0]["sent"][1]["content"]
    goals = {}
    for path in domains.instances(domains.folder("ferry")):
        goal = re.search(r"\(:goal.*", path.read_text(), re.DOTALL)
        goals[path.stem] = re.sub(r"[\s()]+", " ", goal[0]) if goal else ""
    shown = re.sub(r"[\s()]+", " ", example.split("(:objects")[0])
    matching = [name for name, goal in goals.items() if shown.strip() in goal]
    assert matching
    assert not set(matching) <= set(frame["instance"])


def test_a_second_call_plays_nothing_again(run: Run, played: Path) -> None:
    before = (played / FILE).read_bytes(), autoplan.load(played)
    ended = run(played.parent, "eval", "--mechanism", "act", "basic", *SMALL, "--out", "out")
    assert ended.returncode == 0
    assert ended.stderr == (
        "few-shot example: instance-3 of ferry\n4 of 4 episodes are already in the results folder\n"
    )
    assert autoplan.load(played).equals(before[1])


def test_more_episodes_are_added_to_those_there(run: Run, played: Path) -> None:
    before = autoplan.load(played)
    ended = run(
        played.parent, "eval", "--mechanism", "random", *SMALL, "--seed", "1", "2", "--out", "out"
    )
    assert ended.returncode == 0
    after = autoplan.load(played)
    assert len(after) == len(before) + 2
    assert after.head(len(before)).equals(before)


def test_the_table_shows_what_the_command_asked_for(run: Run, tmp_path: Path) -> None:
    order = ("eval", "--mechanism", "act", "--instances", "1", "--out", "out", "--domain")
    first, second = (run(tmp_path, *order, domain) for domain in ("ferry", "visitall"))
    assert "holds" not in first.stdout
    assert not {"ferry", "react"} & {*second.stdout.split()}
    assert "holds 1 other episode, too; autoplan table out shows all\n" in second.stdout
    assert {"ferry", "visitall"} < {*run(tmp_path, "table", "out").stdout.split()}
    again = run(tmp_path, *order, "ferry", "visitall")
    assert {"ferry", "visitall"} < {*again.stdout.split()}
    assert "holds" not in again.stdout


def test_fewer_instances_than_asked_for_are_noted(run: Run, tmp_path: Path) -> None:
    lamps = str(REPOSITORY / "docs" / "examples" / "lamps")
    order = ("eval", "--mechanism", "ff", "--domain", lamps, "--instances")
    one, nine = (run(tmp_path, *order, n, "--out", n) for n in ("1", "9"))
    assert "instead" not in one.stderr
    assert "lamps: 1 instead of 9 instances; there are no more" in nine.stderr


def test_table_prints_what_is_there(run: Run, played: Path) -> None:
    ended = run(played.parent, "table", str(played))
    assert ended.returncode == 0
    assert not CONTROL.search(ended.stdout)
    lines = [line.split() for line in ended.stdout.splitlines()]
    assert ["ferry", "react", "nl", "reader", "2/2"] in [line[:5] for line in lines]


def test_table_of_a_folder_without_results(run: Run, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        ended = run(tmp_path, "table", str(folder))
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr == f"{folder}: contains no results (no results.sqlite in it)\n"
    (tmp_path / FILE).write_bytes(b"\x00junk" * 999)
    ended = run(tmp_path, "table", str(tmp_path))
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    "change",
    [
        ["--temperature", "0.5"],
        ["--max-tokens", "9"],
        ["--verbalizer", "template"],
        ["--translator", "llm"],
    ],
)
def test_results_of_other_settings_are_left_alone(
    run: Run, played: Path, change: list[str]
) -> None:
    before = autoplan.load(played)
    ended = run(
        played.parent, "eval", "--mechanism", "act", *SMALL, "--seed", "9", "--out", "out", *change
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.fullmatch(
        r"out: contains another experiment \(.* is .* there and .* here\); "
        r"choose another folder with --out\n",
        ended.stderr,
    )
    assert autoplan.load(played).equals(before)


def test_a_setting_that_a_folder_does_not_name_has_its_default_there(
    run: Run, played: Path
) -> None:
    order = ("eval", "--mechanism", "act", *SMALL, "--seed", "9", "--out", "out")
    ended = run(played.parent, *order, "--style", "brief")
    assert "out: contains another experiment (style is paper there and brief here);" in ended.stderr


def test_a_folder_with_other_things_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("ten years")
    ended = run(tmp_path, "eval", "--mechanism", "act", *SMALL, "--out", ".")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert (
        ended.stderr
        == ".: is not empty and contains no results; choose another folder with --out\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--domain", "nowhere"], "nowhere: neither a bundled domain ("),
        (["--domain", "."], ".: "),
        (["--mechanism", "swim"], "unknown mechanism 'swim'; known are act, agentkit"),
        (["--model", "oracle"], "unknown model 'oracle'; known are openai/NAME"),
        (["--model", "openai/gpt"], "the model openai/gpt needs a key in the environment"),
        (["--model", "compat/llama"], "the model compat/llama needs the base URL"),
        (["--model", "openai/gpt", "--base-url", "ftp://x"], ""),
        (["--verbalizer", "poet"], "unknown verbalizer 'poet'; known are "),
        (["--verbalizer", "missing.json"], ""),
        (["--prompts", "missing"], "missing: there is no such folder of prompts"),
        (["--translator-model", "oracle"], "unknown model 'oracle'"),
        (["--max-cost", "0"], "autoplan eval: argument --max-cost: expected a number above 0"),
        (["--prices", "missing.json"], "missing.json: cannot be read: No such file"),
        (["--mechanism", "cot", "--input", "pddl"], "the mechanism 'cot' cannot play in the"),
        (["--instances", "0"], "autoplan eval: argument --instances: expected a whole number"),
        (["--attempts", "9" * 5000], "autoplan eval: argument --attempts: expected a whole number"),
        (["--samples", "9" * 14], "autoplan eval: argument --samples: expected a whole number"),
        (["--memory-limit", "9" * 5000 + "G"], "autoplan eval: argument --memory-limit: expected"),
        (["--max-cost", "nan"], "autoplan eval: argument --max-cost: expected a number above 0"),
        (["--feedback", "none", "positive"], "--feedback none stands alone"),
        (["--colour", "red"], "autoplan eval: unrecognized option: --colour (see autoplan eval"),
        (["--instnces", "5"], "autoplan eval: unrecognized option: --instnces; did"),
        (["--instances=5", "--sed=1"], "autoplan eval: unrecognized option: --sed; did you"),
        (["--debug", "-x"], "autoplan eval: unrecognized arguments: -x (see autoplan eval --help)"),
        (["--style", "breif"], "autoplan eval: argument --style: invalid choice: 'breif'; did"),
        (["--model", "raeder"], "unknown model 'raeder'; did you mean 'reader'?"),
    ],
)
def test_a_wrong_order_is_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    order = ["eval", "--mechanism", "act", *SMALL, "--out", "out", *arguments]
    assert refused(capsys, *order).startswith(message)
    assert not (tmp_path / "out").exists()


def test_ctrl_c_leaves_results_that_can_be_continued(tmp_path: Path, cache: Path) -> None:
    program, environment = command(cache)
    order = [*program, "eval", "--mechanism", "act", "--input", "pddl", "--domain", "ferry"]
    order += ["--max-connections", "1", "--out", "out"]
    process = subprocess.Popen(
        order,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment,
        start_new_session=True,
    )
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline and episodes_in(tmp_path / "out") < 1:
        time.sleep(0.05)
    # A terminal sends the signal to the whole group: the planner's processes get it too.
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "interrupted; to continue, repeat the command"
    assert "Traceback" not in errors
    kept = autoplan.load(tmp_path / "out")
    assert 0 < len(kept) < 20
    assert kept["error"].isna().all()


def _written_on(terminal: int) -> str:
    """All that is written until the other side closes it; a terminal holds 4 KB at most."""
    written = b""
    with open(terminal, "rb", buffering=0) as stream, contextlib.suppress(OSError):
        while part := stream.read(4096):
            written += part
    return written.decode()


def test_a_terminal_gets_a_progress_bar(played: Path, cache: Path) -> None:
    program, environment = command(cache)
    order = [*program, "eval", "--mechanism", "act", *SMALL, "--out", "out"]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        order,
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=played.parent,
        env={**environment, "TERM": "xterm"},
    )
    os.close(theirs)
    seen = _written_on(ours)
    process.communicate(timeout=60)
    assert "episodes" in seen
    assert "2/2" in seen


def test_doctor_names_no_key(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-0123456789")
    ended = run(tmp_path, "doctor")
    assert ended.returncode == 0
    assert re.search(r"^ok +OPENAI_API_KEY +set$", ended.stdout, re.MULTILINE)
    assert "secret" not in ended.stdout + ended.stderr
    assert not CONTROL.search(ended.stdout)
    monkeypatch.delenv("OPENAI_API_KEY")
    ended = run(tmp_path, "doctor")
    assert re.search(r"^- +OPENAI_API_KEY +not set", ended.stdout, re.MULTILINE)
