"""What an action does, and how to say so."""

from simulator.episode import Episode, Finish, Observation, Step
from simulator.feedback import ALL_FEEDBACK, Feedback
from simulator.narrator import EnglishNarrator, Narrator, PddlNarrator
from simulator.outcome import Mistake
from simulator.presentation import (
    FORMS,
    InputForm,
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
