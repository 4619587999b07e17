"""A model for the Crafter agent that plays by rules, and reads nothing but its prompts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pddl2nl.llm import Completion, Message, estimate_usage
from policies.answer_forms import QUESTION, JsonValue, asked_form, filler

_GROUND = ("grass", "sand", "path")
_OPPOSITE = {"west": "east", "east": "west", "north": "south", "south": "north"}
_LETTERS = {"W": "west", "E": "east", "N": "north", "S": "south"}


@dataclass(frozen=True)
class Seen:
    """An observation, read from its text."""

    sides: Mapping[str, str]
    facing: str
    objects: Sequence[tuple[str, Mapping[str, int]]]
    amounts: Mapping[str, int]
    asleep: bool
    step: int

    def nearest(self, *kinds: str) -> Mapping[str, int] | None:
        """The steps by direction to the nearest thing of some kinds."""
        found = [steps for kind, steps in self.objects if kind in kinds]
        return min(found, key=lambda steps: sum(steps.values()), default=None)

    def has(self, item: str) -> int:
        return self.amounts.get(item, 0)


def read_observation(text: str) -> Seen:
    sides = dict(
        (side, kind) for kind, side in re.findall(r"^- (.+): (\w+), 1[WENS]", text, re.MULTILINE)
    )
    facing = re.search(r"^- .+: (\w+), 1[WENS] \(facing\)", text, re.MULTILINE)
    objects = [
        (kind, {_LETTERS[letter]: int(number) for number, letter in re.findall(r"(\d)(\w)", way)})
        for kind, way in re.findall(r"^- (.+) \d+ steps to [\w-]+, (.+)$", text, re.MULTILINE)
    ]
    amounts = {name: int(n) for name, n in re.findall(r"^- (\w+): (\d+)", text, re.MULTILINE)}
    step = re.search(r"Gamestep (\d+)", text)
    assert facing is not None
    assert step is not None
    return Seen(sides, facing[1], objects, amounts, "asleep" in text, int(step[1]))


@dataclass
class RulePlayer:
    """Answers the questions of the Crafter graph.

    Args:
        dice: where it goes when it sees nothing that it wants.
        wrong: answers that are given first, by a word of the question: to be refused.
    """

    dice: random.Random = field(default_factory=lambda: random.Random(0))
    wrong: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    _heading: str = "west"

    async def ask(self, messages: list[Message]) -> Completion:
        """Answer a conversation, as a model does."""
        text = self.answer([each.content for each in messages if each.role == "user"])
        return Completion(text, estimate_usage(messages, text), "stop", False, "rules")

    def answer(self, said: Sequence[str]) -> str:
        """Answer what a user has said, the question first."""
        prompt = said[0]
        question = prompt.rpartition(QUESTION)[2].strip()
        self.asked.append(question)
        for word in list(self.wrong):
            if word in question:
                return self.wrong.pop(word)
        return self._answer(prompt, question)

    def _answer(self, prompt: str, question: str) -> str:
        form = asked_form(prompt)
        assert form is not None
        keys = dict(form.keys) if isinstance(form, JsonValue) else {}
        if "hazard" in keys:
            seen = read_observation(section(prompt, "What the player sees now"))
            action, repeats = self.choose(seen)
            hazard = "yes" if seen.nearest("zombie", "skeleton", "arrow", "lava") else "no"
            return json.dumps({"action": action, "repeats": repeats, "hazard": hazard})
        if "update" in keys:
            number = len(self.asked)
            return json.dumps(dict.fromkeys(keys, "yes" if number % 4 == 0 else "no"))
        if "parameters" in keys:
            name = self.dice.choice(("CollectResource", "GoTo"))
            return json.dumps(dict.fromkeys(keys, "any") | {"name": name})
        if question.startswith("Merge what"):
            item = {"info": "How much wood does a table take?"}
            flags = dict.fromkeys(("missing", "novel", "general", "relevant"), "yes")
            return json.dumps({"wood for a table": item | flags})
        if question.startswith("Which of the things that are not known"):
            if not re.match("place|make|sleep", section(prompt, "The last action")):
                return "{}"
            flags = dict.fromkeys(("general", "missing", "certain"), "yes")
            return json.dumps({"wood for a table": {"discovery": "2 wood", **flags}})
        return filler(form, "NA", ("move_west: NA",))

    def choose(self, seen: Seen) -> tuple[str, int]:
        """What to do next, and how often."""
        if seen.asleep:
            return "noop", 5
        for rule in (self._fight, self._live, self._make, self._collect):
            if (found := rule(seen)) is not None:
                return found
        return self._explore(seen)

    def _fight(self, seen: Seen) -> tuple[str, int] | None:
        for side, kind in seen.sides.items():
            if kind in ("zombie", "skeleton"):
                return ("do", 1) if seen.facing == side else (f"move_{side}", 1)
        return None

    def _live(self, seen: Seen) -> tuple[str, int] | None:
        if seen.has("drink") < 5 and (water := seen.nearest("water")):
            return self._use(seen, water)
        if seen.has("food") < 6 and (cow := seen.nearest("cow")):
            return self._use(seen, cow)
        # It is dark between the steps 150 and 270 of each 300, and zombies come then.
        day = not 130 < seen.step % 300 < 280
        if seen.has("energy") < (8 if day else 2) and not seen.nearest("zombie", "skeleton"):
            return "sleep", 1
        return None

    def _make(self, seen: Seen) -> tuple[str, int] | None:
        table = seen.nearest("table")
        by_table = table is not None and max(table.values()) <= 1
        for tool, costs in (
            ("wood_pickaxe", {"wood": 1}),
            ("wood_sword", {"wood": 1}),
            ("stone_pickaxe", {"wood": 1, "stone": 1}),
            ("stone_sword", {"wood": 1, "stone": 1}),
        ):
            if by_table and not seen.has(tool) and _affords(seen, costs):
                return f"make_{tool}", 1
        ground = seen.sides[seen.facing] in _GROUND
        wants = not seen.has("wood_pickaxe") or (
            not seen.has("stone_pickaxe") and seen.has("stone") >= 2
        )
        needed = 5 if not seen.has("wood_pickaxe") else 4
        if wants and not table and seen.has("wood") >= needed and ground:
            return "place_table", 1
        if wants and table and seen.has("wood") and not by_table:
            return self._walk(seen, table)
        if seen.has("sapling") and seen.sides[seen.facing] == "grass":
            return "place_plant", 1
        if seen.has("stone") >= 7 and ground:
            return ("place_furnace", 1) if self.dice.random() < 0.5 else ("place_stone", 1)
        return None

    def _collect(self, seen: Seen) -> tuple[str, int] | None:
        kinds = [("tree", "wood", 8)]
        if seen.has("wood_pickaxe"):
            kinds = [("coal", "coal", 2), ("stone", "stone", 8), *kinds]
        if seen.has("stone_pickaxe"):
            kinds = [("iron", "iron", 2), *kinds]
        for kind, item, enough in kinds:
            if seen.has(item) < enough and (found := seen.nearest(kind)):
                return self._use(seen, found)
        return None

    def _use(self, seen: Seen, steps: Mapping[str, int]) -> tuple[str, int]:
        """Act on a thing, after walking to it."""
        if sum(steps.values()) > 1:
            return self._walk(seen, steps)
        (side,) = steps
        return ("do", 1) if seen.facing == side else (f"move_{side}", 1)

    def _walk(self, seen: Seen, steps: Mapping[str, int]) -> tuple[str, int]:
        """One way or the other towards a thing, or around what stands in the way."""
        open_ = [side for side in seen.sides if seen.sides[side] in _GROUND]
        for side, number in sorted(steps.items(), key=lambda each: -each[1]):
            if side in open_ and self.dice.random() < 0.9:
                return f"move_{side}", max(1, number - 1)
        return self._explore(seen)

    def _explore(self, seen: Seen) -> tuple[str, int]:
        open_ = [side for side in seen.sides if seen.sides[side] in _GROUND]
        if not open_:
            return ("do", 1)
        if self._heading not in open_ or self.dice.random() < 0.1:
            ahead = [side for side in open_ if side != _OPPOSITE[self._heading]]
            self._heading = self.dice.choice(ahead or open_)
        return f"move_{self._heading}", 3


def _affords(seen: Seen, costs: Mapping[str, int]) -> bool:
    return all(seen.has(item) >= number for item, number in costs.items())


def section(prompt: str, heading: str) -> str:
    """What stands under a heading of a prompt."""
    return prompt.partition(f"## {heading}\n")[2].partition("\n## ")[0]
