"""The reader of answers is the exact inverse of the snippets, whatever is put around them."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.compose import BRIEF, PAPER, Style, in_style
from pddl2nl.model import GroundAction
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, domain_words
from simulator import EnglishNarrator
from tests.policies.answers.spoken import FOLDERS, LEXICONS, fitting, problem, words

_BEFORE = ("{}", "1. {}", "1) {}", "Step 1: {}", "- {}", "* {}", "Now, {}", "Next, {}", "> {}")
_AROUND = ("{}", "**{}**", "`{}`", '"{}"', "Then {}", "Please {}", "You should {}", "I {}")
_AFTER = ("{}", "{}.", "{} .", "{}!", " {}  ")
_GARBLED: dict[str, Callable[[list[str], int], list[str]]] = {
    "a word is missing": lambda words, place: [*words[:place], *words[place + 1 :]],
    "a word is there twice": lambda words, place: [*words[:place], words[place], *words[place:]],
    "an article is there": lambda words, place: [*words[:place], "the", *words[place:]],
}
_CASE: tuple[Callable[[str], str], ...] = (str, str.upper, str.capitalize)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_action_of_every_lexicon_is_read_back(name: str) -> None:
    choose = random.Random(name)
    task = problem(name)
    for source in LEXICONS[name]:
        spoken = words(name, source)
        for schema in task.domain.actions:
            action = fitting(schema, task, choose)
            if action is None:
                continue
            reading = spoken.read(spoken.say(action))
            if reading.untranslated:
                assert spoken.ambiguous(schema.name), (source, spoken.say(action))
            else:
                assert reading.plan == (action,), (source, spoken.say(action))
                assert reading.strict


@pytest.mark.parametrize("name", FOLDERS)
def test_both_ways_to_say_an_action_are_read_in_the_brief_style(name: str) -> None:
    """As the style has it, "drive truck_0 from place_1", and with the nouns of the snippet."""
    choose, task = random.Random(name), problem(name)
    lexicon = words(name, "library").lexicon
    told = in_style(BRIEF, task.domain, lexicon)
    names = told.names(task)
    answers = AnswerReader(task, domain_words(task.domain, lexicon, BRIEF), names)
    terse = EnglishNarrator(task, told, names)
    full = EnglishNarrator(task, in_style(PAPER, task.domain, lexicon), names)
    for schema in task.domain.actions:
        action = fitting(schema, task, choose)
        if action is None or words(name, "library").ambiguous(schema.name):
            continue
        for said in (terse.action(action), full.action(action)):
            reading = answers.read_turn(said)
            assert reading.plan == (action,), said
            assert reading.strict, said


@pytest.mark.parametrize("name", FOLDERS)
def test_objects_of_the_wrong_type_are_read_as_they_are_said(name: str) -> None:
    choose = random.Random(name)
    task = problem(name)
    everything = [item.name for item in task.all_objects]
    for source in ("rules", "template"):
        spoken = words(name, source)
        for schema in task.domain.actions:
            args = tuple(choose.choice(everything) for _ in schema.parameters)
            action = GroundAction(schema.name, args)
            assert spoken.read(spoken.say(action)).plan == (action,), source


@settings(max_examples=200)
@given(
    name=st.sampled_from(sorted(FOLDERS)),
    choose=st.randoms(use_true_random=False),
    change=st.sampled_from(_CASE),
    around=st.tuples(*map(st.sampled_from, (_AROUND, _AFTER, _BEFORE))),
)
def test_marks_and_lead_ins_around_a_step_do_not_hide_it(
    name: str, choose: random.Random, change: Callable[[str], str], around: tuple[str, ...]
) -> None:
    spoken = words(name, choose.choice(LEXICONS[name]))
    schema = choose.choice(spoken.problem.domain.actions)
    action = fitting(schema, spoken.problem, choose)
    if action is None:
        return
    said = change(spoken.say(action))
    for form in around:
        said = form.format(said)
    reading = spoken.read(said)
    assert reading.plan == (action,) or (reading.unread and spoken.ambiguous(schema.name)), said


@settings(max_examples=300)
@given(
    name=st.sampled_from(sorted(FOLDERS)),
    choose=st.randoms(use_true_random=False),
    garbled=st.sampled_from(sorted(_GARBLED)),
)
def test_a_garbled_step_is_never_taken_for_another_action(
    name: str, choose: random.Random, garbled: str
) -> None:
    spoken = words(name, choose.choice(LEXICONS[name]))
    action = fitting(choose.choice(spoken.problem.domain.actions), spoken.problem, choose)
    if action is None:
        return
    parts = spoken.say(action).split(" ")
    said = " ".join(_GARBLED[garbled](parts, choose.randrange(len(parts))))
    for read in filter(None, spoken.read(said).plan):
        assert read == action or spoken.say(read) == said, said


@pytest.mark.parametrize("name", FOLDERS)
def test_pddl_is_read_back_as_it_is_written(name: str) -> None:
    choose = random.Random(name)
    task = problem(name)
    names = ObjectNames.unchanged(task.all_objects)
    reader = AnswerReader(task, domain_words(task.domain, None), names)
    for schema in task.domain.actions:
        action = fitting(schema, task, choose)
        if action is None:
            continue
        for said in (str(action), f"1. {action}", f"`{str(action).upper()}`.", f"Now: {action}"):
            assert reader.read_turn(said).plan == (action,), said


ALIKE = ("p_q", "p-q", "pq", "p", "box", "p-q-1", "p_q_1")
BOXES = """(define (domain {0}) (:requirements :typing) (:types {0} place) (:constants {0} - {0})
 (:predicates (at ?x - {0} ?p - place) ({1} ?x - {0}) ({2} ?x - {0}) ({3} ?x - {0}))
 (:action {1} :parameters (?x - {0} ?p - place) :precondition (at ?x ?p) :effect ({1} ?x))
 (:action {2} :parameters (?x - {0} ?p - place) :precondition ({1} ?x) :effect ({2} ?x))
 (:action {3} :parameters (?x - {0} ?p - place) :precondition ({2} ?x) :effect ({3} ?x)))"""
BOXED = """(define (problem x) (:domain {0}) (:objects {1} - {0} {2} {3} - place)
 (:init (at {1} {2})) (:goal ({3} {1})))"""


@settings(max_examples=60)
@given(
    kind=st.sampled_from(ALIKE),
    actions=st.permutations(ALIKE),
    things=st.permutations(ALIKE),
    form=st.sampled_from(("rules", "template", "pddl")),
    style=st.sampled_from((PAPER, BRIEF)),
)
def test_names_that_differ_in_signs_or_in_what_they_name_are_told_apart(
    kind: str, actions: list[str], things: list[str], form: str, style: Style
) -> None:
    domain = parse_domain(BOXES.format(kind, *actions))
    objects = [name for name in things if name != kind][:3]
    goal = BOXED.format(kind, *objects).replace(f"({objects[2]} ", f"({actions[0]} ")
    task = parse_problem(goal, domain)
    if form == "pddl":
        lexicon, names = None, ObjectNames.unchanged(task.all_objects)
    else:
        lexicon = verbalizer(form).lexicon(domain)
        names = in_style(style, domain, lexicon).names(task)
    answers = AnswerReader(task, domain_words(domain, lexicon, style), names)
    for name, thing, place in product(actions[:3], (kind, objects[0]), objects[1:]):
        action = GroundAction(name, (thing, place))
        said = str(action)
        if lexicon is not None:
            told = in_style(style, domain, lexicon)
            said = EnglishNarrator(task, told, names).action(action)
        assert answers.read_turn(said).plan == (action,), said
