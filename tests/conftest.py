"""What tests share: where the outside material lies."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# A build is judged on the same cases every time; elsewhere new ones are tried at every run.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")

REPOSITORY = Path(__file__).resolve().parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Modules that take long come first, so that no worker is left with one of them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What was imported and collected stays; by default it is looked through all the time."""
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real domains and recorded answers; tests that need it skip without it."""
    folder = Path(os.environ.get("AUTOPLAN_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared material is not at {folder} (set AUTOPLAN_SHARED)")
    return folder
