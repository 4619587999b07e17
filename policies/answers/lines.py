"""One line of an answer, read as the steps it proposes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.compose import squash
from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.clauses import (
    Clause,
    ClauseParser,
    is_lead_in,
    with_objects,
    without_lead_in,
    without_reason,
)
from policies.answers.doubt import Doubter, Likeness
from policies.answers.facts import Facts
from policies.answers.frames import DomainWords, plain_words
from policies.answers.matching import Matcher
from policies.answers.names import Named, NameFinder, unknown_name
from policies.answers.reading import Doubt
from policies.answers.text import bare, clauses, remarks
from policies.answers.words import SLOT, relation_at, tokens, verb_of

_REPEAT = re.compile(
    r"[.…\s]*(?:repeat|do the same|and so (?:on|forth)|continue (?:like this|this process"
    r"|in (?:this|the same) (?:way|manner|fashion)))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+")
_AND = re.compile(r"\s*,?\s+and\s+|\s*,\s+")
_BACK = re.compile(r"\b(it|them|there|here|(?:the )?same (\w+)(?: \w+)?)\b")
_CALL = re.compile(
    r"\(\s*(?P<a>[a-z][\w-]*)(?P<x>(?:[\s,]+[^()\s,]+)*)\s*\)"
    r"|(?<![\w-])(?P<b>[a-z][\w-]*)\s?\((?P<y>[^()]*)\)",
    re.IGNORECASE,
)
_POINTER = re.compile(r"(\s*(?:→|⇒|➜|➔|[-=]+>|:(?=\s))\s*)")
_JOINTS = frozenset(",;.")
_LABELS = frozenset(":-–—|")


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line proposes.

    Attributes:
        steps: an action each, or a doubt for what looks like a step and cannot be read.
        whole: whether the line says nothing else but remarks in brackets.
        told: whether it tells of an action ("the truck drives"), instead of ordering it.
        exact: whether it is one step in the very words of the prompt.
    """

    steps: tuple[GroundAction | Doubt, ...]
    whole: bool
    told: bool = False
    exact: bool = False

    @property
    def read(self) -> bool:
        """Whether all its steps could be read."""
        return not any(isinstance(step, Doubt) for step in self.steps)


class LineReader:
    """Reads lines against the words of a prompt and the objects at hand; never guesses."""

    def __init__(self, problem: Problem, words: DomainWords, names: ObjectNames) -> None:
        self._words = words
        self._names = names
        self._facts = Facts(problem, words)
        self._finder = NameFinder.of(names)
        self._kinds = words.kinds | self._finder.nouns
        self._matcher = Matcher(words, self._facts, self._finder, names)
        self._parser = ClauseParser(self._finder, words.kinds, self._matcher.knows)
        self._doubter = Doubter(words, self._finder, self._kinds)
        self._nullary = {key for key in words.exact if SLOT not in key.split()} | {
            squash(item.name) for item in words.domain.actions if not item.parameters
        }

    def read(self, line: str, before: Sequence[GroundAction] = ()) -> LineReading | None:
        """The steps of a line; None where it does not look like a step at all.

        Args:
            line: the line.
            before: the steps just before it, to which "it" and "there" may refer.
        """
        text = self._with_arrows_said(bare(line))
        action = self._exactly(text)
        if action is not None:
            return LineReading((action,), whole=True, exact=True)
        if self.repeats(line):
            return LineReading((Doubt("it stands for several steps"),), whole=True)
        if not self._may_name_action(text):
            return None
        return self._loosely(text, tuple(before))

    def repeats(self, line: str) -> bool:
        """Whether a line stands for steps like those before it: `and so on`."""
        return _REPEAT.match(bare(line)) is not None

    def likeness(self, line: str) -> Likeness:
        """What a line that `read` makes nothing of is like."""
        return self._doubter.likeness(bare(line))

    def _with_arrows_said(self, text: str) -> str:
        """A text with "to" for an arrow before a name, and no colon between a verb and a name."""
        if _POINTER.search(text) is None:
            return text
        said = ""
        pieces = _POINTER.split(text)
        for piece, sign in zip(pieces[::2], ["", *pieces[1::2]], strict=True):
            words, _ = self._finder.mark(tokens(piece)[: self._finder.longest + 1])
            named = words[:1] == [SLOT]
            if sign.strip() == ":":
                said += " " if named and self._is_verb_alone(said) else sign
            elif sign:
                said += " to " if named else sign
            said += piece
        return said

    def _is_verb_alone(self, text: str) -> bool:
        words, objects = self._finder.mark(tokens(text))
        return not objects and words[:1] != [] and self._matcher.knows(words[0])

    # --- the very words of the prompt

    def _exactly(self, text: str) -> GroundAction | None:
        """The action whose snippet a text is, or whose PDDL it is where the prompt was PDDL."""
        if text.startswith("(") or self._words.spoken is None:
            found = _CALL.fullmatch(text)
            called = self._called(found) if found else None
            return called if isinstance(called, GroundAction) else None
        words, objects = self._finder.mark(tokens(text))
        wordings = self._words.exact.get(" ".join(plain_words(words)), ())
        found_: dict[GroundAction, None] = {}
        for wording in wordings:
            values: dict[int, str] = {}
            agree = all(
                name.item is not None and values.setdefault(slot, name.item) == name.item
                for slot, name in zip(wording.slots, objects, strict=True)
            )
            if agree:
                action = self._facts.completed(wording.action, values)
                if action is not None:
                    found_[action] = None
        actions = list(found_)
        if len(actions) > 1:
            actions = [each for each in actions if self._facts.fits(each)]
        return actions[0] if len(actions) == 1 else None

    # --- other words

    def _may_name_action(self, text: str) -> bool:
        """Whether a text holds a verb that may mean an action: few lines need a closer look."""
        if "(" in text and _CALL.search(text):
            return True
        return any(
            self._matcher.knows(word) or self._matcher.knows(verb_of(word) or "")
            for word in _WORD.findall(text)
        )

    def _loosely(self, text: str, before: tuple[GroundAction, ...]) -> LineReading | None:
        steps: list[GroundAction | Doubt] = []
        told, whole, labels = False, True, True
        sign = ":"
        for clause, following in clauses(self._spoken(text)):
            if clause and not is_lead_in(clause):
                found = self._clause(clause, (*before, *_read(steps)))
                if found is None:
                    lost = bool(steps) and sign == ";" and self._is_like_step(clause)
                    if lost:
                        steps.append(Doubt("it names no action"))
                    elif steps or following not in _LABELS or not labels:
                        whole = False
                        labels = labels and following in _LABELS
                        if not steps and following not in (".", ";", ":", ",", *_LABELS):
                            return None
                elif not steps or sign in _JOINTS:
                    if steps and found.told and not whole:
                        continue
                    steps += [
                        each for each in found.steps if not (steps and each in steps and found.told)
                    ]
                    told = told or found.told
            sign = following
        if not steps:
            return None
        return LineReading(tuple(steps), whole, told)

    def _is_like_step(self, clause: str) -> bool:
        return self._doubter.likeness(clause) is not Likeness.PROSE

    def _clause(self, text: str, before: tuple[GroundAction, ...]) -> LineReading | None:
        """One clause, or several that `and` or a comma joins."""
        for version in dict.fromkeys((*without_lead_in(text),)):
            for said in dict.fromkeys((version, without_reason(version))):
                found = self._one(said, before)
                if found is not None and found.read:
                    return found
                parts = self._parts(said)
                if len(parts) > 1:
                    joined = self._joined(parts, before)
                    if joined is not None:
                        return joined
        best = None
        for version in without_lead_in(text):
            found = self._one(without_reason(version), before)
            if found is not None and self._names_something(version):
                best = found
        return best

    def _parts(self, text: str) -> list[str]:
        """The clauses that `and` or a comma joins: every one begins with a verb."""
        parts: list[str] = []
        for piece in _AND.split(text):
            words = [word for word in tokens(piece) if word.isalpha()][:3]
            version = list(without_lead_in(piece))[-1:] or [piece]
            first = (tokens(version[0]) or [""])[0]
            base = verb_of(first)
            starts = self._matcher.knows(first) or (base is not None and self._matcher.knows(base))
            if parts and not starts:
                joint = " and " if f"{parts[-1]} and {piece}" in text else ", "
                parts[-1] += joint + piece
            else:
                parts.append(piece)
            del words
        return parts

    def _joined(self, parts: Sequence[str], before: tuple[GroundAction, ...]) -> LineReading | None:
        steps: list[GroundAction | Doubt] = []
        told = False
        for part in parts:
            known = (*before, *_read(steps))
            shared = known[-1].args if steps and known else ()
            found = self._one(part, known, shared) or self._one(without_reason(part), known, shared)
            if found is None:
                if not steps:
                    return None
                continue
            steps += found.steps
            told = told or found.told
        return LineReading(tuple(steps), whole=True, told=told) if steps else None

    def _one(
        self, text: str, before: tuple[GroundAction, ...], shared: Sequence[str] = ()
    ) -> LineReading | None:
        """A clause with one verb.

        Args:
            text: the clause.
            before: the steps before it, to the last of which "it" and "there" may refer.
            shared: objects that it may leave unsaid, since it goes on with them.
        """
        clause = self._parser.parse(text)
        if clause is None:
            return None
        meaning = self._matcher.read(clause.said, shared)
        if isinstance(meaning, Doubt) and before:
            meaning = self._referring(text, before[-1], shared) or meaning
        if isinstance(meaning, Doubt) and clause.told:
            return None
        return LineReading((meaning,), whole=True, told=clause.told)

    def _referring(
        self, text: str, last: GroundAction, shared: Sequence[str]
    ) -> GroundAction | None:
        """A clause with "it" and "there" taken for objects of the step before it.

        "It" is what was named first and fits, "there" what was named last.
        """
        found = _BACK.search(text)
        if found is None:
            return None
        items = self._as_said(last)
        place = found[1] in ("there", "here")
        for item in reversed(items) if place else items:
            name = self._names.english.get(item, item)
            said = f"{text[: found.start()]}{'at ' * place}{name}{text[found.end() :]}"
            clause = self._parser.parse(said)
            meaning = self._matcher.read(clause.said, shared) if clause else None
            if isinstance(meaning, GroundAction):
                return meaning
        return None

    def _as_said(self, action: GroundAction) -> list[str]:
        """An action's objects in the order in which its snippet names them."""
        if self._words.spoken is None:
            return list(action.args)
        slots = self._words.spoken.actions[action.name].slots
        return [action.args[slot] for slot in dict.fromkeys(slots)]

    def _names_something(self, text: str) -> bool:
        """Whether a text is about an object, or breaks off where it would name one."""
        words, objects = self._finder.mark(tokens(text))
        return bool(objects) or not self._kinds.isdisjoint(words) or self._cut_off(words)

    def _cut_off(self, words: Sequence[str]) -> bool:
        key = " ".join(plain_words(words))
        return bool(key) and any(each.startswith(key) for each in self._words.exact)

    # --- calls

    def _spoken(self, text: str) -> str:
        """`(stack b a)` and `stack(b, a)` as clauses of their own, remarks in brackets left out."""

        def spoken(found: re.Match[str]) -> str:
            called = self._called(found)
            if called is None:
                return found.group()
            inner = (found["x"] if found["a"] else found["y"]).replace(",", " ")
            action = self._words.called[squash(found["a"] or found["b"])]
            return f" ; {' '.join(tokens(action))} {inner} ; "

        if "(" in text:
            text = _CALL.sub(spoken, text).strip(" ;")
        return remarks(text, self._is_argument)

    def _is_argument(self, remark: str) -> bool:
        """Whether what stands in brackets belongs to the step: `(on satellite_0)`."""
        words, objects = self._finder.mark(tokens(remark))
        others = {word for word in words if word.isalpha()} - self._kinds - DETERMINERS
        spare = [word for word in others if not relation_at([word], 0)[0]]
        return bool(objects) and not spare

    def _called(self, found: re.Match[str]) -> GroundAction | Doubt | None:
        """The action that a call names; None where it calls none."""
        name = self._words.called.get(squash(found["a"] or found["b"]))
        if name is None:
            return None
        inner = found["x"] if found["a"] else found["y"]
        args = [word for word in re.split(r"[\s,]+", inner.strip()) if word]
        items = [self._item(word) for word in args]
        if any(item is None for item in items):
            attempt = GroundAction(
                name,
                tuple(
                    item or unknown_name(word.lower(), self._names)
                    for word, item in zip(args, items, strict=True)
                ),
            )
            missing = next(word for word, item in zip(args, items, strict=True) if item is None)
            return Doubt(f"there is no object called {missing}", attempt=attempt)
        action = GroundAction(name, tuple(item for item in items if item is not None))
        if len(args) != len(self._words.schemas[name].parameters):
            return Doubt(f"{name} takes another number of objects", attempt=action)
        return action

    def _item(self, word: str) -> str | None:
        _, objects = self._finder.mark(tokens(word))
        return objects[0].item if len(objects) == 1 else None


def _read(steps: Sequence[GroundAction | Doubt]) -> tuple[GroundAction, ...]:
    return tuple(step for step in steps if isinstance(step, GroundAction))
