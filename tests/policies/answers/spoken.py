"""Tasks said in the words of every lexicon at hand."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import domains
from pddl2nl.compose import PAPER, in_style, phrases
from pddl2nl.lexicon import Lexicon, frame
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.model import (
    ActionSchema,
    Atom,
    GroundAction,
    Problem,
    conjuncts,
    objects_by_type,
)
from pddl2nl.naming import ObjectNames, name_objects
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, AnswerReading, domain_words
from simulator import EnglishNarrator
from tests.conftest import REPOSITORY

SHARED = Path(os.environ.get("AUTOPLAN_SHARED", REPOSITORY.parent / "shared")) / "apb"
"""Known here, not from the fixture, since the folders become parameters of the tests."""
FOLDERS = {
    **{f"bundled/{name}": domains.folder(name) for name in domains.names()},
    **{f"shared/{path.parent.name}": path.parent for path in sorted(SHARED.glob("*/domain.pddl"))},
}
LEXICONS = {
    name: [
        "rules",
        "library",
        "template",
        *(path.name for path in sorted(folder.glob("domain_description_seed*.json"))),
    ]
    for name, folder in FOLDERS.items()
}


@dataclass(frozen=True)
class Words:
    """A task said in one lexicon."""

    problem: Problem
    lexicon: Lexicon
    names: ObjectNames
    narrator: EnglishNarrator
    answers: AnswerReader

    def say(self, action: GroundAction) -> str:
        return self.narrator.action(action)

    def clause(self, fact: Atom) -> str:
        return phrases(self.problem.domain, self.lexicon).clause(fact, self.names.english)

    def read(self, sentence: str) -> AnswerReading:
        """What a single sentence says."""
        return self.answers.read_turn(sentence)

    def ambiguous(self, action: str) -> bool:
        """Whether another action has the same words."""
        frames = [frame(text).lower() for text in self.lexicon.actions.values()]
        return frames.count(frame(self.lexicon.actions[action]).lower()) > 1


@cache
def problem(name: str) -> Problem:
    """The smallest problem of a folder."""
    folder = FOLDERS[name]
    domain = read_domain(folder / "domain.pddl")
    path = min(domains.instances(folder), key=lambda each: (each.stat().st_size, each.name))
    return read_problem(path, domain)


@cache
def words(name: str, source: str) -> Words:
    task = problem(name)
    if source.endswith(".json"):
        lexicon = load_lexicon(FOLDERS[name] / source, task.domain)
    else:
        lexicon = verbalizer(source).lexicon(task.domain)
    names = name_objects(task)
    narrator = EnglishNarrator(task, in_style(PAPER, task.domain, lexicon), names)
    answers = AnswerReader(task, domain_words(task.domain, lexicon), names)
    return Words(task, lexicon, names, narrator, answers)


def fitting(schema: ActionSchema, task: Problem, choose: random.Random) -> GroundAction | None:
    """The action with some objects of the right kinds; None where there are no such objects.

    Kinds are types, and in domains without types what never changes: `(truck t)`.
    """
    members, kinds = objects_by_type(task), _kinds(task)
    asked = [part for part in conjuncts(schema.precondition) if isinstance(part, Atom)]
    ranges = [
        [
            item
            for kind in parameter.types
            for item in members[kind]
            if all(
                item in kinds[part.predicate]
                for part in asked
                if part.args == (parameter.name,) and part.predicate in kinds
            )
        ]
        for parameter in schema.parameters
    ]
    if not all(ranges):
        return None
    return GroundAction(schema.name, tuple(choose.choice(each) for each in ranges))


def _kinds(task: Problem) -> dict[str, set[str]]:
    """The objects of every predicate with one parameter that no action changes."""
    changed = {effect.atom.predicate for each in task.domain.actions for effect in each.effects}
    return {
        item.name: {fact.args[0] for fact in task.init if fact.predicate == item.name}
        for item in task.domain.predicates
        if len(item.parameters) == 1 and item.name not in changed
    }
