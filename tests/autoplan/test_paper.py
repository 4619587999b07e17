"""`autoplan paper`: the settings, the cost, and the table."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.commands import paper
from autoplan.experiment.experiment import Experiment, PlayOptions, RunOptions, TextOptions
from pddl2nl.options import changed
from policies import mechanism
from policies.conduct import REFERENCE_SECONDS
from simulator.episode import ALL_FEEDBACK
from tests.autoplan.served_reader import Player
from tests.autoplan.served_writer import part_of, writing
from tests.chat_server import ChatServer

pytestmark = pytest.mark.usefixtures("key")

THREE = ("ferry", "movie", "visitall")


def cells(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables in a text, by their first cells."""
    return {first: rest for first, *rest in map(cells, text.splitlines()) if rest}


def test_a_dry_run_tells_settings_and_cost_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call = ["paper", "--dry-run", "--domain", "ferry", "blocksworld", "--instances", "2"]
    assert cli.main(call) == 0
    out = capsys.readouterr().out
    stated = rows(out)
    assert stated["planning model (P-LLM)"][:2] == [paper.MODEL, "the same"]
    assert stated["seeds"][:2] == ["1, 2, 3, 4, 5", "the same"]
    assert stated["domains"][:2] == ["2", "13"]
    assert stated["steps of Act and ReAct"][0].endswith(f"found in {REFERENCE_SECONDS:g} s")
    assert stated["translation (T-LLM)"][:2] == [f"{paper.MODEL}, line by line", "the same"]
    assert "results/paper/pddl2nl:" in out
    assert "results/paper/obfuscated:" in out
    # 10 snippets of Ferry and 9 of Blocksworld in their own names, those 9 in others, five times
    assert f"snippets by {paper.MODEL}: about 140 calls" in out
    assert f"thoughts by {paper.MODEL}: about 10 calls" in out
    least, most = out.splitlines()[-1].removeprefix("total: $").split(" to $")
    assert 0 < float(least) < float(most)
    assert not (tmp_path / "results").exists()


def test_what_differs_from_the_paper_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["paper", "--model", "reader", "--domain", "movie", "--instances", "1"]
    assert cli.main([*call, "--out", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr()
    stated = rows(shown.err)
    assert stated["planning model (P-LLM)"][:2] == ["reader", paper.MODEL]
    assert stated["thoughts of the example"][:2] == ["our rules", "the P-LLM"]
    assert stated["tasks a domain"][:2] == ["the first 1", "20"]
    table = rows(shown.out)
    assert table["movie"][:5] == ["20", "– (20)", "– (20)", "– (20)", "– (20)"]
    assert "movie, library" not in table
    assert "reader is not a language model, so its episodes are not in this table" in shown.out


def test_a_run_fills_the_rows_of_the_paper(
    player: Player,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = [domains.folder(name) / "domain.pddl" for name in THREE]
    out = tmp_path / "paper"
    monkeypatch.setenv("OTHER_KEY", "sk-other-0123456789")
    with ChatServer(answer=writing(player, *files)) as server:
        call = ["paper", "--model", "openai/m-1", "--base-url", server.base_url]
        call += ["--api-key-env", "OTHER_KEY"]
        call += ["--domain", *THREE, "--seed", "1", "2", "--instances", "1", "--out", str(out)]
        assert cli.main(call) == 0
        asked = [each.body for each in server.received]
        keys = {each.headers["authorization"] for each in server.received}
        assert cli.main(call) == 0
        assert len(server.received) == len(asked)
    assert keys == {"Bearer sk-other-0123456789"}
    assert {each["temperature"] for each in asked} == {0}
    assert {each["seed"] for each in asked if part_of(each) == "snippet"} == {1, 2}
    limits = {part_of(each): each.get("max_tokens") for each in asked}
    assert limits == {"snippet": 200, "thoughts": 2000, "translation": 750, "plan": None}
    table = rows(capsys.readouterr().out)
    assert table["ferry"][1:5] == ["1/1 (7)", "1/1 (12)", "1/1 (14)", "1/1 (18)"]
    assert [table[name][4][:3] for name in THREE] == ["1/1"] * 3
    assert not any("," in name for name in table if name.startswith(THREE))
    frame = autoplan.load(out / "pddl2nl")
    assert set(frame["snippets"].dropna()) == {"pddl2nl", "tpl"}
    assert set(frame["thoughts"].dropna()) == {"llm:openai/m-1"}
    counts = frame.groupby("mechanism")["seed"].nunique()
    assert dict(counts) == {
        **dict.fromkeys(paper.LLM_MECHANISMS, 2),
        **dict.fromkeys(paper.PLANNERS, 1),
        "random": 10,
    }


def test_the_scripts_play_a_model_with_the_settings_of_the_paper() -> None:
    play = paper.Play("pddl2nl", ("act",), ("ferry",), options={"thoughts": "rule"})
    study = Experiment(PlayOptions(seed=paper.SEEDS), run=RunOptions(out=Path("out")))
    found = play.experiment(changed(study, model="openai/m-1"))
    assert (found.text.verbalizer, found.text.thoughts) == ("llm:single", "rule")
    assert (found.play.by_line, found.play.seeds) == (True, paper.SEEDS)
    assert (found.play.mechanisms, found.run.out) == (("act",), Path("out/pddl2nl"))
    assert play.experiment(study).text == TextOptions(thoughts="rule")


@pytest.mark.parametrize("name", ["basic", "cot", "act", "react"])
def test_the_settings_are_those_of_the_datasets_configurations(shared: Path, name: str) -> None:
    folder = shared / "apb_dataset" / "configs" / "templates"
    released = json.loads((folder / f"{name}_template_config.json").read_text())
    writer, translator = released["llm_config"]["plan"], released["llm_config"]["translate"]
    study = Experiment(PlayOptions(seed=paper.SEEDS), run=RunOptions(out=Path("out")))
    found = paper.Play("pddl2nl", (name,), ("ferry",)).experiment(changed(study, model=paper.MODEL))
    assert paper.MODEL.startswith(f"openai/{writer['model_path']}")
    assert found.model.sampling.temperature == writer["temp"] == translator["temp"]
    assert found.model.sampling.max_tokens == writer["max_tokens"]
    assert found.play.by_line == released["translation_neural"]
    traits = mechanism(name).traits
    assert traits.step_by_step == released["incremental"]
    assert traits.thinks == released["thoughts"]
    feedback = found.play.rules.feedback
    kinds = ("positive_feedback", "negative_feedback", "not_finished_feedback", "provide_state")
    assert [bool(released[kind]) for kind in kinds] == [True, True, True, False]
    assert feedback == ALL_FEEDBACK
    if released["incremental"]:
        assert found.play.rules.patience == released["run_config"]["break_limit"]


def test_no_domain_but_those_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["paper", "--domain", "gripper98"])
    assert left.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
