"""Distil WordNet into the two small tables that writing and reading English need.

Usage: python scripts/distill_wordnet.py FOLDER

FOLDER holds WordNet's files (`index.*`, `data.*`, `verb.exc`, `cntlist.rev`), as the Debian package
`wordnet-base` installs them in /usr/share/wordnet. Writes to data/wordnet:

verbs.tsv: one line per verb of one word or two; lines that begin with `!` are irregular forms and
their base forms.

words.tsv: a line a word, with how often its senses were met as a noun, a verb and an adjective
(0: it is none), the kinds of thing that its first senses as a noun are (see KINDS), and the frames
of its first senses as a verb (see FRAMES).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "data" / "wordnet"
SENSES = 6
"""The maximum number of a word's senses that are read, the most frequent first."""
MAX_WORDS = 2
FIRST_SENSES = 2
"""The number of a word's senses that count for its kinds and frames."""
KINDS = {
    "p": ("person",),
    "b": ("animal",),
    "l": ("location", "structure", "area", "land", "facility", "geological_formation"),
    "v": ("vehicle",),
    "w": ("road", "passage", "route", "path", "bridge", "tunnel", "track", "corridor"),
    "c": ("container",),
    "d": ("device", "tool", "machine", "implement"),
    "q": ("measure",),
}
"""A letter for each kind of thing, and the nouns whose first sense is at the head of that kind."""
ACTORS = "pbv"
"""The kinds of what acts by itself: only a word's first sense counts for them."""
FRAMES = {
    "t": frozenset({8, 9, 10, 11, 15, 16, 17, 18, 19, 20, 21, 30, 31}),
    "i": frozenset({1, 2, 3, 4, 22}),
}
"""A letter for taking an object and one for taking none, with WordNet's numbers of such frames."""
MOTION = "38"
"""WordNet's number for the verbs of motion; the letter is `m`."""
_PARTS = {"1": "n", "2": "v", "3": "a", "5": "a"}


@dataclass(frozen=True, slots=True)
class Synset:
    """The address of a sense's hypernyms, the letters of its frames.

    A frame stands behind a plus, with the word that it is for (00: for every one).
    """

    above: tuple[str, ...]
    frames: str


def senses(path: Path, most: int = SENSES) -> Mapping[str, tuple[str, ...]]:
    """The addresses of each word's common synsets."""
    found = {}
    for line in _entries(path):
        word, _, count, pointers, *rest = line.split()
        addresses = rest[int(pointers) + 2 :]
        assert len(addresses) == int(count)
        if word.count("_") < MAX_WORDS and word.replace("_", "").isalpha():
            found[word] = tuple(addresses[:most])
    return found


def _entries(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith(" "))


def verb_rows(folder: Path) -> Iterator[str]:
    """The lines of the table of verbs."""
    yield from sorted(senses(folder / "index.verb"))
    for line in sorted((folder / "verb.exc").read_text(encoding="utf-8").splitlines()):
        form, *bases = line.split()
        if "_" not in form:
            yield f"!{form}\t{bases[0]}"


def word_rows(folder: Path) -> Iterator[str]:
    """The lines of the table of words."""
    parts = {
        letter: senses(folder / f"index.{name}", FIRST_SENSES)
        for letter, name in (("n", "noun"), ("v", "verb"), ("a", "adj"))
    }
    counts = _counts(folder / "cntlist.rev")
    nouns, verbs = synsets(folder / "data.noun"), synsets(folder / "data.verb")
    heads = {parts["n"][noun][0]: letter for letter, names in KINDS.items() for noun in names}
    for word in sorted(set().union(*parts.values())):
        if "_" in word:
            continue
        kinds = {
            letter
            for rank, sense in enumerate(parts["n"].get(word, ()))
            for letter in _kinds(sense, nouns, heads)
            if rank == 0 or letter not in ACTORS
        }
        frames = {letter for sense in parts["v"].get(word, ()) for letter in verbs[sense].frames}
        met = [counts[word, part] + 1 if word in parts[part] else 0 for part in "nva"]
        if kinds or frames or met.count(0) < 2:
            yield "\t".join([word, *map(str, met), "".join(sorted(kinds)), "".join(sorted(frames))])


def synsets(path: Path) -> Mapping[str, Synset]:
    """What is known of each sense in a file of them, by address."""
    found = {}
    for line in _entries(path):
        fields = line.partition(" | ")[0].split()
        start = 4 + 2 * int(fields[3], 16)
        end = start + 1 + 4 * int(fields[start])
        pointers = [fields[place : place + 2] for place in range(start + 1, end, 4)]
        above = tuple(address for sign, address in pointers if sign in ("@", "@i"))
        numbers = {int(fields[i + 1]) for i in range(end, len(fields)) if fields[i] == "+"}
        letters = "".join(letter for letter, of_it in FRAMES.items() if numbers & of_it)
        found[fields[0]] = Synset(above, letters + "m" * (fields[1] == MOTION))
    return found


def _kinds(address: str, known: Mapping[str, Synset], heads: Mapping[str, str]) -> Iterator[str]:
    pending, seen = [address], set()
    while pending:
        current = pending.pop()
        if current not in seen:
            seen.add(current)
            pending += known[current].above
    yield from (heads[each] for each in seen if each in heads)


def _counts(path: Path) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, number = line.split()
        word, _, rest = key.partition("%")
        if part := _PARTS.get(rest[0]):
            counts[word, part] += int(number)
    return counts


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    for name, rows in (("verbs", verb_rows(folder)), ("words", word_rows(folder))):
        (TARGET / f"{name}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
