"""LLM-Modulo with the answers that a language model gave (tests/data/modulo)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import transcripts
from tests.chat_server import ChatServer
from tests.recordings import DATA, Replay, recording

pytestmark = pytest.mark.usefixtures("key")

RECORDED = sorted((DATA / "modulo").glob("*.json"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_what_the_model_said_solves_the_task(path: Path, tmp_path: Path) -> None:
    game = recording(path)
    bundled = domains.folder(game.about["domain"])
    (tmp_path / "one" / "instances").mkdir(parents=True)
    shutil.copy(bundled / "domain.pddl", tmp_path / "one")
    played = bundled / "instances" / f"{game.about['instance']}.pddl"
    shutil.copy(played, tmp_path / "one" / "instances")
    answers = Replay(game)
    with ChatServer(answer=lambda _: answers.answer()) as server:
        order = ["eval", "--mechanism", "modulo", "--domain", str(tmp_path / "one")]
        order += ["--example", str(bundled / "instances" / "instance-3.pddl")]
        order += ["--model", "openai/m-1", "--base-url", server.base_url]
        order += ["--obfuscate", obfuscate] if (obfuscate := game.about["obfuscate"]) else []
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
    assert not answers.unused
    (row,) = autoplan.load(tmp_path / "out").to_dict("records")
    rounds = len(game.answers)
    assert (row["solved"], row["finish"], row["attempts"]) == (True, "goal", rounds)
    [(_, _, transcript)] = transcripts(tmp_path / "out")
    kept = transcript.attachments["rounds"]
    # Before its own answers stand those that were put in the model's mouth: one plan, said twice.
    assert [each["same_as"] for each in kept] == [*[[], [1]][: game.outcome["altered"]], []]
