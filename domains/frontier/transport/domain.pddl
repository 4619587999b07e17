; Transport: vehicles drive along roads, and pick up and drop packages, as many at a time as they have
; room for.

(define (domain transport)
  (:requirements :strips :typing)

  (:types location locatable size - object
          vehicle package - locatable)

  (:predicates
    (road ?l1 ?l2 - location)
    (at ?x - locatable ?v - location)
    (in ?x - package ?v - vehicle)
    (capacity ?v - vehicle ?s1 - size)              ; the room that is left
    (capacity-predecessor ?s1 ?s2 - size)           ; the second is one more
  )

  (:action drive
    :parameters (?v - vehicle ?l1 ?l2 - location)
    :precondition (and (at ?v ?l1) (road ?l1 ?l2))
    :effect (and (at ?v ?l2) (not (at ?v ?l1))))

  (:action pick-up
    :parameters (?v - vehicle ?l - location ?p - package ?s1 ?s2 - size)
    :precondition (and
      (at ?v ?l) (at ?p ?l) (capacity ?v ?s2) (capacity-predecessor ?s1 ?s2))
    :effect (and
      (in ?p ?v) (capacity ?v ?s1)
      (not (at ?p ?l)) (not (capacity ?v ?s2))))

  (:action drop
    :parameters (?v - vehicle ?l - location ?p - package ?s1 ?s2 - size)
    :precondition (and
      (at ?v ?l) (in ?p ?v) (capacity ?v ?s1) (capacity-predecessor ?s1 ?s2))
    :effect (and
      (at ?p ?l) (capacity ?v ?s2)
      (not (in ?p ?v)) (not (capacity ?v ?s1))))
)
