"""The few-shot example: one solved task of the same domain, shown as the mechanism shows its tasks.

Observations come from the simulator. Thoughts are written by rule, or by a model beforehand as in
the seed paper (section 4 and appendix E; see `policies.thought_writer`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from pddl2nl.llm import Message
from pddl2nl.model import GroundAction
from policies.thoughts import thoughts
from simulator import Episode, Presentation
from simulator.world import World

PLAN_END = "[PLAN END]"
THINK = "Think:"
INSTRUCTION = "Instruction:"
FINISHED = "You are finished."


@dataclass(frozen=True)
class Example:
    """A task with a plan that solves it, in the input form of the tasks to be played.

    Args:
        thoughts: one before each step and one at the end; those of the rules where none are given.
    """

    world: World
    presentation: Presentation
    plan: tuple[GroundAction, ...]
    thoughts: tuple[str, ...] = ()

    @cached_property
    def ideas(self) -> Sequence[str]:
        """The thoughts, whoever wrote them; worked out once, since all episodes show the same."""
        return self.thoughts or thoughts(self.world, self.presentation, self.plan)

    @cached_property
    def observations(self) -> Sequence[str]:
        """What is observed of each step."""
        episode = Episode(self.world, self.presentation)
        return [episode.submit(action).text for action in self.plan]


def plan_example(example: Example, *, thinking: bool) -> list[Message]:
    """The task and its whole plan, a line a step (Basic), or a thought and a step (CoT)."""
    steps = [example.presentation.narrator.action(action) for action in example.plan]
    if thinking:
        steps = list(map(_thought_and, example.ideas[: len(steps)], steps))
    answer = "\n".join([*steps, PLAN_END])
    return [Message("user", example.presentation.problem_text), Message("assistant", answer)]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of an example that is played step by step.

    Args:
        message: what the player gets before it: the task, or what it observed last.
        thought: what it thinks.
        action: what it does; None where it says that it is finished.
    """

    message: str
    thought: str
    action: GroundAction | None


def dialogue_example(example: Example, *, thinking: bool) -> list[Message]:
    """The task played step by step with the simulator's observations (Act, ReAct)."""
    say = example.presentation.narrator.action
    messages: list[Message] = []
    for turn in played(example, thinking=thinking):
        step = FINISHED if turn.action is None else say(turn.action)
        answer = _thought_and(turn.thought, step) if thinking else step
        messages += [Message("user", turn.message), Message("assistant", answer)]
    return messages


def played(example: Example, *, thinking: bool) -> Iterator[Turn]:
    """The turns of an example that is played step by step; thoughts are empty without thinking."""
    messages = (example.presentation.problem_text, *example.observations)
    ideas = example.ideas if thinking else repeat("")
    return map(Turn, messages, ideas, (*example.plan, None))


def _thought_and(thought: str, step: str) -> str:
    return f"{THINK} {thought}\n{INSTRUCTION} {step}"
