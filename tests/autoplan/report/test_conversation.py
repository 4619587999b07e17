"""An episode told in the order in which it happened."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autoplan import cli
from autoplan.models.paid_models import Call
from autoplan.report.conversation import Answered, ConversationTurn, Done, Kept, Utterance, turns
from autoplan.results.reading import RecordedStep, Transcript, transcripts
from autoplan.results.record import Record
from pddl2nl.llm import Completion, Message, Usage
from policies import Player
from policies.mechanism import BUILT_IN, Traits
from policies.planning import carry_out
from simulator import Episode
from tests.autoplan.report.played import BACK, BROKEN, DRIVE, HIERARCHY, LOAD, PLAN, keep, play


def told(folder: Path, *records: Record) -> list[list[ConversationTurn]]:
    keep(folder, *records)
    return [list(turns(transcript)) for _, _, transcript in transcripts(folder)]


def shape(conversation: list[ConversationTurn]) -> str:
    """One letter a turn: s for what was said, a for an answer, d for a step, none for the rest."""
    letters = {Utterance: "s", Answered: "a", Done: "d", Kept: ""}
    return "".join(letters[type(turn)] for turn in conversation)


def test_each_answer_of_a_policy_is_followed_by_its_step(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("act", DRIVE, LOAD, BACK))
    assert shape(conversation).lstrip("s") == "adadad"
    done = [turn.step.text for turn in conversation if isinstance(turn, Done)]
    assert done == [DRIVE, LOAD, BACK]


def test_an_evaluation_notes_how_many_steps_each_call_followed(tmp_path: Path) -> None:
    folder = str(tmp_path / "results")
    order = ["eval", "--mechanism", "act", "--domain", "ferry", "--instances", "1", "--out", folder]
    assert cli.main(order) == 0
    [(_, _, transcript)] = transcripts(Path(folder))
    assert [call.done for call in transcript.calls] == [*range(len(transcript.steps))]
    assert len(transcript.steps) > 1


def test_the_steps_of_one_answer_stand_together_behind_it(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("act", f"Instruction: {DRIVE}\nInstruction: {LOAD}", BACK))
    assert shape(conversation).lstrip("s") == "addad"


def test_observations_of_the_example_are_not_taken_for_steps(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("act", DRIVE, LOAD, BACK))
    opening = conversation[: shape(conversation).index("a")]
    said = [turn.message.content for turn in opening if isinstance(turn, Utterance)]
    assert f"I {DRIVE}." in said, "the example begins with the very step that is played"
    assert all(isinstance(turn, Utterance) for turn in opening)


def test_all_steps_of_a_plan_follow_its_answer(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("basic", PLAN))
    assert shape(conversation).lstrip("s") == "addd"


def test_the_steps_of_each_of_several_plans_stand_behind_its_answer(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("modulo", f"{DRIVE}\n{BROKEN}", BROKEN, PLAN))
    assert shape(conversation).lstrip("s") == "addsadsaddd"


class Fallback:
    """Asks twice, and carries out the second answer and then the first."""

    traits = Traits()

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        asked = [await self._player.ask([Message("user", text)]) for text in ("A plan?", "Again?")]
        for answer in reversed(asked):
            episode.restart()
            carry_out(episode, await self._player.answers.plan(answer.text))


def test_plans_that_are_carried_out_after_the_last_answer_stand_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {**BUILT_IN, "fallback": f"{__name__}:Fallback"}
    monkeypatch.setattr(sys.modules[Traits.__module__], "BUILT_IN", places)
    [conversation] = told(tmp_path, play("fallback", PLAN, f"{DRIVE}\n{BROKEN}"))
    assert shape(conversation) == "sasaddddd"
    again = [turn.again for turn in conversation if isinstance(turn, Done)]
    assert again == [False, False, True, False, False]


def test_repeated_steps_are_all_told_and_numbered(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("act", BROKEN))
    assert shape(conversation).lstrip("s") == "ad" * 6
    assert [turn.number for turn in conversation if isinstance(turn, Done)] == [1, 2, 3, 4, 5, 6]


def test_an_episode_without_a_model_is_its_steps(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("random", ""))
    assert set(shape(conversation)) == {"d"}


@pytest.mark.parametrize("role", ["translator", "verifier"])
def test_a_question_to_another_model_stands_before_the_step_it_was_asked_for(role: str) -> None:
    def call(who: str, sent: tuple[Message, ...], text: str, done: int = 0) -> Call:
        answer = Completion(text, Usage(), "stop", cached=False, model="m")
        return Call(who, "m", 0, sent, answer, done=done)

    step = RecordedStep("go", "(go)", False, None, "I go.", (), ())
    transcript = Transcript(
        calls=(
            call("planner", (Message("user", "the task"),), "off we go"),
            call(role, (Message("user", "off we go"),), "(go)"),
            call(
                "planner", (Message("assistant", "off we go"), Message("user", "I go.")), "done", 1
            ),
        ),
        steps=(step,),
    )
    assert shape(list(turns(transcript))) == "sasada"


def test_what_a_mechanism_has_kept_stands_at_the_end(tmp_path: Path) -> None:
    [conversation] = told(tmp_path, play("act", DRIVE, LOAD, BACK, kept=HIERARCHY))
    assert conversation[-1] == Kept("hierarchy", HIERARCHY)


def test_a_step_of_a_graph_stands_before_the_questions_that_tell_of_it(tmp_path: Path) -> None:
    first = "It is far.", "- load; done when loaded", DRIVE
    second = "It is near.", "Good.", "no", LOAD
    third = "It is loaded.", "Good.", "no", BACK
    [conversation] = told(tmp_path, play("agentkit", *first, *second, *third))
    assert shape(conversation).lstrip("s") == "a" + "sa" * 2 + "d" + "sa" * 4 + "d" + "sa" * 4 + "d"
