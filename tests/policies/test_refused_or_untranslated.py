"""What counts as refused, and what as untranslated, is as docs/scoring.md says, in every form."""

from __future__ import annotations

import json
import re

import pytest

import domains
from pddl2nl.llm import Completion, ScriptedModel, ToolCall, Usage
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet
from policies.acting import take_turn
from policies.answers import AnswerReading
from policies.functions import CallTurns
from simulator import Episode, present_english, present_pddl
from simulator.world import World
from tests.conftest import REPOSITORY
from tests.interpreting import interpreter

PAGE = (REPOSITORY / "docs" / "scoring.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| `(\w+)` \| `(.+?)` \| ([\w ]+) \| (\d) \| (\d) \|$",
    PAGE.partition("## Refused or untranslated")[2],
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def problem() -> Problem:
    """The first task of Ferry."""
    folder = domains.folder("ferry")
    return read_problem(folder / "instances/instance-1.pddl", read_domain(folder / "domain.pddl"))


def test_the_page_has_steps_in_three_forms() -> None:
    assert {form for form, *_ in ROWS} == {"nl", "pddl", "tools"}
    assert len(ROWS) > 15


@pytest.mark.parametrize(("form", "said", "wrong", "refused", "untranslated"), ROWS)
async def test_a_step_counts_as_the_page_says(
    form: str, said: str, wrong: str, refused: str, untranslated: str, problem: Problem
) -> None:
    lexicon = None if form == "pddl" else verbalizer("auto").lexicon(problem.domain)
    shown = present_pddl(problem) if lexicon is None else present_english(problem, lexicon)
    episode = Episode(World(problem), shown)
    player = Player(ScriptedModel([]), interpreter(problem, lexicon), PromptSet())
    reading = await read(player, episode, form, said)
    episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
    take_turn(episode, reading, None)
    (step,) = episode.history
    assert step.observation.mistake == wrong
    assert (episode.refused, len(episode.untranslated)) == (int(refused), int(untranslated))


async def read(player: Player, episode: Episode, form: str, said: str) -> AnswerReading:
    if form != "tools":
        return await player.answers.turn(said, None)
    name, rest = said.removesuffix(")").split("(")
    given = dict(each.split("=") for each in rest.split(", "))
    call = ToolCall(name, json.dumps(given), "1")
    answer = Completion("", Usage(), "tool_calls", cached=False, model="m", tool_calls=(call,))
    return await CallTurns(player, episode).read(answer, None)
