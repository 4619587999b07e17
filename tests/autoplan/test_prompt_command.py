"""`autoplan prompt` prints what is sent, in every form; zero-shot prompts speak of no example."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from pddl2nl.cli import main as convert_main
from pddl2nl.compose import STYLES
from scripts.prompts_page import page
from tests.autoplan.served_reader import Player
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")
MECHANISMS = ("basic", "cot", "act", "react")


def prompt(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["prompt", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("examples", ["0", "1"])
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_it_prints_exactly_what_a_server_receives(
    mechanism: str,
    examples: str,
    style: str,
    player: Player,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    what = ("--domain", "ferry", "--style", style, "--examples", examples)
    with ChatServer(answer=player.answer) as server:
        where = ("--base-url", server.base_url, "--out", str(tmp_path / "out"))
        order = ("eval", "--mechanism", mechanism, *what, "--instances", "1")
        assert cli.main([*order, "--model", "openai/m-1", *where]) == 0
        sent = server.received[0].body["messages"]
    capsys.readouterr()
    (instance,) = autoplan.load(tmp_path / "out")["instance"]
    told = json.loads(
        prompt(
            capsys,
            *("--mechanism", mechanism, *what, "--instance", instance, "--format", "messages"),
        )
    )
    assert told == sent


def test_it_shows_that_the_model_may_answer_that_there_is_no_plan(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    what = ("--mechanism", "basic", "--domain", "ferry", "--instance", "2", "--allow-unsolvable")
    with ChatServer(answer=player.answer) as server:
        where = ("--base-url", server.base_url, "--out", str(tmp_path / "out"))
        assert cli.main(["eval", *what, "--model", "openai/m-1", *where]) == 0
        sent = server.received[0].body["messages"]
    capsys.readouterr()
    told = json.loads(prompt(capsys, *what, "--format", "json"))
    assert told["allow_unsolvable"] is True
    assert told["messages"] == sent
    assert "[NO PLAN]" in prompt(capsys, *what)
    assert "[NO PLAN]" not in prompt(capsys, *what[:-1])
    assert cli.main(["prompt", "--mechanism", "act", *what[2:]]) == 2
    assert "--allow-unsolvable needs --mechanism basic" in capsys.readouterr().err


def test_without_an_example_the_format_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine"
    (own / "instances").mkdir(parents=True)
    ferry = domains.folder("ferry")
    shutil.copy(ferry / "domain.pddl", own)
    shutil.copy(ferry / "instances" / "instance-1.pddl", own / "instances" / "only.pddl")
    for mechanism in MECHANISMS:
        for form in ("nl", "pddl") if mechanism in ("basic", "act") else ("nl",):
            said = prompt(
                capsys,
                *("--mechanism", mechanism, "--domain", str(own), "--instance", "only"),
                *("--input", form),
            )
            assert "example" not in said
            assert said.count("=== user ===") == 1
            if form == "nl":
                assert "the name of one of my objects in the place of each capital letter" in said


def test_the_brief_style_tells_the_steps_and_that_a_refusal_changes_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    what = ("--mechanism", "act", "--domain", "ferry", "--instance", "2")
    brief = prompt(capsys, *what, "--style", "brief")
    assert "If a step is not possible, I tell you why, and nothing changes." in brief
    assert "You have at most " in brief.rsplit("=== user ===", 1)[1]
    assert "You have at most " not in brief.rsplit("=== user ===", 1)[0]
    assert "You have at most" not in prompt(capsys, *what)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--mechanism", "ff"), "the mechanism 'ff' asks no model, so it has no prompt"),
        (("--mechanism", "react", "--input", "pddl"), "cannot play in the input form pddl"),
        (("--mechanism", "act", "--instance", "nine"), "ferry has no instance 'nine'; it has "),
    ],
)
def test_what_has_no_prompt_is_told_in_one_line(
    arguments: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = () if "--instance" in arguments else ("--instance", "1")
    assert cli.main(["prompt", "--domain", "ferry", *instance, *arguments]) == 2
    err = capsys.readouterr().err
    assert fault in err
    assert len(err.strip().splitlines()) == 1


def test_the_example_itself_has_no_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    status = {
        number: cli.main(
            ["prompt", "--mechanism", "act", "--domain", "ferry", "--instance", str(number)]
        )
        for number in (1, 2, 3)
    }
    assert sorted(status.values()) == [0, 0, 2]
    assert "is the few-shot example of ferry, and not played itself" in capsys.readouterr().err


def test_a_renamed_task_is_shown_as_it_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--mechanism", "basic", "--domain", "ferry", "--instance", "1", "--input", "template")
    shown = prompt(capsys, *asked, "--obfuscate")
    assert "'action1'" in shown
    assert "sail" not in shown
    assert "sail" in prompt(capsys, *asked)


def test_the_page_of_all_prompts_holds_each_mechanism_and_style_of_a_domain(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "\n".join(page(("depot",)))  # its first instance is the example
    for style in STYLES:
        for mechanism in MECHANISMS:
            what = ("--mechanism", mechanism, "--domain", "depot", "--instance", "2")
            sent = prompt(capsys, *what, "--style", style).rstrip()
            assert f"### depot, {mechanism}, {style}\n\n```text\n{sent}\n```" in text


def test_without_style_convert_and_prompt_speak_the_same_english(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = domains.folder("ferry")
    files = [str(folder / "domain.pddl"), str(folder / "instances/instance-1.pddl")]
    assert convert_main(["convert", *files, "--format", "messages"]) == 0
    converted = json.loads(capsys.readouterr().out)
    what = ("--mechanism", "basic", "--domain", "ferry", "--instance", "1", "--format", "messages")
    asked = json.loads(prompt(capsys, *what))
    sent = "\n".join(each["content"] for each in asked)
    described = [line for each in converted for line in each["content"].splitlines() if line]
    shared = [line for line in described if line in sent.splitlines()]
    assert len(shared) > 10, described
    assert any(line.startswith("I can only ") for line in shared)
