"""The lexicon of a folder of one's own: beside `domain.pddl`, and used wherever none is named."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import autoplan.gym
import pddl2nl
from autoplan.cli import main
from autoplan.integrations.gymnasium_env import PlanningEnv
from autoplan.integrations.playable import playable_tasks
from autoplan.report.material import gather
from pddl2nl.cli import main as pddl2nl_main
from pddl2nl.errors import InputError
from pddl2nl.verbalizers import verbalizer
from tests.conftest import REPOSITORY

OWN = "the gardener is at"
"""Words of the lexicon that neither the library nor the rules have."""
GARDEN = REPOSITORY / "docs" / "examples" / "garden"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of one's own with its lexicon."""
    made = tmp_path / "plot"  # not the name of its domain
    shutil.copytree(GARDEN, made)
    (made / "garden.json").rename(made / "domain.lexicon.json")
    return made


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def exported(folder: Path, out: Path, *more: str) -> list[dict[str, Any]]:
    asked = ["--domain", str(folder), "--split-by", "instance", "--examples", "0", *more]
    assert main(["export", *asked, "-o", str(out)]) == 0
    return [
        json.loads(line)
        for path in sorted((out / "data").iterdir())
        for line in path.read_text("utf-8").splitlines()
    ]


def test_every_command_takes_the_lexicon_beside_the_domain(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(folder / "domain.pddl"), str(folder / "instances" / "p1.pddl")]
    assert pddl2nl_main(["convert", *files]) == 0
    assert OWN in capsys.readouterr().out
    asked = ("prompt", "--mechanism", "react", "--domain", folder, "--instance", "p2")
    assert OWN in said(capsys, *asked)
    assert OWN not in said(capsys, *asked, "--verbalizer", "rules")
    for row in exported(folder, tmp_path / "dataset"):
        assert OWN in row["messages"][1]["content"]
        assert row["snippets"] == "domain.lexicon.json (by-hand)"
    out = tmp_path / "results"
    said(capsys, "eval", "--mechanism", "basic", "--domain", folder, "--out", out)
    assert set(autoplan.load(out)["snippets"]) == {"domain.lexicon.json (by-hand)"}
    assert gather({"own": out}).settings["own"]["snippets"] == "domain.lexicon.json (by-hand)"
    text = (folder / "domain.lexicon.json").read_text("utf-8")
    (folder / "domain.lexicon.json").write_text(text.replace("is full", "is full of water"))
    again = ["eval", "--mechanism", "basic", "--domain", str(folder), "--out", str(out)]
    assert main(again) == 2
    assert "contains results of another plot (what differs: " in capsys.readouterr().err


def test_a_run_with_ambiguous_snippets_says_so(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ("eval", "--mechanism", "act", "--domain", folder, "--out", tmp_path / "out")
    assert main([*map(str, order)]) == 0
    assert "ambiguous" not in capsys.readouterr().err
    path = folder / "domain.lexicon.json"
    words = json.loads(path.read_text("utf-8"))
    one, other, *_ = (name for name, text in words["predicates"].items() if text.count("{") == 1)
    words["predicates"][other] = words["predicates"][one].replace(" is ", " was ")
    held = re.compile(r"{[^}]*}")
    (given,) = held.findall(json.loads(path.read_text("utf-8"))["predicates"][other])
    words["predicates"][other] = held.sub(given, words["predicates"][other])
    path.write_text(json.dumps(words), "utf-8")
    main([*map(str, order[:-1]), str(tmp_path / "other")])
    [line] = [each for each in capsys.readouterr().err.splitlines() if "ambiguous" in each]
    assert line.startswith("plot: the snippets lose something or are ambiguous (`pddl2nl check`)")
    assert f"predicate {other}" in line


def test_python_and_gymnasium_take_it_as_well(folder: Path) -> None:
    domain, problems = pddl2nl.load(folder / "domain.pddl", folder / "instances" / "p1.pddl")
    assert OWN in pddl2nl.convert(domain, problems).text
    assert OWN in playable_tasks(folder, "p1")["p1"].text
    for chat in (
        autoplan.chat_episode(folder, "p1"),
        autoplan.chat_episode(folder / "domain.pddl", folder / "instances" / "p1.pddl"),
    ):
        assert OWN in chat.messages[1]["content"]
    environment = gymnasium.make(autoplan.gym.TASK, domain=folder, instance="p1")
    assert OWN in environment.reset()[0]
    sentences = environment.reset()[1]["actions"]
    assert any(each.startswith("water ") for each in sentences)


def test_a_verbalizer_that_is_named_goes_first(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    text = (folder / "domain.lexicon.json").read_text("utf-8")
    other.write_text(text.replace("the gardener is at", "I stand at"), "utf-8")
    for spec in (other, tmp_path / "{domain}.json"):
        shutil.copy(other, tmp_path / "plot.json")
        texts = [
            gymnasium.make(autoplan.gym.TASK, domain=folder, verbalizer=spec).reset()[0],
            exported(folder, tmp_path / spec.stem, "--verbalizer", str(spec))[0]["messages"][1][
                "content"
            ],
        ]
        assert all("I stand at" in each and OWN not in each for each in texts)
    assert OWN not in playable_tasks(folder, "p1", verbalizer="rules")["p1"].text
    assert OWN not in playable_tasks(folder, "p1", form="template")["p1"].text


def test_other_names_have_no_use_for_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(folder / "domain.pddl"), str(folder / "instances" / "p1.pddl")]
    assert pddl2nl_main(["convert", *files, "--obfuscate", "names"]) == 0
    assert OWN not in capsys.readouterr().out


def test_a_lexicon_that_does_not_fit_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "domain.lexicon.json"
    path.write_text(path.read_text("utf-8").replace('"watered"', '"wet"'), "utf-8")
    assert main(["export", "--domain", str(folder), "-o", str(folder / "d")]) == 2
    *_, line = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}: no snippet for the predicate 'watered'; the domain has no")


def test_a_domain_that_comes_from_no_file_has_none_beside_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    domain = pddl2nl.reader.parse_domain(Path("domain.pddl").read_text("utf-8"), "domain.pddl")
    assert verbalizer("auto").lexicon(domain).source == "rules"


def test_a_model_is_not_asked_where_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["export", "--domain", "ferry", "--verbalizer", "llm", "-o", str(tmp_path / "d")]
    assert main(call) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("the verbalizer 'llm' needs a model that writes the snippets; where ")
    assert "--lexicon-out FILE" in line


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, "name a domain: domain='ferry', or domain='my-domain/' for a folder"),
        (
            {"domain": "ferry", "form": "pddl", "verbalizer": "rules"},
            "the form pddl takes no verbalizer and no lexicon",
        ),
        (
            {"domain": "ferry", "verbalizer": "rulez"},
            "unknown verbalizer 'rulez'",
        ),
        ({"domain": "ferry", "verbalizer": "none.json"}, "none.json: cannot read the lexicon"),
    ],
)
def test_a_wrong_setting_of_an_environment_is_one_line(settings: dict[str, Any], line: str) -> None:
    with pytest.raises(InputError) as caught:
        gymnasium.make(autoplan.gym.TASK, **settings)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError):
        PlanningEnv(**settings)
