"""TravelPlanner's own tasks: read from a copy, judged as its annotators planned them."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domains.agents import AgenticTask
from domains.agents.travel import (
    PARTS,
    Tour,
    Trip,
    UnreadableBenchmark,
    left_out,
    load,
    load_tours,
    request_reader,
)

# Read from the sentences by a person: people, budget, type of room, house rule, no flights.
WISHES = {
    1: (1, 1700, "", "", False),
    9: (1, 1400, "", "", False),
    16: (2, 2300, "", "", False),
    17: (2, 4700, "", "parties", False),
    18: (8, 6500, "", "children under 10", False),
    19: (2, 2000, "Private room", "", False),
    21: (6, 15100, "Entire home/apt", "", False),
    22: (4, 12300, "", "smoking", False),
    26: (4, 5800, "", "children under 10", False),
    31: (2, 1500, "", "children under 10", False),
    32: (3, 3100, "Entire home/apt", "pets", False),
    33: (2, 1300, "Entire home/apt", "parties", True),
    34: (2, 1400, "Private room", "pets", False),
    35: (5, 3600, "Entire home/apt", "", False),
    37: (7, 8500, "Entire home/apt", "visitors", False),
    38: (3, 3600, "Entire home/apt", "", True),
    44: (2, 5500, "Entire home/apt", "", True),
    45: (2, 5100, "", "pets", True),
}


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "travelplanner"


@pytest.fixture(scope="module")
def records(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "train_tasks.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def tasks(folder: Path) -> dict[int, AgenticTask]:
    return {int(task.name.rsplit("-", 1)[1]): task for task in load(folder)}


def annotated(record: dict[str, Any]) -> dict[str, str]:
    """What the annotators booked, as an answer."""
    days = [day for day in record["annotated_plan"] if day]
    flights = [re.search(r"F\d+", days[end]["transportation"]) for end in (0, -1)]
    stay = re.sub(r", [^,]*$", "", days[0]["accommodation"])
    return {
        "departing_flight": flights[0][0] if flights[0] else "-",
        "returning_flight": flights[1][0] if flights[1] else "-",
        "accommodation": stay,
    }


def test_the_tasks_are_those_whose_annotators_fly_to_one_city(
    tasks: dict[int, AgenticTask], folder: Path
) -> None:
    assert list(tasks) == [1, 3, 5, 17, 31, 32, 35]
    assert {*tasks, *left_out(folder)} == set(range(1, 46))
    assert left_out(folder)[6] == "it has several destinations"
    assert left_out(folder)[33] == "the travellers do not want to fly"
    assert left_out(folder)[34].startswith("two flights and a stay cost $1,450 at least")


def test_annotated_plans_are_right(
    tasks: dict[int, AgenticTask], records: list[dict[str, Any]]
) -> None:
    for number, task in tasks.items():
        found = task.check(json.dumps(annotated(records[number - 1])))
        assert found.solved, (number, found.reason)


def test_another_tasks_plan_is_wrong_in_every_part(
    tasks: dict[int, AgenticTask], records: list[dict[str, Any]]
) -> None:
    found = tasks[1].check(json.dumps(annotated(records[2])))
    assert found.parts == dict.fromkeys(PARTS, False)


@pytest.mark.parametrize("number", WISHES)
def test_wishes_are_read_from_the_sentences(number: int, records: list[dict[str, Any]]) -> None:
    query = records[number - 1]["query"]
    read = (
        request_reader.people(query),
        request_reader.budget(query),
        "".join(request_reader.room_types(query)),
        request_reader.need(query),
        "flight" in request_reader.without(query),
    )
    assert read == WISHES[number]


SOLVER = """
import json
from tools.accommodations import find_accommodations
from tools.attractions import find_attractions
from tools.distances import find_distance
from tools.flights import find_flights
from tools.restaurants import find_restaurants
out = find_flights("atlanta", "Chattanooga", "2022-03-07")
back = find_flights("Chattanooga", "Atlanta", "2022-03-09")
stays = [stay for stay in find_accommodations("Chattanooga")
         if stay["room_type"] == "Entire home/apt" and stay["minimum_nights"] <= 2]
cost = lambda stay: stay["price"] * -(-5 // stay["maximum_occupancy"])
print(json.dumps({
    "departing_flight": min(out, key=lambda flight: flight["price"])["number"],
    "returning_flight": min(back, key=lambda flight: flight["price"])["number"],
    "accommodation": min(stays, key=cost)["name"],
}))
print(json.dumps([
    len(find_restaurants("Chattanooga")), len(find_attractions("Chattanooga")),
    find_distance("Atlanta", "Chattanooga")["cost"],
    find_distance("Atlanta", "Chattanooga", "taxi")["cost"],
    find_distance("Atlanta", "Nowhere"), find_flights("Atlanta", "Chattanooga", "2022-04-07"),
]))
"""


def test_the_tools_solve_a_real_task_in_a_process_of_their_own(
    tasks: dict[int, AgenticTask], tmp_path: Path
) -> None:
    task = tasks[35]
    for name, text in {**task.tools, "solver.py": SOLVER}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    # Without site packages: the tools need the standard library alone.
    command = [sys.executable, "-S", "solver.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    answer, others = output.stdout.splitlines()
    assert task.check(answer).solved, task.check(answer).reason
    assert json.loads(others) == [39, 20, 9, 190, None, []]


# A copy in the benchmark's own layout, made here.

FLIGHT = {
    "Flight Number": "F1",
    "Price": 100,
    "DepTime": "08:00",
    "ArrTime": "09:00",
    "ActualElapsedTime": "1 hours 0 minutes",
    "FlightDate": "2022-03-01",
    "OriginCityName": "A",
    "DestCityName": "B",
    "Distance": 300.0,
}
LATE = {**FLIGHT, "ArrTime": "noon"}
BACK = {
    **FLIGHT,
    "Flight Number": "F2",
    "FlightDate": "2022-03-03",
    "OriginCityName": "B",
    "DestCityName": "A",
}
STAY = {
    "NAME": "Inn ",
    "price": 50.0,
    "room type": "Private room",
    "house_rules": "No pets & No smoking",
    "minimum nights": 2.0,
    "maximum occupancy": 2,
    "review rate number": 4.0,
    "city": "B",
}
REFERENCE = {
    "Accommodations in B": [STAY],
    "Flight from A to B on 2022-03-01": [FLIGHT],
    "Flight from B to A on 2022-03-03": [BACK],
    "Self-driving from A to B": "No valid information.",
}
ROW = {
    "query": "From A to B, please.",
    "people_number": "2",
    "budget": "600",
    "local_constraint": "{'house rule': 'visitors', 'cuisine': None, 'room type': 'not shared "
    "room', 'transportation': 'no self-driving'}",
}


def copy(folder: Path, row: dict[str, Any], reference: object = REFERENCE) -> Path:
    with (folder / "validation.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        writer.writeheader()
        writer.writerow(row)
    text = json.dumps(reference) + "\n"
    (folder / "validation_ref_info.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_structured_fields_count_before_the_sentence(tmp_path: Path) -> None:
    (task,) = load(copy(tmp_path, ROW), split="validation")
    trip: Trip = task.check.args[0]  # type: ignore[attr-defined]
    assert task.name == "travelplanner-validation-1"
    assert (trip.origin, trip.destination) == ("A", "B")
    assert (trip.departing, trip.returning, trip.nights) == ("2022-03-01", "2022-03-03", 2)
    assert (trip.people, trip.budget, trip.need) == (2, 600, "visitors")
    assert trip.room_types == ("Entire home/apt", "Private room")
    answer = {"departing_flight": "F1", "returning_flight": "F2", "accommodation": "Inn"}
    assert task.check(json.dumps(answer)).solved


def test_structured_fields_count_for_whole_trips(tmp_path: Path) -> None:
    wishes = "{'house rule': None, 'cuisine': ['French'], 'transportation': 'no self-driving'}"
    row = {**ROW, "visiting_city_number": "1", "local_constraint": wishes}
    (task,) = load_tours(copy(tmp_path, row), split="validation")
    assert (task.name, task.request) == ("travelplanner-validation-1", "From A to B, please.\n")
    assert task.tour == Tour(
        "A",
        ("B",),
        1,
        ("2022-03-01", "2022-03-02", "2022-03-03"),
        people=2,
        budget=600,
        cuisines=("French",),
        without=("self-driving",),
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"budget": "499"}, "two flights and a stay cost $500 at least, and the budget is $499"),
        (
            {"local_constraint": "{'house rule': 'pets'}"},
            "no flights on these days, or no place to stay, suit the request",
        ),
        (
            {"local_constraint": "{'transportation': 'no flight'}"},
            "the travellers do not want to fly",
        ),
    ],
)
def test_tasks_that_nothing_solves_are_left_out(
    change: dict[str, str], reason: str, tmp_path: Path
) -> None:
    place = copy(tmp_path, {**ROW, **change})
    assert list(load(place, split="validation")) == []
    assert left_out(place, split="validation") == {1: reason}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"budget": "lots"}, r"validation\.csv:2: budget should be a whole number, not 'lots'"),
        ({"budget": ""}, r"validation\.csv:2: neither the task nor its query names a budget"),
        ({"local_constraint": "{"}, r"validation\.csv:2: local_constraint should be a dictionary"),
        (
            {"local_constraint": "{'room type': 'cave'}"},
            r"validation\.csv:2: unknown room type 'cave'; known are entire room, private room",
        ),
    ],
)
def test_bad_fields_are_told_with_their_line(
    change: dict[str, str], message: str, tmp_path: Path
) -> None:
    place = copy(tmp_path, {**ROW, **change})
    with pytest.raises(UnreadableBenchmark, match=message):
        list(load(place, split="validation"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{]\n", r"ref_info\.jsonl:1:2: this line is not JSON"),
        ("[]\n", r"ref_info\.jsonl:1: this line should hold a JSON object"),
        ("[" * 100_000, r"ref_info\.jsonl:1: nested too deeply"),
        ("{}\n{}\n", r"ref_info\.jsonl:1: line n should be about task n, but lines: 2, tasks: 1"),
        ('{"Accommodations in B": [{}]}', r"ref_info\.jsonl:1: Accommodations in B is not as in"),
        (
            json.dumps({**REFERENCE, "Flight from A to B on 2022-03-01": [LATE]}),
            r"ref_info\.jsonl:1: Flight from A to B on 2022-03-01 is not as in TravelPlanner",
        ),
        ('{"Accommodations in B": 3}', r"ref_info\.jsonl:1: Accommodations in B is not as in"),
    ],
)
def test_bad_information_is_told_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    place = copy(tmp_path, ROW)
    (place / "validation_ref_info.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableBenchmark, match=message):
        list(load(place, split="validation"))


def test_separators_inside_a_string_end_no_line(tmp_path: Path) -> None:
    place = copy(tmp_path, ROW)
    stay = {**STAY, "NAME": "Inn\u2028Annex"}
    text = json.dumps({**REFERENCE, "Accommodations in B": [stay]}, ensure_ascii=False)
    (place / "validation_ref_info.jsonl").write_text(text, encoding="utf-8")
    assert len(list(load(place, split="validation"))) == 1


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    place = copy(tmp_path, ROW)
    (place / "validation_ref_info.jsonl").write_bytes(b"{}\n\xff\n")
    with pytest.raises(UnreadableBenchmark, match=r"ref_info\.jsonl:2: this is not UTF-8"):
        list(load(place, split="validation"))
