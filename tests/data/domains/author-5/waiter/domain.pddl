(define (domain waiter)
  (:requirements :strips)
  (:predicates
    (dish ?d) (table ?t) (spot ?s)
    (at-waiter ?s)
    (path ?s1 ?s2)
    (kitchen ?s)
    (ordered ?t ?d)
    (order-placed ?t ?d)
    (ready ?d)
    (carry ?d)
    (hands-free)
    (eating ?t ?d))

  (:action go
    :parameters (?s1 ?s2)
    :precondition (and (spot ?s1) (spot ?s2) (path ?s1 ?s2) (at-waiter ?s1))
    :effect (and (at-waiter ?s2) (not (at-waiter ?s1))))

  (:action place-order
    :parameters (?t ?d ?s)
    :precondition (and (table ?t) (dish ?d) (kitchen ?s) (at-waiter ?s) (ordered ?t ?d))
    :effect (and (order-placed ?t ?d) (not (ordered ?t ?d))))

  (:action cook
    :parameters (?d ?t)
    :precondition (and (dish ?d) (table ?t) (order-placed ?t ?d))
    :effect (ready ?d))

  (:action pick
    :parameters (?d ?s)
    :precondition (and (dish ?d) (kitchen ?s) (at-waiter ?s) (ready ?d) (hands-free))
    :effect (and (carry ?d) (not (ready ?d)) (not (hands-free))))

  (:action bring
    :parameters (?d ?t)
    :precondition (and (dish ?d) (table ?t) (at-waiter ?t) (carry ?d) (order-placed ?t ?d))
    :effect (and (eating ?t ?d) (hands-free) (not (carry ?d)) (not (order-placed ?t ?d))))
)
