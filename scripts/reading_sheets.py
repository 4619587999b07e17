"""Sheets for readers of our English; what they answered is scored by score_readings.py.

Usage: python scripts/reading_sheets.py compare FOLDER OUT VERBALIZER
       python scripts/reading_sheets.py roles FOLDER OUT

`compare` writes OUT/<domain>.txt for every FOLDER/<domain>/domain.pddl: its English, its snippets,
numbered (the first 40 of a kind), and the PDDL, for readers who mark each snippet. `roles` asks the
questions of tests/data/understanding anew: OUT/<lexicon>__<domain>.txt has the English alone and
the actions asked about, in the words that the snippets have now, and OUT/questions.jsonl has
those words and letters.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pddl2nl.compose import PAPER, ability, in_style, kind_nouns
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import verbalizer

QUESTIONS = (
    Path(__file__).resolve().parent.parent / "tests" / "data" / "understanding" / "questions.jsonl"
)
_MARKED = 40


def compare(source: Path, out: Path, snippets: str) -> None:
    """Write a sheet a domain for readers who see the PDDL, too."""
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*/domain.pddl")):
        domain = read_domain(path)
        lexicon = verbalizer(snippets).lexicon(domain)
        english = str(in_style(PAPER, domain, lexicon).domain_text)
        pddl = path.read_text(encoding="utf-8", errors="replace")
        parts = (
            *("PART 1: THE ENGLISH", english),
            *("PART 2: SNIPPETS (each {?x} is a place for an object)", "\n".join(_marked(lexicon))),
            *("PART 3: THE PDDL", pddl),
        )
        (out / f"{path.parent.name}.txt").write_text("\n\n".join(parts), encoding="utf-8")


def _marked(lexicon: Lexicon) -> Iterator[str]:
    """The snippets to mark, numbered."""
    number = 0
    for kind, table in (("predicates", lexicon.predicates), ("actions", lexicon.actions)):
        yield f"{kind}:"
        for name, snippet in list(table.items())[:_MARKED]:
            number += 1
            yield f"  {number}. [{name}] {snippet}"


def roles(source: Path, out: Path) -> None:
    """Write a sheet a lexicon and domain for readers of the English alone."""
    out.mkdir(parents=True, exist_ok=True)
    asked: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        asked[question["lexicon"], question["family"]].append(question)
    anew = [
        json.dumps(question, ensure_ascii=False)
        for (snippets, family), questions in asked.items()
        for question in _sheet(source / family, snippets, questions, out)
    ]
    (out / "questions.jsonl").write_text("\n".join(anew) + "\n", encoding="utf-8")


def _sheet(
    folder: Path, snippets: str, questions: list[dict[str, Any]], out: Path
) -> list[dict[str, Any]]:
    """A domain's questions in today's words; writes the sheet."""
    domain = read_domain(folder / "domain.pddl")
    lexicon = verbalizer(snippets).lexicon(domain)
    anew = [{**each, **_in_words(domain, lexicon, each["action"])} for each in questions]
    english = str(in_style(PAPER, domain, lexicon).domain_text)
    lines = "\n".join(f"{each['id']}: {each['phrase']}" for each in anew)
    text = f"{english}\n\nQUESTIONS\n\n{lines}\n"
    (out / f"{snippets}__{folder.name}.txt").write_text(text, encoding="utf-8")
    return anew


def _in_words(domain: Domain, lexicon: Lexicon, action: str) -> Mapping[str, object]:
    """An action's phrase with its letters, and where its snippet comes from."""
    spoken = in_style(PAPER, domain, lexicon).phrases
    schema = next(item for item in domain.actions if item.name == action)
    said = ability(schema, spoken.actions[action], kind_nouns(domain))
    return {
        "provenance": lexicon.provenance["actions"][action],
        "phrase": said.text,
        "letters": {letter: name for name, letter in said.letters.items()},
    }


def main() -> None:
    match sys.argv[1:]:
        case ["compare", source, out, snippets]:
            compare(Path(source), Path(out), snippets)
        case ["roles", source, out]:
            roles(Path(source), Path(out))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
