"""How labelled answers are read: right, wrong, or unread, without a translating model.

Usage: python scripts/score_answers.py [--show SET] [--half 0|1]

The sets are those of tests/data/answers and, where the folder $AUTOPLAN_SHARED (or ../shared) is
there, its `replay`, `loose` and `answers`. Prints a table in Markdown: an answer is "right" where
its plan is the labelled one, "wrong" where it is another (its verdict may be right even so), and
"unread" where not every part of it is accounted for.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import domains
from autoplan.grade.score import Scorer
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import TemplateVerbalizer
from policies.answers import AnswerReader, DomainWords, Finished, LookAround, domain_words
from policies.answers.reading import ReadStep

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tests" / "data" / "answers"
SHARED = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))


@dataclass(frozen=True, slots=True)
class Mark:
    """How an answer was read: `right`, `wrong` or `unread`; whether its verdict is right."""

    outcome: str
    verdict: bool | None
    entry: dict[str, Any]
    read: tuple[ReadStep, ...]


def answers(path: Path) -> Iterator[dict[str, Any]]:
    """The answers of a file whose tasks are at hand, with their paths; none where there is no file.

    Paths are relative to the file, to this project, to $AUTOPLAN_SHARED or to the project's set;
    `domain` and `instance` may name a bundled task.
    """
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entry = json.loads(line)
        if "instance" in entry and "problem" not in entry:
            home = domains.folder(entry["domain"])
            entry["problem"] = str(home / "instances" / f"{entry['instance']}.pddl")
            entry["domain"] = str(home / "domain.pddl")
        if isinstance(entry["plan"], str):
            entry["plan"] = ast.literal_eval(entry["plan"])
        files = {key: _found(entry[key], path.parent) for key in _FILES if entry.get(key)}
        if all(files.values()):
            yield entry | {key: str(file) for key, file in files.items()}


_FILES = ("domain", "problem", "lexicon", "config")


def _found(file: str, folder: Path) -> Path | None:
    places = (home / file for home in (folder, ROOT, SHARED, OWN))
    return next((place for place in places if place.exists()), None)


def _shared(name: str) -> Iterator[dict[str, Any]]:
    """The answers of a shared file, with the snippets that their prompts had."""
    for entry in answers(SHARED / name):
        then = OWN / "lexicons" / "shared" / f"{Path(entry['domain']).parent.name}.json"
        if then.exists() and not entry.keys() & {"config", "lexicon"}:
            entry["lexicon"] = str(then)
        yield entry


@lru_cache
def _words(domain: str, lexicon: str | None) -> DomainWords:
    task = read_domain(domain)
    return domain_words(task, load_lexicon(lexicon, task) if lexicon else None)


def mark(entry: dict[str, Any], scorer: Scorer) -> Mark:
    """Read one answer and compare it with its label."""
    gold = entry["plan"]
    if entry.get("mechanism") in ("act", "react"):
        read, verdict = _turn(entry), None
    else:
        grade = scorer.grade(entry, ROOT)
        read = grade.reading.proposed
        verdict = grade.solved == entry["solved"]
    if any(step.action is None and getattr(step.meaning, "attempt", step) is None for step in read):
        return Mark("unread", None, entry, tuple(read))
    same = gold is None or [_named(step) for step in read] == gold
    return Mark("right" if same else "wrong", verdict, entry, tuple(read))


def _turn(entry: dict[str, Any]) -> Sequence[ReadStep]:
    words = _words(entry["domain"], entry.get("lexicon"))
    task = read_problem(entry["problem"], words.domain)
    names = ObjectNames.unchanged(task.all_objects)
    if entry.get("names"):
        names = ObjectNames.of({item: name for name, item in entry["names"].items()})
    return AnswerReader(task, words, names).read_turn(entry["response"]).steps


def _named(step: ReadStep) -> str | None:
    if isinstance(step.meaning, LookAround):
        return "look around"
    if isinstance(step.meaning, Finished):
        return "finished"
    return str(step.action) if step.action else None


def sets() -> dict[str, list[dict[str, Any]]]:
    """All sets of labelled answers at hand."""
    own = {
        part: [entry for path in sorted((OWN / part).glob("*.jsonl")) for entry in answers(path)]
        for part in ("work", "unseen", "hard", "fresh", "chat")
    }
    turns = ("act", "react")
    found = {
        "given naturally": list(answers(SHARED / "loose" / "natural.jsonl")),
        "PlanBench, 480": list(_shared("replay/responses.jsonl")),
        "PlanBench, 420": list(_shared("replay/more.jsonl")),
        "in the manner of models": list(_shared("answers/answers.jsonl")),
        "free": list(answers(SHARED / "loose" / "loose.jsonl")),
        "own, free": list(answers(OWN / "free.jsonl")),
    }
    for part, entries in own.items():
        found[f"own, {part}: plans"] = [each for each in entries if each["mechanism"] not in turns]
        found[f"own, {part}: turns"] = [each for each in entries if each["mechanism"] in turns]
    return {name: entries for name, entries in found.items() if entries}


def table(marks: dict[str, list[Mark]]) -> Iterator[str]:
    """One row per set."""
    yield "| set | answers | right | wrong | unread | verdicts of those read |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, found in marks.items():
        times = Counter(each.outcome for each in found)
        judged = [each.verdict for each in found if each.verdict is not None]
        shares = (_share(times[key], len(found)) for key in ("right", "wrong", "unread"))
        verdicts = _share(sum(judged), len(judged)) if judged else "–"
        yield f"| {name} | {len(found)} | {' | '.join(shares)} | {verdicts} |"


def _share(count: int, total: int) -> str:
    return f"{count} ({100 * count / total:.1f} %)"


def building() -> str:
    """How long a reader takes to be built for the smallest problem of every competition domain."""
    times: list[tuple[float, str]] = []
    for domain in sorted((SHARED / "ipc").glob("*/domain.pddl")):
        task = read_domain(domain)
        smallest = min(domain.parent.glob("instances/*"), key=lambda path: path.stat().st_size)
        problem = read_problem(smallest, task)
        names = ObjectNames.unchanged(problem.all_objects)
        lexicon = TemplateVerbalizer().lexicon(task)
        began = time.process_time()
        AnswerReader(problem, domain_words(task, lexicon), names).read("1. go on")
        times.append((time.process_time() - began, domain.parent.name))
    times.sort()
    (middle, _), (longest, slowest) = times[len(times) // 2], times[-1]
    return (
        f"A reader for one problem is built in {1000 * middle:.1f} ms on the median of "
        f"{len(times)} competition domains, in {1000 * longest:.0f} ms on {slowest}."
    )


def speed(entries: Sequence[dict[str, Any]]) -> str:
    """How many answers are read per second of processor time, without and with their task files.

    To be measured before anything else is read, since what is read is kept.
    """
    began = time.process_time()
    scorer = Scorer()
    readers = [scorer._asked(entry, ROOT)[0].reader for entry in entries]
    opened = time.process_time()
    for reader, entry in zip(readers, entries, strict=True):
        reader.read(entry["response"])
    ended = time.process_time()
    return (
        f"{len(entries) / (ended - opened):.0f} answers per second of processor time, "
        f"{len(entries) / (ended - began):.0f} with their task files."
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How labelled answers are read.")
    parser.add_argument("--show", metavar="SET", help="also the answers that are not right")
    parser.add_argument("--half", type=int, choices=[0, 1], help="of each set, one half by id")
    options = parser.parse_args()
    scorer = Scorer()
    found = sets()
    if options.half is not None:
        found = {n: [e for e in each if _half(e) == options.half] for n, each in found.items()}
    speeds = {name: speed(each) for name, each in found.items() if name == "PlanBench, 480"}
    marks = {name: [mark(entry, scorer) for entry in each] for name, each in found.items()}
    print("\n".join(table(marks)))
    print("".join(f"\n{name}: {each}" for name, each in speeds.items()))
    if (SHARED / "ipc").exists():
        print(building())
    for each in marks.get(options.show or "", []):
        if each.outcome != "right":
            _show(each)


def _half(entry: dict[str, Any]) -> int:
    return int(hashlib.sha256(str(entry["id"]).encode()).hexdigest(), 16) % 2


def _show(found: Mark) -> None:
    print(f"\n===== {found.outcome} {found.entry['id']}\n{found.entry['response']}")
    print("label:", found.entry["plan"])
    for step in found.read:
        print(f"  line {step.line}: {step.meaning} | {step.text[:100]}")


if __name__ == "__main__":
    main()
