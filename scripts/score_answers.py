"""How well answers are read: every set of labelled answers, and what each rule is worth.

Usage: python scripts/score_answers.py [--rules [all]] [--manners]

The sets are those of tests/data/answers and, in the folder $AUTOPLAN_SHARED (or ../shared)
where it is there, `replay/responses.jsonl` and `answers/answers.jsonl`. Prints Markdown.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import Any

from heuristics import Heuristic, switched_off
from heuristics.answers import RULES, SMALL

from autoplan.grade.score import Scorer
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.model import GroundAction
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import TemplateVerbalizer
from policies.answers import AnswerReader, DomainWords, domain_words
from policies.answers.reading import Finished, LookAround, ReadStep

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tests" / "data" / "answers"
SHARED = Path(os.environ.get("AUTOPLAN_SHARED", ROOT.parent / "shared"))


@dataclass(frozen=True, slots=True)
class Answer:
    """A labelled answer.

    Attributes:
        entry: what `autoplan score` takes, and `plan`, the actions meant.
        turn: whether it is one turn of a conversation, and no whole plan.
    """

    entry: dict[str, Any]
    turn: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """How an answer was read."""

    plan: bool
    verdict: bool | None
    steps: int
    misread: int
    dropped: int
    reported: bool
    """Whether all that is not read is reported, so that a model could translate it."""


def own_answers(half: str) -> Iterator[Answer]:
    """The answers of one part of the project's own set whose domains are at hand."""
    for path in sorted((OWN / half).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            home = ROOT if entry["domain"].startswith("domains/") else SHARED
            if not (home / entry["domain"]).exists():
                continue
            for key in ("domain", "problem"):
                entry[key] = str(home / entry[key])
            if entry.get("lexicon"):
                entry["lexicon"] = str(OWN / entry["lexicon"])
            yield Answer(entry, turn=entry["mechanism"] in ("act", "react"))


def shared_answers(path: Path) -> Iterator[Answer]:
    """The answers of a file whose paths are relative to it."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            for key in ("domain", "problem", "config", "lexicon"):
                if entry.get(key):
                    entry[key] = str(path.parent / entry[key])
            then = OWN / "lexicons" / "shared" / f"{Path(entry['domain']).parent.name}.json"
            if then.exists() and not entry.keys() & {"config", "lexicon"}:
                entry["lexicon"] = str(then)  # the snippets that the prompt was made of
            yield Answer(entry, turn=False)


@lru_cache
def _words(domain: str, lexicon: str | None) -> DomainWords:
    task = read_domain(domain)
    return domain_words(task, load_lexicon(lexicon, task) if lexicon else None)


def mark(answer: Answer, scorer: Scorer) -> Mark:
    """Read one answer and compare it with its label."""
    entry, gold = answer.entry, answer.entry["plan"]
    if answer.turn:
        read, verdict = [_said(step) for step in _turn(entry)], None
    else:
        grade = scorer.grade(entry, ROOT)
        read = [_said(step) for step in grade.reading.proposed]
        verdict = grade.solved == entry["solved"]
    if gold is None:
        return Mark(True, verdict, 0, 0, 0, True)  # labelled with its verdict alone
    misread, dropped = _misread(gold, read)
    return Mark(read == gold, verdict, len(gold), misread, dropped, _reported(gold, read))


def _turn(entry: dict[str, Any]) -> Sequence[ReadStep]:
    words = _words(entry["domain"], entry.get("lexicon"))
    task = read_problem(entry["problem"], words.domain)
    names = ObjectNames.unchanged(task.all_objects)
    if entry.get("names"):
        names = ObjectNames.of({item: name for name, item in entry["names"].items()})
    last = entry.get("last")
    parts = last.strip("()").split() if last else []
    action = GroundAction(parts[0], tuple(parts[1:])) if parts else None
    return AnswerReader(task, words, names).read_turn(entry["response"], action).steps


def _said(step: ReadStep) -> str | None:
    if isinstance(step.meaning, LookAround):
        return "look around"
    if isinstance(step.meaning, Finished):
        return "finished"
    return str(step.action) if step.action else None


def _misread(gold: Sequence[str | None], read: Sequence[str | None]) -> tuple[int, int]:
    """How many steps were taken for another action, and how many were lost without a word."""
    misread = dropped = 0
    matcher = SequenceMatcher(a=list(gold), b=list(read), autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            continue
        there = list(read[first:last])
        both = min(end - start, len(there))
        misread += sum(item is not None for item in there[:both])
        dropped += 0 if None in there else end - start - both
    return misread, dropped


def _reported(gold: Sequence[str | None], read: Sequence[str | None]) -> bool:
    """Whether nothing but unread steps stands where a reading differs from its label."""
    matcher = SequenceMatcher(a=list(gold), b=list(read), autojunk=False)
    differing = (code[3:] for code in matcher.get_opcodes() if code[0] != "equal")
    return all(first < last and not any(read[first:last]) for first, last in differing)


def sets() -> dict[str, list[Answer]]:
    """All sets of labelled answers at hand."""
    own = {half: list(own_answers(half)) for half in ("work", "unseen")}
    return {
        "own, work half: plans": [item for item in own["work"] if not item.turn],
        "own, unseen half: plans": [item for item in own["unseen"] if not item.turn],
        "own, work half: turns": [item for item in own["work"] if item.turn],
        "own, unseen half: turns": [item for item in own["unseen"] if item.turn],
        "own, hardest manners": list(own_answers("hard")),
        "in the manner of models": list(shared_answers(SHARED / "answers" / "answers.jsonl")),
        "replay": list(shared_answers(SHARED / "replay" / "responses.jsonl")),
    }


def table(found: dict[str, list[Answer]]) -> list[str]:
    """One row for each set."""
    rows = [
        "| set | answers | plan right | verdict right | right or reported "
        "| steps | misread | dropped |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, answers in found.items():
        if answers:
            rows.append(_row(name, marks(answers)))
    return rows


def marks(answers: Sequence[Answer]) -> list[Mark]:
    """How all answers were read; tasks that answers share are read once."""
    scorer = Scorer()
    return [mark(answer, scorer) for answer in answers]


def _row(name: str, found: Sequence[Mark]) -> str:
    judged = [item.verdict for item in found if item.verdict is not None]
    verdict = _share(sum(judged), len(judged)) if judged else "–"
    plan = _share(sum(item.plan for item in found), len(found))
    steps, misread, dropped = (
        sum(getattr(item, key) for item in found) for key in ("steps", "misread", "dropped")
    )
    reported = _share(sum(item.reported for item in found), len(found))
    counts = f"{steps} | {misread} | {dropped}"
    return f"| {name} | {len(found)} | {plan} | {verdict} | {reported} | {counts} |"


def _share(count: int, total: int) -> str:
    return f"{count} ({100 * count / total:.1f} %)"


def manners(found: dict[str, list[Answer]]) -> list[str]:
    """One row for each manner in which the own set's whole plans were written, both halves."""
    kinds: dict[str, list[Answer]] = defaultdict(list)
    for name in ("own, work half: plans", "own, unseen half: plans"):
        for answer in found[name]:
            kinds[answer.entry["manner"].split(":")[0].split("(")[0].strip()].append(answer)
    rows = ["| manner | answers | plan right | verdict right |", "|---|---:|---:|---:|"]
    scored = [(name, marks(answers)) for name, answers in kinds.items()]
    for name, each in sorted(scored, key=lambda row: -sum(m.plan for m in row[1]) / len(row[1])):
        plans, verdicts = sum(m.plan for m in each), sum(bool(m.verdict) for m in each)
        rows.append(f"| {name} | {len(each)} | {plans} | {verdicts} |")
    return rows


def rules(found: dict[str, list[Answer]], chosen: Sequence[Heuristic]) -> Iterator[str]:
    """One row for each rule: what is lost on each set without it."""
    names = [name for name in found if found[name]]
    whole = {name: marks(found[name]) for name in names}
    yield from (f"| without | {' | '.join(names)} |", f"|---{'|---:' * len(names)}|")
    for rule in chosen:
        with switched_off(rule):
            changes = [_change(whole[name], marks(found[name])) for name in names]
        yield f"| {rule.says} | {' | '.join(changes)} |"


def _change(before: Sequence[Mark], after: Sequence[Mark]) -> str:
    """How many plans more or fewer are right, and how many steps more are misread or dropped."""
    plans = sum(item.plan for item in after) - sum(item.plan for item in before)
    misread = sum(item.misread for item in after) - sum(item.misread for item in before)
    dropped = sum(item.dropped for item in after) - sum(item.dropped for item in before)
    said = [f"{plans:+d}" if plans else ""]
    said += [f"{misread:+d} misread" if misread else "", f"{dropped:+d} dropped" if dropped else ""]
    return ", ".join(filter(None, said)) or "0"


def building() -> str:
    """How long a reader takes to be built for the smallest problem of every competition domain."""
    times: list[tuple[float, str]] = []
    for domain in sorted((SHARED / "ipc").glob("*/domain.pddl")):
        task = read_domain(domain)
        smallest = min(domain.parent.glob("instances/*"), key=lambda path: path.stat().st_size)
        problem = read_problem(smallest, task)
        names = ObjectNames.unchanged(problem.all_objects)
        lexicon = TemplateVerbalizer().lexicon(task)
        began = time.perf_counter()
        AnswerReader(problem, domain_words(task, lexicon), names).read("1. go on")
        times.append((time.perf_counter() - began, domain.parent.name))
    times.sort()
    (middle, _), (most, slowest) = times[len(times) // 2], times[-1]
    return (
        f"A reader for one problem is built in {1000 * middle:.1f} ms on the median of "
        f"{len(times)} competition domains, in {1000 * most:.0f} ms on {slowest}."
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="How well labelled answers are read.")
    parser.add_argument(
        "--rules",
        nargs="?",
        const="whole",
        choices=["whole", "all"],
        help="what each rule is worth as well; all: also each list of cues",
    )
    parser.add_argument("--manners", action="store_true", help="one row for each manner as well")
    options = parser.parse_args()
    gc.set_threshold(20_000, 20, 20)
    found = sets()
    print("\n".join(table(found)))
    whole = [item for item in found["replay"] if not item.turn]
    if whole:
        began = time.process_time()
        marks(whole)
        spent = time.process_time() - began
        print(f"\nReplay: {len(whole) / spent:.0f} answers a second of processor time.")
    if (SHARED / "ipc").exists():
        print(building())
    if options.manners:
        print("\n" + "\n".join(manners(found)))
    if options.rules:
        print("\nPlans more or fewer that are right without a rule:\n")
        chosen = (*RULES, *(SMALL if options.rules == "all" else ()))
        for row in rules(found, chosen):
            print(row, flush=True)


if __name__ == "__main__":
    main()
