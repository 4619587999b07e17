"""What the tests of the evaluator share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from policies.symbolic import SymbolicPlanner
from tests.autoplan.served_reader import Player

KEY = "sk-test-0123456789abcdef"


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for AUTOPLAN_CACHE: reference plans are computed once for all tests."""
    folder = tmp_path_factory.mktemp("cache")
    (folder / "reference-plans").mkdir()
    return folder


@pytest.fixture(scope="session")
def player() -> Iterator[Player]:
    """Answers a server's requests as the reader does."""
    with SymbolicPlanner(2) as planner:
        found = Player(planner)
        yield found
        found.close()


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path) -> str:
    """The key to servers, in surroundings of the test's own.

    There is a cache of its own, but for the reference plans, and no proxy.
    """
    own = tmp_path / "cache"
    own.mkdir()
    (own / "reference-plans").symlink_to(cache / "reference-plans")
    monkeypatch.setenv("AUTOPLAN_CACHE", str(own))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return KEY
