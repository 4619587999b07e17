"""`autoplan domains` and `autoplan generate`, as a user calls them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import domains
from autoplan import cli
from autoplan.experiment.benchmarks import benchmark
from domains.isomorphism import fingerprint
from tests.conftest import REPOSITORY

PARAMETERS = """
from dataclasses import dataclass
from domains.parameters import ParameterSet, parameter
@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    lamps: int = parameter(1, "lamps", least=1)
"""


def test_all_domains_and_scaled_sets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["domains"]) == 0
    out = capsys.readouterr().out
    listed = [line.split()[0] for line in out.splitlines()[1:] if line and line[1] != " "]
    assert [name for name in listed if name != "Sizes"] == [
        *domains.names(),
        *domains.scaled_names(),
    ]
    (line,) = (line for line in out.splitlines() if line.startswith(" ferry "))
    assert line.split() == ["ferry", "21", "4–9", "3–19", "--locations", "--cars", "--moved"]


def test_one_domain_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["domains", "grippers"]) == 0
    out = capsys.readouterr().out
    assert "actions: move, pick, drop\n" in out
    assert "types: room, robot, gripper\n" in out
    words = [line.split() for line in out.splitlines()]
    assert ["--robots", "1", "1", "robots,", "each", "with", "two", "grippers"] in words
    assert ["instance-1", "7", "5"] in words
    assert any(line[:1] == ["instance-41"] for line in words)


@pytest.mark.parametrize("call", [["domains", "nowhere"], ["generate", "nowhere", "--seed", "1"]])
def test_an_unknown_domain_is_refused(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(call) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "nowhere" in err
    assert "visitall" in err


def status_of(call: list[str]) -> int:
    """The exit status, whether the call returns it or leaves with it."""
    try:
        return cli.main(call)
    except SystemExit as left:
        return int(str(left.code))


def test_a_problem_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["generate", "blocksworld", "--seed", "7", "--blocks", "5"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("(define (problem blocksworld-b5)")
    assert cli.main(["generate", "blocksworld", "--seed", "7", "--blocks", "5"]) == 0
    assert capsys.readouterr().out == first
    assert cli.main(["generate", "blocksworld", "--seed", "8", "--blocks", "5"]) == 0
    assert capsys.readouterr().out != first


def test_a_folder_is_written_that_can_be_played(tmp_path: Path) -> None:
    target = tmp_path / "many" / "cars"
    call = ["generate", "ferry", "--seed", "7", "--cars", "4", "-n", "6", "-o", str(target)]
    assert cli.main(call) == 0
    found = benchmark(str(target))
    assert found.domain == benchmark("ferry").domain
    assert [path.name for path in found.problems] == [f"instance-{n}.pddl" for n in range(1, 7)]
    assert {problem.name for problem in found.problems.values()} == {"ferry-l3-c4-m2"}
    assert len({fingerprint(path.read_text()) for path in found.problems}) == 6


def test_a_folder_that_holds_something_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert cli.main(["generate", "ferry", "--seed", "7", "-o", str(tmp_path)]) == 2
    assert "is not empty; choose another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_checking_says_how_each_problem_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["generate", "grippers", "--seed", "7", "--balls", "1", "-n", "2", "--check"]
    assert cli.main(call) == 0
    out, err = capsys.readouterr()
    assert out.count("(define") == 2
    first, second = err.splitlines()
    assert first.startswith("instance-1: solved in ")
    assert second.startswith("instance-2: solved in ")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--cars", "0"], "cars must be at least 1, not 0"),
        (["--cars", "1"], "ferry needs at least as many cars as it moves, 2, not 1"),
        (["--cars", "x"], "argument --cars: expected a whole number, not 'x'"),
        (["--cars", "9" * 5000], "argument --cars: expected a whole number, not '99"),
        (["-n", "9" * 5000], "expected a whole number from 1 to 10000000, not '99"),
        (["--seed", "9" * 5000], "argument --seed: expected a whole number of 64 bits, not '99"),
        (["-n", "0"], "expected a whole number from 1 to 10000000, not '0'"),
        (["--cars", "1", "--moved", "1", "--locations", "2", "-n", "9"], "only 2 different probl"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_in_one_line(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["generate", "ferry", "--seed", "7", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err


def test_a_folder_with_a_generator_makes_what_the_bundled_domain_makes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ferry"
    folder.mkdir()
    for name in ("domain.pddl", "generator.py"):
        shutil.copyfile(domains.folder("ferry") / name, folder / name)
    options = ["--seed", "7", "--cars", "4", "-n", "2"]
    made = []
    for place in (str(folder), "ferry"):
        assert cli.main(["generate", place, *options, "--check"]) == 0
        made.append(capsys.readouterr().out)
    assert made[0] == made[1] != ""
    target = tmp_path / "made"
    assert cli.main(["generate", str(folder), *options, "-o", str(target)]) == 0
    assert benchmark(str(target)).domain == benchmark("ferry").domain


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "has no file generator.py"),
        ("x = ", "generator.py: cannot be loaded: SyntaxError: "),
        ("Parameters, generate = int, print", "has no class Parameters, a ParameterSet"),
        (f"{PARAMETERS}    size: int = 1", "not every field of Parameters is declared by"),
        (f"{PARAMETERS}", "generator.py: has no function generate(rng, parameters)"),
        (
            f"{PARAMETERS}def generate(rng, sizes): return {{}}[1]",
            "the generator failed: KeyError: 1",
        ),
        (
            f"{PARAMETERS}def generate(rng, sizes): return '(define (problem p) (:domain x)'",
            "instance-1 of",
        ),
    ],
)
def test_a_generator_that_is_no_good_is_refused_in_one_line(
    text: str | None, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "generator.py").write_text(text)
    shutil.copyfile(domains.folder("ferry") / "domain.pddl", tmp_path / "domain.pddl")
    assert status_of(["generate", str(tmp_path), "--seed", "1"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err
    assert str(tmp_path) in err
    assert "--help" not in err  # which needs the generator


def test_the_help_of_a_domain_tells_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["generate", "visitall", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "--columns N places from left to right (default: 3; least: 1)" in out


def test_a_folder_may_have_the_name_of_a_bundled_domain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ferry").mkdir()
    monkeypatch.chdir(tmp_path)
    assert cli.main(["generate", "ferry", "--seed", "1"]) == 0
    assert "(define (problem ferry" in capsys.readouterr().out


def test_generated_problems_keep_the_words_of_their_folder(tmp_path: Path) -> None:
    for name in ("domain.pddl", "generator.py"):
        shutil.copy(REPOSITORY / "docs/examples/lamps" / name, tmp_path)
    words = tmp_path / "domain.lexicon.json"
    words.write_text('{"domain": "lamps"}', encoding="utf-8")
    assert cli.main(["generate", str(tmp_path), "--seed", "1", "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / words.name).read_bytes() == words.read_bytes()
