"""The script that chooses the bundled instances."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import domains
from domains.isomorphism import fingerprint
from domains.suite import ATTEMPTS, SIZE, candidate, read_record

Solve = Callable[[str], tuple[str, ...] | None]
RunScript = Callable[..., int]
LAMPS = Path(domains.__file__).parent.parent / "docs" / "examples" / "lamps"


@pytest.fixture
def run_script(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> RunScript:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["generate_instances.py", *arguments])
        status: int = script.main()
        return status

    return run


@pytest.fixture(scope="module")
def solve(script: ModuleType) -> Iterator[Solve]:
    with script.planner(script.small_set("visitall")) as solve:
        yield solve


def recorded_attempts(name: str) -> tuple[int, ...]:
    suite = read_record(domains.folder(name))
    assert suite is not None
    return suite.attempts


def test_it_writes_the_recorded_suite_without_a_planner(
    run_script: RunScript, script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(script, "planner")
    assert run_script("blocksworld", "--seed", "7", "--out", str(tmp_path)) == 0
    committed = domains.instances(domains.folder("blocksworld"))
    written = [(tmp_path / path.name).read_bytes() for path in committed]
    assert written == [path.read_bytes() for path in committed]


def test_it_takes_the_first_candidate_whose_plan_fits(script: ModuleType, solve: Solve) -> None:
    instances = script.small_set("visitall")
    attempt, plan = script.first_fit(instances, 7, 0, set(), solve)
    assert attempt == recorded_attempts("visitall")[0] > 0
    assert len(plan) == 5


def test_it_passes_over_a_candidate_that_is_taken(script: ModuleType, solve: Solve) -> None:
    instances = script.small_set("visitall")
    first = recorded_attempts("visitall")[0]
    taken = {fingerprint(candidate(instances.source, 7, 0, first))}
    attempt, _ = script.first_fit(instances, 7, 0, taken, solve)
    assert attempt > first


def test_the_plans_kept_for_the_first_and_the_last_instance_are_shortest(
    script: ModuleType, solve: Solve
) -> None:
    paths = domains.instances(domains.folder("visitall"))
    for path in (paths[0], paths[-1]):
        kept, found = domains.kept_plan(path), solve(path.read_text())
        assert kept is not None
        assert found is not None
        assert len(found) == len(kept)


def test_checking_refuses_two_instances_that_differ_in_names_only(
    script: ModuleType, solve: Solve
) -> None:
    paths = list(domains.instances(domains.folder("visitall")))
    with pytest.raises(script.Unfit, match=f"only {SIZE - 1} distinct instances"):
        script.check(script.small_set("visitall"), [*paths[:-1], paths[0]], solve)


def test_checking_refuses_a_plan_length_that_the_schedule_does_not_want(
    script: ModuleType, solve: Solve
) -> None:
    paths = list(reversed(domains.instances(domains.folder("visitall"))))
    with pytest.raises(script.Unfit, match=r"a plan of \d+ actions, not 5 to 5"):
        script.check(script.small_set("visitall"), paths, solve)


def test_a_scaled_task_with_an_idle_object_is_refused(script: ModuleType) -> None:
    instances = script.scaled_set("ferry")
    text = candidate(instances.source, 7, 0, 0)
    idle, *_ = sorted(script.object_names(text))
    plan = tuple(f"(board {name} x)" for name in script.object_names(text) if name != idle)
    assert script.objections(instances, 0, text, plan) == f"{idle} has no part in the plan"


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    """A folder of somebody's own, with a domain and its generator."""
    folder = tmp_path / "lamps"
    folder.mkdir()
    for name in ("domain.pddl", "generator.py"):
        shutil.copyfile(LAMPS / name, folder / name)
    return folder


def test_a_folder_gets_instances_and_plans(run_script: RunScript, lamps: Path) -> None:
    assert run_script(str(lamps), "--seed", "1", "--record") == 0
    paths = domains.instances(lamps)
    assert len({fingerprint(path.read_text()) for path in paths}) == SIZE
    plans = [domains.kept_plan(path) for path in paths]
    assert all(plan is not None and 3 <= len(plan) <= 20 for plan in plans)
    assert read_record(lamps) is not None


def test_a_domain_that_the_planner_cannot_express_is_told_at_once(
    run_script: RunScript, lamps: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = lamps / "domain.pddl"
    plain = ":precondition (not (broken ?l))\n    :effect (lit ?l)"
    before, after = file.read_text().split(plain)
    file.write_text(f"{before}:effect (when (not (broken ?l)) (lit ?l)){after}")
    assert run_script(str(lamps), "--seed", "1", "--out", str(lamps / "out")) == 1
    err = capsys.readouterr().err
    assert err.startswith("lamps: lmcut cannot express the domain: ")
    assert "does not support conditional effects" in err
    assert err.endswith('; PLANNER = "ff" in the generator measures plans with FF\n')


def test_where_no_candidate_fits_it_says_what_was_wrong_with_them(
    script: ModuleType, lamps: Path
) -> None:
    instances = script.small_set(str(lamps))
    answers = iter([None, ("(x)",), ("(x)",)])
    with pytest.raises(script.Unfit) as error:
        script.first_fit(instances, 1, 0, set(), lambda text: next(answers, ("(x)", "(x)")))
    assert str(error.value).startswith(f"lamps: none of {ATTEMPTS} candidates fits entry 1, ")
    assert str(error.value).endswith(
        f": {ATTEMPTS - 3} times a plan of 2 actions, not 3 to 20; "
        "2 times a plan of 1 actions, not 3 to 20; 1 times no plan"
    )


def test_a_domain_without_a_scaled_set_is_refused(
    run_script: RunScript, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_script("logistics", "--scaled", "--seed", "7", "--out", str(tmp_path)) == 1
    assert capsys.readouterr().err == "the domain logistics has no scaled set\n"
