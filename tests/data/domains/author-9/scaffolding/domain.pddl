(define (domain scaffolding)
  (:requirements :strips :typing :equality)
  (:types bay tier worker part - object pole board ladder - part)
  (:predicates
    (is-ground ?t - tier)
    (next-up ?low ?high - tier)
    (worker-at ?w - worker ?b - bay ?t - tier)
    (adjacent-bays ?b1 ?b2 - bay)
    (erected ?b - bay ?t - tier)
    (boarded ?b - bay ?t - tier)
    (ladder-fixed ?l - ladder ?b - bay ?t - tier)
    (part-at ?p - part ?b - bay ?t - tier)
    (has-part ?w - worker ?p - part)
    (inspected ?b - bay ?t - tier)
    (may-inspect ?w - worker)
    (clipped-on ?w - worker))
  (:action clip-on
    :parameters (?w - worker)
    :precondition (and)
    :effect (clipped-on ?w))
  (:action unclip
    :parameters (?w - worker)
    :precondition (clipped-on ?w)
    :effect (not (clipped-on ?w)))
  (:action step-across
    :parameters (?w - worker ?b1 ?b2 - bay ?t - tier)
    :precondition (and (worker-at ?w ?b1 ?t) (adjacent-bays ?b1 ?b2) (boarded ?b2 ?t))
    :effect (and (worker-at ?w ?b2 ?t) (not (worker-at ?w ?b1 ?t))))
  (:action climb-ladder
    :parameters (?w - worker ?l - ladder ?b - bay ?low ?high - tier)
    :precondition (and (worker-at ?w ?b ?low) (next-up ?low ?high) (ladder-fixed ?l ?b ?low))
    :effect (and (worker-at ?w ?b ?high) (not (worker-at ?w ?b ?low))))
  (:action take-part
    :parameters (?w - worker ?p - part ?b - bay ?t - tier)
    :precondition (and (worker-at ?w ?b ?t) (part-at ?p ?b ?t))
    :effect (and (has-part ?w ?p) (not (part-at ?p ?b ?t))))
  (:action pass-up
    :parameters (?w1 ?w2 - worker ?p - part ?b - bay ?low ?high - tier)
    :precondition (and (has-part ?w1 ?p) (worker-at ?w1 ?b ?low) (worker-at ?w2 ?b ?high) (next-up ?low ?high))
    :effect (and (has-part ?w2 ?p) (not (has-part ?w1 ?p))))
  (:action erect
    :parameters (?w - worker ?p - pole ?b - bay ?low ?high - tier)
    :precondition (and (has-part ?w ?p) (worker-at ?w ?b ?low) (next-up ?low ?high) (clipped-on ?w))
    :effect (and (erected ?b ?high) (not (has-part ?w ?p))))
  (:action lay-board
    :parameters (?w - worker ?p - board ?b - bay ?low ?high - tier)
    :precondition (and (has-part ?w ?p) (worker-at ?w ?b ?low) (next-up ?low ?high) (erected ?b ?high))
    :effect (and (boarded ?b ?high) (not (has-part ?w ?p))))
  (:action fix-ladder
    :parameters (?w - worker ?l - ladder ?b - bay ?t - tier)
    :precondition (and (has-part ?w ?l) (worker-at ?w ?b ?t))
    :effect (and (ladder-fixed ?l ?b ?t) (not (has-part ?w ?l))))
  (:action inspect
    :parameters (?w - worker ?b - bay ?t - tier)
    :precondition (and (may-inspect ?w) (worker-at ?w ?b ?t))
    :effect (inspected ?b ?t)))
