"""What a competent model answers at each stage for a made-up travel task, written by hand."""

from __future__ import annotations

from domains.agents import AgenticTask, agentic_task

SEED = 3
"""Two people from Port Ismere to Quillhaven, in a private room, on flights not after 17:00."""

REQUEST = """{
  "org": "Port Ismere",
  "dest": "Quillhaven",
  "days": 3,
  "visiting_city_number": 1,
  "date": ["2031-08-31", "2031-09-01", "2031-09-02"],
  "people_number": 2,
  "budget": 570,
  "preferences": ["No flight departs after 17:00.", "The room type is Private room."]
}"""

STEPS = """1. Call find_flights("Port Ismere", "Quillhaven", "2031-08-31") for the flights there.
2. Keep those that depart at 17:00 or before; an integer variable chooses one of them.
3. Call find_flights("Quillhaven", "Port Ismere", "2031-09-02") and do the same.
4. Call find_accommodations("Quillhaven"); keep private rooms whose minimum number of nights is 2 or
   less; an integer variable chooses one of them.
5. The flights cost their price for each of 2 people. The stay costs its price for each of 2 nights
   and for as many rooms as 2 people need.
6. All costs together are at most 570. Minimize them."""

SCRIPT = """import json
import math

from z3 import And, If, Int, Optimize, Sum, sat

from tools.accommodations import find_accommodations
from tools.flights import find_flights

request = json.load(open("request.json"))
people, nights = request["people_number"], request["days"] - 1


def in_time(flights):
    return [flight for flight in flights if flight["departure"] <= "17:00"]


there = in_time(find_flights(request["org"], request["dest"], request["date"][0]))
back = in_time(find_flights(request["dest"], request["org"], request["date"][-1]))
stays = [
    stay
    for stay in find_accommodations(request["dest"])
    if stay["room_type"] == "Private room" and stay["minimum_nights"] <= nights
]


def rooms(stay):
    return math.ceil(people / stay["maximum_occupancy"])


solver = Optimize()


def chosen(name, costs):
    # one row of a list, and what it costs
    row = Int(name)
    solver.add(And(row >= 0, row < len(costs)))
    return row, Sum([If(row == number, cost, 0) for number, cost in enumerate(costs)])


first, first_cost = chosen("first", [flight["price"] * people for flight in there])
last, last_cost = chosen("last", [flight["price"] * people for flight in back])
stay, stay_cost = chosen("stay", [each["price"] * nights * rooms(each) for each in stays])
total = first_cost + last_cost + stay_cost
solver.add(total <= request["budget"])
solver.minimize(total)
if solver.check() == sat:
    model = solver.model()
    print(
        json.dumps(
            {
                "departing_flight": there[model[first].as_long()]["number"],
                "returning_flight": back[model[last].as_long()]["number"],
                "accommodation": stays[model[stay].as_long()]["name"],
            }
        )
    )
else:
    print("NO SOLUTION")
"""

MISNAMED = SCRIPT.replace(".as_long()", ".as_number()")
"""It calls a method that z3 does not have (multi-step paper, figure A.2)."""
UNIMPORTED = SCRIPT.replace("import math\n", "").replace("import json\n", "")
TOO_DEAR = SCRIPT.replace('total <= request["budget"]', "total <= 10")
"""Its model has no solution."""
HANGING = "while True:\n    pass\n"


def task() -> AgenticTask:
    """The task that these answers are for."""
    return agentic_task("travel", seed=SEED)


def fenced(script: str) -> str:
    """A script as a model answers with it."""
    return f"Here is the script.\n```python\n{script}```\n"
