"""Distil WordNet's verbs into the small table that reading answers needs.

Usage: python scripts/distill_wordnet.py FOLDER

FOLDER holds WordNet's files `index.verb` and `verb.exc`, as the Debian package `wordnet-base`
installs them in /usr/share/wordnet. Writes data/wordnet/verbs.tsv: a line a verb, with its
synonyms; lines that begin with `!` are irregular forms and their base forms. Only common senses
count, and only verbs of one word or two.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "data" / "wordnet" / "verbs.tsv"
SENSES = 6
"""So many of a verb's senses count, the most frequent first."""
MOST_WORDS = 2


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
    common = senses(folder / "index.verb")
    members: dict[str, set[str]] = defaultdict(set)
    for verb, addresses in common.items():
        for address in addresses:
            members[address].add(verb)
    for verb, addresses in sorted(common.items()):
        same = {other for address in addresses for other in members[address]} - {verb}
        yield f"{verb}\t{' '.join(sorted(same))}"
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
