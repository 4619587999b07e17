(define (domain chamber-music)
  (:requirements :adl)
  (:types musician instrument piece - object)
  (:predicates
    (play ?m - musician ?i - instrument)
    (has ?m - musician ?i - instrument)
    (incase ?i - instrument)
    (tuned ?i - instrument)
    (scored-for ?p - piece ?i - instrument)
    (rehearsed ?p - piece)
    (ready ?m - musician ?p - piece)
    (tired ?m - musician)
    (applauded ?p - piece))
  (:action unpack
    :parameters (?m - musician ?i - instrument)
    :precondition (and (incase ?i) (play ?m ?i))
    :effect (and (has ?m ?i) (not (incase ?i))))
  (:action lend
    :parameters (?m1 ?m2 - musician ?i - instrument)
    :precondition (and (has ?m1 ?i) (play ?m2 ?i))
    :effect (and (has ?m2 ?i) (not (has ?m1 ?i))))
  (:action tune
    :parameters (?m - musician ?i - instrument)
    :precondition (and (has ?m ?i) (not (tuned ?i)))
    :effect (tuned ?i))
  (:action practise
    :parameters (?m - musician ?i - instrument ?p - piece)
    :precondition (and (has ?m ?i) (tuned ?i) (scored-for ?p ?i) (not (tired ?m)))
    :effect (ready ?m ?p))
  (:action rehearse-together
    :parameters (?p - piece)
    :precondition (forall (?i - instrument)
                     (imply (scored-for ?p ?i)
                            (exists (?m - musician) (and (has ?m ?i) (ready ?m ?p)))))
    :effect (and (rehearsed ?p)
                 (forall (?m - musician) (when (ready ?m ?p) (tired ?m)))))
  (:action rest
    :parameters (?m - musician)
    :precondition (tired ?m)
    :effect (not (tired ?m)))
  (:action give-concert
    :parameters (?p - piece)
    :precondition (and (rehearsed ?p) (not (exists (?m - musician) (tired ?m))))
    :effect (applauded ?p)))
