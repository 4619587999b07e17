(define (domain groundstation)
  (:requirements :strips :typing)
  (:types sat antenna band dataset)
  (:predicates
    (visible ?s - sat ?a - antenna)
    (tracking ?a - antenna ?s - sat)
    (idle ?a - antenna)
    (supports ?a - antenna ?b - band)
    (transmits-on ?s - sat ?b - band)
    (tuned ?a - antenna ?b - band)
    (link-up ?s - sat ?a - antenna)
    (onboard ?d - dataset ?s - sat)
    (received ?d - dataset)
    (archived ?d - dataset))
  (:action acquire-signal
    :parameters (?a - antenna ?s - sat)
    :precondition (and (idle ?a) (visible ?s ?a))
    :effect (and (tracking ?a ?s) (not (idle ?a))))
  (:action tune
    :parameters (?a - antenna ?b1 ?b2 - band)
    :precondition (and (tuned ?a ?b1) (supports ?a ?b2))
    :effect (and (tuned ?a ?b2) (not (tuned ?a ?b1))))
  (:action establish-link
    :parameters (?a - antenna ?s - sat ?b - band)
    :precondition (and (tracking ?a ?s) (transmits-on ?s ?b) (tuned ?a ?b))
    :effect (link-up ?s ?a))
  (:action downlink
    :parameters (?d - dataset ?s - sat ?a - antenna)
    :precondition (and (onboard ?d ?s) (link-up ?s ?a))
    :effect (and (received ?d) (not (onboard ?d ?s))))
  (:action release
    :parameters (?a - antenna ?s - sat)
    :precondition (tracking ?a ?s)
    :effect (and (idle ?a) (not (tracking ?a ?s)) (not (link-up ?s ?a))))
  (:action archive
    :parameters (?d - dataset)
    :precondition (received ?d)
    :effect (archived ?d)))
