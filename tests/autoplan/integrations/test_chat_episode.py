"""An episode whose model is called outside is the one that an evaluation plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import autoplan
from autoplan.experiment.experiment import Experiment, PlayOptions, TextOptions
from autoplan.play.first_prompt import first_prompt
from pddl2nl.errors import InputError
from pddl2nl.llm import Message, Request
from policies.reader import ReaderModel
from tests.conftest import REPOSITORY

LAMPS = REPOSITORY / "docs" / "examples" / "lamps"
FILES = LAMPS / "domain.pddl", LAMPS / "instances" / "p1.pddl"


def reader(messages: list[dict[str, str]]) -> str:
    """The offline model as a function of one's own."""
    asked = Request(tuple(Message(each["role"], each["content"]) for each in messages))  # type: ignore[arg-type]
    return asyncio.run(ReaderModel().complete(asked)).text


@pytest.mark.parametrize("mechanism", ["basic", "cot", "act", "react", "modulo"])
def test_a_function_plays_to_the_goal_with_each_mechanism(mechanism: str) -> None:
    episode = autoplan.chat_episode(*FILES, mechanism=mechanism)
    while not episode.done:
        episode.submit(reader(episode.messages))
    found = episode.verdict
    assert (found.solved, found.finish, found.reason) == (True, "goal", "")
    assert found.cost == len(found.plan) == found.steps == 3
    assert episode.messages[-1]["role"] == "assistant"
    with pytest.raises(InputError, match="the episode is over"):
        episode.submit("again")


@pytest.mark.parametrize("mechanism", ["basic", "act", "react"])
async def test_the_messages_are_those_of_an_evaluation(mechanism: str) -> None:
    play = PlayOptions((mechanism,), (str(LAMPS),))
    sent = await first_prompt(Experiment(play, text=TextOptions(examples=0)), "p1")
    own = autoplan.chat_episode(*FILES, mechanism=mechanism).messages
    assert own == [{"role": each.role, "content": each.content} for each in sent.messages]


def test_texts_and_files_are_the_same_task() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    assert autoplan.chat_episode(*texts).messages == autoplan.chat_episode(*FILES).messages


def test_ones_own_words_are_written_and_read(tmp_path: Path) -> None:
    import pddl2nl

    domain = pddl2nl.read_domain(FILES[0])
    written = pddl2nl.dump_lexicon(pddl2nl.verbalizer("auto").lexicon(domain))
    (tmp_path / "own.json").write_text(written.replace("switch on", "kindle"))
    episode = autoplan.chat_episode(*FILES, mechanism="act", verbalizer=tmp_path / "own.json")
    assert "kindle" in episode.messages[0]["content"]
    assert episode.submit("I kindle lamp_0.").text == "I kindle lamp lamp_0."


def test_a_plan_that_is_not_read_is_unknown_and_one_that_fails_is_not_solved() -> None:
    unread = autoplan.chat_episode(*FILES)
    assert unread.submit("I would frobnicate it").done
    assert (unread.verdict.solved, unread.verdict.finish) == (None, "unread")
    assert "I do not understand" in unread.verdict.reason
    failed = autoplan.chat_episode(*FILES)
    failed.submit("switch on lamp_1\n[PLAN END]")
    assert (failed.verdict.solved, failed.verdict.finish) == (False, "plan-refused")
    assert failed.verdict.reason.endswith("because lamp_1 is broken.")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"mechanism": "ff"}, "asks no model"),
        ({"mechanism": "cot", "form": "pddl"}, "cannot play in the input form 'pddl'"),
        ({"form": "pddl", "verbalizer": "rules"}, "give no verbalizer"),
        ({"form": "prose"}, "form must be one of"),
    ],
)
def test_a_wrong_setting_is_one_line(settings: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        autoplan.chat_episode(*FILES, **settings)  # type: ignore[arg-type]
