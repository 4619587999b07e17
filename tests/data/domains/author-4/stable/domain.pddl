(define (domain stable)
  (:requirements :strips)
  (:predicates
    (horse ?h) (rider ?r) (saddle ?s)
    (in-box ?h ?b)
    (in-yard ?h)
    (tied-up ?h)
    (brushed ?h)
    (wears ?h ?s)
    (on-rack ?s)
    (saddle-for ?s ?h)
    (allowed-to-ride ?r ?h)
    (mounted ?r ?h))
  (:action lead-out
    :parameters (?h ?b)
    :precondition (and (horse ?h) (in-box ?h ?b))
    :effect (and (in-yard ?h) (not (in-box ?h ?b))))
  (:action tie-up
    :parameters (?h)
    :precondition (and (horse ?h) (in-yard ?h))
    :effect (tied-up ?h))
  (:action untie
    :parameters (?h)
    :precondition (and (horse ?h) (tied-up ?h))
    :effect (not (tied-up ?h)))
  (:action brush
    :parameters (?r ?h)
    :precondition (and (rider ?r) (horse ?h) (tied-up ?h))
    :effect (brushed ?h))
  (:action saddle-up
    :parameters (?r ?h ?s)
    :precondition (and (rider ?r) (horse ?h) (saddle ?s) (brushed ?h) (tied-up ?h) (on-rack ?s) (saddle-for ?s ?h))
    :effect (and (wears ?h ?s) (not (on-rack ?s))))
  (:action mount
    :parameters (?r ?h ?s)
    :precondition (and (rider ?r) (horse ?h) (saddle ?s) (wears ?h ?s) (allowed-to-ride ?r ?h))
    :effect (mounted ?r ?h)))
