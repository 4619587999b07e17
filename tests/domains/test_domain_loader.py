"""Bundled domains are found by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import domains
from tests.domains.conftest import ROOT

PAPERS = (
    "blocksworld depot ferry floortile goldminer grid grippers logistics movie rovers satellite "
    "visitall"
).split()


def test_the_domains_of_the_paper_are_bundled() -> None:
    assert {*PAPERS, "beluga"} <= set(domains.names())


def test_names_are_sorted() -> None:
    assert list(domains.names()) == sorted(domains.names())


def test_the_scaled_sets_of_the_paper_are_bundled() -> None:
    scaled = ("blocksworld", "ferry", "grippers", "visitall")
    assert domains.scaled_names() == tuple(f"{name}-scaled" for name in scaled)


@pytest.mark.parametrize("name", domains.names())
def test_a_bundled_domain_has_a_domain_file_and_21_instances(name: str) -> None:
    folder = domains.folder(name)
    assert domains.domain_file(folder) == folder / "domain.pddl"
    expected = [f"instance-{number}.pddl" for number in range(1, 22)]
    assert [path.name for path in domains.instances(folder)] == expected
    files = domains.bundled_tasks(name)
    assert {each.domain for each in files} == {folder / "domain.pddl"}
    assert tuple(each.problem for each in files) == domains.instances(folder)


@pytest.mark.parametrize("name", domains.scaled_names())
def test_a_scaled_set_is_led_by_the_example_of_its_domain(name: str) -> None:
    folder = domains.folder(name.removesuffix("-scaled"))
    example, *scaled = domains.bundled_tasks(name)
    assert example.problem == domains.instances(folder)[0]
    assert [each.problem.stem for each in scaled] == [f"instance-{n}" for n in range(22, 42)]
    assert {each.domain for each in scaled} == {folder / "domain.pddl"}


@pytest.mark.parametrize("name", ["nowhere", "", ".", "../domains/ferry", "Ferry", "grid-scaled"])
def test_an_unknown_name_is_refused_in_one_line_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=r"bundled domains are .*blocksworld") as error:
        domains.bundled_tasks(name)
    assert "\n" not in str(error.value)


def test_the_plan_of_an_instance_lies_beside(tmp_path: Path) -> None:
    problem = tmp_path / "instances" / "p1.pddl"
    assert domains.kept_plan(problem) is None
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "p1.plan").write_text("(go a b)\n(stop)\n")
    assert domains.kept_plan(problem) == ("(go a b)", "(stop)")


def test_the_package_imports_none_of_the_other_packages() -> None:
    code = (
        "import sys, domains, domains.suite\n"
        "for name in domains.names(): domains.suite.generator(name)\n"
        "others = {'pddl2nl', 'simulator', 'policies', 'autoplan', 'unified_planning'}\n"
        "print(*sorted(others & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")
