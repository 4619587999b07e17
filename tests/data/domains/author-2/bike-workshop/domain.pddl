; Bicycle service, from chapter 4 ("Our first STRIPS domain")
(define (domain bike-workshop)
  (:requirements :strips)
  (:predicates
    (bike ?x) (part ?x) (tool ?x) (stand ?x)
    (clamped ?b ?s) (stand-empty ?s) (on-floor ?b)
    (fitted ?p ?b) (off ?p) (spare ?p)
    (worn ?p) (ok ?p)
    (same-kind ?p1 ?p2)
    (needs-tool ?p ?t)
    (tool-in-hand ?t) (tool-on-wall ?t) (hand-empty)
    (slot-open ?p ?b))

  (:action clamp-bike
    :parameters (?b ?s)
    :precondition (and (bike ?b) (stand ?s) (on-floor ?b) (stand-empty ?s))
    :effect (and (clamped ?b ?s) (not (on-floor ?b)) (not (stand-empty ?s))))

  (:action release-bike
    :parameters (?b ?s)
    :precondition (and (bike ?b) (stand ?s) (clamped ?b ?s))
    :effect (and (on-floor ?b) (stand-empty ?s) (not (clamped ?b ?s))))

  (:action grab-tool
    :parameters (?t)
    :precondition (and (tool ?t) (tool-on-wall ?t) (hand-empty))
    :effect (and (tool-in-hand ?t) (not (tool-on-wall ?t)) (not (hand-empty))))

  (:action hang-tool
    :parameters (?t)
    :precondition (and (tool ?t) (tool-in-hand ?t))
    :effect (and (tool-on-wall ?t) (hand-empty) (not (tool-in-hand ?t))))

  (:action remove-part
    :parameters (?p ?b ?s ?t)
    :precondition (and (part ?p) (bike ?b) (stand ?s) (tool ?t)
                       (clamped ?b ?s) (fitted ?p ?b) (needs-tool ?p ?t) (tool-in-hand ?t))
    :effect (and (off ?p) (slot-open ?p ?b) (not (fitted ?p ?b))))

  (:action fit-part
    :parameters (?new ?old ?b ?s ?t)
    :precondition (and (part ?new) (part ?old) (bike ?b) (stand ?s) (tool ?t)
                       (clamped ?b ?s) (spare ?new) (ok ?new) (same-kind ?new ?old)
                       (slot-open ?old ?b) (needs-tool ?new ?t) (tool-in-hand ?t))
    :effect (and (fitted ?new ?b) (not (spare ?new)) (not (slot-open ?old ?b))))
)
