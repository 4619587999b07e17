"""Unit Movement: tasks have the paper's shape and a solution; its rule finds every fault."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.agents import AgenticTask
from domains.agents.unit_movement import UnitScenario, assess, draw, generate
from tests.domains.agents.hostile import answers

SEEDS = st.integers(0, 10**6)
SIZES = st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n)))
Move = dict[str, str]


def told(task: AgenticTask) -> UnitScenario:
    """The scenario as a reader of the request alone understands it."""
    target = re.search(r"^Surround (\w+) this turn", task.request)
    wanted = re.search(r"at least (\d+) units? stand", task.request)
    assert target
    assert wanted
    units, places = task.request.split("\n\n")[1:]
    stations = dict(re.findall(r"^- (\w+): (\w+)$", units, re.MULTILINE))
    network = {
        place: tuple(near.split(", "))
        for place, near in re.findall(r"^- (\w+): (.+)$", places, re.MULTILINE)
    }
    return UnitScenario(target[1], network, stations, int(wanted[1]))


def solution(scenario: UnitScenario) -> list[Move]:
    """Moves found by maximum flow: from where units stand, over one edge, to three places."""
    for places in itertools.combinations(scenario.network[scenario.target], 3):
        graph = nx.DiGraph()
        for station, count in Counter(scenario.units.values()).items():
            graph.add_edge("all", ("at", station), capacity=count)
            for place in sorted({station, *scenario.network[station]}.intersection(places)):
                graph.add_edge(("at", station), ("on", place))
        for place in places:
            graph.add_edge(("on", place), "held", capacity=scenario.wanted)
        if "all" not in graph:
            continue
        value, flow = nx.maximum_flow(graph, "all", "held")
        if value == 3 * scenario.wanted:
            return list(moves(scenario, flow))
    raise AssertionError("no solution")


def moves(scenario: UnitScenario, flow: Mapping[object, Mapping[object, int]]) -> Sequence[Move]:
    found = []
    for station in dict.fromkeys(scenario.units.values()):
        standing = [unit for unit, place in scenario.units.items() if place == station]
        for (_, place), count in flow[("at", station)].items():  # type: ignore[misc]
            for _ in range(count):
                found.append({"unit_id": standing.pop(), "action_type": "move", "location": place})
    return found


@given(SEEDS, SIZES)
@settings(max_examples=40)
def test_every_task_can_be_solved_from_what_its_request_says(
    seed: int, size: tuple[int, int]
) -> None:
    task = generate(random.Random(seed), units=size[0], wanted=size[1])
    assert task.check(json.dumps(solution(told(task)))).solved


@given(SEEDS, SIZES)
@settings(max_examples=40)
def test_the_network_has_the_shape_that_the_paper_gives(seed: int, size: tuple[int, int]) -> None:
    units, wanted = size
    scenario = draw(random.Random(seed), units, wanted)
    graph = nx.Graph((a, b) for a, near in scenario.network.items() for b in near)
    around = set(scenario.network[scenario.target])
    outer = set(graph) - around - {scenario.target}
    edges = sum(map(len, scenario.network.values())) // 2
    assert all(a in scenario.network[b] for a, near in scenario.network.items() for b in near)
    assert (len(around), len(outer)) == (4, 12)
    assert edges == graph.number_of_edges() == 4 + 12 + 12
    assert set(graph[scenario.target]) == around
    own = {place: set(graph[place]) & outer for place in around}
    assert all(len(places) >= 3 for places in own.values())
    manned = Counter(unit.rsplit("_", 1)[0] for unit in scenario.units)
    assert sorted(manned.values()) == [units] * 3
    sections = [
        {
            next(p for p in around if place in own[p])
            for unit, place in scenario.units.items()
            if unit.startswith(f"{sign}_")
        }
        for sign in manned
    ]
    assert all(len(section) == 1 for section in sections)
    assert len(set.union(*sections)) == 3


def test_a_request_says_the_whole_scenario() -> None:
    scenario = draw(random.Random(5), 4, 2)
    assert told(generate(random.Random(5), units=4, wanted=2)) == scenario


@pytest.mark.parametrize(("units", "wanted"), [(3, 4), (3, 0), (0, 0), (-1, -1)])
def test_sizes_without_a_solution_are_refused(units: int, wanted: int) -> None:
    with pytest.raises(ValueError, match="unit-movement needs at least one wanted unit"):
        generate(random.Random(0), units=units, wanted=wanted)


SCENARIO = draw(random.Random(3), 2, 2)  # every unit is needed
RIGHT = solution(SCENARIO)
UNIT, PLACE = RIGHT[0]["unit_id"], RIGHT[0]["location"]
FAR = next(p for p in SCENARIO.network if p not in SCENARIO.network[SCENARIO.units[UNIT]])


def changed(**values: object) -> list[object]:
    return [{**RIGHT[0], **values}, *RIGHT[1:]]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (changed(unit_id="Nobody_9"), 'Action 1 is for "Nobody_9", but there is no such unit.'),
        (changed(unit_id=UNIT.lower()), f'Action 1 is for "{UNIT.lower()}", but there is no such'),
        (changed(location="Atlantis"), 'Action 1 leads to "Atlantis", which is no location.'),
        (changed(location=FAR), f"Action 1 moves {UNIT} from .* to {FAR}, which is no neighbour"),
        (changed(location=SCENARIO.units[UNIT]), "which is no neighbour"),
        (changed(action_type="attack"), 'Action 1 has the type "attack"; the only type is "move".'),
        (changed(unit_id=3), 'Action 1 has a number as "unit_id", which should be a text.'),
        (changed(location=None), 'Action 1 has null as "location"'),
        (changed(location=[PLACE]), 'Action 1 has a list as "location"'),
        (changed(reason="why not"), 'Action 1 has an unknown key "reason"'),
        ([{"unit_id": UNIT, "location": PLACE}, *RIGHT[1:]], 'Action 1 has no key "action_type"'),
        ([*RIGHT, RIGHT[0]], f"Action {len(RIGHT) + 1} moves {UNIT} again"),
        ([*RIGHT, "move"], f'Action {len(RIGHT) + 1} should be an object, not "move".'),
        (
            RIGHT[1:],
            f"2 of them have enough: .*{PLACE} has 1",
        ),
        ([], "and none of them has enough"),
        ({"actions": RIGHT}, "should be a JSON list, not an object"),
    ],
)
def test_each_fault_of_an_answer_is_named(answer: object, reason: str) -> None:
    assert assess(SCENARIO, json.dumps(RIGHT)).solved
    found = assess(SCENARIO, json.dumps(answer))
    assert not found.solved
    assert re.search(reason, found.reason), found.reason


@pytest.mark.parametrize("number", range(len(RIGHT)))
def test_no_needed_move_may_be_left_out(number: int) -> None:
    assert not assess(SCENARIO, json.dumps(RIGHT[:number] + RIGHT[number + 1 :])).solved


@pytest.mark.parametrize("text", ["Here you are: {}", "{}\nDone.", "```json\n{}\n```"])
def test_words_around_the_list_are_refused(text: str) -> None:
    found = assess(SCENARIO, text.format(json.dumps(RIGHT)))
    assert found.reason.startswith("The answer is not JSON: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "The answer is empty."),
        ("[", "The answer is not JSON: Expecting value at line 1, column 2."),
        ('["a\nb"]', "The answer is not JSON: Invalid control character at line 1, column 4."),
        ("[" * 100_000, "The answer is not usable JSON: it is nested too deeply."),
        ("9" * 5_000, "The answer is not usable JSON: a number has too many digits."),
    ],
)
def test_what_is_not_json_is_told_with_its_place(text: str, reason: str) -> None:
    assert assess(SCENARIO, text).reason == reason


def test_a_key_that_stands_twice_is_refused() -> None:
    text = json.dumps(RIGHT).replace('"location"', f'"location": "{PLACE}", "location"', 1)
    found = assess(SCENARIO, text)
    assert found.reason == 'The answer names the key "location" twice in one object.'


def test_one_neighbour_too_few_is_told_with_the_count_of_each() -> None:
    kept = [move for move in RIGHT if move["location"] == PLACE]
    found = assess(SCENARIO, json.dumps(kept))
    assert "and 1 of them has enough: " in found.reason
    assert f"{PLACE} has 2" in found.reason


@given(answers("unit_id", "action_type", "location", "move", UNIT, PLACE))
def test_no_text_raises(text: str) -> None:
    found = assess(SCENARIO, text)
    assert found.reason or found.solved
    found.reason.encode()


def test_more_units_than_a_request_can_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="unit-movement has at most 1,000 units, not 5,000,000"):
        generate(random.Random(0), units=5_000_000, wanted=3)
