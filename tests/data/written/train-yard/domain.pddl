(define (domain train-yard)
  (:requirements :strips :typing)
  (:types track wagon loco)
  (:predicates
    (loco-on ?l - loco ?t - track)
    (parked ?w - wagon ?t - track)
    (coupled ?w - wagon ?l - loco)
    (no-wagon ?l - loco)
    (vacant ?t - track)
    (connected ?t1 ?t2 - track)
    (points-set ?t1 ?t2 - track)
    (switchable ?t1 ?t2 ?t3 - track))
  ;; throwing the points re-routes t1 from t2 to t3
  (:action throw-points
    :parameters (?t1 ?t2 ?t3 - track)
    :precondition (and (switchable ?t1 ?t2 ?t3) (points-set ?t1 ?t2))
    :effect (and (points-set ?t1 ?t3) (not (points-set ?t1 ?t2))))
  (:action drive-out
    :parameters (?l - loco ?t1 ?t2 - track)
    :precondition (and (loco-on ?l ?t1) (connected ?t1 ?t2) (points-set ?t1 ?t2))
    :effect (and (loco-on ?l ?t2) (not (loco-on ?l ?t1))))
  (:action reverse-back
    :parameters (?l - loco ?t2 ?t1 - track)
    :precondition (and (loco-on ?l ?t2) (connected ?t1 ?t2) (points-set ?t1 ?t2))
    :effect (and (loco-on ?l ?t1) (not (loco-on ?l ?t2))))
  (:action couple
    :parameters (?l - loco ?w - wagon ?t - track)
    :precondition (and (loco-on ?l ?t) (parked ?w ?t) (no-wagon ?l))
    :effect (and (coupled ?w ?l) (vacant ?t) (not (parked ?w ?t)) (not (no-wagon ?l))))
  (:action uncouple
    :parameters (?l - loco ?w - wagon ?t - track)
    :precondition (and (loco-on ?l ?t) (coupled ?w ?l) (vacant ?t))
    :effect (and (parked ?w ?t) (no-wagon ?l) (not (coupled ?w ?l)) (not (vacant ?t)))))
