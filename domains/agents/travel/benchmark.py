"""Tasks of TravelPlanner (Xie et al. 2024), from a user's copy of that benchmark."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from domains.agents.task import AgenticTask, text_of
from domains.agents.travel import request_reader
from domains.agents.travel.tour import Mode, Tour, clock_minutes
from domains.agents.travel.tour_tasks import TourTask
from domains.agents.travel.trip import (
    FlightOffer,
    Number,
    Record,
    StayOffer,
    TravelData,
    Trip,
    assess,
    cheapest,
    tool_files,
)

_STAYS = "Accommodations in "
_FLIGHT = re.compile(
    r"Flight from (?P<origin>.+) to (?P<destination>.+) on (?P<day>\d{4}-\d\d-\d\d)"
)
_DRIVE = re.compile(
    r"(?P<mode>self-driving|taxi), from (?P<origin>.+) to (?P<destination>.+), "
    r"duration: (?P<duration>.+), distance: (?P<distance>[\d,.]+) km, cost: (?P<cost>\d+)"
)
_ROOM_TYPES: Mapping[str, tuple[str, ...]] = {
    "entire room": ("Entire home/apt",),
    "private room": ("Private room",),
    "shared room": ("Shared room",),
    "not shared room": ("Entire home/apt", "Private room"),
}

_WITHOUT: Mapping[str, tuple[Mode, ...]] = {
    "no flight": ("flight",),
    "no self-driving": ("self-driving",),
}


class UnreadableBenchmark(ValueError):
    """A file of a copy of the benchmark is not what it should be; begins with `FILE:LINE:`."""


def load(folder: Path, *, split: str = "train") -> Iterator[AgenticTask]:
    """The tasks with a single destination that two flights and a stay can solve.

    These are the subtasks of the ProcLLM paper (section 5): flight there, flight back, hotel. Its
    tools know what the reference information of all single-destination tasks holds. The
    structured fields of a record (`people_number`, `budget`, `local_constraint`) count where it has
    them; else they are read from the request.

    Args:
        folder: holds `SPLIT_ref_info.jsonl`, and `SPLIT_tasks.jsonl` or the benchmark's `SPLIT.csv`
            with the same tasks in the same order.
        split: which part of the benchmark.

    Raises:
        OSError: a file cannot be read.
        UnreadableBenchmark: a file is not what it should be.
    """
    for _, found in _judged(folder, split):
        if isinstance(found, AgenticTask):
            yield found


def left_out(folder: Path, *, split: str = "train") -> Mapping[int, str]:
    """Why the other tasks are no tasks here: a reason by the number of the task, from 1.

    Raises:
        OSError: as for `load`.
        UnreadableBenchmark: as for `load`.
    """
    return {number: found for number, found in _judged(folder, split) if isinstance(found, str)}


def load_tours(folder: Path, *, split: str = "train") -> Iterator[TourTask]:
    """All tasks of the benchmark as whole trips; folder and split are as for `load`.

    The tools of each task know what its own reference information holds. Of the wishes the
    structured fields count, as for `load`.

    Raises:
        OSError: a file cannot be read.
        UnreadableBenchmark: a file is not what it should be.
    """
    for entry in _entries(folder, split):
        query = str(entry.record["query"]).strip()
        name = f"travelplanner-{split}-{entry.number}"
        yield TourTask(name, _tour(entry), _pooled([entry]), f"{query}\n")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task of the files: its record, what its tools would return, and where both stand."""

    number: int
    where: str
    where_reference: str
    record: Mapping[str, Any]
    reference: Mapping[str, Any]

    @property
    def destinations(self) -> list[str]:
        return [key.removeprefix(_STAYS) for key in self.reference if key.startswith(_STAYS)]


def _judged(folder: Path, split: str) -> Iterator[tuple[int, AgenticTask | str]]:
    entries = list(_entries(folder, split))
    single = [entry for entry in entries if len(entry.destinations) == 1]
    data = _pooled(single)
    tools = tool_files(data)
    for entry in entries:
        if len(entry.destinations) != 1:
            yield entry.number, "it has several destinations"
            continue
        trip = _trip(entry)
        if isinstance(trip, str):
            yield entry.number, trip
        elif reason := _unsolvable(trip, data):
            yield entry.number, reason
        else:
            yield (
                entry.number,
                AgenticTask(
                    name=f"travelplanner-{split}-{entry.number}",
                    specification=text_of("travel", "specification.txt"),
                    request=f"{str(entry.record['query']).strip()}\n",
                    check=partial(assess, trip, data),
                    tools_specification=text_of("travel", "tools_specification.txt"),
                    tools=tools,
                ),
            )


def _unsolvable(trip: Trip, data: TravelData) -> str:
    least = cheapest(trip, data)
    if least is None:
        return "no flights on these days, or no place to stay, suit the request"
    if least > trip.budget:
        return (
            f"two flights and a stay cost ${least:,} at least, and the budget is ${trip.budget:,}"
        )
    return ""


# Files.


def _entries(folder: Path, split: str) -> Iterator[_Entry]:
    information = folder / f"{split}_ref_info.jsonl"
    references = list(_json_lines(information))
    lines, table = folder / f"{split}_tasks.jsonl", folder / f"{split}.csv"
    records = list(
        _csv_rows(table) if table.exists() and not lines.exists() else _json_lines(lines)
    )
    if len(records) != len(references):
        raise UnreadableBenchmark(
            f"{information}:1: line n should be about task n, but lines: {len(references)}, "
            f"tasks: {len(records)}"
        )
    pairs = zip(records, references, strict=True)
    for number, ((where, record), (beside, reference)) in enumerate(pairs, 1):
        if not isinstance(record.get("query"), str):
            raise UnreadableBenchmark(f'{where}: the task has no text "query"')
        yield _Entry(number, where, beside, record, reference)


def _json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # Not `splitlines`, which would also split at separators that JSON allows inside a string.
    for number, line in enumerate(_text(path).rstrip("\n").split("\n"), 1):
        where = f"{path}:{number}"
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            fault = error.msg.removesuffix(" at")
            message = f"{where}:{error.colno}: this line is not JSON: {fault}"
            raise UnreadableBenchmark(message) from None
        except (ValueError, RecursionError):
            message = f"{where}: nested too deeply, or a number with too many digits"
            raise UnreadableBenchmark(message) from None
        if not isinstance(value, dict):
            raise UnreadableBenchmark(f"{where}: this line should hold a JSON object")
        yield where, value


def _csv_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # Reference information in a cell is longer than what the module allows by default.
    limit = csv.field_size_limit(2**31 - 1)
    try:
        rows = csv.DictReader(io.StringIO(_text(path), newline=""))
        yield from [(f"{path}:{rows.line_num}", row) for row in rows]
    except csv.Error as error:
        raise UnreadableBenchmark(f"{path}:{rows.line_num}: {error}") from None
    finally:
        csv.field_size_limit(limit)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnreadableBenchmark(f"{path}:{line}: this is not UTF-8") from None


# What a task asks for.


def _trip(entry: _Entry) -> Trip | str:
    """The trip of a task, or why it is none for flights."""
    (destination,) = entry.destinations
    ways = [found for key in entry.reference if (found := _FLIGHT.fullmatch(key))]
    there = next((way for way in ways if way["destination"] == destination), None)
    back = next((way for way in ways if way["origin"] == destination), None)
    if there is None or back is None:
        return "its information has no flights there and back"
    wishes = _wishes(entry)
    if "flight" in wishes["without"]:
        return "the travellers do not want to fly"
    origin, days = there["origin"], (there["day"], back["day"])
    tour = Tour(origin, (destination,), 1, days, _people(entry), _budget(entry), **wishes)
    return tour.part(origin, destination, 0, 1)


def _tour(entry: _Entry) -> Tour:
    """The whole trip of a task: its cities and days are those of its information."""
    cities = tuple(entry.destinations)
    ways = [found for key in entry.reference if (found := _FLIGHT.fullmatch(key))]
    origin = next((way["origin"] for way in ways if way["origin"] not in cities), "")
    days = sorted(date.fromisoformat(way["day"]) for way in ways)
    if not origin or not cities:
        raise UnreadableBenchmark(
            f"{entry.where_reference}: the task has no city to visit, or no flights from home"
        )
    return Tour(
        origin=origin,
        cities=cities,
        visits=_whole(entry, "visiting_city_number") or len(cities),
        dates=tuple(
            (days[0] + timedelta(days=number)).isoformat()
            for number in range((days[-1] - days[0]).days + 1)
        ),
        people=_people(entry),
        budget=_budget(entry),
        **_wishes(entry),
    )


def _people(entry: _Entry) -> int:
    return _whole(entry, "people_number") or request_reader.people(str(entry.record["query"]))


def _budget(entry: _Entry) -> int:
    budget = _whole(entry, "budget") or request_reader.budget(str(entry.record["query"]))
    if budget is None:
        raise UnreadableBenchmark(f"{entry.where}: neither the task nor its query names a budget")
    return budget


def _whole(entry: _Entry, field: str) -> int | None:
    """A structured number of a task; None where it has none."""
    value = entry.record.get(field)
    if value in (None, ""):
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise UnreadableBenchmark(
            f"{entry.where}: {field} should be a whole number, not {value!r}"
        ) from None


def _wishes(entry: _Entry) -> dict[str, Any]:
    """What a task asks for, as fields of a tour."""
    given = entry.record.get("local_constraint")
    if given in (None, ""):
        query = str(entry.record["query"])
        return {
            "room_types": request_reader.room_types(query),
            "need": request_reader.need(query),
            "cuisines": request_reader.cuisines(query),
            "without": request_reader.without(query),
        }
    if isinstance(given, str):
        try:
            given = ast.literal_eval(given)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            given = None
    if not isinstance(given, dict):
        raise UnreadableBenchmark(f"{entry.where}: local_constraint should be a dictionary")
    rooms = given.get("room type") or ""
    if rooms and rooms not in _ROOM_TYPES:
        known = ", ".join(_ROOM_TYPES)
        raise UnreadableBenchmark(f"{entry.where}: unknown room type {rooms!r}; known are {known}")
    return {
        "room_types": _ROOM_TYPES[rooms] if rooms else (),
        "need": str(given.get("house rule") or ""),
        "cuisines": tuple(map(str, given.get("cuisine") or ())),
        "without": _WITHOUT.get(str(given.get("transportation")), ()),
    }


# What the tools know.


def _pooled(entries: Iterable[_Entry]) -> TravelData:
    """The reference information of some tasks together; what stands in several counts once."""
    flights: dict[str, FlightOffer] = {}
    stays: dict[str, list[StayOffer]] = {}
    meals: dict[str, list[Record]] = {}
    sights: dict[str, list[Record]] = {}
    drives: dict[str, Record] = {}
    for entry in entries:
        for key, value in entry.reference.items():
            try:
                if found := _DRIVE.fullmatch(value) if isinstance(value, str) else None:
                    drives.setdefault(key, _drive(found))
                elif isinstance(value, str):
                    continue  # it says that there is nothing
                elif key.startswith("Flight from "):
                    flights.update((offer.number, offer) for offer in map(_flight, value))
                elif key.startswith(_STAYS):
                    stays.setdefault(key, [_stay(fact) for fact in value])
                elif key.startswith("Restaurants in "):
                    meals.setdefault(key, [_restaurant(fact) for fact in value])
                elif key.startswith("Attractions in "):
                    sights.setdefault(key, [_attraction(fact) for fact in value])
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                message = f"{entry.where_reference}: {key} is not as in TravelPlanner: {error!r}"
                raise UnreadableBenchmark(message) from None
    return TravelData(
        tuple(flights.values()),
        tuple(stay for some in stays.values() for stay in some),
        tuple(meal for some in meals.values() for meal in some),
        tuple(sight for some in sights.values() for sight in some),
        tuple(drives.values()),
    )


def _flight(facts: Mapping[str, Any]) -> FlightOffer:
    for time in (facts["DepTime"], facts["ArrTime"]):
        clock_minutes(time)
    return FlightOffer(
        number=facts["Flight Number"],
        origin=facts["OriginCityName"],
        destination=facts["DestCityName"],
        date=facts["FlightDate"],
        departure=facts["DepTime"],
        arrival=facts["ArrTime"],
        duration=facts["ActualElapsedTime"],
        distance=_number(facts["Distance"]),
        price=_number(facts["Price"]),
    )


def _stay(facts: Mapping[str, Any]) -> StayOffer:
    return StayOffer(
        name=_single_blanks(facts["NAME"]),
        city=facts["city"],
        room_type=facts["room type"],
        price=_number(facts["price"]),
        minimum_nights=int(facts["minimum nights"]),
        maximum_occupancy=int(facts["maximum occupancy"]),
        house_rules=tuple(facts["house_rules"].split(" & ")) if facts["house_rules"] else (),
        rating=_number(facts["review rate number"]),
    )


def _restaurant(facts: Mapping[str, Any]) -> Record:
    return {
        "name": _single_blanks(facts["Name"]),
        "city": facts["City"],
        "cuisines": facts["Cuisines"].split(", "),
        "average_cost": _number(facts["Average Cost"]),
        "rating": _number(facts["Aggregate Rating"]),
    }


def _attraction(facts: Mapping[str, Any]) -> Record:
    return {
        "name": _single_blanks(facts["Name"]),
        "city": facts["City"],
        "address": facts["Address"],
        "phone": facts["Phone"],
        "website": facts["Website"],
    }


def _drive(found: re.Match[str]) -> Record:
    return {
        **{name: found[name] for name in ("origin", "destination", "mode", "duration")},
        "distance": _number(float(found["distance"].replace(",", ""))),
        "cost": int(found["cost"]),
    }


def _number(value: Number) -> Number:
    """A number without a fraction of zero; the files write prices as `243.0`."""
    return int(value) if int(value) == value else value


def _single_blanks(name: str) -> str:
    return " ".join(name.split())
