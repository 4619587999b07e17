; Red and blue counters on a strip must swap sides.
; Red only goes right, blue only goes left.
(define (domain hoppers)
  (:requirements :strips)
  (:predicates (red ?c) (blue ?c)
               (on ?c ?x)
               (blank ?x)
               (right-of ?x ?y)            ; y is right of x
               (two-right-of ?x ?m ?y)     ; x m y in a row
               (covered ?x))

  (:action slide-red
    :parameters (?c ?x ?y)
    :precondition (and (red ?c) (on ?c ?x) (blank ?y) (right-of ?x ?y))
    :effect (and (on ?c ?y) (covered ?y) (blank ?x)
                 (not (on ?c ?x)) (not (covered ?x)) (not (blank ?y))))

  (:action slide-blue
    :parameters (?c ?x ?y)
    :precondition (and (blue ?c) (on ?c ?x) (blank ?y) (right-of ?y ?x))
    :effect (and (on ?c ?y) (covered ?y) (blank ?x)
                 (not (on ?c ?x)) (not (covered ?x)) (not (blank ?y))))

  (:action hop-red
    :parameters (?c ?x ?m ?y)
    :precondition (and (red ?c) (on ?c ?x) (covered ?m) (blank ?y) (two-right-of ?x ?m ?y))
    :effect (and (on ?c ?y) (covered ?y) (blank ?x)
                 (not (on ?c ?x)) (not (covered ?x)) (not (blank ?y))))

  (:action hop-blue
    :parameters (?c ?x ?m ?y)
    :precondition (and (blue ?c) (on ?c ?x) (covered ?m) (blank ?y) (two-right-of ?y ?m ?x))
    :effect (and (on ?c ?y) (covered ?y) (blank ?x)
                 (not (on ?c ?x)) (not (covered ?x)) (not (blank ?y))))
)
