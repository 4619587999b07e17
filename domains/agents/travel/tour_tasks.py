"""Whole trips as tasks: their texts, their tools and the rule for answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial

from domains.agents.task import AgenticTask, text_of
from domains.agents.travel.tour import Tour
from domains.agents.travel.tour_rules import assess_tour
from domains.agents.travel.trip import TravelData, tool_files


@dataclass(frozen=True, slots=True)
class TourTask:
    """A whole trip to be planned.

    Args:
        name: what it is called, as `travelplanner-train-3`.
        tour: what the travellers want.
        data: what can be booked.
        request: the same wishes in words.
    """

    name: str
    tour: Tour
    data: TravelData
    request: str

    def named(self, seed: int) -> TourTask:
        """The same trip, with what it was drawn from in its name."""
        return replace(self, name=f"{self.name}-s{seed}")

    @property
    def task(self) -> AgenticTask:
        """The task for a model, which gets to know the wishes from the request alone."""
        tour = self.tour
        return AgenticTask(
            name=self.name,
            specification=text_of("travel", "tour_specification.txt"),
            request=self.request,
            check=partial(assess_tour, tour, self.data),
            tools_specification=text_of("travel", "tools_specification.txt")
            + text_of("travel", "cities_specification.txt"),
            tools={
                **tool_files(self.data),
                "tools/cities.py": text_of("travel", "tools/cities.py"),
                "tools/cities.json": json.dumps([{"name": city} for city in tour.cities]),
            },
        )
