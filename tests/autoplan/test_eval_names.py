"""`--names keep` from `prompt` to results: PDDL names in prompts, answers, translations, legend."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from autoplan import cli
from autoplan.report.material import objects
from autoplan.results.reading import load, scenes, settings
from autoplan.results.store import FILE
from pddl2nl.compose import STYLES, StyleName
from pddl2nl.llm import ScriptedModel
from pddl2nl.model import GroundAction
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import PromptSet
from policies.answers import AnswerReading, Doubt, ModelTranslator, ReadStep
from simulator import present_english
from tests.commands import done

pytestmark = pytest.mark.long

DOMAIN = """
(define (domain library) (:requirements :typing)
  (:types book shelf room)
  (:predicates (on ?b - book ?s - shelf) (carrying ?b - book) (in ?r - room) (empty-handed)
               (stands-in ?s - shelf ?r - room))
  (:action go :parameters (?a ?b - room) :precondition (in ?a) :effect (and (in ?b) (not (in ?a))))
  (:action pick-up :parameters (?b - book ?s - shelf ?r - room)
    :precondition (and (in ?r) (stands-in ?s ?r) (on ?b ?s) (empty-handed))
    :effect (and (carrying ?b) (not (on ?b ?s)) (not (empty-handed)))))
"""
TASK = """
(define (problem evening) (:domain library)
  (:objects book_0 a red-book - book shelf1 top - shelf kitchen hall-2 - room)
  (:init (in kitchen) (stands-in shelf1 kitchen) (stands-in top hall-2) (empty-handed)
         (on book_0 shelf1) (on a top) (on red-book top))
  (:goal (carrying {goal})))
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A domain of two tasks, one of which is the example."""
    folder = tmp_path / "library" / "instances"
    folder.mkdir(parents=True)
    (folder.parent / "domain.pddl").write_text(DOMAIN)
    for number, goal in ((1, "book_0"), (2, "a"), (3, "red-book")):
        (folder / f"instance-{number}.pddl").write_text(TASK.format(goal=goal))
    return folder.parent


@pytest.mark.parametrize("style", STYLES)
def test_the_offline_model_solves_tasks_in_kept_names(
    style: StyleName, library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    order = ["eval", "--domain", str(library), "--mechanism", "basic", "cot", "act", "react"]
    order += ["--names", "keep", "--style", style, "--validator", "own", "-o", str(out)]
    done(capsys, cli.main, *order)
    frame = load(out)
    assert len(frame) == 8
    assert frame["solved"].all()
    assert (frame["untranslated"] == 0).all()
    assert settings(out)["names"] == "keep"
    for place, scene in scenes(out).items():
        names = dict(scene.names)
        assert {word: name for word, name in names.items() if word != name} == {"book_a": "a"}
        assert objects(scene, place[2]) == set(names)


def test_folders_without_names_are_still_read(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    order = ["eval", "--domain", str(library), "--mechanism", "act", "--validator", "own"]
    done(capsys, cli.main, *order, "-o", str(out))
    assert "names" not in settings(out)
    assert {dict(scene.names)["book_2"] for scene in scenes(out).values()} == {"red-book"}
    with closing(sqlite3.connect(out / FILE)) as connection:
        connection.execute("DROP TABLE names")
    for place, scene in scenes(out).items():
        assert scene.names == ()
        assert len(objects(scene, place[2])) == 7


def test_a_prompt_has_the_names_of_the_file(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["prompt", "--mechanism", "basic", "--domain", str(library), "--instance", "3"]
    text = done(capsys, cli.main, *order, "--names", "keep").stdout
    task = text.rpartition("=== user ===")[2]
    assert "There are 2 shelves: shelf1 and top." in task
    assert "There are 3 books: book_0, book_a and red-book." in task


def test_a_translation_in_kept_names_maps_back(library: Path) -> None:
    domain = read_domain(library / "domain.pddl")
    task = read_problem(library / "instances" / "instance-3.pddl", domain)
    lexicon = verbalizer("rules").lexicon(domain)
    names = present_english(task, lexicon, naming="keep").names
    model = ScriptedModel(["1: (go kitchen hall-2)\n2: (pick-up book_a top hall-2)"])
    unread = AnswerReading((ReadStep("off", Doubt("unclear"), 1),), strict=False)
    by = ModelTranslator(model, PromptSet(), task, lexicon, names)
    reading = asyncio.run(by.translate("off to the hall\nthen the first book", unread))
    assert reading.plan == (
        GroundAction("go", ("kitchen", "hall-2")),
        GroundAction("pick-up", ("a", "top", "hall-2")),
    )
    shown = "\n".join(message.content for message in model.requests[0].messages)
    assert {"book_0", "book_a", "red-book"} <= set(re.findall(r"[\w-]+", shown))
    assert "_k0" not in shown
