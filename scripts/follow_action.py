"""Which files one action passes, from its PDDL to the sentence in a prompt and back to a verdict.

Usage: python scripts/follow_action.py [--functions] [--eval]

Plays the first step of a Ferry task with Act and a model that gives one scripted answer, and prints
the project's files whose functions run, in the order in which they first do; with --functions, the
functions as well. ARCHITECTURE.md names them. With --eval, it follows a whole `autoplan eval` of
that task with ReAct and the offline model instead, in all its threads.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from types import FrameType

import domains
from pddl2nl.llm import ScriptedModel
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet, mechanism
from policies.answers import AnswerReader, Interpreter, domain_words
from simulator import Episode, present_english
from simulator.world import World

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("pddl2nl", "simulator", "policies", "autoplan")
EVAL = "eval --mechanism react --domain ferry --instances 1"
_OPTIMIZED = 0x1  # a function's code, not that of a module or a class body


def play() -> None:
    """One step of a task, as `autoplan eval --mechanism act` plays it."""
    folder = domains.folder("ferry")
    domain = read_domain(folder / "domain.pddl")
    problem = read_problem(folder / "instances" / "instance-1.pddl", domain)
    lexicon = verbalizer("auto").lexicon(domain)
    shown = present_english(problem, lexicon)
    reader = AnswerReader(problem, domain_words(domain, lexicon), shown.names)
    answer = "sail from location object_1 to location object_3"
    player = Player(model=ScriptedModel([answer]), answers=Interpreter(reader), prompts=PromptSet())
    episode = Episode(World(problem), shown, step_limit=1)
    asyncio.run(mechanism("act")(player).run(episode))


def evaluate() -> None:
    """A whole evaluation of the task, in a results folder that is removed afterwards."""
    from autoplan.cli import main as autoplan

    with tempfile.TemporaryDirectory() as folder:
        autoplan([*EVAL.split(), "--out", str(Path(folder) / "results")])


def followed(run: Callable[[], None], rooms: Collection[str]) -> dict[str, list[str]]:
    """The functions that run, by file, both in the order in which they first do."""
    found: dict[str, list[str]] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_flags & _OPTIMIZED:
            return
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in rooms:
            names = found.setdefault(str(path.relative_to(ROOT)), [])
            if code.co_name not in names:
                names.append(code.co_name)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--functions", action="store_true", help="print the functions as well")
    parser.add_argument("--eval", action="store_true", help=f"follow autoplan {EVAL}")
    options = parser.parse_args()
    found = followed(evaluate, (*ROOMS, "domains")) if options.eval else followed(play, ROOMS)
    for path, names in found.items():
        print(path, *names if options.functions else ())
    print(f"{len(found)} files", file=sys.stderr)


if __name__ == "__main__":
    main()
