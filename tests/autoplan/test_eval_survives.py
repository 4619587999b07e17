"""What stops a run takes nothing with it: kills, Ctrl-C, a full disk, another process."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import autoplan
from autoplan import cli
from autoplan.results.store import FILE, Store, WriteError
from tests.autoplan.running import finish, refused, start, within_permissions
from tests.autoplan.served_reader import Player
from tests.chat_server import Behaviour, ChatServer, Hang, completion, reply
from tests.commands import done

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("key")]

ORDER = ["eval", "--domain", "ferry", "--instances", "6", "--model", "openai/m-1"]
EPISODES = 12
"""Those of two mechanisms."""
KILLS = int(os.environ.get("AUTOPLAN_KILLS", "3"))
ARRIVED = 0.25
"""Seconds after which an answer that was sent has certainly been kept."""


class Bookkeeper:
    """Answers as the reader does, some time later, and notes when it was asked what."""

    def __init__(self, player: Player, seconds: float) -> None:
        self.answered: dict[str, list[tuple[float, float]]] = {}
        self.seconds = seconds
        self._player = player

    def answer(self, request: dict[str, object]) -> str | Behaviour:
        received = time.monotonic()
        said = self._player.answer(request)
        time.sleep(self.seconds)
        asked = json.dumps(request, sort_keys=True)
        self.answered.setdefault(asked, []).append((received, time.monotonic()))
        return said


def order(server: ChatServer, out: Path, *more: str) -> list[str]:
    return [*ORDER, "--base-url", server.base_url, "--out", str(out), *more]


def outcomes(folder: Path) -> pd.DataFrame:
    """All that two runs of the same experiment must have in common."""
    frame = autoplan.load(folder)
    by = ["domain", "instance", "mechanism", "input", "model", "seed"]
    return frame.drop(columns=["seconds"]).sort_values(by).reset_index(drop=True)


def is_sound(folder: Path) -> bool:
    with sqlite3.connect(folder / FILE) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))


def wait_for(condition: Callable[[], bool], seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.01)


def run_and_kill(command: list[str], folder: Path, server: ChatServer, seconds: float) -> float:
    """Kill a run some time after its first call; the moment at which it was dead."""
    before = len(server.received)
    process = start(command, folder)
    wait_for(lambda: len(server.received) > before or process.poll() is not None)
    time.sleep(seconds)
    process.kill()
    process.communicate()
    return time.monotonic()


def test_killed_at_any_moment_it_ends_with_the_same_results_and_pays_once(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More kills: AUTOPLAN_KILLS=50."""
    dice = random.Random(KILLS)
    books, kills = Bookkeeper(player, 0.1), []
    with ChatServer(answer=books.answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "basic", "act")
        command += ["--max-connections", "2"]
        for _ in range(KILLS):
            kills.append(run_and_kill(command, tmp_path, server, dice.uniform(0, 0.8)))
            assert is_sound(tmp_path / "out")
        books.seconds = 0
        assert cli.main(command) == 0
    for times in books.answered.values():
        for received, answered in times[:-1]:
            excuses = [kill for kill in kills if received < kill < answered + ARRIVED]
            assert excuses, "an answer that had arrived was paid for once more"
    monkeypatch.setenv("AUTOPLAN_CACHE", str(_another_cache(tmp_path)))
    with ChatServer(answer=player.answer) as server:
        command = order(server, tmp_path / "whole", "--mechanism", "basic", "act")
        assert cli.main(command) == 0
    interrupted, whole = outcomes(tmp_path / "out"), outcomes(tmp_path / "whole")
    assert len(whole) == EPISODES
    pd.testing.assert_frame_equal(interrupted, whole)


def _another_cache(folder: Path) -> Path:
    other = folder / "another-cache"
    other.mkdir()
    (other / "reference-plans").symlink_to((folder / "cache" / "reference-plans").resolve())
    return other


def test_ctrl_c_lets_calls_under_way_finish_and_says_how_to_continue(
    player: Player, tmp_path: Path
) -> None:
    books = Bookkeeper(player, 0.5)
    with ChatServer(answer=books.answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "act", "--max-connections", "3")
        process = start(command, tmp_path)
        wait_for(lambda: len(server.received) >= 3)
        process.send_signal(signal.SIGINT)
        stopped = time.monotonic()
        _, err = process.communicate(timeout=40)
        assert process.returncode == 130
        assert err.splitlines()[-1] == "interrupted; to continue, repeat the command"
        assert time.monotonic() - stopped < 20
        assert len(server.received) == 3, "no call begins after Ctrl-C"
        assert len(books.answered) == 3
        books.seconds = 0
        assert cli.main(command) == 0
        assert all(len(times) == 1 for times in books.answered.values()), "answers were kept"


def test_ctrl_c_does_not_wait_for_a_server_that_hangs(tmp_path: Path) -> None:
    with ChatServer(answer=lambda request: Hang()) as server:
        process = start(order(server, tmp_path / "out", "--mechanism", "act"), tmp_path)
        wait_for(lambda: len(server.received) > 0)
        process.send_signal(signal.SIGINT)
        stopped = time.monotonic()
        _, err = process.communicate(timeout=40)
        assert process.returncode == 130
        assert 4 < time.monotonic() - stopped < 20
        assert "Traceback" not in err


def test_a_second_process_is_refused_and_harms_nothing(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = Bookkeeper(player, 0.3)
    with ChatServer(answer=books.answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "act", "--max-connections", "2")
        first = start(command, tmp_path)
        wait_for(lambda: len(server.received) > 0)
        assert refused(capsys, *command) == (
            f"{tmp_path / 'out'}: another evaluation is writing into this folder; wait for it, or "
            "choose another folder with --out\n"
        )
        first.kill()
        first.communicate()
        books.seconds = 0
        assert cli.main(command) == 0, "the lock died with its process"
    assert is_sound(tmp_path / "out")
    assert len(autoplan.load(tmp_path / "out")) == 6


def test_a_full_disk_stops_the_run_and_what_was_written_is_safe(
    player: Player, tmp_path: Path
) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (130_000, 130_000))

    with ChatServer(answer=player.answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "act", "basic")
        status, _, err = finish(command, tmp_path, little_room)
        assert status == 2
        assert "Traceback" not in err
        last = err.splitlines()[-1]
        assert "results.sqlite: cannot be written: " in last or "cache of answers failed" in last
        assert last.endswith("to continue, repeat the command)")
        assert is_sound(tmp_path / "out")
        assert len(autoplan.load(tmp_path / "out")) < EPISODES
        assert cli.main(command) == 0
    assert len(autoplan.load(tmp_path / "out")) == EPISODES


def test_a_payment_that_cannot_be_kept_breaks_off_no_episode(
    player: Player,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object) -> None:
        raise WriteError("cannot be written: disk full", source=FILE)

    monkeypatch.setattr(Store, "pay", full)
    with ChatServer(answer=player.answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "act")
        assert cli.main(command) == 2
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert err.splitlines()[-1] == f"{FILE}: cannot be written: disk full"
    assert autoplan.load(tmp_path / "out").empty


def test_a_place_that_cannot_be_written_to_is_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["eval", "--domain", "ferry", "--mechanism", "random", "--out", "/proc/results"]
    err = refused(capsys, *command)
    assert err == "/proc/results: cannot be a results folder: No such file or directory\n"


def test_a_read_only_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o500)
    command = ["eval", "--domain", "ferry", "--mechanism", "random", "--out", "out"]
    status, out, err = finish(command, tmp_path, within_permissions)
    assert (status, out) == (2, "")
    assert err.startswith("out: cannot be a results folder: ")
    assert len(err.splitlines()) == 1


def test_the_key_is_nowhere(
    player: Player, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server repeats the key in answers, in error pages and in headers."""

    def answer(request: dict[str, object]) -> str | Behaviour:
        said = player.answer(request)
        if len(server.received) % 5 == 0:
            error = {"error": {"message": f"Slow down, Bearer {key}!", "type": "error"}}
            return reply(error, 429, retry_after_ms="1", x_key=key)
        return reply(completion(f"{said} My key is {key}.", reasoning_content=f"It is {key}"))

    with ChatServer(answer=answer) as server:
        command = order(server, tmp_path / "out", "--mechanism", "act", "basic")
        status, out, err = finish([*command, "--log-level", "debug"], tmp_path)
        assert status == 0, err
        assert len(server.received) > 5
        wrong = refused(capsys, *command, "--temperature", "nan")
    doctor = done(capsys, cli.main, "doctor")
    debugged = finish(["eval", "--domain", key, "--mechanism", "act", "--debug"], tmp_path)
    assert "Traceback" in debugged[2]
    assert key not in "".join((out, err, wrong, doctor.stdout, doctor.stderr))
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"results.sqlite", "log.jsonl", "answers.sqlite"} <= {path.name for path in written}
    for path in written:
        assert key.encode() not in path.read_bytes(), path


def test_the_log_is_a_json_object_a_line(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=player.answer) as server:
        assert cli.main(order(server, tmp_path / "out", "--mechanism", "basic")) == 0
    lines = (tmp_path / "out" / "log.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    assert all({"time", "level", "logger", "message"} <= entry.keys() for entry in entries)
    ended = [entry for entry in entries if entry["message"] == "an episode has ended"]
    assert len(ended) == 6
    assert {entry["episode"]["domain"] for entry in ended} == {"ferry"}
    assert all(entry["solved"] for entry in ended)
    assert [entries[0]["message"], entries[-1]["message"]] == ["the run begins", "the run ends"]
