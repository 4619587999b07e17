"""One line of an answer, read as the steps it proposes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers.meaning.calls import CallReader, is_call
from policies.answers.meaning.clauses import (
    AGENTS,
    NO_AGENT,
    ClauseParser,
    is_lead_in,
    without_lead_in,
    without_reason,
)
from policies.answers.meaning.doubt import Doubter, Likeness
from policies.answers.meaning.facts import Facts
from policies.answers.meaning.frames import QUOTING, DomainWords, plain_words
from policies.answers.meaning.matching import Matcher
from policies.answers.meaning.names import Named, NameFinder
from policies.answers.meaning.text import bare, clauses, remarks
from policies.answers.meaning.words import (
    ANY,
    DETERMINERS,
    GOALS,
    PARTICLES,
    SLOT,
    relation_at,
    tokens,
)
from policies.answers.reading import Doubt, Finished, LookAround, Meaning

_REPEAT = re.compile(
    r"[.…\s]*(?:repeat|do the same|and so (?:on|forth)|continue (?:like this|this process"
    r"|in (?:this|the same) (?:way|manner|fashion)))\b",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^\W*(?:\w+\W+){0,3}")
_WORD = re.compile(r"[a-z]+")
_AND = re.compile(r"\s*,?\s+and\s+|\s*,\s+")
_MOST_REFERENCES = 3
_MEANWHILE = re.compile(r",\s+\w+ing\b[^,]*,\s*")
"""What somebody does besides: "the truck, carrying both crates, drives"."""
_FRONTED_PLACE = re.compile(r"^(there|here|from there),?\s+(?:you |i |we )?(.+)$")
_POINTER = re.compile(r"(\s*(?:→|[-=]+>|:+(?=\s))\s*|\s+[-–—]\s+|\s*[–—]\s*)")
_LONGEST_NOUN = 3
_SIGNS = re.compile(r"[:;()\[\]|=+&]|//|\s[–—-]\s")
_REMARKS = ("look around", "finished", "done")
_LONG = 300
_LONGEST_LINE = 3000
_ARTICLES = re.compile(r"^(?:(?:the|an?)\s+)+")
_FIRST = re.compile(r"[a-z0-9]*")
_REMEMBERED = 1024
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

    steps: tuple[Meaning, ...]
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
        self._marked = lru_cache(_REMEMBERED)(self._mark)
        self._exactly = lru_cache(_REMEMBERED)(self._exact)
        self._kinds = words.kinds | self._finder.nouns
        self._matcher = Matcher(words, self._facts, self._finder, names)
        self._calls = CallReader(words, self._facts, self._finder, names)
        self._parser = ClauseParser(
            self._finder,
            self._marked,
            words.kinds,
            words.vocabulary | words.scenery,
            words.called,
            self._matcher.verb,
        )
        self._doubter = Doubter(words, self._finder, self._kinds)
        self._nullary = any(not item.parameters for item in words.domain.actions)

    @cached_property
    def _back(self) -> re.Pattern[str]:
        """Finds the words that may refer to an object named before."""
        kinds = "|".join(sorted(map(re.escape, self._kinds), key=len, reverse=True)) or "thing"
        return re.compile(
            rf"\b(?:(?:at )?(?P<place>there|here)|(?P<thing>it|them)"
            rf"|(?:the |that |its )(?:same )?(?P<kind>{kinds}))\b"
        )

    def _mark(self, text: str) -> tuple[list[str], list[Named]]:
        """A text's words with `_` for every object, and the objects."""
        return self._finder.mark(tokens(text))

    def read(self, line: str, before: Sequence[GroundAction] = ()) -> LineReading | None:
        """The steps of a line; None where it does not look like a step at all.

        Args:
            line: the line.
            before: the steps just before it, to which "it" and "there" may refer.
        """
        reading = self._read(line, before)
        found = self._words.quoting.search(line.lower())
        if found is None:
            return reading
        if reading is None:
            return LineReading((Doubt("it does not name all that the action needs"),), whole=True)
        names = self._words.quoted[found[1]]
        # A quoted name is the whole name: `do "pick up and loose"` picks nothing up. And what such
        # a step needs it says.
        said = sorted(each.item or "" for each in self._marked(bare(line))[1])
        steps = tuple(
            step
            if not isinstance(step, GroundAction)
            or reading.exact
            or (step.name in names and sorted(step.args) == said)
            else Doubt("it does not name all that the action needs")
            for step in reading.steps
        )
        return replace(reading, steps=steps, told=False)

    def _read(self, line: str, before: Sequence[GroundAction]) -> LineReading | None:
        reading = self._read_words(line, before)
        if reading is not None and reading.read:
            return reading
        listed = self._calls.listed(bare(line)) if len(line) <= _LONG else None
        return reading if listed is None else LineReading((listed,), whole=True)

    def _read_words(self, line: str, before: Sequence[GroundAction]) -> LineReading | None:
        if len(line) > _LONGEST_LINE:
            known = self._marked(bare(line[:_LONGEST_LINE]))[1]
            doubt = Doubt("the line is too long to be read")
            return LineReading((doubt,), whole=True) if known else None
        call = line.strip().lower()  # as it is: an underscore may be a name, not markup
        action = self._exactly(call) if call.startswith("(") else None
        text = self._with_arrows_said(bare(line))
        action = action or self._exactly(text) or self._exact_behind_lead_in(text)
        if action is not None:
            return LineReading((action,), whole=True, exact=True)
        said = _remark(text)
        if said is not None:
            return LineReading((said,), whole=True, exact=True)
        if self.repeats(line):
            return LineReading((Doubt("it stands for several steps"),), whole=True)
        if self._words.spoken is None and "(" in text:
            called, rest = self._calls.tuples(text)
            if called:
                return LineReading(called, whole=_WORD.search(_LEAD.sub("", rest)) is None)
        if not self._may_name_action(text) or not self._is_about_something(text):
            return None
        spoken = self._calls.spoken(text)
        found = self._loosely(remarks(spoken, self._is_argument), tuple(before))
        if found is not None and not found.read and not found.told and len(text) < _LONG:
            bare_of_remarks = remarks(spoken, lambda _: False)
            for other in (
                bare_of_remarks,
                remarks(spoken, lambda _: True),
                _SIGNS.sub(" ", spoken),
            ):
                wider = self._loosely(other, tuple(before)) if other != spoken else None
                # Read without its signs, a line must not have fewer steps: none is swallowed.
                if wider is not None and wider.read and len(wider.steps) >= len(found.steps):
                    return wider
        return found

    def repeats(self, line: str) -> bool:
        """Whether a line stands for steps like those before it: `and so on`."""
        return _REPEAT.match(bare(line)) is not None

    def is_exact(self, line: str) -> bool:
        """Whether a line is a step in the very words of the prompt, and nothing else."""
        said = line.strip().lower().replace('"', "")
        return self._exactly(said) is not None or _remark(line.lower()) is not None

    def likeness(self, line: str) -> Likeness:
        """What a line that `read` makes nothing of is like."""
        return self._doubter.likeness(bare(line[:_LONGEST_LINE]))

    def _with_arrows_said(self, text: str) -> str:
        """A text with "to" for an arrow before a name, and no colon between a verb and a name."""
        if _POINTER.search(text) is None:
            return text
        said = ""
        pieces = _POINTER.split(text)
        for piece, sign in zip(pieces[::2], ["", *pieces[1::2]], strict=True):
            words, _ = self._finder.mark(tokens(piece)[: self._finder.longest + _LONGEST_NOUN])
            nouns = words[: words.index(SLOT)] if SLOT in words else ["?"]
            verb = len(nouns) > 1 and self._matcher.knows(nouns[0])
            named = set(nouns) <= self._kinds | DETERMINERS and not verb
            if sign.strip()[:1] in (":", "-", "–", "—") and ">" not in sign:
                said += " " if named and self._begins_with_verb(said) else sign
            elif sign:
                said += " to " if named else sign
            said += piece
        return said

    def _begins_with_verb(self, text: str) -> bool:
        *_, version = ("", *without_lead_in(text))
        words = tokens(version)
        return words[:1] != [] and self._matcher.knows(words[0])

    # --- the very words of the prompt

    def _exact(self, text: str) -> GroundAction | None:
        """The action whose snippet a text is, or whose PDDL it is where the prompt was PDDL."""
        if text.startswith("(") or self._words.spoken is None:
            called = self._calls.whole(text)
            return called if isinstance(called, GroundAction) else None
        text = _ARTICLES.sub("", text)
        if _FIRST.match(text)[0] not in self._words.openers:  # type: ignore[index]
            return None
        if text.startswith(f"{QUOTING} ") and (action := next(self._literally(text), None)):
            return action
        words, objects = self._marked(text)
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
        if not wordings:
            return next(self._literally(text), None)
        if len(actions) > 1:  # 'p_q' and 'p-q' are told apart by their letters alone
            actions = [each for each in dict.fromkeys(self._literally(text)) if each in actions]
        return actions[0] if len(actions) == 1 else None

    def _exact_behind_lead_in(self, text: str) -> GroundAction | None:
        """As `_exact`, for brackets that belong to a snippet, before they are taken for remarks."""
        versions = without_lead_in(text) if "(" in text else ()
        return next(filter(None, map(self._exactly, versions)), None)

    def _literally(self, text: str) -> Iterator[GroundAction]:
        """The actions whose snippets a text is word for word, the longest snippet first."""
        for phrase in self._words.literal:
            names = phrase.objects(text)
            if names is None or len(names) != len(phrase.slots):
                continue
            items = [self._names.pddl.get(each) for each in names]
            values = {slot: item for slot, item in zip(phrase.slots, items, strict=True) if item}
            if len(values) == len(phrase.slots):
                yield GroundAction(phrase.action, tuple(values[slot] for slot in sorted(values)))

    # --- other words

    def _may_name_action(self, text: str) -> bool:
        """Whether a text holds a verb that may mean an action: few lines need a closer look."""
        if is_call(text) or " to " in text:
            return True
        return any(map(self._matcher.knows_form, _WORD.findall(text)))

    def _is_about_something(self, text: str) -> bool:
        """Whether a text names an object, or could be an order that names none."""
        if self._nullary or self._marked(text)[1]:
            return True
        *_, version = ("", *without_lead_in(text))
        first = (tokens(version) or [""])[0]
        return self._matcher.knows(first)

    def _loosely(self, text: str, before: tuple[GroundAction, ...]) -> LineReading | None:
        steps: list[Meaning] = []
        told, whole, labels = False, True, True
        sign = ":"
        for clause, following in self._clauses_of(text):
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

    def _clauses_of(self, text: str) -> Iterator[tuple[str, str]]:
        """The clauses of a text; "hoist_0 then lifts" is one, and so is "robot_0: a → b"."""
        subject = ""
        for clause, sign in clauses(text):
            words, objects = self._marked(clause)
            named = len(objects) == 1 or (not objects and words and sign == ";")
            bare_name = named and set(words) <= self._kinds | DETERMINERS | AGENTS | {SLOT}
            if bare_name and not subject and sign in (";", ":"):
                subject = clause
                continue
            yield f"{subject} {clause}".strip(), sign
            subject = ""
        if subject:
            yield subject, "."

    def _is_like_step(self, clause: str) -> bool:
        return self._doubter.likeness(clause) is not Likeness.PROSE

    def _clause(self, text: str, before: tuple[GroundAction, ...]) -> LineReading | None:
        """One clause, or several that `and` or a comma joins."""
        versions = list(without_lead_in(text))
        for version in versions:
            action = self._exactly(version)
            if action is not None:
                return LineReading((action,), whole=True)
        best = unsure = None
        for version in versions:
            shorter = without_reason(version, self._words.said)
            for said in dict.fromkeys((version, shorter)):
                parts = self._parts(said)
                # "Pick it up because it is free": what a reason speaks of is not acted on.
                known = before if said == shorter else ()
                found = self._joined(parts, known) if len(parts) > 1 else self._one(said, known)
                if found is not None and found.read:
                    # A reason hides no step behind it: "because it is free and go home".
                    hidden = said == shorter and best and len(best.steps) > len(found.steps)
                    return best if hidden else found
                if len(parts) > 1:
                    best = best or found
                elif found is not None and self._names_something(said):
                    unsure = found
        return best or unsure

    def _parts(self, text: str) -> list[str]:
        """The clauses that `and` or a comma joins: every one begins with a verb."""
        parts: list[str] = []
        pieces = _AND.split(text)
        if len(pieces) == 1:
            return pieces
        for piece in pieces:
            version = list(without_lead_in(piece))[-1:] or [piece]
            first = (tokens(version[0]) or [""])[0]
            words, _ = self._marked(version[0])
            named = first in self._kinds and words[1:2] == [SLOT]
            verb = self._matcher.knows_form(first) and not first.endswith("ing")
            starts = not named and (verb or self._matcher.knows(first))
            starts = starts and not self._goes_on(parts, first)
            if parts and not starts:
                joint = " and " if f"{parts[-1]} and {piece}" in text else ", "
                parts[-1] += joint + piece
            else:
                parts.append(piece)
        return parts

    def _goes_on(self, parts: Sequence[str], word: str) -> bool:
        """Whether a word belongs to the action that the part before it names: `stop and guard`."""
        versions = list(without_lead_in(parts[-1])) if parts else []
        *_, version = ("", *versions)
        verbs = {self._matcher.verb(each) or "" for each in tokens(version)[:3]}
        return any(
            word in frame.phrase.words
            for verb in verbs
            for frame in self._words.verbs.get(verb, ())
        )

    def _joined(self, parts: Sequence[str], before: tuple[GroundAction, ...]) -> LineReading | None:
        steps: list[Meaning] = []
        told = False
        for part in parts:
            known = (*before, *_read(steps))
            follows = bool(steps) and isinstance(steps[-1], GroundAction)
            shared = known[-1].args if follows else ()
            found = self._one(part, known, shared)
            if found is None or not found.read:
                found = self._one(without_reason(part, self._words.said), known, shared) or found
            if found is None:
                if not steps and self._stands_alone(part):
                    return None
                continue
            steps += found.steps
            told = told or found.told
        return LineReading(tuple(steps), whole=True, told=told) if steps else None

    def _stands_alone(self, part: str) -> bool:
        """Whether a part that names no action is a sentence of its own, and no lead to the next."""
        words = _WORD.findall(part)
        return words[:1] != [] and (
            words[0] in NO_AGENT or any(map(self._matcher.knows_form, words))
        )

    def _one(
        self, text: str, before: tuple[GroundAction, ...], shared: Sequence[str] = ()
    ) -> LineReading | None:
        """A clause with one verb.

        Args:
            text: the clause.
            before: the steps before it, to the last of which "it" and "there" may refer.
            shared: objects that it may leave unsaid, since it goes on with them.
        """
        text = _FRONTED_PLACE.sub(r"\2 \1", _MEANWHILE.sub(" ", text))
        clause = self._parser.parse(text)
        if clause is None and " to " in text:
            clause = self._parser.parse(self._as_move(text))
        if clause is None:
            return None
        meaning = self._matcher.read(clause.said, shared)
        if self._breaks_off(text):
            meaning = Doubt("it breaks off before a name")
        if isinstance(meaning, Doubt) and before:
            meaning = self._referring(text, before[-1], shared) or meaning
        if isinstance(meaning, Doubt) and clause.told and not self._matcher.owns(clause.said):
            return None
        return LineReading((meaning,), whole=True, told=clause.told)

    def _breaks_off(self, text: str) -> bool:
        """Whether the last word is one for a kind and no name follows: `a to place b and place`."""
        words, _ = self._marked(text)
        if len(words) < 2 or words[-1] not in self._kinds:
            return False
        return words[-2] in ("and", ",") or bool(relation_at(words, len(words) - 2)[0])

    def _as_move(self, text: str) -> str:
        """A phrase that goes from one object to another, and has no verb, as a move."""
        words, objects = self._marked(text)
        going = words.count("to") == 1 and len(objects) > 1
        spare = self._kinds | DETERMINERS | PARTICLES | self._words.vocabulary
        rest = set(words) - spare - {SLOT, "to", "from", "via", ",", "and"}
        return f"move {text}" if going and not rest else ""

    def _referring(
        self, text: str, last: GroundAction, shared: Sequence[str], depth: int = 0
    ) -> GroundAction | None:
        """A clause with "it", "there" and "the truck" taken for objects of the step before it."""
        found = self._reference(text)
        if found is None or depth == _MOST_REFERENCES:
            return None
        start, end, word = found
        referent = self._referent(word, last)
        if referent is None:
            return None
        name = self._names.english.get(referent, referent)
        at = word in ("there", "here") and not text[:start].rstrip().endswith("from")
        said = f"{text[:start]}{'at ' * at}{name}{text[end:]}"
        clause = self._parser.parse(said)
        meaning = self._matcher.read(clause.said, shared) if clause else None
        if isinstance(meaning, GroundAction) and self._facts.fits(meaning):
            return meaning
        return self._referring(said, last, shared, depth + 1)

    def _reference(self, text: str) -> tuple[int, int, str] | None:
        """The first word that may refer to an object named before, and where it stands."""
        for found in self._back.finditer(text):
            words, _ = self._finder.mark(tokens(text[found.end() :])[: self._finder.longest])
            if words[:1] != [SLOT]:
                return found.start(), found.end(), next(filter(None, found.groups()))
        return None

    def _referent(self, word: str, last: GroundAction) -> str | None:
        """The object of the step before that a word means; None where there is no single one.

        "It" is what was acted on, "there" where that got to, "the truck" the only truck named.
        """
        named = self._as_said(last)
        if word in ("there", "here"):
            places = [item for relation, item in named if relation in GOALS]
            return places[-1] if places else None
        if word in ("it", "them"):
            return next((item for relation, item in named if not relation), None)
        kind = {item for _, item in named if word in self._facts.kinds_of(item)}
        return kind.pop() if len(kind) == 1 else None

    def _as_said(self, action: GroundAction) -> list[tuple[str, str]]:
        """An action's objects as its words name them, each with the preposition before it."""
        frame = next(each for each in self._words.frames if each.action == action.name)
        return [
            (place.relations[-1].replace(ANY, ""), action.args[slot])
            for place, slot in zip(frame.phrase.places, frame.slots, strict=True)
        ]

    def _names_something(self, text: str) -> bool:
        """Whether a text is about an object, or breaks off where it would name one."""
        words, objects = self._marked(text)
        return bool(objects) or not self._kinds.isdisjoint(words) or self._cut_off(words)

    def _cut_off(self, words: Sequence[str]) -> bool:
        key = " ".join(plain_words(words))
        return bool(key) and any(each.startswith(key) for each in self._words.exact)

    def _is_argument(self, remark: str) -> bool:
        """Whether what stands in brackets belongs to the step: `(on satellite_0)`."""
        words, objects = self._marked(remark)
        if not objects:
            return not self._words.vocabulary.isdisjoint(words)
        others = {word for word in words if word.isalpha()} - self._kinds - DETERMINERS
        spare = [word for word in others if not relation_at([word], 0)[0]]
        return not spare


def _remark(text: str) -> Meaning | None:
    """The two things that a player can say and that are no actions."""
    said = text.strip(" .!()")
    if not said.endswith(_REMARKS):
        return None
    for version in without_lead_in(said):
        if version == "look around":
            return LookAround()
        if version in ("finished", "done", "are finished", "are done"):
            return Finished()
    return None


def _read(steps: Sequence[Meaning]) -> tuple[GroundAction, ...]:
    return tuple(step for step in steps if isinstance(step, GroundAction))
