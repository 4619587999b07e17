"""From a model's answer to steps: structure, meaning, doubt; a translating model comes last."""

from policies.answers.answer_reader import MOST_READ, AnswerReader
from policies.answers.interpreter import Interpreter
from policies.answers.meaning.frames import DomainWords, domain_words
from policies.answers.model_translator import Before, ModelTranslator
from policies.answers.reading import (
    AnswerReading,
    Doubt,
    Finished,
    LookAround,
    Meaning,
    ReadStep,
    UnusableCall,
)

__all__ = [
    "MOST_READ",
    "AnswerReader",
    "AnswerReading",
    "Before",
    "DomainWords",
    "Doubt",
    "Finished",
    "Interpreter",
    "LookAround",
    "Meaning",
    "ModelTranslator",
    "ReadStep",
    "UnusableCall",
    "domain_words",
]
