(define (domain campfire)
  (:requirements :strips :typing :negative-preconditions)
  (:types camper place item - object
          log food stick - item)
  (:predicates
    (at ?c - camper ?l - place)
    (lies ?i - item ?l - place)
    (has ?c - camper ?i - item)
    (firepit ?l - place)
    (path ?l1 ?l2 - place)
    (stacked ?w - log ?l - place)
    (burning ?l - place)
    (skewered ?f - food ?s - stick)
    (roasted ?f - food)
    (fed ?c - camper))
  (:action go
    :parameters (?c - camper ?l1 ?l2 - place)
    :precondition (and (at ?c ?l1) (path ?l1 ?l2))
    :effect (and (at ?c ?l2) (not (at ?c ?l1))))
  (:action take
    :parameters (?c - camper ?i - item ?l - place)
    :precondition (and (at ?c ?l) (lies ?i ?l))
    :effect (and (has ?c ?i) (not (lies ?i ?l))))
  (:action stack-log
    :parameters (?c - camper ?w - log ?l - place)
    :precondition (and (at ?c ?l) (has ?c ?w) (firepit ?l) (not (burning ?l)))
    :effect (and (stacked ?w ?l) (not (has ?c ?w))))
  (:action light
    :parameters (?c - camper ?w1 ?w2 - log ?l - place)
    :precondition (and (at ?c ?l) (stacked ?w1 ?l) (stacked ?w2 ?l) (firepit ?l) (not (burning ?l)))
    :effect (burning ?l))
  (:action skewer
    :parameters (?c - camper ?f - food ?s - stick)
    :precondition (and (has ?c ?f) (has ?c ?s))
    :effect (and (skewered ?f ?s) (not (has ?c ?f))))
  (:action roast
    :parameters (?c - camper ?f - food ?s - stick ?l - place)
    :precondition (and (at ?c ?l) (has ?c ?s) (skewered ?f ?s) (burning ?l))
    :effect (roasted ?f))
  (:action eat
    :parameters (?c - camper ?f - food ?s - stick)
    :precondition (and (has ?c ?s) (skewered ?f ?s) (roasted ?f))
    :effect (and (fed ?c) (not (skewered ?f ?s)) (not (roasted ?f))))
  (:action douse
    :parameters (?c - camper ?l - place)
    :precondition (and (at ?c ?l) (burning ?l))
    :effect (not (burning ?l)))
)
