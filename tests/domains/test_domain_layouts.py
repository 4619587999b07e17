"""The layouts in which planning tasks are passed on are all understood."""

from __future__ import annotations

from pathlib import Path

import pytest

import domains


def make(root: Path, *names: str) -> Path:
    """A folder that holds files of these names."""
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return root


def layout(folder: Path) -> dict[str, str]:
    """The domain file of every problem file, in order."""
    return {
        str(each.problem.relative_to(folder)): str(each.domain.relative_to(folder))
        for each in domains.tasks(folder)
    }


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ["domain.pddl", "instances/p1.pddl", "instances/p2.pddl"],
            {"instances/p1.pddl": "domain.pddl", "instances/p2.pddl": "domain.pddl"},
        ),
        (
            ["domain.pddl", "p01.pddl", "p02.pddl"],
            {"p01.pddl": "domain.pddl", "p02.pddl": "domain.pddl"},
        ),
        (
            ["p01-domain.pddl", "p01.pddl", "p02-domain.pddl", "p02.pddl"],
            {"p01.pddl": "p01-domain.pddl", "p02.pddl": "p02-domain.pddl"},
        ),
        (
            ["domain_p01.pddl", "p01.pddl", "domain_p02.pddl", "p02.pddl"],
            {"p01.pddl": "domain_p01.pddl", "p02.pddl": "domain_p02.pddl"},
        ),
        (
            ["domain01.pddl", "task01.pddl", "domain02.pddl", "task02.pddl"],
            {"task01.pddl": "domain01.pddl", "task02.pddl": "domain02.pddl"},
        ),
        (
            ["p01-domain.pddl", "p01-airport1-p2.pddl", "p02-domain.pddl", "p02-airport1-p1.pddl"],
            {"p01-airport1-p2.pddl": "p01-domain.pddl", "p02-airport1-p1.pddl": "p02-domain.pddl"},
        ),
        (
            [
                "domains/domain-1.pddl",
                "domains/domain-2.pddl",
                "instances/instance-1.pddl",
                "instances/instance-2.pddl",
            ],
            {
                "instances/instance-1.pddl": "domains/domain-1.pddl",
                "instances/instance-2.pddl": "domains/domain-2.pddl",
            },
        ),
        (
            ["domain.pddl", "domain-p02.pddl", "p01.pddl", "p02.pddl"],
            {"p01.pddl": "domain.pddl", "p02.pddl": "domain-p02.pddl"},
        ),
        (
            ["p1-domain.pddl", "p10-domain.pddl", "p1.pddl", "p10.pddl"],
            {"p1.pddl": "p1-domain.pddl", "p10.pddl": "p10-domain.pddl"},
        ),
        (
            ["domain.pddl", "p1-domain.pddl", "p1.pddl", "p10.pddl"],
            {"p1.pddl": "p1-domain.pddl", "p10.pddl": "domain.pddl"},
        ),
        (
            ["p1-domain.pddl", "p1-large-domain.pddl", "p1.pddl", "p1-large.pddl"],
            {"p1-large.pddl": "p1-large-domain.pddl", "p1.pddl": "p1-domain.pddl"},
        ),
        (["Domain.pddl", "P01.pddl"], {"P01.pddl": "Domain.pddl"}),
        (["domain.pddl", "subdomain1.pddl"], {"subdomain1.pddl": "domain.pddl"}),
        (["domain.pddl", "p1.pddl", "p1.plan", "README.md"], {"p1.pddl": "domain.pddl"}),
    ],
)
def test_every_problem_finds_its_domain(
    names: list[str], expected: dict[str, str], tmp_path: Path
) -> None:
    found = layout(make(tmp_path, *names))
    assert found == expected
    assert list(found) == list(expected)


def test_instances_come_in_natural_order(tmp_path: Path) -> None:
    names = ["p10.pddl", "p2.pddl", "p1b.pddl", "p1.pddl", "p01.pddl", "10.pddl", "a.pddl"]
    folder = make(tmp_path, *(f"instances/{name}" for name in names))
    found = [path.name for path in domains.instances(folder)]
    assert found == ["10.pddl", "a.pddl", "p01.pddl", "p1.pddl", "p1b.pddl", "p2.pddl", "p10.pddl"]


def test_only_files_are_instances(tmp_path: Path) -> None:
    folder = make(tmp_path, "domain.pddl", "instances/p1.pddl")
    (folder / "instances" / "more.pddl").mkdir()
    assert [path.name for path in domains.instances(folder)] == ["p1.pddl"]


def test_a_folder_without_instances_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"expected instances/\*\.pddl, or p01\.pddl"):
        domains.tasks(make(tmp_path, "domain.pddl"))
    with pytest.raises(FileNotFoundError, match="has no instances"):
        domains.instances(tmp_path / "missing")


def test_a_problem_without_a_domain_is_refused(tmp_path: Path) -> None:
    folder = make(tmp_path, "p01-domain.pddl", "p01.pddl", "p02.pddl")
    with pytest.raises(FileNotFoundError, match=r"p02\.pddl has no domain: expected domain\.pddl"):
        domains.tasks(folder)


def test_a_problem_with_two_domains_is_refused(tmp_path: Path) -> None:
    folder = make(tmp_path, "domain-1.pddl", "domain_1.pddl", "p1.pddl")
    with pytest.raises(ValueError, match=r"may belong to .*domain-1.* or to .*domain_1"):
        domains.tasks(folder)


def test_a_folder_without_a_common_domain_file_is_refused_where_one_is_needed(
    tmp_path: Path,
) -> None:
    with pytest.raises(FileNotFoundError, match=r"it has no file domain\.pddl"):
        domains.domain_file(tmp_path)
