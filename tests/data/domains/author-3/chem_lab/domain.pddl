(define (domain chem_lab)
  (:requirements :strips :typing :negative-preconditions)
  (:types vessel substance device)
  (:constants hotplate fumehood - device)
  (:predicates
    (contains ?v - vessel ?s - substance)
    (is_clean ?v - vessel)
    (is_hot ?v - vessel)
    (placed ?v - vessel ?d - device)
    (switched_on ?d - device)
    (reacts ?s1 ?s2 ?s3 - substance)
    (toxic ?s - substance))
  (:action place
    :parameters (?v - vessel ?d - device)
    :precondition (not (placed ?v ?d))
    :effect (placed ?v ?d))
  (:action remove
    :parameters (?v - vessel ?d - device)
    :precondition (placed ?v ?d)
    :effect (not (placed ?v ?d)))
  (:action switch_on
    :parameters (?d - device)
    :precondition (not (switched_on ?d))
    :effect (switched_on ?d))
  (:action pour
    :parameters (?v1 ?v2 - vessel ?s - substance)
    :precondition (and (contains ?v1 ?s) (not (contains ?v2 ?s)) (not (is_hot ?v1)))
    :effect (and (contains ?v2 ?s) (not (contains ?v1 ?s)) (not (is_clean ?v2))))
  (:action heat
    :parameters (?v - vessel)
    :precondition (and (placed ?v hotplate) (switched_on hotplate) (switched_on fumehood))
    :effect (is_hot ?v))
  (:action react
    :parameters (?v - vessel ?s1 ?s2 ?s3 - substance)
    :precondition (and (is_hot ?v) (contains ?v ?s1) (contains ?v ?s2) (reacts ?s1 ?s2 ?s3))
    :effect (and (contains ?v ?s3) (not (contains ?v ?s1)) (not (contains ?v ?s2))))
  (:action rinse
    :parameters (?v - vessel ?s - substance)
    :precondition (and (contains ?v ?s) (not (toxic ?s)) (not (is_clean ?v)))
    :effect (and (is_clean ?v) (not (contains ?v ?s)) (not (is_hot ?v)))))
