"""An episode whose model is called outside is the one that an evaluation plays."""

from __future__ import annotations

import asyncio
import doctest
import runpy
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import autoplan
import pddl2nl
from autoplan.experiment.experiment import Experiment, PlayOptions, RunOptions, TextOptions
from autoplan.integrations.chat_server import chat_server
from autoplan.integrations.playable import playable_tasks
from autoplan.play import chat_episode
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.play.first_prompt import first_prompt
from pddl2nl.errors import InputError
from pddl2nl.llm import Message, Request
from policies import Player, Rules, Traits
from policies.reader import ReaderModel
from simulator import Episode
from tests.conftest import REPOSITORY

LAMPS = REPOSITORY / "docs" / "examples" / "lamps"
ISLANDS = LAMPS.parent / "islands"
FILES = LAMPS / "domain.pddl", LAMPS / "instances" / "p1.pddl"


def reader(messages: list[dict[str, Any]]) -> str:
    """The offline model as a function of one's own."""
    asked = Request(tuple(Message(**each) for each in messages))
    return asyncio.run(ReaderModel().complete(asked)).text


def played(episode: ChatEpisode) -> ChatEpisode:
    while not episode.done:
        episode.submit(reader(episode.messages))
    return episode


@pytest.mark.parametrize(
    "mechanism", ["basic", "cot", "act", "react", "modulo", "chathtn", "multistep"]
)
def test_a_function_plays_to_the_goal_with_each_mechanism(mechanism: str) -> None:
    episode = played(autoplan.chat_episode(*FILES, mechanism=mechanism))
    found = episode.verdict
    assert (found.solved, found.finish, found.reason) == (True, "goal", "")
    assert found.plan == ("(switch-on desk)", "(repair ceiling study)", "(switch-on ceiling)")
    assert (found.cost, found.steps) == (3, 3)
    assert episode.messages[-1]["role"] == "assistant"
    with pytest.raises(InputError, match="the episode is over"):
        episode.submit("again")


@pytest.mark.parametrize("mechanism", ["basic", "act", "react"])
async def test_the_messages_are_those_of_an_evaluation(mechanism: str) -> None:
    play = PlayOptions((mechanism,), (str(LAMPS),), instance=("p1",))
    sent = await first_prompt(Experiment(play, text=TextOptions(examples=0)))
    own = autoplan.chat_episode(*FILES, mechanism=mechanism).messages
    assert own == [{"role": each.role, "content": each.content} for each in sent.messages]


@pytest.mark.parametrize("costs", [True, False])
def test_a_mechanism_knows_whether_costs_count(costs: bool) -> None:
    (task,) = playable_tasks("ferry", 1, costs=costs).values()
    _, player = task.opened("basic", OutsideModel())
    assert player.rules.costs == costs


def test_texts_files_and_a_folder_are_the_same_task() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    wanted = autoplan.chat_episode(*FILES).messages
    spaced = texts[0].replace("(define", "( define")
    for given in (texts, (spaced, texts[1]), (FILES[0], texts[1]), (LAMPS, "p1"), (str(LAMPS), 1)):
        assert autoplan.chat_episode(*given).messages == wanted


@pytest.mark.parametrize(
    ("folder", "name", "costs"),
    [
        ("ferry", "instance-12", False),
        (LAMPS, "p1", False),
        (ISLANDS, "p3", False),
        (ISLANDS, "p3", True),
    ],
)
async def test_the_limit_of_steps_is_that_of_an_evaluation(
    folder: str | Path, name: str, *, costs: bool, tmp_path: Path
) -> None:
    """Also with an event loop, as in a notebook, and where no plan is kept with the instance."""
    play = PlayOptions(("random",), (str(folder),), rules=Rules(costs=costs), instance=(name,))
    text, run = TextOptions(examples=0), RunOptions(out=tmp_path / "out")
    await autoplan.evaluate(Experiment(play, text=text, run=run))
    (length,) = autoplan.load(tmp_path / "out")["reference_length"]
    episode = autoplan.chat_episode(folder, name, mechanism="act", costs=costs)
    assert episode.episode.step_limit == 2 * length
    if folder == LAMPS:
        assert autoplan.chat_episode(*FILES, mechanism="act").episode.step_limit == 2 * length


def test_a_limit_of_steps_can_be_set() -> None:
    assert autoplan.chat_episode("ferry", 1, mechanism="act", step_limit=5).episode.step_limit == 5


def test_ones_own_words_are_written_and_read(tmp_path: Path) -> None:
    domain = pddl2nl.read_domain(FILES[0])
    written = pddl2nl.dump_lexicon(pddl2nl.verbalizer("auto").lexicon(domain))
    (tmp_path / "own.json").write_text(written.replace("switch on", "kindle"))
    for given in (FILES, (LAMPS, "p1")):
        episode = autoplan.chat_episode(*given, mechanism="act", verbalizer=tmp_path / "own.json")
        assert "kindle" in episode.messages[0]["content"]
        assert episode.submit("I kindle lamp_0.").text == "I kindle lamp_0."


def test_objects_keep_their_pddl_names_on_request() -> None:
    for given in (FILES, (LAMPS, "p1")):
        episode = autoplan.chat_episode(*given, mechanism="act", names="keep")
        assert "desk" in episode.messages[-1]["content"]
        episode.submit("Switch on lamp desk.")
        assert episode.verdict.plan == ("(switch-on desk)",)
    with pytest.raises(InputError, match="names must be one of 'new', 'keep', not 'old'"):
        autoplan.chat_episode(*FILES, names="old")  # type: ignore[arg-type]


def test_a_plan_that_is_not_read_is_unknown_and_one_that_fails_is_not_solved() -> None:
    unread = autoplan.chat_episode(*FILES)
    assert unread.submit("1. frobnicate lamp_0\n2. paint lamp_1").done
    assert (unread.verdict.solved, unread.verdict.finish) == (None, "unread")
    assert unread.verdict.cost is None
    assert unread.verdict.reason.startswith('I do not understand "frobnicate lamp_0": ')
    failed = autoplan.chat_episode(*FILES)
    failed.submit("switch on lamp_0\nswitch on lamp_1\n[PLAN END]")
    assert (failed.verdict.solved, failed.verdict.finish) == (False, "plan-refused")
    assert failed.verdict.reason.endswith("because lamp_1 is broken.")
    assert (failed.verdict.plan, failed.verdict.steps) == (("(switch-on desk)",), 2)
    short = autoplan.chat_episode(*FILES)
    short.submit("switch on lamp_0\n[PLAN END]")
    assert (short.verdict.solved, short.verdict.finish) == (False, "plan-ended")
    assert "lamp_1 is not lit" in short.verdict.reason


def test_steps_are_seen_one_by_one_until_they_are_used_up() -> None:
    episode = autoplan.chat_episode(*FILES, mechanism="act", step_limit=2)
    assert (episode.verdict.solved, episode.verdict.finish) == (False, None)
    seen = episode.submit("Switch on lamp_1.")
    assert (seen.text.endswith("because lamp_1 is broken."), seen.done) == (True, False)
    assert episode.messages[-1] == {"role": "user", "content": seen.text}
    seen = episode.submit("Switch on lamp_0.")
    assert (seen.text, seen.done) == ("I switch on lamp_0.", True)
    assert (episode.verdict.solved, episode.verdict.finish) == (False, "limit")
    assert "lamp_1 is not lit" in episode.verdict.reason


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mechanism": "ff"}, "asks no model"),
        ({"mechanism": "agentkit"}, "several questions at once: play it with `autoplan eval`"),
        ({"mechanism": "cot", "form": "pddl"}, "cannot play in the input form 'pddl'"),
        ({"form": "pddl", "verbalizer": "rules"}, "takes no verbalizer and no lexicon"),
        ({"form": "prose"}, "form must be one of"),
        ({"verbalizer": "llm"}, "needs a model"),
        ({"mechanism": "act", "step_limit": 0}, "step_limit must be a whole number above 0, not 0"),
        ({"step_limit": "x"}, "step_limit must be a whole number above 0, not 'x'"),
    ],
)
def test_a_wrong_setting_is_one_line(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        autoplan.chat_episode(*FILES, **settings)
    assert "\n" not in str(caught.value)


def test_a_task_whose_goal_is_reached_at_the_start_is_solved() -> None:
    domain = "(define (domain d) (:predicates (a)) (:action go :parameters () :effect (a)))"
    problem = "(define (problem p) (:domain d) (:init (a)) (:goal (a)))"
    assert autoplan.chat_episode(domain, problem, mechanism="act").verdict.solved


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("nowhere.pddl", FILES[1]), "nowhere.pddl"),
        (("no-domain", 1), "no-domain: neither a bundled domain"),
        ((FILES[0], "(define (problem p) (:domain lamps) (:init (lit x)))"), "problem:1:"),
        ((LAMPS, "p9"), "no instance 'p9'; did you mean 'p2'? It has p1, p2"),
    ],
)
def test_a_task_that_is_none_is_one_line(given: tuple[Any, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        autoplan.chat_episode(*given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


class Waiting:
    """A mechanism that awaits something besides its model, and does not declare it."""

    traits = Traits()

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await asyncio.sleep(0)


def test_a_mechanism_that_awaits_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    place = {"waiting": f"{__name__}:Waiting"}
    monkeypatch.setattr(sys.modules["policies.mechanism"], "BUILT_IN", place)
    with pytest.raises(InputError, match="'waiting' awaits more than answers: play it with"):
        autoplan.chat_episode(*FILES, mechanism="waiting")


def test_an_answer_that_is_no_text_leaves_the_episode_as_it_is() -> None:
    episode = autoplan.chat_episode(*FILES)
    with pytest.raises(InputError, match="an answer must be a text, not NoneType"):
        episode.submit(None)  # type: ignore[arg-type]
    assert played(episode).verdict.solved


def test_the_example_of_its_docstring_runs() -> None:
    assert doctest.testmod(chat_episode) == (0, 7)


@pytest.fixture
def address() -> Iterator[str]:
    """The offline model behind a server of its own."""
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(chat_server({"reader": ReaderModel()}))

    async def start() -> str:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}/v1"

    url = loop.run_until_complete(start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield url
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_the_example_plays_with_the_client_of_openai(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    script = REPOSITORY / "docs" / "examples" / "own_agent.py"
    monkeypatch.setattr(sys, "argv", [str(script), "reader", str(LAMPS), "p1"])
    runpy.run_path(str(script), run_name="__main__")
    *seen, verdict = capsys.readouterr().out.splitlines()
    assert seen == [
        "I switch on lamp_0.",
        "I repair lamp_1 in room_0.",
        "I switch on lamp_1.",
    ]
    assert verdict.startswith("EpisodeVerdict(solved=True, finish='goal'")
