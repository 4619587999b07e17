(define (domain paperwork)
  (:requirements :strips :typing)
  (:types entity thing - object
          clerk desk - entity
          form stamp - thing)
  (:predicates
    (lies_on ?x - thing ?d - desk)
    (sits_at ?c - clerk ?d - desk)
    (holds ?c - clerk ?x - thing)
    (filled_in ?f - form)
    (signed_by ?f - form ?c - clerk)
    (stamped ?f - form ?s - stamp)
    (may_sign ?c - clerk ?f - form)
    (passes_to ?d1 ?d2 - desk)
    (archived ?f - form))
  (:action pick_up
    :parameters (?c - clerk ?x - thing ?d - desk)
    :precondition (and (sits_at ?c ?d) (lies_on ?x ?d))
    :effect (and (holds ?c ?x) (not (lies_on ?x ?d))))
  (:action lay_down
    :parameters (?c - clerk ?x - thing ?d - desk)
    :precondition (and (sits_at ?c ?d) (holds ?c ?x))
    :effect (and (lies_on ?x ?d) (not (holds ?c ?x))))
  (:action fill_in
    :parameters (?c - clerk ?f - form)
    :precondition (holds ?c ?f)
    :effect (filled_in ?f))
  (:action sign
    :parameters (?c - clerk ?f - form)
    :precondition (and (holds ?c ?f) (may_sign ?c ?f) (filled_in ?f))
    :effect (signed_by ?f ?c))
  (:action stamp_form
    :parameters (?c1 ?c2 - clerk ?f - form ?s - stamp)
    :precondition (and (holds ?c1 ?f) (holds ?c1 ?s) (signed_by ?f ?c2))
    :effect (stamped ?f ?s))
  (:action slide_over
    :parameters (?x - thing ?d1 ?d2 - desk)
    :precondition (and (lies_on ?x ?d1) (passes_to ?d1 ?d2))
    :effect (and (lies_on ?x ?d2) (not (lies_on ?x ?d1))))
  (:action file_away
    :parameters (?c - clerk ?f - form ?s - stamp)
    :precondition (and (holds ?c ?f) (stamped ?f ?s))
    :effect (and (archived ?f) (not (holds ?c ?f)))))
