"""The bundled graph with what a language model answered to its questions."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import domains
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet, mechanism
from policies.agents.agentkit.mechanism import BUNDLED
from simulator import Episode, present_english
from simulator.world import World
from tests.interpreting import interpreter
from tests.policies.agents.agentkit.graphs import node_asked
from tests.recordings import DATA, Replay, recording

SOLVED = [
    *("ferry", "logistics", "blocksworld"),
    *("goldminer-independent", "rovers-independent", "visitall-independent"),
]


@pytest.mark.parametrize("name", SOLVED)
def test_a_language_models_answers_solve_the_task(name: str) -> None:
    recorded = recording(DATA / "agents" / "agentkit" / f"{name}.json")
    about, outcome = recorded.about, recorded.outcome
    folder = domains.folder(about["domain"])
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / f"{about['instance']}.pddl", domain)
    lexicon = verbalizer("library").lexicon(domain)
    model = Replay(recorded, node_asked(BUNDLED))
    player = Player(model, interpreter(task, lexicon), PromptSet())
    episode = Episode(World(task), present_english(task, lexicon), step_limit=20)
    asyncio.run(mechanism("agentkit")(player).run(episode))
    assert episode.solved
    assert not model.unused
    assert [str(step.action) for step in episode.history] == outcome["steps"]
    steps = enumerate(episode.history, start=1)
    refused = [number for number, step in steps if step.observation.refused]
    assert refused == outcome["refused"]
    passes: Any = episode.attachments["passes"]
    asked = [
        (each["number"], node["name"])
        for each in passes
        for node in each["nodes"]
        if not node["skipped"]
    ]
    assert asked == [(each["pass"], each["subject"]) for each in recorded.answers]
