;; Ground handling at a small airport. Competition submission draft.
(define (domain airport-turnaround)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types
    aircraft stand runway vehicle crew - object
    fuel-truck stair-car belt-loader tug catering-van - vehicle)
  (:predicates
    (approaching ?a - aircraft)
    (on-runway ?a - aircraft ?r - runway)
    (runway-clear ?r - runway)
    (parked ?a - aircraft ?s - stand)
    (stand-clear ?s - stand)
    (taxi-link ?r - runway ?s - stand)
    (vehicle-at ?v - vehicle ?s - stand)
    (vehicle-in-depot ?v - vehicle)
    (not-busy ?v - vehicle)
    (engines-on ?a - aircraft)
    (chocked ?a - aircraft)
    (stairs-attached ?a - aircraft ?v - stair-car)
    (door-open ?a - aircraft)
    (pax-on-board ?a - aircraft)
    (bags-on-board ?a - aircraft)
    (new-pax-waiting ?a - aircraft)
    (refuelled ?a - aircraft)
    (catered ?a - aircraft)
    (boarded ?a - aircraft)
    (airborne ?a - aircraft))
  (:functions (total-cost) - number)

  (:action land
    :parameters (?a - aircraft ?r - runway)
    :precondition (and (approaching ?a) (runway-clear ?r))
    :effect (and (on-runway ?a ?r) (engines-on ?a) (not (approaching ?a)) (not (runway-clear ?r))
                 (increase (total-cost) 2)))

  (:action taxi-in
    :parameters (?a - aircraft ?r - runway ?s - stand)
    :precondition (and (on-runway ?a ?r) (taxi-link ?r ?s) (stand-clear ?s))
    :effect (and (parked ?a ?s) (runway-clear ?r) (not (on-runway ?a ?r)) (not (stand-clear ?s))
                 (increase (total-cost) 4)))

  (:action shut-down-engines
    :parameters (?a - aircraft ?s - stand)
    :precondition (and (parked ?a ?s) (engines-on ?a))
    :effect (and (not (engines-on ?a)) (increase (total-cost) 1)))

  (:action place-chocks
    :parameters (?a - aircraft ?s - stand)
    :precondition (and (parked ?a ?s) (not (engines-on ?a)) (not (chocked ?a)))
    :effect (and (chocked ?a) (increase (total-cost) 1)))

  (:action remove-chocks
    :parameters (?a - aircraft ?s - stand)
    :precondition (and (parked ?a ?s) (chocked ?a) (not (door-open ?a)))
    :effect (and (not (chocked ?a)) (increase (total-cost) 1)))

  (:action dispatch-vehicle
    :parameters (?v - vehicle ?s - stand)
    :precondition (and (vehicle-in-depot ?v) (not-busy ?v))
    :effect (and (vehicle-at ?v ?s) (not (vehicle-in-depot ?v)) (increase (total-cost) 3)))

  (:action recall-vehicle
    :parameters (?v - vehicle ?s - stand)
    :precondition (and (vehicle-at ?v ?s) (not-busy ?v))
    :effect (and (vehicle-in-depot ?v) (not (vehicle-at ?v ?s)) (increase (total-cost) 3)))

  (:action attach-stairs
    :parameters (?v - stair-car ?a - aircraft ?s - stand)
    :precondition (and (vehicle-at ?v ?s) (parked ?a ?s) (chocked ?a) (not-busy ?v))
    :effect (and (stairs-attached ?a ?v) (door-open ?a) (not (not-busy ?v)) (increase (total-cost) 2)))

  (:action detach-stairs
    :parameters (?v - stair-car ?a - aircraft ?s - stand)
    :precondition (and (vehicle-at ?v ?s) (parked ?a ?s) (stairs-attached ?a ?v))
    :effect (and (not-busy ?v) (not (stairs-attached ?a ?v)) (not (door-open ?a)) (increase (total-cost) 2)))

  (:action disembark
    :parameters (?a - aircraft)
    :precondition (and (door-open ?a) (pax-on-board ?a))
    :effect (and (not (pax-on-board ?a)) (increase (total-cost) 6)))

  (:action unload-bags
    :parameters (?b - belt-loader ?a - aircraft ?s - stand)
    :precondition (and (vehicle-at ?b ?s) (parked ?a ?s) (chocked ?a) (bags-on-board ?a))
    :effect (and (not (bags-on-board ?a)) (increase (total-cost) 6)))

  (:action refuel
    :parameters (?f - fuel-truck ?a - aircraft ?s - stand)
    :precondition (and (vehicle-at ?f ?s) (parked ?a ?s) (chocked ?a) (not (pax-on-board ?a)))
    :effect (and (refuelled ?a) (increase (total-cost) 8)))

  (:action restock-galley
    :parameters (?c - catering-van ?a - aircraft ?s - stand)
    :precondition (and (vehicle-at ?c ?s) (parked ?a ?s) (door-open ?a))
    :effect (and (catered ?a) (increase (total-cost) 5)))

  (:action board-passengers
    :parameters (?a - aircraft)
    :precondition (and (door-open ?a) (new-pax-waiting ?a) (refuelled ?a) (catered ?a)
                       (not (pax-on-board ?a)) (not (bags-on-board ?a)))
    :effect (and (boarded ?a) (pax-on-board ?a) (not (new-pax-waiting ?a)) (increase (total-cost) 7)))

  (:action push-back-and-go
    :parameters (?t - tug ?a - aircraft ?s - stand ?r - runway)
    :precondition (and (vehicle-at ?t ?s) (parked ?a ?s) (taxi-link ?r ?s) (runway-clear ?r)
                       (boarded ?a) (not (chocked ?a)) (not (door-open ?a)))
    :effect (and (airborne ?a) (stand-clear ?s) (not (parked ?a ?s)) (increase (total-cost) 9)))
)
