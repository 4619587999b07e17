"""The style `paper`, read back: abilities, restrictions, effects; goal, objects, initial state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pddl2nl.compose.paper import (
    ABILITIES,
    AVOID,
    CURRENTLY,
    DEMAND,
    EFFECTS,
    GOAL,
    RESTRICTIONS,
)
from pddl2nl.compose.phrases import Template
from pddl2nl.model import TRUE, Atom, Condition, Not, Object, Parameter
from pddl2nl.readback._clauses import Clauses, UnreadableText, split_list, split_once
from pddl2nl.readback._parts import ActionDraft, Kinds, below, drafts

_COUNT = re.compile(r"There (?:is|are) (\d+) (.+?): (.+)\.")
_SENTENCE_END = re.compile(r"\.(?: |$)")


class PaperReader:
    """Reads descriptions in the style `paper`."""

    heading = ABILITIES
    """The line by which a domain in this style is recognized."""
    template = Template
    """The kind of template that phrases an action with objects."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Args: lines: the lines of the domain's description, without blanks at their ends."""
        self._lines = lines

    @staticmethod
    def holds_task(text: str) -> bool:
        """Whether a text holds a problem in this style."""
        return any(mark in text for mark in (GOAL, AVOID, DEMAND)) and CURRENTLY in text

    @property
    def about_kinds(self) -> Sequence[str]:
        """The lines that may speak of kinds of objects and of constants."""
        return [line for line in self._lines if not line.startswith("I ")]

    def actions(self, kinds: Kinds, clauses: Clauses) -> list[ActionDraft]:
        """All actions of the description.

        Raises:
            UnreadableText: a sentence is about no action of the list, or cannot be understood.
        """
        found = list(drafts(tuple(below(ABILITIES, self._lines)), kinds))
        # The longest phrase first, since one ability may begin like another.
        reader = _Sentences(sorted(found, key=lambda draft: -len(draft.text)), kinds, clauses)
        for line in below(RESTRICTIONS, self._lines):
            reader.restriction(line.removesuffix("."))
        for line in below(EFFECTS, self._lines):
            reader.effect(line.removesuffix("."))
        return found

    def objects(self, text: str, kinds: Kinds) -> Iterator[Object]:
        """The objects that are counted and named."""
        for line in text.splitlines():
            if found := _COUNT.fullmatch(line.strip()):
                types = kinds.counted(int(found[1]), f"{found[1]} {found[2]}")
                yield from (Object(name, types) for name in split_list(found[3], "and"))

    def state(self, text: str, clauses: Clauses) -> tuple[Atom, ...]:
        """The facts that hold at the start.

        Raises:
            UnreadableText: the text describes no state.
        """
        for line in map(str.strip, text.splitlines()):
            if line.startswith(CURRENTLY):
                facts = line.removeprefix(CURRENTLY).strip().removesuffix(".")
                return () if facts == "nothing is the case" else tuple(clauses.atoms(facts))
        raise UnreadableText(f"no sentence begins with «{CURRENTLY}»")

    def goal(self, text: str, clauses: Clauses) -> tuple[Condition, ...]:
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


class _Sentences:
    """Reads sentences about actions into their drafts."""

    def __init__(self, found: Sequence[ActionDraft], kinds: Kinds, clauses: Clauses) -> None:
        self._drafts = found
        self._kinds = kinds
        self._clauses = clauses

    def restriction(self, line: str) -> None:
        """`I can only … if …`, `I can only … when …`, `I cannot … if …` or `I can always …`."""
        if line.startswith("I can only "):
            draft, mark, text = self._about(line, "I can only ", (" if ", " when ", " when, "))
            if mark != " if ":
                formula = text.removeprefix("this holds: ")
                draft.required.append(self._clauses.formula(formula))
            else:
                draft.require(text, self._kinds, self._clauses)
        elif line.startswith("I cannot "):
            draft, _, text = self._about(line, "I cannot ", (" if ",))
            draft.forbid(text, self._clauses)
        else:
            self._about(line, "I can always ", ("",))

    def effect(self, line: str) -> None:
        """`Once I …`, `After I …`, `When I …` on a condition or for every object of a kind."""
        if line.startswith("Nothing changes when I "):
            return
        if line.startswith("Once I "):
            draft, _, result = self._about(line, "Once I ", (", ",))
            draft.change(self._clauses.atoms(result), ())
        elif line.startswith("After I "):
            draft, _, result = self._about(line, "After I ", (", ",))
            draft.change((), self._clauses.ended(result))
        else:
            draft, _, rest = self._about(line, "When I ", (", ",))
            self._conditional(draft, rest)

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
            premise, result = split_once(text.removeprefix("if "), ", then afterwards ")
            condition = self._clauses.formula(premise)
        draft.change(*self._clauses.results(result), condition, scope)

    def _about(self, line: str, opening: str, marks: Sequence[str]) -> tuple[ActionDraft, str, str]:
        for draft in self._drafts:
            for mark in marks:
                start = f"{opening}{draft.text}{mark}"
                if line.startswith(start):
                    return draft, mark, line[len(start) :]
        raise UnreadableText(f"no action fits «{line}»")


READER = PaperReader
