"""Basic: the model writes a whole plan, a line a step (seed paper, section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies._planning import play_plan
from policies.mechanism import Player
from simulator import Episode, InputForm

_FENCE = re.compile(r"\s*(?:```|~~~)\s*\w*\s*$")


class Basic:
    """Ask once for a plan."""

    forms: frozenset[InputForm] = frozenset({"nl", "template", "pddl"})
    step_by_step = False
    asks_model = True
    thinks = False

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        prompt = "basic_pddl" if episode.form == "pddl" else "basic"
        await play_plan(self._player, episode, prompt, written_lines, thinking=self.thinks)


def written_lines(plan: str) -> Iterator[str]:
    """Every line that says anything: no blank ones, rules or fences around a block of code."""
    return (
        line.strip()
        for line in plan.splitlines()
        if re.search(r"\w", line) and not _FENCE.match(line)
    )
