;; small greenhouse, seeds -> pots -> sold plants
(define (domain greenhouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types plant pot bench gardener)
  (:predicates
    (pot-on ?p - pot ?b - bench)
    (pot-empty ?p - pot)
    (pot-filled ?p - pot)
    (planted-in ?pl - plant ?p - pot)
    (seed ?pl - plant)
    (sprouted ?pl - plant)
    (watered ?p - pot)
    (gardener-at ?g - gardener ?b - bench)
    (carrying ?g - gardener ?p - pot)
    (hands-free ?g - gardener)
    (sunny ?b - bench))

  (:action walk
    :parameters (?g - gardener ?from ?to - bench)
    :precondition (and (gardener-at ?g ?from))
    :effect (and (not (gardener-at ?g ?from)) (gardener-at ?g ?to)))

  (:action lift-pot
    :parameters (?g - gardener ?p - pot ?b - bench)
    :precondition (and (gardener-at ?g ?b) (pot-on ?p ?b) (hands-free ?g))
    :effect (and (carrying ?g ?p) (not (pot-on ?p ?b)) (not (hands-free ?g))))

  (:action put-pot
    :parameters (?g - gardener ?p - pot ?b - bench)
    :precondition (and (gardener-at ?g ?b) (carrying ?g ?p))
    :effect (and (pot-on ?p ?b) (hands-free ?g) (not (carrying ?g ?p))))

  (:action fill-soil
    :parameters (?g - gardener ?p - pot ?b - bench)
    :precondition (and (gardener-at ?g ?b) (pot-on ?p ?b) (pot-empty ?p) (hands-free ?g))
    :effect (and (pot-filled ?p) (not (pot-empty ?p))))

  (:action sow
    :parameters (?g - gardener ?pl - plant ?p - pot ?b - bench)
    :precondition (and (gardener-at ?g ?b) (pot-on ?p ?b) (hands-free ?g)
                       (pot-filled ?p) (seed ?pl))
    :effect (and (planted-in ?pl ?p) (not (pot-filled ?p)) (not (seed ?pl))))

  (:action water
    :parameters (?g - gardener ?p - pot ?b - bench)
    :precondition (and (gardener-at ?g ?b) (pot-on ?p ?b) (hands-free ?g) (not (watered ?p)))
    :effect (and (watered ?p)))

  (:action sprout
    :parameters (?pl - plant ?p - pot ?b - bench)
    :precondition (and (planted-in ?pl ?p) (watered ?p) (pot-on ?p ?b) (sunny ?b) (not (sprouted ?pl)))
    :effect (and (sprouted ?pl) (not (watered ?p))))
)
