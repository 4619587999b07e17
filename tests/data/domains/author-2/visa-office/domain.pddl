;; Getting a residence permit abroad. Any resemblance to real offices is intended.
(define (domain visa-office)
  (:requirements :adl :typing)
  (:types citizen document window - object
          form certificate photo permit - document)
  (:predicates
    (at-window ?c - citizen ?w - window)
    (in-hall ?c - citizen)
    (has-ticket ?c - citizen)
    (window-busy ?w - window)
    (handles ?w - window ?d - document)
    (requires ?d1 - document ?d2 - document)
    (has-doc ?c - citizen ?d - document)
    (filled ?c - citizen ?f - form)
    (stamped ?c - citizen ?d - document)
    (fee-due ?d - document)
    (fee-paid ?c - citizen ?d - document))

  (:action take-ticket
    :parameters (?c - citizen)
    :precondition (and (in-hall ?c) (not (has-ticket ?c)))
    :effect (has-ticket ?c))

  (:action go-to-window
    :parameters (?c - citizen ?w - window)
    :precondition (and (in-hall ?c) (has-ticket ?c) (not (window-busy ?w)))
    :effect (and (at-window ?c ?w) (window-busy ?w)
                 (not (in-hall ?c)) (not (has-ticket ?c))))

  (:action leave-window
    :parameters (?c - citizen ?w - window)
    :precondition (at-window ?c ?w)
    :effect (and (in-hall ?c) (not (at-window ?c ?w)) (not (window-busy ?w))))

  (:action use-photo-booth
    :parameters (?c - citizen ?p - photo)
    :precondition (in-hall ?c)
    :effect (has-doc ?c ?p))

  (:action fill-in-form
    :parameters (?c - citizen ?f - form)
    :precondition (and (in-hall ?c) (has-doc ?c ?f))
    :effect (filled ?c ?f))

  (:action pay-fee
    :parameters (?c - citizen ?w - window ?d - document)
    :precondition (and (at-window ?c ?w) (handles ?w ?d) (fee-due ?d))
    :effect (fee-paid ?c ?d))

  (:action get-stamp
    :parameters (?c - citizen ?w - window ?f - form)
    :precondition (and (at-window ?c ?w) (handles ?w ?f) (has-doc ?c ?f) (filled ?c ?f))
    :effect (stamped ?c ?f))

  (:action issue-document
    :parameters (?c - citizen ?w - window ?d - document)
    :precondition (and (at-window ?c ?w) (handles ?w ?d)
                       (imply (fee-due ?d) (fee-paid ?c ?d))
                       (forall (?r - document)
                          (imply (requires ?d ?r) (has-doc ?c ?r)))
                       (forall (?f - form)
                          (imply (requires ?d ?f) (stamped ?c ?f))))
    :effect (has-doc ?c ?d))
)
