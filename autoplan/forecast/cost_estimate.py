"""What an evaluation would cost, found by playing it with answers made of the reference plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby, repeat
from typing import TypeAlias

from autoplan.play.episodes import Players, play
from autoplan.play.judge import Judge
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.results.record import EpisodeKey, Record
from pddl2nl.llm import (
    ChatModel,
    Completion,
    Message,
    Request,
    Usage,
    estimate_usage,
)
from pddl2nl.llm.prices import Price
from pddl2nl.model import GroundAction
from policies import Example, PromptSet, mechanism, mechanism_models
from policies.answer_forms import NextStep, asked_form, filler
from policies.few_shot import FINISHED, PLAN_END, dialogue_example, plan_example
from policies.functions import call_example
from policies.reader import ReaderModel
from simulator import FORMS, InputForm

ANSWER_TOKENS = Usage(input_tokens=1000, output_tokens=100, estimated=True)
"""What the translation of a whole answer takes, about: the mean over the bundled tasks, with the
reference plan for an answer, is 806 and 96."""
LINE_TOKENS = Usage(input_tokens=750, output_tokens=30, estimated=True)
"""What the translation of a single line takes at most, about (the paper, section 4, T-LLM)."""

_VERIFY = (
    '{"observation": "", "thought": "", '
    '"action": {"name": "Verify", "action_arg1": "", "action_arg2": ""}}'
)
"""What costs an agent that works in files most, where it is never right: each is two calls."""
FILLER = "The goal is not reached yet, and what is left of it can be reached from here."
"""The answer to a question on the way to a step, about as long as a model's."""

_Row: TypeAlias = tuple[str, str, InputForm]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the episodes of a domain, mechanism and input form would take.

    Args:
        calls: of the planning model, if every step is right; and if none is.
        usage: their tokens in both cases. `cached_tokens` is the input that was sent before in
            the same words, which providers may take from their prompt cache.
        lines: the steps that all answers state, at most.
    """

    domain: str
    mechanism: str
    input: InputForm
    episodes: int
    calls: tuple[int, int]
    usage: tuple[Usage, Usage]
    lines: int = 0

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

    The prompts and observations are the real ones. The model's own reasoning costs extra.

    Args:
        model: the name of the model, by whose encoding tokens are counted where it is at hand.
    """
    asking = [key for key in keys if mechanism(key.mechanism).traits.asks_model]
    rows = []
    for row, group in groupby(sorted(asking, key=_row), key=_row):
        rows.append(await _estimate(row, list(group), ready, prompts, model))
    return rows


def translations(estimates: Iterable[Estimate], *, by_line: bool) -> tuple[int, Usage]:
    """The maximum calls of a translating model, and their tokens, about.

    Args:
        by_line: whether every line is translated by itself, and not a whole answer that is unread.
    """
    translated = [each for each in estimates if FORMS[each.input].steps == "sentence"]
    calls = sum(each.lines if by_line else each.calls[1] for each in translated)
    return calls, times(calls, LINE_TOKENS if by_line else ANSWER_TOKENS)


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
    both, single = zip(least, most, strict=True), mechanism(row[1]).traits.step_by_step
    return Estimate(
        *row,
        episodes=len(keys),
        calls=(seeds * sum(each.calls for each in least), seeds * sum(each.calls for each in most)),
        usage=(times(seeds, _whole(least)), times(seeds, _whole(most))),
        lines=seeds * sum(high.calls * (1 if single else low.steps) for low, high in both),
    )


async def _play(
    key: EpisodeKey, ready: PreparedDomains, prompts: PromptSet, sent: Sent, *, erring: bool
) -> Record:
    prepared, traits = ready[key.domain, key.instance], mechanism(key.mechanism).traits
    await prepared.find_reference(key)
    answers = tuple(reference_answers(key, prepared))
    model: ChatModel
    if traits.in_files and not erring:
        # A plan is no answer to an agent that works in files; the offline model knows its protocol.
        model = OfflineAnswers(sent)
    else:
        model = ReferenceAnswers(_wrong(key, answers) if erring else _right(answers), sent)
    others = dict.fromkeys(mechanism_models(key.mechanism), model)
    return await play(key, prepared, Players(model, None, prompts, others=others), Judge())


def _right(answers: tuple[Message, ...]) -> Iterator[Message]:
    """These, and then the last of them again and again."""
    yield from answers
    yield from repeat(answers[-1] if answers else _message(FINISHED))


def _message(text: str) -> Message:
    return Message("assistant", text)


def _wrong(key: EpisodeKey, answers: tuple[Message, ...]) -> Iterator[Message]:
    """Answers that get nowhere, as many as are asked for.

    A mechanism that asks for a plan once has its answer, right or wrong.
    """
    traits = mechanism(key.mechanism).traits
    if traits.in_files:
        return repeat(_message(_VERIFY))
    if not traits.asks_again:
        return _right(answers[:1] if traits.step_by_step else answers)
    # Each takes its plan back, which leaves it unread, in another way: none is a repetition.
    plan = answers[0].content.removesuffix(PLAN_END)
    return (_message(f"{plan}Wait, no: {number}\n{PLAN_END}") for number in count(1))


def reference_answers(key: EpisodeKey, prepared: PreparedDomain) -> Iterator[Message]:
    """What a perfect player would answer, call by call."""
    factory = mechanism(key.mechanism)
    plan: tuple[GroundAction, ...] = prepared.reference(key) or ()
    shown = Example(prepared.world(key), prepared.presentation(key), plan)
    tell = plan_example
    if factory.traits.step_by_step:
        tell = call_example if key.input == "tools" else dialogue_example
    for message in tell(shown, thinking=factory.traits.thinks):
        if message.role == "assistant":
            yield message


def _whole(records: Iterable[Record]) -> Usage:
    return sum((record.usage for record in records), Usage())


def times(number: int, usage: Usage) -> Usage:
    """Tokens that are taken several times."""
    return Usage(
        input_tokens=number * usage.input_tokens,
        cached_tokens=number * usage.cached_tokens,
        output_tokens=number * usage.output_tokens,
        estimated=usage.estimated,
    )


class Sent:
    """Remembers which conversations have been sent, as a provider's prompt cache does.

    Args:
        model: the name of the model, by whose encoding tokens are counted where it is at hand.
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self._beginnings: set[int] = set()

    def completion(self, request: Request, answer: Message, name: str) -> Completion:
        """An answer with its tokens, those that were sent before among them."""
        messages, tools = request.messages, request.tools
        usage = replace(
            estimate_usage(messages, answer.full_text, self.model, tools=tools),
            cached_tokens=self._repeated_tokens(request),
        )
        calls = answer.tool_calls
        reason = "tool_calls" if calls else "stop"
        return Completion(answer.content, usage, reason, cached=False, model=name, tool_calls=calls)

    def _repeated_tokens(self, request: Request) -> int:
        """The tokens at the beginning that have been sent before: functions, then messages."""
        sent = [((), request.tools)] if request.tools else []
        repeated, beginning = 0, 0
        for messages, tools in (*sent, *(((each,), ()) for each in request.messages)):
            beginning = hash((beginning, messages, tools))
            if beginning in self._beginnings:
                repeated += estimate_usage(messages, "", self.model, tools=tools).input_tokens
            self._beginnings.add(beginning)
        return repeated


class ReferenceAnswers:
    """Gives the answers that it holds, in their order."""

    name = "rehearsed"

    def __init__(self, answers: Iterator[Message], sent: Sent) -> None:
        self._answers = answers
        self._sent = sent

    async def complete(self, request: Request) -> Completion:
        form = asked_form(request.messages[-1].content)
        if form is None or isinstance(form, NextStep):
            answer = next(self._answers)
        else:
            answer = _message(filler(form, FILLER, (FILLER,)))
        return self._sent.completion(request, answer, self.name)


class OfflineAnswers:
    """Answers as the offline model does, with the tokens of another."""

    name = "rehearsed"

    def __init__(self, sent: Sent) -> None:
        self._reader = ReaderModel()
        self._sent = sent

    async def complete(self, request: Request) -> Completion:
        asked = Request(request.messages)
        answer = (await self._reader.complete(asked)).text
        return self._sent.completion(asked, _message(answer), self.name)
