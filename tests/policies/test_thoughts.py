"""Thoughts by rule: what a step is for, what is left, and nothing said twice."""

from __future__ import annotations

import asyncio
import re

import pytest

import domains
from pddl2nl.compose import STYLES, StyleName
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader import parse_domain, parse_problem, read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies.few_shot import state_thoughts, thoughts
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator import present_english
from simulator.world import World
from tests import yard


def yards_thoughts() -> list[str]:
    return thoughts(World(yard.problem()), yard.english(), yard.PLAN)


def test_a_thought_names_the_aim_what_is_so_and_what_the_step_makes_possible() -> None:
    first, second, *_ = yards_thoughts()
    load = "use hoist_0 at place_1 to load crate_0 into truck_0"
    assert first == (
        "One part of the goal is that crate_0 is loaded into truck_0; now crate_0 lies at place_1. "
        "If you drive truck_0 from place_0 to place_1, truck_0 is parked at "
        f"place_1, so that you can then {load}."
    )
    assert second.startswith("Now truck_0 is parked at place_1. If you use hoist_0")
    assert "crate_0 is loaded into truck_0, as the goal asks." in second


def test_thoughts_of_the_other_kind_tell_the_state() -> None:
    told = state_thoughts(World(yard.problem()), yard.english(), yard.PLAN)
    assert "truck_0 is parked at place_0" in told[0]
    assert "truck_0 is parked at place_1" in told[1]
    assert "truck_0 is parked at place_0" not in told[1]
    assert told[-1] == yards_thoughts()[-1]
    assert len(told) == len(yard.PLAN) + 1


def test_the_last_thought_says_why_nothing_is_left() -> None:
    assert yards_thoughts()[-1].endswith("and that is the goal, so nothing is left to do.")


def test_the_i_of_snippets_is_the_user_whom_the_model_addresses() -> None:
    domain = parse_domain("""(define (domain d) (:predicates (in ?r) (out ?r) (mine))
      (:action go :parameters (?r) :precondition (out ?r) :effect (and (in ?r) (mine))))""")
    task = parse_problem(
        "(define (problem p) (:domain d) (:objects r) (:init (out r)) (:goal (and (in r) (mine))))",
        domain,
    )
    clauses = {"in": "I am in {?r}", "out": "{?r} is outside of me", "mine": "my I-beam is on"}
    lexicon = Lexicon("d", "by hand", clauses, {"go": "go with my cart to {?r}"})
    shown = present_english(task, lexicon)
    for written in (thoughts, state_thoughts):
        said = " ".join(written(World(task), shown, [GroundAction("go", ("r",))]))
        assert not re.search(r"\b(?:I|me|my|My)\b(?!-)", said), said
        assert "you are in" in said
        assert "our I-beam is on" in said


def test_a_step_that_enables_none_is_told_as_such() -> None:
    domain = parse_domain("""(define (domain d) (:predicates (on) (lit))
      (:action press :effect (on)) (:action light :effect (lit)))""")
    task = parse_problem("(define (problem p) (:domain d) (:init) (:goal (lit)))", domain)
    shown = present_english(task, verbalizer("template").lexicon(domain))
    plan = [GroundAction(name) for name in ("press", "press", "light")]
    said = thoughts(World(task), shown, plan)
    assert said[0].startswith("The goal is not reached yet: ")
    assert said[0].endswith("The next step is to apply the action 'press'.")
    assert said[1].startswith("With 2 steps to go, the next one is to ")


def test_a_thought_that_does_not_name_all_that_is_missing_says_so() -> None:
    domain = parse_domain("""(define (domain d) (:predicates (on) (a) (b) (c))
      (:action press :effect (on)) (:action light :effect (and (a) (b) (c))))""")
    task = parse_problem(
        "(define (problem p) (:domain d) (:init) (:goal (and (a) (b) (c))))", domain
    )
    shown = present_english(task, verbalizer("template").lexicon(domain))
    press, *_ = thoughts(World(task), shown, [GroundAction("press"), GroundAction("light")])
    assert press.startswith("The goal is not reached yet; for example, ")


HERBS = """(define (domain d) (:requirements :adl) (:types herb - object)
  (:predicates (held ?h) (lies ?h) (free) (wet ?h) (sunny) (pressed ?h) (rotten ?h))
  (:action pick-up :parameters (?h - herb) :precondition (and (lies ?h) (free))
    :effect (and (held ?h) (not (lies ?h)) (not (free))))
  (:action put-down :parameters (?h - herb) :precondition (held ?h)
    :effect (and (lies ?h) (free) (not (held ?h)) (when (sunny) (not (wet ?h)))))
  (:action wait :effect (sunny))
  (:action rinse-off :parameters (?h - herb) :effect (wet ?h))
  (:action press :effect (forall (?h - herb) (and
    (when (and (held ?h) (wet ?h)) (rotten ?h))
    (when (and (held ?h) (not (wet ?h))) (pressed ?h))))))"""
HERB_WORDS = {
    **{"held": "{?h} is in my hand", "lies": "{?h} lies there", "free": "my hand is free"},
    **{"wet": "{?h} is wet", "sunny": "the sun shines"},
    **{"pressed": "{?h} is pressed", "rotten": "{?h} is rotten"},
}


def herb_thoughts(goal: str, *steps: str, init: str = "(lies mint) (wet mint) (free)") -> list[str]:
    domain = parse_domain(HERBS)
    task = parse_problem(
        f"""(define (problem p) (:domain d) (:objects mint - herb)
        (:init {init}) (:goal {goal}))""",
        domain,
    )
    doings = {
        "pick-up": "pick up {?h}",
        "put-down": "put down {?h}",
        "wait": "wait",
        "rinse-off": "rinse {?h}",
        "press": "press",
    }
    shown = present_english(task, Lexicon("d", "by hand", HERB_WORDS, doings))
    plan = [GroundAction(each, ("mint",) if "-" in each else ()) for each in steps]
    return thoughts(World(task), shown, plan)


def test_a_thought_names_the_conditional_effect_that_a_later_step_needs() -> None:
    steps = ("wait", "pick-up", "put-down", "pick-up", "press")
    sun, take, dry, again, press, _ = herb_thoughts("(pressed mint)", *steps)
    dried = "put down herb_0 to the effect that herb_0 is not wet."
    assert sun.endswith(f"the sun shines, so that you can later {dried}")
    assert take.endswith(f"herb_0 is in your hand, so that you can then {dried}")
    pressed = "press to the effect that herb_0 is pressed."
    assert dry.endswith(
        f"If you put down herb_0, herb_0 is not wet, so that you can later {pressed}"
    )
    assert again.endswith(f"herb_0 is in your hand, so that you can then {pressed}")
    assert press.endswith("If you press, herb_0 is pressed, as the goal asks.")


def test_a_step_that_makes_untrue_what_must_not_be_is_as_the_goal_asks() -> None:
    *_, dry, _ = herb_thoughts("(not (wet mint))", "wait", "pick-up", "put-down")
    assert dry.endswith("If you put down herb_0, herb_0 is not wet, as the goal asks.")


def test_a_step_back_is_no_reason_where_there_is_another() -> None:
    steps = ("wait", "rinse-off", "put-down", "pick-up", "press")
    *_, down, _, _, _ = herb_thoughts("(pressed mint)", *steps, init="(held mint)")
    assert "If you put down herb_0, herb_0 is not wet, so that you can later press" in down


def test_a_step_back_is_a_reason_where_there_is_no_other() -> None:
    first, *_ = herb_thoughts("(free)", "pick-up", "put-down")
    assert first.endswith("herb_0 is in your hand, so that you can then put down herb_0.")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["blocksworld", "floortile", "rovers", "visitall"])
def test_no_sentence_is_said_twice(name: str, style: StyleName) -> None:
    folder = domains.folder(name)
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / "instance-3.pddl", domain)
    found = plan_for(task)
    shown = present_english(task, verbalizer("auto").lexicon(domain), style=style)
    said = thoughts(World(task), shown, found)
    assert len(said) == len(found) + 1
    sentences = [each for text in said for each in re.split(r"(?<=\.) ", text)]
    assert len(sentences) == len(set(sentences)), sentences


@pytest.mark.parametrize("name", ["grippers", "logistics"])
def test_a_part_of_the_goal_is_introduced_once(name: str) -> None:
    folder = domains.folder(name)
    domain = read_domain(folder / "domain.pddl")
    task = read_problem(folder / "instances" / "instance-20.pddl", domain)
    shown = present_english(task, verbalizer("auto").lexicon(domain))
    said = " ".join(thoughts(World(task), shown, plan_for(task)))
    parts = re.findall(r"part of the goal is that ([^.;]+)", said)
    assert len(parts) > 1
    assert len(parts) == len(set(parts)), parts
    assert "The goal still asks that" in said


def plan_for(task: Problem) -> tuple[GroundAction, ...]:
    with SymbolicPlanner(1) as planner:
        found = asyncio.run(planner.solve(task, "ff"))
    assert isinstance(found, PlanFound)
    return found.plan


RAIN = """(define (domain rain) (:requirements :conditional-effects)
  (:predicates (held) (soggy) (there) (delivered))
  (:action lift :effect (held))
  (:action cycle :effect (and (there) (when (held) (soggy))))
  (:action dry-off :precondition (soggy) :effect (not (soggy)))
  (:action hand-over :precondition (and (held) (there)) :effect (delivered)))"""


def test_what_a_later_step_only_takes_back_is_no_purpose() -> None:
    domain = parse_domain(RAIN)
    goal = "(:init) (:goal (and (delivered) (not (soggy))))"
    task = parse_problem(f"(define (problem p) (:domain rain) {goal})", domain)
    clauses = {"held": "the loaf is in the bag", "soggy": "the loaf is soggy"}
    clauses |= {"there": "the bag is there", "delivered": "the loaf is delivered"}
    doings = {"lift": "lift the bag", "cycle": "cycle", "dry-off": "dry the loaf"}
    doings |= {"hand-over": "hand over the loaf"}
    plan = [GroundAction(each) for each in ("lift", "cycle", "dry-off", "hand-over")]
    shown = present_english(task, Lexicon("rain", "by hand", clauses, doings))
    lift, cycle, *_ = thoughts(World(task), shown, plan)
    over = "so that you can later hand over the loaf."
    assert lift.endswith(f"If you lift the bag, the loaf is in the bag, {over}")
    assert cycle.endswith(f"If you cycle, the bag is there, {over}")


OVEN = """(define (domain oven) (:requirements :conditional-effects :typing) (:types loaf)
  (:predicates (in ?l - loaf) (baked ?l - loaf))
  (:action put :parameters (?l - loaf) :effect (in ?l))
  (:action bake :effect (forall (?l - loaf) (when (in ?l) (baked ?l)))))"""


def test_the_aim_of_a_step_is_the_part_of_the_goal_that_depends_on_it() -> None:
    domain = parse_domain(OVEN)
    parts = "(:objects rye spelt - loaf) (:init) (:goal (and (baked rye) (baked spelt)))"
    task = parse_problem(f"(define (problem p) (:domain oven) {parts})", domain)
    clauses = {"in": "{?l} is in the oven", "baked": "{?l} is baked"}
    doings = {"put": "put {?l} in", "bake": "bake"}
    plan = [GroundAction("put", ("spelt",)), GroundAction("put", ("rye",)), GroundAction("bake")]
    shown = present_english(task, Lexicon("oven", "by hand", clauses, doings))
    spelt, rye, *_ = thoughts(World(task), shown, plan)
    assert spelt.startswith("One part of the goal is that loaf_1 is baked.")
    assert rye.startswith("Another part of the goal is that loaf_0 is baked.")


SHOP = """(define (domain shop) (:predicates (rested) (made) (sold))
  (:action rest :effect (rested))
  (:action work :precondition (rested) :effect (and (made) (not (rested))))
  (:action sell :precondition (made) :effect (and (sold) (not (made)))))"""


def test_a_step_for_another_part_of_the_goal_has_its_purpose_again() -> None:
    domain = parse_domain(SHOP)
    task = parse_problem(
        "(define (problem p) (:domain shop) (:init) (:goal (and (sold) (made))))", domain
    )
    clauses = {"rested": "you are rested", "made": "a chair is made", "sold": "a chair is sold"}
    doings = {"rest": "rest", "work": "work", "sell": "sell a chair"}
    plan = [GroundAction(each) for each in ("rest", "work", "sell", "rest", "work")]
    shown = present_english(task, Lexicon("shop", "by hand", clauses, doings))
    rest = thoughts(World(task), shown, plan)[3]
    assert rest.startswith("Another part of the goal is that a chair is made")
    assert rest.endswith("If you rest, you are rested, so that you can then work.")
