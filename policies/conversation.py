"""What planning and acting share: how a conversation opens, and what a step does."""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.llm import Message
from policies.answers import Doubt, Finished, LookAround, ReadStep, UnusableCall
from policies.mechanism import Player
from simulator import Episode, Observation


def opening(
    player: Player, episode: Episode, instructions: str, example: Sequence[Message]
) -> list[Message]:
    """The conversation up to the model's first answer: instructions, example, task.

    Args:
        player: who plays.
        episode: the task.
        instructions: the template of the system message for English; in PDDL and with tools it is
            `NAME_pddl` or `NAME_tools`.
        example: the few-shot example, nothing for none.

    Raises:
        PromptError: a template is missing, or uses a value that it is not given.
    """
    system = player.prompts.text(
        player.prompts.instructions(instructions, episode.form),
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
        *(_between(player, example[-1]) if example else ()),
        Message("user", task),
    ]


def _between(player: Player, last: Message) -> tuple[Message, Message]:
    """The messages between the example and the task; a call at the example's end has a result."""
    next_task = player.prompts.text("next_task")
    message = (
        Message("tool", next_task, tool_call_id=last.tool_calls[-1].id)
        if last.tool_calls
        else Message("user", next_task)
    )
    return message, Message("assistant", player.prompts.text("ready"))


def take_step(episode: Episode, step: ReadStep) -> Observation:
    """Do what a step says; one in names that there are not is refused in the simulator's words."""
    match step.meaning:
        case LookAround():
            return episode.look(step.text)
        case Finished():
            return episode.declare_finished(step.text)
        case Doubt(attempt=None):
            return report_doubt(episode, step)
        case Doubt(attempt=attempt):
            assert attempt is not None
            return episode.submit(attempt, step.text)
        case action:
            return episode.submit(action, step.text)


def report_doubt(episode: Episode, step: ReadStep) -> Observation:
    """Answer a step that could not be read with the reason and the nearest valid form."""
    doubt = step.meaning
    assert isinstance(doubt, Doubt)
    # There is no more to report on an empty step, except that a call was expected.
    explained = step.text.strip() or isinstance(doubt, UnusableCall)
    return episode.misunderstand(step.text, doubt.reason if explained else "", doubt.nearest)
