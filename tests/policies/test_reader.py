"""The offline reader plays from text alone: a process that may open no PDDL file solves the tasks.

The process runs in an empty folder and under a watch on every file that it, or a process that it
starts, opens. The test's own process holds the tasks, plays the reader's answers and judges them.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import domains
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Connection, Message, RejectedRequestError, Request, Usage
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet, Traits, mechanism
from policies.acting import take_turn
from policies.answers import Interpreter
from policies.mechanism import opening
from policies.reader import ReaderModel, ReaderProvider
from policies.symbolic import NoPlan, SymbolicPlanner
from simulator import ALL_FEEDBACK, Episode, Feedback, Presentation, present_english, present_pddl
from simulator.world import World
from tests.conftest import REPOSITORY
from tests.interpreting import answer_reader, interpreter

CONVERSATIONS: list[dict[str, Any]] = json.loads(
    (REPOSITORY / "tests/data/conversations.json").read_text("utf-8")
)
NAMES = [f"{each['mechanism']}-{each['form']}-{each['domain']}" for each in CONVERSATIONS]

WATCH = """
import os, sys

ROOTS, LOG = os.environ["WATCHED"].split(os.pathsep), os.environ["WATCH_LOG"]

def watch(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(args[0]))
        if path.endswith(".pddl") and any(path.startswith(root + os.sep) for root in ROOTS):
            with open(LOG, "a") as log:
                log.write(path + "\\n")

sys.addaudithook(watch)
"""


class ReaderProcess:
    """The reader in a process of its own; `name` and `complete` make it a chat model."""

    name = "reader in a process"

    def __init__(self, folder: Path) -> None:
        (folder / "site").mkdir()
        (folder / "site/sitecustomize.py").write_text(WATCH)
        (folder / "empty").mkdir()
        self.log = folder / "opened.txt"
        shared = os.environ.get("AUTOPLAN_SHARED", str(REPOSITORY.parent / "shared"))
        watched = [os.path.realpath(REPOSITORY), os.path.realpath(shared)]
        # Every Python process imports sitecustomize first, the planner's workers too.
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder / "site"), os.environ.get("PYTHONPATH", "")]),
            "WATCHED": os.pathsep.join(watched),
            "WATCH_LOG": str(self.log),
        }
        script = str(REPOSITORY / "tests/policies/reader_process.py")
        self._process = subprocess.Popen(
            [sys.executable, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder / "empty",
            env=environment,
        )

    def ask(self, **asked: object) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return str(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)

    def opened(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []

    async def complete(self, request: Request) -> Completion:
        told = [{"role": each.role, "content": each.content} for each in request.messages]
        return Completion(self.ask(messages=told), Usage(), "stop", cached=False, model=self.name)


class FromFile:
    """Puts a conversation's captured beginning in the place of the one a mechanism made."""

    name = "from file"

    def __init__(self, inner: ReaderProcess, captured: list[dict[str, str]]) -> None:
        self._inner = inner
        self._captured = [Message(**each) for each in captured]  # type: ignore[arg-type]

    async def complete(self, request: Request) -> Completion:
        # A mechanism without an example begins with two messages: instructions and task.
        return await self._inner.complete(Request((*self._captured, *request.messages[2:])))


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReaderProcess]:
    process = ReaderProcess(tmp_path_factory.mktemp("reader"))
    yield process
    process.close()


def task_of(captured: dict[str, Any]) -> tuple[Problem, Presentation, Interpreter]:
    folder = domains.folder(captured["domain"])
    domain = read_domain(folder / "domain.pddl")
    problem = read_problem(folder / f"instances/{captured['instance']}.pddl", domain)
    if captured["form"] == "pddl":
        return problem, present_pddl(problem), interpreter(problem, None)
    source = "template" if captured["form"] == "template" else "rules"
    lexicon = verbalizer(source).lexicon(domain)
    shown = present_english(problem, lexicon, captured["form"])
    return problem, shown, interpreter(problem, lexicon)


@pytest.mark.parametrize("captured", CONVERSATIONS, ids=NAMES)
def test_a_task_is_solved_from_captured_text(
    captured: dict[str, Any], reader: ReaderProcess
) -> None:
    problem, shown, answers = task_of(captured)
    player = Player(FromFile(reader, captured["messages"]), answers, PromptSet())
    played = Episode(World(problem), shown, step_limit=60)
    asyncio.run(mechanism(captured["mechanism"])(player).run(played))
    assert (played.finish, played.refused) == ("goal", 0), [step.text for step in played.history]
    assert played.plan
    assert reader.opened() == []


def test_it_answers_in_the_format_of_the_example(reader: ReaderProcess) -> None:
    answers = {
        name: reader.ask(messages=captured["messages"])
        for name, captured in zip(NAMES, CONVERSATIONS, strict=True)
    }
    for name, answer in answers.items():
        whole, thinking = name.startswith(("basic", "cot")), name.startswith(("cot", "react"))
        assert answer.endswith("\n[PLAN END]") == whole
        assert (len(answer.splitlines()) > 2) == whole
        assert answer.startswith("Think: ") == thinking
        assert ("\nInstruction: " in answer) == thinking
        assert ("(" in answer) == ("-pddl-" in name)


def test_the_same_conversation_gets_the_same_answer(reader: ReaderProcess) -> None:
    for captured in CONVERSATIONS[:3]:
        answers = {reader.ask(fresh=True, messages=captured["messages"]) for _ in range(2)}
        assert len(answers) == 1


def test_it_goes_on_from_where_a_detour_has_led(reader: ReaderProcess) -> None:
    captured = CONVERSATIONS[NAMES.index("act-nl-logistics")]
    problem, shown, _ = task_of(captured)
    reads = answer_reader(problem, shown.lexicon)
    played = Episode(World(problem), shown)
    messages = list(captured["messages"])
    planned = reader.ask(messages=messages)
    first = next(
        action
        for action in played.world.applicable(played.state)
        if shown.narrator.action(action) != planned and action.name.startswith("drive")
    )
    for said in (shown.narrator.action(first), "dance"):
        seen = played.submit(first, said) if said != "dance" else played.misunderstand(said)
        messages += [
            {"role": "assistant", "content": said},
            {"role": "user", "content": seen.text},
        ]
    while not played.finished and played.steps < 60:
        said = reader.ask(messages=messages)
        (action,) = reads.read_turn(said).plan
        assert action is not None
        seen = played.submit(action, said)
        assert not seen.refused
        messages += [
            {"role": "assistant", "content": said},
            {"role": "user", "content": seen.text},
        ]
    assert played.finish == "goal"
    assert reader.ask(messages=messages) == "You are finished."


def test_it_says_what_it_cannot_read(reader: ReaderProcess) -> None:
    system, *_, task = CONVERSATIONS[0]["messages"]
    assert reader.ask(messages=[system]) == ("I cannot read the task: no message holds a task")
    for words, wrong in (("I can carry out these actions:", "So:"), ("Once I ", "Mostly, I ")):
        broken = {"role": "system", "content": system["content"].replace(words, wrong)}
        answer = reader.ask(messages=[broken, task])
        assert answer.startswith("I cannot read the task: "), answer
        assert len(answer.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "between"), [("basic-pddl-logistics", " "), ("act-nl-logistics", "\n\n")]
)
def test_it_finds_the_task_among_other_sentences(
    name: str, between: str, reader: ReaderProcess
) -> None:
    """PDDL ends with its parenthesis, English with an empty line."""
    system, *example, task = CONVERSATIONS[NAMES.index(name)]["messages"]
    before, after = "Be brief (as always).", "You have time; take it (all of it) and see :goal)."
    first, last = (
        {**each, "content": between.join((before, each["content"], after))}
        for each in (system, task)
    )
    said = reader.ask(messages=[first, *example, last])
    assert said == reader.ask(messages=[system, *example, task])


def test_english_needs_lines_of_its_own(reader: ReaderProcess) -> None:
    system, *rest = CONVERSATIONS[NAMES.index("act-nl-logistics")]["messages"]
    heading = "I can carry out these actions:"
    told = {**system, "content": system["content"].replace(heading, f"Be brief. {heading}")}
    answer = reader.ask(messages=[told, *rest])
    assert answer.startswith(f"I cannot read the task: there is no line «{heading}»")


def test_it_says_that_it_found_no_plan(reader: ReaderProcess) -> None:
    captured = CONVERSATIONS[NAMES.index("basic-pddl-logistics")]
    system, *_, task = captured["messages"]
    init = task["content"].index("(:init")
    nothing = task["content"][:init] + "(:init)"
    answer = reader.ask(messages=[system, {"role": "user", "content": nothing}])
    assert answer.startswith("I found no plan (")


class SelfCheck:
    """Asks for a step, shows it to the model again, and carries out the second answer alone."""

    traits = Traits()

    def __init__(self, player: Player, *, shown: bool) -> None:
        self._player = player
        self._shown = shown

    async def run(self, episode: Episode) -> None:
        player = self._player
        messages = opening(player, episode, "act", example=[])
        last = None
        while not episode.finished:
            first = (await player.ask(messages)).text
            quoted = f"Your answer was: {first}\n" if self._shown else ""
            wish = Message("user", f"{quoted}Check it before I do anything, and answer again.")
            checking = [*messages, Message("assistant", first), wish]
            answer = (await player.ask(checking)).text
            reading = await player.answers.turn(answer, last)
            seen, last = take_turn(episode, reading, last)
            messages = [*checking, Message("assistant", answer), Message("user", seen)]


@pytest.mark.parametrize("feedback", [ALL_FEEDBACK, Feedback(positive=False), Feedback(state=True)])
@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("name", ["act-nl-logistics", "act-pddl-ferry"])
async def test_an_answer_that_is_only_checked_was_not_carried_out(
    name: str, shown: bool, feedback: Feedback
) -> None:
    problem, seen, answers = task_of(CONVERSATIONS[NAMES.index(name)])
    played = Episode(World(problem), seen, step_limit=60, feedback=feedback)
    with SymbolicPlanner(1) as planner:
        player = Player(ReaderModel(planner), answers, PromptSet())
        await SelfCheck(player, shown=shown).run(played)
    assert (played.finish, played.refused) == ("goal", 0), [step.text for step in played.history]


class FruitlessPlanner(SymbolicPlanner):
    """Finds nothing, and counts how often it was asked."""

    searches = 0

    async def solve(self, *asked: object, **limits: object) -> NoPlan:
        self.searches += 1
        return NoPlan("time-limit")


async def test_a_search_out_of_time_is_no_answer_and_is_not_begun_again() -> None:
    with FruitlessPlanner() as planner:
        reader = ReaderModel(planner, seconds=7.0)
        captured = CONVERSATIONS[NAMES.index("act-nl-logistics")]["messages"]
        messages = tuple(Message(**message) for message in captured)
        for _ in range(3):
            with pytest.raises(RejectedRequestError, match=r"no plan within 7 s \(see --timeout\)"):
                await reader.complete(Request(messages))
        assert planner.searches == 1


async def test_a_search_has_the_time_of_a_call() -> None:
    captured = CONVERSATIONS[NAMES.index("act-nl-logistics")]["messages"]
    messages = tuple(Message(**message) for message in captured)
    reader = ReaderProvider().open("", Connection(timeout=0.001))
    with pytest.raises(RejectedRequestError, match=r"no plan within 0\.001 s"):
        await reader.complete(Request(messages))


def test_the_watch_would_notice(tmp_path: Path) -> None:
    process = ReaderProcess(tmp_path)
    path = domains.folder("ferry") / "domain.pddl"
    process.ask(open=str(path))
    process.close()
    assert process.opened() == [os.path.realpath(path)]


def test_the_reader_has_no_variants() -> None:
    with pytest.raises(InputError, match="the reader has no variants"):
        ReaderProvider().open("large", Connection())
