; tailor shop -- no types, everything as unary preds
(define (domain tailor)
  (:requirements :strips)
  (:predicates
    (fabric ?f) (garm ?g) (thr ?t) (cust ?c)
    (measured ?c)
    (ordered-by ?g ?c)
    (cut-for ?f ?g)
    (col-match ?t ?f)
    (in-needle ?t) (needle-empty)
    (sewn ?g)
    (delivered ?g ?c))
  (:action measure
    :parameters (?c)
    :precondition (cust ?c)
    :effect (measured ?c))
  (:action cut
    :parameters (?f ?g ?c)
    :precondition (and (fabric ?f) (garm ?g) (cust ?c) (measured ?c) (ordered-by ?g ?c))
    :effect (cut-for ?f ?g))
  (:action thread-needle
    :parameters (?t)
    :precondition (and (thr ?t) (needle-empty))
    :effect (and (in-needle ?t) (not (needle-empty))))
  (:action unthread
    :parameters (?t)
    :precondition (and (thr ?t) (in-needle ?t))
    :effect (and (needle-empty) (not (in-needle ?t))))
  (:action sew
    :parameters (?g ?f ?t)
    :precondition (and (garm ?g) (fabric ?f) (thr ?t) (cut-for ?f ?g) (in-needle ?t) (col-match ?t ?f))
    :effect (sewn ?g))
  (:action hand-over
    :parameters (?g ?c)
    :precondition (and (garm ?g) (cust ?c) (sewn ?g) (ordered-by ?g ?c))
    :effect (delivered ?g ?c)))
