(define (domain qubit-mapping)
  (:requirements :typing :action-costs)
  (:types lqubit pqubit gate)
  (:predicates
    (mapped ?l - lqubit ?p - pqubit)
    (unmapped ?l - lqubit)
    (avail ?p - pqubit)
    (coupled ?p1 ?p2 - pqubit)
    (rz-gate ?g - gate ?l - lqubit)
    (cnot-gate ?g - gate ?ctl ?tgt - lqubit)
    (depends ?g ?pre - gate)
    (indep ?g - gate)
    (pending ?g - gate)
    (done ?g - gate))
  (:functions (total-cost) - number)

  (:action init-map
    :parameters (?l - lqubit ?p - pqubit)
    :precondition (and (unmapped ?l) (avail ?p))
    :effect (and (mapped ?l ?p) (not (unmapped ?l)) (not (avail ?p)) (increase (total-cost) 0)))

  (:action swap
    :parameters (?l1 ?l2 - lqubit ?p1 ?p2 - pqubit)
    :precondition (and (mapped ?l1 ?p1) (mapped ?l2 ?p2) (coupled ?p1 ?p2))
    :effect (and (mapped ?l1 ?p2) (mapped ?l2 ?p1) (not (mapped ?l1 ?p1)) (not (mapped ?l2 ?p2))
                 (increase (total-cost) 3)))

  (:action shift
    :parameters (?l - lqubit ?p1 ?p2 - pqubit)
    :precondition (and (mapped ?l ?p1) (avail ?p2) (coupled ?p1 ?p2))
    :effect (and (mapped ?l ?p2) (avail ?p1) (not (mapped ?l ?p1)) (not (avail ?p2))
                 (increase (total-cost) 3)))

  (:action apply-rz
    :parameters (?g ?pre - gate ?l - lqubit ?p - pqubit)
    :precondition (and (rz-gate ?g ?l) (pending ?g) (depends ?g ?pre) (done ?pre) (mapped ?l ?p))
    :effect (and (done ?g) (not (pending ?g)) (increase (total-cost) 1)))

  (:action apply-cnot-first
    :parameters (?g - gate ?l1 ?l2 - lqubit ?p1 ?p2 - pqubit)
    :precondition (and (cnot-gate ?g ?l1 ?l2) (pending ?g) (indep ?g)
                       (mapped ?l1 ?p1) (mapped ?l2 ?p2) (coupled ?p1 ?p2))
    :effect (and (done ?g) (not (pending ?g)) (increase (total-cost) 1)))

  (:action apply-cnot-after
    :parameters (?g ?pre - gate ?l1 ?l2 - lqubit ?p1 ?p2 - pqubit)
    :precondition (and (cnot-gate ?g ?l1 ?l2) (pending ?g) (depends ?g ?pre) (done ?pre)
                       (mapped ?l1 ?p1) (mapped ?l2 ?p2) (coupled ?p1 ?p2))
    :effect (and (done ?g) (not (pending ?g)) (increase (total-cost) 1)))
)
