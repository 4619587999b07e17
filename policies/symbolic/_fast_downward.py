"""Fast Downward's two programs: the translator to finite-domain variables, and the search.

They run one after the other, without the driver that comes with them, which would start one more
Python for each task. The translator's output is kept for a while, so that several
searches share it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from math import lcm
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import from_ascii, to_ascii
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.symbolic._dialect import simplified_throughout, with_single_types
from policies.symbolic._outcome import NoPlan, PlanFound, Reason
from policies.symbolic._supervision import Ended, Job, run_limited

_LAMA = "let(hlm,landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false),let(hff,ff(),"
_LAMA_HEURISTICS = "[hff,hlm],preferred=[hff,hlm]"
PLANNERS: Mapping[str, str] = MappingProxyType(
    {
        "brfs": "astar(blind())",
        "blind": "astar(blind())",
        "lmcut": "astar(lmcut())",
        "ff": "eager_greedy([ff()])",
        "lama-first": f"{_LAMA}lazy_greedy({_LAMA_HEURISTICS})))",
        "lama": f"{_LAMA}iterated([lazy_greedy({_LAMA_HEURISTICS}),"
        + ",".join(f"lazy_wastar({_LAMA_HEURISTICS},w={weight})" for weight in (5, 3, 2, 1))
        + "],repeat_last=true)))",
    }
)
"""The searches of the paper, section 5: breadth-first, A* with LM-cut, GBFS with FF; and LAMA
(Richter and Westphal 2010) for actions of equal cost: its first plan, or the best in the time.

Where every action costs one, A* with the blind heuristic expands states in the order of their
depth and stops at the first goal state that it generates: it is breadth-first search.
"""
OPTIMAL_PLANNER = "lmcut"
OPTIMAL_PLANNERS = frozenset({OPTIMAL_PLANNER, "blind"})
"""Whose plans are proved to be the cheapest by the metric that they are given, or the shortest."""

_MODIFIED = "landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false)"
_LAMA_HEURISTICS_BY_COST = (
    f"let(hlm1,eval_modify_costs({_MODIFIED},cost_type=one),"
    "let(hff1,eval_modify_costs(ff(),cost_type=one),"
    f"let(hlm2,eval_modify_costs({_MODIFIED},cost_type=plusone),"
    "let(hff2,eval_modify_costs(ff(),cost_type=plusone),"
)
_ONE, _PLUS_ONE = "[hff1,hlm1],preferred=[hff1,hlm1]", "[hff2,hlm2],preferred=[hff2,hlm2]"
PLANNERS_BY_COST: Mapping[str, str] = MappingProxyType(
    {
        "lmcut": PLANNERS["lmcut"],
        "blind": PLANNERS["blind"],
        "lama": f"{_LAMA_HEURISTICS_BY_COST}iterated(["
        f"lazy_greedy({_ONE},cost_type=one,reopen_closed=false),"
        f"lazy_greedy({_PLUS_ONE},reopen_closed=false),"
        + ",".join(f"lazy_wastar({_PLUS_ONE},w={weight})" for weight in (5, 3, 2, 1))
        + "],repeat_last=true)))))",
    }
)
"""The searches that take a task's metric into account. A* with the blind heuristic proves optima
where LM-cut cannot express a task, as with conditional effects; LAMA here is that of the
competition of 2011, which looks for any plan first and for cheap ones then.

The others find plans whatever actions cost; A* with the blind heuristic would no longer be
breadth-first search.
"""
MAX_COST = 1_000_000
"""What one step may cost at most, so that plans of two thousand steps fit the 32 bits in which Fast
Downward adds up costs."""

_TRANSLATED, _PLAN = "output.sas", "plan"
_ANYTIME = "iterated("
"""In a search that is stopped by the time limit, and has its last plan by then."""
_REASONS: Mapping[int, Reason] = MappingProxyType(
    {
        10: "unsolvable",
        11: "unsolvable",
        12: "gave-up",
        20: "memory-limit",
        22: "memory-limit",
        34: "unsupported",
    }
)
"""What Fast Downward's exit codes mean."""
_CLOSING = re.compile(r"(Peak memory: .*|Tried to use unsupported feature\.|Terminating\.|\s*)")
"""The lines that follow on what was wrong, and say nothing of it."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated task.

    Args:
        file: the translator's output.
        seconds: how long the translator took.
    """

    file: Path
    seconds: float


def without_costs(problem: Problem) -> Problem:
    """The task with plan length as its only measure, as the texts leave costs out."""
    actions = tuple(replace(schema, cost=None) for schema in problem.domain.actions)
    domain = replace(problem.domain, actions=actions, functions=())
    return replace(problem, domain=domain, costs={}, minimizes_cost=False)


def with_whole_costs(problem: Problem) -> Problem | None:
    """The task with costs that are whole numbers, as Fast Downward reads no others.

    All are multiplied by their common denominator, which makes no plan cheaper than another.

    Returns:
        The task, None where a cost is negative, or would be above `MAX_COST`.
    """
    actions = problem.domain.actions
    given = (*(each.cost for each in actions), *problem.costs.values())
    exact = {cost: Fraction(str(cost)) for cost in given if isinstance(cost, (int, float))}
    factor = lcm(*(each.denominator for each in exact.values()))
    whole = {cost: float(each * factor) for cost, each in exact.items()}
    if not all(0 <= cost <= MAX_COST for cost in whole.values()):
        return None
    actions = tuple(
        replace(each, cost=whole[each.cost]) if isinstance(each.cost, (int, float)) else each
        for each in actions
    )
    costs = {fluent: whole[cost] for fluent, cost in problem.costs.items()}
    return replace(problem, domain=replace(problem.domain, actions=actions), costs=costs)


def task_for_fast_downward(problem: Problem) -> Mapping[str, str]:
    """A task as Fast Downward reads it: the texts of the domain and the problem, by file name."""
    task = simplified_throughout(with_single_types(problem))
    # What is declared may be unknown to it; what is needed is written anyway.
    task = replace(task, domain=replace(task.domain, requirements=()))
    texts = {"domain.pddl": domain_to_pddl(task.domain), "problem.pddl": problem_to_pddl(task)}
    return {name: to_ascii(text) for name, text in texts.items()}


def translate(task: Mapping[str, str], job: Job) -> Translation | NoPlan:
    """Run the translator on a task; the translation is written into the job's folder.

    Raises:
        InputError: Fast Downward is not installed.
        StoppedError: the job was stopped.
    """
    for name, text in task.items():
        (job.room / name).write_text(text, "utf-8")
    file = job.room / _TRANSLATED
    places = (str(_programs()), os.environ.get("PYTHONPATH", ""))
    ended = run_limited(
        [sys.executable, "-m", "fast_downward.translate", *task, "--sas-file", file.name],
        job,
        environment={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))},
    )
    done = ended.code == 0 and ended.breach is None
    return Translation(file, ended.seconds) if done else _no_plan(ended)


def search(config: str, translation: Translation, job: Job) -> PlanFound | NoPlan:
    """Search for a plan of a translated task.

    Args:
        config: the search in Fast Downward's own words.
        translation: the task; the time that its translation took counts as the search's.
        job: where the search runs; its limits are those of translator and search.

    Raises:
        InputError: Fast Downward is not installed.
        StoppedError: the job was stopped.
    """
    program = _programs() / "downward"
    command = (program, "--search", config, "--internal-plan-file", _PLAN)
    left = replace(job.limits, seconds=job.limits.seconds - translation.seconds)
    ended = run_limited(command, replace(job, limits=left), source=translation.file)
    seconds = translation.seconds + ended.seconds
    if seconds > job.limits.seconds and ended.breach is None:
        # It has ended by itself before anybody looked at the clock.
        ended = replace(ended, breach="time-limit")
    ended_well = ended.code == 0 and ended.breach is None
    plan = _last_plan(job.room) if ended_well or _ANYTIME in config else None
    found = _no_plan(ended) if plan is None else PlanFound(_steps(plan))
    if found.solvability == "unsolvable" and not _is_proof(config, translation.file):
        found = NoPlan("gave-up", "the search may have pruned states from which there is a plan")
    return replace(found, seconds=seconds)


def _is_proof(config: str, translated: Path) -> bool:
    """Whether a search that has ended without a plan proves that there is none.

    Such a search has expanded every state that it did not prune, and it prunes where its heuristic
    is infinite. That is safe for FF and landmarks, since a plan is a plan of the delete relaxation
    as well; but not if the translator has written axioms, for derived predicates or quantified
    conditions, which the heuristics approximate (Fast Downward's documentation of `ff()`: safe for
    tasks without axioms). Blind search prunes nothing.
    """
    return config == PLANNERS["brfs"] or "begin_rule" not in translated.read_text("utf-8")


def _last_plan(room: Path) -> str | None:
    """The last plan that was written to its end, None where there is none.

    A search that goes on for better plans numbers them, and may be stopped while it writes one.
    """
    files = sorted(room.glob(f"{_PLAN}*"), key=lambda file: (len(file.name), file.name))
    texts = (file.read_text("utf-8") for file in reversed(files))
    return next((text for text in texts if text.rstrip().rpartition("\n")[2][:1] == ";"), None)


def _no_plan(ended: Ended) -> NoPlan:
    """Why one of the programs has ended without a result."""
    if ended.breach is not None:
        return NoPlan(ended.breach, seconds=ended.seconds)
    reason = _REASONS.get(ended.code, "planner-failed")
    lines = [line for line in ended.output.splitlines() if not _CLOSING.fullmatch(line)]
    detail = f"Fast Downward ended with code {ended.code}: {lines[-1] if lines else 'no output'}"
    return NoPlan(reason, detail, ended.seconds)


@cache
def _programs() -> Path:
    """The folder of the programs that up-fast-downward brings along."""
    # Looked for, not imported: that would import unified-planning, which takes a second.
    found = find_spec("up_fast_downward")
    if found is None or found.origin is None:
        raise InputError("Fast Downward is not installed; pip install up-fast-downward")
    return Path(found.origin).parent / "downward" / "builds" / "release" / "bin"


def _steps(plan: str) -> tuple[GroundAction, ...]:
    """The steps in a plan file: one a line, and a comment with the cost."""
    lines = from_ascii(plan).splitlines()
    words = (line.strip("() \n").split() for line in lines if line.startswith("("))
    return tuple(GroundAction(name, tuple(args)) for name, *args in words)


_KEPT_BYTES = 256 * 1024**2


def _linked(made: Translation | NoPlan, file: Path) -> Translation | NoPlan:
    """A translation under another name as well."""
    if isinstance(made, NoPlan):
        return made
    os.link(made.file, file)
    return Translation(file, made.seconds)


class Translations:
    """The latest translations, as files in a folder. Several threads may use it."""

    def __init__(self, folder: Path) -> None:
        """Args: folder: where the files are; it belongs to this object."""
        self._folder = folder
        self._kept: dict[str, Translation | NoPlan] = {}
        self._locks: defaultdict[str, Lock] = defaultdict(Lock)
        self._lock = Lock()

    def translation(self, problem: Problem, job: Job) -> Translation | NoPlan:
        """The translation of a task as a file in the job's folder, or why there is none.

        Raises:
            InputError: Fast Downward is not installed.
            StoppedError: the job was stopped.
        """
        task = task_for_fast_downward(problem)
        key = hashlib.sha256(repr((task, job.limits)).encode()).hexdigest()
        with self._lock:
            own = self._locks[key]
        with own:
            made = self._recall(key, job.room)
            if made is None:
                made = translate(task, job)
                self._keep(key, made)
            return made

    def _recall(self, key: str, room: Path) -> Translation | NoPlan | None:
        """What is known of a task; a kept file is linked, so that it may be removed meanwhile."""
        with self._lock:
            known = self._kept.pop(key, None)
            if known is not None:
                self._kept[key] = known
            return known and _linked(known, room / _TRANSLATED)

    def _keep(self, key: str, made: Translation | NoPlan) -> None:
        with self._lock:
            self._kept[key] = _linked(made, self._folder / f"{key}.sas")
            self._make_room()

    def _make_room(self) -> None:
        """Forget the files that were not used for longest, once there are too many."""
        files = {
            key: each.file for key, each in self._kept.items() if isinstance(each, Translation)
        }
        sizes = {key: file.stat().st_size for key, file in files.items()}
        for key, file in files.items():
            if sum(sizes.values()) <= _KEPT_BYTES:
                return
            file.unlink()
            del self._kept[key], sizes[key]
