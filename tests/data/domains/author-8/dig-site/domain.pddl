(define (domain dig-site)
  (:requirements :adl :typing)
  (:types person trench layer find)
  (:predicates
    (working-in ?p - person ?t - trench)
    (layer-of ?l - layer ?t - trench)
    (over ?l ?k - layer)
    (exposed ?l - layer)
    (drawn ?l - layer)
    (may-draw ?p - person)
    (lies-in ?f - find ?l - layer)
    (lifted ?f - find ?p - person)
    (bagged ?f - find))
  (:action change-trench
    :parameters (?p - person ?t ?u - trench)
    :precondition (working-in ?p ?t)
    :effect (and (not (working-in ?p ?t)) (working-in ?p ?u)))
  (:action draw-plan
    :parameters (?p - person ?l - layer ?t - trench)
    :precondition (and (may-draw ?p) (working-in ?p ?t) (layer-of ?l ?t) (exposed ?l))
    :effect (drawn ?l))
  (:action lift
    :parameters (?p - person ?f - find ?l - layer ?t - trench)
    :precondition (and (working-in ?p ?t) (layer-of ?l ?t) (exposed ?l) (drawn ?l) (lies-in ?f ?l))
    :effect (and (lifted ?f ?p) (not (lies-in ?f ?l))))
  (:action bag
    :parameters (?p - person ?f - find)
    :precondition (lifted ?f ?p)
    :effect (and (bagged ?f) (not (lifted ?f ?p))))
  (:action trowel-off
    :parameters (?p - person ?l ?k - layer ?t - trench)
    :precondition (and (working-in ?p ?t) (layer-of ?l ?t) (exposed ?l) (drawn ?l) (over ?l ?k)
      (forall (?f - find) (not (lies-in ?f ?l))))
    :effect (and (exposed ?k) (not (exposed ?l)))))
