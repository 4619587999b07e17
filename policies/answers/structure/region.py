"""The part of an answer that is about the problem asked: tags, and further problems invented."""

from __future__ import annotations

import re

from policies.answers.structure.looks import LineJudge, Look

_PLAN = re.compile(r"\[\s*PLAN\s*\]", re.IGNORECASE)
_PLAN_END = re.compile(
    r"\[\s*(?:PLAN[\s_-]*END|END[\s_-]*(?:OF[\s_-]*)?PLAN|/PLAN)\s*\]", re.IGNORECASE
)
_STATEMENT = re.compile(r"^[^\w\n\[]*\[\s*STATEMENT\s*\]", re.IGNORECASE | re.MULTILINE)


def before_plan_end(answer: str) -> str:
    """What stands before the line that ends a plan."""
    end = _PLAN_END.search(answer)
    return answer[: end.start()] if end else answer


def region(answer: str, judge: LineJudge) -> tuple[str, bool]:
    """The part of an answer in which the plan must be, and whether tags enclose it."""
    end = _PLAN_END.search(answer)
    before = before_plan_end(answer)
    starts = list(_PLAN.finditer(before))
    if starts:
        inside = before[starts[-1].end() :]
        if _has_step(inside, judge):
            return _until_statement(inside), end is not None
    if end and _has_step(before, judge):
        return before, False
    return _until_statement(answer), False


def _until_statement(text: str) -> str:
    found = _STATEMENT.search(text)
    return text[: found.start()] if found and text[: found.start()].strip() else text


def _has_step(text: str, judge: LineJudge) -> bool:
    return any(judge.look(line.strip()) is not Look.OTHER for line in text.splitlines())
