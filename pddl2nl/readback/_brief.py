"""The style `brief`, read back: a block for every action; goal, objects, and what holds now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pddl2nl.compose.brief import (
    ACTIONS,
    ALSO,
    CLOSED,
    ENDS,
    GOAL,
    NEEDS,
    NEEDS_AND_ENDS,
    NOW,
    OBJECTS,
    THEN,
    UNLESS,
    kind_of_name,
)
from pddl2nl.compose.facts import members
from pddl2nl.compose.formulas import IF_BEFORE
from pddl2nl.compose.phrases import squash
from pddl2nl.english import denies
from pddl2nl.model import ROOT_TYPE, TRUE, And, Atom, Condition, Domain, Object, Parameter, Problem
from pddl2nl.readback._clauses import Clauses, UnreadableText, split_list, split_once
from pddl2nl.readback._facts import names, single_facts
from pddl2nl.readback._parts import ActionDraft, Kinds, below, drafts

_FURTHER = re.compile(rf"(.+) (?:is|are) {ALSO} (.+)")
_OF_KIND = re.compile(r"([^:]+): (.+)")


HEADING = ACTIONS
"""The line by which a domain in this style is recognized."""


def holds_task(text: str) -> bool:
    """Whether a text holds a problem in this style."""
    lines = text.splitlines()
    return all(any(line.startswith(mark) for line in lines) for mark in (GOAL, OBJECTS, NOW))


def about_kinds(lines: Sequence[str]) -> Sequence[str]:
    """The lines that may speak of kinds of objects and of constants."""
    return lines[: lines.index(ACTIONS)]


def actions(lines: Sequence[str], kinds: Kinds, clauses: Clauses) -> list[ActionDraft]:
    """All actions of the description.

    Raises:
        UnreadableText: a line cannot be understood.
    """
    lines = list(below(ACTIONS, lines))
    found = list(drafts([line[2:] for line in lines if line.startswith("- ")], kinds))
    waiting = iter(found)
    current = found[0] if found else None
    for line in lines:
        if line.startswith("- "):
            current = next(waiting)
        elif current is not None:
            _take(current, line.removesuffix("."), kinds, clauses)
    return found


def objects(text: str, kinds: Kinds) -> Iterator[Object]:
    """The objects, of the kinds that their names or their lists show and of further ones."""
    own: dict[str, str] = {}
    extra: dict[str, list[str]] = {}
    for number, line in enumerate(_block(OBJECTS, text)):
        if found := _FURTHER.fullmatch(line):
            for name in names(found[1]):
                extra.setdefault(name, []).extend(kinds.known(found[2]) or ())
        elif (found := _OF_KIND.fullmatch(line)) and (known := kinds.known(found[1])):
            own |= dict.fromkeys(names(found[2]), known[0])
        elif not number and not line.startswith("none"):
            for name in names(line):
                own[name] = kinds.names.get(kind_of_name(name), ROOT_TYPE)
    for name, kind in own.items():
        yield Object(name, (kind, *extra.get(name, ())))


def state(text: str, kinds: Kinds, clauses: Clauses) -> tuple[Atom, ...]:
    """The facts that hold at the start.

    Raises:
        UnreadableText: the text describes no state, or something unclear.
    """
    lines = [line for line in _block(NOW, text) if not line.startswith(CLOSED)]
    if not lines:
        raise UnreadableText(f"no line begins with «{NOW}»")
    if lines == ["nothing is so"]:
        return ()
    domain = Domain("read", types=kinds.types, constants=kinds.constants)
    task = Problem("read", domain, tuple(objects(text, kinds)), (), And())
    covered = {squash(noun): sorted(several) for noun, several in members(task).items()}
    return tuple(clauses.atom(each) for line in lines for each in single_facts(line, covered))


def goal(text: str, clauses: Clauses) -> tuple[Condition, ...]:
    """The parts of the goal.

    Raises:
        UnreadableText: the text states no goal.
    """
    lines = list(_block(GOAL, text))
    if not lines:
        raise UnreadableText(f"no line begins with «{GOAL}»")
    return tuple(part for line in lines for part in _goal_parts(line, clauses))


def _goal_parts(line: str, clauses: Clauses) -> Iterator[Condition]:
    if denies(line) or clauses.is_compound(line):
        yield clauses.formula(line)
    else:
        yield from (clauses.atom(clause) for clause in single_facts(line, {}))


def _take(draft: ActionDraft, line: str, kinds: Kinds, clauses: Clauses) -> None:
    """Take what one line of an action's block says."""
    label, text = split_once(line, ": ")
    if label == NEEDS:
        _need(draft, text, kinds, clauses)
    elif label == NEEDS_AND_ENDS:
        atoms = clauses.atoms(text)
        draft.required += atoms
        draft.change((), atoms)
    elif label == UNLESS:
        draft.forbid(text, clauses)
    elif label.startswith(ENDS):
        scope, condition = _condition(label.removeprefix(ENDS), clauses)
        draft.change((), clauses.atoms(text), condition, scope)
    elif text != "nothing changes":
        scope, condition = _condition(label.removeprefix(THEN), clauses)
        gained, _, lost = text.partition(f"; {ENDS.lower()}: ")
        draft.change(clauses.atoms(gained), clauses.atoms(lost) if lost else (), condition, scope)


def _need(draft: ActionDraft, text: str, kinds: Kinds, clauses: Clauses) -> None:
    if clauses.is_compound(text):
        draft.required.append(clauses.formula(text))
        return
    for item in split_list(text, "and"):
        different = clauses.distinction(item)
        if different is not None:
            draft.required.append(different)
        else:
            draft.require(item, kinds, clauses)


def _condition(text: str, clauses: Clauses) -> tuple[tuple[Parameter, ...], Condition]:
    """`, for every truck B, if beforehand B is clean`, as variables and a condition."""
    text = text.removeprefix(", ")
    scope: tuple[Parameter, ...] = ()
    if text.startswith("for every "):
        every, _, text = text.partition(f", {IF_BEFORE}")
        scope = clauses.parameters(every.removeprefix("for "))
    else:
        text = text.removeprefix(IF_BEFORE)
    return scope, clauses.formula(text) if text else TRUE


def _block(heading: str, text: str) -> Iterator[str]:
    """The sentences behind a heading, on its line or on those below, without full stops."""
    lines = iter(map(str.strip, text.splitlines()))
    for line in lines:
        if line.startswith(heading):
            first = line.removeprefix(heading).strip()
            yield from ([first.removesuffix(".")] if first else [])
            break
    for line in lines:
        if not line or line.startswith((GOAL, OBJECTS, NOW)):
            return
        yield line.removesuffix(".")
