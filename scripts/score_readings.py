"""What independent readers made of our English: four tables for docs/evidence/snippets.md.

Usage: python scripts/score_readings.py

Reads tests/data/readings (verdicts of readers who compared snippets with the PDDL) and
tests/data/understanding (what readers of the English alone answered on who plays which part, and
what a reader of the PDDL alone did). See the README beside each.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from pddl2nl.lexicon import predicate_key
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
VERDICTS = ("natural", "plain but clear", "clumsy", "misleading")
BESIDE_MEANINGS = ("natural", "quoted-clear", "quoted-unclear", "clumsy", "misleading")
FILES = ("keys.json", "answers.json")
MARKS = ("natural", "plain", "clumsy", "misleading")


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def readings() -> Iterator[str]:
    """A line a reading: domains by verdict, snippets by mark."""
    yield _line("reading", "domains", *VERDICTS, "snippets", *MARKS)
    yield "|" + "---|" * 11
    for path in sorted((DATA / "readings").glob("*.json")):
        reading = json.loads(path.read_text(encoding="utf-8"))
        domains = reading["domains"].values()
        verdicts = Counter[str](domain["verdict"] for domain in domains)
        marks = sum((Counter[str](domain["counts"]) for domain in domains), Counter[str]())
        counts = (verdicts.total(), *map(verdicts.__getitem__, VERDICTS))
        yield _line(reading["title"], *counts, marks.total(), *map(marks.__getitem__, MARKS))


def marks() -> Iterator[str]:
    """A line a reading of snippets beside what the domain's author means: snippets by mark."""
    yield _line("reading", "snippets", *BESIDE_MEANINGS)
    yield "|---|" + "---:|" * (1 + len(BESIDE_MEANINGS))
    for path in sorted((DATA / "readings" / "marks").glob("*.json")):
        reading = json.loads(path.read_text(encoding="utf-8"))
        counts = Counter(mark for each in reading["marks"].values() for mark in each.values())
        shares = (_share(counts[mark], counts.total()) for mark in BESIDE_MEANINGS)
        yield _line(reading["title"], counts.total(), *shares)


def present_rules() -> Iterator[str]:
    """One line per author: the rules' present snippets by the first mark that the same text got."""
    yield "| domains | snippets | natural | quoted | clumsy | misleading | not marked |"
    yield "|---|" + "---:|" * 6
    path = DATA / "readings" / "wordings" / "marked.json"
    marked = json.loads(path.read_text(encoding="utf-8"))
    counts: dict[str, Counter[str]] = {}
    for name, items in marked.items():
        domain = read_domain(DATA / "domains" / name / "domain.pddl")
        lexicon = RulesVerbalizer().lexicon(domain)
        predicates = [predicate_key(domain, item) for item in domain.predicates]
        keys = [("P", "predicates", predicates), ("A", "actions", [a.name for a in domain.actions])]
        for letter, kind, group in keys:
            for number, key in enumerate(group, 1):
                snippet = getattr(lexicon, kind)[key]
                texts = items.get(f"{letter}{number}", {})
                quoted = lexicon.provenance[kind][key] == "plain"
                mark = "quoted" if quoted else texts.get(snippet, ["not marked"])[0]
                counts.setdefault(name.split("/")[0], Counter())[mark] += 1
    for author, marks in sorted(counts.items()):
        cells = [marks[m] for m in ("natural", "quoted", "clumsy", "misleading", "not marked")]
        yield f"| {author} | {marks.total()} | " + " | ".join(map(str, cells)) + " |"


def understanding() -> Iterator[str]:
    """One line per origin of snippets: how many roles readers stated, and how many rightly.

    Things that have no letter ("the lift", a constant) are left out: no variable answers to them.
    """
    folder = DATA / "understanding"
    keys, answers = (json.loads((folder / name).read_text("utf-8")) for name in FILES)
    questions = map(json.loads, (folder / "questions.jsonl").read_text("utf-8").splitlines())
    scores: dict[str, Counter[str]] = {}
    for question in questions:
        key = keys[question["family"]][question["action"]]
        answer = answers[question["lexicon"]][question["family"]][question["id"]]
        variables = question["letters"]
        answered = {
            part: {variables[each] for each in named if each in variables}
            for part, named in answer.items()
        }
        scores.setdefault(question["provenance"], Counter()).update(_score(key, answered))
    yield "| snippets | actions | roles that must be stated | stated | roles stated | rightly |"
    yield "|---|---|---|---|---|---|"
    for origin, score in scores.items():
        must, stated = score["must"], score["stated"]
        found, right = _share(score["found"], must), _share(score["right"], stated)
        yield _line(origin, score["actions"], must, found, stated, right)


def _score(
    key: Mapping[str, Mapping[str, list[str]]], stated: Mapping[str, set[str]]
) -> Counter[str]:
    """Roles that must be stated and are, and roles that are stated and may be."""
    score = Counter[str](actions=1)
    for part, variables in key.items():
        must, allowed = set(variables["must"]), {*variables["must"], *variables["may"]}
        named = stated.get(part, set())
        score.update(must=len(must), stated=len(named), right=len(named & allowed))
        score["found"] += sum(
            variable in named
            or any(
                variable in stated.get(other, ()) and variable in {*each["must"], *each["may"]}
                for other, each in key.items()
            )
            for variable in must
        )
    return score


def _share(part: int, whole: int) -> str:
    return f"{part} ({f'{100 * part / whole:.1f} %' if whole else '-'})"


def main() -> None:
    print(*readings(), "", *marks(), "", *present_rules(), "", *understanding(), sep="\n")


if __name__ == "__main__":
    main()
