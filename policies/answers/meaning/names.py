"""Objects found in text by their names, however these are typeset."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pddl2nl.naming import ObjectNames
from policies.answers.meaning.words import SLOT, relation_at, tokens

_SHORT = re.compile(r"([b-hj-z]|[a-z]{2,5})(\d+)")
_ARTICLE_LIKE = frozenset({"a", "an", "i"})
_JOINTS = frozenset({"and", "then", "because", "since", "."})


@dataclass(frozen=True, slots=True)
class Named:
    """An object that a text names.

    Attributes:
        text: its name as the text has it.
        item: the object's PDDL name, None where there is no object of that name.
    """

    text: str
    item: str | None


@dataclass(frozen=True, slots=True)
class NameFinder:
    """Finds objects' names among words.

    Attributes:
        known: an object's PDDL name by the words of each of its names.
        longest: how many words the longest name has.
        openings: the first words of all names.
        nouns: words that all names share, which steps may drop or repeat: `block`, `object`.
        stems: the words before the number in names such as `truck_0`.
        english: whether `a` and `i` can be the article and the pronoun, as in no PDDL.
    """

    known: dict[tuple[str, ...], str]
    longest: int
    openings: frozenset[str]
    nouns: frozenset[str]
    stems: frozenset[tuple[str, ...]]
    english: bool

    @classmethod
    def of(cls, names: ObjectNames) -> NameFinder:
        spellings = [tuple(tokens(name)) for name in names.pddl]
        # Names that differ in a hyphen alone are nobody's in running text: `p_q` and `p-q`.
        alike = {words for words, times in Counter(spellings).items() if times > 1}
        spelled = {
            words: item
            for words, item in zip(spellings, names.pddl.values(), strict=True)
            if words not in alike
        }
        shared = _shared(list(spelled))
        known = dict(spelled)
        for place, _ in shared:
            for words, item in spelled.items():
                short = words[1:] if place == 0 else words[:-1]
                if not all(word.isdigit() for word in short):
                    known.setdefault(short, item)
        for words, item in spelled.items():
            if len(words) > 1 and words[-1].isdigit():
                known.setdefault(("".join(words),), item)
        return cls(
            known=known,
            longest=max(map(len, known), default=0),
            openings=frozenset(words[0] for words in known if words),
            nouns=frozenset(word for _, word in shared),
            stems=frozenset(
                words[:-1] for words in spelled if len(words) > 1 and words[-1].isdigit()
            ),
            english=any(item != name for item, name in names.english.items()),
        )

    def tells_kind(self, item: str, kinds: frozenset[str]) -> bool:
        """Whether an object's name tells its kind, as `level_0` does, and `object_0` does not."""
        names = (key for key, each in self.known.items() if each == item)
        return any(word in kinds and word not in self.nouns for key in names for word in key)

    def mark(self, words: Sequence[str]) -> tuple[list[str], list[Named]]:
        """The words with `_` for every object, and the objects."""
        marked: list[str] = []
        objects: list[Named] = []
        start, count, openings = 0, len(words), self.openings
        while start < count:
            word = words[start]
            length = self._length(words, start) if word in openings else 0
            key = tuple(words[start : start + length])
            if not length and self.stems and _numbered(words, start):
                key, length = self._by_number(words, start)
            if length:
                objects.append(Named("_".join(key), self.known.get(key)))
                marked.append(SLOT)
            else:
                marked.append(word)
            start += length or 1
        return marked, objects

    def _by_number(self, words: Sequence[str], start: int) -> tuple[tuple[str, ...], int]:
        """What a word with a number stands for, and how many words it takes; 0 for no name."""
        full = self._unabbreviated(words, start)
        if full:
            return full, 1 if words[start][-1].isdigit() else 2
        length = self._unknown(words, start)
        return tuple(words[start : start + length]), length

    def _length(self, words: Sequence[str], start: int) -> int:
        for length in range(min(self.longest, len(words) - start), 0, -1):
            candidate = tuple(words[start : start + length])
            if candidate in self.known and not self._is_article(candidate, words, start):
                return length
        return 0

    def _unabbreviated(self, words: Sequence[str], start: int) -> tuple[str, ...]:
        """The name that `lvl 1` or `wp1` stands for; empty where there is none or no single one."""
        found = _SHORT.fullmatch("".join(words[start : start + 2])) or _SHORT.fullmatch(
            words[start]
        )
        if found is None:
            return ()
        short, number = found.groups()
        full = {
            (*stem, number)
            for stem in self.stems
            if len(stem) == 1 and (*stem, number) in self.known and _abbreviates(short, stem[0])
        }
        return full.pop() if len(full) == 1 else ()

    def _unknown(self, words: Sequence[str], start: int) -> int:
        """How many words at a place look like a numbered object that there is not."""
        for stem in self.stems:
            end = start + len(stem)
            if tuple(words[start:end]) == stem and words[end : end + 1] and words[end].isdigit():
                return len(stem) + 1
        # "place moon_1": a name of another make behind the word for a kind.
        behind = start > 0 and (words[start - 1],) in self.stems
        named = words[start].isalpha() and not relation_at(words, start)[0]
        return 2 if behind and named and words[start + 1 : start + 2] else 0

    def _is_article(self, candidate: tuple[str, ...], words: Sequence[str], start: int) -> bool:
        """Whether what could be the object called `a` or `i` is an article or a pronoun here."""
        if not self.english or len(candidate) > 1 or candidate[0] not in _ARTICLE_LIKE:
            return False
        following = words[start + 1] if start + 1 < len(words) else "."
        if start and (following,) in self.known:
            return False
        plain_word = following[0].isalnum() and not relation_at([following], 0)[0]
        return start == 0 or (plain_word and following not in _JOINTS)


def _numbered(words: Sequence[str], start: int) -> bool:
    """Whether a word ends in a number, or one follows it."""
    if words[start][-1].isdigit():
        return True
    return start + 1 < len(words) and words[start + 1][0].isdigit()


def _abbreviates(short: str, word: str) -> bool:
    """Whether some letters are an abbreviation of a word: its first letter, then some others."""
    if short[0] != word[0] or short == word:
        return False
    rest = iter(word)
    return all(letter in rest for letter in short)


def _shared(names: Sequence[tuple[str, ...]]) -> list[tuple[int, str]]:
    """The word that all names begin or end with, if they do: `[(-1, "block")]`; no number."""
    if not names or min(map(len, names)) < 2:
        return []
    ends = [(place, names[0][place]) for place in (0, -1)]
    return [
        (place, word)
        for place, word in ends
        if not word.isdigit() and all(name[place] == word for name in names)
    ]


def unknown_name(name: str, names: ObjectNames) -> str:
    """A name that no object has, as the simulator is to be told of it.

    A name that only the PDDL uses is unknown to the player: quoted, it is nobody's name.
    """
    return f'"{name}"' if name in names.english else name
