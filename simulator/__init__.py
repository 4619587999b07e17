"""What an action does, and how to say so."""

from simulator.episode import ALL_FEEDBACK, Episode, Feedback, Finish, Observation, Step
from simulator.outcome import Mistake
from simulator.presentation import (
    FORMS,
    EnglishNarrator,
    InputForm,
    Narrator,
    PddlNarrator,
    Presentation,
    present_by_hand,
    present_english,
    present_pddl,
    wording,
)

__all__ = [
    "ALL_FEEDBACK",
    "FORMS",
    "EnglishNarrator",
    "Episode",
    "Feedback",
    "Finish",
    "InputForm",
    "Mistake",
    "Narrator",
    "Observation",
    "PddlNarrator",
    "Presentation",
    "Step",
    "present_by_hand",
    "present_english",
    "present_pddl",
    "wording",
]
