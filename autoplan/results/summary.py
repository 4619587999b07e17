"""The results of a folder in a few lines: one for each domain, mechanism, input form and model.

The database adds up by itself, so that a command need not wait for pandas. Of several samples of a
task, it tells whether one of k solves it, and whether most of them do: pass@k is the unbiased
estimate of Chen et al. (2021, "Evaluating Large Language Models Trained on Code", section 2.1); the
majority is that of Wang et al. (2023, "Self-Consistency Improves Chain of Thought Reasoning in
Language Models"), with whole plans as the answers that are counted.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import TypeAlias

from rich.table import Table

from autoplan.results.costs import CostLine, cost_lines
from autoplan.results.reading import SOLVABLE, costs, is_sampled, paid, reading
from autoplan.results.record import NO_MODEL, EpisodeKey
from autoplan.terminal import Terminal, new_table, print_wide
from pddl2nl.english import counted
from pddl2nl.errors import InputError

_GROUP = ("domain", "mechanism", "input", "model")
_GROUPS = ", ".join(_GROUP)
_TRIED = f"{SOLVABLE} AND finish IS NOT 'unsupported'"
_SUMS = {
    "episodes": f"sum({SOLVABLE})",
    "solved": f"coalesce(sum(solved AND {SOLVABLE}), 0)",
    "strict": f"coalesce(sum(solved_strict AND {SOLVABLE}), 0)",
    "unread": f"sum(solved IS NULL AND {SOLVABLE})",
    "steps": f"avg(steps) FILTER (WHERE {_TRIED})",
    "refused": f"avg(refused) FILTER (WHERE {_TRIED})",
    "calls": "sum(calls)",
    "input_tokens": "sum(input_tokens)",
    "output_tokens": "sum(output_tokens)",
    "estimated": "max(tokens_estimated)",
    "seconds": "sum(seconds)",
    "errors": "count(error)",
    "unanswered": "count(unanswered)",
    "disagreements": "count(disagreement)",
    "unsupported": "sum(finish = 'unsupported')",
    "apart": f"sum(NOT {SOLVABLE})",
    "apart_right": f"sum(finish = 'unsolvable' AND NOT {SOLVABLE})",
    "apart_unread": f"sum(solved IS NULL AND NOT {SOLVABLE})",
}
_COST_COLUMNS = ("cost", "cost ratio", "yardstick")
_COST_LEGEND = (
    "cost: mean plan cost of the solved tasks, in steps if a task has no metric; cost ratio: mean "
    "of plan cost divided by the cost of the cheapest known plan; yardstick: whether that plan is "
    "optimal, as proved by A*, or only the best known"
)
_LEGEND = "steps and refused: mean per episode; calls, tokens, seconds: sums; ~ approximate count"


SummaryLine: TypeAlias = sqlite3.Row
"""The episodes of one domain, mechanism, input form and model, added up: and the sums of `_SUMS`.

`steps` and `refused` are means; `unread` counts the episodes whose answer could not be read;
`estimated` tells whether some tokens could not be counted. Episodes of unsolvable tasks count in
`apart` and in the sums of calls, tokens, seconds and errors alone.
"""


def lines(
    folder: Path, only: Collection[EpisodeKey] | None = None
) -> tuple[list[SummaryLine], list[str]]:
    """The lines of a folder, or of some of its episodes, and what wrote the snippets of `nl`."""
    with reading(folder, only) as connection:
        connection.row_factory = sqlite3.Row
        sums = ", ".join(f"{value} AS {name}" for name, value in _SUMS.items())
        query = f"SELECT {_GROUPS}, {sums} FROM episodes GROUP BY {_GROUPS} ORDER BY {_GROUPS}"
        found = connection.execute(query).fetchall()
        query = "SELECT DISTINCT snippets FROM episodes WHERE input IN ('nl', 'tools')"
        origins = sorted(name for (name,) in connection.execute(query) if name is not None)
    return found, origins


def bounds(solved: int, unread: int, played: int) -> str:
    """How many episodes were solved: within bounds where some are unread."""
    if not unread:
        return f"{solved}/{played}"
    return f"{solved} to {solved + unread} of {played}, {unread} unread"


def table(
    found: Sequence[SummaryLine], costs: Mapping[tuple[str, ...], CostLine] = MappingProxyType({})
) -> Table:
    """Lines as a table for the terminal; what nowhere occurs has no column.

    Args:
        costs: what their plans cost, by the first columns; nothing where costs are not in play.
    """
    loose, lost, contradicted, unsupported, apart = _rare_columns(found)
    shown = new_table(
        _GROUP,
        (
            *("solved", *(["strict"] if loose else []), *(["unsolvable"] if apart else [])),
            *(_COST_COLUMNS if costs else ()),
            *("steps", "refused", "calls"),
            *("input tokens", "output tokens", "seconds", "errors"),
            *(["unanswered"] if lost else []),
            *(["disagreements"] if contradicted else []),
            *(["unsupported"] if unsupported else []),
        ),
    )
    for each in found:
        about = "~" if each["estimated"] else ""
        read = NO_MODEL if each["model"] == NO_MODEL else each["input"]
        shown.add_row(
            *(each["domain"], each["mechanism"], read, each["model"]),
            bounds(each["solved"], each["unread"], each["episodes"]),
            *([bounds(each["strict"], each["unread"], each["episodes"])] if loose else []),
            *([bounds(each["apart_right"], each["apart_unread"], each["apart"])] if apart else []),
            *(_cost_cells(costs.get(tuple(each[name] for name in _GROUP))) if costs else ()),
            *(_mean(each["steps"]), _mean(each["refused"]), f"{each['calls']}"),
            *(f"{about}{each['input_tokens']}", f"{about}{each['output_tokens']}"),
            *(f"{each['seconds']:.1f}", f"{each['errors']}"),
            *([f"{each['unanswered']}"] if lost else []),
            *([f"{each['disagreements']}"] if contradicted else []),
            *([f"{each['unsupported']}"] if unsupported else []),
        )
    return shown


def _cost_cells(line: CostLine | None) -> tuple[str, ...]:
    if line is None:
        return ("-",) * len(_COST_COLUMNS)
    ratio = "-" if line.ratio is None else f"{line.ratio:.2f}"
    return f"{line.cost:.2f}", ratio, line.yardstick


def _mean(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def legend(found: Sequence[SummaryLine], origins: Sequence[str]) -> str:
    """What the columns of the table are, and what wrote the snippets."""
    loose, lost, _, unsupported, apart = _rare_columns(found)
    strict = "strict: solved, with every line in the wording of the prompt; " if loose else ""
    kinds = "that was cut off, refused or empty, or with a task that was not read"
    unanswered = f"; unanswered: episodes with an answer {kinds}" if lost else ""
    beyond = (
        "; unsupported: tasks with features that the planner does not support, not counted in steps"
        if unsupported
        else ""
    )
    right = "answers that there is no plan, for the tasks proved to have none"
    alone = f"; unsolvable: {right}, which are not counted in solved"
    beyond += alone if apart else ""
    snippets = f"; snippets for nl: {', '.join(origins)}" if origins else ""
    return strict + _LEGEND + unanswered + beyond + snippets


def _rare_columns(found: Sequence[SummaryLine]) -> tuple[bool, bool, bool, bool, bool]:
    """Whether some answers were not as asked for, and some are none; whether some verdicts differ,
    and some tasks cannot be expressed, or are unsolvable."""
    return (
        any(each["strict"] < each["solved"] for each in found),
        any(each["unanswered"] for each in found),
        any(each["disagreements"] for each in found),
        any(each["unsupported"] for each in found),
        any(each["apart"] for each in found),
    )


def bill(folder: Path) -> str | None:
    """What calls have cost in one line, None where none was paid for."""
    calls, usd, unpriced = paid(folder)
    known = [f"${usd:.4f} for {counted(calls, 'call')}"] if calls else []
    unknown = [f"{counted(unpriced, 'call')} whose price is not known"] if unpriced else []
    return f"paid: {' and '.join([*known, *unknown])}" if calls or unpriced else None


Sample: TypeAlias = tuple[tuple[str, ...], bool | None]
"""The actions that were tried, and whether they solved the task; None for an answer not read."""

_UNKNOWN = ("?",)
_QUERY = f"""
SELECT {_GROUPS}, instance, solved, (
    SELECT json_group_array(json_extract(value, '$.action')) FROM json_each(transcript, '$.steps')
) FROM episodes WHERE error IS NULL AND {SOLVABLE} ORDER BY {_GROUPS}, instance, seed
"""


@dataclass(frozen=True, slots=True)
class Sampled:
    """What several samples of each task come to.

    Args:
        domain: what was played, with `mechanism`, `input` and `model`.
        samples: how many samples each of them has at least.
        pass_at: the mean chance that one of k samples of a task solves it, by k; samples that could
            not be read count as if none of them did.
        pass_at_most: the same as if all of these did.
        majority: the mean chance that the plan which most samples of a task agree on solves it; as
            if all samples that could not be read were one plan that does not.
        majority_most: the same as if they were one plan that does.
        unread: how many samples could not be read.
    """

    domain: str
    mechanism: str
    input: str
    model: str
    tasks: int
    samples: int
    pass_at: Mapping[int, float]
    pass_at_most: Mapping[int, float]
    majority: float
    majority_most: float
    unread: int = 0

    def chance(self, k: int) -> str:
        """pass@k in percent, within bounds where some samples could not be read."""
        return _between(self.pass_at[k], self.pass_at_most[k])

    @property
    def agreed(self) -> str:
        """The majority in percent, within bounds where some samples could not be read."""
        return _between(self.majority, self.majority_most)


def _between(low: float, high: float) -> str:
    least, most = f"{low:.1%}", f"{high:.1%}"
    return least if least == most else f"{least} to {most}"


def pass_at(samples: int, solved: int, k: int) -> float:
    """The chance that one of k samples solves a task, estimated from at least k samples.

    Raises:
        ValueError: there are fewer than k, or k is none.
    """
    if not 0 < k <= samples:
        raise ValueError(f"{k} of {samples} samples")
    return 1.0 - comb(samples - solved, k) / comb(samples, k)


def majority(samples: Iterable[Sample], *, unread: bool) -> float:
    """The chance that the plan given most often solves the task; equals are drawn at random.

    A sample without any action has no vote, unless doing nothing solves the task.

    Args:
        samples: the samples of one task.
        unread: what those that could not be read stand for: one plan that solves the task, or one
            that does not; the one given most often, where there is any.
    """
    votes, solving = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    unknown = 0
    for plan, solved in samples:
        if solved is None:
            unknown += 1
        elif plan or solved:
            votes[plan] += 1
            solving[plan] += solved
    if unknown:
        alike = [plan for plan in votes if bool(solving[plan]) == unread]
        joined = max(alike, key=votes.__getitem__, default=_UNKNOWN)
        votes[joined] += unknown
        solving[joined] += unknown * unread
    most = max(votes.values(), default=0)
    return fmean([solving[plan] / most for plan in votes if votes[plan] == most] or [0.0])


def sampled(
    folder: Path, ks: Sequence[int] = (), only: Collection[EpisodeKey] | None = None
) -> list[Sampled]:
    """What the samples of a results folder come to: a line a domain, mechanism, form and model.

    Args:
        ks: for which k; by default 1 and as many as every task has.
        only: the episodes that count, None for all.

    Raises:
        InputError: the folder contains no results, or too few samples of some task.
    """
    groups: dict[tuple[str, ...], dict[str, list[Sample]]] = defaultdict(lambda: defaultdict(list))
    with reading(folder, only) as connection:
        for *group, instance, solved, actions in connection.execute(_QUERY):
            plan = tuple(each for each in json.loads(actions) if each is not None)
            groups[tuple(group)][instance].append((plan, None if solved is None else bool(solved)))
    found = []
    for (domain, mechanism, form, model), by_task in groups.items():
        tasks = by_task.values()
        least = min(map(len, tasks))
        if ks and max(ks) > least:
            raise InputError(
                f"pass@{max(ks)} needs {max(ks)} samples of each task; "
                f"{domain} with {mechanism} has {least}",
                source=str(folder),
            )
        wanted = sorted(set(ks or (1, least)))
        found.append(
            Sampled(
                *(domain, mechanism, form, model),
                tasks=len(tasks),
                samples=least,
                pass_at=_chances(tasks, wanted, unread=False),
                pass_at_most=_chances(tasks, wanted, unread=True),
                majority=fmean(majority(each, unread=False) for each in tasks),
                majority_most=fmean(majority(each, unread=True) for each in tasks),
                unread=sum(solved is None for each in tasks for _, solved in each),
            )
        )
    return found


def _chances(
    tasks: Iterable[Sequence[Sample]], ks: Iterable[int], *, unread: bool
) -> Mapping[int, float]:
    """The mean pass@k by k, `unread` standing for whether a sample not read solves the task."""
    counts = [
        (len(each), sum(unread if solved is None else solved for _, solved in each))
        for each in tasks
    ]
    return {k: fmean(pass_at(*count, k) for count in counts) for k in ks}


def samples_table(found: Sequence[Sampled]) -> Table:
    """The lines as a table for the terminal."""
    ks = sorted({k for each in found for k in each.pass_at})
    unread = ["unread"] if any(each.unread for each in found) else []
    passed = (f"pass@{k}" for k in ks)
    shown = new_table(_GROUP, ("tasks", "samples", *passed, "majority", *unread))
    for each in found:
        chances = (each.chance(k) if k in each.pass_at else "-" for k in ks)
        shown.add_row(
            *(each.domain, each.mechanism, each.input, each.model),
            *(str(each.tasks), str(each.samples), *chances, each.agreed),
            *([str(each.unread)] if unread else []),
        )
    return shown


SAMPLES_LEGEND = (
    "pass@k: share of tasks that at least one of k samples solves; majority: share of tasks that "
    "the plan on which most samples agree solves"
)


def print_table(
    folder: Path, pass_at: Sequence[int] = (), only: Collection[EpisodeKey] | None = None
) -> None:
    """Print what a results folder holds, and what its samples come to where there are any.

    Args:
        pass_at: for which k to tell the share of tasks that one of k samples solves.
        only: the episodes that the table is about, None for all; plans are measured by the cheapest
            ones of the whole folder.

    Raises:
        InputError: the folder contains no results, or too few samples.
    """
    found, origins = lines(folder, only)
    priced = cost_lines(costs(folder), only)
    samples = sampled(folder, pass_at, only) if pass_at or is_sampled(folder) else []
    print_wide(table(found, priced))
    if samples:
        print_wide(samples_table(samples))
    about = (SAMPLES_LEGEND if samples else None, _COST_LEGEND if priced else None)
    parts = (*about, legend(found, origins), bill(folder))
    notes = filter(None, parts)
    Terminal().print("\n".join(notes), style="dim", soft_wrap=True)
