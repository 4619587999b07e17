"""Which tasks a name or a folder stands for, and what is known of their files."""

from __future__ import annotations

from pathlib import Path

import pytest

import domains
from autoplan.experiment.benchmarks import benchmark, benchmarks
from pddl2nl.errors import InputError
from tests.yard import DOMAIN, PROBLEM

NO_REST = DOMAIN.replace("(:action rest :parameters () :precondition (and) :effect (and))", "")


def folder(root: Path, contents: dict[str, str]) -> str:
    for name, text in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(root)


def test_a_bundled_domain_is_found_by_name() -> None:
    found = benchmark("grid")
    assert found.name == "grid"
    assert found.domain.name == "grid"
    assert [path.stem for path in found.problems] == [f"instance-{n}" for n in range(1, 22)]
    assert all(problem.domain is found.domain for problem in found.problems.values())


def test_a_scaled_set_is_led_by_the_example_of_its_domain() -> None:
    found = benchmark("ferry-scaled")
    assert found.name == "ferry-scaled"
    assert [path.stem for path in found.problems] == [f"instance-{n}" for n in (1, *range(22, 42))]


def test_problems_may_stand_beside_their_domain(tmp_path: Path) -> None:
    found = benchmark(
        folder(tmp_path, {"domain.pddl": DOMAIN, "p01.pddl": PROBLEM, "p02.pddl": PROBLEM})
    )
    assert found.name == tmp_path.name
    assert list(found.digests) == ["domain.pddl", "p01", "p02"]


def test_domain_files_that_say_the_same_count_as_one(tmp_path: Path) -> None:
    files = {
        "p01-domain.pddl": DOMAIN,
        "p01.pddl": PROBLEM,
        "p02-domain.pddl": f"; the same again\n{DOMAIN}",
        "p02.pddl": PROBLEM,
    }
    found = benchmark(folder(tmp_path, files))
    assert found.domains == (found.domain,)
    assert found.parts() == (found,)
    assert {id(problem.domain) for problem in found.problems.values()} == {id(found.domain)}
    assert list(found.digests) == ["p01-domain.pddl", "p02-domain.pddl", "p01", "p02"]


def test_instances_of_different_domains_keep_their_own(tmp_path: Path) -> None:
    files = {
        "p01-domain.pddl": DOMAIN,
        "p01.pddl": PROBLEM,
        "p02-domain.pddl": NO_REST,
        "p02.pddl": PROBLEM,
    }
    found = benchmark(folder(tmp_path, files))
    assert len(found.domains) == 2
    first, second = found.problems.values()
    assert [action.name for action in first.domain.actions] == ["drive", "load", "rest"]
    assert [action.name for action in second.domain.actions] == ["drive", "load"]
    with pytest.raises(InputError, match=f"the instances of {tmp_path.name} are of 2 domains"):
        _ = found.domain
    parts = found.parts()
    assert [part.name for part in parts] == [f"{tmp_path.name}-1", f"{tmp_path.name}-2"]
    assert [part.domain for part in parts] == [first.domain, second.domain]
    assert [[path.stem for path in part.problems] for part in parts] == [["p01"], ["p02"]]


@pytest.mark.parametrize(
    ("contents", "complaint"),
    [
        ({"domain.pddl": DOMAIN}, "has no instances: expected instances/*.pddl"),
        ({"p01.pddl": PROBLEM}, "has no domain: expected domain.pddl or p01-domain.pddl"),
        (
            {"domain-1.pddl": DOMAIN, "domain_1.pddl": DOMAIN, "p1.pddl": PROBLEM},
            "may belong to",
        ),
    ],
)
def test_a_folder_that_is_not_understood_is_refused_in_one_line(
    contents: dict[str, str], complaint: str, tmp_path: Path
) -> None:
    spec = folder(tmp_path, contents)
    with pytest.raises(InputError) as error:
        benchmark(spec)
    assert complaint in str(error.value)
    assert str(error.value).startswith(f"{spec}: ")
    assert f"{spec}: {spec} " not in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_neither_a_name_nor_a_folder_is_refused() -> None:
    with pytest.raises(InputError, match=r"neither a bundled domain \(.*grid.*\) nor a folder"):
        benchmark("nowhere")


def test_two_benchmarks_of_one_name_are_refused(tmp_path: Path) -> None:
    own = folder(tmp_path / "ferry", {"domain.pddl": DOMAIN, "p01.pddl": PROBLEM})
    with pytest.raises(InputError, match="two of the domains are called ferry"):
        benchmarks(["ferry", own])


def test_every_bundled_set_is_read() -> None:
    names = domains.names() + domains.scaled_names()
    assert list(benchmarks(names)) == list(names)
