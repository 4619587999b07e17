"""What tests share: where the outside material lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real domains and recorded answers; tests that need it skip without it."""
    folder = Path(os.environ.get("AUTOPLAN_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared material is not at {folder} (set AUTOPLAN_SHARED)")
    return folder
