;; vineyard: one winegrower (implicit) working through the rows
(define (domain vineyard)
  (:requirements :strips)
  (:predicates (row ?x) (tool ?x) (barrel ?x)
               (at ?x) (next-to ?x ?y)
               (have ?x) (stored-at ?t ?x)
               (suitable-for-pruning ?t)
               (pruned ?x) (ripe ?x) (picked ?x)
               (pressed-into ?x ?b))
  (:action walk
    :parameters (?x ?y)
    :precondition (and (row ?x) (row ?y) (at ?x) (next-to ?x ?y))
    :effect (and (at ?y) (not (at ?x))))
  (:action take
    :parameters (?t ?x)
    :precondition (and (tool ?t) (row ?x) (at ?x) (stored-at ?t ?x))
    :effect (and (have ?t) (not (stored-at ?t ?x))))
  (:action prune
    :parameters (?x ?t)
    :precondition (and (row ?x) (tool ?t) (at ?x) (have ?t) (suitable-for-pruning ?t))
    :effect (and (pruned ?x)))
  (:action pick-grapes
    :parameters (?x)
    :precondition (and (row ?x) (at ?x) (pruned ?x) (ripe ?x))
    :effect (and (picked ?x) (not (ripe ?x))))
  (:action press
    :parameters (?x ?b)
    :precondition (and (row ?x) (barrel ?b) (picked ?x))
    :effect (and (pressed-into ?x ?b))))
