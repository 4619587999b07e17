"""Stand-ins for VAL's `Validate` that say what a test wants to hear."""

from __future__ import annotations

import sys
from pathlib import Path

_PROGRAM = """#!{python}
import sys
steps = sum(1 for line in open(sys.argv[-1]) if line.strip())
print(f"Plan size: {{steps}}")
print({words!r})
"""
_EXECUTED = "Plan executed successfully - checking goal\n"
VALID = _EXECUTED + "Plan valid\nSuccessful plans:\nValue: 1"
GOAL_MISSED = _EXECUTED + "Goal not satisfied\nPlan invalid"
GREETINGS = "Good morning."


def install(folder: Path, words: str) -> Path:
    """Put a program that prints these words on every plan into a folder; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "Validate"
    path.write_text(_PROGRAM.format(python=sys.executable, words=words), encoding="utf-8")
    path.chmod(0o755)
    return folder
