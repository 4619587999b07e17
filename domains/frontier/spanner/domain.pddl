; Spanner: a man walks a one-way path to a gate and picks up spanners on the way; each spanner tightens
; one of the loose nuts that wait at the gate.

(define (domain spanner)
  (:requirements :strips :typing)

  (:types location locatable - object
          man nut spanner - locatable)

  (:predicates
    (at ?m - locatable ?l - location)
    (carrying ?m - man ?s - spanner)
    (usable ?s - spanner)
    (link ?l1 ?l2 - location)           ; from the first to the second, and not back
    (tightened ?n - nut)
    (loose ?n - nut)
  )

  (:action walk
    :parameters (?start ?end - location ?m - man)
    :precondition (and (at ?m ?start) (link ?start ?end))
    :effect (and (at ?m ?end) (not (at ?m ?start))))

  (:action pickup_spanner
    :parameters (?l - location ?s - spanner ?m - man)
    :precondition (and (at ?m ?l) (at ?s ?l))
    :effect (and (carrying ?m ?s) (not (at ?s ?l))))

  (:action tighten_nut
    :parameters (?l - location ?s - spanner ?m - man ?n - nut)
    :precondition (and (at ?m ?l) (at ?n ?l) (carrying ?m ?s) (usable ?s) (loose ?n))
    :effect (and (tightened ?n) (not (loose ?n)) (not (usable ?s))))
)
