"""LLM-Modulo with the answers that a language model gave (tests/data/modulo)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import transcripts
from tests.chat_server import ChatServer
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.usefixtures("key")

RECORDED = sorted((REPOSITORY / "tests" / "data" / "modulo").glob("*.json"))


@pytest.mark.parametrize("recording", RECORDED, ids=lambda path: path.stem)
def test_what_the_model_said_solves_the_task(recording: Path, tmp_path: Path) -> None:
    game = json.loads(recording.read_text(encoding="utf-8"))
    bundled = domains.folder(game["domain"])
    (tmp_path / "one" / "instances").mkdir(parents=True)
    shutil.copy(bundled / "domain.pddl", tmp_path / "one")
    played = bundled / "instances" / f"{game['instance']}.pddl"
    shutil.copy(played, tmp_path / "one" / "instances")
    answers = iter(game["answers"])
    with ChatServer(answer=lambda _: next(answers)) as server:
        order = ["eval", "--mechanism", "modulo", "--domain", str(tmp_path / "one")]
        order += ["--example", str(bundled / "instances" / "instance-3.pddl")]
        order += ["--model", "openai/m-1", "--base-url", server.base_url]
        order += ["--obfuscate", game["obfuscate"]] if game["obfuscate"] else []
        assert cli.main([*order, "--out", str(tmp_path / "out")]) == 0
        asked = [request.body["messages"] for request in server.received]
    # The same task in the same words: what was answered then answers what is asked now.
    tasks = [each for each in game["messages"] if "My goal is" in each["content"]]
    assert [each["content"] for each in asked[0] if each["role"] == "user"][-1] == (
        tasks[-1]["content"]
    )
    (row,) = autoplan.load(tmp_path / "out").to_dict("records")
    rounds = len(game["answers"])
    assert (row["solved"], row["finish"], row["attempts"]) == (True, "goal", rounds)
    [(_, _, transcript)] = transcripts(tmp_path / "out")
    kept = transcript.attachments["rounds"]
    # Before its own answers stand those that were put in the model's mouth: one plan, said twice.
    assert [each["same_as"] for each in kept] == [*[[], [1]][: game["altered"]], []]
