;; ----------------------------------------------------------
;; Depot scheduler model, electric buses
;; soc = state of charge
;; ----------------------------------------------------------
(define (domain ebusdepot)
  (:requirements :typing :negative-preconditions :universal-preconditions :action-costs)
  (:types
    bus bay charger soc line - object
    fast_charger slow_charger - charger)
  (:predicates
    (busInYard ?b - bus)
    (busInBay ?b - bus ?y - bay)
    (bayFree ?y - bay)
    (chargerServes ?c - charger ?y - bay)
    (plugged ?b - bus ?c - charger)
    (chargerInUse ?c - charger)
    (socLevel ?b - bus ?s - soc)
    (nextSoc ?s1 - soc ?s2 - soc)
    (socEnough ?s - soc ?l - line)
    (cleaned ?b - bus)
    (lineOpen ?l - line)
    (assigned ?b - bus ?l - line))
  (:functions
    (total-cost) - number
    (kwhPrice ?c - charger) - number)

  (:action parkInBay
    :parameters (?b - bus ?y - bay)
    :precondition (and (busInYard ?b) (bayFree ?y))
    :effect (and (busInBay ?b ?y) (not (busInYard ?b)) (not (bayFree ?y))
                 (increase (total-cost) 1)))

  (:action plugIn
    :parameters (?b - bus ?c - charger ?y - bay)
    :precondition (and (busInBay ?b ?y) (chargerServes ?c ?y) (not (chargerInUse ?c)))
    :effect (and (plugged ?b ?c) (chargerInUse ?c)
                 (increase (total-cost) 0)))

  (:action chargeSlow
    :parameters (?b - bus ?c - slow_charger ?s1 ?s2 - soc)
    :precondition (and (plugged ?b ?c) (socLevel ?b ?s1) (nextSoc ?s1 ?s2))
    :effect (and (not (socLevel ?b ?s1)) (socLevel ?b ?s2)
                 (increase (total-cost) (kwhPrice ?c))))

  (:action chargeFast
    :parameters (?b - bus ?c - fast_charger ?s1 ?s2 ?s3 - soc)
    :precondition (and (plugged ?b ?c) (socLevel ?b ?s1) (nextSoc ?s1 ?s2) (nextSoc ?s2 ?s3))
    :effect (and (not (socLevel ?b ?s1)) (socLevel ?b ?s3)
                 (increase (total-cost) (kwhPrice ?c))))

  (:action unplug
    :parameters (?b - bus ?c - charger)
    :precondition (plugged ?b ?c)
    :effect (and (not (plugged ?b ?c)) (not (chargerInUse ?c))
                 (increase (total-cost) 0)))

  (:action cleanInterior
    :parameters (?b - bus ?y - bay)
    :precondition (and (busInBay ?b ?y) (not (cleaned ?b)))
    :effect (and (cleaned ?b) (increase (total-cost) 5)))

  (:action dispatchToLine
    :parameters (?b - bus ?y - bay ?s - soc ?l - line)
    :precondition (and (busInBay ?b ?y) (socLevel ?b ?s) (socEnough ?s ?l) (cleaned ?b) (lineOpen ?l)
                       (forall (?c - charger) (not (plugged ?b ?c))))
    :effect (and (assigned ?b ?l) (not (lineOpen ?l)) (not (busInBay ?b ?y)) (bayFree ?y)
                 (increase (total-cost) 1)))
)
