"""What an action does, and every way in which one can be wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pddl2nl.errors import PddlError
from pddl2nl.model import (
    ActionSchema,
    And,
    Atom,
    Axiom,
    Domain,
    Effect,
    Exists,
    ForAll,
    GroundAction,
    Not,
    Object,
    Or,
    Parameter,
    Problem,
)
from pddl2nl.reader import parse_domain, parse_problem
from simulator.outcome import (
    Applied,
    Refused,
    UnknownAction,
    UnknownObject,
    Unsatisfied,
    WrongArity,
    WrongType,
)
from simulator.world import World

DELIVERY = parse_domain("""
(define (domain delivery)
  (:requirements :adl :action-costs)
  (:types truck drone - vehicle vehicle parcel - thing place)
  (:constants home - place)
  (:predicates (at ?x - thing ?p - place) (in ?b - parcel ?v - vehicle) (road ?a ?b - place)
               (fragile ?b - parcel) (broken ?b - parcel) (busy ?v - vehicle))
  (:functions (total-cost) (length ?a ?b - place))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (or (road ?a ?b) (road ?b ?a)) (not (busy ?t)) (not (= ?a ?b)))
    :effect (and (not (at ?t ?a)) (at ?t ?b)
                 (forall (?p - parcel) (when (and (in ?p ?t) (fragile ?p)) (broken ?p)))
                 (increase (total-cost) (length ?a ?b))))
  (:action wait
    :parameters (?t - (either truck drone) ?a - place)
    :precondition (at ?t ?a)
    :effect (and (not (at ?t ?a)) (at ?t ?a) (when (busy ?t) (not (busy ?t)))
                 (when (not (busy ?t)) (busy ?t))))
  (:action retire
    :parameters (?t - truck)
    :precondition (and (at ?t home) (forall (?p - parcel) (not (in ?p ?t)))
                       (exists (?d - drone) (busy ?d)))
    :effect (not (at ?t home))))
""")
TASK = parse_problem(
    """
(define (problem one) (:domain delivery)
  (:objects t - truck d - drone vase book - parcel shop - place)
  (:init (at t home) (at d shop) (in vase t) (in book t) (fragile vase) (road shop home)
         (= (length home shop) 7) (= (total-cost) 0))
  (:goal (and (at t shop) (not (broken vase)) (forall (?p - parcel) (in ?p t)))) 
  (:metric minimize (total-cost)))
""",
    DELIVERY,
)


@pytest.fixture
def world() -> World:
    return World(TASK)


def act(name: str, *args: str) -> GroundAction:
    return GroundAction(name, args)


def applied(world: World, *actions: GroundAction) -> Applied:
    """What comes of the last of some actions, all of them applicable in turn."""
    outcome = world.step(world.initial, actions[0])
    for action in actions[1:]:
        assert isinstance(outcome, Applied)
        outcome = world.step(outcome.state, action)
    assert isinstance(outcome, Applied)
    return outcome


def faults(world: World, action: GroundAction) -> tuple[object, ...]:
    outcome = world.step(world.initial, action)
    assert isinstance(outcome, Refused)
    assert outcome.action == action
    return outcome.faults


def test_an_action_adds_deletes_and_fires_the_conditional_effects_that_apply(world: World) -> None:
    outcome = applied(world, act("drive", "t", "home", "shop"))
    assert outcome.added == {Atom("at", ("t", "shop")), Atom("broken", ("vase",))}
    assert outcome.deleted == {Atom("at", ("t", "home"))}
    assert outcome.state.atoms() == (world.initial.atoms() - outcome.deleted) | outcome.added


def test_static_facts_are_among_the_atoms_of_every_state(world: World) -> None:
    assert Atom("road", ("shop", "home")) in world.initial.atoms()
    assert Atom("road", ("shop", "home")) not in world.initial.fluents


def test_adding_wins_over_deleting_and_conditions_see_the_state_before(world: World) -> None:
    once = applied(world, act("wait", "t", "home"))
    assert once.added == {Atom("busy", ("t",))}
    assert not once.deleted
    twice = applied(world, act("wait", "t", "home"), act("wait", "t", "home"))
    assert twice.deleted == {Atom("busy", ("t",))}
    assert not twice.added
    assert twice.state == world.initial
    assert hash(twice.state) == hash(world.initial)


def test_driving_from_a_place_to_itself_leaves_the_driver_there() -> None:
    start, end = Parameter("?from"), Parameter("?to")
    effects = (Effect(Atom("at", ("?to",))), Effect(Atom("at", ("?from",)), adds=False))
    drive = ActionSchema("drive", (start, end), Atom("at", ("?from",)), effects)
    domain = Domain("d", actions=(drive,))
    world = World(Problem("p", domain, (Object("a"), Object("b")), (Atom("at", ("a",)),)))
    assert applied(world, act("drive", "a", "a")).state == world.initial
    assert world.applicable(world.initial) == (act("drive", "a", "a"), act("drive", "a", "b"))


def test_an_unknown_action_is_told(world: World) -> None:
    assert faults(world, act("drives", "nobody")) == (UnknownAction("drives"),)


def test_all_wrong_names_and_the_wrong_arity_are_told_before_types(world: World) -> None:
    assert faults(world, act("drive", "x", "y")) == (
        WrongArity("drive", 3, 2),
        UnknownObject("x"),
        UnknownObject("y"),
    )
    assert faults(world, act("retire", "t", "vasee")) == (
        WrongArity("retire", 1, 2),
        UnknownObject("vasee"),
    )


def test_all_wrong_types_are_told_before_preconditions(world: World) -> None:
    truck, _, place = DELIVERY.actions[0].parameters
    assert faults(world, act("drive", "d", "shop", "vase")) == (
        WrongType("d", ("drone",), truck),
        WrongType("vase", ("parcel",), place),
    )


def test_every_unsatisfied_conjunct_is_told_with_objects_in_place(world: World) -> None:
    assert faults(world, act("drive", "t", "shop", "shop")) == (
        Unsatisfied(Atom("at", ("t", "shop"))),
        Unsatisfied(Or((Atom("road", ("shop", "shop")), Atom("road", ("shop", "shop"))))),
        Unsatisfied(Not(Atom("=", ("shop", "shop")))),
    )
    drone = Parameter("?d", ("drone",))
    assert faults(world, act("retire", "t")) == (
        Unsatisfied(Not(Atom("in", ("vase", "t")))),
        Unsatisfied(Not(Atom("in", ("book", "t")))),
        Unsatisfied(Exists((drone,), Atom("busy", ("?d",)))),
    )


def test_a_condition_that_many_objects_break_is_given_as_it_is() -> None:
    parcels = "vase book cup lamp"
    inside = " ".join(f"(in {each} t)" for each in parcels.split())
    problem = parse_problem(
        f"""(define (problem many) (:domain delivery)
        (:objects t - truck d - drone {parcels} - parcel shop - place)
        (:init (at t home) (busy d) {inside}) (:goal (at t shop)))""",
        DELIVERY,
    )
    all_out = ForAll((Parameter("?p", ("parcel",)),), Not(Atom("in", ("?p", "t"))))
    assert faults(World(problem), act("retire", "t")) == (Unsatisfied(all_out),)


def test_an_unsatisfied_negative_literal_is_told(world: World) -> None:
    busy = applied(world, act("wait", "t", "home")).state
    outcome = world.step(busy, act("drive", "t", "home", "shop"))
    assert outcome == Refused(
        act("drive", "t", "home", "shop"), (Unsatisfied(Not(Atom("busy", ("t",)))),)
    )


def test_applicable_actions_come_in_one_order_however_the_state_was_reached(world: World) -> None:
    expected = (
        act("drive", "t", "home", "shop"),
        act("wait", "d", "shop"),
        act("wait", "t", "home"),
    )
    assert world.applicable(world.initial) == expected
    busy = applied(world, act("wait", "t", "home")).state
    assert world.applicable(busy) == expected[1:]
    assert world.applicable(world.initial) == expected


def test_a_deleted_fact_enables_the_actions_that_negate_it(world: World) -> None:
    busy = applied(world, act("wait", "t", "home")).state
    world.applicable(busy)
    free = applied(world, act("wait", "t", "home"), act("wait", "t", "home")).state
    assert act("drive", "t", "home", "shop") in world.applicable(free)


def test_the_goal_and_what_is_missing_from_it(world: World) -> None:
    assert world.unmet_goal(world.initial) == (Atom("at", ("t", "shop")),)
    state = applied(world, act("drive", "t", "home", "shop")).state
    assert world.unmet_goal(state) == (Not(Atom("broken", ("vase",))),)
    assert not world.goal_reached(state)
    fluents = state.fluents - {Atom("broken", ("vase",))}
    assert world.goal_reached(world.state_of(fluents))
    assert world.unmet_goal(world.state_of(fluents)) == ()


def test_a_state_cannot_be_made_of_static_facts(world: World) -> None:
    with pytest.raises(ValueError, match="road is static"):
        world.state_of(frozenset({Atom("road", ("home", "shop"))}))


def test_costs_come_from_the_problem_and_are_one_each_without_any(world: World) -> None:
    assert world.cost(act("drive", "t", "home", "shop")) == 7
    assert world.cost(act("retire", "t")) == 0
    with pytest.raises(KeyError):
        world.cost(act("drive", "t", "shop", "home"))
    plain = Problem("p", Domain("d", actions=(ActionSchema("go"),)))
    assert World(plain).cost(act("go")) == 1


def test_derived_facts_follow_from_the_state() -> None:
    a, b = Parameter("?a"), Parameter("?b")
    linked = Atom("link", ("?a", "?b"))
    further = Exists(
        (Parameter("?c"),), And((Atom("link", ("?a", "?c")), Atom("reach", ("?c", "?b"))))
    )
    domain = Domain(
        "net",
        actions=(
            ActionSchema("cut", (a, b), linked, (Effect(linked, adds=False),)),
            ActionSchema("leave", (a,), Atom("lost", ("?a",)), ()),
        ),
        axioms=(
            Axiom("lost", (a,), ForAll((b,), Not(Atom("reach", ("?a", "?b"))))),
            Axiom("reach", (a, b), Or((linked, further))),
        ),
    )
    links = (Atom("link", ("x", "y")), Atom("link", ("y", "z")))
    world = World(Problem("p", domain, (Object("x"), Object("y"), Object("z")), links))
    assert Atom("reach", ("x", "z")) in world.initial.atoms()
    assert world.applicable(world.initial)[-1] == act("leave", "z")
    after = applied(world, act("cut", "y", "z"))
    assert after.deleted == {Atom("link", ("y", "z"))}
    assert Atom("reach", ("x", "z")) not in after.state.atoms()
    assert act("leave", "y") in world.applicable(after.state)


def test_axioms_that_depend_on_their_own_negation_are_refused() -> None:
    liar = Axiom("liar", (), Not(Atom("liar")))
    with pytest.raises(PddlError, match="liar depends on its own negation"):
        World(Problem("p", Domain("d", axioms=(liar,))))


def test_an_action_with_two_dozen_parameters_over_many_objects_is_enumerated() -> None:
    names = [f"?v{number}" for number in range(24)]
    chain = [Atom("next", pair) for pair in pairwise(names)]
    schema = ActionSchema(
        "wind",
        tuple(map(Parameter, names)),
        And((*chain, Atom("at", ("?v12",)))),
        (Effect(Atom("at", ("?v13",))), Effect(Atom("at", ("?v12",)), adds=False)),
    )
    objects = tuple(Object(f"o{number}") for number in range(300))
    init = [Atom("next", (f"o{at}", f"o{at + 1}")) for at in range(299)] + [Atom("at", ("o150",))]
    world = World(Problem("p", Domain("d", actions=(schema,)), objects, tuple(init)))
    (only,) = world.applicable(world.initial)
    assert only.args == tuple(f"o{number}" for number in range(138, 162))
    assert len(world.applicable(applied(world, only).state)) == 1
