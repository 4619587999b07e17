(define (domain BowlingAlley)
  (:requirements :strips :typing :negative-preconditions)
  (:types player ball lane setter)
  (:predicates
    (onRack ?b - ball ?l - lane)
    (inPit ?b - ball ?l - lane)
    (pinsUp ?l - lane)
    (serves ?m - setter ?l - lane)
    (jammed ?m - setter)
    (assigned ?p - player ?l - lane)
    (shod ?p - player)
    (has ?p - player ?b - ball)
    (bowled ?p - player))
  (:action hireShoes
    :parameters (?p - player)
    :precondition (not (shod ?p))
    :effect (shod ?p))
  (:action grab
    :parameters (?p - player ?b - ball ?l - lane)
    :precondition (and (assigned ?p ?l) (onRack ?b ?l) (shod ?p))
    :effect (and (has ?p ?b) (not (onRack ?b ?l))))
  (:action bowl
    :parameters (?p - player ?b - ball ?l - lane)
    :precondition (and (assigned ?p ?l) (has ?p ?b) (pinsUp ?l))
    :effect (and (bowled ?p) (inPit ?b ?l) (not (has ?p ?b)) (not (pinsUp ?l))))
  (:action unjam
    :parameters (?m - setter)
    :precondition (jammed ?m)
    :effect (not (jammed ?m)))
  (:action respot
    :parameters (?m - setter ?l - lane)
    :precondition (and (serves ?m ?l) (not (jammed ?m)) (not (pinsUp ?l)))
    :effect (pinsUp ?l))
  (:action sendBack
    :parameters (?m - setter ?b - ball ?l - lane)
    :precondition (and (serves ?m ?l) (not (jammed ?m)) (inPit ?b ?l))
    :effect (and (onRack ?b ?l) (not (inPit ?b ?l)))))
