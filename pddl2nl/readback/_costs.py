"""Costs, read back: what each action costs, what the prices are, and whether the sum matters."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pddl2nl.compose.costs import COSTS, FREE, LOW_COST, PRICES
from pddl2nl.model import Fluent, Parameter, Predicate, Problem
from pddl2nl.readback._clauses import UnreadableText, frame_of, term
from pddl2nl.readback._parts import below

_NUMBER = r"-?\d+(?:\.\d+)?"
_PRICE = re.compile(rf"(.+?) (?:is|are) ({_NUMBER})(?:, | and |\.$)")
_COST = "It costs "


def read_costs(text: str, actions: Collection[str]) -> frozenset[tuple[str, float | str]]:
    """The phrase of each action that has a cost, and its price: a number, or what it is called.

    Args:
        text: a domain's description.
        actions: the phrases of all its actions.

    Raises:
        UnreadableText: a sentence that cannot be understood; it is quoted.
    """
    found: dict[str, float | str] = {}
    free = False
    for line in below(COSTS, text.splitlines()):
        if line == FREE:
            free = True
            continue
        # The longest phrase, since one may end like another.
        ends = [each for each in actions if line.endswith(f" to {each}.")]
        action = max(ends, key=len, default="")
        if not action or not line.startswith(_COST) or action in found or ends.count(action) > 1:
            raise UnreadableText(f"«{line}» does not say of one action what it costs")
        price = line.removeprefix(_COST).removesuffix(f" to {action}.")
        found[action] = float(price) if re.fullmatch(_NUMBER, price) else price
    if found and free != (len(found) < len(actions)):
        raise UnreadableText(f"what actions cost is not stated of all {len(actions)}")
    return frozenset(found.items())


def read_prices(text: str) -> tuple[frozenset[tuple[str, float]], bool]:
    """What the prices in a problem's description are called, and their values; and whether the
    total cost is to be low.

    Raises:
        UnreadableText: a list of prices that cannot be understood.
    """
    line = next((each for each in text.splitlines() if each.startswith((LOW_COST, PRICES))), "")
    listed = line.removeprefix(LOW_COST).strip().removeprefix(PRICES)
    prices = [*_PRICE.finditer(listed)]
    if "".join(each.group() for each in prices) != listed:
        raise UnreadableText(f"no list of prices: «{listed}»")
    found = frozenset((each[1], float(each[2])) for each in prices)
    return found, line.startswith(LOW_COST)


def with_costs(
    problem: Problem, phrases: Mapping[str, str], domain_text: str, problem_text: str
) -> Problem:
    """A task with the costs in its description; as it is where the description has none.

    Args:
        problem: what else the description says.
        phrases: for every action's name, its phrase in the text.

    Raises:
        UnreadableText: a sentence on costs that cannot be understood; it is quoted.
    """
    stated = dict(read_costs(domain_text, phrases.values()))
    if not stated:
        return problem
    prices, minimized = read_prices(problem_text)
    frames: dict[str, Predicate] = {}

    def fluent(words: str) -> Fluent:
        frame, names = frame_of(words)
        places = tuple(Parameter(f"?{place}x") for place in range(len(names)))
        function = frames.setdefault(frame, Predicate(f"price-{len(frames)}", places))
        return Fluent(function.name, tuple(map(term, names)))

    actions = []
    for schema in problem.domain.actions:
        price = stated.get(phrases[schema.name])
        cost = fluent(price) if isinstance(price, str) else price
        actions.append(replace(schema, cost=cost))
    costs = {fluent(words): value for words, value in prices}
    if len(costs) < len(prices):
        raise UnreadableText("two prices of one name have different values")
    domain = replace(problem.domain, actions=tuple(actions), functions=tuple(frames.values()))
    return replace(problem, domain=domain, costs=costs, minimizes_cost=minimized)
