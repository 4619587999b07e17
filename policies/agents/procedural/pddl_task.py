"""A PDDL task as files: the generated texts, the format of an answer, and how it is graded."""

from __future__ import annotations

from collections.abc import Mapping

from domains.agents import AgenticTask, Assessment
from pddl2nl.model import Problem
from policies.agents.procedural.task_files import TaskTexts
from policies.answers import AnswerReader, AnswerReading, DomainWords
from policies.planning import carry_out
from policies.prompts import PromptSet
from simulator import Episode, Presentation
from simulator.world import World

_NO_STEPS = "The answer proposes no step of a plan."


def pddl_task(
    name: str,
    problem: Problem,
    presentation: Presentation,
    words: DomainWords,
    prompts: PromptSet,
    size: Mapping[str, int],
) -> AgenticTask:
    """A PDDL task for an agent outside of an episode.

    Args:
        name: what it is called.
        problem: the task.
        presentation: its texts.
        words: its domain in these words, for the reader of answers.
        prompts: the prompt set, which holds the format of an answer.
        size: what its difficulty depends on.
    """
    reader, world = AnswerReader(problem, words, presentation.names), World(problem)
    texts = pddl_texts(prompts, presentation)

    def check(answer: str) -> Assessment:
        return assessed(Episode(world, presentation), reader.read(answer))

    return AgenticTask(name, texts.specification, texts.request, check, size=size)


def pddl_texts(prompts: PromptSet, presentation: Presentation) -> TaskTexts:
    """The texts of a task, and the format of an answer."""
    specification = prompts.text(
        "agent_specification",
        domain_text=presentation.domain_text,
        pddl=presentation.form == "pddl",
        style=presentation.style,
    )
    return TaskTexts(specification, presentation.problem_text)


def assessed(aside: Episode, reading: AnswerReading) -> Assessment:
    """Whether a plan leads to the goal, tried out in an episode made for that; None if unread."""
    if not reading.proposed and not aside.solved:
        return Assessment(False, _NO_STEPS)
    finish, fault = carry_out(aside, reading)
    return Assessment(None if finish == "unread" else not fault, fault)
