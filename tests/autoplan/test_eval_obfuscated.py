"""`autoplan eval --obfuscate`: the same tasks under names that say nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from autoplan.results.reading import scenes, settings
from tests.autoplan.served_reader import Player
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")


def play(out: Path, *options: str) -> int:
    call = ["eval", "--domain", "blocksworld", "--instances", "2", "--out", str(out)]
    return cli.main([*call, "--mechanism", "basic", "cot", "act", "react", *options])


@pytest.mark.parametrize("scheme", ["names", "words", "words:4", "random"])
def test_the_reader_solves_obfuscated_tasks_in_every_form(tmp_path: Path, scheme: str) -> None:
    out = tmp_path / "out"
    forms = ("--input", "nl", "template", "pddl")
    assert play(out, "--obfuscate", scheme, *forms) == 0
    frame = autoplan.load(out)
    assert frame["solved"].all()
    assert len(frame) == 2 * (2 * 3 + 2)
    assert settings(out)["obfuscate"] == scheme


def test_no_name_of_the_domain_is_seen_by_a_model(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=player.answer) as server:
        served = ("--model", "openai/m-1", "--base-url", server.base_url)
        assert play(tmp_path / "out", "--obfuscate", "--input", "nl", "pddl", *served) == 0
    assert server.received
    for request in server.received:
        sent = "\n".join(turn["content"] for turn in request.body["messages"])
        assert "action1" in sent or "action 1" in sent
        for name in ("pick", "stack", "clear", "hand", "holding", "table"):
            assert name not in sent


def test_at_random_not_even_a_type_or_an_object_is_seen(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=player.answer) as server:
        call = ["eval", "--domain", "depot", "--instances", "1", "--mechanism", "act"]
        call += ["--model", "openai/m-1", "--base-url", server.base_url, "--out"]
        options = ("--obfuscate", "random", "--input", "nl", "template", "pddl")
        assert cli.main([*call, str(tmp_path / "out"), *options]) == 0
    assert autoplan.load(tmp_path / "out")["solved"].all()
    for request in server.received:
        sent = "\n".join(turn["content"] for turn in request.body["messages"]).lower()
        for name in ("truck", "crate", "hoist", "depot", "distributor", "pallet", "surface"):
            assert name not in sent


def test_the_same_instances_are_played_with_the_same_reference_plans(tmp_path: Path) -> None:
    plain, hidden = tmp_path / "plain", tmp_path / "hidden"
    assert play(plain) == play(hidden, "--obfuscate", "words") == 0
    columns = ["instance", "mechanism", "reference_length"]
    rows = [
        autoplan.load(folder)[columns].sort_values(columns[:2]).values.tolist()
        for folder in (plain, hidden)
    ]
    assert rows[0] == rows[1]
    told = [next(iter(scenes(folder).values())).reference for folder in (plain, hidden)]
    assert told[0] != told[1]


def test_a_folder_of_plain_names_is_not_continued_under_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "out") == 0
    assert play(tmp_path / "out", "--obfuscate") == 2
    assert "obfuscate is None there and names here" in capsys.readouterr().err


def test_snippets_for_the_plain_names_do_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lexicon.json"
    file.write_text(
        '{"domain": "b", "source": "me", "predicates": {"clear": "{?x} is clear"}, "actions": {}}'
    )
    assert play(tmp_path / "out", "--obfuscate", "--verbalizer", str(file)) == 2
    assert "lexicon.json" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
