"""What is asked of a model, and what becomes of its answers."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from pddl2nl.llm import Completion, Request, ScriptedModel, estimate_usage
from pddl2nl.model import Problem, Subtask
from pddl2nl.reader import parse_domain, parse_problem, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet
from policies.agents.chathtn import Found, Seeker, SeekLimits
from policies.agents.chathtn.query import TaskQuery
from policies.answers import AnswerReader, Interpreter, domain_words
from simulator import Episode, present_english
from simulator.world import World
from tests.effort import calls
from tests.policies.agents.chathtn import yards


def seated(given: Problem, model: object) -> TaskQuery:
    lexicon = verbalizer("auto").lexicon(given.domain)
    shown = present_english(given, lexicon)
    reader = AnswerReader(given, domain_words(given.domain, lexicon), shown.names)
    player = Player(model, Interpreter(reader), PromptSet())  # type: ignore[arg-type]
    return TaskQuery(player, Episode(World(given), shown), given)


def gap(name: str, task: str, number: int = 1) -> Problem:
    """A bundled problem whose domain has no method for a task."""
    path = yards.folder(name) / "instances" / f"instance-{number}.hddl"
    given = read_problem(path, yards.domain(name))
    left = tuple(each for each in given.domain.methods if each.task.name != task)
    return replace(given, domain=replace(given.domain, methods=left))


async def sought(
    given: Problem, query: TaskQuery, limits: SeekLimits | None = None
) -> Found | None:
    world = query.episode.world
    seeker = Seeker(world, given.domain, query.ask, limits or SeekLimits())
    return await seeker.seek(given.network)


async def test_two_prompts_tell_the_task_and_the_tasks_that_there_are() -> None:
    given = gap("transport", "carry-by-air")
    final = "bring the airplane airplane_0 to airport_0\n[PLAN END]"
    model = ScriptedModel(["By plane.", final] * 2)
    await sought(given, seated(given, model), SeekLimits(queries=1))
    first, second = model.requests[:2]
    system, question = (each.content for each in first.messages)
    assert "fly an airplane A from an airport B to an airport C" in system
    assert "- carry a package A by truck from a place B to a place C: only if A lies at B" in system
    assert "carry a package A by air" not in system
    assert question.startswith("The task is to carry package_0 by air from airport_0 to airport_1.")
    assert "I can do it only if package_0 lies at airport_0, which is so now." in question
    assert "My goal is to reach a situation in which package_0 lies at airport_1." in question
    assert "package_0 lies at airport_0" in question
    assert [each.role for each in second.messages] == ["system", "user", "assistant", "user"]
    assert second.messages[2].content == "By plane."
    assert "every step on a line of its own" in second.messages[3].content


async def test_a_compound_task_in_an_answer_is_decomposed_by_methods() -> None:
    given = gap("transport", "carry-by-air")
    steps = """bring the airplane airplane_0 to airport_0
load package_0 into airplane_0 at airport_0
fly airplane_0 from airport_0 to airport_1
unload package_0 from airplane_0 at airport_1
[PLAN END]"""
    found = await sought(given, seated(given, ScriptedModel(["I see.", steps])))
    assert found is not None
    end = yards.replayed(given, found.hierarchy)
    assert World(given).goal_reached(end)


async def test_an_answer_may_be_limited_to_actions_as_in_the_paper() -> None:
    given = gap("transport", "carry-by-air")
    final = "bring the airplane airplane_0 to airport_0\n[PLAN END]"
    model = ScriptedModel(["By plane.", final, final])
    query = replace(seated(given, model), answers="primitive")
    assert await sought(given, query, SeekLimits(queries=1)) is None
    first, second, third = model.requests
    assert "larger tasks" not in first.messages[0].content
    assert "in the very words of the actions above" in second.messages[-1].content
    assert "- bring the airplane airplane_0 to airport_0" in third.messages[-1].content


async def test_what_is_unknown_is_reported_once_and_then_the_branch_ends() -> None:
    given = gap("transport", "carry-by-air")
    wrong = "load package_0 into zeppelin_9 at airport_0\n[PLAN END]"
    model = ScriptedModel(["Hm.", wrong, wrong])
    query = seated(given, model)
    assert await sought(given, query, SeekLimits(queries=1)) is None
    assert len(model.requests) == 3
    report = model.requests[2].messages[-1].content
    assert "I could not match all of that" in report
    assert "- load package_0 into zeppelin_9 at airport_0" in report
    (unused,) = query.unused
    assert unused.task == Subtask("carry-by-air", ("parcel", "field-a", "field-b"))
    assert unused.unread == ("load package_0 into zeppelin_9 at airport_0",)


class Hostile:
    """Answers with the same text again and again."""

    name = "hostile"

    def __init__(self, text: str) -> None:
        self._text = text

    async def complete(self, request: Request) -> Completion:
        return Completion(self._text, estimate_usage([], ""), "stop", False, self.name)


@pytest.mark.parametrize("kind", yards.TEXTS)
@pytest.mark.parametrize("name", ["transport", "household", "rescue"])
async def test_a_plan_is_sound_whatever_text_comes_back(name: str, kind: str) -> None:
    rng = random.Random(f"{name} {kind}")
    for _ in range(3):
        given = yards.problem(name, rng)
        gone = rng.choice(given.domain.tasks).name
        left = tuple(each for each in given.domain.methods if each.task.name != gone)
        bare = replace(given, domain=replace(given.domain, methods=left))
        query = seated(bare, Hostile(yards.TEXTS[kind]))
        found = await sought(bare, query, SeekLimits(queries=3, depth=12, seconds=20))
        if found is not None:
            yards.replayed(bare, found.hierarchy)


def test_thousands_of_tasks_are_described_once() -> None:
    count = 2000
    tasks = "".join(f"(:task t{n} :parameters (?p - place) :effect (lit ?p))" for n in range(count))
    domain = parse_domain(
        "(define (domain d) (:requirements :typing :hierarchy) (:types place - object)"
        f"(:predicates (lit ?p - place)) {tasks}"
        "(:action light :parameters (?p - place) :precondition () :effect (lit ?p)))"
    )
    problem = parse_problem(
        "(define (problem p) (:domain d) (:objects home - place)"
        "(:htn :ordered-subtasks (t0 home)) (:init) (:goal (lit home)))",
        domain,
    )
    query = seated(problem, ScriptedModel([""] * 2))
    asked = query.ask(query.episode.state, domain.tasks[0], Subtask("t0", ("home",)))
    assert calls(lambda: asyncio.run(asked)) < 5_000_000
