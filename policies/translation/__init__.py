"""From a player's sentence to an action: exact matching first, a translating model (T-LLM) last."""

from policies.translation._match import TemplateTranslator
from policies.translation._model import ModelTranslator
from policies.translation._pddl import PddlTranslator
from policies.translation._phrasebook import Phrasebook, phrasebook
from policies.translation._reading import (
    Chosen,
    Finished,
    LookAround,
    Reading,
    Translator,
    Unread,
)
from policies.translation.answers import AnswerReader, PlanReading

__all__ = [
    "AnswerReader",
    "Chosen",
    "Finished",
    "LookAround",
    "ModelTranslator",
    "PddlTranslator",
    "Phrasebook",
    "PlanReading",
    "Reading",
    "TemplateTranslator",
    "Translator",
    "Unread",
    "phrasebook",
]
