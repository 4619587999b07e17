"""Plans for the fresh tasks, made as each generator's docstring argues that there is one.

They are long and plain; what they prove is that a task can be solved, however large it is.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from domains import frontier
from domains.frontier.sokoban.generator import with_pushes
from pddl2nl.model import Atom, GroundAction, Problem, conjuncts

Steps = Iterator[tuple[str, ...]]
Ways = Mapping[str, Sequence[str]]


def plan(name: str, problem: Problem, seed: int, number: int) -> list[GroundAction]:
    """A plan for a task of one of the eight domains.

    Args:
        name: the domain.
        problem: the task.
        seed: that of the tasks.
        number: which of them it is, 0 for the example.
    """
    own = _PLANS.get(name)
    steps = _sokoban(problem, seed, number) if own is None else own(Facts(problem))
    return [GroundAction(action, tuple(args)) for action, *args in steps]


class Facts:
    """A task's facts and goals by predicate."""

    def __init__(self, problem: Problem) -> None:
        self.init, self.goal = _by_predicate(problem.init), _by_predicate(conjuncts(problem.goal))

    def value(self, predicate: str) -> dict[str, str]:
        """A two-place predicate as a function of its first argument."""
        return {one: other for one, other in self.init[predicate]}

    def ways(self, predicate: str) -> dict[str, list[str]]:
        """A two-place predicate as neighbours of its first argument."""
        found: dict[str, list[str]] = defaultdict(list)
        for one, other in self.init[predicate]:
            found[one].append(other)
        return found


def _by_predicate(atoms: Iterable[object]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for atom in atoms:
        assert isinstance(atom, Atom)
        found[atom.predicate].append(atom.args)
    return found


def route(start: str, ends: Callable[[str], bool], ways: Ways) -> list[str] | None:
    """The shortest way to a place of a kind, without its start; None where there is none."""
    before: dict[str, str | None] = {start: None}
    pending = deque([start])
    while pending:
        place = pending.popleft()
        if ends(place):
            path = []
            here: str | None = place
            while here is not None and here != start:
                path.append(here)
                here = before[here]
            return path[::-1]
        for each in ways.get(place, ()):
            if each not in before:
                before[each] = place
                pending.append(each)
    return None


def _sure_route(start: str, end: str, ways: Ways) -> list[str]:
    path = route(start, lambda place: place == end, ways)
    assert path is not None, (start, end)
    return path


def _blocksworld(task: Facts) -> Steps:
    """Everything onto the table; then the towers of the goal from below."""
    above = {lower: upper for upper, lower in task.init["on"]}
    for (bottom,) in task.init["ontable"]:
        tower = [bottom]
        while tower[-1] in above:
            tower.append(above[tower[-1]])
        while len(tower) > 1:
            block = tower.pop()
            yield "unstack", block, tower[-1]
            yield "put-down", block
    wanted = {lower: upper for upper, lower in task.goal["on"]}
    for bottom in sorted(set(wanted) - set(wanted.values())):
        here = bottom
        while here in wanted:
            yield "pick-up", wanted[here]
            yield "stack", wanted[here], here
            here = wanted[here]


def _childsnack(task: Facts) -> Steps:
    """The sandwiches without gluten first; each is taken to its child by one tray."""
    safe_bread, safe_content = task.init["no_gluten_bread"], task.init["no_gluten_content"]
    breads = safe_bread + [each for each in task.init["at_kitchen_bread"] if each not in safe_bread]
    contents = safe_content + [
        each for each in task.init["at_kitchen_content"] if each not in safe_content
    ]
    place, tray = task.value("waiting"), task.init["at"][0][0]
    allergic = task.init["allergic_gluten"]
    children = allergic + task.init["not_allergic_gluten"]
    goods = zip(children, task.init["notexist"], breads, contents, strict=False)
    for number, ((child,), (sandwich,), (bread,), (content,)) in enumerate(goods):
        kind = "_no_gluten" if number < len(allergic) else ""
        yield f"make_sandwich{kind}", sandwich, bread, content
        yield "put_on_tray", sandwich, tray
        yield "move_tray", tray, "kitchen", place[child]
        yield f"serve_sandwich{kind}", sandwich, child, tray, place[child]
        yield "move_tray", tray, place[child], "kitchen"


def _miconic(task: Facts) -> Steps:
    """One passenger after the other is fetched and taken along."""
    here, above = task.init["lift-at"][0][0], set(task.init["above"])
    origin, destination = task.value("origin"), task.value("destin")
    for person, start in origin.items():
        for floor, does in ((start, "board"), (destination[person], "depart")):
            if floor != here:
                yield ("up" if (here, floor) in above else "down"), here, floor
            yield does, floor, person
            here = floor


def _spanner(task: Facts) -> Steps:
    """All spanners are picked up on the way; each nut gets its own."""
    place, ahead = task.value("at"), task.value("link")
    lying: dict[str, list[str]] = defaultdict(list)
    for (spanner,) in task.init["usable"]:
        lying[place[spanner]].append(spanner)
    carried: list[str] = []
    here = place["bob"]
    while True:
        for spanner in lying[here]:
            yield "pickup_spanner", here, spanner, "bob"
            carried.append(spanner)
        if here not in ahead:
            break
        yield "walk", here, ahead[here], "bob"
        here = ahead[here]
    for (nut,), spanner in zip(task.init["loose"], carried, strict=False):
        yield "tighten_nut", here, spanner, "bob", nut


def _transport(task: Facts) -> Steps:
    """One vehicle fetches one package after the other."""
    place, ways = task.value("at"), task.ways("road")
    vehicle, room = task.init["capacity"][0]
    less = next(low for low, high in task.init["capacity-predecessor"] if high == room)
    here = place[vehicle]
    for package, end in task.goal["at"]:
        for stop, does in ((place[package], "pick-up"), (end, "drop")):
            for step in _sure_route(here, stop, ways):
                yield "drive", vehicle, here, step
                here = step
            yield does, vehicle, here, package, less, room


class _Robots:
    """Where the robots of a floor are, and which tiles are free."""

    def __init__(self, task: Facts) -> None:
        self.at = task.value("robot-at")
        self.color = task.value("robot-has")
        self.beside = {kind: set(task.init[kind]) for kind in ("up", "down", "left", "right")}
        self.below = {upper: lower for upper, lower in task.init["up"]}
        self.right = {left: right for right, left in task.init["right"]}
        self.painted: set[str] = set()
        self.neighbours: dict[str, list[str]] = defaultdict(list)
        for pairs in self.beside.values():
            for one, other in pairs:
                self.neighbours[other].append(one)

    def free_ways(self) -> Ways:
        taken = {*self.at.values(), *self.painted}
        return {
            tile: [each for each in near if each not in taken]
            for tile, near in self.neighbours.items()
        }

    def go(self, robot: str, path: Iterable[str]) -> Steps:
        for tile in path:
            here = self.at[robot]
            kind = next(name for name, pairs in self.beside.items() if (tile, here) in pairs)
            yield kind, robot, here, tile
            self.at[robot] = tile

    def paint(self, robot: str, tile: str, color: str) -> Steps:
        if self.color[robot] != color:
            yield "change-color", robot, self.color[robot], color
            self.color[robot] = color
        yield "paint-up", robot, tile, self.at[robot], color
        self.painted.add(tile)


def _floortile(task: Facts) -> Steps:
    """All robots go down; the rows are painted from below, the top one first."""
    robots, color = _Robots(task), dict(task.goal["painted"])  # type: ignore[arg-type]
    rows = _rows(robots)
    bottom = rows[-1]
    yield from _settled(robots, bottom)
    painter = min(robots.at, key=lambda robot: bottom.index(robots.at[robot]))
    home = robots.at[painter]
    for row in rows[:-2]:
        yield from _swept(robots, painter, row, color)
    yield from robots.go(painter, _sure_route(robots.at[painter], home, robots.free_ways()))
    order = sorted(robots.at, key=lambda robot: bottom.index(robots.at[robot]))
    ends = [bottom.index(robots.at[robot]) + 1 for robot in order]
    ends[-1] = len(bottom)
    for robot, start, end in zip(order, [0, *ends], ends, strict=False):
        yield from _swept(robots, robot, rows[-2][start:end], color)


def _rows(robots: _Robots) -> list[list[str]]:
    """The tiles of each row from left to right, the top row first."""
    tiles = set(robots.neighbours)
    (start,) = tiles - set(robots.below.values()) - set(robots.right.values())
    rows = []
    first: str | None = start
    while first is not None:
        row = [first]
        while row[-1] in robots.right:
            row.append(robots.right[row[-1]])
        rows.append(row)
        first = robots.below.get(first)
    return rows


def _settled(robots: _Robots, bottom: Sequence[str]) -> Steps:
    """Every robot goes to a free tile of the bottom row, as soon as there is a way."""
    away = {robot for robot, tile in robots.at.items() if tile not in bottom}
    while away:
        ways = robots.free_ways()
        found = ((robot, route(robots.at[robot], bottom.__contains__, ways)) for robot in away)
        robot, path = next((robot, path) for robot, path in found if path is not None)
        yield from robots.go(robot, path)
        away.remove(robot)


def _swept(robots: _Robots, robot: str, tiles: Iterable[str], color: Mapping[str, str]) -> Steps:
    """Those of some tiles that are to be painted are, from the tiles below them."""
    for tile in tiles:
        if tile in color:
            path = _sure_route(robots.at[robot], robots.below[tile], robots.free_ways())
            yield from robots.go(robot, path)
            yield from robots.paint(robot, tile, color[tile])


def _rovers(task: Facts) -> Steps:
    """One finding after the other: a rover gets it, and tells it where the lander is in sight."""
    lander, base = task.init["at_lander"][0]
    seen = set(task.init["visible"])
    ways: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for rover, start, end in task.init["can_traverse"]:
        if (start, end) in seen:
            ways[rover][start].append(end)
    at = task.value("at")
    store = {rover: name for name, rover in task.init["store_of"]}
    full: set[str] = set()

    def go(rover: str, ends: Callable[[str], bool]) -> Steps:
        path = route(at[rover], ends, ways[rover])
        assert path is not None, rover
        for place in path:
            yield "navigate", rover, at[rover], place
            at[rover] = place

    def can(rover: str, ends: Callable[[str], bool]) -> bool:
        return route(at[rover], ends, ways[rover]) is not None

    def in_sight(place: str) -> bool:
        return (place, base) in seen

    for kind in ("soil", "rock"):
        equipped = [name for (name,) in task.init[f"equipped_for_{kind}_analysis"]]
        for (place,) in task.goal[f"communicated_{kind}_data"]:
            rover = next(each for each in equipped if can(each, place.__eq__))
            yield from go(rover, place.__eq__)
            if rover in full:
                yield "drop", rover, store[rover]
            full.add(rover)
            yield f"sample_{kind}", rover, store[rover], place
            yield from go(rover, in_sight)
            yield f"communicate_{kind}_data", rover, lander, place, at[rover], base
    views = set(task.init["visible_from"])
    carrier, target = task.value("on_board"), task.value("calibration_target")
    for objective, mode in task.goal["communicated_image_data"]:
        camera = next(name for name, each in task.init["supports"] if each == mode)
        rover, aim = carrier[camera], target[camera]
        yield from go(rover, lambda place, aim=aim: (aim, place) in views)
        yield "calibrate", rover, camera, aim, at[rover]
        yield from go(rover, lambda place, what=objective: (what, place) in views)
        yield "take_image", rover, at[rover], objective, camera, mode
        yield from go(rover, in_sight)
        yield "communicate_image_data", rover, lander, objective, mode, at[rover], base


def _sokoban(problem: Problem, seed: int, number: int) -> Steps:
    """The pulls by which the task was made, taken back."""
    source, facts = frontier.generator("sokoban"), Facts(problem)
    stream = random.Random(f"{source.name}/{seed}/{number}")
    _, pushes = with_pushes(stream, source.schedule[number].parameters)
    direction = {(start, end): name for start, end, name in facts.init["move-dir"]}
    near: dict[str, list[str]] = defaultdict(list)
    for start, end in direction:
        near[start].append(end)
    goals = {place for (place,) in facts.init["is-goal"]}
    at = facts.value("at")
    player = next(name for name in at if name.startswith("player"))
    here = at.pop(player)
    for push in pushes:
        start, stone, end = push.places
        taken = set(at.values())
        ways = {
            place: [each for each in next_to if each not in taken]
            for place, next_to in near.items()
        }
        for place in _sure_route(here, start, ways):
            yield "move", player, here, place, direction[here, place]
            here = place
        kind = "goal" if end in goals else "nongoal"
        yield f"push-to-{kind}", player, push.stone, start, stone, end, direction[start, stone]
        at[push.stone], here = end, stone


_PLANS: Mapping[str, Callable[[Facts], Steps]] = {
    "blocksworld": _blocksworld,
    "childsnack": _childsnack,
    "floortile": _floortile,
    "miconic": _miconic,
    "rovers": _rovers,
    "spanner": _spanner,
    "transport": _transport,
}
