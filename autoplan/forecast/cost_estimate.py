"""What an evaluation would cost, found by playing it with answers made of the reference plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from autoplan.experiment.matrix import EpisodeKey
from autoplan.models import Price
from autoplan.play.episodes import Players, play
from autoplan.play.judge import Judge
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.results.record import Record
from pddl2nl.llm import Completion, Message, Usage, estimate_usage
from pddl2nl.model import GroundAction
from policies import Example, PromptSet, mechanism
from policies.few_shot import FINISHED, dialogue_example, plan_example

TRANSLATOR_TOKENS = Usage(input_tokens=750, output_tokens=30)
"""What a call of the translating model takes at most, about (seed paper, section 4, T-LLM)."""

_Row: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the episodes of a domain, mechanism and input form would take.

    Args:
        domain, mechanism, input: which episodes.
        episodes: how many.
        calls: of the planning model, if every step is right; and if none is.
        usage: their tokens in both cases. `cached_tokens` is the input that was sent before in
            the same words, which providers may take from their prompt cache.
    """

    domain: str
    mechanism: str
    input: str
    episodes: int
    calls: tuple[int, int]
    usage: tuple[Usage, Usage]

    def with_thinking(self, tokens: int) -> Estimate:
        """The same where a model thinks for so many tokens before each answer."""
        least, most = (
            usage + Usage(output_tokens=calls * tokens, reasoning_tokens=calls * tokens)
            for usage, calls in zip(self.usage, self.calls, strict=True)
        )
        return replace(self, usage=(least, most))

    def usd(self, price: Price) -> tuple[float, float]:
        """The dollars that it costs at least, with the prompt cache, and at most, without."""
        least, most = self.usage
        return price.of(least), price.of(replace(most, cached_tokens=0))


async def estimate_cost(
    keys: Sequence[EpisodeKey],
    ready: PreparedDomains,
    prompts: PromptSet,
    model: str,
) -> list[Estimate]:
    """Estimate the calls and tokens of a planning model.

    The prompts and observations are the real ones. Thinking of the model's own comes on top.

    Args:
        keys: the episodes.
        ready: what each is played on.
        prompts: the prompt set.
        model: the name of the model, by whose encoding tokens are counted where it is at hand.
    """
    asking = [key for key in keys if mechanism(key.mechanism).traits.asks_model]
    rows = []
    for row, group in groupby(sorted(asking, key=_row), key=_row):
        rows.append(await _estimate(row, list(group), ready, prompts, model))
    return rows


def translations(estimates: Iterable[Estimate]) -> tuple[int, Usage]:
    """The calls of a translating model if no step can be matched, and their tokens."""
    calls = sum(
        estimate.calls[1]
        for estimate in estimates
        if mechanism(estimate.mechanism).traits.step_by_step
    )
    tokens = Usage(
        input_tokens=calls * TRANSLATOR_TOKENS.input_tokens,
        output_tokens=calls * TRANSLATOR_TOKENS.output_tokens,
        estimated=True,
    )
    return calls, tokens


def _row(key: EpisodeKey) -> _Row:
    return key.domain, key.mechanism, key.input


async def _estimate(
    row: _Row, keys: list[EpisodeKey], ready: PreparedDomains, prompts: PromptSet, model: str
) -> Estimate:
    # Each seed sends the same words, so that one of them is played.
    seeds = len({key.seed for key in keys})
    once = [key for key in keys if key.seed == keys[0].seed]
    right, wrong = Sent(model), Sent(model)
    least = [await _play(key, ready, prompts, right, erring=False) for key in once]
    most = [await _play(key, ready, prompts, wrong, erring=True) for key in once]
    return Estimate(
        *row,
        episodes=len(keys),
        calls=(seeds * sum(each.calls for each in least), seeds * sum(each.calls for each in most)),
        usage=(_times(seeds, least), _times(seeds, most)),
    )


async def _play(
    key: EpisodeKey, ready: PreparedDomains, prompts: PromptSet, sent: Sent, *, erring: bool
) -> Record:
    prepared = ready[key.domain, key.instance]
    await prepared.find_reference(key)
    answers = list(reference_answers(key, prepared))
    if erring and mechanism(key.mechanism).traits.step_by_step:
        answers = answers[:1]
    model = ReferenceAnswers(answers, sent)
    return await play(key, prepared, Players(model, None, prompts, 0.0, None), Judge())


def reference_answers(key: EpisodeKey, prepared: PreparedDomain) -> Iterator[str]:
    """What a perfect player would answer, call by call."""
    factory = mechanism(key.mechanism)
    plan: tuple[GroundAction, ...] = prepared.reference(key) or ()
    shown = Example(prepared.world(key), prepared.presentation(key), plan)
    tell = dialogue_example if factory.traits.step_by_step else plan_example
    for message in tell(shown, thinking=factory.traits.thinks):
        if message.role == "assistant":
            yield message.content


def _times(seeds: int, records: Sequence[Record]) -> Usage:
    total = sum((record.usage for record in records), Usage())
    return Usage(
        input_tokens=seeds * total.input_tokens,
        cached_tokens=seeds * total.cached_tokens,
        output_tokens=seeds * total.output_tokens,
        estimated=total.estimated,
    )


class Sent:
    """Remembers which conversations have been sent, as a provider's prompt cache does.

    Args:
        model: the name of the model, by whose encoding tokens are counted where it is at hand.
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self._beginnings: set[int] = set()

    def repeated_tokens(self, messages: Sequence[Message]) -> int:
        """The tokens of the messages at the beginning that have been sent before."""
        repeated, beginning = 0, 0
        for message in messages:
            beginning = hash((beginning, message))
            if beginning in self._beginnings:
                repeated += estimate_usage([message], "", self.model).input_tokens
            self._beginnings.add(beginning)
        return repeated


class ReferenceAnswers:
    """Answers what it was told to answer, and then the last of it again and again."""

    name = "rehearsed"

    def __init__(self, answers: Sequence[str], sent: Sent) -> None:
        self._answers = list(answers) or [FINISHED]
        self._sent = sent
        self._calls = 0

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Completion:
        answer = self._answers[min(self._calls, len(self._answers) - 1)]
        self._calls += 1
        usage = replace(
            estimate_usage(messages, answer, self._sent.model),
            cached_tokens=self._sent.repeated_tokens(messages),
        )
        return Completion(answer, usage, "stop", cached=False, model=self.name)
