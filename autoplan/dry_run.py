"""`autoplan eval --dry-run`: what an evaluation would cost, before the first call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.table import Table

from autoplan.benchmark import benchmarks
from autoplan.evaluate import all_keys
from autoplan.experiment import check_batchable, check_playable
from autoplan.money import Price, PriceList, Purse
from autoplan.order import Order
from autoplan.progress import Progress
from autoplan.rehearse import Estimate, rehearse, translations
from autoplan.staging import Writers, set_up
from pddl2nl.llm import Usage
from pddl2nl.model import Domain
from pddl2nl.verbalizers import LLM, verbalizer
from policies import PromptSet
from policies.symbolic import SymbolicPlanner


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an order would cost.

    Args:
        model: the planning model.
        estimates: its calls by domain, mechanism and input form.
        price: what it costs, None where the list of prices does not say.
        prices: the list of prices.
        translator: the translating model, None where there is none.
        snippets: the calls of the model that writes snippets, 0 where no model does.
    """

    model: str
    estimates: list[Estimate]
    price: Price | None
    prices: PriceList
    translator: str | None
    snippets: int


async def forecast(order: Order) -> Forecast:
    """Play an order with answers made of the reference plans; nothing is asked or written.

    Raises:
        InputError: the order names something that does not exist or does not fit.
    """
    check_playable(order.mechanisms, order.forms)
    if order.batch:
        check_batchable(order.mechanisms)
    sources, prompts = benchmarks(order.domains), PromptSet(order.prompts)
    prices = PriceList.load(order.prices)
    price = prices.price(order.model)
    by_model = order.verbalizer == LLM
    # A model's snippets are yet to be written; ours have about the same length.
    words = verbalizer("auto" if by_model else order.verbalizer)
    with SymbolicPlanner() as planner, Progress(Purse(prices)) as progress:
        stages = await set_up(
            order, sources, Writers({order.seeds[0]: words}, {}, Path()), planner, progress
        )
        estimates = await rehearse(all_keys(order, stages), stages, prompts, order.model)
    translates = order.translator != "match" or order.translator_model is not None
    written = [
        part
        for source in sources.values()
        for domain in source.domains
        for part in _to_be_written(domain)
    ]
    return Forecast(
        model=order.model,
        estimates=estimates,
        price=price.batched if price and order.batch else price,
        prices=prices,
        translator=(order.translator_model or order.model) if translates else None,
        snippets=len(written) if by_model else 0,
    )


def table(found: Forecast) -> Table:
    """A forecast for the terminal."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_footer=True)
    least, most = (sum((each.usage[end] for each in found.estimates), Usage()) for end in (0, 1))
    calls = [sum(each.calls[end] for each in found.estimates) for end in (0, 1)]
    for name, footer in (("domain", "all"), ("mechanism", ""), ("input", "")):
        shown.add_column(name, footer, no_wrap=True)
    for name, footer in (
        ("episodes", str(sum(each.episodes for each in found.estimates))),
        ("calls", _range(*calls)),
        ("input tokens", _tokens(least.input_tokens, most.input_tokens, least)),
        ("sent before", _share(least)),
        ("output tokens", _tokens(least.output_tokens, most.output_tokens, least)),
        ("USD", _dollars(found, found.estimates)),
    ):
        shown.add_column(name, footer, justify="right", no_wrap=True)
    for each in found.estimates:
        low, high = each.usage
        shown.add_row(
            *(each.domain, each.mechanism, each.input, str(each.episodes), _range(*each.calls)),
            _tokens(low.input_tokens, high.input_tokens, low),
            _share(low),
            _tokens(low.output_tokens, high.output_tokens, low),
            _dollars(found, [each]),
        )
    return shown


def legend(found: Forecast) -> str:
    """What the table's figures mean, and what they leave out."""
    lines = [
        "from: every step is right, and the provider's prompt cache has all that was sent before; "
        "to: no step is right, and nothing is cached",
        f"prices: {found.prices.source}, {found.prices.dated}; thinking of the model's own comes "
        "on top",
    ]
    if any(each.usage[0].estimated for each in found.estimates):
        lines.append("~ an approximate count: the model's encoding is not at hand")
    if found.price is None:
        lines.append(f"{found.prices.source} has no price for {found.model}")
    if found.translator is not None:
        calls, tokens = translations(found.estimates)
        price = found.prices.price(found.translator)
        usd = "unknown" if price is None else f"${price.of(tokens):.2f}"
        lines.append(
            f"translations by {found.translator}: at most {calls} calls of step-by-step mechanisms "
            f"(~{tokens.input_tokens} input tokens, {usd}), not in the table"
        )
    if found.snippets:
        lines.append(f"snippets: {found.snippets} calls or a few more, not in the table")
    return "\n".join(lines)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _tokens(least: int, most: int, counted: Usage) -> str:
    return ("~" if counted.estimated else "") + _range(least, most)


def _share(usage: Usage) -> str:
    return f"{usage.cached_tokens / usage.input_tokens:.0%}" if usage.input_tokens else "-"


def _dollars(found: Forecast, estimates: Iterable[Estimate]) -> str:
    if found.price is None:
        return "?"
    each = [estimate.usd(found.price) for estimate in estimates]
    least, most = (sum(usd[end] for usd in each) for end in (0, 1))
    return f"{least:.2f}" if f"{least:.2f}" == f"{most:.2f}" else f"{least:.2f} to {most:.2f}"


def _to_be_written(domain: Domain) -> tuple[object, ...]:
    return (*domain.predicates, *domain.actions)
