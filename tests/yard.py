"""A small task for the tests of players: crates, a hoist, two trucks (one broken), two places."""

from __future__ import annotations

from pddl2nl.lexicon import Lexicon
from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader import parse_domain, parse_problem
from simulator import Episode, InputForm, Presentation, present_english, present_pddl
from simulator.world import World

DOMAIN = """
(define (domain yard)
  (:requirements :strips :typing :negative-preconditions)
  (:types place truck hoist crate - object)
  (:predicates (parked ?t - truck ?p - place) (lies ?c - crate ?p - place)
               (loaded ?c - crate ?t - truck) (broken ?t - truck) (stands ?h - hoist ?p - place))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (parked ?t ?from) (not (broken ?t)))
    :effect (and (parked ?t ?to) (not (parked ?t ?from))))
  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (stands ?h ?p) (lies ?c ?p) (parked ?t ?p))
    :effect (and (loaded ?c ?t) (not (lies ?c ?p))))
  (:action rest :parameters () :precondition (and) :effect (and)))
"""

PROBLEM = """
(define (problem yard-1) (:domain yard)
  (:objects quay shed - place  lorry wreck - truck  arm - hoist  box - crate)
  (:init (parked lorry quay) (parked wreck quay) (broken wreck) (lies box shed) (stands arm shed))
  (:goal (and (loaded box lorry) (not (parked lorry shed)))))
"""

LEXICON = Lexicon(
    domain="yard",
    source="test",
    predicates={
        "parked": "{?t} is parked at {?p}",
        "lies": "{?c} lies at {?p}",
        "loaded": "{?c} is loaded into {?t}",
        "broken": "{?t} is broken",
        "stands": "{?h} stands at {?p}",
    },
    actions={
        "drive": "drive truck {?t} from place {?from} to place {?to}",
        "load": "use hoist {?h} at place {?p} to load crate {?c} into truck {?t}",
        "rest": "take a rest",
    },
)

PLAN = (
    GroundAction("drive", ("lorry", "quay", "shed")),
    GroundAction("load", ("arm", "box", "lorry", "shed")),
    GroundAction("drive", ("lorry", "shed", "quay")),
)
"""It reaches the goal with its last step."""


def problem(text: str = PROBLEM) -> Problem:
    """The task as a value."""
    return parse_problem(text, parse_domain(DOMAIN, "domain"), "problem")


def english(task: Problem | None = None, form: InputForm = "nl") -> Presentation:
    """The task in English."""
    return present_english(task or problem(), LEXICON, form)


def pddl(task: Problem | None = None) -> Presentation:
    """The task as PDDL."""
    return present_pddl(task or problem())


def episode(presentation: Presentation | None = None, limit: int | None = None) -> Episode:
    """An episode at its start, in English unless a presentation is given."""
    return Episode(World(problem()), presentation or english(), step_limit=limit)


def act(name: str, *args: str) -> GroundAction:
    """A ground action."""
    return GroundAction(name, args)
