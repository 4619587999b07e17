"""One clause of a line, read as the steps it proposes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.model import GroundAction
from policies.translation._binding import Binder
from policies.translation._naming import NameFinder
from policies.translation._phrasebook import Phrasebook
from policies.translation._reading import without_lead_in
from policies.translation._roles import nouns_beside, said_roles
from policies.translation._sentences import without_reason
from policies.translation._verbs import Marked, orders, with_means_last
from policies.translation._wording import (
    SLOT,
    essential,
    in_phrase_order,
    related,
    tokens,
    without_nouns,
    without_phrases,
)
from policies.translation._wordings import LIGHT

_AND = re.compile(r"\s+and\s+")
_PERFORM = re.compile(
    r"^(?:perform|execute|apply|use|carry out)\s+(?:the\s+)?(?:action\s+)?"
    r"(.+?)(?:\s+action)?\s+(?:on|with|to|for)\s+(?=.)"
)
_PERFORMING = ("perform", "execute", "apply", "use", "carry")
_PERFORMED = re.compile(
    r"^(.+?)\s+performs?\s+(?:the\s+|an?\s+)?(?:action\s+)?(\w+)(?:\s+action)?(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause proposes.

    Attributes:
        steps: an action each, None for what begins like a step and cannot be read.
        told: whether it tells of an action ("the truck drives"), instead of ordering it.
    """

    steps: tuple[GroundAction | None, ...]
    told: bool = False


class ClauseReader:
    """Reads clauses against a phrasebook and the objects at hand; never guesses."""

    def __init__(
        self, book: Phrasebook, finder: NameFinder, nouns: frozenset[str], binder: Binder
    ) -> None:
        self._book = book
        self._finder = finder
        self._nouns = nouns
        self._binder = binder
        # "place" is a verb of placing, unless the domain knows places.
        self._openers = book.verbs | (LIGHT - nouns)

    def read(self, clause: str, before: Sequence[GroundAction | None]) -> Clause | None:
        """The steps of a clause; None where it does not begin like one."""
        for version in without_lead_in(clause):
            for said in dict.fromkeys((version, _as_verb(version))):
                found = self._joined(said, before)
                if found is not None:
                    return found
            words = tokens(version)
            if self._starts(words) and self._names_something(words):
                return Clause((None,))
        return None

    def _starts(self, words: Sequence[str]) -> bool:
        return bool(words) and words[0] in self._openers

    def _names_something(self, words: Sequence[str]) -> bool:
        """Whether words are about an object, known or not, or break off before they name one."""
        _, objects = self._finder.mark(words)
        return bool(objects) or not self._nouns.isdisjoint(words) or self._cut_off(words)

    def _cut_off(self, words: Sequence[str]) -> bool:
        """Whether words that name no object could be the beginning of a step."""
        rest = related(essential(words))
        while len(rest) > 1 and (rest[-1] in self._nouns or rest[-1] in self._finder.beginnings):
            rest.pop()
        key = " ".join(rest)
        return any(each == key or each.startswith(key + " ") for each in self._book.ranks[0])

    def _joined(self, text: str, before: Sequence[GroundAction | None]) -> Clause | None:
        """A clause as one step, or as several that `and` joins."""
        whole = self._one(text, before)
        parts = _AND.split(text) if whole is None else []
        if whole or len(parts) == 1:
            return whole or self._one_without_reason(text, before)
        steps: list[GroundAction | None] = []
        told = False
        for number, part in enumerate(parts):
            known = [*before, *steps]
            found = self._one(part, known) or self._one_without_reason(part, known)
            if found is None:
                # The rest may belong to the reason for the step: "since a is clear and b is not".
                rest = any(self._starts(tokens(each)) for each in parts[max(1, number) :])
                return None if rest else self._one_without_reason(text, before)
            steps += found.steps
            told = told or found.told
        return Clause(tuple(steps), told)

    def _one_without_reason(
        self, text: str, before: Sequence[GroundAction | None]
    ) -> Clause | None:
        said = without_reason(text)
        return self._one(said, before) if said != text else None

    def _one(self, text: str, before: Sequence[GroundAction | None]) -> Clause | None:
        marked = self._marked(text, before)
        action = self._ordered(marked)
        if action is not None:
            return Clause((action,))
        if not marked[0] or marked[0][0] in self._book.verbs:
            return None
        meant = {self._fitting(version) for version in orders(marked, self._book.forms)} - {None}
        return Clause((meant.pop(),), told=True) if len(meant) == 1 else None

    def _marked(self, text: str, before: Sequence[GroundAction | None]) -> Marked:
        words, objects = self._finder.mark(tokens(text))
        if "it" in words and before and before[-1] and before[-1].args:
            place = words.index("it")
            objects.insert(words[:place].count(SLOT), before[-1].args[0])
            words[place] = SLOT
        return essential(words), objects

    def _ordered(self, marked: Marked) -> GroundAction | None:
        """The action that words order, whether or not they mention what is no object."""
        action = self._worded(marked)
        if action is not None or not marked[1]:
            return action
        words, objects = related(marked[0]), marked[1]
        less, mentioned = without_phrases(words, self._book.scenery)
        if mentioned:
            action = self._worded((less, objects))
            around = self._book.mentioned.get(action.name, frozenset()) if action else frozenset()
            # The snippet says "into the oven": "into the fridge" is something else.
            other = bool(around) and not mentioned <= around
        else:
            key = " ".join(without_nouns(words, self._nouns))
            action = self._binder.choose(self._book.unfurnished.get(key, ()), objects)
            other = False
        return action if action and not other and self._binder.fits(action) else None

    def _worded(self, marked: Marked) -> GroundAction | None:
        """The action that words order in the order and with the verb of some wording."""
        words, objects = marked
        if words[:1] and words[0] not in self._book.openers:
            return None
        kept = without_nouns(words, self._nouns)
        versions = [related(words), related(kept)] if kept != words else [related(words)]
        loosest = len(self._book.ranks) - 1
        for number, rank in enumerate(self._book.ranks):
            for version in versions:
                wordings = rank.get(" ".join(version))
                if wordings:
                    action = self._binder.choose(wordings, objects)
                    if action and not self._agrees(versions[0], objects, action):
                        continue
                    # Another verb may mean an action only where its objects can be meant too.
                    sure = number < loosest or (action and self._binder.fits(action))
                    return action if sure else None
        return self._reordered(versions[0], objects)

    def _reordered(self, words: list[str], objects: list[str]) -> GroundAction | None:
        """The action that words order if their phrases may come in any order."""
        if not self._starts(words) and words[:1] != ["with"]:
            return None
        moved = with_means_last((words, objects), self._book.forms)
        if moved is not None:
            words, objects = moved
        action = self._turned_round(words, objects)
        return action if action and self._agrees(words, objects, action) else None

    def _turned_round(self, words: list[str], objects: list[str]) -> GroundAction | None:
        """The action whose wording has the same phrases, or parameters of the objects' kinds."""
        for version in (words, without_nouns(words, self._nouns)):
            ordered = in_phrase_order(version)
            wordings = self._book.reordered.get(" ".join(ordered[0])) if ordered else None
            if ordered and wordings:
                action = self._binder.choose(wordings, [objects[n] for n in ordered[1]])
                return action if action and self._binder.fits(action) else None
        said = said_roles(words, self._nouns)
        if said is None or not objects:
            return None
        return self._binder.by_kinds(self._book.roles.get(said.verb, ()), said, objects)

    def _agrees(self, words: Sequence[str], objects: Sequence[str], action: GroundAction) -> bool:
        """Whether words call nothing by the noun of another parameter, or of another action.

        The noun may be all that tells a truck's loading from an airplane's.
        """
        said = [word for word in words if word in self._nouns]
        if not said:
            return True
        if not self._book.foreign[action.name].isdisjoint(said):
            return False
        return self._binder.is_called(
            action, zip(objects, nouns_beside(words, self._nouns), strict=True)
        )

    def _fitting(self, marked: Marked) -> GroundAction | None:
        action = self._ordered(marked)
        return action if action and self._binder.fits(action) else None


def _as_verb(text: str) -> str:
    """`perform the attack action on _` as `attack _`."""
    if " perform" in text:
        text = _PERFORMED.sub(r"\2 \1", text)
    return _PERFORM.sub(r"\1 ", text) if text.startswith(_PERFORMING) else text
