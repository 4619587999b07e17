"""The loader finds bundled domains and reads the layout of any domain folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import domains


def make_folder(root: Path, *problems: str) -> Path:
    (root / "instances").mkdir()
    (root / "domain.pddl").write_text("(define (domain d))")
    for name in problems:
        (root / "instances" / name).write_text("(define (problem p) (:domain d))")
    return root


def test_the_first_four_domains_are_bundled() -> None:
    assert {"blocksworld", "ferry", "logistics", "visitall"} <= set(domains.names())


def test_names_are_sorted() -> None:
    assert list(domains.names()) == sorted(domains.names())


@pytest.mark.parametrize("name", domains.names())
def test_a_bundled_domain_has_a_domain_file_and_21_instances(name: str) -> None:
    folder = domains.folder(name)
    assert domains.domain_file(folder) == folder / "domain.pddl"
    expected = [f"instance-{number}.pddl" for number in range(1, 22)]
    assert [path.name for path in domains.instances(folder)] == expected


@pytest.mark.parametrize("name", ["nowhere", "", ".", "../domains/ferry", "Ferry"])
def test_an_unknown_name_is_refused_in_one_line_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=r"bundled domains are .*blocksworld") as error:
        domains.folder(name)
    assert "\n" not in str(error.value)


def test_instances_come_in_natural_order(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "p10.pddl", "p2.pddl", "p1b.pddl", "p1.pddl", "p01.pddl")
    found = [path.name for path in domains.instances(folder)]
    assert found == ["p01.pddl", "p1.pddl", "p1b.pddl", "p2.pddl", "p10.pddl"]


def test_names_that_start_with_digits_and_with_letters_can_be_mixed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "a.pddl", "10.pddl", "9.pddl")
    assert [path.name for path in domains.instances(folder)] == ["9.pddl", "10.pddl", "a.pddl"]


def test_only_pddl_files_are_instances(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "p1.pddl", "README.md")
    (folder / "instances" / "more.pddl").mkdir()
    assert [path.name for path in domains.instances(folder)] == ["p1.pddl"]


def test_a_folder_without_instances_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"expected instances/\*\.pddl"):
        domains.instances(make_folder(tmp_path))
    with pytest.raises(FileNotFoundError, match="has no instances"):
        domains.instances(tmp_path / "missing")


def test_a_folder_without_a_domain_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"it has no file domain\.pddl"):
        domains.domain_file(tmp_path)


def test_the_package_imports_none_of_the_other_packages() -> None:
    code = (
        "import sys, domains, domains.suite\n"
        "for name in domains.names(): domains.suite.generator(name)\n"
        "others = {'pddl2nl', 'simulator', 'policies', 'autoplan', 'unified_planning'}\n"
        "print(*sorted(others & set(sys.modules)))"
    )
    root = Path(domains.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")
