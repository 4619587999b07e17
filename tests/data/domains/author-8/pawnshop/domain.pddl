(define (domain pawnshop)
  (:requirements :strips)
  (:predicates (broker ?b) (customer ?c) (has ?c ?x) (flush ?c) (valued ?x) (ticket ?c ?x)
    (in_safe ?x) (forfeit ?x) (in_window ?x))
  (:action appraise
    :parameters (?b ?c ?x)
    :precondition (and (broker ?b) (customer ?c) (has ?c ?x))
    :effect (valued ?x))
  (:action pledge
    :parameters (?c ?x)
    :precondition (and (customer ?c) (has ?c ?x) (valued ?x))
    :effect (and (ticket ?c ?x) (in_safe ?x) (flush ?c) (not (has ?c ?x))))
  (:action redeem
    :parameters (?c ?x)
    :precondition (and (ticket ?c ?x) (in_safe ?x) (flush ?c))
    :effect (and (has ?c ?x) (not (ticket ?c ?x)) (not (in_safe ?x)) (not (flush ?c))))
  (:action run_out
    :parameters (?c ?x)
    :precondition (and (ticket ?c ?x) (in_safe ?x))
    :effect (and (forfeit ?x) (not (ticket ?c ?x))))
  (:action put_out
    :parameters (?b ?x)
    :precondition (and (broker ?b) (forfeit ?x) (in_safe ?x))
    :effect (and (in_window ?x) (not (in_safe ?x))))
  (:action buy
    :parameters (?c ?x)
    :precondition (and (customer ?c) (in_window ?x) (flush ?c))
    :effect (and (has ?c ?x) (not (in_window ?x)) (not (forfeit ?x)) (not (flush ?c)))))
