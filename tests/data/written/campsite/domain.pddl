(define (domain campsite)
  (:requirements :strips)
  (:predicates
    (spot ?x) (item ?x)
    (at ?x)
    (lies ?i ?s)
    (have ?i)
    (trail ?a ?b)
    (flat ?s)
    (is-tent ?i) (is-wood ?i) (is-match ?i)
    (pitched ?i ?s)
    (fire-at ?s))
  (:action hike
    :parameters (?a ?b)
    :precondition (and (spot ?a) (spot ?b) (at ?a) (trail ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action grab
    :parameters (?i ?s)
    :precondition (and (item ?i) (spot ?s) (at ?s) (lies ?i ?s))
    :effect (and (have ?i) (not (lies ?i ?s))))
  (:action leave
    :parameters (?i ?s)
    :precondition (and (item ?i) (spot ?s) (at ?s) (have ?i))
    :effect (and (lies ?i ?s) (not (have ?i))))
  (:action pitch
    :parameters (?i ?s)
    :precondition (and (is-tent ?i) (have ?i) (at ?s) (flat ?s))
    :effect (and (pitched ?i ?s) (not (have ?i))))
  (:action light-fire
    :parameters (?w ?m ?s)
    :precondition (and (is-wood ?w) (is-match ?m) (lies ?w ?s) (have ?m) (at ?s))
    :effect (and (fire-at ?s) (not (have ?m)) (not (lies ?w ?s)))))
