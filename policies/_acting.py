"""LLM policies: one answer, one action, one observation (seed paper, section 4, "LLM Policies")."""

from __future__ import annotations

from pddl2nl.llm import Message
from policies._answers import step_in
from policies._planning import opening
from policies.few_shot import dialogue_example
from policies.mechanism import Player
from policies.translation import Chosen, Finished, LookAround
from simulator import Episode, Observation


async def play_steps(
    player: Player, episode: Episode, instructions: str, *, thinking: bool
) -> None:
    """Ask for one step at a time until the goal is reached or the steps are used up."""
    example = dialogue_example(player.example, thinking=thinking) if player.example else []
    messages = opening(player, episode, instructions, example)
    while not episode.finished:
        answer = (await player.ask(messages)).text
        seen = await take_step(player, episode, answer)
        messages += [Message("assistant", answer), Message("user", seen.text)]


async def take_step(player: Player, episode: Episode, answer: str) -> Observation:
    """Do what an answer says."""
    sentence = step_in(answer)
    reading = await player.translator.read(sentence)
    match reading:
        case Chosen(action):
            return episode.submit(action, sentence)
        case LookAround():
            return episode.look(sentence)
        case Finished():
            return episode.declare_finished(sentence)
        case _:
            return episode.misunderstand(sentence)
