; What lies in a suitcase moves with it: an effect for all things, each under a condition.
(define (domain suitcase)
  (:requirements :adl)
  (:types place - object thing - object)
  (:predicates (case-at ?p - place) (at ?t - thing ?p - place) (inside ?t - thing) (fragile ?t - thing)
               (broken ?t - thing))
  (:action carry
    :parameters (?from ?to - place)
    :precondition (case-at ?from)
    :effect (and (not (case-at ?from)) (case-at ?to)
                 (forall (?t - thing)
                   (when (inside ?t) (and (not (at ?t ?from)) (at ?t ?to))))))
  (:action put-in
    :parameters (?t - thing ?p - place)
    :precondition (and (at ?t ?p) (case-at ?p) (not (inside ?t))
                       (imply (fragile ?t) (not (exists (?other - thing) (inside ?other)))))
    :effect (inside ?t))
  (:action tip-out
    :parameters (?p - place)
    :precondition (and (case-at ?p) (exists (?t - thing) (inside ?t)))
    :effect (forall (?t - thing)
              (and (not (inside ?t)) (when (and (fragile ?t) (inside ?t)) (broken ?t)))))
  (:action take-out
    :parameters (?t - thing)
    :precondition (inside ?t)
    :effect (not (inside ?t))))
