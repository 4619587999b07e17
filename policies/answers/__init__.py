"""From a model's answer to steps: read as a whole, translated as a whole by a model, or unread."""

from policies.answers.answer_reader import MAX_READ, AnswerReader, Interpreter
from policies.answers.phrases import DomainWords, domain_words
from policies.answers.reading import (
    AnswerReading,
    Doubt,
    Finished,
    LookAround,
    Meaning,
    ReadStep,
    UnusableCall,
)
from policies.answers.text import without_thoughts
from policies.answers.translators import Before, ModelTranslator, SentenceTranslator, Translator

__all__ = [
    "MAX_READ",
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
    "SentenceTranslator",
    "Translator",
    "UnusableCall",
    "domain_words",
    "without_thoughts",
]
