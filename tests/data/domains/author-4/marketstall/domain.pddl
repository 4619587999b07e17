; market stall - homework 2
(define (domain market-stall)
  (:requirements :strips)
  (:predicates
    (GOOD ?g) (CUST ?c) (CRATE ?cr)
    (in ?g ?cr)
    (on-disp ?g)
    (wants ?c ?g)
    (served ?c)
    (waiting ?c)
    (first-in-q ?c)
    (behind ?c1 ?c2)
    (weighed ?g)
    (stall-open))
  (:action open-stall
    :parameters ()
    :precondition ()
    :effect (and (stall-open)))
  (:action unpack
    :parameters (?g ?cr)
    :precondition (and (GOOD ?g) (CRATE ?cr) (in ?g ?cr))
    :effect (and (on-disp ?g) (not (in ?g ?cr))))
  (:action weigh
    :parameters (?g)
    :precondition (and (GOOD ?g) (on-disp ?g))
    :effect (and (weighed ?g)))
  (:action sell
    :parameters (?g ?c)
    :precondition (and (GOOD ?g) (CUST ?c) (stall-open) (weighed ?g) (on-disp ?g)
                       (waiting ?c) (first-in-q ?c) (wants ?c ?g))
    :effect (and (served ?c) (not (waiting ?c)) (not (on-disp ?g))))
  (:action next-cust
    :parameters (?c1 ?c2)
    :precondition (and (CUST ?c1) (CUST ?c2) (first-in-q ?c1) (served ?c1) (behind ?c2 ?c1))
    :effect (and (first-in-q ?c2) (not (first-in-q ?c1)))))
