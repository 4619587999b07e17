"""An episode as a conversation: what was asked, answered, done and observed, in order.

A transcript holds calls and steps in two lists. A step's observation comes back to the model as a
message, and that is the place where the step belongs; told as a step, the message is left out.
Where several whole plans were written, the steps of each belong behind it.
A question of a graph tells everything so far instead, and the steps stand before the first one that
tells of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from autoplan.results.reading import ToldStep, Transcript
from autoplan.results.record import Call
from pddl2nl.llm import Message, tools_told
from policies.answer_forms import SAID, SEEN


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message that was sent to a model asked as `role`."""

    role: str
    message: Message


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model answered."""

    call: Call


@dataclass(frozen=True, slots=True)
class Done:
    """A step, numbered from 1."""

    number: int
    step: ToldStep


@dataclass(frozen=True, slots=True)
class Kept:
    """What a mechanism has kept besides, as JSON: ChatHTN's hierarchy."""

    name: str
    data: Any


ConversationTurn: TypeAlias = Utterance | Answered | Done | Kept


def turns(transcript: Transcript) -> Iterator[ConversationTurn]:
    """The turns of an episode, in the order in which they happened."""
    steps = [Done(number, step) for number, step in enumerate(transcript.steps, start=1)]
    begun = iter(transcript.begun)
    answers: dict[str, set[str]] = {}
    for call in transcript.calls:
        if call.role == "planner":
            before_it = next(begun, 0)
            yield from (done for done in steps if done.number <= before_it)
            steps = [done for done in steps if done.number > before_it]
        before = answers.setdefault(call.role, set())
        if call.tools:
            yield Utterance(call.role, Message("system", tools_told(call.tools)))
        for message in call.sent:
            if message.role == "assistant" and message.told in before:
                continue  # what the model said before, repeated to it
            # Before the first answer nothing was done: the few-shot example has observations too.
            seen = _observed(steps, message.content) if before else 0
            if seen:
                yield from steps[:seen]
                steps = steps[seen:]
            else:
                past = _in_history(steps, message.content) if before else 0
                yield from steps[:past]
                steps = steps[past:]
                yield Utterance(call.role, message)
        before.add(call.completion.told)
        yield Answered(call)
    yield from steps
    yield from (Kept(name, data) for name, data in transcript.attachments.items())


def _in_history(steps: Sequence[Done], message: str) -> int:
    """How many of the next steps stand in the history that a question of a graph is given."""
    for number, done in enumerate(steps):
        if f"{SAID}{done.step.said}\n{SEEN}{done.step.observation}" not in message:
            return number
    return len(steps)


def _observed(steps: Sequence[Done], message: str) -> int:
    """How many of the next steps a message tells the observations of; 0 if it tells other things.

    One answer may order several steps, and their observations come back together.
    """
    told = ""
    for number, done in enumerate(steps, start=1):
        told += f"\n{done.step.observation}" if told else done.step.observation
        if told == message:
            return number
        if not message.startswith(told):
            break
    return 0
