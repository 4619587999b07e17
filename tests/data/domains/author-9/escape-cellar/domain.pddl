; a puzzle for a single player
(define (domain escape-cellar)
  (:requirements :strips :typing)
  (:types place item door - object key tool - item)
  (:constants crowbar - tool)
  (:predicates
    (i-am-in ?p - place)
    (leads-to ?d - door ?p1 ?p2 - place)
    (locked ?d - door)
    (jammed ?d - door)
    (fits ?k - key ?d - door)
    (lying-in ?i - item ?p - place)
    (got ?i - item)
    (dark ?p - place)
    (torch-on)
    (batteries-dead)
    (crate-in ?p - place)
    (standing-on-crate)
    (window-of ?p - place)
    (escaped))
  (:action walk-through
    :parameters (?d - door ?p1 ?p2 - place)
    :precondition (and (i-am-in ?p1) (leads-to ?d ?p1 ?p2))
    :effect (and (i-am-in ?p2) (not (i-am-in ?p1))))
  (:action pick-up
    :parameters (?i - item ?p - place)
    :precondition (and (i-am-in ?p) (lying-in ?i ?p))
    :effect (and (got ?i) (not (lying-in ?i ?p))))
  (:action unlock
    :parameters (?d - door ?k - key ?p1 ?p2 - place)
    :precondition (and (i-am-in ?p1) (leads-to ?d ?p1 ?p2) (locked ?d) (got ?k) (fits ?k ?d))
    :effect (not (locked ?d)))
  (:action force-open
    :parameters (?d - door ?p1 ?p2 - place)
    :precondition (and (i-am-in ?p1) (leads-to ?d ?p1 ?p2) (jammed ?d) (got crowbar))
    :effect (not (jammed ?d)))
  (:action switch-on-torch
    :parameters ()
    :precondition (and)
    :effect (torch-on))
  (:action push-crate
    :parameters (?d - door ?p1 ?p2 - place)
    :precondition (and (i-am-in ?p1) (crate-in ?p1) (leads-to ?d ?p1 ?p2))
    :effect (and (crate-in ?p2) (i-am-in ?p2) (not (crate-in ?p1)) (not (i-am-in ?p1))))
  (:action climb-crate
    :parameters (?p - place)
    :precondition (and (i-am-in ?p) (crate-in ?p))
    :effect (standing-on-crate))
  (:action climb-out
    :parameters (?p - place)
    :precondition (and (standing-on-crate) (window-of ?p) (crate-in ?p))
    :effect (escaped)))
