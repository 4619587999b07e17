"""Objects of a task found among words by their names in the prompt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pddl2nl.naming import ObjectNames
from policies.answers.text import AnswerTokens, is_word, words_of
from policies.answers.words import FUNCTION_WORDS

Words: TypeAlias = tuple[str, ...]
_AMBIGUOUS = frozenset({"a", "an", "i"})


@dataclass(frozen=True)
class ObjectFinder:
    """Finds objects by their names, however these are typeset.

    Attributes:
        known: an object's PDDL name by the words of each of its names, without their signs; None
            where these are the words of several names, as of `p_q` and `p-q`.
        spelled: the same by its name in the prompt.
        nouns: words that all names share, which a step may leave out or add: `block`, `object`.
        names: what the objects are called in the prompt.
    """

    known: Mapping[Words, str | None]
    spelled: Mapping[str, str]
    nouns: frozenset[str]
    names: ObjectNames

    @classmethod
    def of(cls, names: ObjectNames) -> ObjectFinder:
        """A finder for the names of a prompt."""
        full: dict[Words, str | None] = {}
        for name, item in names.pddl.items():
            key = words_of(name)
            full[key] = None if key in full else item
        nouns = _shared(list(full))
        short: dict[Words, str | None] = {}
        for key, each in full.items():
            bare = tuple(word for word in key if word not in nouns)
            if bare != key and bare and not all(word.isdigit() for word in bare):
                short[bare] = each
            if key and key[-1].isdigit():
                short["".join(key),] = each
        spelled = {" ".join(name.lower().split()): item for name, item in names.pddl.items()}
        return cls({**short, **full}, spelled, nouns, names)

    def without_signs(self, text: str) -> str:
        """A text in which names such as `truck no. 1` have no signs that end a sentence."""
        if self._signs is None:
            return text
        return self._signs.sub(lambda found: " ".join(words_of(found[0])), text)

    @cached_property
    def _signs(self) -> re.Pattern[str] | None:
        names = [name for name in self.names.pddl if re.search(r"[^\w\s'-]", name)]
        if not names:
            return None
        longest = sorted(names, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE)

    @cached_property
    def stems(self) -> frozenset[Words]:
        """The words before the last one in names of several: `truck` of `truck_0`."""
        return frozenset(words[:-1] for words in self.known if len(words) > 1)

    @cached_property
    def lengths(self) -> Mapping[str, tuple[int, ...]]:
        """For the first word of names how many words these have, the longest first."""
        found: dict[str, set[int]] = defaultdict(set)
        for words in filter(None, self.known):
            found[words[0]].add(len(words))
        return {word: tuple(sorted(each, reverse=True)) for word, each in found.items()}

    def at(self, words: Words, start: int) -> list[tuple[int, str]]:
        """The objects whose names begin at a place, with the place behind them.

        Those spelled as in the prompt come first, then longer ones before shorter ones.
        """
        lengths = self.lengths.get(words[start]) if start < len(words) else None
        if lengths is None or (isinstance(words, AnswerTokens) and words.glue[start]):
            return []  # no name begins in the middle of another
        found, others = [], []
        for end in (start + length for length in lengths):
            key = tuple(words[start:end])
            if end > len(words) or key not in self.known:
                continue
            spelled = self.spelled.get(spelling(words, start, end) or "")
            if spelled is not None:
                found.append((end, spelled))
            elif (item := self.known[key]) is not None:
                others.append((end, item))
        return found + others

    def unknown(self, words: Words, start: int) -> tuple[int, str] | None:
        """A name of the make of the prompt's that no object has: `truck_9`."""
        if isinstance(words, AnswerTokens) and words.glue[start : start + 1] not in ((), ("",)):
            return None
        for stem in self.stems:
            end = start + len(stem)
            last = words[end] if end < len(words) else "?"
            single = last.isdigit() or (len(last) == 1 and is_word(last))
            if words[start:end] == stem and single and last not in _AMBIGUOUS:
                return end + 1, unknown_name("_".join((*stem, last)), self.names)
        return None

    def mentioned(self, words: Words) -> tuple[str, ...]:
        """The objects that a text names, an `a` before a word being the article."""
        found: list[str] = []
        start = 0
        while start < len(words):
            end, item = next(iter(self.at(words, start)), (start + 1, ""))
            if item and not self._is_article(words, start, end):
                found.append(item)
                start = end
            else:
                start += 1
        return tuple(found)

    def _is_article(self, words: Words, start: int, end: int) -> bool:
        if end - start > 1 or words[start] not in _AMBIGUOUS:
            return False
        following = words[end : end + 1]
        is_plain = following != () and is_word(following[0]) and following[0] not in FUNCTION_WORDS
        return is_plain and not self.at(words, end)


def spelling(words: Words, start: int, end: int) -> str | None:
    """Some words with the signs that join them; None where these are not known."""
    if not isinstance(words, AnswerTokens):
        return None
    glue = words.glue
    return words[start] + "".join((glue[n] or " ") + words[n] for n in range(start + 1, end))


def _shared(names: list[Words]) -> frozenset[str]:
    """The word with which all names of several words begin, or end, if they do."""
    if len(names) < 1 or min(map(len, names), default=0) < 2:
        return frozenset()
    ends = (names[0][place] for place in (0, -1) if len({name[place] for name in names}) == 1)
    return frozenset(word for word in ends if not word.isdigit())


def unknown_name(name: str, names: ObjectNames) -> str:
    """A name that no object of the prompt has, for the simulator to refuse.

    A name that only the PDDL uses is unknown to the player: in quotation marks, it is nobody's.
    """
    return f'"{name}"' if name in names.english else name
