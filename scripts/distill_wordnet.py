"""Distil WordNet's verbs into the small table that reading answers needs.

Usage: python scripts/distill_wordnet.py FOLDER

FOLDER holds WordNet's files (`data.verb`, `index.verb`, `verb.exc`), as the Debian package
`wordnet-base` installs them in /usr/share/wordnet. Writes data/wordnet/verbs.tsv: a line a verb,
with its synonyms and, in a third column, the verbs directly above it; lines that begin with `!` are
irregular forms and their base forms. Only common senses count, and only verbs of one word or two.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "data" / "wordnet" / "verbs.tsv"
SENSES = 6
"""So many of a verb's senses count, the most frequent first."""
MOST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Synset:
    """Verbs that mean the same, and the addresses of the synsets directly above."""

    verbs: tuple[str, ...]
    above: tuple[str, ...]


def synsets(path: Path) -> Mapping[str, Synset]:
    """The synsets of a data file by their address (see `man 5 wndb`)."""
    found = {}
    for line in _entries(path):
        address, _, _, count, *rest = line.split(" | ")[0].split()
        size = 2 * int(count, 16)
        pointers = rest[size + 1 : size + 1 + 4 * int(rest[size])]
        above = (pointers[n + 1] for n in range(0, len(pointers), 4) if pointers[n] == "@")
        found[address] = Synset(tuple(rest[:size:2]), tuple(above))
    return found


def senses(path: Path) -> Mapping[str, tuple[str, ...]]:
    """The addresses of each verb's common synsets."""
    found = {}
    for line in _entries(path):
        verb, _, count, pointers, *rest = line.split()
        addresses = rest[int(pointers) + 2 :]
        assert len(addresses) == int(count)
        if verb.count("_") < MOST_WORDS and verb.replace("_", "").isalpha():
            found[verb] = tuple(addresses[:SENSES])
    return found


def _entries(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith(" "))


def rows(folder: Path) -> Iterator[str]:
    """The lines of the table."""
    groups, common = synsets(folder / "data.verb"), senses(folder / "index.verb")
    members: dict[str, set[str]] = defaultdict(set)
    for verb, addresses in common.items():
        for address in addresses:
            members[address].add(verb)
    for verb, addresses in sorted(common.items()):
        same = {other for address in addresses for other in members[address]} - {verb}
        above = {
            other
            for address in addresses
            for higher in groups[address].above
            for other in members[higher]
        }
        yield "\t".join((verb, " ".join(sorted(same)), " ".join(sorted(above - same - {verb}))))
    for line in sorted((folder / "verb.exc").read_text(encoding="utf-8").splitlines()):
        form, *bases = line.split()
        if "_" not in form:
            yield f"!{form}\t{bases[0]}"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    TARGET.write_text("\n".join(rows(Path(sys.argv[1]))) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
