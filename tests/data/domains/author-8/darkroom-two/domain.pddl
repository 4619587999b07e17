(define (domain darkroom-two)
  (:requirements :strips :typing :negative-preconditions)
  (:types film tank bath)
  (:predicates
    (light-on)
    (in-canister ?f - film)
    (loaded ?f - film ?t - tank)
    (drained ?t - tank)
    (holds ?t - tank ?b - bath)
    (due ?f - film ?b - bath)
    (before ?b ?n - bath)
    (last ?b - bath)
    (hung ?f - film))
  (:action lights-out
    :parameters ()
    :precondition (light-on)
    :effect (not (light-on)))
  (:action lights-up
    :parameters ()
    :precondition (not (light-on))
    :effect (light-on))
  (:action load-reel
    :parameters (?f - film ?t - tank)
    :precondition (and (not (light-on)) (in-canister ?f) (drained ?t))
    :effect (and (loaded ?f ?t) (not (in-canister ?f))))
  (:action pour
    :parameters (?b - bath ?t - tank)
    :precondition (drained ?t)
    :effect (and (holds ?t ?b) (not (drained ?t))))
  (:action drain
    :parameters (?b - bath ?t - tank)
    :precondition (holds ?t ?b)
    :effect (and (drained ?t) (not (holds ?t ?b))))
  (:action soak
    :parameters (?f - film ?t - tank ?b ?n - bath)
    :precondition (and (loaded ?f ?t) (holds ?t ?b) (due ?f ?b) (before ?b ?n))
    :effect (and (due ?f ?n) (not (due ?f ?b))))
  (:action hang
    :parameters (?f - film ?t - tank ?b - bath)
    :precondition (and (light-on) (loaded ?f ?t) (drained ?t) (due ?f ?b) (last ?b))
    :effect (and (hung ?f) (not (loaded ?f ?t)))))
