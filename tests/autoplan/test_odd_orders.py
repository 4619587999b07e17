"""Odd orders, names, files and streams: one line, a status, and nothing lost."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

import autoplan
import domains
from autoplan import __main__ as autoplan_start
from autoplan import cli
from autoplan.results.store import FILE
from autoplan.results.summary import lines, table
from autoplan.terminal import narrowed
from pddl2nl import __main__ as pddl2nl_start
from pddl2nl import cli as pddl2nl_cli
from pddl2nl.errors import InputError
from pddl2nl.naming import from_ascii, to_ascii
from pddl2nl.reader import parse_problem, read_domain
from policies import Traits
from simulator.queries import OutOfTimeError
from tests.autoplan.running import finish, refused, within_permissions
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

FOLDER = domains.folder("blocksworld")
STREETS = """(define (domain straßen) (:requirements :strips :typing)
 (:types größe straße - object) (:constants köln - straße)
 (:predicates (steht-auf ?x - größe ?y - straße) (verbunden ?x ?y - straße))
 (:action fahre :parameters (?a - größe ?x ?y - straße)
   :precondition (and (steht-auf ?a ?x) (verbunden ?x ?y))
   :effect (and (steht-auf ?a ?y) (not (steht-auf ?a ?x)))))"""
STREET = """(define (problem p{0}) (:domain straßen) (:objects bäcker - größe süd nord{0} - straße)
 (:init (steht-auf bäcker köln) (verbunden köln süd) (verbunden süd nord{0}))
 (:goal (steht-auf bäcker nord{0})))"""


@pytest.fixture
def place(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def streets(folder: Path) -> Path:
    (folder / "straßen" / "instances").mkdir(parents=True)
    (folder / "straßen" / "domain.pddl").write_text(STREETS)
    for number in (1, 2):
        text = STREET.format(number)
        (folder / "straßen" / "instances" / f"p{number}.pddl").write_text(text)
    return folder / "straßen"


# --- names in any letters -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["köln", "straße_u", "_uf6_", "_u_uf6_", "größe-u1_", "a_b"])
def test_names_in_other_letters_come_back_from_ascii(text: str) -> None:
    assert to_ascii(text).isascii()
    assert from_ascii(to_ascii(text)) == text


def test_ascii_names_stay_as_they_are() -> None:
    assert to_ascii("drive-truck_1 _u _uz_") == "drive-truck_1 _u _uz_"
    assert to_ascii("_uf6_") != to_ascii("ö")


def test_a_domain_with_other_letters_is_checked_planned_and_played(place: Path) -> None:
    folder = streets(place)
    files = sorted(map(str, (folder / "instances").iterdir()))
    assert pddl2nl_cli.main(["check", str(folder / "domain.pddl"), *files]) == 0
    order = ["--domain", str(folder), "--instances", "1", "--examples", "0", "--out", "out"]
    assert cli.main(["eval", "--mechanism", "ff", "react", "up:pyperplan", *order]) == 0
    frame = autoplan.load("out")
    assert frame["solved"].all()
    assert len(frame) == 3


# --- files without end, and orders that a dry run refuses as well ---------------------------------

DRY = ("eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1", "--dry-run")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such file")
@pytest.mark.parametrize("option", ["--prices", "--example", "--example-map"])
def test_a_file_without_end_is_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    why = refused(capsys, *DRY, option, "/dev/zero")
    assert why.startswith("/dev/zero: ")
    assert "it is larger than 100,000,000 bytes" in why


def test_answers_in_a_line_without_end_are_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplan.grade.score.MAX_BYTES", 1000)
    why = refused(capsys, "score", "/dev/zero")
    assert why == "/dev/zero: cannot read the answers: a line is longer than 1,000 characters\n"


def test_prices_come_through_a_pipe(place: Path) -> None:
    text = '{"models": {"reader": {"input": 1, "output": 1}}, "dated": "2031-01-01"}'
    ended = subprocess.run(
        [sys.executable, "-m", "autoplan.cli", *DRY, "--prices", "/dev/stdin"],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, "prices: /dev/stdin, 2031-01-01" in ended.stdout) == (0, True)


@pytest.mark.parametrize(
    "spec", ["frontier:" + "9" * 5000, "frontier-spanner:" + "9" * 5000, "x" * 5000]
)
def test_a_domain_of_a_long_name_is_a_short_line(
    place: Path, capsys: pytest.CaptureFixture[str], spec: str
) -> None:
    assert len(refused(capsys, "eval", "--mechanism", "act", "--domain", spec)) < 2000


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "is not the address of a server"),
        ("http://[::1", "is not the address of a server"),
        ("http://h:99999/v1", "is not the address of a server"),
        ("http://a:word@h:99999/v1", "the base URL must hold no password"),
    ],
)
@pytest.mark.parametrize("dry", [("--dry-run",), ()])
def test_a_dry_run_refuses_an_address_that_a_run_refuses(
    place: Path, capsys: pytest.CaptureFixture[str], address: str, why: str, dry: tuple[str, ...]
) -> None:
    asked = ("--model", "compat/m", "--base-url", address)
    told = refused(capsys, *DRY[:-1], *dry, *asked, "--out", "out")
    assert why in told
    assert "word" not in told.replace("password", "")
    assert not (place / "out").exists()


@pytest.mark.parametrize("dry", [("--dry-run",), ()])
def test_an_empty_path_is_not_the_working_directory(
    place: Path, capsys: pytest.CaptureFixture[str], dry: tuple[str, ...]
) -> None:
    told = refused(capsys, *DRY[:-1], *dry, "--out", "")
    assert "argument -o/--out: expected a path, not ''" in told
    assert not any(place.glob("results*"))


# --- limits, broken episodes, damaged results -----------------------------------------------------


def test_limits_belong_to_the_experiment(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = ["eval", "--mechanism", "lmcut", "--domain", "grid", "--instances", "2", "--out", "o"]
    assert cli.main([*order, "--time-limit", "0.001"]) == 0
    assert set(autoplan.load("o")["finish"]) == {"time-limit"}
    why = refused(capsys, *order, "--time-limit", "0.0001")
    assert why.startswith(
        "o: contains planners' results with --time-limit 0.001, and 0.0001 is less"
    )
    assert cli.main([*order, "--time-limit", "60"]) == 0
    assert set(autoplan.load("o")["finish"]) == {"goal"}
    assert autoplan.load("o")["error"].isna().all()


def test_limits_of_planners_that_have_left_no_result_bind_nobody(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--mechanism", "react", "lmcut", "--domain", "grid", "--out", "o"]
    order += ["--instances", "1", "--time-limit"]
    assert cli.main([*order, "10"]) == 0
    with closing(sqlite3.connect("o/results.sqlite")) as connection, connection:
        connection.execute("DELETE FROM episodes WHERE mechanism = 'lmcut'")
    assert cli.main([*order, "9"]) == 0
    assert "is less; choose another folder" in refused(capsys, *order, "2")


class Clumsy:
    """A mechanism of another package that breaks on every second task."""

    traits = Traits(step_by_step=False, asks_model=False)

    def __init__(self, player: object) -> None:
        pass

    async def run(self, episode: object) -> None:
        raise ZeroDivisionError("by zero")


def _add_mechanism(name: str, made: type, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["policies.mechanism"]
    known = {**module.BUILT_IN, name: f"{__name__}:{made.__name__}"}
    monkeypatch.setattr(module, "BUILT_IN", known)
    monkeypatch.setitem(sys.modules, __name__, sys.modules[made.__module__])


def test_what_breaks_in_an_episode_is_its_error_and_the_status_says_so(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # as outside of tests
    _add_mechanism("clumsy", Clumsy, monkeypatch)
    order = ["eval", "--mechanism", "clumsy", "random", "--domain", "ferry", "--instances", "3"]
    assert cli.main([*order, "--out", "o"]) == 1
    frame = autoplan.load("o")
    broken = frame[frame["mechanism"] == "clumsy"]
    assert list(broken["error"]) == ["ZeroDivisionError: by zero"] * 3
    assert frame[frame["mechanism"] == "random"]["error"].isna().all()
    told = [line for line in capsys.readouterr().err.splitlines() if "playing" not in line]
    first, all_of_them = (line for line in told if "by zero" in line)
    assert re.fullmatch(r"ferry instance-\d clumsy: ZeroDivisionError: by zero", first)
    assert all_of_them == "3 episodes ended with an error: ZeroDivisionError: by zero"
    assert told[-1] == "3 episodes ended with an error; the same command retries them"


class Quitting(Clumsy):
    async def run(self, episode: object) -> None:
        sys.exit(7)


def test_a_mechanism_that_quits_ends_its_episodes_alone(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _add_mechanism("quitting", Quitting, monkeypatch)
    order = ["eval", "--mechanism", "quitting", "random", "--domain", "ferry", "--instances", "2"]
    assert cli.main([*order, "--out", "o"]) == 1
    frame = autoplan.load("o")
    assert list(frame["error"].dropna()) == ["SystemExit: 7"] * 2
    assert len(frame) == 4


class Picky(Clumsy):
    traits = Traits()

    def __init__(self, player: object, *, size: int = 1) -> None:
        if size < 1:
            raise InputError(f"size must be 1 or more, not {size}")


@pytest.mark.parametrize("more", [("--out", "o"), ("--dry-run",)])
def test_a_mechanism_refuses_an_option_before_anything_is_played(
    more: tuple[str, ...],
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _add_mechanism("picky", Picky, monkeypatch)
    order = ["eval", "--mechanism", "random", "picky:size=0", "--domain", "ferry", *more]
    assert cli.main(order) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told == "--mechanism picky:size=0: size must be 1 or more, not 0"
    assert not Path("o").exists()


class Slow(Clumsy):
    async def run(self, episode: object) -> None:
        raise OutOfTimeError("the time limit is reached")


def test_a_step_that_takes_too_long_is_the_error_of_its_episode(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _add_mechanism("slow", Slow, monkeypatch)
    order = ["eval", "--mechanism", "slow", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*order, "--time-limit", "3", "--out", "o"]) == 1
    (error,) = autoplan.load("o")["error"]
    assert error == "a step took more than 3 s to work out (see --time-limit)"
    assert error in capsys.readouterr().err


def test_an_emptied_database_is_not_begun_anew(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*order, "--out", "o"]) == 0
    Path("o", FILE).write_bytes(b"")
    assert "is empty: its results are gone" in refused(capsys, *order, "--out", "o")
    assert Path("o", FILE).read_bytes() == b""


# --- orders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (["--temperature", "-5"], "expected a number from 0 on, not '-5'"),
        (["--temperature", "nan"], "expected a number from 0 on, not 'nan'"),
        (["--seed", "99999999999999999999"], "expected a whole number of 64 bits"),
        (["--base-url", "http://localhost:1/v1"], "no model on a server is named; reader has none"),
        (["--prompts", "."], "contains no prompts (files *.j2)"),
        (["--domain", "fery"], "neither a bundled domain nor a folder; did you mean 'ferry'?"),
        (["--mechanism", "reakt"], "unknown mechanism 'reakt'; did you mean 'react'?"),
    ],
)
def test_an_order_that_cannot_be_meant_is_refused(
    more: list[str], fault: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "empty").mkdir()
    os.chdir(place / "empty")
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1"]
    assert fault in refused(capsys, *order, *more)
    assert list((place / "empty").iterdir()) == []


def test_a_form_that_a_mechanism_does_not_play_in_is_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["eval", "--mechanism", "react", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*order, "--input", "nl", "template", "pddl", "--out", "o"]) == 0
    line = "react does not support the input forms template and pddl; it uses only nl"
    assert line in capsys.readouterr().err


def test_too_many_problems_are_refused_at_once_and_large_ones_are_made(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = time.monotonic()
    few = ("--kinds", "1", "--snacks", "5")
    why = refused(capsys, "generate", "movie", "--seed", "1", *few, "-n", "1000")
    assert why.startswith("only 20 different problems")
    assert time.monotonic() - begun < 60  # a bound on work, not on speed
    assert cli.main(["generate", "blocksworld", "--seed", "1", "--blocks", "1000"]) == 0
    made = parse_problem(capsys.readouterr().out, read_domain(domains.domain_file(FOLDER)))
    assert len(made.objects) == 1000


def test_nothing_is_written_over_what_is_read(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = domains.folder("ferry") / "domain.pddl"
    Path("d.pddl").write_bytes(source.read_bytes())
    for option in ("-o", "--lexicon-out"):
        assert pddl2nl_cli.main(["convert", "d.pddl", option, "./d.pddl"]) == 2
        assert "d.pddl: is an input as well" in capsys.readouterr().err
    assert Path("d.pddl").read_bytes() == source.read_bytes()


def test_a_key_that_stands_twice_in_a_lexicon_is_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("l.json").write_text('{"domain": "x", "source": "y", "predicates": {"a": "b", "a": "c"}}')
    domain = str(domains.folder("ferry") / "domain.pddl")
    assert pddl2nl_cli.main(["convert", domain, "--verbalizer", "l.json"]) == 2
    assert capsys.readouterr().err == "l.json: the key 'a' occurs twice\n"


@pytest.mark.parametrize(("text", "status"), [("\ufeff", 0), ("[" * 100_000, 2)])
def test_a_file_of_answers_may_begin_with_a_mark_and_not_be_bottomless(
    text: str, status: int, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = domains.folder("ferry")
    entry = (
        f'{{"domain": "{folder}/domain.pddl", "problem": "{folder}/instances/instance-1.pddl", '
        '"response": "sail"}'
    )
    Path("r.jsonl").write_text(text + (entry if status == 0 else ""), encoding="utf-8")
    assert cli.main(["score", "r.jsonl"]) == status
    err = capsys.readouterr().err
    assert ("nested too deep" in err) == (status == 2)


# --- the terminal, streams and signals ------------------------------------------------------------


def test_a_narrow_table_drops_columns_and_cuts_none(place: Path) -> None:
    order = ["eval", "--mechanism", "react", "ff", "--domain", "blocksworld", "--instances", "1"]
    assert cli.main([*order, "--out", "o"]) == 0
    for width in (200, 80, 60):
        out = Console(width=width, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
        out.print(narrowed(table(lines(Path("o"))[0]), out))
        said = out.export_text()
        assert "…" not in said
        for whole in ("domain", "mechanism", "solved", "blocksworld", "1/1"):
            assert whole in said
        assert ("output tokens" in said.split("too narrow")[0]) == (width == 200)


def test_the_commands_tell_their_version(capsys: pytest.CaptureFixture[str]) -> None:
    for main in (cli.main, pddl2nl_cli.main):
        with pytest.raises(SystemExit) as left:
            main(["--version"])
        assert left.value.code == 0
        assert re.fullmatch(r"autoplan \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_a_scaled_set_is_listed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["domains", "ferry-scaled"]) == 0
    assert capsys.readouterr().out.startswith("ferry-scaled (plans of FF):")


@pytest.mark.parametrize("package", ["autoplan", "pddl2nl"])
def test_a_full_disk_is_one_line(package: str) -> None:
    command = ["domains"] if package == "autoplan" else ["lexicons"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", package, *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=REPOSITORY,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "the output: No space left on device\n")


def test_output_in_ascii_and_no_output_at_all_are_no_trouble(place: Path) -> None:
    folder = streets(place)
    command = [sys.executable, "-m", "pddl2nl", "convert", str(folder / "domain.pddl")]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, capture_output=True, text=True, env=plain, check=False)
    assert done.returncode == 0
    assert "stra\\xdfe" in done.stdout
    closed = " ".join(["exec", *command, ">&-", "<&-"])
    done = subprocess.run(["bash", "-c", closed], capture_output=True, env=plain, check=False)
    assert done.returncode == 0


def test_answers_from_an_input_that_is_closed_are_one_line(place: Path) -> None:
    command = f"{sys.executable} -m autoplan score - <&-"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    order = ["bash", "-c", command]
    done = subprocess.run(order, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (2, "<stdin>: cannot read the answers: it is closed\n")


@pytest.mark.parametrize("moment", [0.05, 0.15, 0.3, 0.6])
def test_ctrl_c_at_the_start_is_one_line(moment: float, place: Path) -> None:
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--out", "o"]
    process = subprocess.Popen(
        [sys.executable, "-m", "autoplan", *order],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    # Before `main` runs, the interpreter itself may be what is interrupted.
    ours = "Traceback" in err and "in main" in err
    assert not ours, err


@pytest.mark.parametrize(
    ("start", "run"),
    [(autoplan_start.main, (cli, "main")), (pddl2nl_start.main, (pddl2nl_cli, "main"))],
)
@pytest.mark.parametrize("cause", [KeyboardInterrupt(), ValueError()])
def test_ctrl_c_while_a_class_is_built_is_one_line(
    start: Callable[[], int],
    run: tuple[ModuleType, str],
    cause: BaseException,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken_off() -> int:
        raise RuntimeError("Error calling __set_name__") from cause

    monkeypatch.setattr(*run, broken_off)
    if isinstance(cause, KeyboardInterrupt):
        assert (start(), capsys.readouterr().err) == (130, "interrupted\n")
    else:
        with pytest.raises(RuntimeError, match="__set_name__"):
            start()


def test_a_home_that_cannot_be_written_is_done_without(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", "/dev/null/nothing")
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1", "--out", "o"]
    assert cli.main(order) == 0


def test_results_are_one_file_that_is_read_where_nothing_may_be_written(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*order, "--out", "#1 100%"]) == 0
    results = place / "#1 100%"
    left = {each.name for each in results.iterdir()}
    assert left <= {FILE, "results.lock", "log.jsonl"}
    for each in results.iterdir():
        each.chmod(0o444)
    results.chmod(0o555)
    for name in ("HOME", "AUTOPLAN_CACHE"):
        monkeypatch.setenv(name, "/dev/null/nothing")
    status, out, err = finish(["table", "#1 100%"], place, within_permissions)
    results.chmod(0o755)
    assert status == 0, err
    assert "random" in out


BUSY = """(define (domain busy) (:requirements :typing)
 (:types thing) (:predicates (p ?a ?b - thing) (done))
 (:action try :parameters (?a ?b ?c ?d ?e ?f ?g ?h - thing)
   :precondition (and (p ?a ?b) (p ?c ?d) (p ?e ?f) (p ?g ?h)) :effect (done)))"""


MANY = """(define (domain many) (:predicates (p ?x) (q ?x))
 (:action eight :parameters (?a ?b ?c ?d ?e ?f ?g ?h) :precondition (not (q ?h)) :effect (q ?h)))"""
MANY_PROBLEM = (
    """(define (problem one) (:domain many) (:objects {0}) (:init (p o1)) (:goal (p o0)))"""
)


def test_a_walk_among_too_many_actions_ends_with_the_time(place: Path) -> None:
    (place / "many" / "instances").mkdir(parents=True)
    (place / "many" / "domain.pddl").write_text(MANY)
    objects = " ".join(f"o{number}" for number in range(20))
    (place / "many" / "instances" / "p.pddl").write_text(MANY_PROBLEM.format(objects))
    order = ["eval", "--mechanism", "random", "--domain", "many", "--out", "out"]
    assert cli.main([*order, "--time-limit", "0.2", "--examples", "0"]) == 0
    assert autoplan.load("out")["finish"].tolist() == ["time-limit"]


def test_ctrl_c_breaks_into_a_computation(place: Path) -> None:
    things = " ".join(f"t{number}" for number in range(20))
    facts = " ".join(f"(p t{one} t{other})" for one in range(20) for other in range(20))
    Path("busy").mkdir()
    Path("busy/domain.pddl").write_text(BUSY)
    Path("busy/p1.pddl").write_text(
        f"(define (problem p1) (:domain busy) (:objects {things} - thing) (:init {facts}) "
        "(:goal (and (done) (p t0 t0))))"
    )
    # Only the search for a reference plan is limited, so the computation would go on and on.
    order = ["eval", "--mechanism", "random", "--domain", "busy", "--reference-time", "0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "autoplan", *order],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "no reference plan" in line:
            break
    time.sleep(0.5)  # into the enumeration of 400 ** 4 actions
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    said = process.stderr.read()
    assert process.wait(timeout=40) == 130
    assert time.monotonic() - begun < 20
    assert said.strip().splitlines()[-1].startswith("interrupted")


# --- the start ------------------------------------------------------------------------------------


def test_the_command_line_starts_without_libraries_that_are_slow_to_import() -> None:
    code = (
        "import sys, autoplan.cli, pddl2nl.cli; "
        "slow = {'pandas', 'numpy', 'pyarrow', 'openai', 'unified_planning', 'stanza', 'dask'}; "
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- damaged results ------------------------------------------------------------------------------


@pytest.fixture
def results(place: Path) -> Path:
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1", "--out", "o"]
    assert cli.main(order) == 0
    return place / "o" / FILE


def test_a_schema_that_is_no_text_is_one_line(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = results.read_bytes()
    spoilt = content.replace(b"CREATE TABLE episodes (", b"CREATE TABLE episodes \xc6")
    assert spoilt != content
    results.write_bytes(spoilt)
    for order in (["table", "o"], ["report", "o"], ["compare", "o", "o"]):
        assert "the database is damaged" in refused(capsys, *order)
    again = ["eval", "--mechanism", "act", "--domain", "ferry", "--out", "o"]
    assert "the database is damaged" in refused(capsys, *again)


def test_a_task_that_is_missing_is_one_line(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(results) as connection:
        connection.execute("DELETE FROM scenes")
    told = refused(capsys, "report", "o")
    assert told.endswith(f"o/{FILE}: is damaged: the task ferry instance-1 nl is missing\n")


def test_a_task_whose_words_are_broken_is_one_line(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(results) as connection:
        connection.execute("UPDATE scenes SET goal = '[\"half'")
    told = refused(capsys, "report", "o")
    assert told.endswith(f"o/{FILE}: is damaged: the texts of a task cannot be read\n")


def test_a_file_name_of_twenty_thousand_letters_is_not_repeated_whole(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({"domain": "a" * 20_000, "problem": "p", "response": "r"})
    (place / "answers.jsonl").write_text(line)
    assert len(refused(capsys, "score", "answers.jsonl")) < 1_500
