(define (domain harvest)
  (:requirements :strips :typing)
  (:types location crop implement - object
          field yard - location)
  (:predicates
    (tractor-at ?l - location)
    (road ?l1 ?l2 - location)
    (hitched ?i - implement)
    (nothing-hitched)
    (parked-at ?i - implement ?l - location)
    (ploughs ?i - implement)
    (sows ?i - implement ?c - crop)
    (reaps ?i - implement ?c - crop)
    (bare ?f - field)
    (tilled ?f - field)
    (growing ?c - crop ?f - field)
    (harvested ?c - crop))
  (:action drive-tractor
    :parameters (?l1 ?l2 - location)
    :precondition (and (tractor-at ?l1) (road ?l1 ?l2))
    :effect (and (tractor-at ?l2) (not (tractor-at ?l1))))
  (:action hitch
    :parameters (?i - implement ?l - location)
    :precondition (and (tractor-at ?l) (parked-at ?i ?l) (nothing-hitched))
    :effect (and (hitched ?i) (not (parked-at ?i ?l)) (not (nothing-hitched))))
  (:action unhitch
    :parameters (?i - implement ?l - location)
    :precondition (and (tractor-at ?l) (hitched ?i))
    :effect (and (parked-at ?i ?l) (nothing-hitched) (not (hitched ?i))))
  (:action plough-field
    :parameters (?f - field ?i - implement)
    :precondition (and (tractor-at ?f) (hitched ?i) (ploughs ?i) (bare ?f))
    :effect (and (tilled ?f) (not (bare ?f))))
  (:action sow-field
    :parameters (?f - field ?i - implement ?c - crop)
    :precondition (and (tractor-at ?f) (hitched ?i) (sows ?i ?c) (tilled ?f))
    :effect (and (growing ?c ?f) (not (tilled ?f))))
  (:action reap-field
    :parameters (?f - field ?i - implement ?c - crop)
    :precondition (and (tractor-at ?f) (hitched ?i) (reaps ?i ?c) (growing ?c ?f))
    :effect (and (harvested ?c) (bare ?f) (not (growing ?c ?f)))))
