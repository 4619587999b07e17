(define (domain trawler)
  (:requirements :strips)
  (:predicates
    (isboat ?x) (iszone ?x) (isfish ?x) (isnet ?x)
    (boatin ?b ?z)
    (seaway ?z1 ?z2)
    (netaboard ?n ?b)
    (netinwater ?n ?z)
    (lives ?f ?z)
    (catches ?n ?f)
    (innet ?f ?n)
    (onice ?f ?b))
  (:action steam
    :parameters (?b ?z1 ?z2)
    :precondition (and (isboat ?b) (iszone ?z1) (iszone ?z2) (boatin ?b ?z1) (seaway ?z1 ?z2))
    :effect (and (boatin ?b ?z2) (not (boatin ?b ?z1))))
  (:action shootnet
    :parameters (?n ?b ?z)
    :precondition (and (isnet ?n) (isboat ?b) (iszone ?z) (boatin ?b ?z) (netaboard ?n ?b))
    :effect (and (netinwater ?n ?z) (not (netaboard ?n ?b))))
  (:action trap
    :parameters (?f ?n ?z)
    :precondition (and (isfish ?f) (isnet ?n) (netinwater ?n ?z) (lives ?f ?z) (catches ?n ?f))
    :effect (and (innet ?f ?n) (not (lives ?f ?z))))
  (:action haulnet
    :parameters (?n ?b ?z)
    :precondition (and (isnet ?n) (isboat ?b) (boatin ?b ?z) (netinwater ?n ?z))
    :effect (and (netaboard ?n ?b) (not (netinwater ?n ?z))))
  (:action putonice
    :parameters (?f ?n ?b)
    :precondition (and (isfish ?f) (innet ?f ?n) (netaboard ?n ?b))
    :effect (and (onice ?f ?b) (not (innet ?f ?n)))))
