"""Hierarchies in HDDL: compound tasks, totally ordered methods, and the network of a problem.

A compound task has a meaning here, as in ChatHTN (ChatHTN paper, section 3): a precondition and an
effect, which is a condition that has to hold once the task is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from pddl2nl.english.nouns import counted
from pddl2nl.model import (
    TRUE,
    ActionSchema,
    And,
    CompoundTask,
    Condition,
    Domain,
    Method,
    Parameter,
    Subtask,
    substitute,
)
from pddl2nl.reader.blocks import Block, Context, Place, quote, terms
from pddl2nl.reader.definition import Definition, name_of, parameters
from pddl2nl.reader.formulas import condition

_TASK_PARTS = (":parameters", ":precondition", ":effect")
_ORDERED = (":ordered-subtasks", ":ordered-tasks")
_LISTS = (*_ORDERED, ":subtasks", ":tasks")
_METHOD_PARTS = (":parameters", ":task", ":precondition", *_LISTS, ":ordering")
_NETWORK_PARTS = (":parameters", *_LISTS, ":ordering")
_Declared = Mapping[str, Sequence[Parameter]]


def keyword_parts(
    ctx: Context, section: Block, allowed: Sequence[str], what: str, first: int = 2
) -> dict[str, int]:
    """Which element of a section holds what belongs to each keyword.

    Raises:
        PddlError: a keyword is unknown, stands twice, or is followed by nothing.
    """
    found: dict[str, int] = {}
    for index in range(first, len(section), 2):
        keyword = section[index]
        if keyword not in allowed:
            message = f"expected one of {', '.join(allowed)}, found {quote(keyword)}"
            raise ctx.error(section, index, message)
        if keyword in found:
            raise ctx.error(section, index, f"a second {quote(keyword)} in one {what}")
        if index + 1 >= len(section):
            raise ctx.error(section, index, f"{quote(keyword)} is followed by nothing")
        found[str(keyword)] = index + 1
    return found


def declared_parameters(
    place: Place, section: Block, parts: Mapping[str, int]
) -> tuple[Parameter, ...]:
    """The parameters of an action, a task or a method; none where it has no such part."""
    if ":parameters" not in parts:
        return ()
    variables = section[parts[":parameters"]]
    if not isinstance(variables, Block):
        message = f"expected the parameters in parentheses, found {quote(variables)}"
        raise place.error(section, parts[":parameters"], message)
    return parameters(place, variables, 0, place.types)


def compound_tasks(
    place: Place, definition: Definition, actions: Iterable[ActionSchema]
) -> tuple[CompoundTask, ...]:
    """The compound tasks of a domain.

    Raises:
        PddlError: one is malformed, has the name of another or of an action, or has no effect.
    """
    taken = {each.name for each in actions}
    found = []
    for section in definition.all(":task"):
        task = _task(place, section)
        if task.name in taken:
            message = f"another task or action is called {quote(task.name)}; rename one"
            raise place.error(section, 1, message)
        taken.add(task.name)
        found.append(task)
    return tuple(found)


def _task(place: Place, section: Block) -> CompoundTask:
    name = name_of(place, section, 1, "the task")
    parts = keyword_parts(place, section, _TASK_PARTS, "task")
    if ":effect" not in parts:
        message = f"the task {quote(name)} has no :effect; say what is true once it is done"
        raise place.error(section, 1, message)
    declared = declared_parameters(place, section, parts)
    inside = place.inside(declared)
    effect = condition(inside, section, parts[":effect"])
    if effect == TRUE:
        message = f"the effect of the task {quote(name)} is empty; say what is true once it is done"
        raise place.error(section, parts[":effect"], message)
    return CompoundTask(name, declared, precondition(inside, section, parts), effect)


def methods(
    place: Place,
    definition: Definition,
    actions: Iterable[ActionSchema],
    tasks: Iterable[CompoundTask],
) -> tuple[Method, ...]:
    """The methods of a domain.

    Raises:
        PddlError: one is malformed, is for no task of the domain, has a subtask that there is not,
            is not totally ordered, or leads back to its task without doing anything.
    """
    compound = {each.name: each.parameters for each in tasks}
    known = {**{each.name: each.parameters for each in actions}, **compound}
    found: dict[str, tuple[Method, Block]] = {}
    for section in definition.all(":method"):
        method = _method(place, section, compound, known)
        if method.name in found:
            message = f"another method is called {quote(method.name)}; rename one"
            raise place.error(section, 1, message)
        found[method.name] = method, section
    _refuse_idle_circles(place, found.values(), compound)
    return tuple(method for method, _ in found.values())


def _method(place: Place, section: Block, compound: _Declared, known: _Declared) -> Method:
    name = name_of(place, section, 1, "the method")
    parts = keyword_parts(place, section, _METHOD_PARTS, "method")
    if ":task" not in parts:
        raise place.error(section, 1, f"the method {quote(name)} has no :task")
    declared = declared_parameters(place, section, parts)
    inside = place.inside(declared)
    task = _subtask(inside, section, parts[":task"], compound, "task")
    return Method(
        name,
        declared,
        task,
        precondition(inside, section, parts),
        _subtasks(inside, section, parts, known),
    )


def network(place: Place, definition: Definition, domain: Domain) -> tuple[Subtask, ...]:
    """The tasks of a problem, in their order; none where it has no `:htn`.

    Raises:
        PddlError: the section is malformed, or names a task that there is not.
    """
    section = definition.single(":htn")
    if section is None:
        return ()
    parts = keyword_parts(place, section, _NETWORK_PARTS, "task network", first=1)
    if declared_parameters(place, section, parts):
        message = "parameters of a task network are not supported; name the objects"
        raise place.error(section, parts[":parameters"], message)
    known = {each.name: each.parameters for each in domain.doable}
    return _subtasks(place, section, parts, known)


def goal_with(goal: Condition, domain: Domain, tasks: Iterable[Subtask]) -> Condition:
    """A goal that asks for what compound tasks make true as well, of the tasks' own terms."""
    declared = {each.name: each for each in domain.tasks}
    effects = [
        substitute(
            task.effect, dict(zip((p.name for p in task.parameters), each.args, strict=True))
        )
        for each in tasks
        if (task := declared.get(each.name)) is not None
    ]
    parts = (*((goal,) if goal != TRUE else ()), *dict.fromkeys(effects))
    return parts[0] if len(parts) == 1 else And(parts)


def precondition(place: Place, section: Block, parts: Mapping[str, int]) -> Condition:
    """The precondition of an action, a task or a method; true where it has none."""
    if ":precondition" not in parts:
        return TRUE
    return condition(place, section, parts[":precondition"])


def _subtask(place: Place, parent: Block, index: int, known: _Declared, what: str) -> Subtask:
    block = parent[index]
    if not isinstance(block, Block) or not block or isinstance(block[0], Block):
        raise place.error(
            parent, index, f"expected a {what} such as (move ?x), found {quote(block)}"
        )
    name = block[0]
    if name not in known:
        raise place.undeclared(block, 0, what, known)
    if len(block) - 1 != len(known[name]):
        count = counted(len(known[name]), "argument")
        message = f"the {what} {quote(name)} takes {count}, not {len(block) - 1}"
        raise place.error(block, 0, message)
    return Subtask(name, terms(place, block))


def _subtasks(
    place: Place, section: Block, parts: Mapping[str, int], known: _Declared
) -> tuple[Subtask, ...]:
    lists = [keyword for keyword in _LISTS if keyword in parts]
    if not lists:
        return ()
    if lists[1:]:
        raise place.error(section, parts[lists[1]] - 1, "a second list of subtasks")
    index = parts[lists[0]]
    labelled = list(_labelled(place, section, index, known))
    if lists[0] in _ORDERED or len(labelled) < 2:
        return tuple(task for _, task in labelled)
    if ":ordering" not in parts:
        message = "subtasks have to be totally ordered: write :ordered-subtasks"
        raise place.error(section, index - 1, message)
    return _in_order(place, section, parts[":ordering"], labelled)


def _labelled(
    place: Place, section: Block, index: int, known: _Declared
) -> Iterator[tuple[str, Subtask]]:
    """The subtasks of a list with their labels, empty for none: `(and (s1 (a ?x)) (b ?y))`."""
    listed = section[index]
    if not isinstance(listed, Block):
        raise place.error(
            section, index, f"expected subtasks in parentheses, found {quote(listed)}"
        )
    if not listed:
        return
    several = listed[0] == "and"
    parent, places = (
        (listed, range(1, len(listed))) if several else (section, range(index, index + 1))
    )
    for number in places:
        block = parent[number]
        if isinstance(block, Block) and len(block) == 2 and isinstance(block[1], Block):
            yield str(block[0]), _subtask(place, block, 1, known, "task or action")
        else:
            yield "", _subtask(place, parent, number, known, "task or action")


def _in_order(
    ctx: Context, section: Block, index: int, labelled: Sequence[tuple[str, Subtask]]
) -> tuple[Subtask, ...]:
    """Subtasks in the one order that pairs such as `(< s1 s2)` leave."""
    ordering = section[index]
    blocks = ordering[1:] if isinstance(ordering, Block) and ordering[:1] == ["and"] else [ordering]
    pairs = {
        (str(each[1]), str(each[2]))
        for each in blocks
        if isinstance(each, Block) and len(each) == 3 and each[0] == "<"
    }
    left = dict(labelled)
    if len(left) < len(labelled) or "" in left:
        message = "subtasks with an :ordering need labels of their own: (s1 (go ?x))"
        raise ctx.error(section, index, message)
    if len(pairs) < len(blocks) or not {label for pair in pairs for label in pair} <= left.keys():
        message = "expected an ordering of the labels, such as (and (< s1 s2))"
        raise ctx.error(section, index, message)
    sorter = TopologicalSorter[str](dict.fromkeys(left, ()))
    for sooner, later in pairs:
        sorter.add(later, sooner)
    try:
        sorter.prepare()
    except CycleError:
        raise ctx.error(section, index, "the ordering is cyclic") from None
    found = []
    while sorter.is_active():
        first, *others = sorter.get_ready()
        if others:
            message = "the ordering leaves the order open; write :ordered-subtasks"
            raise ctx.error(section, index, message)
        found.append(left[first])
        sorter.done(first)
    return tuple(found)


def _refuse_idle_circles(
    ctx: Context, found: Iterable[tuple[Method, Block]], compound: _Declared
) -> None:
    """Methods of a single compound subtask each must not lead back to where they began."""
    steps = [
        (method.task.name, method.subtasks[0].name, method.name, section)
        for method, section in found
        if len(method.subtasks) == 1 and method.subtasks[0].name in compound
    ]
    sorter = TopologicalSorter[str]()
    for task, subtask, *_ in steps:
        sorter.add(task, subtask)
    try:
        sorter.prepare()
    except CycleError as error:
        circle = set(pairwise(error.args[1]))
        start, name, section = next(
            (task, name, section)
            for task, subtask, name, section in steps
            if (subtask, task) in circle
        )
        message = (
            f"the method {quote(name)} leads back to its task {quote(start)} through "
            "methods of one subtask each, so that nothing is ever done"
        )
        raise ctx.error(section, 1, message) from None
