(define (domain cargo-deck)
  (:requirements :strips :typing)
  (:types container slot ship)
  (:predicates
    (lighter ?c1 ?c2 - container)
    (on-top ?c1 ?c2 - container)
    (in-slot ?c - container ?s - slot)
    (slot-empty ?s - slot)
    (nothing-above ?c - container)
    (slot-of ?s - slot ?v - ship)
    (berthed ?v - ship)
    (hook-free)
    (hanging ?c - container)
    (lashed ?c - container))
  (:action berth
    :parameters (?v - ship)
    :precondition ()
    :effect (berthed ?v))
  (:action hoist-from-slot
    :parameters (?c - container ?s - slot ?v - ship)
    :precondition (and (berthed ?v) (slot-of ?s ?v) (in-slot ?c ?s) (nothing-above ?c) (hook-free))
    :effect (and (hanging ?c) (slot-empty ?s) (not (in-slot ?c ?s)) (not (hook-free))))
  (:action hoist-off
    :parameters (?c1 ?c2 - container)
    :precondition (and (on-top ?c1 ?c2) (nothing-above ?c1) (hook-free))
    :effect (and (hanging ?c1) (nothing-above ?c2) (not (on-top ?c1 ?c2)) (not (hook-free))))
  (:action lower-into
    :parameters (?c - container ?s - slot ?v - ship)
    :precondition (and (hanging ?c) (slot-empty ?s) (slot-of ?s ?v) (berthed ?v))
    :effect (and (in-slot ?c ?s) (hook-free) (not (hanging ?c)) (not (slot-empty ?s))))
  (:action lower-onto
    :parameters (?c1 ?c2 - container)
    :precondition (and (hanging ?c1) (nothing-above ?c2) (lighter ?c1 ?c2))
    :effect (and (on-top ?c1 ?c2) (hook-free) (not (hanging ?c1)) (not (nothing-above ?c2))))
  (:action lash
    :parameters (?c - container)
    :precondition (nothing-above ?c)
    :effect (lashed ?c)))
