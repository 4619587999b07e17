; Small bakery, one baker, several ovens
(define (domain bakery)
  (:requirements :strips :typing :negative-preconditions)
  (:types dough oven tray baker - object)
  (:predicates
    (kneaded ?d - dough)
    (risen ?d - dough)
    (on-tray ?d - dough ?t - tray)
    (tray-empty ?t - tray)
    (in-oven ?t - tray ?o - oven)
    (oven-free ?o - oven)
    (hot ?o - oven)
    (fits ?t - tray ?o - oven)
    (holding ?b - baker ?t - tray)
    (hands-free ?b - baker)
    (baked ?d - dough))
  (:action knead
    :parameters (?b - baker ?d - dough)
    :precondition (and (hands-free ?b) (not (kneaded ?d)))
    :effect (and (kneaded ?d)))
  (:action let-rise
    :parameters (?d - dough)
    :precondition (and (kneaded ?d))
    :effect (and (risen ?d)))
  (:action place-on-tray
    :parameters (?b - baker ?d - dough ?t - tray)
    :precondition (and (hands-free ?b) (risen ?d) (tray-empty ?t))
    :effect (and (on-tray ?d ?t) (not (tray-empty ?t))))
  (:action lift-tray
    :parameters (?b - baker ?t - tray)
    :precondition (and (hands-free ?b))
    :effect (and (holding ?b ?t) (not (hands-free ?b))))
  (:action preheat
    :parameters (?o - oven)
    :precondition (and (oven-free ?o))
    :effect (and (hot ?o)))
  (:action slide-in
    :parameters (?b - baker ?t - tray ?o - oven)
    :precondition (and (holding ?b ?t) (oven-free ?o) (fits ?t ?o))
    :effect (and (in-oven ?t ?o) (hands-free ?b)
                 (not (holding ?b ?t)) (not (oven-free ?o))))
  (:action bake
    :parameters (?d - dough ?t - tray ?o - oven)
    :precondition (and (on-tray ?d ?t) (in-oven ?t ?o) (hot ?o))
    :effect (and (baked ?d))))
