"""The import rules leave the offline reader model no way to a file of PDDL."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("importlinter")

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("pddl2nl", "simulator", "policies", "autoplan", "domains")
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

WAYS = {
    "from pddl2nl.reader import read_domain": "pddl2nl.reader",
    "from pddl2nl.reader import parse_domain": "pddl2nl.reader",
    "from pddl2nl import load": "pddl2nl",
    "import pddl2nl": "pddl2nl",
    "import pddl2nl.cli": "pddl2nl.cli",
    "from pddl2nl.conversion import convert": "pddl2nl.conversion",
    "from pddl2nl.check import check": "pddl2nl.check",
    "from pddl2nl.lexicon_files import load_lexicon": "pddl2nl.lexicon_files",
    "from pddl2nl.verbalizers.registry import LibraryVerbalizer": "pddl2nl.verbalizers.registry",
    "from pddl2nl.interop import from_unified_planning": "pddl2nl.interop",
    "from unified_planning.io import PDDLReader": "unified_planning",
    "from simulator.validation import find_val": "simulator.validation",
    "import domains": "domains",
    "from domains.suite import generator": "domains.suite",
    "from policies.symbolic import _engine_program": "policies.symbolic._engine_program",
    "from pathlib import Path": "pathlib",
    "import os": "os",
    "def late():\n    import importlib": "importlib",
}
"""Imports, and the module by whose name each is reported."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages' source and their import rules in a folder of their own."""
    for name in PACKAGES:
        sources = shutil.ignore_patterns("__pycache__", "*.pddl", "*.plan", "data")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=sources)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder: Path) -> tuple[int, str]:
    """The exit status of the linter in a folder, and what it prints on long lines."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "400", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_rules_hold(copy: Path) -> None:
    status, printed = lint(copy)
    assert ", 0 broken" in printed
    assert status == 0


def test_every_way_to_a_file_of_pddl_breaks_them(copy: Path) -> None:
    for number, way in enumerate(WAYS):
        (copy / "policies" / "reader" / f"_way_{number}.py").write_text(f"{way}\n")
    status, printed = lint(copy)
    assert status == 1
    unseen = [
        way
        for number, (way, target) in enumerate(WAYS.items())
        if f"policies.reader._way_{number} -> {target} " not in printed
    ]
    assert unseen == []


def test_a_detour_breaks_them(copy: Path) -> None:
    detour = copy / "policies" / "few_shot.py"
    detour.write_text(f"{detour.read_text()}\n\nfrom pddl2nl.reader import read_domain\n")
    status, printed = lint(copy)
    assert status == 1
    assert "policies.few_shot -> pddl2nl.reader " in printed


def test_the_models_own_module_is_watched(copy: Path) -> None:
    module = copy / "policies" / "reader" / "_model.py"
    module.write_text(f"{module.read_text()}\nfrom pddl2nl.reader import read_domain\n")
    status, printed = lint(copy)
    assert status == 1
    assert "policies.reader._model -> pddl2nl.reader " in printed
