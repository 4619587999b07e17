;;; pipeline network, pressure as a derived predicate
(define (domain oilvalves)
  (:requirements :adl :derived-predicates)
  (:types node valve pump tech)
  (:predicates
    (valvebetween ?v - valve ?n1 - node ?n2 - node)
    (pumpat ?p - pump ?n - node)
    (isopen ?v - valve)
    (leaky ?v - valve)
    (running ?p - pump)
    (techat ?t - tech ?n - node)
    (road ?n1 - node ?n2 - node)
    (haspressure ?n - node))

  (:derived (haspressure ?n - node)
    (or (exists (?p - pump) (and (pumpat ?p ?n) (running ?p)))
        (exists (?v - valve ?m - node)
           (and (valvebetween ?v ?m ?n) (isopen ?v) (haspressure ?m)))))

  (:action drive
    :parameters (?t - tech ?a - node ?b - node)
    :precondition (and (techat ?t ?a) (road ?a ?b))
    :effect (and (not (techat ?t ?a)) (techat ?t ?b)))

  (:action openvalve
    :parameters (?t - tech ?v - valve ?a - node ?b - node)
    :precondition (and (techat ?t ?a) (valvebetween ?v ?a ?b) (not (isopen ?v)) (not (leaky ?v)))
    :effect (isopen ?v))

  (:action shutvalve
    :parameters (?t - tech ?v - valve ?a - node ?b - node)
    :precondition (and (techat ?t ?a) (valvebetween ?v ?a ?b) (isopen ?v))
    :effect (not (isopen ?v)))

  (:action fixvalve
    :parameters (?t - tech ?v - valve ?a - node ?b - node)
    :precondition (and (techat ?t ?a) (valvebetween ?v ?a ?b) (leaky ?v)
                       (not (haspressure ?a)))
    :effect (not (leaky ?v)))

  (:action startpump
    :parameters (?t - tech ?p - pump ?n - node)
    :precondition (and (techat ?t ?n) (pumpat ?p ?n) (not (running ?p))
                       (not (exists (?v - valve) (and (leaky ?v) (isopen ?v)))))
    :effect (running ?p))

  (:action stoppump
    :parameters (?t - tech ?p - pump ?n - node)
    :precondition (and (techat ?t ?n) (pumpat ?p ?n) (running ?p))
    :effect (not (running ?p)))
)
