(define (domain fireworks)
  (:requirements :strips :negative-preconditions)
  (:predicates (shell ?s) (bore ?s ?m) (empty ?m) (down ?s ?m) (spare ?ch) (wired ?m ?ch)
    (live) (fieldclear) (shot ?s))
  (:action drop
    :parameters (?s ?m)
    :precondition (and (shell ?s) (bore ?s ?m) (empty ?m) (not (shot ?s)) (not (live)))
    :effect (and (down ?s ?m) (not (empty ?m))))
  (:action hook
    :parameters (?m ?ch)
    :precondition (and (empty ?m) (spare ?ch) (not (live)))
    :effect (and (wired ?m ?ch) (not (spare ?ch))))
  (:action clearfield
    :parameters ()
    :precondition (not (fieldclear))
    :effect (fieldclear))
  (:action keyon
    :parameters ()
    :precondition (and (fieldclear) (not (live)))
    :effect (live))
  (:action keyoff
    :parameters ()
    :precondition (live)
    :effect (not (live)))
  (:action press
    :parameters (?ch ?m ?s)
    :precondition (and (live) (wired ?m ?ch) (down ?s ?m))
    :effect (and (shot ?s) (empty ?m) (spare ?ch) (not (down ?s ?m)) (not (wired ?m ?ch)))))
