"""Episodes of a study as JSON lines, so that the same command continues what was interrupted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pddl2nl import console
from pddl2nl.errors import InputError
from policies.agents.agentkit.errors import NodeFailedError
from policies.agents.agentkit.page import passes_page
from policies.agents.agentkit.trace import PassTrace

EPISODES = "episodes.jsonl"
TRACES = "traces"


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

    def played(self) -> list[dict[str, Any]]:
        """The episodes that were played to their end under these settings.

        Raises:
            InputError: a line of the file is no episode.
        """
        if self._folder is None or not (self._folder / EPISODES).is_file():
            return []
        file = self._folder / EPISODES
        found = []
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                own = {key: row[key] for key in self._settings}
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise InputError("is no episode", source=str(file), line=number) from error
            if own == self._settings:
                found.append(row)
        return found

    def add(
        self,
        name: str,
        result: Mapping[str, Any],
        passes: list[PassTrace],
        failure: NodeFailedError | None,
    ) -> dict[str, Any]:
        """Keep an episode, and its passes as a page.

        Args:
            name: the page's, such as `seed-3`.
            result: what came of the episode.
            passes: its passes.
            failure: what ended it, where a node gave no usable answer.

        Returns:
            The episode as a row.
        """
        usage = [each.usage for each in passes]
        row = {
            **self._settings,
            **result,
            "passes": len(passes),
            "calls": sum(len(node.attempts) for each in passes for node in each.nodes),
            "input_tokens": sum(each.input_tokens for each in usage),
            "output_tokens": sum(each.output_tokens for each in usage),
            "fault": None if failure is None else _told(failure),
        }
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            with (self._folder / EPISODES).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            if passes:
                (self._folder / TRACES).mkdir(exist_ok=True)
                page = passes_page(name, [each.as_data() for each in passes])
                console.emit(page, self._folder / TRACES / f"{name}.html")
        return row


def _told(failure: NodeFailedError) -> dict[str, Any]:
    """The node, its prompt and its last answers, with what was wrong with each."""
    return {
        "node": failure.node,
        "prompt": failure.prompt,
        "answers": list(failure.answers),
        "reasons": list(failure.reasons),
    }
