(define (domain robot-vacuum)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell dock - object)
  (:predicates
    (at ?x - cell)
    (left-of ?x ?y - cell)
    (above ?x ?y - cell)
    (dirty ?x - cell)
    (carpet ?x - cell)
    (dock-in ?d - dock ?x - cell)
    (docked ?d - dock)
    (bin-full)
    (brush-down))
  (:action go-right
    :parameters (?x ?y - cell)
    :precondition (and (at ?x) (left-of ?x ?y))
    :effect (and (at ?y) (not (at ?x))))
  (:action go-left
    :parameters (?x ?y - cell)
    :precondition (and (at ?x) (left-of ?y ?x))
    :effect (and (at ?y) (not (at ?x))))
  (:action go-down
    :parameters (?x ?y - cell)
    :precondition (and (at ?x) (above ?x ?y))
    :effect (and (at ?y) (not (at ?x))))
  (:action lower-brush
    :parameters (?x - cell)
    :precondition (and (at ?x) (carpet ?x) (not (brush-down)))
    :effect (brush-down))
  (:action suck-dirt
    :parameters (?x - cell)
    :precondition (and (at ?x) (dirty ?x) (brush-down) (not (bin-full)))
    :effect (and (not (dirty ?x)) (bin-full)))
  (:action dock
    :parameters (?d - dock ?x - cell)
    :precondition (and (at ?x) (dock-in ?d ?x))
    :effect (docked ?d))
  (:action empty-bin
    :parameters (?d - dock)
    :precondition (and (docked ?d) (bin-full))
    :effect (not (bin-full))))
