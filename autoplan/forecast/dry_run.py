"""`autoplan eval --dry-run`: what an evaluation would cost, before the first call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from rich import box
from rich.table import Table

from autoplan.experiment.experiment import Experiment
from autoplan.forecast.cost_estimate import Estimate, estimate_cost, times, translations
from autoplan.play.episodes import check_mechanisms, without_unsolvable
from autoplan.play.prepared_run import PreparedRun, distinct_seeds
from autoplan.preparation.texts import wants_thoughts
from pddl2nl.english import counted
from pddl2nl.llm import Usage
from pddl2nl.llm.prices import Price, PriceList
from pddl2nl.model import Domain
from pddl2nl.options import changed
from pddl2nl.verbalizers import LLM, asking
from pddl2nl.verbalizers.registry import expected_requests
from policies import mechanism_models

SNIPPET_TOKENS = Usage(input_tokens=500, output_tokens=15, estimated=True)
"""What a snippet by another package's verbalizer takes, about, where it asks for each by itself."""
THOUGHTS_TOKENS = Usage(input_tokens=2500, output_tokens=400, estimated=True)
"""What the thoughts of an example take, about."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a model does besides planning.

    Args:
        at_most: whether it may be none.
    """

    what: str
    model: str
    calls: int
    usage: Usage
    at_most: bool = False

    def usd(self, prices: PriceList) -> float | None:
        """What it costs, None where the price is not known."""
        price = prices.price(self.model)
        return None if price is None else price.of(self.usage)

    def with_other(self, other: Work) -> Work:
        """This and more of the same as one."""
        return replace(self, calls=self.calls + other.calls, usage=self.usage + other.usage)

    def line(self, prices: PriceList) -> str:
        """It in one line."""
        usd = self.usd(prices)
        return (
            f"{self.what} by {self.model}: {'at most' if self.at_most else 'about'} "
            f"{counted(self.calls, 'call')}, ~{self.usage.input_tokens} input and "
            f"~{self.usage.output_tokens} output tokens, "
            f"{'unknown' if usd is None else f'${usd:.2f}'}; not in the table"
        )


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an order would cost.

    Args:
        price: what it costs, None where the list of prices does not say.
        others: what models do besides planning.
    """

    model: str
    estimates: list[Estimate]
    price: Price | None
    prices: PriceList
    others: tuple[Work, ...]

    def with_other(self, other: Forecast) -> Forecast:
        """This and a forecast with the same model as one."""
        works = [*self.others, *other.others]
        merged = [
            reduce(Work.with_other, (work for work in works if work.what == what))
            for what in dict.fromkeys(work.what for work in works)
        ]
        return replace(self, estimates=self.estimates + other.estimates, others=tuple(merged))

    @property
    def usd(self) -> tuple[float, float] | None:
        """The dollars that all of it costs at least and at most, None if a price is not known."""
        extra = [work.usd(self.prices) for work in self.others]
        if self.price is None or None in extra:
            return None
        least, most = (sum(each.usd(self.price)[end] for each in self.estimates) for end in (0, 1))
        sure = sum(
            usd or 0.0 for work, usd in zip(self.others, extra, strict=True) if not work.at_most
        )
        return least + sure, most + sum(usd or 0.0 for usd in extra)


async def forecast(experiment: Experiment) -> Forecast:
    """Play an order with answers made of the reference plans; nothing is asked or written.

    Raises:
        InputError: the order names something that does not exist or does not fit.
    """
    # A model's snippets are yet to be written; ours have about the same length.
    by_model = asking(experiment.text.verbalizer) is not None
    worded = changed(experiment, verbalizer="auto") if by_model else experiment
    run, model = PreparedRun.open(worded, asking=False), experiment.model
    async with run.prepared() as ready:
        keys = run.keys(ready)
        check_mechanisms(keys, ready, run.players)
        asked = await without_unsolvable(keys, ready, experiment.play.rules)
        found = await estimate_cost(asked, ready, run.players.prompts, model.model)
    estimates = [each.with_thinking(experiment.run.thinking) for each in found]
    domains = [domain for source in run.sources.values() for domain in source.domains]
    price = run.prices.price(model.model)
    return Forecast(
        model=model.model,
        estimates=estimates,
        price=price.batched if price and model.batch else price,
        prices=run.prices,
        others=tuple(_others(experiment, estimates, domains)),
    )


def _others(
    experiment: Experiment, estimates: Sequence[Estimate], domains: Sequence[Domain]
) -> Iterator[Work]:
    """What models do besides planning."""
    seeds, text = len(distinct_seeds(experiment)), experiment.text
    if asking(text.verbalizer) is not None:
        writer = text.verbalizer_model or experiment.model.model
        asked: list[Usage] = []  # corrections come on top
        for each in domains:
            known = expected_requests(text.verbalizer, writer, each, text.prompts)
            unknown = [SNIPPET_TOKENS] * (len(each.predicates) + len(each.actions))
            asked += unknown if known is None else known
        yield Work("snippets", writer, seeds * len(asked), times(seeds, sum(asked, Usage())))
    if text.thoughts == LLM and wants_thoughts(experiment):
        thinker = text.thoughts_model or experiment.model.model
        calls = seeds * len(domains)
        yield Work("thoughts", thinker, calls, times(calls, THOUGHTS_TOKENS))
    by_line = experiment.play.by_line
    calls, usage = translations(estimates, by_line=by_line)
    if calls and experiment.translating_model is not None:
        what = f"translations of {'single lines' if by_line else 'answers'}"
        yield Work(what, experiment.translating_model, calls, usage, at_most=True)


def table(found: Forecast) -> Table:
    """A forecast for the terminal."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    for name, footer in (("domain", "all"), ("mechanism", ""), ("input", "")):
        shown.add_column(name, footer, no_wrap=True)
    for name, footer in _figures(found, found.estimates).items():
        shown.add_column(name, footer, justify="right", no_wrap=True)
    for each in found.estimates:
        figures = _figures(found, [each]).values()
        shown.add_row(each.domain, each.mechanism, each.input, *figures)
    return shown


def _figures(found: Forecast, estimates: Sequence[Estimate]) -> dict[str, str]:
    """What some of a forecast's estimates add up to, by column."""
    least, most = (sum((each.usage[end] for each in estimates), Usage()) for end in (0, 1))
    about, sent = "~" if least.estimated else "", least.input_tokens
    return {
        "episodes": str(sum(each.episodes for each in estimates)),
        "calls": _range(*(sum(each.calls[end] for each in estimates) for end in (0, 1))),
        "input tokens": about + _range(sent, most.input_tokens),
        "sent before": f"{least.cached_tokens / sent:.0%}" if sent else "-",
        "output tokens": about + _range(least.output_tokens, most.output_tokens),
        "USD": _dollars(found, estimates),
    }


def legend(found: Forecast) -> str:
    """What the table's figures mean, and what they leave out."""
    lines = [
        "lower figures: every step is right, and all repeated input is cached; upper figures: no "
        "step is right, and nothing is cached",
        f"prices: {found.prices.source}, {found.prices.dated}; {_thinking_note(found)}",
    ]
    if any(each.usage[0].estimated for each in found.estimates):
        lines.append("~ an approximate count: the model's tokenizer is not available")
    if found.price is None:
        lines.append(f"{found.prices.source} has no price for {found.model}")
    for name in dict.fromkeys(each.mechanism for each in found.estimates):
        if named := mechanism_models(name):
            models = " and ".join(named)
            lines.append(f"{name} also asks {models}, counted here at the price of {found.model}")
    lines += [work.line(found.prices) for work in found.others]
    return "\n".join(lines)


def _thinking_note(found: Forecast) -> str:
    """What is taken into account of the model's own thinking, and what that costs."""
    thought = [[usage.reasoning_tokens for usage in each.usage] for each in found.estimates]
    least, most = (sum(each[end] for each in thought) for end in (0, 1))
    if not most:
        return "the model's own reasoning costs extra (--thinking N counts it)"
    share = f"{_range(least, most)} of the output tokens are thinking"
    if found.price is None:
        return share
    low, high = (found.price.of_thinking(Usage(reasoning_tokens=each)) for each in (least, most))
    return f"{share}, ${low:.2f} to ${high:.2f} of it"


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _dollars(found: Forecast, estimates: Iterable[Estimate]) -> str:
    if found.price is None:
        return "?"
    each = [estimate.usd(found.price) for estimate in estimates]
    least, most = (sum(usd[end] for usd in each) for end in (0, 1))
    return f"{least:.2f}" if f"{least:.2f}" == f"{most:.2f}" else f"{least:.2f} to {most:.2f}"
