"""Which interpreters `make test-versions` finds: those that start, of the versions that we name."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import other_versions


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without Python: a folder on the path, and pyenv's beside it, both empty."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    return tmp_path


def command(path: Path, does: str) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return path


def test_the_oldest_supported_version_is_the_oldest_that_installs() -> None:
    project = (other_versions.ROOT / "pyproject.toml").read_text()
    oldest = other_versions.supported()[0]
    assert f'requires-python = ">={oldest}"' in project


def test_an_interpreter_on_the_path_is_found(nowhere: Path) -> None:
    there = command(nowhere / "bin" / "python3.98", f'exec {sys.executable} "$@"')
    assert other_versions.interpreter("3.98") == there


def test_a_command_that_does_not_start_gives_way_to_pyenv(nowhere: Path) -> None:
    command(nowhere / "bin" / "python3.98", "exit 127")
    assert other_versions.interpreter("3.98") is None
    place = nowhere / "pyenv" / "versions" / "3.98.1" / "bin" / "python3.98"
    there = command(place, f'exec {sys.executable} "$@"')
    assert other_versions.interpreter("3.98") == there


def test_what_is_not_found_is_skipped_in_a_line(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert other_versions.tested("3.98") is None
    assert capsys.readouterr().out.startswith("SKIPPED Python 3.98: ")
