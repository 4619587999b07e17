"""Readers of a player's answers, as an evaluation makes them, without a translating model."""

from __future__ import annotations

from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Problem
from pddl2nl.naming import ObjectNames, name_objects
from policies.answers import AnswerReader, Interpreter, domain_words


def answer_reader(task: Problem, lexicon: Lexicon | None) -> AnswerReader:
    """A reader for prompts in some words; None for prompts in PDDL."""
    plain = ObjectNames.unchanged(task.all_objects)
    names = plain if lexicon is None else name_objects(task)
    return AnswerReader(task, domain_words(task.domain, lexicon), names)


def interpreter(task: Problem, lexicon: Lexicon | None) -> Interpreter:
    """What a player has that no translating model helps."""
    return Interpreter(answer_reader(task, lexicon))
