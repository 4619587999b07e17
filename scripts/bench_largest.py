"""Whether everything keeps up with the largest tasks: each stage of an episode, timed.

    python scripts/bench_largest.py                                 a task of 50,000 facts
    python scripts/bench_largest.py --floors 195 --passengers 480   the largest of frontier-miconic

A lift fetches one passenger after the other in a house of many floors, so that a plan is known
without a planner. A scripted player takes its steps one by one with Act. `share` is a stage's part
of the time in which unified-planning's reader reads the same file.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unified_planning.io import PDDLReader
from unified_planning.shortcuts import get_environment

from autoplan.experiment.experiment import Experiment, kept_settings
from autoplan.play.episodes import Players, play
from autoplan.play.first_prompt import asked_first
from autoplan.play.judge import Judge
from autoplan.preparation.prepared_domain import PreparedDomain
from autoplan.preparation.tasks import SelectedTask, TaskSelection
from autoplan.preparation.texts import Verbalization
from autoplan.report.page import write_report
from autoplan.report.paper.filled import Sheet, print_sheet
from autoplan.results.reading import load
from autoplan.results.record import EpisodeKey, Record
from autoplan.results.store import Store
from domains import frontier
from domains.frontier.miconic.generator import Parameters, generate
from pddl2nl.llm.prices import PriceList
from pddl2nl.llm.values import ScriptedModel
from pddl2nl.model import Atom, GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import PromptSet
from policies.symbolic import PlanFound
from simulator.outcome import Applied
from simulator.world import World

INSTANCE = "largest"


class Clock:
    """The seconds of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, prepared: str) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.seconds[prepared] = time.perf_counter() - begun


def fetching_plan(problem: Problem) -> tuple[GroundAction, ...]:
    """A plan that takes one passenger after the other."""
    where = {(atom.predicate, *atom.args[:-1]): atom.args[-1] for atom in problem.init}
    above = {atom.args for atom in problem.init if atom.predicate == "above"}
    here, plan = where["lift-at",], []
    for person in sorted(name for kind, *rest in where if kind == "origin" for name in rest):
        stops = (where["origin", person], "board"), (where["destin", person], "depart")
        for floor, does in stops:
            if floor != here:
                way = "up" if (here, floor) in above else "down"
                plan.append(GroundAction(way, (here, floor)))
            plan.append(GroundAction(does, (floor, person)))
            here = floor
    return tuple(plan)


def played(prepared: PreparedDomain, key: EpisodeKey, plan: tuple[GroundAction, ...]) -> Record:
    """The record of the plan's steps, entered one by one, with a look around at the beginning."""
    narrator = prepared.presentation(key).narrator
    answers = ["look around", *map(narrator.action, plan), "You are finished."]
    players = Players(ScriptedModel(answers), None, PromptSet())
    record = asyncio.run(play(key, prepared, players, Judge()))
    assert record.solved, record.finish
    return record


def measured(floors: int, passengers: int, folder: Path) -> tuple[Clock, str]:
    """The seconds of each stage, and how large all is."""
    clock, file = Clock(), folder / "problem.pddl"
    file.write_text(generate(random.Random(1), Parameters(floors, passengers)))
    where = frontier.domain_of("miconic")
    get_environment().credits_stream = None
    with clock.of("unified-planning reads the file"):
        PDDLReader().parse_problem(str(where), str(file))
    with clock.of("read"):
        domain = read_domain(where)
        problem = read_problem(file, domain)
    plan = fetching_plan(problem)
    task = SelectedTask(file, problem, problem)
    ready = TaskSelection("miconic", domain, {INSTANCE: task}, None)
    verbalization = Verbalization({"nl": verbalizer("auto").lexicon(domain)})
    prepared = PreparedDomain(ready, {1: verbalization}, {INSTANCE: PlanFound(plan)})
    key = EpisodeKey("miconic", INSTANCE, "act", "nl", "scripted", 1)
    with clock.of("prompt, from the file's values"):
        asyncio.run(asked_first(key, prepared, PromptSet()))
    with clock.of("all steps in the simulator alone"):
        world = World(problem)
        state = world.initial
        for action in plan:
            outcome = world.step(state, action)
            assert isinstance(outcome, Applied)
            state = outcome.state
    assert Atom("served", plan[1].args[1:]) in state.facts
    with clock.of("all actions that can be taken"):
        assert any(world.applicable(world.initial))
    with clock.of("episode with Act"):
        record = played(prepared, key, plan)
    results = folder / "results"
    with clock.of("store"), Store.open(results, kept_settings(Experiment(), {})) as store:
        store.add(record)
    with clock.of("report"):
        write_report([results], folder / "report.html", PriceList.load())
    assert load(results)["solved"].fillna(False).all()
    size = (folder / "report.html").stat().st_size
    return clock, (
        f"{len(problem.all_objects)} objects, {len(problem.init):,} facts, {len(plan):,} steps; "
        f"the report has {size / 1e6:.1f} MB"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--floors", type=int, default=320, help="default: 320, 51,040 pairs")
    parser.add_argument("--passengers", type=int, default=255, help="default: 255, 1,000 steps")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        clock, title = measured(options.floors, options.passengers, Path(place))
    peer = clock.seconds["unified-planning reads the file"]
    rows = tuple(
        (prepared, f"{seconds:.2f}", f"{seconds / peer:.1%}")
        for prepared, seconds in clock.seconds.items()
    )
    print_sheet(Sheet(title, ("stage", "seconds", "share"), rows), markdown=options.markdown)

    return 0


if __name__ == "__main__":
    sys.exit(main())
