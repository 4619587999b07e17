; Mending a flat on a bicycle
(define (domain bike-puncture)
  (:requirements :strips :typing :negative-preconditions)
  (:types wheel tube spanner)
  (:predicates
    (on-bike ?w - wheel)
    (nuts-tight ?w - wheel)
    (tyre-seated ?w - wheel)
    (tube-in ?t - tube ?w - wheel)
    (empty ?w - wheel)
    (loose ?t - tube)
    (punctured ?t - tube)
    (inflated ?t - tube)
    (fits ?s - spanner ?w - wheel)
    (have-patch)
  )
  (:action loosen-nuts
    :parameters (?w - wheel ?s - spanner)
    :precondition (and (on-bike ?w) (nuts-tight ?w) (fits ?s ?w))
    :effect (not (nuts-tight ?w)))
  (:action tighten-nuts
    :parameters (?w - wheel ?s - spanner)
    :precondition (and (on-bike ?w) (not (nuts-tight ?w)) (fits ?s ?w))
    :effect (nuts-tight ?w))
  (:action take-off
    :parameters (?w - wheel)
    :precondition (and (on-bike ?w) (not (nuts-tight ?w)))
    :effect (not (on-bike ?w)))
  (:action put-back
    :parameters (?w - wheel)
    :precondition (and (not (on-bike ?w)) (tyre-seated ?w))
    :effect (on-bike ?w))
  (:action lever-tyre
    :parameters (?w - wheel ?t - tube)
    :precondition (and (not (on-bike ?w)) (tyre-seated ?w) (tube-in ?t ?w) (not (inflated ?t)))
    :effect (not (tyre-seated ?w)))
  (:action pull-out-tube
    :parameters (?t - tube ?w - wheel)
    :precondition (and (tube-in ?t ?w) (not (tyre-seated ?w)))
    :effect (and (not (tube-in ?t ?w)) (empty ?w) (loose ?t)))
  (:action patch-tube
    :parameters (?t - tube)
    :precondition (and (punctured ?t) (loose ?t) (have-patch))
    :effect (and (not (punctured ?t)) (not (have-patch))))
  (:action fit-tube
    :parameters (?t - tube ?w - wheel)
    :precondition (and (loose ?t) (empty ?w) (not (tyre-seated ?w)) (not (inflated ?t)))
    :effect (and (tube-in ?t ?w) (not (loose ?t)) (not (empty ?w)) (tyre-seated ?w)))
  (:action pump
    :parameters (?t - tube ?w - wheel)
    :precondition (and (tube-in ?t ?w) (tyre-seated ?w) (not (punctured ?t)) (not (inflated ?t)))
    :effect (inflated ?t))
)
