(define (domain digsite)
  (:requirements :strips :typing)
  (:types person square layer find box)
  (:predicates
    (working-in ?p - person ?sq - square)
    (free-square ?sq - square)
    (resting ?p - person)
    (exposed ?sq - square ?l - layer)
    (below ?l1 - layer ?l2 - layer)
    (buried ?f - find ?sq - square ?l - layer)
    (found-by ?f - find ?sq - square ?l - layer ?p - person)
    (photographed ?f - find)
    (logged ?f - find ?b - box)
    (can-photograph ?p - person)
    (recorded ?sq - square ?l - layer))

  (:action start-work
    :parameters (?p - person ?sq - square)
    :precondition (and (resting ?p) (free-square ?sq))
    :effect (and (working-in ?p ?sq) (not (resting ?p)) (not (free-square ?sq))))

  (:action stop-work
    :parameters (?p - person ?sq - square)
    :precondition (working-in ?p ?sq)
    :effect (and (resting ?p) (free-square ?sq) (not (working-in ?p ?sq))))

  (:action draw-plan
    :parameters (?p - person ?sq - square ?l - layer)
    :precondition (and (working-in ?p ?sq) (exposed ?sq ?l))
    :effect (recorded ?sq ?l))

  (:action dig-down
    :parameters (?p - person ?sq - square ?upper ?lower - layer)
    :precondition (and (working-in ?p ?sq) (exposed ?sq ?upper) (recorded ?sq ?upper) (below ?lower ?upper))
    :effect (and (exposed ?sq ?lower) (not (exposed ?sq ?upper))))

  (:action uncover-find
    :parameters (?p - person ?f - find ?sq - square ?l - layer)
    :precondition (and (working-in ?p ?sq) (exposed ?sq ?l) (buried ?f ?sq ?l))
    :effect (and (found-by ?f ?sq ?l ?p) (not (buried ?f ?sq ?l))))

  (:action photograph-in-situ
    :parameters (?p ?finder - person ?f - find ?sq - square ?l - layer)
    :precondition (and (can-photograph ?p) (resting ?p) (found-by ?f ?sq ?l ?finder) (exposed ?sq ?l))
    :effect (photographed ?f))

  (:action bag-and-log
    :parameters (?p - person ?f - find ?sq - square ?l - layer ?b - box)
    :precondition (and (found-by ?f ?sq ?l ?p) (photographed ?f) (working-in ?p ?sq))
    :effect (logged ?f ?b))
)
