"""Clauses and formulas of the controlled English, read back into conditions.

Nothing here knows a snippet but that of equality: a clause is the words between the names in it
(its frame) and the names. Two clauses with one frame are about one predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pddl2nl.compose.formulas import CASE, NOT_SO, SO
from pddl2nl.compose.phrases import TerseTemplate, squash
from pddl2nl.english import denies, un_no_longer, unnegate
from pddl2nl.lexicon import EQUALITY_SNIPPET
from pddl2nl.model import (
    EQUALITY,
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    conjuncts,
)

UNREAD = "I cannot read the task: "
"""How an answer, and its note, begin that an offline model gives to such a text; a reason follows.
"""


class UnreadableText(ValueError):
    """A sentence that the controlled English does not have, or one with two meanings."""


HOLE = re.compile(r"(?<![\w'-])(?:[A-HJ-Z]\d*|[^\W\d_A-Z][^\W_]*(?:_[^\W_]+)+)\b")
"""A letter or an object's name: the only words of a clause that are not part of its frame.

What stands in quotation marks is a word that is spoken of, as in "A is 'at_rest'", and no name."""
SLOT = "{}"
"""What stands for a name in a frame; no text has curly brackets of its own."""
_IDENTITY = re.sub(r"\{[^}]*\}", SLOT, EQUALITY_SNIPPET)
"""The one frame whose meaning is fixed: no fact says that things are the same, they just are."""
_LETTER = re.compile(r"[A-HJ-Z]\d*")
_QUANTIFIED = re.compile(r"(?:and )?(?:every|an?) (.+?) ([A-HJ-Z]\d*)(?= and (?:every|an?) |$)")
_OTHERS = re.compile(rf" other than ((?:{HOLE.pattern}(?:, | or )?)+)")
_NOT_IDENTICAL = re.compile(rf"({HOLE.pattern}) is not ({HOLE.pattern})")
_SUBJECT = re.compile(r"(every|no|some) (.+)")
_MAX_NOUN_LENGTH = 12
_FALSE = f"{NOT_SO} "
_TRUE = f"{SO} "
_COMPOUND = (
    "either ",
    "both ",
    "if ",
    "for every ",
    "all of these: ",
    _FALSE,
    _TRUE,
    "nothing is asked for",
    "the impossible happens",
)


def frame_of(clause: str) -> tuple[str, tuple[str, ...]]:
    """A clause's frame, with `{}` for every name, and the names in their order."""
    return HOLE.sub(SLOT, clause), tuple(HOLE.findall(clause))


def filled(frame: str, names: Iterable[str]) -> str:
    """The inverse of `frame_of`."""
    in_order = iter(names)
    return re.sub(re.escape(SLOT), lambda _: next(in_order), frame)


def term(name: str) -> str:
    """A letter as a PDDL variable; the name of an object as it is."""
    return f"?{name.lower()}" if _LETTER.fullmatch(name) else name


def split_list(text: str, joint: str) -> list[str]:
    """The members of "a, b and c", joints inside parentheses left alone."""
    pieces, depth, start = [], 0, 0
    for mark in re.finditer(rf"[()]|, | {re.escape(joint)} ", text):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if depth == 0 and mark[0] not in "()":
            pieces.append(text[start : mark.start()])
            start = mark.end()
    return [*pieces, text[start:]]


def without_brackets(text: str) -> str:
    """The inside of a text that stands in one pair of parentheses; else the text itself."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and at < len(text) - 1:
            return text
    return text[1:-1]


class Clauses:
    """Reads clauses, and numbers the predicates it meets by their frames."""

    def __init__(
        self, kinds: dict[str, str], implied: Mapping[str, frozenset[str]] | None = None
    ) -> None:
        """Args:
        kinds: the name of the type for every noun that stands for one.
        implied: the nouns that may be left out before a name, by the name's own; None for none.
        """
        self._kinds = kinds
        self._implied = implied
        self._names = {_IDENTITY: EQUALITY}
        self.arities: dict[str, int] = {}

    @property
    def frames(self) -> dict[str, str]:
        """The frame of every predicate met so far, by its invented name."""
        return {name: frame for frame, name in self._names.items()}

    def atom(self, clause: str) -> Atom:
        """A positive clause as an atom; a frame met for the first time becomes a predicate."""
        frame, holes = frame_of(without_brackets(clause).removeprefix(CASE))
        frame = self._known(frame, holes)
        if frame not in self._names:
            name = unused_name(frame, self.arities)
            self._names[frame] = name
            self.arities[name] = len(holes)
        return Atom(self._names[frame], tuple(term(hole) for hole in holes))

    def _known(self, frame: str, holes: Sequence[str]) -> str:
        """The frame, or the one known already that reads the same with these names in it.

        Raises:
            UnreadableText: there are several.
        """
        if frame in self._names or self._implied is None:
            return frame
        clause, slots = filled(frame, holes), tuple(range(len(holes)))
        found = [
            known
            for known in self._names
            if known.count(SLOT) == len(slots)
            and TerseTemplate(tuple(known.split(SLOT)), slots, self._implied).fill(holes) == clause
        ]
        if len(found) > 1:
            raise UnreadableText(f"«{clause}» may mean «{found[0]}» or «{found[1]}»")
        return found[0] if found else frame

    def atoms(self, text: str, joint: str = "and") -> list[Atom]:
        """A list of positive clauses."""
        return [self.atom(item) for item in split_list(text, joint)]

    def ended(self, text: str) -> list[Atom]:
        """A list of clauses about what is no longer so, as the atoms that became false."""
        atoms = []
        for item in split_list(text, "and"):
            clause = un_no_longer(without_brackets(item))
            if clause is None:
                raise UnreadableText(f"what is no longer so in «{item}» is not clear")
            atoms.append(self.atom(f"({clause})"))
        return atoms

    def literal(self, text: str) -> Condition:
        """A clause, denied in its own words where it has a word that denies ("A is not clear")."""
        if text.startswith(_TRUE):
            return self.atom(text.removeprefix(_TRUE))
        clause = without_brackets(text)
        different = self.distinction(clause)
        if different is not None:
            return different
        if not denies(clause):
            return self.atom(text)
        positive = unnegate(clause)
        if positive is None:
            raise UnreadableText(f"what «{clause}» denies is not clear")
        return Not(self.atom(f"({positive})"))

    def results(self, text: str) -> tuple[list[Atom], list[Atom]]:
        """A list of what has become true, and of what has ceased to be."""
        gained: list[Atom] = []
        lost: list[Atom] = []
        for item in split_list(text, "and"):
            inside = without_brackets(item)
            ended = un_no_longer(inside)
            if inside.startswith(_TRUE):
                gained.append(self.atom(inside.removeprefix(_TRUE)))
            elif ended is not None:
                lost.append(self.atom(f"({ended})"))
            else:
                gained.append(self.atom(item))
        return gained, lost

    def formula(self, text: str) -> Condition:
        """A condition of any shape, as `compose.formulas.say` writes it."""
        items = split_list(text, "and")
        if items[1:] and not self.is_compound(text):
            return And(tuple(map(self.part, items)))
        if text.startswith(_FALSE):
            denied = text.removeprefix(_FALSE)
            inside = without_brackets(denied)
            return Not(self.formula(inside) if self.is_compound(inside) else self.atom(denied))
        if text == "nothing is asked for":
            return And()
        if text == "the impossible happens":
            return Or()
        for opening in ("both ", "all of these: "):
            if text.startswith(opening):
                return And(tuple(map(self.part, split_list(text.removeprefix(opening), "and"))))
        if text.startswith("either "):
            return Or(tuple(map(self.part, split_list(text.removeprefix("either "), "or"))))
        if text.startswith("if "):
            premise, conclusion = split_once(text.removeprefix("if "), ", then ")
            return Imply(self.part(premise), self.formula(conclusion))
        return self._quantified(text) or self.part(text)

    def _quantified(self, text: str) -> Condition | None:
        """A formula about every, some or no objects of a kind; None where it is none."""
        if text.startswith("for every "):
            quantifier, body = split_once(text.removeprefix("for "), ", ")
            limits, parameters = self._limits(quantifier)
            conclusion = self.formula(body)
            return ForAll(parameters, Imply(limits, conclusion) if limits else conclusion)
        if text.startswith("there is no ") and " such that " in text:
            limits, parameters = self._limits(f"a {text.removeprefix('there is no ')}")
            return Not(Exists(parameters, limits or And()))
        if text.startswith("there is ") and " such that " in text:
            limits, parameters = self._limits(text.removeprefix("there is "))
            return Exists(parameters, limits or And())
        return self._about_subject(text)

    def _limits(self, text: str) -> tuple[Condition | None, tuple[Parameter, ...]]:
        """`a truck B other than A such that …`: the condition on it, and its variables."""
        scope, _, rest = text.partition(" such that ")
        others = _OTHERS.search(scope)
        parameters = self.parameters(scope[: others.start()] if others else scope)
        parts: list[Condition] = [
            Not(Atom(EQUALITY, (parameters[0].name, term(name))))
            for name in (HOLE.findall(others[1]) if others else [])
        ]
        parts += conjuncts(self.formula(rest)) if rest else ()
        if not parts:
            return None, parameters
        return (parts[0] if len(parts) == 1 else And(tuple(parts))), parameters

    def _about_subject(self, text: str) -> Condition | None:
        """`every truck is clean`, `no truck …` or `some truck …`."""
        found = self._subject(text)
        if found is None:
            return None
        quantifier, kind, rest = found
        # A letter that the text does not have, nor any of the sentences around it.
        used = HOLE.findall(rest)
        variable = next(f"Z{number}" for number in range(900, 1000) if f"Z{number}" not in used)
        parameters = (Parameter(term(variable), (kind,)),)
        if quantifier == "some":
            return Exists(parameters, self.literal(f"{variable} {rest}"))
        atom = self.atom(f"{variable} {rest}")
        return ForAll(parameters, atom if quantifier == "every" else Not(atom))

    def _subject(self, text: str) -> tuple[str, str, str] | None:
        found = _SUBJECT.fullmatch(text)
        if found is None or len(split_list(text, "and")) > 1:
            return None
        words = found[2].split()
        for length in range(min(_MAX_NOUN_LENGTH, len(words) - 1), 0, -1):
            kind = self._kinds.get(squash(" ".join(words[:length])))
            if kind is not None:
                return found[1], kind, " ".join(words[length:])
        return None

    def part(self, text: str) -> Condition:
        """A formula among others: a bare clause, or a compound in parentheses."""
        inside = without_brackets(text)
        if inside.startswith(_TRUE):
            return self.literal(inside)
        if self.is_compound(inside) or (inside == text and split_list(text, "and")[1:]):
            return self.formula(inside)
        return self.literal(text)

    def distinction(self, clause: str) -> Condition | None:
        """That two things are not the same, if a clause says so: `A is not B`."""
        found = _NOT_IDENTICAL.fullmatch(clause)
        return Not(Atom(EQUALITY, (term(found[1]), term(found[2])))) if found else None

    def is_compound(self, text: str) -> bool:
        """Whether a text is a formula of several clauses, or about every object of a kind."""
        quantified = text.startswith("there is ") and " such that " in text
        return quantified or text.startswith(_COMPOUND) or self._subject(text) is not None

    def scope(self, sentence: str) -> tuple[tuple[Parameter, ...], str]:
        """The variables of `for every truck B, …` (none without it), and the rest."""
        if not sentence.startswith("for every "):
            return (), sentence
        quantified, rest = split_once(sentence.removeprefix("for "), ", ")
        return self.parameters(quantified), rest

    def parameters(self, scope: str) -> tuple[Parameter, ...]:
        """`every truck B and every place C` as typed variables."""
        found = list(_QUANTIFIED.finditer(scope))
        if not found:
            raise UnreadableText(f"«{scope}» names no variable")
        return tuple(Parameter(term(item[2]), self.types(item[1])) for item in found)

    def types(self, noun: str) -> tuple[str, ...]:
        """`truck or airplane` as the types it names; unknown nouns stand for any object."""
        return tuple(self._kinds.get(squash(kind), "object") for kind in noun.split(" or "))


def split_once(text: str, mark: str) -> tuple[str, str]:
    """A text at the first mark that stands outside parentheses.

    Raises:
        UnreadableText: there is no such mark.
    """
    depth = 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and text.startswith(mark, at):
            return text[:at], text[at + len(mark) :]
    raise UnreadableText(f"«{text}» lacks «{mark.strip()}»")


def unused_name(frame: str, taken: dict[str, int]) -> str:
    """A PDDL name for a frame: its words, and a number where they are taken."""
    words = re.sub(r"[\W_]+", "-", frame.replace(SLOT, " ").lower()).strip("-")
    base = words if words[:1].isalpha() else f"p-{words}".rstrip("-")
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return name
