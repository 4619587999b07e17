;; Rigging lamps on the bars above a stage
(define (domain stage-lights)
  (:requirements :strips :typing)
  (:types lamp bar filter socket)
  (:predicates
    (bar-down ?b - bar)
    (bar-up ?b - bar)
    (stored ?l - lamp)
    (hung ?l - lamp ?b - bar)
    (on-bar ?s - socket ?b - bar)
    (unused ?s - socket)
    (plugged ?l - lamp ?s - socket)
    (can-hold ?l - lamp ?f - filter)
    (spare ?f - filter)
    (gelled ?l - lamp ?f - filter)
    (focused ?l - lamp)
  )
  (:action lower-bar
    :parameters (?b - bar)
    :precondition (bar-up ?b)
    :effect (and (bar-down ?b) (not (bar-up ?b))))
  (:action raise-bar
    :parameters (?b - bar)
    :precondition (bar-down ?b)
    :effect (and (bar-up ?b) (not (bar-down ?b))))
  (:action hang
    :parameters (?l - lamp ?b - bar)
    :precondition (and (stored ?l) (bar-down ?b))
    :effect (and (hung ?l ?b) (not (stored ?l))))
  (:action plug-in
    :parameters (?l - lamp ?s - socket ?b - bar)
    :precondition (and (hung ?l ?b) (on-bar ?s ?b) (unused ?s) (bar-down ?b))
    :effect (and (plugged ?l ?s) (not (unused ?s))))
  (:action insert-filter
    :parameters (?l - lamp ?f - filter ?b - bar)
    :precondition (and (hung ?l ?b) (bar-down ?b) (can-hold ?l ?f) (spare ?f))
    :effect (and (gelled ?l ?f) (not (spare ?f))))
  (:action focus
    :parameters (?l - lamp ?s - socket ?b - bar)
    :precondition (and (hung ?l ?b) (plugged ?l ?s) (on-bar ?s ?b) (bar-up ?b))
    :effect (focused ?l))
)
