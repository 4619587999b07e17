"""Where in an answer the plan is: the lines that propose it, and nothing that explains it.

An answer may state its plan twice, try and give up, review an example, explain every step, or
invent further problems. The steps are grouped into lists by their layout; the last list that is as
complete as the others is the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from policies.answers.structure.conclusion import concludes_impossible
from policies.answers.structure.cues import restarts
from policies.answers.structure.formats import as_lines
from policies.answers.structure.layout import Line, laid_out
from policies.answers.structure.lists import StepList, Title, step_lists
from policies.answers.structure.looks import READ, LineJudge, Look, Seen
from policies.answers.structure.region import before_plan_end, region

__all__ = ["before_plan_end", "proposed"]

_AS_COMPLETE = 0.6
_ENOUGH_TUPLES = 3
_WORTH = {
    Look.STEP: 2,
    Look.EXPLAINED: 2,
    Look.TOLD: 2,
    Look.BROKEN: 1,
    Look.HINT: 1,
    Look.OTHER: 0,
}


def proposed(answer: str, judge: LineJudge) -> tuple[Line, ...]:
    """The lines of an answer that propose its plan, in order; none where it proposes no plan.

    Args:
        answer: the whole answer.
        judge: says what a single line looks like.
    """
    text, tagged = region(as_lines(answer, lambda line: _WORTH[judge.look(line)]), judge)
    lines = list(laid_out(text))
    if lines and text.rstrip().endswith(lines[-1].text):
        lines[-1] = replace(lines[-1], last=True)
    lists = labelled_lists(lines, judge)
    if not lists:
        lists = step_lists(_seen(lines, judge), judge)
    chosen = _chosen(lists)
    if chosen is None or (not tagged and _given_up(lines, chosen)):
        return ()
    return tuple(line for line, _ in chosen.lines)


def labelled_lists(lines: Sequence[Line], judge: LineJudge) -> list[StepList]:
    """The lists that an answer makes with labels such as `Instruction:`; a new start is a new list.

    "Action:" may label other things than steps, so most of what it labels must look like steps.
    """
    labelled = [line for line in lines if line.mark == "label"]
    asked = [line for line in labelled if line.series.startswith("instruction")]
    looks = [judge.look(line.text) for line in labelled]
    if not asked and 2 * sum(look is not Look.OTHER for look in looks) <= len(labelled):
        return []
    groups: list[list[Seen]] = [[]]
    for line in lines:
        if line.mark == "label":
            look = judge.look(line.text)
            groups[-1].append((line, Look.BROKEN if look is Look.OTHER else look))
        elif line.mark in ("plain", "heading") and restarts(line.text):
            groups.append([])
    return [StepList(tuple(group), Title(), len(group), False, 0) for group in groups if group]


def _seen(lines: Sequence[Line], judge: LineJudge) -> list[Seen]:
    """The lines with their looks; beside tuples, a line that is none is prose."""
    seen = [(line, _look(line, judge)) for line in lines]
    tuples = sum(line.text.lstrip("`*- ").startswith("(") and look in READ for line, look in seen)
    if tuples < _ENOUGH_TUPLES:
        return seen
    return [
        (line, Look.OTHER if line.mark == "plain" and "(" not in line.text else look)
        for line, look in seen
    ]


def _look(line: Line, judge: LineJudge) -> Look:
    return Look.OTHER if line.mark in ("fence", "thought") else judge.look(line.text)


def _chosen(lists: Sequence[StepList]) -> StepList | None:
    """The last list that is about as long as the longest, or that is said to be the outcome.

    Explanations and tales count only where there is nothing else.
    """
    plans = [item for item in lists if not item.title.aside] or list(lists)
    plans = [item for item in plans if not item.told] or plans
    if not plans:
        return None
    least = _AS_COMPLETE * max(len(item.lines) for item in plans)
    # A list of which little can be read is passed over only for one that is as complete.
    clear = [item for item in plans if 2 * item.read >= len(item.lines)]
    if any(len(item.lines) >= least for item in clear):
        plans = clear
    return [item for item in plans if item.title.offers or len(item.lines) >= least][-1]


def _given_up(lines: Sequence[Line], chosen: StepList) -> bool:
    """Whether an answer concludes that there is no plan, or plans only for another start."""
    if chosen.title.offers:
        return False
    first, last = chosen.lines[0][0].number, chosen.lines[-1][0].number
    if any(line.number > last and concludes_impossible(line.text) for line in lines):
        return True
    return chosen.title.changed and any(
        line.number < first and concludes_impossible(line.text) for line in lines
    )
