"""What planning and acting share: how a conversation opens, and what a step does."""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.llm import Message
from policies.answers import Doubt, Finished, LookAround, ReadStep
from policies.mechanism import Player
from simulator import Episode, Observation


def opening(
    player: Player, episode: Episode, instructions: str, example: Sequence[Message]
) -> list[Message]:
    """The conversation up to the model's first answer: instructions, example, task."""
    between = [
        Message("user", player.prompts.text("next_task")),
        Message("assistant", player.prompts.text("ready")),
    ]
    system = player.prompts.text(
        instructions,
        domain_text=episode.domain_text,
        example=bool(example),
        style=episode.style,
    )
    # How many steps there are depends on the task, and the instructions are the same for all.
    task = player.prompts.text(
        "task", problem_text=episode.problem_text, style=episode.style, steps=episode.step_limit
    )
    return [
        Message("system", system),
        *example,
        *(between if example else []),
        Message("user", task),
    ]


def take_step(episode: Episode, step: ReadStep) -> Observation:
    """Do what a step says; one in names that there are not is refused in the simulator's words."""
    match step.meaning:
        case LookAround():
            return episode.look(step.said)
        case Finished():
            return episode.declare_finished(step.said)
        case Doubt(attempt=None):
            return episode.misunderstand(step.said)
        case Doubt(attempt=attempt):
            assert attempt is not None
            return episode.submit(attempt, step.said)
        case action:
            return episode.submit(action, step.said)
