"""This project under load: its client in a loop, and whole evaluations by `autoplan eval`."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from harness.conversation import Message, play_all
from harness.load import Load, Play, measure

FERRY = Path(__file__).resolve().parents[2] / "domains" / "ferry" / "domain.pddl"
INSTANCES = 4
LOCATIONS = ("l0", "l1", "l2")
FIRST_SEED = 1


def model(load: Load) -> Play:
    """The client for chat models: pace, retries, time-outs, refused parameters."""
    from pddl2nl.llm import Message as Said
    from pddl2nl.llm import OpenAIModel, Pace, Role

    async def play(load: Load) -> None:
        client = OpenAIModel("m", base_url=load.url, pace=Pace(load.connections))

        async def ask(messages: Sequence[Message], seed: int) -> str:
            said = [Said(cast(Role, each["role"]), each["content"]) for each in messages]
            return (await client.complete(said, seed=seed)).text

        await play_all(load, ask)

    return lambda load: asyncio.run(play(load))


def evaluation(load: Load) -> Play:
    """`autoplan eval`: prompts, translation, simulator, cache of answers and results on disk."""
    folder = Path(tempfile.mkdtemp(prefix="bench-harness-"))
    os.environ["AUTOPLAN_CACHE"] = str(folder / "cache")
    write_harbour(folder / "harbour")
    # Finds the reference plans, and imports all that there is to import.
    evaluate(load, folder, "first", [0])

    def play(load: Load) -> None:
        seeds = range(FIRST_SEED, FIRST_SEED + load.episodes // INSTANCES)
        evaluate(load, folder, "results", seeds)
        check(folder / "results", load)
        shutil.rmtree(folder)

    return play


def evaluate(load: Load, folder: Path, out: str, seeds: Sequence[int]) -> None:
    """Play every instance with every seed."""
    from autoplan import cli

    asked = ["eval", "--mechanism", "react", "--domain", str(folder / "harbour")]
    served = ["--model", "compat/m", "--base-url", load.url]
    paced = ["--max-connections", str(load.connections), "--validator", "own"]
    kept = ["--out", str(folder / out), "--seed", *map(str, seeds)]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = cli.main([*asked, *served, *paced, *kept])
    if status:
        raise SystemExit(f"autoplan eval ended with status {status}")


def check(results: Path, load: Load) -> None:
    """See that every episode has been played, in ten turns."""
    import autoplan

    calls = list(autoplan.load(results)["calls"])
    if calls != [10] * load.episodes:
        raise SystemExit(f"{len(calls)} episodes of {min(calls)} to {max(calls)} calls")


def write_harbour(folder: Path) -> None:
    """A domain whose instances all have plans of five steps, hence a limit of ten.

    The ferry has to fetch one car, carry it on and come home; the other cars stay where they are.
    """
    (folder / "instances").mkdir(parents=True)
    shutil.copy(FERRY, folder / "domain.pddl")
    # One more than are played: it becomes the example in the prompts.
    for number in range(1, INSTANCES + 2):
        text = problem(number)
        (folder / "instances" / f"instance-{number}.pddl").write_text(text, encoding="utf-8")


def problem(idle_cars: int) -> str:
    """The problem with so many cars that stay where they are."""
    cars = [f"c{number}" for number in range(idle_cars + 1)]
    facts = [
        "(empty-ferry) (at-ferry l0) (at c0 l1)",
        *(f"(car {car})" for car in cars),
        *(f"(at {car} {LOCATIONS[number % 3]})" for number, car in enumerate(cars[1:])),
        *(f"(location {each})" for each in LOCATIONS),
        *(f"(not-eq {one} {two})" for one in LOCATIONS for two in LOCATIONS if one != two),
    ]
    return f"""(define (problem harbour-{idle_cars}) (:domain ferry)
      (:objects {" ".join((*cars, *LOCATIONS))})
      (:init {" ".join(facts)})
      (:goal (and (at c0 l2) (at-ferry l0))))"""


if __name__ == "__main__":
    measure({"our client": model, "autoplan eval": evaluation})
