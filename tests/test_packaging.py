"""The wheel: installed elsewhere, beside packages of the same names, and started quickly.

`scripts/other_versions.py` runs this for other versions of Python, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

PYTHON = os.environ.get("AUTOPLAN_WHEEL_PYTHON", sys.executable)
"""The interpreter that the wheel is tested with; its environment has the libraries."""

CLASHING = ("simulator", "policies", "domains")
"""Names of ours that others may have, too."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    call = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*call, "-w", str(folder), str(REPOSITORY)], check=True)
    (built,) = folder.glob("*.whl")
    return built


class Installed:
    """An environment with nothing of this repository but its wheel, and the libraries it needs."""

    def __init__(self, place: Path, *wheels: Path) -> None:
        make = [PYTHON, "-m", "venv", "--without-pip", "--symlinks", str(place)]
        subprocess.run(make, check=True)
        self.folder = place / "work"
        self.folder.mkdir()
        self._python = place / "bin" / "python"
        # The folder's own .pth files are not read from here, so the checkout is not found.
        ask = [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        libraries = subprocess.run(ask, check=True, capture_output=True, text=True).stdout
        (packages,) = place.glob("lib/*/site-packages")
        (packages / "libraries.pth").write_text(libraries)
        for each in wheels:
            self.install(each)

    def install(self, wheel: Path) -> None:
        options = [
            "--no-deps",
            "--no-index",
            "--ignore-installed",
            "--force-reinstall",
            "--no-compile",
        ]
        done = self.pip("install", "-q", *options, str(wheel))
        assert done.returncode == 0, done.stderr

    def pip(self, *words: str) -> subprocess.CompletedProcess[str]:
        call = [PYTHON, "-m", "pip", "--python", str(self._python), *words]
        return subprocess.run(call, capture_output=True, text=True, check=False)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self._python), *words],
            cwd=self.folder,
            env={name: each for name, each in os.environ.items() if name != "PYTHONPATH"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def foreign(folder: Path) -> Path:
    """A wheel of somebody else with packages called as ours."""
    path = folder / "other-1.0-py3-none-any.whl"
    info = "other-1.0.dist-info"
    content = {f"{name}/__init__.py": "MINE = True\n" for name in CLASHING} | {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: other\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as made:
        for name, text in content.items():
            made.writestr(name, text)
        made.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in content))
    return path


def test_the_wheel_converts_plays_and_reports_outside_of_the_repository(
    installed: Installed,
) -> None:
    find = "import domains, simulator; print(simulator.__file__, domains.folder('ferry'))"
    where, folder = installed.run("-c", find).stdout.split()
    assert str(REPOSITORY) not in where
    assert str(installed.folder.parent) in where
    file = f"{folder}/domain.pddl"
    converted = installed.run("-m", "pddl2nl", "convert", file)
    assert "sail the ferry from a location A to a location B" in converted.stdout
    task = ("--domain", "ferry", "--instances", "1", "--mechanism", "basic", "--out", "results")
    played = installed.run("-m", "autoplan", "eval", *task)
    assert played.returncode == 0, played.stderr
    assert re.search(r"ferry +basic +nl +reader +1/1", played.stdout)
    assert installed.run("-m", "autoplan", "report", "results").returncode == 0
    assert (installed.folder / "results" / "report.html").stat().st_size > 10_000


MADE = (
    "generate ferry --seed 7 -n 2 --unsolvable 1 -o tasks",
    "generate rovers --seed 7 -n 2 -o rovers",
    "export --domain visitall rovers --split-by instance --seed 7 -o dataset",
    "questions --domain visitall --instances 2 --kinds app land --seed 7 -o questions.jsonl",
)
"""Commands whose files are the same for the same seed."""


@pytest.mark.skipif(
    "AUTOPLAN_WHEEL_PYTHON" not in os.environ, reason="`make test-versions` has another version"
)
def test_a_seed_makes_the_same_bytes_on_every_version(installed: Installed, tmp_path: Path) -> None:
    environment = {**os.environ, "AUTOPLAN_CACHE": str(tmp_path / "cache")}
    here = tmp_path / "here"
    here.mkdir()
    for words in MADE:
        call = ["-m", "autoplan.cli", *words.split()]
        subprocess.run([sys.executable, *call], cwd=here, env=environment, check=True)
        made = installed.run(*call)
        assert made.returncode == 0, made.stderr
    files = {path.relative_to(here) for path in here.rglob("*") if path.is_file()}
    assert len(files) > 10
    for path in files:
        assert (installed.folder / path).read_bytes() == (here / path).read_bytes(), path


def test_the_pinned_packages_are_all_that_it_asks_for(installed: Installed) -> None:
    checked = installed.pip("check")
    assert checked.returncode == 0, checked.stdout


def test_after_packages_of_the_same_names_it_works_and_written_over_by_them_it_says_so_in_a_line(
    wheel: Path, tmp_path: Path
) -> None:
    other = foreign(tmp_path)
    both = Installed(tmp_path / "both", other, wheel)
    assert both.run("-m", "autoplan", "domains", "ferry").returncode == 0
    both.install(other)
    for command in ("domains", "doctor"):
        ended = both.run("-m", "autoplan", command)
        assert ended.returncode == 2, ended.stdout
        assert re.fullmatch(
            r"\S+__init__\.py stands where autoplan's own package '\w+' should be: install "
            r"autoplan in an environment of its own, or call it from another folder\n",
            ended.stderr,
        ), ended.stderr


def test_a_file_of_the_users_in_the_way_is_named(installed: Installed) -> None:
    mine = installed.folder / "simulator.py"
    mine.write_text("speed = 3\n")
    ended = installed.run("-m", "autoplan", "table", "results")
    mine.unlink()
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"{mine} stands where autoplan's own package 'simulator'")


@pytest.mark.parametrize("module", ["pddl2nl", "autoplan"])
def test_a_command_line_imports_nothing_that_is_slow(module: str) -> None:
    slow = ("pandas", "numpy", "scipy", "matplotlib", "openai", "unified_planning", "networkx")
    look = f"import sys, {module}.cli; print(*sorted(set({slow!r}) & set(sys.modules)))"
    done = subprocess.run(
        [PYTHON, "-c", look], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert done.stdout.split() == []
