(define (domain tattoo_parlour)
  (:requirements :strips :typing :negative-preconditions)
  (:types client design needle)
  (:predicates
    (wants ?c - client ?d - design)
    (in_chair ?c - client)
    (chair_empty)
    (stencil_on ?c - client ?d - design)
    (sterile ?n - needle)
    (fitted ?n - needle)
    (gun_empty)
    (calls_for ?d - design ?n - needle)
    (tattooed ?c - client ?d - design))
  (:action seat
    :parameters (?c - client)
    :precondition (chair_empty)
    :effect (and (in_chair ?c) (not (chair_empty))))
  (:action send_off
    :parameters (?c - client)
    :precondition (in_chair ?c)
    :effect (and (chair_empty) (not (in_chair ?c))))
  (:action autoclave
    :parameters (?n - needle)
    :precondition (and (not (sterile ?n)) (not (fitted ?n)))
    :effect (sterile ?n))
  (:action fit_needle
    :parameters (?n - needle)
    :precondition (gun_empty)
    :effect (and (fitted ?n) (not (gun_empty))))
  (:action remove_needle
    :parameters (?n - needle)
    :precondition (fitted ?n)
    :effect (and (gun_empty) (not (fitted ?n))))
  (:action transfer
    :parameters (?c - client ?d - design)
    :precondition (and (in_chair ?c) (wants ?c ?d))
    :effect (stencil_on ?c ?d))
  (:action ink
    :parameters (?c - client ?d - design ?n - needle)
    :precondition (and (in_chair ?c) (stencil_on ?c ?d) (fitted ?n) (sterile ?n) (calls_for ?d ?n))
    :effect (and (tattooed ?c ?d) (not (stencil_on ?c ?d)) (not (sterile ?n)))))
