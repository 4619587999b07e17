"""The style `paper`, read back: abilities, restrictions, effects; goal, objects, initial state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pddl2nl.compose.formulas import IF_BEFORE
from pddl2nl.compose.paper import (
    ABILITIES,
    AVOID,
    CURRENTLY,
    DEMAND,
    EFFECTS,
    GOAL,
    RESTRICTIONS,
)
from pddl2nl.model import TRUE, Atom, Condition, Not, Object, Parameter
from pddl2nl.readback._clauses import Clauses, UnreadableText, split_list, split_once
from pddl2nl.readback._parts import ActionDraft, Kinds, below, drafts

_COUNT = re.compile(r"There (?:is|are) (\d+) (.+?): (.+)\.")
_SENTENCE_END = re.compile(r"\.(?: |$)")


HEADING = ABILITIES
"""The line by which a domain in this style is recognized."""


def holds_task(text: str) -> bool:
    """Whether a text holds a problem in this style."""
    return any(mark in text for mark in (GOAL, AVOID, DEMAND)) and CURRENTLY in text


def about_kinds(lines: Sequence[str]) -> Sequence[str]:
    """The lines that may speak of kinds of objects and of constants."""
    return [line for line in lines if not line.startswith("I ")]


def actions(lines: Sequence[str], kinds: Kinds, clauses: Clauses) -> list[ActionDraft]:
    """All actions of the description.

    Raises:
        UnreadableText: a sentence is about no action of the list, or cannot be understood.
    """
    found = list(drafts(tuple(below(ABILITIES, lines)), kinds))
    # The longest phrase first, since one ability may begin like another.
    reader = _Sentences(sorted(found, key=lambda draft: -len(draft.text)), kinds, clauses)
    for line in below(RESTRICTIONS, lines):
        reader.take(line.removesuffix("."), _RESTRICTIONS)
    for line in below(EFFECTS, lines):
        reader.take(line.removesuffix("."), _EFFECTS)
    reader.check_shared()
    return found


def objects(text: str, kinds: Kinds) -> Iterator[Object]:
    """The objects that are counted and named."""
    for line in text.splitlines():
        if found := _COUNT.fullmatch(line.strip()):
            types = kinds.counted(int(found[1]), f"{found[1]} {found[2]}")
            yield from (Object(name, types) for name in split_list(found[3], "and"))


def state(text: str, kinds: Kinds, clauses: Clauses) -> tuple[Atom, ...]:
    """The facts that hold at the start.

    Raises:
        UnreadableText: the text describes no state.
    """
    for line in map(str.strip, text.splitlines()):
        if line.startswith(CURRENTLY):
            facts = line.removeprefix(CURRENTLY).strip().removesuffix(".")
            return () if facts == "nothing is the case" else tuple(clauses.atoms(facts))
    raise UnreadableText(f"no sentence begins with «{CURRENTLY}»")


def goal(text: str, clauses: Clauses) -> tuple[Condition, ...]:
    """The parts of the goal.

    Raises:
        UnreadableText: the text states no goal.
    """
    parts: list[Condition] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith((GOAL, AVOID, DEMAND)):
            for sentence in filter(None, _SENTENCE_END.split(line)):
                parts += _goal_parts(sentence, clauses)
    if not parts:
        raise UnreadableText(f"no sentence begins with «{GOAL}»")
    return tuple(parts)


def _goal_parts(sentence: str, clauses: Clauses) -> list[Condition]:
    if sentence.startswith(AVOID):
        return [Not(atom) for atom in clauses.atoms(sentence.removeprefix(AVOID).strip(), "or")]
    opening = DEMAND if sentence.startswith(DEMAND) else GOAL
    return [clauses.formula(sentence.removeprefix(opening).strip())]


_RESTRICTIONS = {
    "I can only ": (" if ", " when ", " when, "),
    "I cannot ": (" if ",),
    "I can always ": ("",),
}
_IDLE = "Nothing changes when I "
_EFFECTS = {_IDLE: (), "Once I ": (", ",), "After I ": (", ",), "When I ": (", ",)}
_SINGLE = frozenset(
    {
        *(("I can only ", " if "), ("I cannot ", " if "), ("I can always ", "")),
        *(("Once I ", ", "), ("After I ", ", ")),
    }
)
"""The forms of sentences of which an action has one at most."""


class _Sentences:
    """Reads sentences about actions into their drafts.

    Where actions share a phrase, each of them has to have a sentence of each form that one of them
    has, and one at most: then the sentences are in the order of the actions.
    """

    def __init__(self, found: Sequence[ActionDraft], kinds: Kinds, clauses: Clauses) -> None:
        self._drafts = found
        self._sharing = {
            draft.text: [each for each in found if each.text == draft.text] for draft in found
        }
        self._read = Counter[tuple[str, str, str]]()
        self._kinds = kinds
        self._clauses = clauses

    def take(self, line: str, forms: Mapping[str, Sequence[str]]) -> None:
        """Read a sentence that has one of the openings, each with what may follow a phrase."""
        if line.startswith(_IDLE) and _IDLE in forms:
            return
        opening = next(filter(line.startswith, forms), "")
        draft, mark, text = self._about(line, opening, forms.get(opening, ()))
        match opening, mark:
            case "I can only ", " if ":
                draft.require(text, self._kinds, self._clauses)
            case "I can only ", _:
                formula = text.removeprefix("this holds: ")
                draft.required.append(self._clauses.formula(formula))
            case "I cannot ", _:
                draft.forbid(text, self._clauses)
            case "Once I ", _:
                draft.change(self._clauses.atoms(text), ())
            case "After I ", _:
                draft.change((), self._clauses.ended(text))
            case "When I ", _:
                self._conditional(draft, text)

    def _conditional(self, draft: ActionDraft, text: str) -> None:
        scope: tuple[Parameter, ...] = ()
        condition: Condition = TRUE
        if text.startswith("then afterwards, for every "):
            every, result = split_once(text.removeprefix("then afterwards, for "), ", ")
            scope = self._clauses.parameters(every)
        else:
            if text.startswith("for every "):
                every, text = split_once(text.removeprefix("for "), ": ")
                scope = self._clauses.parameters(every)
            premise, result = split_once(text.removeprefix(IF_BEFORE), ", then afterwards ")
            condition = self._clauses.formula(premise)
        draft.change(*self._clauses.results(result), condition, scope)

    def _about(self, line: str, opening: str, marks: Sequence[str]) -> tuple[ActionDraft, str, str]:
        for draft in self._drafts:
            for mark in marks:
                start = f"{opening}{draft.text}{mark}"
                if line.startswith(start):
                    return self._next(draft, opening, mark), mark, line[len(start) :]
        raise UnreadableText(f"no action fits «{line}»")

    def _next(self, draft: ActionDraft, opening: str, mark: str) -> ActionDraft:
        """Which of the actions with a draft's phrase the next sentence of a form is about."""
        same, form = self._sharing[draft.text], (draft.text, opening, mark)
        self._read[form] += 1
        if len(same) == 1:
            return draft
        if (opening, mark) not in _SINGLE or self._read[form] > len(same):
            raise UnreadableText(_of_several(draft))
        return same[self._read[form] - 1]

    def check_shared(self) -> None:
        """See that every sentence about a shared phrase is about one certain action.

        Raises:
            UnreadableText: one is not.
        """
        for draft in self._drafts:
            same = len(self._sharing[draft.text])
            read = (self._read[form] for form in self._read if form[0] == draft.text)
            if same > 1 and any(number != same for number in read):
                raise UnreadableText(_of_several(draft))


def _of_several(draft: ActionDraft) -> str:
    return f"several actions read «{draft.text}», and not every sentence says which it is about"
