"""Episodes of a study as JSON lines, so that the same command continues what was interrupted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from autoplan.agents.studies.json_lines import append_line, read_lines
from autoplan.play.episodes import several
from pddl2nl import console
from pddl2nl.llm import Usage
from policies.agents.agentkit.trace import NodeFailedError, PassTrace, passes_page

Row: TypeAlias = dict[str, Any]


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
        return [*passes, failure.trace], failure
    return passes, None


@dataclass(frozen=True, slots=True)
class EpisodeFile:
    """The episodes in a folder; without a folder, nothing is kept.

    Args:
        folder: where `episodes.jsonl` and `traces/` are.
        settings: what belongs to each episode: who plays, and under which limits. Only episodes
            with the same settings count as played.
        key: what numbers an episode, such as `seed`.
        done: is called with each episode as soon as it is over.
    """

    folder: Path | None
    settings: Mapping[str, Any]
    key: str
    done: Callable[[Row], None]

    async def play(
        self,
        numbers: Sequence[int],
        one: Callable[[int], Awaitable[PlayedEpisode]],
        at_once: int = 1,
    ) -> list[Row]:
        """Play episodes, so many at the same time; those that are kept are not played again.

        Returns:
            A row per episode, in the order of the numbers.

        Raises:
            InputError: a line of the file is no episode.
        """
        found = (
            []
            if self.folder is None
            else read_lines(
                self.folder / "episodes.jsonl",
                # Episodes of other mechanisms may lack a setting.
                lambda row: (row[self.key], row, {key: row.get(key) for key in self.settings}),
                "is no episode",
            )
        )
        rows = {number: row for number, row, own in found if own == self.settings}

        async def kept(number: int) -> None:
            if number not in rows:
                rows[number] = self._add(f"{self.key}-{number}", await one(number))
            self.done(rows[number])

        await several(numbers, kept, at_once)
        return [rows[number] for number in numbers]

    def _add(self, name: str, episode: PlayedEpisode) -> Row:
        """Keep an episode as a row, and its passes as a page of that name."""
        passes, failure = episode.passes, episode.failure
        nodes = [node for each in passes for node in each.nodes]
        # Of the run's model under an empty name, and of those that nodes name.
        usages = {
            name: sum((node.usage for node in nodes if node.model == name), Usage())
            for name in dict.fromkeys(node.model for node in nodes)
        }
        row = {
            **self.settings,
            **episode.result,
            "passes": len(passes),
            "calls": sum(len(node.attempts) for node in nodes),
            "input_tokens": sum(each.input_tokens for each in usages.values()),
            "output_tokens": sum(each.output_tokens for each in usages.values()),
            "models": {name: asdict(usage) for name, usage in usages.items()},
            "fault": failure
            and {
                "node": failure.node,
                "prompt": failure.prompt,
                "answers": list(failure.answers),
                "reasons": list(failure.reasons),
            },
        }
        if self.folder is not None:
            append_line(self.folder / "episodes.jsonl", row)
            if passes:
                traces = self.folder / "traces"
                traces.mkdir(exist_ok=True)
                page = passes_page(name, [each.as_data() for each in passes])
                console.emit(page, traces / f"{name}.html")
        return row
