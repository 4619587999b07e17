"""What readers of either style make of a task: ten questions a domain, from the text alone.

Usage: python scripts/style_questions.py make FOLDER OUT [DOMAIN ...]
       python scripts/style_questions.py score

`make` takes the smallest task of each DOMAIN in FOLDER (all by default; NAME/domain.pddl and
NAME/instances/) and writes OUT/<style>/<domain>.txt, the text and its questions, and OUT/keys.json,
the answers by our simulator. `score` compares the answers in tests/data/styles/answers.json with
tests/data/styles/keys.json and prints the table of docs/evidence/styles.md. All answers are yes or
no: what can be done now, what must be so before a step, what is so now and what is so after a step.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pddl2nl.compose import STYLES
from pddl2nl.model import Atom, GroundAction, atoms_of, objects_by_type
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from simulator import Presentation, present_english
from simulator.outcome import Applied, Refused, Unsatisfied
from simulator.world import World

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "styles"
QUESTIONS = 10
_TRIES = 20_000


class Asked(NamedTuple):
    """A question in the words of each style, and its answer."""

    kind: str
    step: GroundAction | None
    fact: Atom | None
    yes: bool

    def text(self, shown: Presentation) -> str:
        """The question in the words of one style."""
        step = shown.narrator.action(self.step) if self.step else ""
        fact = shown.narrator.condition(self.fact) if self.fact else ""
        return {
            "possible": f'Can this be done now: "{step}"?',
            "now": f'Is it so now that "{fact}"?',
            "after": f'This can be done now: "{step}". Is it so right after it that "{fact}"?',
            "needs": f'Must it be so that "{fact}" for this to be possible: "{step}"?',
        }[self.kind]


def questions(world: World, choose: random.Random) -> Iterator[Asked]:
    """Three on what is possible, two on now, three on after, two on needs; more where some lack."""
    possible = list(world.applicable(world.initial))
    choose.shuffle(possible)
    refused = list(_refused(world, choose))
    yield from (Asked("possible", step, None, True) for step in possible[:1])
    yield from (Asked("possible", step, None, False) for step, _ in refused[:2])
    facts = sorted(world.initial.facts, key=str)
    yield Asked("now", None, choose.choice(facts), True)
    yield from (Asked("now", None, fact, False) for _, fact in refused[2:3])
    yield from _after(world, possible, choose)
    yield from (Asked("needs", step, fact, True) for step, fact in refused[3:4])
    for step, _ in refused[4:5]:
        spared = [fact for fact in facts if fact not in _mentioned(world, step)]
        yield from (
            Asked("needs", step, fact, False) for fact in choose.sample(spared, len(spared[:1]))
        )
    yield from (Asked("possible", step, None, True) for step in possible[1:])
    yield from (Asked("now", None, fact, True) for fact in facts)


def _mentioned(world: World, step: GroundAction) -> set[Atom]:
    """Every fact that a step's condition mentions."""
    schema = next(item for item in world.problem.domain.actions if item.name == step.name)
    binding = {item.name: value for item, value in zip(schema.parameters, step.args, strict=True)}
    return {
        Atom(atom.predicate, tuple(binding.get(term, term) for term in atom.args))
        for atom in atoms_of(schema.precondition)
    }


def _after(world: World, possible: list[GroundAction], choose: random.Random) -> Iterator[Asked]:
    """A fact that a step adds, one that it ends, and one that it leaves alone."""
    found: dict[str, Asked] = {}
    for step in possible:
        outcome = world.step(world.initial, step)
        assert isinstance(outcome, Applied)
        before, after = world.initial.facts, outcome.state.facts
        kinds = (("adds", after - before), ("ends", before - after), ("keeps", before & after))
        for kind, facts in kinds:
            if facts and kind not in found:
                fact = choose.choice(sorted(facts, key=str))
                found[kind] = Asked("after", step, fact, kind != "ends")
    yield from found.values()


def _refused(world: World, choose: random.Random) -> Iterator[tuple[GroundAction, Atom]]:
    """Steps that lack one plain fact alone, and that fact; few of one action."""
    members = objects_by_type(world.problem)
    counts: Counter[str] = Counter()
    seen: set[GroundAction] = set()
    for _ in range(_TRIES):
        schema = choose.choice(world.problem.domain.actions)
        ranges = [
            [each for kind in item.types for each in members[kind]] for item in schema.parameters
        ]
        if not all(ranges):
            continue
        step = GroundAction(schema.name, tuple(map(choose.choice, ranges)))
        outcome = world.step(world.initial, step)
        if step in seen or counts[schema.name] > 2 or not isinstance(outcome, Refused):
            continue
        match outcome.faults:
            case (Unsatisfied(Atom() as fact),):
                seen.add(step)
                counts[schema.name] += 1
                yield step, fact


def make(source: Path, out: Path, names: list[str]) -> None:
    """Write the texts, the questions and the key."""
    keys: dict[str, list[dict[str, object]]] = {}
    for name in names or sorted(path.parent.name for path in source.glob("*/domain.pddl")):
        domain = read_domain(source / name / "domain.pddl")
        files = (source / name / "instances").glob("*")
        problem = read_problem(min(files, key=lambda path: path.stat().st_size), domain)
        world, choose = World(problem), random.Random(name)
        asked = list(islice(questions(world, choose), QUESTIONS))
        choose.shuffle(asked)
        lexicon = verbalizer("auto").lexicon(domain)
        for style in STYLES:
            shown = present_english(problem, lexicon, style=style)
            lines = [f"{number}. {each.text(shown)}" for number, each in enumerate(asked, 1)]
            path = out / style / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            parts = (shown.domain_text, shown.problem_text, "QUESTIONS", "\n".join(lines))
            path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        keys[name] = [{"kind": each.kind, "answer": each.yes} for each in asked]
    (out / "keys.json").write_text(json.dumps(keys, indent=1) + "\n", encoding="utf-8")


def score() -> Iterator[str]:
    """The table: right answers by style and kind of question."""
    keys = json.loads((DATA / "keys.json").read_text(encoding="utf-8"))
    answers = json.loads((DATA / "answers.json").read_text(encoding="utf-8"))["answers"]
    kinds = ("possible", "needs", "now", "after")
    yield "| style | all | " + " | ".join(kinds) + " |"
    yield "|" + "---|" * (len(kinds) + 2)
    for style in STYLES:
        right, asked = Counter[str](), Counter[str]()
        for name, key in keys.items():
            for question, answer in zip(key, answers[style][name], strict=True):
                for kind in ("all", question["kind"]):
                    asked[kind] += 1
                    right[kind] += (answer == "yes") == question["answer"]
        cells = (f"{right[kind]} of {asked[kind]}" for kind in ("all", *kinds))
        yield f"| {style} | " + " | ".join(cells) + " |"


def main() -> None:
    match sys.argv[1:]:
        case ["make", source, out, *names]:
            make(Path(source), Path(out), names)
        case ["score"]:
            print("\n".join(score()))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
