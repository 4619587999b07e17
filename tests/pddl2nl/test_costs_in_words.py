"""What actions cost, in words: exact, in words of one's own, and read back."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pddl2nl import load
from pddl2nl.check import check
from pddl2nl.compose import STYLES, StyleName
from pddl2nl.compose import costs as composed
from pddl2nl.compose.styles import Naming
from pddl2nl.conversion import convert
from pddl2nl.errors import LexiconError
from pddl2nl.lexicon import Lexicon, snippet_problems
from pddl2nl.lexicon_files import dump_lexicon, parse_lexicon
from pddl2nl.model import Problem
from pddl2nl.readback import UnreadableText, read_costs, read_prices, read_task
from pddl2nl.reader import parse_domain
from pddl2nl.verbalizers import verbalizer
from simulator.applicable import TooManyActionsError
from simulator.world import World
from tests import fares

FARE = "the fare from {?a} to {?b}"


@pytest.fixture
def problem() -> Problem:
    return fares.problem()


@pytest.fixture
def lexicon(problem: Problem) -> Lexicon:
    return verbalizer("rules").lexicon(problem.domain)


def costs_of_actions(problem: Problem) -> Counter[float]:
    """How many of the possible actions have each cost."""
    world = World(problem)
    return Counter(map(world.cost, world.possible(2_000)))


def in_words(lexicon: Lexicon, functions: dict[str, str]) -> str:
    """The file of a lexicon with words for functions."""
    return json.dumps({**json.loads(dump_lexicon(lexicon)), "functions": functions})


def test_the_rules_name_functions_so_that_a_person_can_edit_them(lexicon: Lexicon) -> None:
    assert json.loads(dump_lexicon(lexicon))["functions"] == {"fare": "the fare from {?a} to {?b}"}


def test_a_cost_of_going_from_one_place_into_another_has_both_in_this_order() -> None:
    text = fares.DOMAIN.replace("(at ?p", "(robot-in ?p").replace("(at ?", "(robot-in ?")
    text = text.replace("place)", "room)").replace(":types place", ":types room")
    lexicon = verbalizer("rules").lexicon(parse_domain(text.replace("ride", "walk")))
    assert lexicon.actions["walk"] == "let the robot walk from room {?a} into room {?b}"
    assert lexicon.functions["fare"] == FARE


def test_words_for_a_function_are_those_of_the_texts(problem: Problem, lexicon: Lexicon) -> None:
    own = parse_lexicon(
        in_words(lexicon, {"fare ?x ?y": "the fare from {?x} to {?y}"}), problem.domain
    )
    assert own.functions == {"fare": FARE}
    assert not snippet_problems(own, problem.domain)
    text = convert(problem, lexicon=own, costs=True).text
    assert "It costs the fare from A to B to ride from a place A to a place B." in text
    assert "the fare from place_0 to place_1 is 12.5" in text


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        ("the gas from {?a} to {?b}", "the gas from place_0 to place_1 is 12.5"),
        (
            "the pieces per run from {?a} to {?b}",
            "the pieces per run from place_0 to place_1 are 12.5",
        ),
        ("the minutes from {?a} to {?b}", "the minutes from place_0 to place_1 are 12.5"),
        ("the steps from {?a} to {?b}", "the steps from place_0 to place_1 are 12.5"),
        ("the amount {?a} uses to {?b}", "the amount place_0 uses to place_1 is 12.5"),
        ("the miles from {?a} to {?b}", "the miles from place_0 to place_1 are 12.5"),
        ("the time it takes from {?a} to {?b}", "it takes from place_0 to place_1 is 12.5"),
        ("the repair costs of {?a} with {?b}", "the repair costs of place_0 with place_1 are 12.5"),
        (
            "the number of coins from {?a} to {?b}",
            "number of coins from place_0 to place_1 is 12.5",
        ),
    ],
)
def test_the_verb_agrees_with_what_a_price_is_called(
    problem: Problem, lexicon: Lexicon, words: str, stated: str
) -> None:
    own = parse_lexicon(in_words(lexicon, {"fare": words}), problem.domain)
    assert stated in convert(problem, lexicon=own, costs=True).text
    assert not check(problem.domain, [problem], own)
    assert not check(problem.domain, [problem], own)


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        (
            {"fare": "the fare from {?a}"},
            "snippet of the function 'fare': wrong variables: ?b missing",
        ),
        ({"fee": "the fee"}, "the domain has no function 'fee' (it has total-cost, fare)"),
    ],
)
def test_words_that_do_not_fit_are_refused(
    problem: Problem, lexicon: Lexicon, functions: dict[str, str], message: str
) -> None:
    with pytest.raises(LexiconError, match=re.escape(message)):
        parse_lexicon(in_words(lexicon, functions), problem.domain, Path("words.json"))


def test_functions_of_one_name_in_english_are_told_apart(problem: Problem) -> None:
    both = "(fare ?a ?b - place) (fare-of ?a ?b - place)"
    domain = parse_domain(fares.DOMAIN.replace("(fare ?a ?b - place)", both))
    lexicon = verbalizer("rules").lexicon(domain)
    assert set(lexicon.functions.values()) == {
        'the "fare" of {?a} and {?b}',
        'the "fare-of" of {?a} and {?b}',
    }
    assert not check(domain, [], lexicon)
    found = check(domain, [], replace(lexicon, functions={}))
    assert list(map(str, found)) == ["function fare-of: reads the same as function fare"]


def test_numbers_lose_no_digit(problem: Problem, lexicon: Lexicon) -> None:
    prices = {fluent: 1234567.125 for fluent in problem.costs}
    exact = replace(problem, costs=prices)
    assert "is 1234567.125" in convert(exact, lexicon=lexicon, costs=True).text
    assert not check(problem.domain, [exact], lexicon)


def test_a_text_that_loses_a_cost_is_found(
    problem: Problem, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composed, "number_to_pddl", lambda value: f"{value:.0f}")
    places = {each.place for each in check(problem.domain, [problem], lexicon)}
    assert places == {"actions", f"problem {problem.name}"}


@pytest.mark.parametrize("names", ["new", "keep"])
@pytest.mark.parametrize("style", STYLES)
def test_costs_in_words_are_read_back_as_costs(
    problem: Problem, lexicon: Lexicon, style: StyleName, names: Naming
) -> None:
    texts = convert(problem, lexicon=lexicon, costs=True, style=style, names=names)
    read = read_task(texts.domain_text.text, texts.problems[0].text.text)
    assert read.problem.minimizes_cost
    stated = costs_of_actions(read.problem)
    assert stated == costs_of_actions(problem)
    assert set(stated) == {0, 1.5, *fares.FARES.values()}


@pytest.mark.parametrize("style", STYLES)
def test_real_tasks_have_the_same_costs_read_back(shared: Path, style: StyleName) -> None:
    compared = 0
    for path in sorted(shared.glob("*/*/domain.pddl")):
        problem_file = next(iter(sorted(path.parent.glob("instances/*.pddl"))), None)
        if problem_file is None or "total-cost" not in path.read_text("utf-8"):
            continue
        _, [problem] = load(path, problem_file)
        texts = convert(problem, costs=True, style=style)
        read = read_task(texts.domain_text.text, texts.problems[0].text.text).problem
        try:
            wanted, found = map(costs_of_actions, (problem, read))
        except TooManyActionsError:
            continue
        assert found == wanted, path
        assert read.minimizes_cost == problem.minimizes_cost
        compared += 1
    assert compared >= 10


def test_prices_that_contradict_each_other_are_not_read(problem: Problem, lexicon: Lexicon) -> None:
    texts = convert(problem, lexicon=lexicon, costs=True)
    said = texts.problems[0].text.text
    again = said.replace("is 0.1", "is 0.1, the fare from place_3 to place_0 is 2", 1)
    assert again != said
    with pytest.raises(UnreadableText, match="different values"):
        read_task(texts.domain_text.text, again)


def test_sentences_on_costs_that_cannot_be_understood_are_named() -> None:
    stated = "My actions have these costs:\nIt costs 2 to go.\nIt costs 3 to go up.\n"
    assert read_costs(stated, ["go", "go up"]) == {("go", 2.0), ("go up", 3.0)}
    with pytest.raises(UnreadableText, match="not stated of all 3"):
        read_costs(stated, ["go", "go up", "stay"])
    with pytest.raises(UnreadableText, match=r"«It costs 3 to go up\.» does not say"):
        read_costs(stated, ["go"])
    with pytest.raises(UnreadableText, match=r"«It costs 2 to go\.» does not say"):
        read_costs(stated, ["go", "go", "go up"])
    with pytest.raises(UnreadableText, match="no list of prices: «the fare is low"):
        read_prices("As for the costs, the fare is low.")
