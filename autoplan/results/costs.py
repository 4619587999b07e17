"""What plans cost beside the cheapest that is known of each task."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from autoplan.results.record import Costs, EpisodeKey
from policies.symbolic import OPTIMAL_PLANNERS

OPTIMUM, BEST_KNOWN = "optimum", "best known"
Task: TypeAlias = tuple[str, str]
"""A domain and an instance."""


@dataclass(frozen=True, slots=True)
class BestCost:
    """The cost of the cheapest plan that is known of a task.

    Args:
        optimal: whether it is proved that no plan is cheaper, by A* with LM-cut or blind.
    """

    cost: float
    optimal: bool

    def ratio(self, cost: float) -> float | None:
        """A cost as a multiple of this one; None where the cheapest plan costs nothing."""
        return cost / self.cost if self.cost > 0 else None


def best_costs(played: Iterable[tuple[EpisodeKey, Costs]]) -> dict[Task, BestCost]:
    """The cheapest plan of each task: of those that solved it, and of the reference plans.

    A proof counts only if no plan at hand is cheaper than what it says is the optimum.
    """
    known: dict[Task, list[tuple[float, bool]]] = {}
    for key, each in played:
        found = (
            (each.plan, key.mechanism in OPTIMAL_PLANNERS),
            (each.reference, each.reference_optimal),
        )
        plans = known.setdefault((key.domain, key.instance), [])
        plans += [(cost, proved) for cost, proved in found if cost is not None]
    lowest = {task: min(cost for cost, _ in plans) for task, plans in known.items() if plans}
    return {task: BestCost(cost, (cost, True) in known[task]) for task, cost in lowest.items()}


def yardstick(optimal: Sequence[bool]) -> str:
    """What plans are measured by: optima, the cheapest plans known, or `optimum for 3 of 5`.

    Args:
        optimal: of each plan whether the cheapest one known of its task is an optimum.
    """
    proved = sum(optimal)
    if proved in (0, len(optimal)):
        return OPTIMUM if proved else BEST_KNOWN
    return f"{OPTIMUM} for {proved} of {len(optimal)}"


@dataclass(frozen=True, slots=True)
class CostLine:
    """What the plans of the solved episodes of a group cost.

    Args:
        cost: the mean of their costs.
        ratio: the mean of their costs as multiples of the cheapest known, None without any.
        yardstick: whether those are optima.
    """

    cost: float
    ratio: float | None
    yardstick: str


def cost_lines(
    played: Mapping[EpisodeKey, Costs], only: Collection[EpisodeKey] | None = None
) -> Mapping[tuple[str, ...], CostLine]:
    """By domain, mechanism, input form and model what the plans of solved episodes cost.

    Args:
        played: all episodes among which the cheapest plans are looked for.
        only: the episodes that count, None for all.
    """
    best = best_costs(played.items())
    groups: dict[tuple[str, ...], list[tuple[float, BestCost]]] = {}
    for key, each in played.items():
        if each.plan is not None and (only is None or key in only):
            group = groups.setdefault((key.domain, key.mechanism, key.input, key.model), [])
            group.append((each.plan, best[key.domain, key.instance]))
    return {group: _line(plans) for group, plans in groups.items()}


def _line(plans: Sequence[tuple[float, BestCost]]) -> CostLine:
    ratios = [ratio for cost, best in plans if (ratio := best.ratio(cost)) is not None]
    mean = sum(cost for cost, _ in plans) / len(plans)
    ratio = sum(ratios) / len(ratios) if ratios else None
    return CostLine(mean, ratio, yardstick([best.optimal for _, best in plans]))
