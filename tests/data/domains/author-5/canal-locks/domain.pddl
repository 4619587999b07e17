(define (domain canal-locks)
  (:requirements :strips :typing)
  (:types boat place - object
          pound lock - place)
  (:predicates
    (at ?b - boat ?p - place)
    (lower ?l - lock ?p - pound)
    (upper ?l - lock ?p - pound)
    (water-low ?l - lock)
    (water-high ?l - lock)
    (vacant ?l - lock)
    (gate-open ?l - lock ?p - pound)
    (gates-shut ?l - lock)
  )
  (:action open-lower-gate
    :parameters (?l - lock ?p - pound)
    :precondition (and (lower ?l ?p) (water-low ?l) (gates-shut ?l))
    :effect (and (gate-open ?l ?p) (not (gates-shut ?l))))
  (:action open-upper-gate
    :parameters (?l - lock ?p - pound)
    :precondition (and (upper ?l ?p) (water-high ?l) (gates-shut ?l))
    :effect (and (gate-open ?l ?p) (not (gates-shut ?l))))
  (:action close-gate
    :parameters (?l - lock ?p - pound)
    :precondition (gate-open ?l ?p)
    :effect (and (gates-shut ?l) (not (gate-open ?l ?p))))
  (:action fill
    :parameters (?l - lock)
    :precondition (and (water-low ?l) (gates-shut ?l))
    :effect (and (water-high ?l) (not (water-low ?l))))
  (:action drain
    :parameters (?l - lock)
    :precondition (and (water-high ?l) (gates-shut ?l))
    :effect (and (water-low ?l) (not (water-high ?l))))
  (:action enter-lock
    :parameters (?b - boat ?p - pound ?l - lock)
    :precondition (and (at ?b ?p) (gate-open ?l ?p) (vacant ?l))
    :effect (and (at ?b ?l) (not (at ?b ?p)) (not (vacant ?l))))
  (:action leave-lock
    :parameters (?b - boat ?l - lock ?p - pound)
    :precondition (and (at ?b ?l) (gate-open ?l ?p))
    :effect (and (at ?b ?p) (vacant ?l) (not (at ?b ?l))))
)
