"""The bundled graph with what a language model answered to its questions."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import domains
from pddl2nl.llm import ScriptedModel
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet, mechanism
from simulator import Episode, present_english
from simulator.world import World
from tests.conftest import REPOSITORY
from tests.interpreting import interpreter

RECORDED = REPOSITORY / "tests" / "data" / "agents" / "agentkit"


def recorded(name: str) -> Any:
    return json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))


SOLVED = [
    *("ferry", "logistics", "blocksworld"),
    *("goldminer-independent", "rovers-independent", "visitall-independent"),
]


@pytest.mark.parametrize("name", SOLVED)
def test_a_language_models_answers_solve_the_task(name: str) -> None:
    data = recorded(name)
    folder = domains.folder(data["domain"])
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / f"{data['instance']}.pddl", domain)
    lexicon = verbalizer("library").lexicon(domain)
    model = ScriptedModel([call["answer"] for call in data["calls"]])
    player = Player(model, interpreter(task, lexicon), PromptSet())
    episode = Episode(World(task), present_english(task, lexicon), step_limit=20)
    asyncio.run(mechanism("agentkit")(player).run(episode))
    assert episode.solved
    assert len(model.requests) == len(data["calls"])
    assert [str(step.action) for step in episode.history] == data["steps"]
    refused = [step.observation.text for step in episode.history if step.observation.refused]
    assert refused == data["refused"]
    passes: Any = episode.attachments["passes"]
    asked = [
        (each["number"], node["name"])
        for each in passes
        for node in each["nodes"]
        if not node["skipped"]
    ]
    assert asked == [(call["pass"], call["node"]) for call in data["calls"]]
