(define (domain skilift)
  (:requirements :strips :typing)
  (:types skier station lift pass)
  (:predicates
    (skierat ?s - skier ?st - station)
    (onlift ?s - skier ?l - lift)
    (liftfrom ?l - lift ?st - station)
    (liftto ?l - lift ?st - station)
    (running ?l - lift)
    (stopped ?l - lift)
    (slope ?st1 ?st2 - station)
    (owns ?s - skier ?p - pass)
    (validfor ?p - pass ?l - lift))
  (:action startlift
    :parameters (?l - lift)
    :precondition (stopped ?l)
    :effect (and (running ?l) (not (stopped ?l))))
  (:action getonlift
    :parameters (?s - skier ?l - lift ?st - station ?p - pass)
    :precondition (and (skierat ?s ?st) (liftfrom ?l ?st) (running ?l) (owns ?s ?p) (validfor ?p ?l))
    :effect (and (onlift ?s ?l) (not (skierat ?s ?st))))
  (:action getofflift
    :parameters (?s - skier ?l - lift ?st - station)
    :precondition (and (onlift ?s ?l) (liftto ?l ?st) (running ?l))
    :effect (and (skierat ?s ?st) (not (onlift ?s ?l))))
  (:action skidown
    :parameters (?s - skier ?st1 ?st2 - station)
    :precondition (and (skierat ?s ?st1) (slope ?st1 ?st2))
    :effect (and (skierat ?s ?st2) (not (skierat ?s ?st1))))
  (:action lendpass
    :parameters (?s1 ?s2 - skier ?p - pass ?st - station)
    :precondition (and (skierat ?s1 ?st) (skierat ?s2 ?st) (owns ?s1 ?p))
    :effect (and (owns ?s2 ?p) (not (owns ?s1 ?p)))))
