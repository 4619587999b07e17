(define (domain airport-turnaround)
  (:requirements :strips :typing)
  (:types aircraft gate runway passenger)
  (:predicates
    (landed-on ?a - aircraft ?r - runway)
    (docked ?a - aircraft ?g - gate)
    (gate-available ?g - gate)
    (runway-clear ?r - runway)
    (taxiway ?r - runway ?g - gate)
    (refuelled ?a - aircraft)
    (boarded ?p - passenger ?a - aircraft)
    (booked-on ?p - passenger ?a - aircraft)
    (waiting-at ?p - passenger ?g - gate)
    (airborne ?a - aircraft)
    (fits-gate ?a - aircraft ?g - gate))
  (:action land
    :parameters (?a - aircraft ?r - runway)
    :precondition (and (airborne ?a) (runway-clear ?r))
    :effect (and (landed-on ?a ?r) (not (airborne ?a)) (not (runway-clear ?r)) (not (refuelled ?a))))
  (:action taxi-to-gate
    :parameters (?a - aircraft ?r - runway ?g - gate)
    :precondition (and (landed-on ?a ?r) (taxiway ?r ?g) (fits-gate ?a ?g) (gate-available ?g))
    :effect (and (docked ?a ?g) (runway-clear ?r) (not (landed-on ?a ?r)) (not (gate-available ?g))))
  (:action refuel
    :parameters (?a - aircraft ?g - gate)
    :precondition (docked ?a ?g)
    :effect (refuelled ?a))
  (:action board
    :parameters (?p - passenger ?a - aircraft ?g - gate)
    :precondition (and (waiting-at ?p ?g) (docked ?a ?g) (booked-on ?p ?a))
    :effect (and (boarded ?p ?a) (not (waiting-at ?p ?g))))
  (:action push-back
    :parameters (?a - aircraft ?g - gate ?r - runway)
    :precondition (and (docked ?a ?g) (taxiway ?r ?g) (runway-clear ?r))
    :effect (and (landed-on ?a ?r) (gate-available ?g) (not (docked ?a ?g)) (not (runway-clear ?r))))
  (:action take-off
    :parameters (?a - aircraft ?r - runway)
    :precondition (and (landed-on ?a ?r) (refuelled ?a))
    :effect (and (airborne ?a) (runway-clear ?r) (not (landed-on ?a ?r)))))
