"""What a repair means: a whole script, edits that fit one place, or nothing."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.agents.procedural.repairs import UnusableRepairError, repaired
from tests.effort import within

SCRIPT = """import math

def area(r):
    return math.pie * r * r

def round_up(x):
    return math.ceil(x)

print(area(2))
print(round_up(2.5))
"""
MENDED = SCRIPT.replace("pie", "pi")
OLD, NEW = "    return math.pie * r * r\n", "    return math.pi * r * r\n"
DIFF = "".join(difflib.unified_diff(SCRIPT.splitlines(True), MENDED.splitlines(True), "a", "b"))


@pytest.mark.parametrize(
    "answer",
    [
        MENDED,
        f"```python\n{MENDED}```",
        f"I changed line 4.\n```python\n{MENDED}```\nRun it:\n```bash\npython solver.py\n```",
        f"Replace\n```python\n{OLD}```\nwith\n```python\n{NEW}```",
        f"Replace line 4,\n```\n4: {OLD}```\nwith\n```\n4: {NEW}```",
        "Replace `math.pie` with `math.pi` in line 4.",
        f"```diff\n{DIFF}```",
        f"The constant is misspelt:\n```\n{DIFF}```",
        DIFF,
        "```diff\n@@ -4 +4 @@\n-    return math.pie * r * r\n+    return math.pi * r * r\n```",
    ],
)
def test_a_script_and_edits_of_it_are_the_same_repair(answer: str) -> None:
    assert repaired(SCRIPT, answer).strip() == MENDED.strip()


def test_a_script_that_replaces_something_is_a_script() -> None:
    script = 'print("a".replace("a", "b"))  # `a` with `b`\n'
    assert repaired(SCRIPT, script) == script
    with pytest.raises(UnusableRepairError):
        repaired(SCRIPT, f"Replace it. {script}")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (
            f"Replace\n```\nreturn math.pis\n```\nwith\n```\n{NEW}```",
            "stands nowhere in the script",
        ),
        ("Replace `return` with `yield`.", "stands 2 times in the script"),
        (
            f"Change line 4 to:\n```python\n{NEW}```",
            "open where the lines in its code block",
        ),
        (f"```python\n{OLD}```\n```python\n{NEW}```", "it has several code blocks"),
        ("```diff\n@@ -4 +4 @@\n+import os\n```", "does not say what it replaces"),
        ("Change the constant in line 4.", "it speaks of a change and gives none"),
    ],
)
def test_an_edit_that_fits_no_one_place_is_refused(answer: str, reason: str) -> None:
    with pytest.raises(UnusableRepairError, match=reason):
        repaired(SCRIPT, answer)


LINES = st.lists(
    st.sampled_from(["a = 1", "b = 2", "  c = 3", "", "d(e)", "-f", "+g"]), max_size=12
)


@given(LINES, LINES)
def test_a_diff_gives_the_new_script_or_is_refused(before: list[str], after: list[str]) -> None:
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    diff = "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "a", "b"))
    if not diff:
        return
    try:
        found = repaired(old, f"```diff\n{diff}```")
    except UnusableRepairError:
        return
    assert found.strip("\n") == new.strip("\n")


@pytest.mark.parametrize("answer", ["```\n" * 50_000, "`a` with " * 30_000, "@@ @@\n-a\n" * 20_000])
def test_long_answers_are_read_in_linear_time(answer: str) -> None:
    def read() -> None:
        try:
            repaired(SCRIPT, f"Replace {answer}")
        except UnusableRepairError:
            return

    assert within(1.0, read)
