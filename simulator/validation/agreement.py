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
    said, why = _said(verdict), verdict.reason
    if not why and said == "invalid":
        why = "the goal is not reached"
    return f"{said} ({why})" if why else said


def _said(verdict: Verdict) -> str:
    if verdict.valid is None:
        return "no verdict"
    if verdict.valid:
        return "valid"
    step = verdict.failed_step
    return "invalid" if step is None else f"invalid at step {step + 1}"
