"""LLM planning: one answer holds the whole plan (the paper, section 4, "LLM Planning").

The verdict on such an answer, `follow`, is one walk for `eval` and for `score`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pddl2nl.llm import Message
from pddl2nl.model import Condition, GroundAction
from policies.answers import MAX_READ, AnswerReading, Doubt, ReadStep
from policies.answers.text import without_thoughts
from policies.few_shot import NO_PLAN, PLAN_END, plan_example
from policies.mechanism import ENGLISH_FORMS, Player, Traits, doubts_of, opening, report_doubt
from simulator import Episode, Finish
from simulator.outcome import Outcome, Refused

_CLAIM = re.compile(r"[\W_]*no[ _]plan[\W_]*", re.IGNORECASE)

AnswerOutcome: TypeAlias = Literal["read", "translated", "unread"]
"""How an answer was understood: by rules, by a model, or not at all."""

Submit: TypeAlias = Callable[[GroundAction, str], Outcome | None]
"""Tries an action, given the words for it, where the plan stands."""


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """What becomes of a whole plan.

    Args:
        doubts: the parts that could not be read; where there are any, nothing was carried out.
        refused: why a step was refused, None where none was.
        number: how many steps were tried; the refused one is the last of them.
        unmet: the parts of the goal that do not hold after the last step.
    """

    doubts: tuple[ReadStep, ...] = ()
    refused: Refused | None = None
    number: int = 0
    unmet: tuple[Condition, ...] = ()

    @property
    def solved(self) -> bool | None:
        """Whether it reaches the goal; None where it could not be read."""
        return None if self.doubts else self.refused is None and not self.unmet

    @property
    def finish(self) -> Literal["unread", "plan-refused", "plan-ended"]:
        """How it ends: see `simulator.Finish`."""
        if self.doubts:
            return "unread"
        return "plan-refused" if self.refused else "plan-ended"


def outcome_of(reading: AnswerReading) -> AnswerOutcome:
    """How an answer was understood."""
    if reading.unread:
        return "unread"
    return "translated" if reading.translated else "read"


def follow(
    reading: AnswerReading, submit: Submit, unmet_goal: Callable[[], Sequence[Condition]]
) -> PlanVerdict:
    """Carry out a plan until a step is refused; nothing of one that is unread.

    Args:
        reading: the answer.
        submit: tries a step.
        unmet_goal: the parts of the goal that do not hold where the plan stands.
    """
    if reading.unread:
        return PlanVerdict(doubts_of(reading))
    for number, step in enumerate(reading.proposed, start=1):
        # A step in names that there are not is tried, and refused.
        action = step.meaning.attempt if isinstance(step.meaning, Doubt) else step.action
        assert action is not None, "only steps that were read are carried out"
        outcome = submit(action, step.text)
        if isinstance(outcome, Refused):
            return PlanVerdict(refused=outcome, number=number)
    return PlanVerdict(number=len(reading.proposed), unmet=tuple(unmet_goal()))


MAX_REPEATED = 2
"""The number of repetitions in a row after which a conversation has no future."""
MAX_CONVERSATIONS = 2
"""How many conversations are begun: one, and a fresh one where it has got stuck."""


def is_stuck(repeated: Sequence[bool]) -> bool:
    """Whether a conversation goes round in circles.

    The model gets a report of one repetition, and may overcome it; something new ends the count.

    Args:
        repeated: for each of its proposals in order whether it repeats what has failed before.
    """
    last = repeated[-MAX_REPEATED:]
    return len(last) == MAX_REPEATED and all(last)


MAX_EXPLAINED = 5
"""How many parts of an answer that could not be read are explained to the model at once."""


@dataclass(frozen=True, slots=True)
class TriedPlan:
    """A whole plan that a model wrote, and what came of it.

    Args:
        answer: the model's answer, as it is repeated to it.
        steps: what was read in it.
        finish: how it ends.
        fault: the report of it to the player; empty where it reaches the goal.
        done: how many of its steps were carried out.
    """

    answer: str
    steps: tuple[ReadStep, ...]
    finish: Finish
    fault: str
    done: int

    @property
    def unread(self) -> bool:
        """Whether it could not be read, so that none of it was carried out."""
        return self.finish == "unread"


async def play_plan(
    player: Player, episode: Episode, instructions: str, *, thinking: bool, may_claim: bool = False
) -> None:
    """Ask for a plan and carry it out, until it ends or is refused; one not read ends as `unread`.

    Where further attempts are allowed, the model learns why the plan has failed, and writes a
    whole one again.

    Args:
        may_claim: whether it may answer that there is no plan, which ends as `unsolvable`: the
            player does not learn whether that is right.
    """
    messages = plan_opening(player, episode, instructions, thinking=thinking, may_claim=may_claim)
    while True:
        tried = await try_plan(player, episode, messages, may_claim=may_claim)
        if not tried.fault or episode.attempts >= player.rules.attempts:
            episode.end(tried.finish)
            return
        again = player.prompts.text("try_again", fault=tried.fault, read=not tried.unread)
        messages += [Message("assistant", tried.answer), Message("user", again)]
        episode.restart()


def plan_opening(
    player: Player, episode: Episode, instructions: str, *, thinking: bool, may_claim: bool = False
) -> list[Message]:
    """The conversation up to the first plan."""
    example = plan_example(player.example, thinking=thinking) if player.example else []
    return opening(player, episode, instructions, example, may_claim=may_claim)


async def try_plan(
    player: Player,
    episode: Episode,
    messages: list[Message],
    *,
    draw: int = 0,
    may_claim: bool = False,
) -> TriedPlan:
    """Ask for a whole plan and carry it out from where the episode stands.

    Args:
        draw: which of several answers to the same messages is wanted (see `Player.ask`).
        may_claim: whether the answer may be that there is no plan.
    """
    answer = (await player.ask(messages, draw=draw)).text
    claim = claimed(answer) if may_claim else None
    if claim is True:
        episode.note_answer(strict=NO_PLAN in answer, untranslated=())
        return TriedPlan(answer, (), "unsolvable", "", 0)
    reading = claim or await player.answers.plan(answer)
    if may_claim and not reading.steps and (line := _first_line(answer)):
        doubt = Doubt(f"it is neither a plan nor the line {NO_PLAN}")
        reading = AnswerReading((ReadStep(line[1], doubt, line[0]),), strict=False)
    finish, fault = carry_out(episode, reading)
    return TriedPlan(answer[:MAX_READ] or "-", reading.proposed, finish, fault, len(episode.plan))


def claimed(answer: str) -> Literal[True] | AnswerReading | None:
    """Whether an answer claims that there is no plan: the line `[NO PLAN]` alone does.

    Its typography does not matter.

    Returns:
        None for an answer without that line; one that says more is unread, since only one of the
        two can be meant.
    """
    lines = _worded_lines(answer)
    claims = [number for number, line in lines if _CLAIM.fullmatch(line)]
    if not claims:
        return None
    if len(claims) == len(lines):
        return True
    doubt = Doubt("it claims that there is no plan, and says more")
    return AnswerReading((ReadStep(NO_PLAN, doubt, claims[0]),), strict=False)


def _first_line(answer: str) -> tuple[int, str] | None:
    """The first line with words and its number; None where there is no word but of the end."""
    return next(iter(_worded_lines(answer)), None)


def _worded_lines(answer: str) -> list[tuple[int, str]]:
    """The lines that have words, with their numbers, without thoughts and `[PLAN END]`."""
    lines = enumerate(map(str.strip, without_thoughts(answer).splitlines()), 1)
    return [(n, line) for n, line in lines if re.search(r"\w", line) and line != PLAN_END]


def carry_out(episode: Episode, reading: AnswerReading) -> tuple[Finish, str]:
    """Carry out a whole plan until a step is refused; nothing of an answer that is unread.

    The episode notes how the answer was read.

    Returns:
        How the plan ends, and the report of it to the player: empty where it reaches the goal.
    """
    episode.note_answer(strict=reading.strict, untranslated=reading.untranslated)
    verdict = follow(
        reading,
        lambda action, text: episode.submit(action, text).outcome,
        lambda: episode.world.unmet_goal(episode.state),
    )
    if verdict.doubts:
        seen = [report_doubt(episode, step).text for step in verdict.doubts[:MAX_EXPLAINED]]
        return verdict.finish, "\n".join(dict.fromkeys(seen))
    if verdict.refused:
        return verdict.finish, episode.history[-1].observation.text
    if verdict.unmet:
        return verdict.finish, episode.narrator.unfinished(verdict.unmet)
    return "goal", ""


class Basic:
    """Ask once for a plan."""

    traits = Traits(step_by_step=False)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        may_claim = self._player.rules.allow_unsolvable
        await play_plan(self._player, episode, "basic", thinking=False, may_claim=may_claim)


class CoT:
    """Ask once for a plan with thoughts. Thoughts are English, so PDDL is no input form for it."""

    traits = Traits(forms=ENGLISH_FORMS, step_by_step=False, thinks=True)

    def __init__(self, player: Player) -> None:
        self._player = player

    async def run(self, episode: Episode) -> None:
        await play_plan(self._player, episode, "cot", thinking=True)
