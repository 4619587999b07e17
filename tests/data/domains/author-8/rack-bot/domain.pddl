(define (domain rack-bot)
  (:requirements :strips :typing :negative-preconditions)
  (:types bot aisle slot srv)
  (:predicates
    (bot-in ?r - bot ?a - aisle)
    (adj ?a ?b - aisle)
    (slot-of ?u - slot ?a - aisle)
    (fits ?s - srv ?u - slot)
    (mtd ?s - srv ?u - slot)
    (free ?u - slot)
    (pwr ?s - srv)
    (grips ?r - bot ?s - srv)
    (idle ?r - bot))
  (:action mv
    :parameters (?r - bot ?a ?b - aisle)
    :precondition (and (bot-in ?r ?a) (adj ?a ?b))
    :effect (and (bot-in ?r ?b) (not (bot-in ?r ?a))))
  (:action pwr-dn
    :parameters (?r - bot ?s - srv ?u - slot ?a - aisle)
    :precondition (and (bot-in ?r ?a) (slot-of ?u ?a) (mtd ?s ?u) (pwr ?s) (idle ?r))
    :effect (not (pwr ?s)))
  (:action pwr-up
    :parameters (?r - bot ?s - srv ?u - slot ?a - aisle)
    :precondition (and (bot-in ?r ?a) (slot-of ?u ?a) (mtd ?s ?u) (not (pwr ?s)) (idle ?r))
    :effect (pwr ?s))
  (:action pull
    :parameters (?r - bot ?s - srv ?u - slot ?a - aisle)
    :precondition (and (bot-in ?r ?a) (slot-of ?u ?a) (mtd ?s ?u) (not (pwr ?s)) (idle ?r))
    :effect (and (grips ?r ?s) (free ?u) (not (mtd ?s ?u)) (not (idle ?r))))
  (:action rackin
    :parameters (?r - bot ?s - srv ?u - slot ?a - aisle)
    :precondition (and (bot-in ?r ?a) (slot-of ?u ?a) (grips ?r ?s) (free ?u) (fits ?s ?u))
    :effect (and (mtd ?s ?u) (idle ?r) (not (grips ?r ?s)) (not (free ?u)))))
