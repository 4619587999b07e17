(define (domain waiter)
  (:requirements :strips :typing)
  (:types table guest dish)
  (:predicates
    (sitsat ?g - guest ?t - table)
    (waiting ?g - guest)
    (wants ?g - guest ?d - dish)
    (tableclear ?t - table)
    (hasmenu ?g - guest)
    (ordered ?g - guest ?d - dish)
    (ontray ?d - dish)
    (onpass ?d - dish)
    (isserved ?g - guest)
    (haspaid ?g - guest))
  (:action seatguest
    :parameters (?g - guest ?t - table)
    :precondition (and (waiting ?g) (tableclear ?t))
    :effect (and (sitsat ?g ?t) (not (waiting ?g)) (not (tableclear ?t))))
  (:action givemenu
    :parameters (?g - guest ?t - table)
    :precondition (sitsat ?g ?t)
    :effect (hasmenu ?g))
  (:action takeorder
    :parameters (?g - guest ?d - dish)
    :precondition (and (hasmenu ?g) (wants ?g ?d))
    :effect (and (ordered ?g ?d) (onpass ?d) (not (hasmenu ?g))))
  (:action pickupdish
    :parameters (?d - dish)
    :precondition (onpass ?d)
    :effect (and (ontray ?d) (not (onpass ?d))))
  (:action serve
    :parameters (?g - guest ?d - dish ?t - table)
    :precondition (and (sitsat ?g ?t) (ordered ?g ?d) (ontray ?d))
    :effect (and (isserved ?g) (not (ontray ?d)) (not (ordered ?g ?d))))
  (:action collectbill
    :parameters (?g - guest ?t - table)
    :precondition (and (sitsat ?g ?t) (isserved ?g))
    :effect (and (haspaid ?g) (tableclear ?t) (not (sitsat ?g ?t)))))
