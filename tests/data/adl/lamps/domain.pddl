; A switch turns each lamp on its wires over; it works with power, or next to a lamp that is lit.
(define (domain lamps)
  (:requirements :adl)
  (:types switch lamp)
  (:predicates (wired ?s - switch ?l - lamp) (lit ?l - lamp) (powered ?s - switch)
               (beside ?l - lamp ?s - switch) (locked))
  (:action press
    :parameters (?s - switch)
    :precondition (and (not (locked))
                       (or (powered ?s) (exists (?l - lamp) (and (beside ?l ?s) (lit ?l)))))
    :effect (forall (?l - lamp)
              (and (when (and (wired ?s ?l) (lit ?l)) (not (lit ?l)))
                   (when (and (wired ?s ?l) (not (lit ?l))) (lit ?l)))))
  (:action lock
    :parameters ()
    :precondition (forall (?l - lamp) (imply (exists (?s - switch) (wired ?s ?l)) (lit ?l)))
    :effect (locked)))
