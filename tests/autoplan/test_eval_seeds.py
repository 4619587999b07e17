"""A model writes snippets and thoughts anew for each seed, as in the paper."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.report.material import gather
from autoplan.results.reading import ANY_SEED, scenes
from pddl2nl.llm.prices import PriceList
from tests.autoplan.served_reader import Player
from tests.autoplan.served_writer import part_of, writing
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")

FERRY = domains.folder("ferry") / "domain.pddl"
VERBS = {1: "sail", 2: "steer", 3: "steer"}
PLACES = {1: "ferry is", 2: "ferry lies", 3: "ferry lies"}


def served(player: Player) -> ChatServer:
    def altered(snippet: str, seed: int) -> str:
        return snippet.replace("sail", VERBS[seed]).replace("ferry is", PLACES[seed])

    return ChatServer(answer=writing(player, FERRY, altered=altered))


def order(server: ChatServer, out: Path, *mechanisms: str, seeds: str = "1 2 3") -> list[str]:
    return [
        *("eval", "--domain", "ferry", "--instances", "1", "--model", "openai/m-1"),
        *("--verbalizer", "llm:single", "--thoughts", "llm", "--base-url", server.base_url),
        *("--mechanism", *mechanisms, "--seed", *seeds.split(), "--out", str(out)),
    ]


def test_each_seed_is_told_in_its_own_words(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with served(player) as server:
        assert cli.main(order(server, out, "act", "cot")) == 0
        assert "ferry: 3 of 10 snippets differ between the 3 seeds" in capsys.readouterr().err
        asked = [each.body for each in server.received]
    snippets = [each["seed"] for each in asked if part_of(each) == "snippet"]
    assert {seed: snippets.count(seed) for seed in (1, 2, 3)} == {1: 10, 2: 10, 3: 10}
    assert sorted(each["seed"] for each in asked if part_of(each) == "thoughts") == [1, 2, 3]
    for each in asked:
        if part_of(each) == "plan":
            text = " ".join(turn["content"] for turn in each["messages"])
            others = {"sail", "steer"} - {VERBS[each["seed"]]}
            assert VERBS[each["seed"]] in text
            assert not any(f"{verb} from" in text for verb in others)
    frame = autoplan.load(out)
    assert frame["solved"].all()
    assert set(frame["snippets"]) == {"pddl2nl"}
    thinkers = {who: set(rows.dropna()) for who, rows in frame.groupby("mechanism")["thoughts"]}
    assert thinkers == {"act": set(), "cot": {"llm:openai/m-1"}}
    for folder in ("lexicons", "thoughts"):
        kept = sorted(path.name for path in (out / folder).iterdir())
        assert kept == [f"ferry-seed{seed}.json" for seed in (1, 2, 3)]


def test_tasks_are_shown_in_the_words_of_their_seed(player: Player, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with served(player) as server:
        assert cli.main(order(server, out, "act")) == 0
    kept = scenes(out)
    assert {place[3] for place in kept} in ({ANY_SEED, 1}, {ANY_SEED, 2, 3})
    material = gather({"out": out}, PriceList.load())
    assert len(material.episodes) == 3


def test_nobody_writes_for_those_who_do_not_read(player: Player, tmp_path: Path) -> None:
    with served(player) as server:
        assert cli.main(order(server, tmp_path / "out", "random")) == 0
        assert {each.body["seed"] for each in server.received} == {1}
    assert autoplan.load(tmp_path / "out")["snippets"].isna().all()


@pytest.mark.parametrize(
    ("options", "origin", "thinkers"),
    [
        (("cot", "basic"), "library", {"cot": "rule"}),
        (("cot", "basic", "--verbalizer", "rules"), "rules", {"cot": "rule"}),
        (("basic", "--input", "template"), "tpl", {}),
    ],
)
def test_what_wrote_the_snippets_is_told_as_it_is(
    options: tuple[str, ...],
    origin: str,
    thinkers: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    call = ["eval", "--domain", "ferry", "--instances", "1", "--mechanism", "brfs", *options]
    assert cli.main([*call, "--out", str(tmp_path / "out")]) == 0
    frame = autoplan.load(tmp_path / "out").set_index("mechanism")
    assert set(frame["snippets"].dropna()) == {origin}
    assert pd.isna(frame.loc["brfs", "snippets"])
    assert dict(frame["thoughts"].dropna()) == thinkers
    assert (f"snippets for nl: {origin}" in capsys.readouterr().out) == (origin != "tpl")
