"""LLM policies: one answer, one observation (seed paper, section 4, "LLM Policies")."""

from __future__ import annotations

from pddl2nl.llm import Message
from policies.answers import MOST_READ, Before, ReadStep
from policies.conversation import opening, take_step
from policies.few_shot import dialogue_example
from policies.mechanism import Player
from simulator import Episode


async def play_steps(
    player: Player, episode: Episode, instructions: str, *, thinking: bool
) -> None:
    """Ask for one step at a time until the goal is reached or the steps are used up."""
    example = dialogue_example(player.example, thinking=thinking) if player.example else []
    messages = opening(player, episode, instructions, example)
    before: Before | None = None
    useless = 0
    while not episode.finished:
        answer = (await player.ask(messages)).text
        reading = await player.answers.turn(answer, before)
        episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
        done = len(episode.plan)
        seen, before = take_turn(episode, reading.steps, before)
        useless = 0 if len(episode.plan) > done else useless + 1
        if useless == player.patience and not episode.finished:
            episode.end("patience")
        # What is not read is not sent again, turn after turn.
        messages += [Message("assistant", answer[:MOST_READ]), Message("user", seen)]


def take_turn(
    episode: Episode, steps: tuple[ReadStep, ...], before: Before | None
) -> tuple[str, Before | None]:
    """Carry out the steps of one answer in turn, until one goes wrong.

    Returns:
        Everything that was observed, and what happened last.
    """
    seen: list[str] = []
    for step in steps:
        observation = take_step(episode, step)
        seen.append(observation.text)
        if step.action is not None:
            before = Before(step.action, observation.text)
        if observation.mistake is not None or episode.finished:
            break
    return "\n".join(seen), before
