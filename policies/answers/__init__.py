"""From a model's answer to steps: read as a whole, translated as a whole by a model, or unread."""

from policies.answers.answer_reader import MAX_READ, AnswerReader
from policies.answers.interpreter import Interpreter
from policies.answers.model_translator import Before, ModelTranslator, Translator
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
from policies.answers.sentence_translator import SentenceTranslator
from policies.answers.text import without_thoughts

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
