"""LLM planning: one answer holds the whole plan (seed paper, section 4, "LLM Planning")."""

from __future__ import annotations

from policies._conversation import opening, take_step
from policies.answers import Finished, LookAround
from policies.few_shot import plan_example
from policies.mechanism import Player
from simulator import Episode


async def play_plan(player: Player, episode: Episode, instructions: str, *, thinking: bool) -> None:
    """Ask for a plan and carry it out, until it ends, is refused or cannot be read."""
    example = plan_example(player.example, thinking=thinking) if player.example else []
    messages = opening(player, episode, instructions, example)
    answer = (await player.ask(messages)).text
    reading = await player.answers.plan(answer)
    episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
    for step in reading.steps:
        if isinstance(step.meaning, LookAround | Finished):
            continue
        observation = take_step(episode, step)
        if observation.mistake is not None:
            episode.end("plan-refused" if observation.refused else "plan-unread")
            return
    episode.end("plan-ended")
