;; woodshop (untyped version)
(define (domain woodshop)
  (:requirements :strips :negative-preconditions)
  (:predicates
    (brd ?x) (mach ?x) (drw ?x)
    (clamped ?x ?m)
    (mach-free ?m)
    (cut-with ?x ?m)
    (drill-with ?x ?m)
    (rough ?x)
    (sawn ?x) (has-holes ?x)
    (part-of ?x ?d)
    (screwed ?x ?d))
  (:action clamp
    :parameters (?x ?m)
    :precondition (and (brd ?x) (mach ?m) (mach-free ?m))
    :effect (and (clamped ?x ?m) (not (mach-free ?m))))
  (:action release
    :parameters (?x ?m)
    :precondition (clamped ?x ?m)
    :effect (and (mach-free ?m) (not (clamped ?x ?m))))
  (:action saw
    :parameters (?x ?m)
    :precondition (and (clamped ?x ?m) (cut-with ?x ?m))
    :effect (and (sawn ?x) (rough ?x)))
  (:action drill-holes
    :parameters (?x ?m)
    :precondition (and (clamped ?x ?m) (drill-with ?x ?m) (sawn ?x))
    :effect (has-holes ?x))
  (:action sand
    :parameters (?x)
    :precondition (and (brd ?x) (rough ?x))
    :effect (not (rough ?x)))
  (:action screw-to
    :parameters (?x ?d)
    :precondition (and (brd ?x) (drw ?d) (has-holes ?x) (not (rough ?x)) (part-of ?x ?d))
    :effect (screwed ?x ?d)))
