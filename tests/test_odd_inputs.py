"""A share of the odd inputs of `scripts/odd_inputs.py`, and those that once broke something."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.odd_inputs import GROUPS, Case, faults, run

pytestmark = pytest.mark.long


@pytest.mark.parametrize("group", GROUPS)
def test_odd_inputs_end_with_a_status_and_a_line(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path))
    cases = 6 if group == "situations" else 24  # each of these starts a process
    ran, found = run(11, cases, group)
    assert ran[group] >= cases
    assert not found, "\n".join(found)


def test_the_rules_are_seen_to_be_broken(tmp_path: Path) -> None:
    kept = tmp_path / "file"
    kept.write_text("before")

    def clumsy(order: list[str]) -> int:
        kept.write_text("after")
        return 2

    def worse(order: list[str]) -> int:
        raise ZeroDivisionError

    told = list(faults(Case("x", clumsy, [], (kept,))))
    assert told == ["it is refused without a word", "file is no longer what it was"]
    assert list(faults(Case("x", worse, []))) == ["ZeroDivisionError escaped: "]
