"""What the tests of the evaluator share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for AUTOPLAN_CACHE: reference plans are computed once for all tests."""
    folder = tmp_path_factory.mktemp("cache")
    (folder / "reference-plans").mkdir()
    return folder
