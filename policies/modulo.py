"""LLM-Modulo: a model proposes whole plans, and a verifier says what is wrong with each.

Kambhampati et al., "LLMs Can't Plan, But Can Help Planning in LLM-Modulo Frameworks" (ICML 2024),
as the ProcLLM and multi-step papers discuss it. The verifier is World, in the narrator's words.
What the multi-step paper reports of repairs (section 4.1, "Repair looping") holds for plans, too:
a model may go back and forth between wrong ones, so a plan that was proposed before is noticed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pddl2nl.errors import InputError
from pddl2nl.llm import Message
from policies.answers import Doubt, ReadStep
from policies.mechanism import Player, Traits
from policies.planning import MAX_CONVERSATIONS, TriedPlan, is_stuck, plan_opening, try_plan
from simulator import Episode

ROUNDS = 10
"""How many plans may be proposed, as in Gundawar et al. 2024 (multi-step paper, section 1)."""


@dataclass(frozen=True, slots=True)
class Round:
    """One plan that was proposed.

    Args:
        number: from 1; prompts refer to plans by it.
        conversation: which conversation it belongs to, from 1.
        plan: its steps as they were read, in PDDL.
        said: its steps in the model's words.
        same_as: the rounds before in which the same plan was proposed.
        critique: what is wrong with it; empty where it reaches the goal.
        unread: whether it could not be read; then `plan` is the answer, and `said` what was in
            doubt.
    """

    number: int
    conversation: int
    plan: tuple[str, ...]
    said: tuple[str, ...]
    same_as: tuple[int, ...]
    critique: str
    unread: bool = False


class Modulo:
    """Ask for a whole plan, tell what World says of it, and ask again."""

    traits = Traits(step_by_step=False, asks_again=True)

    def __init__(self, player: Player, *, rounds: int = ROUNDS) -> None:
        """
        Args:
            player: what it plays with.
            rounds: how many plans may be proposed.

        Raises:
            InputError: there is to be no round.
        """
        if rounds < 1:
            raise InputError(f"rounds must be 1 or more, not {rounds}")
        self._player = player
        self._rounds = rounds

    async def run(self, episode: Episode) -> None:
        begun = plan_opening(self._player, episode, "basic", thinking=False)
        messages, conversation = list(begun), 1
        rounds: list[Round] = []
        while True:
            tried = await try_plan(self._player, episode, messages, draw=conversation - 1)
            rounds.append(_round(rounds, conversation, tried))
            episode.attach("rounds", [asdict(each) for each in rounds])
            if not tried.fault or len(rounds) == self._rounds:
                episode.end(tried.finish)
                return
            own = [bool(each.same_as) for each in rounds if each.conversation == conversation]
            if not is_stuck(own):
                text = self._player.prompts.text
                critique = text("modulo_critique", round=rounds[-1], done=tried.done)
                messages += [Message("assistant", tried.answer), Message("user", critique)]
            elif conversation < MAX_CONVERSATIONS:
                messages, conversation = self._afresh(begun, rounds), conversation + 1
            else:
                episode.end("unread" if tried.unread else "plan-loop")
                return
            episode.restart()

    def _afresh(self, begun: Sequence[Message], rounds: Sequence[Round]) -> list[Message]:
        """The conversation at its beginning, with what has failed but not how it was talked of."""
        failed = [each for each in rounds if not each.same_as]
        failures = self._player.prompts.text("modulo_afresh", failed=failed)
        *before, task = begun
        return [*before, Message(task.role, f"{task.content}\n\n{failures}")]


def _round(before: Sequence[Round], conversation: int, tried: TriedPlan) -> Round:
    plan = _words(tried.answer) if tried.unread else tuple(map(_as_read, tried.steps))
    return Round(
        number=len(before) + 1,
        conversation=conversation,
        plan=plan,
        said=tuple(step.text for step in tried.steps),
        same_as=tuple(each.number for each in before if each.plan == plan),
        critique=tried.fault,
        unread=tried.unread,
    )


def _words(answer: str) -> tuple[str, ...]:
    """An answer line by line, so that two in the same words are equal."""
    return tuple(" ".join(line.casefold().split()) for line in answer.splitlines() if line.strip())


def _as_read(step: ReadStep) -> str:
    """A step so that two that mean the same are equal."""
    meaning = step.meaning
    return str(meaning.attempt if isinstance(meaning, Doubt) else meaning)
