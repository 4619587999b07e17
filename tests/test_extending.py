"""docs/extending.md: its package is built, installed by pip, and used as the page says."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

import autoplan
from autoplan import cli
from autoplan.results.reading import transcripts
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

PAGE = (REPOSITORY / "docs" / "extending.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`([\w./]+\.\w+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL))
PLAYED, CALLED = re.findall(r"^    (autoplan eval .*)$", PAGE, re.MULTILINE)
ANSWERS = [
    "I would carry the cars over.",
    "fly",
    "sail from location object_1 to location object_3",
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the page's package."""
    place = tmp_path_factory.mktemp("installed")
    wheel = _wheel(tmp_path_factory.mktemp("wheel"))
    call = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*call, "--target", str(place), str(wheel)], check=True)
    return place


def _wheel(folder: Path) -> Path:
    """A wheel of the page's package, written as the format asks for it (PEP 427)."""
    project = tomllib.loads(FILES["pyproject.toml"])["project"]
    info = f"{project['name']}-{project['version']}.dist-info"
    points = "\n".join(
        f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in entries.items())
        for group, entries in project["entry-points"].items()
    )
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    content = {
        **{name: text for name, text in FILES.items() if name.startswith("extras/")},
        "extras/__init__.py": "",
        f"{info}/METADATA": about,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": points,
    }
    path = folder / f"{project['name']}-{project['version']}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in content.items():
            wheel.writestr(name, text)
        lines = [f"{name},sha256={_digest(text)},{len(text)}" for name, text in content.items()]
        wheel.writestr(f"{info}/RECORD", "\n".join([*lines, f"{info}/RECORD,,"]))
    return path


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def run(
    installed: Path, folder: Path, *command: str, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """A command as its user calls it, with the package installed."""
    path = os.pathsep.join([str(installed), str(REPOSITORY), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture(scope="module")
def played(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the page's mechanism has been played with its model and validator."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "answers.txt").write_text("\n".join(ANSWERS))
    run(installed, folder, *PLAYED.split())
    return folder


def test_a_mechanism_with_options_and_a_prompt_of_its_own_plays(played: Path) -> None:
    (episode,) = autoplan.load(played / "results/sketch").to_dict("records")
    assert episode["mechanism"] == "sketch:words=20"
    assert episode["model"] == "lines/answers.txt"
    assert (episode["solved"], episode["error"], episode["refused"]) == (False, None, 0)
    assert episode["calls"] > len(ANSWERS)


@pytest.fixture
def within(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for commands in this process, which finds the package as well."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_mechanism_is_told_of_each_input_form_in_its_own_words(within: Path) -> None:
    call = ["eval", "--mechanism", "sketch", "--domain", "ferry", "--instances", "1"]
    assert cli.main([*call, "--input", "nl", "pddl", "--out", "o"]) == 0
    frame = autoplan.load("o").set_index("input")
    assert list(frame.loc[["nl", "pddl"], "unanswered"].isna()) == [True, True]
    for _, _, told in transcripts(Path("o")):
        system = told.calls[0].sent[0].content
        assert ("PDDL" in system) == ("capital letter" not in system)


@pytest.mark.parametrize(
    ("mechanism", "finish", "calls"),
    [("basic", "plan-refused", 1), ("review", "goal", 2), ("review:times=2", "plan-refused", 3)],
)
def test_a_mechanism_for_whole_plans_has_the_last_one_count(
    mechanism: str, finish: str, calls: int, within: Path
) -> None:
    carry = ["(sail object_1 object_3)", "(board object_2 object_3)"]
    carry += ["(sail object_3 object_0)", "(debark object_2 object_0)"]
    (within / "plans.txt").write_text(f"(debark object_2 object_3)\n{' '.join(carry)}\n{carry[1]}")
    call = ["eval", "--mechanism", mechanism, "--domain", "ferry", "--instances", "1"]
    assert cli.main([*call, "--input", "pddl", "--model", "lines/plans.txt", "--out", "o"]) == 0
    (episode,) = autoplan.load("o").to_dict("records")
    assert (episode["finish"], episode["calls"]) == (finish, calls)
    assert episode["mechanism"] == mechanism


def test_a_model_calls_functions(within: Path) -> None:
    (within / "calls.txt").write_text(FILES["calls.txt"])
    assert cli.main(CALLED.split()[1:]) == 0
    (episode,) = autoplan.load("results/calls").to_dict("records")
    assert (episode["untranslated"], episode["refused"]) == (0, 0)
    assert (episode["plan_length"], episode["looks"]) == (1, 1)
    assert episode["false_finishes"] == episode["calls"] - 2 > 0
    assert episode["output_tokens"] > 3 * episode["calls"]


def test_the_table_of_values_tells_what_they_are_made_with() -> None:
    table = PAGE.partition("## Constructors")[2]
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` \| `([\w.]+)` \|", table, re.MULTILINE)
    assert len(rows) == 11
    for name, told, module in rows:
        declared = signature(getattr(import_module(module), name)).parameters.values()
        # A default that is made anew each time has no value of its own.
        made = [
            each.name if each.default is each.empty else f"{each.name}={_told(each.default)}"
            for each in declared
        ]
        assert ", ".join(made) == told


def _told(default: object) -> str:
    return "{}" if "factory" in repr(default) else repr(default).replace("'", '"')


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("sketch:word=20", "no option 'word=20'; sketch has words=50"),
        ("sketch:words=many", "words must be int, not 'many'"),
        ("skech", "did you mean 'sketch'?"),
    ],
)
def test_a_wrong_option_is_one_line(
    name: str, complaint: str, installed: Path, tmp_path: Path
) -> None:
    call = ("autoplan", "eval", "--mechanism", name, "--domain", "ferry", "--out", "o")
    err = run(installed, tmp_path, *call, status=2).stderr
    assert complaint in err.splitlines()[-1]
    assert not (tmp_path / "o").exists()


def test_a_section_stands_in_the_report(installed: Path, played: Path) -> None:
    run(installed, played, "autoplan", "report", "results/sketch")
    page = (played / "results/sketch/report.html").read_text(encoding="utf-8")
    assert '<a href="#refusals">Refused steps</a>' in page
    assert '<section id="refusals">' in page
    assert "<td>0.0</td>" in page


def test_a_model_that_costs_is_not_played_without_a_price_under_a_limit(
    installed: Path, played: Path
) -> None:
    call = ["autoplan", "eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1"]
    call += ["--model", "lines/answers.txt", "--max-cost", "1", "--out", "priced"]
    err = run(installed, played, *call, status=2).stderr
    assert "has no price for lines/answers.txt, so --max-cost cannot be enforced" in err
    prices = {"dated": "today", "models": {"lines/answers.txt": {"input": 1, "output": 1}}}
    (played / "prices.json").write_text(json.dumps(prices))
    run(installed, played, *call, "--prices", "prices.json")
    assert len(autoplan.load(played / "priced")) == 1


def test_a_verbalizer_may_ask_a_model(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "domains" / "ferry", tmp_path / "domains" / "ferry")
    wordings = [
        "take the ferry from {?from} to {?to}",
        "load {?car} at {?loc}",
        "unload {?car} at {?loc}",
    ]
    (tmp_path / "wordings.txt").write_text("\n".join(wordings))
    (line,) = re.findall(r"^    (pddl2nl convert .*)$", PAGE, re.MULTILINE)
    out = run(installed, tmp_path, *line.split()).stdout
    assert "take the ferry from" in out


def test_a_domain_of_two_files_gets_instances_and_is_listed(tmp_path: Path) -> None:
    for name in ("domains", "pddl2nl", "simulator", "policies", "autoplan", "scripts", "data"):
        ignored = shutil.ignore_patterns("instances", "plans", "scaled")
        shutil.copytree(REPOSITORY / name, tmp_path / name, ignore=ignored)
    (tmp_path / "domains/switches").mkdir()
    for name in ("domain.pddl", "generator.py"):
        (tmp_path / f"domains/switches/{name}").write_text(FILES[f"domains/switches/{name}"])
    (line,) = re.findall(r"`python (scripts/generate_instances.py \w+ --seed 1 --record)`", PAGE)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def call(*command: str) -> str:
        return subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        ).stdout

    assert "switches: 21 instances" in call(*line.split())
    assert len(list((tmp_path / "domains/switches/plans").iterdir())) == 21
    (line,) = re.findall(r"`autoplan (generate switches [^`]*)`", PAGE)
    assert call("-m", "autoplan", *line.split()).count("(wired") == 5
    assert "flip-on" in call("-m", "autoplan", "domains", "switches")
