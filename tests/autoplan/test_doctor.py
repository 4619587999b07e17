"""`autoplan doctor` tells what works here."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplan.doctor import Diagnosis, examine
from simulator.sandbox import Sandbox


def sandbox() -> Diagnosis:
    return next(each for each in examine() if each.name == "bubblewrap")


def test_bubblewrap_is_optional_and_told_how_to_get(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = sandbox()
    assert (told.good, told.needed) == (False, False)
    assert told.state.startswith("optional: code that a model wrote runs only inside bubblewrap")
    assert told.state.endswith("apt install bubblewrap")


def test_bubblewrap_is_tried() -> None:
    reason = Sandbox.unavailable()
    assert sandbox() == Diagnosis(
        "bubblewrap", f"optional: {reason}" if reason else "works", not reason
    )
