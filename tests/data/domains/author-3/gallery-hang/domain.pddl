(define (domain gallery-hang)
  (:requirements :strips :typing)
  (:types obj hook)
  (:predicates
    (hangs ?o - obj ?h - hook)
    (bare ?h - hook)
    (left-of ?h1 ?h2 - hook)
    (older ?o1 ?o2 - obj)
    (in-crate ?o - obj)
    (carrying ?o - obj)
    (gloves-on)
    (hands-empty)
    (alarm-off ?h - hook)
    (in-order ?o1 ?o2 - obj))
  (:action wear-gloves
    :parameters ()
    :precondition (hands-empty)
    :effect (gloves-on))
  (:action disarm-hook
    :parameters (?h - hook)
    :precondition (hands-empty)
    :effect (alarm-off ?h))
  (:action take-down
    :parameters (?o - obj ?h - hook)
    :precondition (and (hangs ?o ?h) (alarm-off ?h) (gloves-on) (hands-empty))
    :effect (and (carrying ?o) (bare ?h) (not (hangs ?o ?h)) (not (hands-empty))))
  (:action unpack
    :parameters (?o - obj)
    :precondition (and (in-crate ?o) (gloves-on) (hands-empty))
    :effect (and (carrying ?o) (not (in-crate ?o)) (not (hands-empty))))
  (:action pack
    :parameters (?o - obj)
    :precondition (carrying ?o)
    :effect (and (in-crate ?o) (hands-empty) (not (carrying ?o))))
  (:action hang-up
    :parameters (?o - obj ?h - hook)
    :precondition (and (carrying ?o) (bare ?h) (alarm-off ?h))
    :effect (and (hangs ?o ?h) (hands-empty) (not (carrying ?o)) (not (bare ?h))))
  (:action check-order
    :parameters (?o1 ?o2 - obj ?h1 ?h2 - hook)
    :precondition (and (hangs ?o1 ?h1) (hangs ?o2 ?h2) (left-of ?h1 ?h2) (older ?o1 ?o2))
    :effect (in-order ?o1 ?o2)))
