"""One verdict on a whole-plan answer, whoever asks for it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from autoplan.grade.score import grade_reading
from pddl2nl.model import GroundAction
from policies.answers import AnswerReading, Doubt, Finished, LookAround, Meaning, ReadStep
from policies.planning import carry_out, outcome_of
from simulator import Episode
from simulator.world import World
from tests import yard

WORLD, SHOWN = World(yard.problem()), yard.english()
MEANINGS: list[Meaning] = [
    *yard.PLAN,
    GroundAction("drive", ("lorry", "shed", "shed")),
    Doubt("there is no object called x", attempt=GroundAction("drive", ("x", "quay", "shed"))),
    Doubt("it names no action"),
    LookAround(),
    Finished(),
]
STEPS = st.lists(st.sampled_from(MEANINGS), max_size=6)
READINGS = st.one_of(STEPS, STEPS.map(lambda rest: [*yard.PLAN, *rest])).flatmap(
    lambda meanings: st.builds(
        AnswerReading,
        st.just(tuple(ReadStep(f"line {n}", each, n) for n, each in enumerate(meanings, start=1))),
        strict=st.booleans(),
        translated=st.booleans(),
    )
)


@given(READINGS)
def test_an_episode_and_a_grade_agree(reading: AnswerReading) -> None:
    grade = grade_reading(WORLD, SHOWN.narrator, reading)
    episode = Episode(WORLD, SHOWN)
    finish, fault = carry_out(episode, reading)
    episode.end(finish)
    assert (grade.solved, grade.solved_strict) == (episode.solved, episode.solved_strictly)
    assert episode.untranslated == tuple(reading.untranslated)
    assert (grade.first_error is None) == (fault == "") == (episode.finish == "goal")
    if reading.unread:
        assert (episode.finish, episode.plan, grade.solved) == ("unread", (), None)
    else:
        assert grade.first_error is None or grade.first_error.endswith(fault)


def test_an_answer_is_read_translated_or_unread() -> None:
    step = ReadStep("drive", yard.PLAN[0], 1)
    doubt = ReadStep("dance", Doubt("it names no action"), 1)
    assert outcome_of(AnswerReading((step,), strict=True)) == "read"
    assert outcome_of(AnswerReading((step,), strict=False, translated=True)) == "translated"
    assert outcome_of(AnswerReading((step, doubt), strict=False, translated=True)) == "unread"
