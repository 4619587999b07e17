"""`--input valm23`: a domain as a person has described it, in the format of PlanBench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import autoplan
from autoplan import cli
from autoplan.report.paper.numbers import Column
from autoplan.report.paper.played import Score, episodes, scores
from autoplan.results.reading import transcripts
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.reader import parse_domain
from tests import yard
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")

DESCRIPTION = "I run a yard. I drive trucks from place to place and load crates with a hoist."
CONFIG = f"""domain_name: yard
domain_intro: |
   {DESCRIPTION}

   A broken truck cannot be driven.
actions: {{drive: "Drive {{}} from {{}} to {{}}", load: "use {{}} to load {{}} into {{}} at {{}}",
  rest: "take a rest"}}
predicates: {{parked: "{{}} is parked at {{}}", lies: "{{}} lies at {{}}",
  loaded: "{{}} is loaded into {{}}", broken: "{{}} is broken", stands: "{{}} stands at {{}}"}}
"""
ENCODED = """encoded_objects: {quay: "the quay", shed: "the shed", lorry: "the red truck",
  wreck: "the old truck", arm: "the hoist", box: "the blue crate"}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("yard/instances").mkdir(parents=True)
    Path("yard/domain.pddl").write_text(yard.DOMAIN)
    for number in (1, 2):
        text = yard.PROBLEM.replace("problem yard-1", f"problem yard-{number}")
        Path(f"yard/instances/yard-{number}.pddl").write_text(text)
    Path("yard.yaml").write_text(CONFIG)
    return tmp_path


def play(server: ChatServer | None, *options: str, mechanism: str = "basic") -> int:
    order = ["eval", "--mechanism", mechanism, "--domain", "yard", "--out", "out"]
    if server is not None:
        order += ["--model", "openai/m-1", "--base-url", server.base_url]
    return cli.main([*order, "--input", "valm23", "--planbench", "{domain}.yaml", *options])


def steps(truck: str, quay: str, shed: str, hoist: str, crate: str) -> str:
    return "\n".join(
        (
            f"drive {truck} from {quay} to {shed}",
            f"use {hoist} to load {crate} into {truck} at {shed}",
            f"drive {truck} from {shed} to {quay}",
            "[PLAN END]",
        )
    )


@pytest.mark.parametrize(
    ("encoded", "words"),
    [
        ("", ("truck_0", "place_0", "place_1", "hoist_0", "crate_0")),
        (ENCODED, ("the red truck", "the quay", "the shed", "the hoist", "the blue crate")),
    ],
)
def test_the_persons_text_is_the_domain_and_the_snippets_tell_the_rest(
    encoded: str, words: tuple[str, ...], folder: Path
) -> None:
    Path("yard.yaml").write_text(CONFIG + encoded)
    truck, quay, *_ = words
    with ChatServer(answer=lambda _: steps(*words)) as server:
        assert play(server) == 0
        (asked,) = [each.body["messages"] for each in server.received]
    assert DESCRIPTION in asked[0]["content"]
    assert "I can carry out" not in asked[0]["content"]
    assert f"{truck} is parked at {quay}" in asked[-1]["content"]
    frame = autoplan.load("out")
    assert frame["solved"].all()
    assert list(frame["snippets"]) == ["valm23"]
    told = scores(episodes([Path("out")]), "openai/m-1")
    assert told == {("yard", "valm23", Column("basic", "nl")): Score(1.0, 1)}
    ((_, _, transcript),) = transcripts(Path("out"))
    assert [step.action for step in transcript.steps] == [str(step) for step in yard.PLAN]


def test_the_dataset_has_the_same_in_json(folder: Path) -> None:
    config = yaml.safe_load(CONFIG + ENCODED)
    names = {"box": "the blue crate", "arm": "the hoist", "quay": "the quay", "shed": "the shed"}
    content = {
        "action_mappings": config["actions"],
        "predicate_mappings": config["predicates"],
        "encoded_objects": {**names, "truck{}": "truck no. {}"},
        "type_hierarchy": [],
        "domain_intro": config["domain_intro"],
        "action_mappings_indef": {},
    }
    Path("yard.json").write_text(json.dumps(content))
    for number, task in enumerate(sorted(Path("yard/instances").iterdir())):
        text = task.read_text().replace("lorry", f"truck{number}").replace("wreck", "truck99")
        task.write_text(text)
    words = ("truck no. 1", "the quay", "the shed", "the hoist", "the blue crate")
    with ChatServer(answer=lambda _: steps(*words)) as server:
        assert play(server, "--planbench", "yard.json") == 0
        (asked,) = [each.body["messages"] for each in server.received]
    assert DESCRIPTION in asked[0]["content"]
    assert "truck no. 99 is broken" in asked[-1]["content"]
    assert autoplan.load("out")["solved"].all()


def test_observations_and_thoughts_are_in_the_persons_words(folder: Path) -> None:
    def answer(request: dict[str, Any]) -> str:
        if "where a thought belongs" in request["messages"][0]["content"]:
            return "\n".join(f"{gap}. Think: hm {gap}." for gap in range(1, 5))
        return "Think: I try it.\nInstruction: drive truck_1 from place_0 to place_1"

    with ChatServer(answer=answer) as server:
        assert play(server, "--thoughts", "llm", mechanism="react") == 0
        first, *_, last = (each.body["messages"] for each in server.received)
    assert DESCRIPTION in str(first)
    assert "where a thought belongs" in first[0]["content"]
    assert any("truck_1 is broken" in each["content"] for each in last)
    assert any("Think: hm 1." in each["content"] for each in last)
    assert Path("out/thoughts/yard-valm23-seed1.json").is_file()


def test_the_reader_is_said_not_to_read_what_a_person_wrote(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(None) == 0
    assert "the reader reads our English, not what a person wrote" in capsys.readouterr().err
    assert not autoplan.load("out")["solved"].any()


def test_a_snippet_with_a_capital_letter_goes_into_a_sentence(folder: Path) -> None:
    lexicon = load_lexicon(Path("yard.yaml"), parse_domain(yard.DOMAIN))
    assert lexicon.actions["drive"] == "drive {?t} from {?from} to {?to}"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--input", "valm23"), "need each other"),
        (("--planbench", "yard.yaml"), "need each other"),
        (("--input", "valm23", "--planbench", "gone.yaml"), "gone.yaml"),
        (("--input", "valm23", "--planbench", "bare.yaml"), "has no 'domain_intro'"),
    ],
)
def test_what_cannot_be_meant_is_one_line(
    options: tuple[str, ...],
    complaint: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("bare.yaml").write_text(CONFIG.replace("domain_intro:", "intro:"))
    order = ["eval", "--mechanism", "basic", "--domain", "yard", "--out", "out", *options]
    assert cli.main(order) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err.splitlines()[-1]
    assert not Path("out").exists()
