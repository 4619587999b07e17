"""How well answers are read: a table against a gold reading, and every disagreement.

Usage: python scripts/score_replay.py RESPONSES.jsonl [--causes FILE]

Each line of RESPONSES.jsonl is an entry as `autoplan score` takes it, with the gold reading in
`plan`, `loose` (the 0-based indices of steps in other words than the prompt's) and `solved`, an
`id` (DOMAIN/MODEL/...), and what another reader made of it in `planbench`. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from autoplan.score import score

Plan = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its gold reading, ours, and the other reader's."""

    id: str
    gold: Plan
    loose: frozenset[int]
    gold_solved: bool
    ours: Plan
    solved: bool
    other: Plan
    other_solved: bool

    @property
    def model(self) -> str:
        return self.id.split("/")[1]


def graded(path: Path) -> list[Answer]:
    with path.open(encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines if line.strip()]
    texts = (json.dumps(entry) for entry in entries)
    found = score(texts, str(path), path.parent, lambda message: sys.exit(message))
    return [_answer(entry, ours) for entry, ours in zip(entries, found, strict=True)]


def _answer(gold: Mapping[str, Any], ours: Mapping[str, Any]) -> Answer:
    return Answer(
        id=gold["id"],
        gold=gold["plan"],
        loose=frozenset(gold["loose"]),
        gold_solved=gold["solved"],
        ours=ours["plan"],
        solved=ours["solved"],
        other=gold["planbench"]["plan"],
        other_solved=gold["planbench"]["solved"],
    )


def misread_loose(answer: Answer) -> tuple[int, int]:
    """How many of an answer's loose steps became another action, and how many were dropped.

    Read as the gold says, or reported as unread, is neither.
    """
    wrong = dropped = 0
    matcher = SequenceMatcher(a=list(answer.gold), b=list(answer.ours), autojunk=False)
    for tag, start, end, ours_start, ours_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        theirs = answer.ours[ours_start:ours_end]
        for offset, place in enumerate(range(start, end)):
            if place in answer.loose:
                wrong += offset < len(theirs) and theirs[offset] is not None
                dropped += offset >= len(theirs)
    return wrong, dropped


def table(answers: Sequence[Answer]) -> list[str]:
    """One row a model and kind of answer, then the sums."""
    kinds: list[tuple[str, Callable[[Answer], bool]]] = [
        ("without loose steps", lambda item: not item.loose),
        ("with loose steps", lambda item: bool(item.loose)),
        ("all", lambda item: True),
    ]
    rows = [
        "| model | answers | number | plan = gold | verdict = gold | planbench: plan | verdict |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    models = sorted({item.model for item in answers})
    for model in (*models, "**all models**"):
        for kind, belongs in kinds:
            chosen = [
                item
                for item in answers
                if belongs(item) and model in (item.model, "**all models**")
            ]
            if chosen and (kind != "all" or model == "**all models**"):
                rows.append(_row(model, kind, chosen))
    return rows


def _row(model: str, kind: str, chosen: Sequence[Answer]) -> str:
    counts = (
        sum(list(item.ours) == list(item.gold) for item in chosen),
        sum(item.solved == item.gold_solved for item in chosen),
        sum(list(item.other) == list(item.gold) for item in chosen),
        sum(item.other_solved == item.gold_solved for item in chosen),
    )
    shares = " | ".join(f"{count} ({100 * count / len(chosen):.1f} %)" for count in counts)
    return f"| {model} | {kind} | {len(chosen)} | {shares} |"


def disagreements(answers: Iterable[Answer], causes: Mapping[str, str]) -> list[str]:
    """Every answer whose plan or verdict differs from the gold, with what is known of why."""
    rows = ["| answer | gold | read | verdict | cause |", "|---|---|---|---|---|"]
    for item in answers:
        if list(item.ours) != list(item.gold) or item.solved != item.gold_solved:
            verdict = "same" if item.solved == item.gold_solved else f"{item.solved} (ours)"
            rows.append(
                f"| {item.id} | {len(item.gold)} steps | {len(item.ours)} steps | {verdict} "
                f"| {causes.get(item.id, '')} |"
            )
    return rows


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Compare readings of answers with gold readings.")
    parser.add_argument("responses", type=Path)
    parser.add_argument("--causes", type=Path, help="a JSON object: a cause by answer id")
    options = parser.parse_args()
    causes = json.loads(options.causes.read_text(encoding="utf-8")) if options.causes else {}
    started, worked = time.perf_counter(), time.process_time()
    answers = graded(options.responses)
    seconds, work = time.perf_counter() - started, time.process_time() - worked
    loose = sum(len(item.loose) for item in answers)
    wrong, dropped = map(sum, zip(*map(misread_loose, answers), strict=True))
    print("\n".join(table(answers)))
    print(f"\nLoose steps: {loose}; read as another action: {wrong}; dropped: {dropped}.")
    speed, pure = len(answers) / seconds, len(answers) / work
    print(f"{len(answers)} answers in {seconds:.2f} s: {speed:.0f} a second,", end=" ")
    print(f"{pure:.0f} a second of processor time.\n")
    print("\n".join(disagreements(answers, causes)))


if __name__ == "__main__":
    main()
