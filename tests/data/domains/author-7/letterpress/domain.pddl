; hand press with movable type
(define (domain letterpress)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types forme sheet colour press)
  (:predicates
    (composed ?f - forme)
    (proofread ?f - forme)
    (locked-up ?f - forme ?p - press)
    (press-empty ?p - press)
    (inked ?p - press ?c - colour)
    (ink-clean ?p - press)
    (blank ?s - sheet)
    (laid ?s - sheet ?p - press)
    (printed ?s - sheet ?f - forme ?c - colour)
    (drying ?s - sheet)
    (loose ?s - sheet))
  (:action compose
    :parameters (?f - forme)
    :precondition (not (composed ?f))
    :effect (composed ?f))
  (:action proof
    :parameters (?f - forme)
    :precondition (composed ?f)
    :effect (proofread ?f))
  (:action lock-up
    :parameters (?f - forme ?p - press)
    :precondition (and (proofread ?f) (press-empty ?p))
    :effect (and (locked-up ?f ?p) (not (press-empty ?p))))
  (:action unlock
    :parameters (?f - forme ?p - press)
    :precondition (locked-up ?f ?p)
    :effect (and (press-empty ?p) (not (locked-up ?f ?p))))
  (:action ink
    :parameters (?p - press ?c - colour)
    :precondition (ink-clean ?p)
    :effect (and (inked ?p ?c) (not (ink-clean ?p))))
  (:action change-ink
    :parameters (?p - press ?old ?new - colour)
    :precondition (and (inked ?p ?old) (not (= ?old ?new)))
    :effect (and (inked ?p ?new) (not (inked ?p ?old))))
  (:action lay-sheet
    :parameters (?s - sheet ?p - press)
    :precondition (and (loose ?s) (not (drying ?s)))
    :effect (and (laid ?s ?p) (not (loose ?s))))
  (:action pull
    :parameters (?s - sheet ?f - forme ?c - colour ?p - press)
    :precondition (and (laid ?s ?p) (locked-up ?f ?p) (inked ?p ?c))
    :effect (and (printed ?s ?f ?c) (not (blank ?s)) (not (laid ?s ?p)) (loose ?s) (drying ?s)))
  (:action hang-to-dry
    :parameters (?s - sheet)
    :precondition (and (loose ?s) (drying ?s))
    :effect (not (drying ?s))))
