"""The labelled answers: nothing is lost in silence, and `eval` and `score` agree on all of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from autoplan.grade.score import Grade, Scorer
from pddl2nl.compose import PAPER, in_style
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.llm import ScriptedModel
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import read_domain, read_problem
from policies import Player, PromptSet, mechanism
from policies.answers import AnswerReader, Interpreter, domain_words
from simulator import Episode, Presentation
from simulator.narrator import EnglishNarrator, PddlNarrator
from simulator.world import World
from tests.conftest import REPOSITORY
from tests.policies.answers.spoken import SHARED

ANSWERS = REPOSITORY / "tests" / "data" / "answers"
FILES = sorted(ANSWERS.glob("*/*.jsonl"))
SCORER = Scorer()


def entries(path: Path) -> list[dict[str, Any]]:
    """The answers of a file with a whole plan each, their paths made absolute."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for entry in found:
        home = REPOSITORY if entry["domain"].startswith("domains/") else SHARED.parent
        for key in ("domain", "problem"):
            entry[key] = str(home / entry[key])
        if entry.get("lexicon"):
            entry["lexicon"] = str(ANSWERS / entry["lexicon"])
    if not Path(found[0]["domain"]).exists():
        pytest.skip(f"{found[0]['domain']} is not at hand")
    return [entry for entry in found if entry["mechanism"] in ("basic", "cot")]


def played(entry: Mapping[str, Any]) -> Episode:
    """The answer as `eval` takes it: given by a model to the mechanism that was asked for."""
    task = read_problem(entry["problem"], read_domain(entry["domain"]))
    lexicon = load_lexicon(entry["lexicon"], task.domain) if entry.get("lexicon") else None
    names = ObjectNames.unchanged(task.all_objects)
    if entry.get("names"):
        names = ObjectNames.of({item: name for name, item in entry["names"].items()})
    reader = AnswerReader(task, domain_words(task.domain, lexicon), names)
    narrator = (
        EnglishNarrator(task, in_style(PAPER, task.domain, lexicon), names)
        if lexicon
        else PddlNarrator(task)
    )
    # What the model is asked does not matter here.
    shown = Presentation("nl" if lexicon else "pddl", "", "", names, narrator, lexicon)
    episode = Episode(World(task), shown)
    player = Player(ScriptedModel([entry["response"]]), Interpreter(reader), PromptSet())
    asyncio.run(mechanism("basic")(player).run(episode))
    return episode


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_step_is_lost_in_silence_and_eval_agrees_with_score(path: Path) -> None:
    for entry in entries(path):
        grade = SCORER.grade(entry, REPOSITORY)
        steps = grade.reading.proposed
        unread = [step.said for step in steps if step.action is None]
        assert list(grade.reading.untranslated) == unread, entry["id"]
        assert all(unread), entry["id"]
        assert grade.solved_strict <= grade.solved, entry["id"]
        assert agree(played(entry), grade), entry["id"]


def agree(episode: Episode, grade: Grade) -> bool:
    seen = (episode.solved, episode.solved_strictly, episode.untranslated)
    return seen == (grade.solved, grade.solved_strict, grade.reading.untranslated)


@pytest.mark.parametrize(("half", "plans", "verdicts"), [("work", 33, 38), ("unseen", 37, 43)])
def test_no_fewer_answers_are_read_right_than_before(half: str, plans: int, verdicts: int) -> None:
    """A floor under the answers for the bundled domains, to be raised when more are read."""
    found = [
        (entry, SCORER.grade(entry, REPOSITORY))
        for path in FILES
        if path.parent.name == half and '"domain": "domains/' in path.read_text(encoding="utf-8")
        for entry in entries(path)
    ]
    read = [
        [None if action is None else str(action) for action in grade.reading.plan] == entry["plan"]
        for entry, grade in found
    ]
    assert sum(read) >= plans
    assert sum(grade.solved == entry["solved"] for entry, grade in found) >= verdicts
