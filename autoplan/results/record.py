"""What is kept of an episode: figures, transcript, verdicts, and what wrote its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from autoplan.models.paid_models import Expense, Ledger
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import (
    Completion,
    Usage,
    as_data,
)
from pddl2nl.model import GroundAction, Problem, conjuncts
from pddl2nl.readback import UNREAD
from pddl2nl.verbalizers.rules.plain import TEMPLATE
from policies.symbolic import Solvability
from simulator import Episode, InputForm, Narrator, Presentation, Step
from simulator.outcome import Applied
from simulator.validation import Verdict, conclusion, disagreement

NO_MODEL = "none"
"""The model that mechanisms without one are filed under."""
EPISODE = "episode"
"""Whose word it is that an episode has or has not ended in the goal."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the validators say of an episode: the verdicts of all of them on each of its plans."""

    verdicts: Mapping[str, tuple[Verdict, ...]]

    @property
    def disagreement(self) -> str | None:
        """Who says what of which plan, None where nobody contradicts anybody."""
        found = ((plan, disagreement(verdicts)) for plan, verdicts in self.verdicts.items())
        return "; ".join(f"{plan}: {who}" for plan, who in found if who) or None

    @property
    def no_verdict(self) -> str | None:
        """Which validators gave no verdict, and why; None where all did."""
        return "; ".join(dict.fromkeys(f"{v.witness}: {v.reason}" for v in self.silent)) or None

    @property
    def silent(self) -> Iterator[Verdict]:
        """Where a validator gave no verdict."""
        return (each for group in self.verdicts.values() for each in group if each.valid is None)

    def as_data(self) -> list[dict[str, Any]]:
        """The verdicts for the transcript; a validator's words are kept where it did not judge."""
        return [
            {
                "plan": plan,
                "witness": verdict.witness,
                "valid": verdict.valid,
                "says": conclusion(verdict),
                "output": verdict.output if verdict.valid is None else None,
            }
            for plan, verdicts in self.verdicts.items()
            for verdict in verdicts
        ]


Loss: TypeAlias = Literal[
    "cut off",
    "filtered",
    "refused to answer",
    "task not read",
    "called a tool",
    "only reasoned",
    "said nothing",
]
LOSSES: Mapping[Loss, str] = MappingProxyType(
    {
        "cut off": "the model's answer was cut off at the length limit (finish_reason length)",
        "filtered": "the server withheld the model's answer (finish_reason content_filter)",
        "refused to answer": "the model refused to answer",
        "task not read": "the offline model could not read the task in its prompt",
        "called a tool": "the model called a tool, although none is available",
        "only reasoned": "the model reasoned but gave no answer",
        "said nothing": "the model's answer was empty",
    }
)
"""What can become of an answer, with what it means."""


def loss_of(answer: Completion) -> Loss | None:
    """What became of an answer, None where it is whole."""
    if answer.finish_reason == "length":
        return "cut off"
    if answer.finish_reason == "content_filter":
        return "filtered"
    if any(note.startswith("the model refused") for note in answer.notes):
        return "refused to answer"
    if unread_task(answer) is not None:
        return "task not read"
    if answer.text.strip() or answer.tool_calls:
        return None
    if answer.finish_reason in ("tool_calls", "function_call"):
        return "called a tool"
    return "only reasoned" if answer.reasoning else "said nothing"


def unread_task(answer: Completion) -> str | None:
    """Why the offline model could not read the task in its prompt, None where it could."""
    reasons = (note.removeprefix(UNREAD) for note in answer.notes if note.startswith(UNREAD))
    return next(reasons, None)


def losses(answers: Iterable[Completion]) -> Counter[Loss]:
    """How many answers were lost, by what became of them."""
    return Counter(loss for loss in map(loss_of, answers) if loss is not None)


def losses_text(found: Counter[Loss]) -> str | None:
    """Losses in one line, as `cut off 2, refused to answer 1`; None where there are none."""
    return ", ".join(f"{loss} {number}" for loss, number in found.most_common()) or None


PDDL2NL = "pddl2nl"
"""A language model, from the PDDL alone, as the paper proposes."""
BY_HAND = "valm23"
"""People, and the description of the domain as well (Valmeekam et al. 2023)."""
OBFUSCATED = "obfuscated"
"""Whatever it was, the predicates and actions were called `predicate1`, `action1`, …"""

_ORIGINS = {
    "llm": PDDL2NL,
    "autoplanbench": PDDL2NL,
    "library": "library",
    "planbench": "planbench",
    TEMPLATE: "tpl",
}
"""The origins of snippets by the beginning of a lexicon's source; others are called as it is."""


def origin_of(lexicon: Lexicon) -> str:
    """What wrote the snippets of a lexicon, under the names of the paper's tables.

    `pddl2nl` is for snippets by a model alone, as in the paper.
    """
    kind = lexicon.source.partition(":")[0]
    return _ORIGINS.get(kind, lexicon.source)


_SELDOM = frozenset({"tool_calls", "tool_call_id"})
MAX_KEPT = 200_000
"""The maximum number of characters of a text in a transcript; an answer is read up to half."""


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """Which episode: one cell of the matrix."""

    domain: str
    instance: str
    mechanism: str
    input: InputForm
    model: str
    seed: int


@dataclass(frozen=True, slots=True)
class TaskInWords:
    """A task in the words of its input form, for people who read episodes.

    Args:
        reference: the steps of the reference plan, None where there is none.
        names: what each object is called, and its name in PDDL; none in folders of earlier
            versions.
    """

    initial: tuple[str, ...]
    goal: tuple[str, ...]
    reference: tuple[str, ...] | None
    names: tuple[tuple[str, str], ...] = ()

    @property
    def reference_length(self) -> int | None:
        """The length of the reference plan, None where there is none."""
        return None if self.reference is None else len(self.reference)


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a player has behaved in an episode.

    Args:
        looks_after_mistake: how often right after a mistake.
        false_finishes: how often it declared itself finished while it was not.
        goal_step: after how many steps the goal was reached first, None while it never was.
    """

    looks: int = 0
    looks_after_mistake: int = 0
    false_finishes: int = 0
    mistakes: int = 0
    goal_step: int | None = None
    attempts: int = 1


UNKNOWN_CONDUCT = Conduct()


@dataclass(frozen=True, slots=True)
class Costs:
    """What plans of a task cost by its metric; their lengths where it has none.

    Args:
        plan: the plan that has solved it, None where it is not solved, or a cost is undefined.
        reference: the reference plan, None where there is none, or a cost is undefined.
        reference_optimal: whether it is proved that no plan is cheaper than the reference plan.
    """

    plan: float | None
    reference: float | None
    reference_optimal: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A played episode as a row of results (see `autoplan.load` for its figures).

    Args:
        finish: why it ended: see `simulator.Finish`; `error` where it broke off.
        solved: whether the goal was reached; None where the plan could not be read.
        solved_strict: whether it was, with every answer in the format that was asked for; None
            where the plan could not be read.
        untranslated: how many steps could not be read.
        seconds: the time from the first to the last step.
        error: what broke the episode off; such an episode is played again.
        judgement: what the witnesses say of its plans, None where it broke off.
        unanswered: what became of the planning model's answers that are none, None for nothing.
        unread: why the offline model could not read the task, None where it could; shown while it
            is played, and kept in the transcript alone.
        snippets: what wrote the snippets of its text (see `origin_of`), None where it has none.
        thoughts: what wrote the thoughts of its example, None where it has none.
        example: which task its example is, None where it has none.
        because: why it ended, in a line for people; empty where the player did not say.
        solvability: what is known of its task. An episode of an unsolvable one is counted apart: it
            is right where it ends as `unsolvable`.
        costs: what plans cost, None where the run does not ask for that.
    """

    key: EpisodeKey
    scene: TaskInWords
    finish: str
    solved: bool | None = False
    solved_strict: bool | None = False
    untranslated: int = 0
    steps: int = 0
    refused: int = 0
    plan_length: int = 0
    reference_length: int | None = None
    calls: int = 0
    expenses: tuple[Expense, ...] = ()
    seconds: float = 0.0
    error: str | None = None
    transcript: dict[str, Any] = field(default_factory=dict)
    judgement: Judgement | None = None
    unanswered: str | None = None
    unread: str | None = None
    snippets: str | None = None
    thoughts: str | None = None
    example: str | None = None
    conduct: Conduct = UNKNOWN_CONDUCT
    because: str = ""
    solvability: Solvability = "unknown"
    costs: Costs | None = None

    @property
    def usage(self) -> Usage:
        """The tokens of all calls."""
        return sum((expense.usage for expense in self.expenses), Usage())


def scene_of(
    problem: Problem, shown: Presentation, reference: Sequence[GroundAction] | None
) -> TaskInWords:
    """A task in the words of its presentation."""
    narrator = shown.narrator
    return TaskInWords(
        initial=tuple(map(narrator.condition, problem.init)),
        goal=tuple(map(narrator.condition, conjuncts(problem.goal))),
        reference=None if reference is None else tuple(map(narrator.action, reference)),
        names=tuple(shown.names.pddl.items()),
    )


def broken_off(key: EpisodeKey, scene: TaskInWords, error: str) -> Record:
    """The record of an episode of which nothing is left but why it broke off."""
    nothing: dict[str, Any] = {"steps": [], "calls": [], "verdicts": []}
    length = scene.reference_length
    return Record(key, scene, "error", reference_length=length, error=error, transcript=nothing)


def record_of(
    key: EpisodeKey,
    episode: Episode,
    ledger: Ledger,
    scene: TaskInWords,
    *,
    seconds: float,
    error: str | None = None,
    judgement: Judgement | None = None,
) -> Record:
    """The record of an episode that has ended, or broken off with an error."""
    answers = [call.completion for call in ledger.calls if call.role == "planner"]
    return Record(
        key=key,
        scene=scene,
        finish="error" if error else (episode.finish or "gave-up"),
        solved=episode.solved if error is None else False,
        solved_strict=episode.solved_strictly if error is None else False,
        untranslated=len(episode.untranslated),
        steps=episode.steps,
        refused=episode.refused,
        plan_length=len(episode.plan),
        reference_length=scene.reference_length,
        calls=len(ledger.calls),
        expenses=ledger.expenses,
        seconds=seconds,
        error=error,
        transcript=_transcript(episode, ledger, judgement),
        judgement=judgement,
        unanswered=losses_text(losses(answers)),
        unread=next(filter(None, map(unread_task, answers)), None),
        conduct=_conduct(episode),
        because=episode.because,
    )


def _conduct(episode: Episode) -> Conduct:
    mistakes = [step.observation.mistake for step in episode.history]
    looks = [step.observation.look for step in episode.history]
    return Conduct(
        looks=sum(looks),
        looks_after_mistake=sum(
            look and mistake is not None for look, mistake in zip(looks[1:], mistakes, strict=False)
        ),
        false_finishes=mistakes.count("finished too early"),
        mistakes=sum(mistake is not None for mistake in mistakes),
        goal_step=episode.goal_step,
        attempts=episode.attempts,
    )


def _transcript(episode: Episode, ledger: Ledger, judgement: Judgement | None) -> dict[str, Any]:
    why = {"why it ended": episode.because} if episode.because else {}
    attachments = {**why, **episode.attachments}
    return {
        "steps": [step_as_data(step, episode.narrator) for step in episode.history],
        "calls": [
            {
                "role": call.role,
                "model": call.model,
                "kept": call.kept,
                "sent": [_shortened(as_data(message)) for message in call.sent],
                "answer": _shortened(as_data(call.completion)),
                "done": call.done,
                **({"tools": [as_data(tool) for tool in call.tools]} if call.tools else {}),
            }
            for call in ledger.calls
        ],
        "verdicts": judgement.as_data() if judgement else [],
        "held": episode.held,
        **({"begun": episode.begun} if episode.attempts > 1 else {}),
        **({"attachments": attachments} if attachments else {}),
    }


def _shortened(data: dict[str, Any]) -> dict[str, Any]:
    """Data whose texts are no longer than a transcript keeps, without what few messages have."""
    filled = {name: value for name, value in data.items() if value or name not in _SELDOM}
    for name, value in filled.items():
        if name == "tool_calls":
            filled[name] = [_shortened(call) for call in value]
        elif isinstance(value, str) and (more := len(value) - MAX_KEPT) > 0:
            filled[name] = f"{value[:MAX_KEPT]}\n[{more} more characters were not kept]"
    return filled


def step_as_data(step: Step, narrator: Narrator) -> dict[str, Any]:
    """A step as data, with the facts that it has changed in the words of the input form."""
    outcome = step.observation.outcome
    changes = (outcome.added, outcome.deleted) if isinstance(outcome, Applied) else ((), ())
    added, deleted = (sorted(map(narrator.condition, facts)) for facts in changes)
    return {
        "said": step.text,
        "action": str(step.action) if step.action else None,
        "refused": step.observation.refused,
        "mistake": step.observation.mistake,
        "observation": step.observation.text,
        "added": added,
        "deleted": deleted,
    }
