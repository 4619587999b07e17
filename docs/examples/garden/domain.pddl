(define (domain garden)
  (:requirements :strips :typing)
  (:types place can plant)
  (:predicates (at ?p - place) (tap ?p - place) (grows ?f - plant ?p - place)
               (holding ?c - can) (full ?c - can) (watered ?f - plant))
  (:action walk
    :parameters (?from ?to - place)
    :precondition (at ?from)
    :effect (and (at ?to) (not (at ?from))))
  (:action fill
    :parameters (?c - can ?p - place)
    :precondition (and (at ?p) (tap ?p) (holding ?c))
    :effect (full ?c))
  (:action water
    :parameters (?f - plant ?c - can ?p - place)
    :precondition (and (at ?p) (grows ?f ?p) (holding ?c) (full ?c))
    :effect (and (watered ?f) (not (full ?c)))))
