(define (domain branch-library)
  (:requirements :strips :typing :negative-preconditions)
  (:types reader book shelf)
  (:predicates
    (member ?r - reader)
    (owes-fine ?r - reader)
    (on-shelf ?b - book ?s - shelf)
    (home-shelf ?b - book ?s - shelf)
    (lent-to ?b - book ?r - reader)
    (reserved-for ?b - book ?r - reader)
    (on-trolley ?b - book)
    (may-borrow ?r - reader ?b - book))
  (:action register
    :parameters (?r - reader)
    :precondition (not (member ?r))
    :effect (member ?r))
  (:action pay-fine
    :parameters (?r - reader)
    :precondition (owes-fine ?r)
    :effect (not (owes-fine ?r)))
  (:action reserve
    :parameters (?b - book ?r - reader)
    :precondition (and (member ?r) (may-borrow ?r ?b))
    :effect (reserved-for ?b ?r))
  (:action check-out
    :parameters (?b - book ?r - reader ?s - shelf)
    :precondition (and (member ?r) (not (owes-fine ?r)) (reserved-for ?b ?r) (on-shelf ?b ?s))
    :effect (and (lent-to ?b ?r) (not (on-shelf ?b ?s)) (not (reserved-for ?b ?r))))
  (:action give-back
    :parameters (?b - book ?r - reader)
    :precondition (lent-to ?b ?r)
    :effect (and (on-trolley ?b) (not (lent-to ?b ?r))))
  (:action reshelve
    :parameters (?b - book ?s - shelf)
    :precondition (and (on-trolley ?b) (home-shelf ?b ?s))
    :effect (and (on-shelf ?b ?s) (not (on-trolley ?b)))))
