"""AgentKit as a mechanism: a graph of prompts is evaluated before every step."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pddl2nl.errors import InputError
from policies.acting import take_turn
from policies.agents.agentkit.graph_file import GraphFile, read_graph
from policies.agents.agentkit.node import Ask
from policies.agents.agentkit.trace import NodeFailedError
from policies.answer_forms import OBSERVATION_PREFIX, STEP_PREFIX
from policies.answers import MAX_READ, Before
from policies.mechanism import Player, Traits
from simulator import Episode

BUNDLED = Path(__file__).parent / "graphs" / "task.yaml"
"""The graph that plays unless another is named."""
RECENT = 25
"""How many steps the entry `recent` holds (AgentKit paper, section 3.1)."""
PASSES = "passes"
"""The name under which an episode's transcript keeps the traces of its passes."""
NOTHING = "Nothing yet."

_log = logging.getLogger(__name__)


def read_acting_graph(path: Path) -> GraphFile:
    """Read a graph that can play a task.

    Raises:
        InputError: it is none, names no node that acts, or asks for entries that nobody gives.
    """
    found = read_graph(path)
    if found.act is None:
        raise InputError("names no node that acts, such as `act: NODE`", source=str(path))
    found.database(dict.fromkeys(_ENTRIES, ""))
    return found


def _models(files: Mapping[str, Path]) -> tuple[str, ...]:
    """The models that nodes of a graph name, each once."""
    nodes = read_acting_graph(files["graph"]).graph.nodes
    return tuple(dict.fromkeys(node.model for node in nodes if node.model))


class AgentKit:
    """Evaluate a graph before every step, and carry out what its acting node answers."""

    traits = Traits(
        forms=frozenset({"nl", "template", "pddl"}),
        asks_at_once=True,
        files={"graph": read_acting_graph},
        models=_models,
    )

    def __init__(self, player: Player, *, graph: str = str(BUNDLED)) -> None:
        """
        Args:
            player: what it plays with.
            graph: a YAML file with the graph (docs/graphs.md).
        """
        self._player = player
        self._file = read_acting_graph(Path(graph))

    async def run(self, episode: Episode) -> None:
        player, graph = self._player, self._file.graph
        database = self._file.database(_entries(player, episode))
        passes: list[dict[str, Any]] = []
        episode.attach(PASSES, passes)
        before: Before | None = None
        useless = 0

        def others(spec: str) -> Ask:
            return player.asking(spec).ask

        while not episode.finished:
            for path, value in _entries(player, episode).items():
                database.store(path, value)
            try:
                trace = await graph.evaluate(player.ask, database, models=others)
            except NodeFailedError as failure:
                passes.append(failure.trace.as_data())
                asked = {"node": failure.node, "prompt": failure.prompt}
                details = {**asked, "answers": failure.answers}
                episode.attach("failed node", details)
                _log.error("a node gave no usable answer", extra=details)
                raise
            passes.append(trace.as_data())
            answer = str(trace.outputs.get(self._file.act or "", ""))[:MAX_READ]
            reading = await player.answers.turn(answer, before)
            episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
            done = len(episode.plan)
            _, before = take_turn(episode, reading, before)
            useless = 0 if len(episode.plan) > done else useless + 1
            if useless == player.rules.patience and not episode.finished:
                episode.end("patience")


def _entries(player: Player, episode: Episode) -> dict[str, Any]:
    """The database entries about an episode as it stands (`_ENTRIES`)."""
    steps = [(step.text, step.observation) for step in episode.history]
    lines = [f"{STEP_PREFIX}{step}\n{OBSERVATION_PREFIX}{seen.text}" for step, seen in steps]
    last, seen = steps[-1] if steps else ("", None)
    return {
        "task.instructions": player.prompts.text(
            player.prompts.instructions("agentkit", episode.form),
            domain_text=episode.domain_text,
            style=episode.style,
        ),
        "task.domain": episode.domain_text,
        "task.problem": player.prompts.text(
            "task",
            problem_text=episode.problem_text,
            style=episode.style,
            steps=episode.step_limit,
        ),
        "history": "\n".join(lines) or NOTHING,
        "recent": "\n".join(lines[-RECENT:]) or NOTHING,
        "begun": bool(steps),
        "last.said": last,
        "last.observation": seen.text if seen else NOTHING,
        "last.failed": seen is not None and seen.mistake is not None,
    }


_ENTRIES = (
    *("task.instructions", "task.domain", "task.problem", "history", "recent", "begun"),
    *("last.said", "last.observation", "last.failed"),
)
