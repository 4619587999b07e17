"""A results folder with episodes that were really played in the yard, by scripted models."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from autoplan.models.paid_models import Ledger, MeteredModel
from autoplan.results.record import EpisodeKey, Judgement, Record, record_of, scene_of
from autoplan.results.store import Store
from pddl2nl.llm import Completion, Request, Usage
from policies import Example, Player, PromptSet, mechanism
from simulator import Episode
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter

DRIVE = "drive truck_0 from place_0 to place_1"
LOAD = "use hoist_0 at place_1 to load crate_0 into truck_0"
BACK = "drive truck_0 from place_1 to place_0"
PLAN = "\n".join((DRIVE, LOAD, BACK))
HIERARCHY = [
    {"task": "(deliver crate)", "origin": "model", "subtasks": [{"task": "(load <b>it</b>)"}]}
]
BROKEN = "drive truck_1 from place_0 to place_1"
ATTACK = (
    "</script><script>document.title = 'owned'</script>"
    "<img src=x onerror=\"document.title = 'owned'\">"
    ' <a href="javascript:document.title=1">a link</a> &amp; {{ 7 * 7 }}'
)
EXAMPLE = yard.problem(yard.PROBLEM.replace("(not (parked lorry shed))", "(parked wreck quay)"))
MODEL = "openai/gpt-4o-2024-08-06"


class Actor:
    """Says its lines, the last one again and again; each call costs 1000 tokens in and 100 out."""

    def __init__(self, lines: Sequence[str], name: str) -> None:
        self.name = name
        self._lines = list(lines)

    async def complete(self, request: Request) -> Completion:
        text = self._lines.pop(0) if len(self._lines) > 1 else self._lines[0]
        return Completion(text, Usage(1000, 500, 100), "stop", cached=False, model=self.name)


def play(
    how: str,
    *lines: str,
    instance: str = "instance-1",
    seed: int = 1,
    model: str = MODEL,
    error: str | None = None,
    domain: str = "yard",
    kept: object = None,
    judgement: Judgement | None = None,
) -> Record:
    """Play an episode in the yard.

    Args:
        how: the mechanism.
        lines: the model's answers.
        instance: what the task is filed under.
        seed: the seed that it is filed under.
        model: the model's name.
        error: what is said to have broken the episode off.
        domain: what the yard is filed under.
        kept: what the mechanism has kept as its `hierarchy`, None for nothing.
        judgement: what the validators say.
    """
    ledger, shown = Ledger(), yard.english()
    episode = Episode(World(yard.problem()), shown, step_limit=6)
    ledger.steps = lambda: episode.steps
    player = Player(
        model=MeteredModel(Actor(lines, model), ledger, "planner"),
        answers=interpreter(episode.problem, shown.lexicon),
        prompts=PromptSet(),
        example=Example(World(EXAMPLE), yard.english(EXAMPLE), yard.PLAN[:2]),
        seed=seed,
        dice=random.Random(5),
    )
    asyncio.run(mechanism(how)(player).run(episode))
    if kept is not None:
        episode.attach("hierarchy", kept)
    filed = model if mechanism(how).traits.asks_model else "none"
    return record_of(
        EpisodeKey(domain, instance, how, "nl", filed, seed),
        episode,
        ledger,
        scene_of(episode.problem, shown, yard.PLAN),
        seconds=1.5,
        error=error,
        judgement=judgement,
    )


def keep(folder: Path, *records: Record, digest: str = "1234", **settings: str) -> Path:
    """Write episodes into a results folder."""
    with Store.open(folder, {"verbalizer": "rules", **settings}) as store:
        for record in records:
            store.claim_files(record.key.domain, {record.key.instance: digest})
            store.add(record)
    return folder


def evening() -> list[Record]:
    """Episodes of every kind: solved and failed in several ways, one with an attack in it."""
    return [
        play("basic", PLAN),
        play("basic", DRIVE, instance="instance-2"),
        play("basic", f"{DRIVE}\n{BROKEN}", instance="instance-10"),
        play("act", DRIVE, LOAD, BACK, kept=HIERARCHY),
        play(
            "act", BROKEN, DRIVE.replace("truck_0", '"truck_0"'), LOAD, BACK, instance="instance-2"
        ),
        play("act", ATTACK, instance="instance-10"),
        play("react", f"Think: {ATTACK}\nInstruction: {DRIVE}", f"Instruction: {BACK}", BROKEN),
        play("react", DRIVE, LOAD, BACK, instance="instance-2"),
        play("react", DRIVE, instance="instance-10", error="the server is <b>on fire</b>"),
        play("random", DRIVE),
    ]


def crowd() -> list[Record]:
    """Many players that do exactly alike, in a domain with published numbers."""
    models = [f"model-{number}" for number in range(12)]
    return [
        *(
            play(how, PLAN, model=name, domain="ferry")
            for how in ("basic", "cot")
            for name in models
        ),
        play("random", DRIVE, domain="ferry"),
    ]
