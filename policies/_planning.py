"""LLM planning: one answer holds the whole plan (seed paper, section 4, "LLM Planning")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from pddl2nl.llm import Message
from policies.few_shot import PLAN_END, plan_example
from policies.mechanism import Player
from policies.translation import Chosen, Finished, LookAround
from simulator import Episode

StepsOf: TypeAlias = Callable[[str], Iterable[str]]
"""Which lines of an answer are steps."""


async def play_plan(
    player: Player, episode: Episode, instructions: str, steps_of: StepsOf, *, thinking: bool
) -> None:
    """Ask for a plan and carry it out, until it ends, is refused or cannot be read."""
    example = plan_example(player.example, thinking=thinking) if player.example else []
    messages = opening(player, episode, instructions, example)
    answer = (await player.ask(messages)).text
    for line in steps_of(answer.split(PLAN_END)[0]):
        reading = await player.translator.read(line)
        if isinstance(reading, Finished):
            break
        if isinstance(reading, LookAround):
            continue
        if not isinstance(reading, Chosen):
            episode.misunderstand(line)
            episode.end("plan-unread")
            return
        if episode.submit(reading.action, line).refused:
            episode.end("plan-refused")
            return
    episode.end("plan-ended")


def opening(
    player: Player, episode: Episode, instructions: str, example: Sequence[Message]
) -> list[Message]:
    """The conversation up to the model's first answer: instructions, example, task."""
    between = [
        Message("user", player.prompts.text("next_task")),
        Message("assistant", player.prompts.text("ready")),
    ]
    return [
        Message("system", player.prompts.text(instructions, domain_text=episode.domain_text)),
        *example,
        *(between if example else []),
        Message("user", episode.problem_text),
    ]
