"""What takes for ever is broken off in time, and large quantifiers are not written out."""

from __future__ import annotations

import time
import tracemalloc
from threading import Event

import pytest

from pddl2nl.model import GroundAction
from pddl2nl.reader import parse_domain, parse_problem
from simulator import Episode, applicable, present_pddl
from simulator.applicable import TooManyActionsError
from simulator.outcome import Applied, Refused
from simulator.queries import OutOfTimeError, check, within
from simulator.world import World

DOMAIN = """(define (domain large) (:requirements :adl)
 (:predicates (p ?x) (q ?x) (r ?a ?b) (s ?x))
 (:action eight :parameters (?a ?b ?c ?d ?e ?f ?g ?h)
   :precondition (and (p ?a) (not (q ?h)) (not (r ?a ?b))) :effect (q ?h))
 (:action never :parameters (?a ?b ?c ?d ?e ?f ?g ?h)
   :precondition (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (p ?f) (p ?g) (p ?h) (not (= ?h ?h)))
   :effect (q ?h))
 (:action all :parameters (?z) :precondition (and (p ?z)
   (forall (?a ?b ?c ?d ?e) (or (not (r ?a ?b)) (not (r ?c ?d)) (s ?e)))) :effect (q ?z))
 (:action any :parameters (?z) :precondition
   (exists (?a ?b ?c ?d ?e) (and (r ?a ?b) (p ?c) (p ?d) (s ?e))) :effect (r ?z ?z))
 (:action ready :parameters (?z) :effect (s ?z)))"""


def world(objects: int, *facts: str, domain: str = DOMAIN) -> World:
    names = [f"o{number}" for number in range(objects)]
    init = " ".join([*(f"(p {name})" for name in names), *facts])
    text = f"(define (problem x) (:domain large) (:objects {' '.join(names)})"
    return World(parse_problem(f"{text} (:init {init}) (:goal (q o0)))", parse_domain(domain)))


def only(name: str) -> str:
    """The domain with one of its actions alone."""
    head, *actions = DOMAIN.split(" (:action ")
    (kept,) = (each for each in actions if each.startswith(name))
    return f"{head} (:action {kept}" + ("" if name == "ready" else ")")


@pytest.mark.parametrize("name", ["eight", "never"])
def test_looking_for_actions_ends_in_time(name: str) -> None:
    task = world(20, domain=only(name))
    begun = time.monotonic()
    with pytest.raises(OutOfTimeError), within(0.3):
        task.applicable(task.initial)
    assert time.monotonic() - begun < 20


def test_a_world_that_was_broken_off_answers_rightly_afterwards() -> None:
    task, other = world(3), world(3)
    with pytest.raises(OutOfTimeError), within(0):
        task.applicable(task.initial)
    assert task.applicable(task.initial) == other.applicable(other.initial)


def test_the_sooner_of_two_limits_holds() -> None:
    with within(1000), within(0), within(1000):
        time.sleep(0.001)
        with pytest.raises(OutOfTimeError):
            check()
    check()


def test_an_event_stops_what_runs_inside_a_limit_too() -> None:
    stop = Event()
    with within(stop=stop), within(1000):
        check()
        stop.set()
        with pytest.raises(OutOfTimeError, match="stopped"):
            check()
    check()


def test_too_many_actions_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applicable, "MAX_ACTIONS", 100)
    task = world(4)
    with pytest.raises(TooManyActionsError):
        task.applicable(task.initial)


def test_a_quantifier_over_millions_is_decided_object_by_object() -> None:
    """Written out, its 8 million cases would take gigabytes."""
    task = world(24, "(r o0 o0)")
    every, some = GroundAction("all", ("o1",)), GroundAction("any", ("o2",))
    tracemalloc.start()
    assert isinstance(task.step(task.initial, every), Refused)
    ready = task.step(task.initial, GroundAction("ready", ("o0",)))
    assert isinstance(ready, Applied)
    assert isinstance(task.step(ready.state, some), Applied)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


def test_a_quantifier_that_is_not_decided_soon_is_broken_off() -> None:
    task = world(24, "(r o0 o0)")
    begun = time.monotonic()
    with pytest.raises(OutOfTimeError), within(0.3):
        task.step(task.initial, GroundAction("any", ("o2",)))
    assert time.monotonic() - begun < 20


def test_an_episode_works_at_a_step_for_as_long_as_it_may() -> None:
    task = world(24, "(r o0 o0)")
    played = Episode(task, present_pddl(task.problem), step_seconds=1.0)
    begun = time.monotonic()
    with pytest.raises(OutOfTimeError):
        played.submit(GroundAction("any", ("o2",)))
    assert time.monotonic() - begun < 20
    assert played.steps == 0
    played.submit(GroundAction("ready", ("o0",)))
    assert (played.steps, played.refused) == (1, 0)
