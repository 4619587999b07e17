"""Objects under their PDDL names: nothing is lost, answers map back, no noun stands twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl import convert
from pddl2nl.check import check
from pddl2nl.compose import STYLES, StyleName, in_style
from pddl2nl.model import GroundAction, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.obfuscation import Renaming
from pddl2nl.readback import read_task
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, domain_words
from simulator import present_english
from tests.pddl_strategies import domains, problems

TRAPS = """
    a an i or is not no-1 every-2 b1 b2 b3 b-1 b_1 b_2 b_3 a_b a__b a-b_1 a-b_2 a-b_3 near p done go
    stop truck truck_0 truck-1 truck1 trucks place stop-or-hub kitchen mary red-truck truck-red top
    object object_0 objects finished then step x_k0 kitchen_k0 kitchen_k1 k0 now goal tile_00 _x x_
    x- köln straße 3 1-2 3x to truck_k0 l1 l2 l3 holds fact ship-it un-true gold's n.1 x/y true
""".split()
"""Names that a text could take for something else, or tear apart."""


@st.composite
def tasks(draw: st.DrawFn) -> Problem:
    """A random task whose objects and constants have names from the list above."""
    problem = draw(problems(draw(domains())))
    old = [item.name for item in problem.all_objects]
    new = draw(st.lists(st.sampled_from(TRAPS), min_size=len(old), max_size=len(old), unique=True))
    return Renaming(terms=dict(zip(old, new, strict=True))).problem(problem)


@settings(max_examples=60, deadline=None)
@given(problem=tasks(), style=st.sampled_from(STYLES), words=st.sampled_from(["rules", "template"]))
def test_a_text_with_kept_names_reads_back_as_it_is(
    problem: Problem, style: StyleName, words: str
) -> None:
    lexicon = verbalizer(words).lexicon(problem.domain)
    findings = check(problem.domain, [problem], lexicon, style, "keep")
    assert not findings, "\n".join(map(str, findings))


@settings(max_examples=60, deadline=None)
@given(problem=tasks(), style=st.sampled_from(STYLES), data=st.data())
def test_every_step_in_kept_names_is_read_as_the_step_that_it_is(
    problem: Problem, style: StyleName, data: st.DataObject
) -> None:
    domain = problem.domain
    lexicon = verbalizer("rules").lexicon(domain)
    shown = present_english(problem, lexicon, style=style, naming="keep")
    reader = AnswerReader(problem, domain_words(domain, lexicon, style), shown.names)
    schema = data.draw(st.sampled_from(domain.actions))
    objects = st.sampled_from([item.name for item in problem.all_objects])
    step = GroundAction(schema.name, tuple(data.draw(objects) for _ in schema.parameters))
    assert reader.read(f"1. {shown.narrator.action(step)}\n[PLAN END]").plan == (step,)


@given(problem=tasks())
def test_a_name_is_kept_or_replaced_by_one_that_nothing_else_has(problem: Problem) -> None:
    styled = in_style("paper", problem.domain, verbalizer("rules").lexicon(problem.domain), "keep")
    names = styled.names(problem)
    assert len(names.pddl) == len(problem.all_objects)
    for item, name in names.english.items():
        assert name == item or "_" in name
    assert styled.constants.english.items() <= names.english.items()


LIBRARY = """
(define (domain library) (:requirements :typing)
  (:types book shelf room person)
  (:constants archive - room)
  (:predicates (on ?b - book ?s - shelf) (holding ?p - person ?b - book) (in ?p - person ?r - room)
               (stands-in ?s - shelf ?r - room) (clean ?r - room) (free ?p - person))
  (:action pick-up :parameters (?p - person ?b - book ?s - shelf ?r - room)
    :precondition (and (in ?p ?r) (stands-in ?s ?r) (on ?b ?s) (free ?p) (clean archive))
    :effect (and (holding ?p ?b) (not (on ?b ?s)) (not (free ?p)))))
"""
EVENING = """
(define (problem evening) (:domain library)
  (:objects book_0 a book red-book b1 1984 - book shelf-1 top - shelf mary on - person
            kitchen room2 rooma - room)
  (:init (in mary kitchen) (in on room2) (free mary) (free on) (clean kitchen)
         (stands-in shelf-1 kitchen) (on book_0 shelf-1) (on a shelf-1) (on b1 top))
  (:goal (and (holding mary a) (not (clean kitchen)) (not (holding on b1)))))
"""


def evening() -> Problem:
    return parse_problem(EVENING, parse_domain(LIBRARY))


def names() -> ObjectNames:
    (converted,) = convert(evening(), names="keep").problems
    return converted.names


def test_names_are_those_of_the_file_unless_the_text_has_them_as_words() -> None:
    assert {item: name for item, name in names().english.items() if item != name} == {
        "a": "book_a",  # the article
        "book": "book_0_2",  # a kind, and book_0 is there
        "1984": "book_1984",  # a number
        "on": "person_on",  # a word of a snippet
    }


@pytest.mark.parametrize(
    "name", ["or", "either", "no-1", "nothing", "finished", "step", "x/y", "3-4"]
)
def test_words_of_grammar_prompts_and_numbers_are_no_names(name: str) -> None:
    task = Renaming(terms={"kitchen": name}).problem(evening())
    (converted,) = convert(task, names="keep").problems
    assert converted.names.english[name].startswith("room_")


def test_a_constant_has_one_name_in_all_tasks_of_a_domain() -> None:
    task = Renaming(terms={"archive": "a", "a": "novel", "kitchen": "room_a"}).problem(evening())
    converted = convert(task, names="keep")
    names = converted.problems[0].names.english
    assert names["a"] != names["room_a"]
    assert f"In every task, {names['a']} is a room." in converted.domain_text.text


@pytest.mark.parametrize("style", STYLES)
def test_the_noun_stands_before_a_name_that_does_not_begin_with_it(style: StyleName) -> None:
    task = evening()
    lexicon = verbalizer("rules").lexicon(task.domain)
    say = present_english(task, lexicon, style=style, naming="keep").narrator.action
    kept = say(GroundAction("pick-up", ("mary", "b1", "top", "kitchen")))
    begun = say(GroundAction("pick-up", ("mary", "book_0", "shelf-1", "rooma")))
    assert kept == "let person mary pick up book b1 from shelf top in room kitchen"
    assert begun == "let person mary pick up book_0 from shelf-1 in rooma"


@pytest.mark.parametrize("style", STYLES)
def test_no_noun_stands_before_a_name_of_ours_that_has_it(style: StyleName) -> None:
    task = evening()
    shown = present_english(task, verbalizer("rules").lexicon(task.domain), style=style)
    step = GroundAction("pick-up", ("mary", "b1", "top", "kitchen"))
    assert shown.narrator.action(step) == ("let person_0 pick up book_4 from shelf_1 in room_0")
    text = f"{shown.domain_text}\n{shown.problem_text}"
    for noun in ("book", "shelf", "person", "room"):
        assert f"{noun} {noun}_" not in text


@pytest.mark.parametrize("style", STYLES)
def test_a_text_is_read_back_under_the_names_of_the_file(style: StyleName) -> None:
    converted = convert(evening(), style=style, names="keep")
    read = read_task(converted.domain_text.text, converted.problems[0].text.text).problem
    kept = {item.name for item in evening().all_objects} - {"a", "book", "1984", "on"}
    assert kept < {item.name for item in read.all_objects}
    assert [item.name for item in read.domain.constants] == ["archive"]
