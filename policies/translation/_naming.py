"""Objects found in a step, by their names and by what is left of them without a common noun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.naming import ObjectNames
from policies.translation._wording import PREPOSITIONS, SLOT, tokens

_ARTICLE_LIKE = frozenset({"a", "an", "i"})


@dataclass(frozen=True, slots=True)
class NameFinder:
    """Finds objects' names among words.

    Attributes:
        known: an object's PDDL name by the words of each of its names.
        nouns: the words that names share and steps may drop or repeat: `block`, `object`.
        beginnings: the first words of names of several words.
        openings: the first words of all names.
        english: whether `a` and `i` can be the article and the pronoun, as in no PDDL.
    """

    known: dict[tuple[str, ...], str]
    longest: int
    nouns: frozenset[str]
    beginnings: frozenset[str]
    openings: frozenset[str]
    english: bool

    @classmethod
    def of(cls, names: ObjectNames) -> NameFinder:
        spelled = {tuple(tokens(name)): item for name, item in names.pddl.items()}
        shared = _shared(list(spelled))
        known = dict(spelled)
        for place, _ in shared:
            for words, item in spelled.items():
                short = words[1:] if place == 0 else words[:-1]
                if not all(word.isdigit() for word in short):
                    known.setdefault(short, item)
        longest = max(map(len, known), default=0)
        english = any(item != name for item, name in names.english.items())
        beginnings = frozenset(words[0] for words in spelled if len(words) > 1)
        openings = frozenset(words[0] for words in known if words)
        nouns = frozenset(word for _, word in shared)
        return cls(known, longest, nouns, beginnings, openings, english)

    def mark(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The words with `_` for every object, and the objects' PDDL names."""
        marked: list[str] = []
        objects: list[str] = []
        start = 0
        while start < len(words):
            length = self._length(words, start) if words[start] in self.openings else 0
            if length:
                objects.append(self.known[tuple(words[start : start + length])])
                marked.append(SLOT)
            else:
                marked.append(words[start])
            start += length or 1
        return marked, objects

    def _length(self, words: Sequence[str], start: int) -> int:
        for length in range(min(self.longest, len(words) - start), 0, -1):
            candidate = tuple(words[start : start + length])
            if candidate in self.known and not self._is_article(candidate, words, start):
                return length
        return 0

    def _is_article(self, candidate: tuple[str, ...], words: Sequence[str], start: int) -> bool:
        """Whether what could be the object called `a` or `i` is an article or a pronoun here."""
        if not self.english or len(candidate) > 1 or candidate[0] not in _ARTICLE_LIKE:
            return False
        following = words[start + 1] if start + 1 < len(words) else "."
        if start and (following,) in self.known:
            return False
        plain_word = following[0].isalnum() and following not in PREPOSITIONS
        return start == 0 or (plain_word and following not in {"and", "then", "because", "since"})


def _shared(names: Sequence[tuple[str, ...]]) -> list[tuple[int, str]]:
    """The word that all names begin or end with, if they do: `[(-1, "block")]`."""
    if not names or min(map(len, names)) < 2:
        return []
    places = (0, -1)
    return [(place, names[0][place]) for place in places if len({n[place] for n in names}) == 1]
