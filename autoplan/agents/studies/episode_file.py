"""Episodes of a study as JSON lines, so that the same command continues what was interrupted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autoplan.agents.studies.json_lines import append_line, read_lines
from pddl2nl import console
from pddl2nl.llm import Usage
from policies.agents.agentkit.trace import NodeFailedError, PassTrace, passes_page

EPISODES = "episodes.jsonl"
TRACES = "traces"


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode that is over.

    Args:
        result: what came of it.
        passes: its passes over a graph.
        failure: what ended it, where a node gave no usable answer.
    """

    result: Mapping[str, Any]
    passes: Sequence[PassTrace] = ()
    failure: NodeFailedError | None = None


async def passes_until(
    over: Callable[[], bool], step: Callable[[], Awaitable[PassTrace]]
) -> tuple[list[PassTrace], NodeFailedError | None]:
    """An agent's passes until its episode is over, or a node fails; the failed one included."""
    passes: list[PassTrace] = []
    try:
        while not over():
            passes.append(await step())
    except NodeFailedError as failure:
        return [*passes, *([] if failure.trace is None else [failure.trace])], failure
    return passes, None


class EpisodeFile:
    """The episodes in a folder; without a folder, nothing is kept.

    Args:
        folder: where `episodes.jsonl` and `traces/` are.
        settings: what belongs to each episode: who plays, and under which limits. Only episodes
            with the same settings count as played.
    """

    def __init__(self, folder: Path | None, settings: Mapping[str, Any]) -> None:
        self._folder = folder
        self._settings = dict(settings)

    async def play(
        self,
        key: str,
        numbers: Sequence[int],
        one: Callable[[int], Awaitable[PlayedEpisode]],
        done: Callable[[Mapping[str, Any]], None],
        at_once: int = 1,
    ) -> list[dict[str, Any]]:
        """Play episodes; those that are kept already are not played again.

        Args:
            key: what numbers an episode, such as `seed`.
            numbers: which episodes.
            one: plays an episode.
            done: is called with each episode.
            at_once: how many are played at the same time.

        Returns:
            A row per episode, in the order of the numbers.

        Raises:
            InputError: a line of the file is no episode.
        """
        rows = {each[key]: each for each in self._kept() if each[key] in numbers}
        room = asyncio.Semaphore(at_once)

        async def kept(number: int) -> dict[str, Any]:
            async with room:
                if number not in rows:
                    rows[number] = self._add(f"{key}-{number}", await one(number))
                done(rows[number])
                return rows[number]

        return list(await asyncio.gather(*map(kept, numbers)))

    def _kept(self) -> list[dict[str, Any]]:
        """The episodes that were played to their end under these settings."""
        if self._folder is None:
            return []
        found = read_lines(
            self._folder / EPISODES,
            lambda row: (row, {key: row[key] for key in self._settings}),
            "is no episode",
        )
        return [row for row, own in found if own == self._settings]

    def _add(self, name: str, episode: PlayedEpisode) -> dict[str, Any]:
        """Keep an episode as a row, and its passes as a page of that name."""
        passes, failure = episode.passes, episode.failure
        usage = [each.usage for each in passes]
        row = {
            **self._settings,
            **episode.result,
            "passes": len(passes),
            "calls": sum(len(node.attempts) for each in passes for node in each.nodes),
            "input_tokens": sum(each.input_tokens for each in usage),
            "output_tokens": sum(each.output_tokens for each in usage),
            "models": _by_model(passes),
            "fault": None if failure is None else _fault_data(failure),
        }
        if self._folder is not None:
            append_line(self._folder / EPISODES, row)
            if passes:
                (self._folder / TRACES).mkdir(exist_ok=True)
                page = passes_page(name, [each.as_data() for each in passes])
                console.emit(page, self._folder / TRACES / f"{name}.html")
        return row


def _by_model(passes: Sequence[PassTrace]) -> dict[str, dict[str, int]]:
    """The tokens of each model: of the run's under an empty name, and of those that nodes name."""
    nodes = [node for each in passes for node in each.nodes]
    sums = {
        name: sum((node.usage for node in nodes if node.model == name), Usage())
        for name in dict.fromkeys(node.model for node in nodes)
    }
    return {name: asdict(usage) for name, usage in sums.items()}


def _fault_data(failure: NodeFailedError) -> dict[str, Any]:
    """The node, its prompt and its last answers, with what was wrong with each."""
    return {
        "node": failure.node,
        "prompt": failure.prompt,
        "answers": list(failure.answers),
        "reasons": list(failure.reasons),
    }
