"""Plans in the words of any lexicon, and the layouts in which models write them down."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

from pddl2nl.model import GroundAction
from tests.policies.answers.spoken import Words, fitting

Layout: TypeAlias = Callable[[Sequence[str]], str]


def drawn_plan(spoken: Words, choose: random.Random, size: int = 6) -> list[GroundAction]:
    """Some different actions of a task whose words name one action each, applicable or not."""
    schemas = [item for item in spoken.problem.domain.actions if not spoken.ambiguous(item.name)]
    actions = (
        fitting(choose.choice(schemas), spoken.problem, choose) for _ in range(10 * size) if schemas
    )
    return list(islice(dict.fromkeys(action for action in actions if action), size))


def numbered(form: str, gap: str = "\n") -> Layout:
    """A layout with the number and the text of each step."""
    return lambda steps: gap.join(form.format(n, step) for n, step in enumerate(steps, 1))


def each(form: str, gap: str = "\n") -> Layout:
    """A layout with the text of each step."""
    return lambda steps: gap.join(form.format(step) for step in steps)


items = numbered("{}. {}")
"""The commonest layout."""


def _pairs(joint: str) -> Layout:
    def lay(steps: Sequence[str]) -> str:
        return items([joint.join(steps[n : n + 2]) for n in range(0, len(steps), 2)])

    return lay


def _objects(steps: Sequence[str]) -> str:
    return json.dumps([{"step": n, "action": step} for n, step in enumerate(steps)])


LAYOUTS: dict[str, Layout] = {
    "lines": each("{}"),
    "numbers": items,
    "brackets": numbered("{}) {}", "\n\n"),
    "bold": numbered("**{}. {}**"),
    "bold steps": numbered("{}. **{}** (this is possible now)"),
    "details": numbered(
        "{}. **{}**\n   - Preconditions: all hold\n   - Effects: it is done", "\n\n"
    ),
    "Step n": numbered("Step {}: {}"),
    "headings": numbered("### Step {}: {}", "\n\n"),
    "bullets": each("- {}"),
    "reasons": each("- {}, because it is needed for the goal"),
    "purposes": each("* {} so that we can go on."),
    "results": numbered("{}. Action: {}\n   Result: fine"),
    "next": each("Next, {}."),
    "introduced": lambda steps: f"Here is the plan:\n\n{items(steps)}\n\nThis reaches the goal.",
    "fenced": lambda steps: f"Here it is:\n```\n{each('{}')(steps)}\n```\nThis works.",
    "table": lambda steps: "| No | Step |\n|---|---|\n" + numbered("| {} | {} |")(steps),
    "JSON list": json.dumps,
    "JSON objects": _objects,
    "JSON in a fence": lambda steps: f"```json\n{json.dumps({'plan': list(steps)}, indent=1)}\n```",
    "LaTeX": lambda steps: "\\begin{enumerate}\n" + each("\\item {}")(steps) + "\n\\end{enumerate}",
    "arrows": each("{}", " → "),
    "semicolons": each("{}", "; "),
    "one line": numbered("{}. {}.", " "),
    "pairs": _pairs(" and then "),
    "marks": lambda steps: f"[PLAN]\n{each('{}')(steps)}\n[PLAN END]",
    "another problem": lambda steps: "\n".join(
        (*steps, "[PLAN END]", "", "[STATEMENT]", "It is so.", "[PLAN]", steps[-1])
    ),
    "instructions": each("Think: that comes next.\nInstruction: {}"),
    "instructions in line": each("Think: that comes next. Instruction: {}"),
    "thoughts": lambda steps: f"<think>{steps[-1]}? {steps[0]}!</think>\n{each('{}')(steps)}",
    "twice": lambda steps: f"{items(steps)}\n\nSummary of the plan:\n\n{each('- {}')(steps)}",
    "phases": lambda steps: (
        f"Phase 1: begin\n{each('- {}')(steps[:2])}\n\nPhase 2: go on\n{each('- {}')(steps[2:])}"
    ),
    "corrected": lambda steps: (
        f"First try:\n{items(steps[::-1])}\n\nCorrected plan:\n{items(steps)}"
    ),
}
