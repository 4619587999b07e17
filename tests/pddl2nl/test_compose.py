"""The composed texts, sentence by sentence, as people would read them."""

from __future__ import annotations

from pddl2nl.conversion import Conversion, convert
from pddl2nl.reader import parse_domain, parse_problem

DELIVERY = """
(define (domain delivery)
  (:requirements :adl :action-costs)
  (:types place vehicle - object van bike - vehicle)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place) (blocked ?p - place)
               (loaded ?v - vehicle) (reachable ?p - place))
  (:functions (total-cost) - number (road-length ?a ?b - place) - number)
  (:derived (reachable ?p - place) (exists (?v - vehicle ?q - place)
     (and (at ?v ?q) (road ?q ?p))))
  (:action drive :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (at ?v ?from) (not (= ?from ?to)) (not (blocked ?to))
                       (or (road ?from ?to) (road ?to ?from)))
    :effect (and (at ?v ?to) (not (at ?v ?from)) (increase (total-cost) (road-length ?from ?to))))
  (:action load :parameters (?v - (either van bike))
    :precondition (at ?v depot)
    :effect (and (loaded ?v)
      (forall (?w - vehicle) (when (and (at ?w depot) (not (loaded ?w))) (not (at ?w depot))))
      (increase (total-cost) 2)))
  (:action honk :parameters () :effect (and)))
"""
ONE = """
(define (problem one) (:domain delivery) (:objects red - van blue - bike home - place)
  (:init (at red depot) (road depot home) (= (road-length depot home) 7))
  (:goal (and (at red home) (not (loaded blue)) (forall (?p - place) (reachable ?p))))
  (:metric minimize (total-cost)))
"""


def delivery(*, costs: bool = False) -> Conversion:
    domain = parse_domain(DELIVERY)
    return convert(domain, [parse_problem(ONE, domain)], costs=costs)


def test_the_whole_text_of_a_domain_and_a_problem() -> None:
    # A golden text: it has been read aloud.
    assert delivery(costs=True).text == GOLDEN.strip()


def test_costs_are_left_out_unless_they_are_asked_for() -> None:
    assert "cost" not in delivery().text


def test_another_is_said_only_of_what_must_differ() -> None:
    text = parse_domain(DELIVERY.replace("(not (= ?from ?to))", ""))
    assert "another" not in convert(text).text
    assert "another place" in delivery().text


def test_a_fact_that_is_deleted_and_added_at_once_is_said_as_added() -> None:
    again = "(and (at ?v ?from) (not (at ?v ?from)))"
    domain = parse_domain(DELIVERY.replace("(and (at ?v ?to) (not (at ?v ?from))", f"(and {again}"))
    drive = [line for line in convert(domain).domain_text.effects if "drive" in line]
    assert drive == [
        "Once I drive a vehicle A from a place B to another place C, A is at B.",
    ]


GOLDEN = """
I can carry out these actions:
drive a vehicle A from a place B to another place C
load a van or bike A
honk

My actions have these restrictions:
I can only drive a vehicle A from a place B to another place C if A is at B.
I cannot drive a vehicle A from a place B to another place C if B is the same as C or C is blocked.
I can only drive a vehicle A from a place B to another place C when either there is a road from B to C or there is a road from C to B.
I can only load a van or bike A if A is at place_depot.
I can always honk.

My actions change the situation in these ways:
Once I drive a vehicle A from a place B to another place C, A is at C.
After I drive a vehicle A from a place B to another place C, A is no longer at B.
Once I load a van or bike A, A has been loaded.
For every vehicle B, if B is at place_depot and B has not been loaded when I load a van or bike A, then afterwards B is no longer at place_depot.
Nothing changes when I honk.

These rules always hold:
For every place A, A is reachable whenever there is a vehicle B and a place C such that (both B is at C and there is a road from C to A).

My actions have these costs:
It costs the road length of B and C to drive a vehicle A from a place B to another place C.
It costs 2 to load a van or bike A.

Objects are of the following kinds: place, vehicle, van and bike.
Every van and every bike is a vehicle.
In every task, place_depot is a place.

My goal is to reach a situation in which van_0 is at place_0. I must not end in a situation in which bike_0 has been loaded. In the end, it must hold that for every place A it holds that A is reachable.
There is 1 van: van_0.
There is 1 bike: bike_0.
There is 1 place: place_0.
Currently, there is a road from place_depot to place_0 and van_0 is at place_depot.
I want the total cost to be as low as possible. As for the costs, the road length of place_depot and place_0 is 7.
"""
