(define (domain falconry)
  (:requirements :strips :typing :negative-preconditions)
  (:types man hawk prey perch)
  (:predicates
    (sits ?h - hawk ?p - perch)
    (onfist ?h - hawk ?m - man)
    (bare ?m - man)
    (hooded ?h - hawk)
    (aloft ?h - hawk)
    (answers ?h - hawk ?m - man)
    (hidden ?q - prey)
    (flushed ?q - prey)
    (took ?h - hawk ?q - prey))
  (:action takeup
    :parameters (?m - man ?h - hawk ?p - perch)
    :precondition (and (sits ?h ?p) (bare ?m))
    :effect (and (onfist ?h ?m) (not (sits ?h ?p)) (not (bare ?m))))
  (:action unhood
    :parameters (?m - man ?h - hawk)
    :precondition (and (onfist ?h ?m) (hooded ?h))
    :effect (not (hooded ?h)))
  (:action castoff
    :parameters (?m - man ?h - hawk)
    :precondition (and (onfist ?h ?m) (not (hooded ?h)))
    :effect (and (aloft ?h) (bare ?m) (not (onfist ?h ?m))))
  (:action beat
    :parameters (?m - man ?q - prey)
    :precondition (and (bare ?m) (hidden ?q))
    :effect (and (flushed ?q) (not (hidden ?q))))
  (:action stoop
    :parameters (?h - hawk ?q - prey)
    :precondition (and (aloft ?h) (flushed ?q))
    :effect (and (took ?h ?q) (not (flushed ?q))))
  (:action lure
    :parameters (?m - man ?h - hawk)
    :precondition (and (aloft ?h) (bare ?m) (answers ?h ?m))
    :effect (and (onfist ?h ?m) (not (aloft ?h)) (not (bare ?m))))
  (:action putdown
    :parameters (?m - man ?h - hawk ?p - perch)
    :precondition (onfist ?h ?m)
    :effect (and (sits ?h ?p) (bare ?m) (not (onfist ?h ?m)))))
