; A boat trip: the direct passage is short and dear, the way by other islands cheap.
(define (domain islands)
  (:requirements :typing :action-costs)
  (:types island)
  (:predicates (at ?i - island) (connected ?a ?b - island) (visited ?i - island))
  (:functions (total-cost) - number (fare ?a ?b - island) - number)
  (:action sail
    :parameters (?a ?b - island)
    :precondition (and (at ?a) (connected ?a ?b))
    :effect (and (at ?b) (visited ?b) (not (at ?a)) (increase (total-cost) (fare ?a ?b)))))
