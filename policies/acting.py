"""LLM policies: one answer, one observation (the paper, section 4, "LLM Policies")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pddl2nl.llm import Completion, Message, Tool
from policies.answers import MAX_READ, AnswerReading, Before, UnusableCall
from policies.few_shot import dialogue_example
from policies.functions import CallTurns
from policies.mechanism import (
    ALL_FORMS,
    ENGLISH_FORMS,
    Player,
    Traits,
    doubts_of,
    opening,
    take_step,
)
from simulator import Episode


class TextTurns:
    """Steps are text; `CallTurns` has the same methods for steps that are calls of functions."""

    tools: tuple[Tool, ...] = ()
    """The functions that the model may call."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def example(self, *, thinking: bool) -> list[Message]:
        """The few-shot example; nothing where there is none."""
        shown = self._player.example
        return dialogue_example(shown, thinking=thinking) if shown else []

    async def read(self, answer: Completion, before: Before | None) -> AnswerReading:
        """The steps that an answer orders, given what happened before."""
        return await self._player.answers.turn(answer.text, before)

    def reply(self, answer: Completion, seen: Sequence[str]) -> list[Message]:
        """An answer as it is sent again, and what was observed of its steps."""
        # What is not read is not sent again, turn after turn.
        reply = Message("assistant", answer.text[:MAX_READ])
        return [reply, Message("user", "\n".join(seen))]


async def play_steps(
    player: Player, episode: Episode, instructions: str, *, thinking: bool
) -> None:
    """Ask for one step at a time until the goal is reached or the steps are used up."""
    turns = CallTurns(player, episode) if episode.form == "tools" else TextTurns(player)
    messages = opening(player, episode, instructions, turns.example(thinking=thinking))
    before: Before | None = None
    useless = 0
    while not episode.finished:
        answer = await player.ask(messages, tools=turns.tools)
        reading = await turns.read(answer, before)
        episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
        done = len(episode.plan)
        seen, before = take_steps(episode, reading, before)
        useless = 0 if len(episode.plan) > done else useless + 1
        if useless == player.rules.patience and not episode.finished:
            episode.end("patience")
        messages += turns.reply(answer, seen)


def take_turn(
    episode: Episode, reading: AnswerReading, before: Before | None
) -> tuple[str, Before | None]:
    """Carry out the steps of one answer in turn, until one goes wrong.

    An answer that is unread is one misunderstood step, whose observation gives the reason.

    Returns:
        Everything that was observed, and what happened last.
    """
    seen, last = take_steps(episode, reading, before)
    return "\n".join(seen), last


def take_steps(
    episode: Episode, reading: AnswerReading, before: Before | None
) -> tuple[list[str], Before | None]:
    """As `take_turn`, with what was observed of each step that was tried."""
    seen: list[str] = []
    # Of an answer that is unread its first part in doubt counts alone; calls of functions are read
    # one by one, and each has a result of its own.
    doubts = (step for step in doubts_of(reading) if not isinstance(step.meaning, UnusableCall))
    for step in tuple(islice(doubts, 1)) or reading.steps:
        observation = take_step(episode, step)
        seen.append(observation.text)
        if step.action is not None:
            before = Before(step.action, observation.text, episode.plan)
        if observation.mistake is not None or episode.finished:
            break
    return seen, before


class Act:
    """Ask for one action, carry it out, tell what happened, and ask again."""

    traits = Traits(forms=ALL_FORMS)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_steps(self._player, episode, "act", thinking=False)


class ReAct:
    """As Act, with a thought before each action. Thoughts are English, so PDDL is no input form."""

    traits = Traits(forms=ENGLISH_FORMS | {"tools"}, thinks=True)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_steps(self._player, episode, "react", thinking=True)
