"""The tests themselves: the same draws every time, and signals that processes hear."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

DRAWING = """
from hypothesis import given, strategies

@given(strategies.lists(strategies.integers()))
def test_drawing(numbers):
    print(numbers)
    assert len(numbers) < 4
"""


def pytest_run(*arguments: str | Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run pytest with this suite's settings, in a shell that has run some commands before it."""
    environment = {name: text for name, text in os.environ.items() if "AUTOPLAN_TESTS" not in name}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *map(str, arguments)]
    return subprocess.run(
        ["sh", "-c", f'{before}exec "$@"', "sh", *command],
        cwd=REPOSITORY,
        env={**environment, "CI": ""},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def drawn(folder: Path, *options: str) -> str:
    """What a failing property test draws, as it prints it."""
    file = folder / "test_drawing.py"
    file.write_text(DRAWING)
    done = pytest_run("-p", "tests.conftest", *options, file)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_one_commit_is_tested_on_the_same_draws_every_time(tmp_path: Path) -> None:
    first, second = (drawn(tmp_path) for _ in range(2))
    lists = [line for line in first.splitlines() if line.startswith("[")]
    assert len(lists) > 10
    assert lists == [line for line in second.splitlines() if line.startswith("[")]
    assert "@example" not in first


def test_fresh_draws_end_with_how_to_keep_a_find(tmp_path: Path) -> None:
    text = drawn(tmp_path, "--hypothesis-profile", "fresh")
    assert "Failing test case: test_drawing(" in text
    assert "@example(name=value, …)" in text


@pytest.mark.parametrize("number", ["SIGINT", "SIGHUP"])
def test_tests_hear_signals_that_are_ignored_where_they_are_started(number: str) -> None:
    done = pytest_run(
        *("tests/policies/test_symbolic_limits.py", "-k", f"outlives and {number}-search"),
        before="trap '' INT HUP QUIT; ",
    )
    assert done.returncode == 0, done.stdout + done.stderr
