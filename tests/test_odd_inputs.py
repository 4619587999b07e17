"""A share of the odd inputs of `scripts/odd_inputs`, and those that once broke something."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.odd_inputs import GROUPS, run
from scripts.odd_inputs.case import Case, faults

pytestmark = pytest.mark.long

QUICK = ("answers", "lexicons", "names", "options", "pddl", "results", "templates")


@pytest.mark.parametrize("group", GROUPS)
def test_odd_inputs_end_with_a_status_and_a_line(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path))
    # docs/evidence/claims.md has the check of all. Those of other groups start processes, or wait.
    cases = 12 if group in QUICK else 4
    ran, found = run(11, group, cases)
    assert ran >= cases
    assert not found, "\n".join(found)


def test_the_rules_are_seen_to_be_broken(tmp_path: Path) -> None:
    kept = tmp_path / "file"
    kept.write_text("before")

    def clumsy(arguments: list[str]) -> int:
        kept.write_text("after")
        return 2

    def worse(arguments: list[str]) -> int:
        raise ZeroDivisionError

    broken = list(faults(Case(clumsy, [], (kept,))))
    assert broken == ["it is refused without a word", "file is no longer what it was"]
    assert list(faults(Case(worse, []))) == ["ZeroDivisionError escaped: "]
