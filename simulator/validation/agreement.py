"""Do witnesses of one plan say the same?"""

from __future__ import annotations

from collections.abc import Iterable

from simulator.validation.verdict import Verdict


def disagreement(verdicts: Iterable[Verdict]) -> str | None:
    """Who says what of one plan, where two witnesses contradict each other; else None.

    They have to agree on whether the plan is valid and on the first step that cannot be carried
    out. A witness that gave no verdict contradicts nobody.
    """
    judged = [verdict for verdict in verdicts if verdict.valid is not None]
    if len({(verdict.valid, verdict.failed_step) for verdict in judged}) <= 1:
        return None
    return "; ".join(f"{verdict.witness} says {conclusion(verdict)}" for verdict in judged)


def conclusion(verdict: Verdict) -> str:
    """What a verdict comes to, in a few words; steps are counted from 1."""
    if verdict.valid is None:
        return f"no verdict ({verdict.reason})"
    if verdict.valid:
        return "valid"
    if verdict.failed_step is None:
        return "invalid (the goal is not reached)"
    return f"invalid at step {verdict.failed_step + 1}"
