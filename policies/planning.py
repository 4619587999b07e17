"""LLM planning: one answer holds the whole plan (seed paper, section 4, "LLM Planning")."""

from __future__ import annotations

from pddl2nl.llm import Message
from policies.answers import MOST_READ, Finished, LookAround, ReadStep
from policies.conversation import opening, take_step
from policies.few_shot import plan_example
from policies.mechanism import Player
from simulator import Episode, Finish


async def play_plan(player: Player, episode: Episode, instructions: str, *, thinking: bool) -> None:
    """Ask for a plan and carry it out, until it ends, is refused or cannot be read.

    Where further attempts are allowed, the model is told why the plan has failed, and writes a
    whole one again.
    """
    example = plan_example(player.example, thinking=thinking) if player.example else []
    messages = opening(player, episode, instructions, example)
    while True:
        answer = (await player.ask(messages)).text
        reading = await player.answers.plan(answer)
        episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
        finish, fault = carry_out(episode, reading.steps)
        if not fault or episode.attempts >= player.attempts:
            episode.end(finish)
            return
        again = player.prompts.text("try_again", fault=fault)
        messages += [Message("assistant", answer[:MOST_READ] or "-"), Message("user", again)]
        episode.restart()


def carry_out(episode: Episode, steps: tuple[ReadStep, ...]) -> tuple[Finish, str]:
    """Carry out the steps of a whole plan until one is refused or cannot be read.

    Returns:
        How the plan ends, and what the player is told of it: nothing where it reaches the goal.
    """
    for step in steps:
        if isinstance(step.meaning, LookAround | Finished):
            continue
        observation = take_step(episode, step)
        if observation.mistake is not None:
            return ("plan-refused" if observation.refused else "plan-unread"), observation.text
    unmet = episode.world.unmet_goal(episode.state)
    return "plan-ended", episode.narrator.unfinished(unmet) if unmet else ""
